//! Where in the program a builtin is at work that passes no safepoint. Who ends the program from outside (a signal handler in
//! the worker) can read it at any moment and say which regular expression never came back.

use std::sync::atomic::{AtomicU64, Ordering};

use boa_engine::Context;

/// Line and column of the printed text, 32 bits each; 0 is nowhere. One for the process, as a worker runs one program.
static PLACE: AtomicU64 = AtomicU64::new(0);

/// The line and column, in the printed text, of the call of a builtin that may run long. `None` while none runs. Reading
/// it is safe in a signal handler.
#[must_use]
pub fn busy_at() -> Option<(u32, u32)> {
    let place = PLACE.load(Ordering::Relaxed);
    let line = u32::try_from(place >> 32).unwrap_or(0);
    let column = u32::try_from(place & u64::from(u32::MAX)).unwrap_or(0);
    (line > 0).then_some((line, column))
}

/// Marks the calling script's place until it is dropped.
pub(crate) struct Busy {
    before: u64,
}

impl Busy {
    pub(crate) fn start(context: &Context) -> Self {
        let position = context.stack_trace().next().and_then(|frame| frame.position().position);
        let place = position.map_or(0, |p| u64::from(p.line_number()) << 32 | u64::from(p.column_number()));
        Self { before: PLACE.swap(place, Ordering::Relaxed) }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        PLACE.store(self.before, Ordering::Relaxed);
    }
}
