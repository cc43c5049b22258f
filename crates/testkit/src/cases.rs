//! The cases: small programs with the statuses that each may end in, made from public reports about this kind of software.

use std::path::{Path, PathBuf};

use mikoshi_types::Status;
use serde::Deserialize;

/// A program and what may become of it.
#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    /// Unique.
    pub name: String,
    /// `escapes`, `resources`, `semantics` or `falsepositives`.
    pub folder: String,
    /// Its file, from the folder of the index.
    pub file: PathBuf,
    /// The public report that it was made from.
    pub source: String,
    /// The statuses that are right.
    pub expect: Expected,
    /// What it is for.
    pub why: String,
    /// The program; read from `file`.
    #[serde(skip)]
    pub code: Vec<u8>,
}

/// Statuses by the names of the index.
#[derive(Debug, Clone, Deserialize)]
pub struct Expected {
    status: Vec<String>,
}

impl Expected {
    /// Whether `status` is right.
    ///
    /// # Panics
    /// On a name in the index that means nothing.
    #[must_use]
    pub fn allows(&self, status: Status) -> bool {
        self.status.iter().any(|name| match name.as_str() {
            "passed" => status == Status::Passed,
            "failed" => status == Status::Failed,
            "rejected" => status == Status::Rejected,
            "runtime_error" => status == Status::RuntimeError,
            "timeout" => status == Status::Timeout,
            "memory" => status == Status::MemoryLimit,
            "stack" => status == Status::StackLimit,
            "output_too_large" => status == Status::OutputLimit,
            "any_contained" => !matches!(status, Status::Passed | Status::Crashed),
            other => unreachable!("the index of the cases names an unknown status `{other}`"),
        })
    }

    /// The names, for messages.
    #[must_use]
    pub fn text(&self) -> String {
        self.status.join(" or ")
    }
}

/// All cases of the index in `folder`, with their programs.
///
/// # Panics
/// When the index or a program of it cannot be read: tests have nothing to go on then.
#[must_use]
#[expect(clippy::expect_used, reason = "a test without its cases must fail")]
pub fn cases(folder: &Path) -> Vec<Case> {
    let index = std::fs::read_to_string(folder.join("index.jsonl")).expect("the index can be read");
    index
        .lines()
        .map(|line| {
            let mut case: Case = serde_json::from_str(line).expect("a line of the index is a case");
            case.code = std::fs::read(folder.join(&case.file)).expect("the case's program can be read");
            case
        })
        .collect()
}
