//! A stack that hostile nesting cannot overflow.

/// What the analysis of any text needs at the least: the printer's visitors at the deepest nesting that is accepted, in a
/// debug build. The pages are only taken when they are touched.
const MIN: usize = 256 << 20;

/// The most stack that a byte of source can make parser, walk, printer and destructor use, with a margin.
///
/// Measured with the tests in `tests/depth.rs`: parentheses are the worst, at less than 3 KiB each.
const PER_BYTE: usize = 5 << 10;

/// Runs `work` on a stack that is large enough for a source of `bytes` bytes, whatever it holds.
pub(crate) fn grown<R>(bytes: usize, work: impl FnOnce() -> R) -> R {
    stacker::grow(bytes.saturating_mul(PER_BYTE).max(MIN), work)
}
