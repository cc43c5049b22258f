//! How much a program may use.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What one execution may use. Every limit is finite: there is no value that means "unlimited".
///
/// ```
/// let mut limits = mikoshi_types::Limits::default();
/// limits.timeout_ms = 200;
/// assert!(limits.validate().is_ok());
/// limits.timeout_ms = 0;
/// assert_eq!(limits.validate().unwrap_err().to_string(), "timeout_ms is 0, but it must be between 1 and 3600000");
/// ```
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Wall-clock time from the program's start, in milliseconds. Over it the status is `TIMEOUT`.
    pub timeout_ms: u64,
    /// Live heap that the program may add to the ready realm, in bytes. Over it, after a collection, the status is
    /// `MEMORY_LIMIT`; so is twice as much at any instant, garbage included.
    pub memory_bytes: u64,
    /// Length of the source in bytes of UTF-8. Over it the status is `REJECTED`, before parsing.
    pub code_bytes: u64,
    /// Script functions on the stack at once. Over it the status is `STACK_LIMIT`.
    pub stack_frames: u32,
    /// Length of the completion value as compact JSON, in bytes. Over it the status is `OUTPUT_LIMIT`.
    pub output_bytes: u64,
    /// Safepoints (loop turns and function entries) that may pass; `None` leaves the bound to `timeout_ms` alone.
    /// Over it the status is `TIMEOUT`. Unlike time it is the same on every machine.
    pub ticks: Option<u64>,
}

impl Limits {
    /// The limits of DESIGN section 1: 5 s, 32 MiB, 10 KiB, 100 frames, 1 KiB.
    pub const DEFAULT: Self = Self {
        timeout_ms: 5_000,
        memory_bytes: 32 << 20,
        code_bytes: 10 << 10,
        stack_frames: 100,
        output_bytes: 1 << 10,
        ticks: None,
    };

    /// Says whether every limit lies in its range.
    ///
    /// # Errors
    /// [`LimitError`] names the first limit that does not, and the range.
    pub fn validate(&self) -> Result<(), LimitError> {
        let rows = [
            ("timeout_ms", self.timeout_ms, 1, 3_600_000),
            ("memory_bytes", self.memory_bytes, 1 << 16, 4 << 30),
            ("code_bytes", self.code_bytes, 0, 16 << 20),
            ("stack_frames", u64::from(self.stack_frames), 1, 10_000),
            ("output_bytes", self.output_bytes, 0, 16 << 20),
            ("ticks", self.ticks.unwrap_or(1), 1, u64::MAX),
        ];
        for (name, value, min, max) in rows {
            if value < min || value > max {
                return Err(LimitError { name, value, min, max });
            }
        }
        Ok(())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A limit outside its range.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitError {
    /// The field of [`Limits`].
    pub name: &'static str,
    /// What it was set to.
    pub value: u64,
    /// The least it may be.
    pub min: u64,
    /// The most it may be.
    pub max: u64,
}

impl LimitError {
    /// The same in the unit of policy files and flags, which count memory in MiB.
    #[must_use]
    pub fn in_mebibytes(self) -> Self {
        match self.name {
            "memory_bytes" => {
                let mib = |bytes: u64| bytes >> 20;
                Self { name: "memory_mib", value: mib(self.value), min: mib(self.min).max(1), max: mib(self.max) }
            }
            _ => self,
        }
    }
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, value, min, max } = self;
        write!(f, "{name} is {value}, but it must be between {min} and {max}")
    }
}

impl std::error::Error for LimitError {}
