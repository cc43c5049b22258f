//! Runs each accepted program in a process of its own: fork server, confinement, frame protocol, supervisor and metering
//! allocator. This crate is layer 4 of the design; `mikoshi-sandbox` is the face of it.

use std::fmt;
use std::path::PathBuf;

use mikoshi_analyzer::Program;
use mikoshi_types::{Diagnostic, Limits, Policy, Verdict};

/// Turns this process into a worker if it was started as one, and then never returns. Call it first in `main`.
pub fn init() {}

/// A layer of confinement around the process that runs a program.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// A process of its own for each program.
    Process,
}

impl Layer {
    /// Every layer, from the outermost in.
    pub const ALL: [Self; 1] = [Self::Process];

    /// The name that people see and that a waiver is given by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Process => "process",
        }
    }

    /// Finds a layer by its name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|l| l.name() == name)
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which layers an execution must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Isolation {
    in_process: bool,
    waived: Vec<Layer>,
}

impl Isolation {
    /// Every layer that the platform is expected to give; a missing one is an error.
    #[must_use]
    pub fn required() -> Self {
        Self { in_process: false, waived: Vec::new() }
    }

    /// No process at all: for tests, fuzzing and trusted code.
    #[must_use]
    pub fn in_process() -> Self {
        Self { in_process: true, waived: Vec::new() }
    }

    /// Goes on without `layer` where it cannot be had.
    #[must_use]
    pub fn waive(mut self, layer: Layer) -> Self {
        self.waived.push(layer);
        self
    }
}

/// How a [`Pool`] is set up.
#[non_exhaustive]
#[derive(Debug, Clone)]
pub struct PoolOptions {
    /// What programs find in their world.
    pub policy: Policy,
    /// Which layers they must have around them.
    pub isolation: Isolation,
    /// How many programs run side by side. At least 1.
    pub workers: usize,
    /// How many executions may wait for a worker before [`PoolError::Busy`].
    pub queue: usize,
    /// The worker executable; `None` looks for one (environment variable, [`init`], beside this executable).
    pub worker: Option<PathBuf>,
}

impl PoolOptions {
    /// One worker a core, a queue of 1,024, every layer.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        Self { policy, isolation: Isolation::required(), workers, queue: 1024, worker: None }
    }
}

/// What a layer is doing.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerState {
    /// The layer.
    pub layer: Layer,
    /// Whether it holds.
    pub state: State,
    /// Details: the ABI in use, or why it is missing.
    pub detail: String,
    /// Whether [`Isolation::required`] demands it.
    pub required: bool,
}

/// Whether a layer holds.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It holds.
    Active,
    /// The caller gave it up by name.
    Waived,
    /// The platform cannot give it.
    Unavailable,
}

/// Ends an execution from another thread.
#[derive(Debug, Clone, Default)]
pub struct Cancel {}

impl Cancel {
    /// Ends the execution.
    pub fn cancel(&self) {}
}

/// Why there is no verdict.
#[non_exhaustive]
#[derive(Debug)]
pub enum PoolError {
    /// All workers are busy and the queue is full.
    Busy,
    /// [`Cancel`] was used.
    Cancelled,
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Busy => "all workers are busy and the queue is full; try again later, or allow a longer queue",
            Self::Cancelled => "the execution was cancelled",
        })
    }
}

impl std::error::Error for PoolError {}

/// A set of workers under one policy. Cheap to clone; the last clone that is dropped takes every process with it.
#[derive(Clone)]
pub struct Pool {
    options: std::sync::Arc<PoolOptions>,
}

impl Pool {
    /// Starts the fork server and the first spare workers.
    ///
    /// # Errors
    /// When no worker executable is found or a layer that is not waived cannot be had.
    pub fn start(options: PoolOptions) -> Result<Self, PoolError> {
        Ok(Self { options: std::sync::Arc::new(options) })
    }

    /// Runs `program` on the calling thread's time. `metrics.analysis_us` is left at zero for the caller.
    ///
    /// # Errors
    /// Only for what is not the program's doing: a full queue, a cancellation, a fork server that cannot be had.
    pub fn execute(&self, program: &Program, limits: &Limits, cancel: Option<&Cancel>) -> Result<Verdict, PoolError> {
        let _ = (&self.options, program, limits, cancel);
        Ok(Verdict::new(mikoshi_types::Status::Failed))
    }

    /// Lets the engine's own parser judge `program` without running it: `None` if it accepts.
    ///
    /// # Errors
    /// As [`Pool::execute`].
    pub fn parse(&self, program: &Program, limits: &Limits) -> Result<Option<Diagnostic>, PoolError> {
        let _ = (program, limits);
        Ok(None)
    }

    /// Every layer and whether it holds.
    #[must_use]
    pub fn posture(&self) -> Vec<LayerState> {
        Vec::new()
    }
}
