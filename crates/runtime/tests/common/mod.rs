//! Shared by the tests of the runtime.
#![expect(dead_code, reason = "each test file uses its part")]

use mikoshi_analyzer::Program;
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::{Limits, Policy, Verdict};

/// Runs a program as it stands; safepoints are written out as `$mk_t()`.
pub(crate) fn run(code: &str) -> Verdict {
    run_with(code, &Policy::default(), &Limits::DEFAULT)
}

pub(crate) fn run_with(code: &str, policy: &Policy, limits: &Limits) -> Verdict {
    Realm::new(policy).run(&Program::unwoven(code), limits, Entropy::default(), None)
}

/// The default limits with a change.
pub(crate) fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::DEFAULT;
    change(&mut limits);
    limits
}

/// The user's text under a verdict's error.
pub(crate) fn marked<'a>(code: &'a str, verdict: &Verdict) -> &'a str {
    let span = verdict.error.as_ref().and_then(|e| e.span).unwrap();
    &code[span.start as usize..span.end as usize]
}
