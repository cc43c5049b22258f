//! How a sandbox is set up.

use std::path::PathBuf;
use std::sync::Arc;

use mikoshi_types::{Limits, Policy};
use mikoshi_worker::{Isolation, Pool, PoolOptions};

use crate::sandbox::Shared;
use crate::{Error, Sandbox};

/// Sets up a [`Sandbox`]. Everything has a safe default; [`Builder::build`] starts the workers.
#[must_use = "a builder does nothing until `build` is called"]
#[derive(Debug, Clone)]
pub struct Builder {
    options: PoolOptions,
    limits: Option<Limits>,
}

impl Builder {
    pub(crate) fn new() -> Self {
        Self { options: PoolOptions::new(Policy::default()), limits: None }
    }

    /// What programs find in their world; [`Policy::default`] unless set. Its limits hold unless [`Builder::limits`] is called.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.options.policy = policy;
        self
    }

    /// What each program may use, in place of the policy's limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Which layers of confinement must hold; [`Isolation::required`] unless set.
    pub fn isolation(mut self, isolation: Isolation) -> Self {
        self.options.isolation = isolation;
        self
    }

    /// How many programs run side by side; one a core unless set.
    pub fn workers(mut self, workers: usize) -> Self {
        self.options.workers = workers;
        self
    }

    /// How many programs one process may run, one after the other; 1 unless set.
    ///
    /// Each program gets a fresh realm either way, and a process is only used again after a program that came to its own end
    /// (passed, failed, or threw) and for one with the same limits. Still it is weaker: a program that has broken out of the
    /// engine and taken its process over stays there, and can forge the verdicts of the programs that come after it.
    pub fn worker_reuse(mut self, programs: u32) -> Self {
        self.options.reuse = programs;
        self
    }

    /// How many executions may wait for a worker before [`Error::Busy`]; 1,024 unless set.
    pub fn queue(mut self, queue: usize) -> Self {
        self.options.queue = queue;
        self
    }

    /// The executable that the workers run, in place of the search that [`init`](crate::init) describes.
    pub fn worker_path(mut self, path: impl Into<PathBuf>) -> Self {
        self.options.worker = Some(path.into());
        self
    }

    /// Starts the workers.
    ///
    /// # Errors
    /// [`Error::Limits`] and [`Error::NoWorkers`] for settings that make no sense; [`Error::Worker`] when no worker
    /// executable is found or a required layer of confinement cannot be had.
    pub fn build(self) -> Result<Sandbox, Error> {
        let Self { options, limits } = self;
        let limits = limits.unwrap_or_else(|| options.policy.limits());
        limits.validate()?;
        if options.workers == 0 {
            return Err(Error::NoWorkers);
        }
        let shared = Shared::new(options.policy.clone(), options.workers, options.queue);
        let pool = Pool::start(options)?;
        Ok(Sandbox { pool, limits, cancel: None, shared: Arc::new(shared) })
    }
}
