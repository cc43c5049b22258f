//! Runs each accepted program in a process of its own: fork server, confinement, frame protocol, supervisor and metering
//! allocator. This crate is layer 4 of the design; `mikoshi-sandbox` is the face of it.
//!
//! ```text
//!  host process                      worker executable
//!  Pool::execute --request--------------------------------------> child (one program)
//!      |         <-reply-----------------------------------------   |  filter: read, write, memory, clock, exit
//!  supervisor    --"fork one more"--> zygote (ready realm) --fork---+
//!      |         <-socket, pidfd----   |
//!      +--exec--> launcher --fork------+  namespaces, Landlock, no descriptors, no environment
//! ```
//!
//! The host trusts the zygote, which never reads a program, and nothing that a child says after it has read one.
//!
//! Other Unix systems have a simpler chain, `portable`, without the layers that only Linux has: those must be waived by name there.
//! Elsewhere only [`Isolation::in_process`] runs programs.

#[cfg_attr(not(unix), expect(dead_code, reason = "without workers nothing is metered"))]
mod alloc_unsafe;
mod cancel;
mod error;
mod gate;
mod in_process;
mod layer;
mod pool;
#[cfg_attr(not(unix), expect(dead_code, reason = "without workers nothing is interposed"))]
#[doc(hidden)]
pub mod testing;
#[cfg_attr(not(unix), path = "no_workers.rs")]
mod workers;

// What every system with worker processes shares.
#[cfg(unix)]
mod confine;
#[cfg(unix)]
mod converse;
#[cfg(unix)]
mod json;
#[cfg(unix)]
mod ledger;
#[cfg(unix)]
mod locate;
#[cfg(unix)]
mod meter;
#[cfg(unix)]
mod panics;
#[cfg(unix)]
mod portable;
#[cfg(unix)]
mod protocol;
#[cfg(unix)]
mod reply;
#[cfg(unix)]
mod runner;
#[cfg(unix)]
mod signal_unsafe;
#[cfg(unix)]
mod source;
#[cfg(unix)]
mod stream;
#[cfg(unix)]
mod unix_unsafe;

// The fork server and what it confines its children with.
#[cfg(target_os = "linux")]
mod channel;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod sys_unsafe;
#[cfg(target_os = "linux")]
mod text_unsafe;
#[cfg(target_os = "linux")]
mod zygote;

pub use alloc_unsafe::MeteredAlloc;
pub use cancel::Cancel;
pub use error::PoolError;
pub use layer::{Isolation, Layer, LayerState, State};
pub use pool::{Pool, PoolOptions};

/// Turns this process into a worker if it was started as one, and then never returns. Call it first in `main`.
///
/// A program that calls it needs no worker executable beside it: [`Pool::start`] starts the program itself again. It must
/// also install [`MeteredAlloc`] as its global allocator.
pub fn init() {
    #[cfg(unix)]
    {
        locate::note_init();
        match locate::worker_start() {
            #[cfg(target_os = "linux")]
            Some(locate::Start::ForkServer) => zygote::launch(),
            Some(locate::Start::Portable) => portable::launch(),
            None => {}
        }
    }
}

/// The system calls that a worker may make once it has read its program, each with its reason. Any other kills it.
#[cfg(target_os = "linux")]
pub fn allowed_calls() -> impl Iterator<Item = (&'static str, &'static str)> {
    confine::seccomp::ALLOWED.iter().map(|row| (row.name, row.why))
}
