//! Why there is no verdict.

use std::fmt;

use mikoshi_types::LimitError;
use mikoshi_worker::PoolError;

/// Why a call gave no verdict. Never the program's doing: what a program does wrong is a [`Verdict`](crate::Verdict).
#[non_exhaustive]
#[derive(Debug)]
pub enum Error {
    /// A limit lies outside its range.
    Limits(LimitError),
    /// [`Builder::workers`](crate::Builder::workers) was zero.
    NoWorkers,
    /// All workers are busy and the queue is full.
    Busy,
    /// The execution was cancelled.
    Cancelled,
    /// The workers cannot be had: no executable for them, a layer of confinement that is missing, a fork server that
    /// does not start. The message says what to do.
    Worker(PoolError),
    /// An async call was made outside of a tokio runtime.
    NoRuntime,
    /// The thread that waited for the worker ended early; a fault in mikoshi.
    Lost(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limits(error) => error.fmt(f),
            Self::NoWorkers => f.write_str("`workers` is 0, but at least one program must be able to run"),
            Self::Busy => f.write_str(
                "all workers are busy and the queue is full; try again later, or build the sandbox with more `workers` or a longer `queue`",
            ),
            Self::Cancelled => f.write_str("the execution was cancelled"),
            Self::Worker(error) => error.fmt(f),
            Self::NoRuntime => f.write_str("the async calls need a running tokio runtime; outside of one use `execute`"),
            Self::Lost(what) => write!(f, "the thread that waited for the worker ended early: {what}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // Their text is this error's own text already; a chain that repeats it says nothing new.
            Self::Limits(error) => std::error::Error::source(error),
            Self::Worker(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}

impl From<LimitError> for Error {
    fn from(error: LimitError) -> Self {
        Self::Limits(error)
    }
}

impl From<PoolError> for Error {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Busy => Self::Busy,
            PoolError::Cancelled => Self::Cancelled,
            other => Self::Worker(other),
        }
    }
}
