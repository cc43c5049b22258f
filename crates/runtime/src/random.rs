//! `Math.random` of our own. The engine's generator is shared between processes after a fork and seeds itself by a system
//! call; this one is seeded for each execution, so two executions differ and a fixed seed repeats.

use std::cell::Cell;

use boa_engine::{Context, JsResult, JsValue};

thread_local! {
    static STATE: Cell<[u64; 4]> = const { Cell::new([1, 2, 3, 4]) };
}

/// Seeds the generator. Any seed will do: SplitMix64 spreads it over the state, which is then never all zeros.
pub(crate) fn seed(seed: u64) {
    let mut z = seed;
    let mut next = || {
        z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    };
    STATE.set([next(), next(), next(), next()]);
}

/// xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators").
fn next() -> u64 {
    let [mut s0, mut s1, mut s2, mut s3] = STATE.get();
    let result = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
    let shifted = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = s3.rotate_left(45);
    STATE.set([s0, s1, s2, s3]);
    result
}

/// `Math.random ( )`: 53 random bits, from 0 inclusive to 1 exclusive.
#[expect(clippy::unnecessary_wraps, reason = "the signature of a native function")]
#[expect(clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
pub(crate) fn random(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::from((next() >> 11) as f64 / (1_u64 << 53) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_repeat_and_differ() {
        let draw = |s| {
            seed(s);
            [next(), next(), next()]
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert_ne!(draw(0), [0; 3]);
    }
}
