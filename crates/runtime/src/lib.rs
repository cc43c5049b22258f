//! Runs an accepted program in this thread: a Boa realm with a whitelist for a global object, limits inside the engine, and
//! a completion value converted without running any of the script's code.
//!
//! This crate holds layers 2 and 3 of the design. It does not isolate: for hostile programs use `mikoshi-sandbox`, which runs
//! this in a process of its own.
#![forbid(unsafe_code)]

mod bindings;
mod busy;
mod convert;
mod error;
mod hint;
mod hooks;
mod limits;
mod overrides;
mod permits;
mod position;
mod random;
mod raw;
mod realm;
mod syntax;
mod tame;
#[cfg(feature = "testing")]
pub mod testing;

pub use busy::busy_at;
pub use position::source_span;
pub use realm::{Realm, STACK_BYTES};

/// Tells how much heap the thread's programs hold. The worker implements it over its metering allocator.
pub trait HeapMeter {
    /// Starts metering one program: bytes live now become the baseline. At `ceiling` bytes above it the meter ends the
    /// process (or does nothing where it cannot).
    fn begin(&self, ceiling: u64);
    /// Bytes live above the baseline.
    fn live(&self) -> u64;
    /// The most bytes live above the baseline since [`HeapMeter::begin`].
    fn peak(&self) -> u64;
}

/// What varies from one execution to the next.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, Default)]
pub struct Entropy {
    /// Seed of `Math.random`.
    pub seed: u64,
}
