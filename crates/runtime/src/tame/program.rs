//! The program that runs on this thread, for what builtins show of it: positions in `error.stack`, the text of functions.

use std::cell::RefCell;

use mikoshi_analyzer::Program;

thread_local! {
    static PROGRAM: RefCell<Option<Program>> = const { RefCell::new(None) };
}

/// Tells whose positions and texts will be shown.
pub(crate) fn set(program: Option<&Program>) {
    PROGRAM.with(|p| p.replace(program.cloned()));
}

/// Reads the running program.
pub(super) fn with<T>(read: impl FnOnce(&Program) -> T) -> Option<T> {
    PROGRAM.with(|p| p.borrow().as_ref().map(read))
}
