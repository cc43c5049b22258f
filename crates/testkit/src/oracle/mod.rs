//! Decides whether what happened is a fault. An oracle takes an input, drives the layer it is about, and returns what it
//! saw or the fault that it found; it never panics on a fault, so that tests can show that it fires.

mod analysis;
mod canary;
mod differential;
mod engine_panic;
mod escape;
mod graph;
mod limits;
mod policy;
mod protocol;
mod quickjs;
mod roundtrip;

use std::fmt;

use mikoshi_types::{Limits, Policy, Status};

pub use analysis::analysis;
pub use differential::{DIFFERENCES, Difference, differential};
pub(crate) use engine_panic::contained;
pub use engine_panic::{install_quiet_hook, last_panic};
pub use escape::{Jail, escape, escape_from};
pub use limits::limits;
pub use policy::policy;
pub use protocol::protocol;
pub use roundtrip::roundtrip;

/// What an oracle saw of an input that is no fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// It is no program, policy or frame at all.
    Malformed,
    /// It was refused on its merits.
    Refused,
    /// It was taken, and if there was something to run it ended so.
    Taken(Option<Status>),
}

/// A broken promise, with the input that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The oracle that fired.
    pub oracle: &'static str,
    /// What happened and what should have.
    pub what: String,
    /// The input in a form to read.
    pub input: String,
}

impl Fault {
    pub(crate) fn new(oracle: &'static str, what: impl Into<String>, input: impl Into<String>) -> Self {
        Self { oracle, what: what.into(), input: input.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { oracle, what, input } = self;
        write!(f, "oracle {oracle}: {what}\n--- input\n{input}\n--- end of input")
    }
}

impl std::error::Error for Fault {}

/// What an oracle returns.
pub type Checked = Result<Seen, Fault>;

/// Limits that end a generated program soon and, as far as the program itself goes, at the same place each time.
fn short_limits() -> Limits {
    let mut limits = Limits::default();
    limits.timeout_ms = 2_000;
    limits.memory_bytes = 64 << 20;
    limits.code_bytes = 64 << 10;
    limits.ticks = Some(20_000);
    limits
}

/// A policy that depends on nothing but the text, so that a crash is found again from its input alone.
fn policy_for(source: &str) -> Policy {
    let hash = source.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3));
    let policy = if hash & 1 == 0 { Policy::default() } else { Policy::extended() };
    let policy = policy.deterministic(1, 1_700_000_000_000);
    if hash & 6 == 0 { policy.with_constructor_access(mikoshi_types::ConstructorAccess::Allow) } else { policy }
}
