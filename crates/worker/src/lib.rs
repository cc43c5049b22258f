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
//! Worker processes exist on Linux. Elsewhere only [`Isolation::in_process`] runs programs.

mod alloc_unsafe;
mod cancel;
mod error;
mod gate;
mod in_process;
#[cfg(target_os = "linux")]
mod json;
mod layer;
#[cfg(target_os = "linux")]
mod locate;
mod pool;
#[cfg(target_os = "linux")]
mod protocol;
#[cfg(target_os = "linux")]
mod reply;
#[doc(hidden)]
pub mod testing;

#[cfg(target_os = "linux")]
mod channel;
#[cfg(target_os = "linux")]
mod confine;
#[cfg(target_os = "linux")]
mod converse;
#[cfg(target_os = "linux")]
mod meter;
#[cfg(target_os = "linux")]
mod panics;
#[cfg(target_os = "linux")]
mod signal_unsafe;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod sys_unsafe;
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
    #[cfg(target_os = "linux")]
    {
        locate::note_init();
        if locate::is_worker_start() {
            zygote::launch();
        }
    }
}

/// The system calls that a worker may make once it has read its program, each with its reason. Any other kills it.
#[cfg(target_os = "linux")]
pub fn allowed_calls() -> impl Iterator<Item = (&'static str, &'static str)> {
    confine::seccomp::ALLOWED.iter().map(|row| (row.name, row.why))
}
