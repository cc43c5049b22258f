//! Ways for our own tests and fuzz targets to play the worker: native code in a confined child, hostile bytes on its socket.
//! Not part of the interface.

use std::sync::OnceLock;

use mikoshi_analyzer::Program;
#[cfg(unix)]
use mikoshi_types::{Limits, Verdict};

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

/// What the host makes of `stream`, the bytes that a worker wrote before it closed its socket.
#[cfg(unix)]
#[must_use]
pub fn hear(stream: &[u8], program: &Program, limits: &Limits) -> Verdict {
    crate::converse::hear(stream, program, limits)
}

/// The frame in which an honest worker sends `verdict`.
#[cfg(unix)]
#[must_use]
pub fn honest_reply(verdict: Verdict) -> Vec<u8> {
    use crate::protocol::{WireVerdict, kind, reply_frame};
    reply_frame(kind::VERDICT, &WireVerdict::new(verdict)).unwrap_or_default()
}

/// A meter over [`crate::MeteredAlloc`] that counts and ends nothing, for one thread of a process that goes on.
#[cfg(unix)]
#[derive(Debug)]
pub struct Counter;

/// The only one: its state is the allocator's.
#[cfg(unix)]
pub static COUNTER: Counter = Counter;

#[cfg(unix)]
impl mikoshi_runtime::HeapMeter for Counter {
    fn begin(&self, _ceiling: u64) {
        crate::alloc_unsafe::arm(u64::MAX);
    }

    fn live(&self) -> u64 {
        crate::alloc_unsafe::live()
    }

    fn peak(&self) -> u64 {
        crate::alloc_unsafe::peak()
    }
}
