//! The sandbox: text in, verdict out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mikoshi_analyzer::{Accepted, Rejection, analyze_bytes, place_exception};
use mikoshi_types::{Diagnostic, Limits, Policy, Severity, Verdict};
use mikoshi_worker::{Cancel, LayerState, Pool};
use serde::Serialize;

use crate::{Builder, Error};

/// Runs programs, each in a confined process of its own.
///
/// A sandbox is a handle: clones share the workers, and the last clone that is dropped takes every process with it. It can
/// be used from any number of threads at once.
#[derive(Clone)]
pub struct Sandbox {
    pub(crate) pool: Pool,
    pub(crate) limits: Limits,
    pub(crate) cancel: Option<Cancel>,
    pub(crate) shared: Arc<Shared>,
}

/// What all clones of a sandbox have in common, besides the pool.
pub(crate) struct Shared {
    pub(crate) policy: Policy,
    #[cfg(feature = "tokio")]
    pub(crate) gate: crate::asynchronous::Gate,
}

impl Shared {
    pub(crate) fn new(policy: Policy, workers: usize, queue: usize) -> Self {
        #[cfg(not(feature = "tokio"))]
        let _ = (workers, queue);
        Self {
            policy,
            #[cfg(feature = "tokio")]
            gate: crate::asynchronous::Gate::new(workers, queue),
        }
    }
}

/// What [`Sandbox::check`] finds.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Whether the program would run.
    pub accepted: bool,
    /// Errors, warnings and advice, the errors of a rejected program first in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Sandbox {
    /// A sandbox to set up.
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// Runs a program, given as text or as bytes, to its verdict. Blocks the calling thread until the verdict is there,
    /// which takes no longer than `timeout_ms` once a worker is free.
    ///
    /// # Errors
    /// Only for what is not the program's doing; see [`Error`].
    pub fn execute(&self, code: impl AsRef<[u8]>) -> Result<Verdict, Error> {
        self.run(code.as_ref(), &self.limits)
    }

    /// [`Sandbox::execute`] with limits for this one call.
    ///
    /// # Errors
    /// As [`Sandbox::execute`]; [`Error::Limits`] for a limit outside its range.
    pub fn execute_with(&self, code: impl AsRef<[u8]>, limits: &Limits) -> Result<Verdict, Error> {
        limits.validate()?;
        self.run(code.as_ref(), limits)
    }

    fn run(&self, code: &[u8], limits: &Limits) -> Result<Verdict, Error> {
        let start = Instant::now();
        let analysis = analyze_bytes(code, &self.shared.policy, limits);
        let analysis_us = micros(start.elapsed());
        let mut verdict = match analysis {
            Ok(Accepted { program, warnings, ending, .. }) => {
                let mut verdict = self.pool.execute(&program, limits, self.cancel.as_ref())?;
                place_exception(&mut verdict, &program.source);
                verdict.diagnostics.extend(warnings);
                ending.advise(&mut verdict, &program.source);
                verdict
            }
            Err(Rejection { diagnostics, .. }) => Verdict::rejected(diagnostics),
        };
        let metrics = &mut verdict.metrics;
        metrics.analysis_us = analysis_us;
        metrics.wall_us = micros(start.elapsed()).saturating_sub(metrics.queue_us);
        Ok(verdict)
    }

    /// Judges a program without running it: the analyzer's rules, then the engine's own parser in a worker.
    ///
    /// # Errors
    /// Only for what is not the program's doing; see [`Error`].
    pub fn check(&self, code: impl AsRef<[u8]>) -> Result<Check, Error> {
        match analyze_bytes(code.as_ref(), &self.shared.policy, &self.limits) {
            Ok(Accepted { program, warnings, .. }) => {
                let refusal = self.pool.parse(&program, &self.limits)?;
                let accepted = refusal.as_ref().is_none_or(|d| d.severity != Severity::Error);
                Ok(Check { accepted, diagnostics: refusal.into_iter().chain(warnings).collect() })
            }
            Err(Rejection { diagnostics, .. }) => Ok(Check { accepted: false, diagnostics }),
        }
    }

    /// The same workers, with `cancel` to end what this handle runs. Calls that wait then end with [`Error::Cancelled`].
    #[must_use]
    pub fn with_cancel(&self, cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.clone()), ..self.clone() }
    }

    /// What each program may use unless [`Sandbox::execute_with`] says otherwise.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What programs find in their world.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.shared.policy
    }

    /// Every layer of confinement and whether it holds.
    #[must_use]
    pub fn posture(&self) -> Vec<LayerState> {
        self.pool.posture()
    }
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox")
            .field("policy", &self.shared.policy)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

pub(crate) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
