//! Runs tc39/test262 through the whole pipeline (analyse, print, run in a realm of the `extended` policy), beside raw Boa on
//! the same files, and tells what the pipeline loses.
//!
//! The checkout is given by the caller and is never part of this repository. The files of its `harness/` folder run as a
//! trusted prelude, past the analyzer: they are not what is tested.

mod child;
mod metadata;
mod parent;

pub use child::serve;
pub use parent::{Options, run};

use serde::{Deserialize, Serialize};

/// How one engine did on one file in one mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// As test262 demands.
    Pass,
    /// Otherwise; what happened instead.
    Fail(String),
    /// Not run, or refused by policy on purpose; the reason, by which these are counted.
    Excluded(String),
    /// The process died or hung.
    Crash(String),
}

/// What the child process says of one file in one mode, one JSON object a line.
#[derive(Debug, Serialize, Deserialize)]
enum Said {
    /// The engine is about to run, so that a death can be laid at its door.
    Begin { engine: Engine, strict: bool },
    /// It ran.
    Result { engine: Engine, strict: bool, outcome: Outcome },
    /// The file is done.
    End,
}

/// Who ran it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
enum Engine {
    /// Boa with all it has, the text as it is.
    Raw,
    /// Analyzer, printer and realm.
    Pipeline,
}
