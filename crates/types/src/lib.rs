//! The boundary types of mikoshi: what goes in ([`Policy`], [`Limits`]) and what comes out ([`Verdict`], [`Diagnostic`]).
//!
//! Nothing in this crate parses or runs JavaScript. Every other crate of the workspace speaks these types, and so does the
//! JSON that the command line prints, so a change here is a change of the public interface.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod codes;
mod diagnostic;
mod limits;
pub mod names;
mod policy;
mod span;
mod verdict;

pub use codes::{Code, CodeInfo};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use limits::{LimitError, Limits};
pub use policy::{ConstructorAccess, Deterministic, Policy, PolicyError};
pub use span::{LineIndex, Span};
pub use verdict::{Metrics, Status, Verdict, VerdictError};

/// The version of the JSON that [`Verdict`] serialises to. It grows when a field changes its meaning or goes away.
pub const SCHEMA_VERSION: u32 = 1;
