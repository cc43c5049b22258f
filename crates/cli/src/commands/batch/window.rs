//! How much may be in flight between the input and the output.

use std::sync::{Condvar, Mutex, PoisonError};

/// Bytes of input in flight, besides one line of any length.
const BYTES: usize = 64 << 20;

/// Counts the lines that were read and not yet written.
pub(super) struct Window {
    lines: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: usize,
    bytes: usize,
    closed: bool,
}

impl Window {
    /// Wide enough that a program which runs into its time limit does not stop the other workers at once.
    pub(super) fn new(jobs: usize) -> Self {
        Self { lines: 256.max(jobs * 64), state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits for room for a line; false when the output is closed.
    pub(super) fn enter(&self, bytes: usize) -> bool {
        let full = |s: &mut State| !s.closed && (s.lines >= self.lines || (s.lines > 0 && s.bytes + bytes > BYTES));
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.changed.wait_while(state, full).unwrap_or_else(PoisonError::into_inner);
        state.lines += 1;
        state.bytes += bytes;
        !state.closed
    }

    /// Gives back the room of a line that was written.
    pub(super) fn leave(&self, bytes: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.lines = state.lines.saturating_sub(1);
        state.bytes = state.bytes.saturating_sub(bytes);
        self.changed.notify_all();
    }

    /// Lets nothing more in.
    pub(super) fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.changed.notify_all();
    }
}
