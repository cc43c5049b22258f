//! The answer.

use serde::{Deserialize, Serialize};

use crate::{Code, Diagnostic, SCHEMA_VERSION, Span};

/// How an execution ended.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// The completion value is exactly `true`.
    Passed,
    /// The program ended with any other value.
    Failed,
    /// It was refused before a single instruction ran.
    Rejected,
    /// It threw an exception that it did not catch, or tried to compile a string.
    RuntimeError,
    /// It ran out of time or ticks.
    Timeout,
    /// It kept too much memory alive.
    MemoryLimit,
    /// It recursed too deep.
    StackLimit,
    /// Its completion value is too large.
    OutputLimit,
    /// Its process died of something else.
    Crashed,
}

impl Status {
    /// The name in JSON, such as `RUNTIME_ERROR`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "PASSED",
            Self::Failed => "FAILED",
            Self::Rejected => "REJECTED",
            Self::RuntimeError => "RUNTIME_ERROR",
            Self::Timeout => "TIMEOUT",
            Self::MemoryLimit => "MEMORY_LIMIT",
            Self::StackLimit => "STACK_LIMIT",
            Self::OutputLimit => "OUTPUT_LIMIT",
            Self::Crashed => "CRASHED",
        }
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a program neither passed nor failed.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerdictError {
    /// The code, as in the diagnostics.
    pub code: Code,
    /// What happened. Text that comes from the script is cut to the output limit.
    pub message: String,
    /// The name of the script's own error, such as `TypeError`.
    pub name: Option<String>,
    /// Where, in the user's own text.
    pub span: Option<Span>,
}

impl VerdictError {
    /// An error without a name or a place.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), name: None, span: None }
    }

    /// The error that a diagnostic amounts to.
    #[must_use]
    pub fn from_diagnostic(diagnostic: &Diagnostic) -> Self {
        Self { code: diagnostic.code, message: diagnostic.message.clone(), name: None, span: diagnostic.span }
    }
}

/// What an execution took. Times are microseconds, sizes bytes.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Metrics {
    /// Parsing, rules and printing, in the caller's process.
    pub analysis_us: u64,
    /// Waiting because all workers were busy with other programs. Not part of `wall_us`.
    pub queue_us: u64,
    /// Getting a ready realm: from the hand-over to the worker until the program's first instruction.
    pub startup_us: u64,
    /// The program itself.
    pub run_us: u64,
    /// From the call to the verdict, without `queue_us`.
    pub wall_us: u64,
    /// Processor time of the worker, where the kernel tells.
    pub cpu_us: u64,
    /// The most heap the program held at once, above the ready realm.
    pub peak_heap_bytes: u64,
    /// Safepoints passed. Counted exactly, and comparable with [`Limits::ticks`](crate::Limits::ticks), when that is set;
    /// otherwise a loop passes one every 32 turns.
    pub ticks: u64,
    /// Length of the completion value as compact JSON.
    pub output_bytes: u64,
}

/// The answer to one program.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// True only when `status` is `PASSED`, that is, when the completion value is exactly `true`.
    pub passed: bool,
    /// How it ended.
    pub status: Status,
    /// The completion value where JSON can carry it.
    pub output: Option<serde_json::Value>,
    /// Its type: `undefined`, `null`, `boolean`, `number`, `bigint`, `string`, `symbol`, `object`, `array` or `function`.
    /// `None` when there is no completion value.
    pub output_type: Option<String>,
    /// A short text for values that JSON cannot carry, such as `NaN` or `[Function: f]`.
    pub output_text: Option<String>,
    /// The first error; `None` for `PASSED` and `FAILED`.
    pub error: Option<VerdictError>,
    /// Everything there is to say, warnings too.
    pub diagnostics: Vec<Diagnostic>,
    /// What it took.
    pub metrics: Metrics,
    /// See [`SCHEMA_VERSION`].
    pub schema_version: u32,
}

impl Verdict {
    /// A verdict without a completion value.
    #[must_use]
    pub fn new(status: Status) -> Self {
        Self {
            passed: matches!(status, Status::Passed),
            status,
            output: None,
            output_type: None,
            output_text: None,
            error: None,
            diagnostics: Vec::new(),
            metrics: Metrics::default(),
            schema_version: SCHEMA_VERSION,
        }
    }

    /// A verdict for a program that ended with `diagnostic`, which also becomes its error.
    #[must_use]
    pub fn ended(status: Status, diagnostic: Diagnostic) -> Self {
        let mut verdict = Self::new(status);
        verdict.error = Some(VerdictError::from_diagnostic(&diagnostic));
        verdict.diagnostics.push(diagnostic);
        verdict
    }

    /// The verdict on a rejected program. `diagnostics` holds at least one error.
    #[must_use]
    pub fn rejected(diagnostics: Vec<Diagnostic>) -> Self {
        let mut verdict = Self::new(Status::Rejected);
        let first = diagnostics.iter().find(|d| d.severity == crate::Severity::Error).or(diagnostics.first());
        verdict.error = first.map(VerdictError::from_diagnostic);
        verdict.diagnostics = diagnostics;
        verdict
    }
}
