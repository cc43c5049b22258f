//! A way for our own tests to run native code in a confined child. Not part of the interface.

use std::sync::OnceLock;

use mikoshi_analyzer::Program;

static INTERPOSED: OnceLock<fn(&Program)> = OnceLock::new();

/// Has `code` called in each worker of this program, in place of nothing, just before the engine gets the program.
pub fn set(code: fn(&Program)) {
    let _ = INTERPOSED.set(code);
}

pub(crate) fn interpose(program: &Program) {
    if let Some(code) = INTERPOSED.get() {
        code(program);
    }
}
