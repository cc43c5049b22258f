//! Runs a program in the calling thread, for `Isolation::in_process()`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use mikoshi_analyzer::Program;
use mikoshi_runtime::{Realm, STACK_BYTES};
use mikoshi_types::{Code, Diagnostic, Limits, Policy, Status, Verdict};

use crate::pool::entropy;

pub(crate) fn execute(policy: &Policy, program: &Program, limits: &Limits) -> Verdict {
    let started = Instant::now();
    let mut verdict = guarded(|| {
        let realm = Realm::new(policy);
        let startup_us = micros(started);
        let mut verdict = realm.run(program, limits, entropy(), None);
        verdict.metrics.startup_us = startup_us;
        verdict.metrics.run_us = micros(started).saturating_sub(startup_us);
        verdict
    })
    .unwrap_or_else(|diagnostic| Verdict::ended(Status::Crashed, *diagnostic));
    verdict.metrics.wall_us = micros(started);
    verdict
}

pub(crate) fn parse(policy: &Policy, program: &Program) -> Option<Diagnostic> {
    guarded(|| Realm::new(policy).parse(program)).unwrap_or_else(|diagnostic| Some(*diagnostic))
}

/// Keeps a panic of the engine from the caller. What it says on standard error is the caller's panic hook.
fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Box<Diagnostic>> {
    catch_unwind(AssertUnwindSafe(|| stacker::grow(STACK_BYTES, run)))
        .map_err(|_| Box::new(Diagnostic::new(Code::WORKER_CRASHED, "the engine panicked")))
}

fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}
