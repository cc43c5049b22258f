//! The interface: a set of workers under one policy.

use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use mikoshi_analyzer::Program;
use mikoshi_runtime::Entropy;
use mikoshi_types::{Diagnostic, Limits, Policy, Verdict};

use crate::gate::Gate;
use crate::workers::Workers;
use crate::{Cancel, Isolation, Layer, LayerState, PoolError, State, in_process};

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
    /// How many programs one process may run, one after the other, each in a fresh realm. 1, the default, is one process for
    /// each program. With more, a program that has broken out of the engine and taken over its process can forge the verdicts
    /// of those that come after it there.
    pub reuse: u32,
    /// How many executions may wait for a worker before [`PoolError::Busy`].
    pub queue: usize,
    /// The worker executable; `None` looks for one: the environment variable `MIKOSHI_WORKER`, this program if it called
    /// [`crate::init`], `mikoshi` beside this executable.
    pub worker: Option<PathBuf>,
}

impl PoolOptions {
    /// One worker a core, a queue of 1,024, every layer.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        Self { policy, isolation: Isolation::required(), workers, reuse: 1, queue: 1024, worker: None }
    }
}

/// A set of workers under one policy. Cheap to clone; the last clone that is dropped takes every process with it.
#[derive(Clone)]
pub struct Pool {
    inner: Arc<Inner>,
}

struct Inner {
    gate: Gate,
    policy: Policy,
    posture: Vec<LayerState>,
    /// `None` runs programs in the calling thread.
    workers: Option<Workers>,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool")
            .field("policy", &self.inner.policy)
            .field("posture", &self.inner.posture)
            .finish_non_exhaustive()
    }
}

impl Pool {
    /// Starts the first workers.
    ///
    /// # Errors
    /// When no worker executable is found or a layer that is not waived cannot be had.
    pub fn start(options: PoolOptions) -> Result<Self, PoolError> {
        let count = options.workers.max(1);
        let gate = Gate::new(count, options.queue);
        let (workers, posture) = if options.isolation.in_process {
            let posture = Layer::ALL.map(|l| LayerState::new(l, State::Waived, "programs run in the host's process"));
            (None, posture.into())
        } else {
            let (workers, posture) = Workers::start(&options, count)?;
            (Some(workers), posture)
        };
        Ok(Self { inner: Arc::new(Inner { gate, policy: options.policy, posture, workers }) })
    }

    /// Runs `program` on the calling thread's time. `metrics.analysis_us` is left at zero for the caller.
    ///
    /// # Errors
    /// Only for what is not the program's doing: a full queue, a cancellation, a worker that cannot be had.
    pub fn execute(&self, program: &Program, limits: &Limits, cancel: Option<&Cancel>) -> Result<Verdict, PoolError> {
        limits.validate().map_err(PoolError::Limits)?;
        let called = Instant::now();
        let _permit = self.inner.gate.enter(cancel)?;
        let admitted = Instant::now();
        let mut verdict = match &self.inner.workers {
            Some(workers) => workers.execute(program, limits, cancel)?,
            None => in_process::execute(&self.inner.policy, program, limits),
        };
        verdict.metrics.queue_us = micros(admitted.duration_since(called));
        verdict.metrics.wall_us = micros(admitted.elapsed());
        Ok(verdict)
    }

    /// Lets the engine's own parser judge `program` without running it: `None` if it accepts.
    ///
    /// # Errors
    /// As [`Pool::execute`].
    pub fn parse(&self, program: &Program, limits: &Limits) -> Result<Option<Diagnostic>, PoolError> {
        limits.validate().map_err(PoolError::Limits)?;
        let _permit = self.inner.gate.enter(None)?;
        match &self.inner.workers {
            Some(workers) => workers.parse(program, limits),
            None => Ok(in_process::parse(&self.inner.policy, program)),
        }
    }

    /// Every layer and whether it holds.
    #[must_use]
    pub fn posture(&self) -> Vec<LayerState> {
        self.inner.posture.clone()
    }
}

/// Fresh entropy for one execution. The standard library keys its hashers from the system's generator.
pub(crate) fn entropy() -> Entropy {
    let mut entropy = Entropy::default();
    entropy.seed = RandomState::new().hash_one(Instant::now());
    entropy
}

pub(crate) fn micros(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
