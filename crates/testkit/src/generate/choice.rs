//! Decisions, taken from the fuzzer's bytes.

use arbitrary::Unstructured;

/// A stream of decisions. It never fails: when the bytes run out every decision is the first alternative, so generators put
/// the smallest thing first and end by themselves.
pub struct Choice<'a> {
    bytes: Unstructured<'a>,
}

impl<'a> Choice<'a> {
    /// Decisions from `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: Unstructured::new(bytes) }
    }

    /// Whether every further decision will be the first alternative.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A number below `n`; 0 when `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        if n < 2 { 0 } else { self.bytes.int_in_range(0..=n - 1).unwrap_or(0) }
    }

    /// True in `times` of `out_of` cases.
    pub fn chance(&mut self, times: usize, out_of: usize) -> bool {
        out_of - self.below(out_of) <= times
    }

    /// One of `items`.
    ///
    /// # Panics
    /// When there are none.
    pub fn one<T: Copy>(&mut self, items: &[T]) -> T {
        let at = self.below(items.len());
        items[at]
    }

    /// The index of one of `weights`, each as likely as its weight says.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (index, &weight) in weights.iter().enumerate() {
            if at < weight {
                return index;
            }
            at -= weight;
        }
        0
    }

    /// Sixteen raw bits.
    pub fn bits(&mut self) -> u16 {
        self.bytes.arbitrary().unwrap_or(0)
    }

    /// All remaining bytes up to `max`, for parts that take anything.
    pub fn take(&mut self, max: usize) -> Vec<u8> {
        let n = max.min(self.bytes.len());
        self.bytes.bytes(n).map(<[u8]>::to_vec).unwrap_or_default()
    }
}

/// Pseudo-random bytes (xorshift64*): decisions where there is only a seed, in a mutator or a search.
#[must_use]
pub fn noise(seed: u64, len: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut bytes = Vec::with_capacity(len + 8);
    while bytes.len() < len {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        bytes.extend_from_slice(&state.wrapping_mul(0x2545_F491_4F6C_DD1D).to_be_bytes());
    }
    bytes.truncate(len);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spent_decisions_are_the_first_alternative() {
        let mut choice = Choice::new(&[]);
        assert!(choice.is_spent());
        assert_eq!((choice.below(9), choice.weighted(&[1, 9]), choice.one(&['a', 'b'])), (0, 0, 'a'));
        assert!(!choice.chance(1, 2));
    }

    #[test]
    fn noise_is_the_same_for_the_same_seed() {
        assert_eq!(noise(7, 40), noise(7, 40));
        assert_ne!(noise(7, 40), noise(8, 40));
    }
}
