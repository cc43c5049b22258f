//! Shared by the tests of the runtime.

use mikoshi_analyzer::Program;
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::{Limits, Policy, Verdict};

/// Runs a program as it stands; safepoints are written out as `$mk_t()`.
pub(crate) fn run_with(code: &str, policy: &Policy, limits: &Limits) -> Verdict {
    Realm::new(policy).run(&Program::unwoven(code), limits, Entropy::default(), None)
}

/// The default limits with a change.
pub(crate) fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::DEFAULT;
    change(&mut limits);
    limits
}
