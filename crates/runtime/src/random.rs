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
    let [mut a, mut b, mut c, mut d] = STATE.get();
    let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
    let t = b << 17;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = d.rotate_left(45);
    STATE.set([a, b, c, d]);
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
