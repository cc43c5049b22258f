//! A stack that hostile nesting cannot overflow.
//!
//! It is the largest part of what the analysis of a small program costs, if it is mapped for each: its pages are faulted in one
//! by one, and unmapping it interrupts every processor that another thread of the host runs on. So some are kept.

use std::io;
use std::sync::{Mutex, PoisonError};

use corosensei::{on_stack, stack::DefaultStack};

/// What the analysis of any text needs at the least: the printer's visitors at the deepest nesting that is accepted. Their frames
/// are larger without optimization. The pages are only taken when they are touched.
const MIN: usize = if cfg!(debug_assertions) { 256 << 20 } else { 64 << 20 };

/// The most stack that a byte of source can make parser, walk, printer and destructor use, with a margin.
///
/// Measured with the tests in `tests/depth.rs`: parentheses are the worst, at less than 3 KiB each.
const PER_BYTE: usize = 5 << 10;

/// The longest source whose stack is kept. A hostile one leaves at most [`PER_BYTE`] times that resident.
const LONGEST: usize = 4 << 10;

/// How many stacks are kept at the most: what more threads than that analyse at once maps its own.
const MOST: usize = 8;

/// Stacks of [`MIN`] bytes, the one that was used last at the end.
static STACKS: Mutex<Vec<DefaultStack>> = Mutex::new(Vec::new());

/// Runs `work` on a stack that is large enough for a source of `bytes` bytes, whatever it holds.
///
/// # Errors
/// When the system has no address space for it.
pub(crate) fn grown<R>(bytes: usize, work: impl FnOnce() -> R) -> io::Result<R> {
    if bytes > LONGEST {
        return Ok(on_stack(DefaultStack::new(bytes.saturating_mul(PER_BYTE).max(MIN))?, work));
    }
    let stacks = || STACKS.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = stacks().pop();
    let mut stack = kept.map_or_else(|| DefaultStack::new(MIN), Ok)?;
    let result = on_stack(&mut stack, work);
    let mut stacks = stacks();
    if stacks.len() < MOST {
        stacks.push(stack);
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{LONGEST, MOST, STACKS, grown};

    /// The address of something on the stack.
    fn place() -> usize {
        let local = 0_u8;
        std::hint::black_box(&raw const local).addr()
    }

    fn nested(depth: usize) -> bool {
        depth == 0 || grown(LONGEST, || nested(depth - 1)).is_ok_and(|inner| inner)
    }

    #[test]
    fn some_stacks_are_kept() {
        assert!(nested(2 * MOST));
        // The other tests take three of them at once at the most.
        assert!((MOST - 3..=MOST).contains(&STACKS.lock().map_or(0, |stacks| stacks.len())));
    }

    #[test]
    fn one_inside_of_another_is_another() {
        let both = grown(1, || (place(), grown(1, place)));
        assert!(both.is_ok_and(|(outer, inner)| inner.is_ok_and(|inner| outer.abs_diff(inner) > 1 << 20)));
    }

    #[test]
    fn a_panic_comes_through_and_leaves_a_stack_for_the_next() {
        for bytes in [1, LONGEST + 1] {
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
