//! Why a command has no answer.

use std::fmt;
use std::io;

use mikoshi_sandbox::{Error, LayerState, PoolError};

/// A command that could not be carried out; exit code 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What went wrong and what to do, for people.
    Message(String),
    /// The reader of standard output went away. It knows, so nothing is said.
    ReaderGone,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Message(message.into())
    }

    /// A fault at reading or writing `what`.
    pub(crate) fn io(doing: &str, what: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ReaderGone;
        }
        Self::Message(format!("cannot {doing} {what}: {}", plain(error)))
    }

    pub(crate) fn is_quiet(&self) -> bool {
        matches!(self, Self::ReaderGone)
    }
}

/// The system's words without the number that Rust adds.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((words, _)) => words.to_lowercase(),
        None => text,
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(message) => f.write_str(message),
            Self::ReaderGone => f.write_str("nobody reads the output"),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        // The library's advice is for its callers; here the layer is waived by a flag.
        if let Error::Worker(PoolError::Layers(missing)) = &error {
            let each = |word: fn(&LayerState) -> String| missing.iter().map(word).collect::<Vec<_>>();
            let named = each(|s| format!("the layer `{}` cannot be had: {}", s.layer, s.detail)).join("; ");
            let flags = each(|s| format!("--waive {}", s.layer)).join(" ");
            let (them, rest) = if missing.len() == 1 { ("it", "others") } else { ("them", "rest") };
            return Self::Message(format!(
                "{named}; `{flags}` goes on without {them}, and `mikoshi doctor` shows the {rest}"
            ));
        }
        Self::Message(error.to_string())
    }
}
