//! A stack that hostile nesting cannot overflow.
//!
//! It is the largest part of what the analysis of a small program costs, if it is mapped for each: its pages are faulted in one
//! by one, and unmapping it interrupts every processor that another thread of the host runs on. So a thread keeps its own.

use std::cell::Cell;
use std::io;

use corosensei::{on_stack, stack::DefaultStack};

/// What the analysis of any text needs at the least: the printer's visitors at the deepest nesting that is accepted. Their frames
/// are larger without optimization. The pages are only taken when they are touched.
const MIN: usize = if cfg!(debug_assertions) { 256 << 20 } else { 64 << 20 };

/// The most stack that a byte of source can make parser, walk, printer and destructor use, with a margin.
///
/// Measured with the tests in `tests/depth.rs`: parentheses are the worst, at less than 3 KiB each.
const PER_BYTE: usize = 5 << 10;

/// The longest source whose stack is kept. A hostile one leaves at most [`PER_BYTE`] times that resident.
const KEPT: usize = 4 << 10;

thread_local! {
    /// The thread's stack of [`MIN`] bytes, unless it is in use.
    static STACK: Cell<Option<DefaultStack>> = const { Cell::new(None) };
}

/// Runs `work` on a stack that is large enough for a source of `bytes` bytes, whatever it holds.
///
/// # Errors
/// When the system has no address space for it.
pub(crate) fn grown<R>(bytes: usize, work: impl FnOnce() -> R) -> io::Result<R> {
    if bytes > KEPT {
        return Ok(on_stack(DefaultStack::new(bytes.saturating_mul(PER_BYTE).max(MIN))?, work));
    }
    // Nothing is there while the thread's locals are destroyed.
    let kept = STACK.try_with(Cell::take).ok().flatten();
    let mut stack = kept.map_or_else(|| DefaultStack::new(MIN), Ok)?;
    let result = on_stack(&mut stack, work);
    let _ = STACK.try_with(|cell| cell.set(Some(stack)));
    Ok(result)
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{KEPT, grown};

    /// The address of something on the stack.
    fn place() -> usize {
        let local = 0_u8;
        std::hint::black_box(&raw const local).addr()
    }

    #[test]
    fn a_thread_keeps_its_stack() {
        let (first, second) = (grown(1, place), grown(KEPT, place));
        assert!(first.is_ok_and(|first| second.is_ok_and(|second| first.abs_diff(second) < 1 << 20)));
    }

    #[test]
    fn one_inside_of_another_is_another() {
        let both = grown(1, || (place(), grown(1, place)));
        assert!(both.is_ok_and(|(outer, inner)| inner.is_ok_and(|inner| outer.abs_diff(inner) > 1 << 20)));
    }

    #[test]
    fn a_panic_comes_through_and_leaves_a_stack_for_the_next() {
        for bytes in [1, KEPT + 1] {
            let panicked =
                catch_unwind(|| grown(bytes, || -> usize { std::panic::resume_unwind(Box::new("on purpose")) }));
            assert!(panicked.is_err_and(|payload| payload.downcast_ref() == Some(&"on purpose")));
            assert!(grown(bytes, place).is_ok());
        }
    }

    #[test]
    fn no_address_space_is_an_error() {
        assert!(grown(1 << 50, || ()).is_err());
    }
}
