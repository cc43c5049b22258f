//! Why a program does not run.

use std::fmt;

use mikoshi_types::Diagnostic;
use serde::Serialize;

/// A program that was refused, with every reason.
#[non_exhaustive]
#[derive(Debug, Clone, Serialize)]
pub struct Rejection {
    /// Errors and warnings in the order of the text; at least one error.
    pub diagnostics: Vec<Diagnostic>,
    /// The user's text, for reports that show it.
    #[serde(skip)]
    pub source: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.diagnostics.first() {
            Some(first) => write!(f, "{}: {}", first.code, first.message),
            None => f.write_str("the program was rejected"),
        }
    }
}

impl std::error::Error for Rejection {}
