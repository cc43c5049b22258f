//! Panics of the engine and of the printer's own checks: contained where they happen, yet each is a fault to know about.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

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
        if INSIDE.get() || is_parser_assertion(info) {
            let at = info.location().map_or_else(String::new, |l| format!(" at {}:{}", l.file(), l.line()));
            let message = info.payload_as_str().unwrap_or("a panic");
            LAST.set(Some(format!("{message}{at}")));
        } else {
            outer(info);
        }
    }));
}

/// Whether the parser checks itself and finds fault. It only does so in builds with debug assertions; elsewhere it goes on and
/// reports an error: `(1, import(...a) => a)`.
fn is_parser_assertion(info: &PanicHookInfo<'_>) -> bool {
    cfg!(debug_assertions)
        && info.location().is_some_and(|l| l.file().contains("swc_ecma_parser"))
        && info.payload_as_str().is_some_and(|message| message.starts_with("assertion "))
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

/// [`inside_engine`] for work that does not catch its own panics: one is an error with its message.
pub(crate) fn contained<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    inside_engine(|| panic::catch_unwind(AssertUnwindSafe(work))).map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        last_panic().or(text.map(str::to_owned)).unwrap_or_else(|| "a panic".to_owned())
    })
}

/// Forgets the last panic.
pub(super) fn forget_panic() {
    LAST.set(None);
}

/// The last panic of the engine or the parser on this thread, with its place, if the hook is installed.
#[must_use]
pub fn last_panic() -> Option<String> {
    LAST.with_borrow(Clone::clone)
}
