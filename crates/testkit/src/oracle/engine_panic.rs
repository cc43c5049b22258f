//! Panics of the engine: contained in the worker's process, yet each is a fault to know about.

use std::cell::{Cell, RefCell};
use std::panic;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes the process survive panics that the runtime catches, and remember where they came from.
///
/// A fuzzer's own hook aborts on any panic, caught or not; this one passes on to it only what comes from outside the engine.
pub fn install_quiet_hook() {
    let outer = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if INSIDE.get() {
            let at = info.location().map_or_else(String::new, |l| format!(" at {}:{}", l.file(), l.line()));
            let message = info.payload_as_str().unwrap_or("a panic");
            LAST.set(Some(format!("{message}{at}")));
        } else {
            outer(info);
        }
    }));
}

/// Runs `work`, in which panics are the engine's.
pub(super) fn inside_engine<T>(work: impl FnOnce() -> T) -> T {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            INSIDE.set(false);
        }
    }
    LAST.set(None);
    INSIDE.set(true);
    let _leave = Leave;
    work()
}

/// The last panic of the engine on this thread, with its place, if the hook is installed.
#[must_use]
pub fn last_panic() -> Option<String> {
    LAST.with_borrow(Clone::clone)
}
