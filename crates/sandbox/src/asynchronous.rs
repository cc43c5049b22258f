//! Async twins of the calls that wait, for hosts that run on tokio.
//!
//! An execution blocks a thread of tokio's blocking pool while its worker runs. The gate in front lets only as many begin as
//! there are workers, so thousands of waiting futures hold no thread each.

use std::sync::Arc;
use std::time::Instant;

use mikoshi_types::{Limits, Verdict};
use mikoshi_worker::Cancel;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

use crate::sandbox::micros;
use crate::{Check, Error, Sandbox};

/// Bounds how many async calls run and how many wait.
pub(crate) struct Gate {
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

impl Gate {
    pub(crate) fn new(workers: usize, queue: usize) -> Self {
        let workers = workers.min(Semaphore::MAX_PERMITS);
        let admitted = workers.saturating_add(queue).min(Semaphore::MAX_PERMITS);
        Self { admitted: Arc::new(Semaphore::new(admitted)), running: Arc::new(Semaphore::new(workers)) }
    }

    /// A place to run; both permits are held until the execution is over.
    async fn enter(&self) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), Error> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|e| match e {
            TryAcquireError::NoPermits => Error::Busy,
            TryAcquireError::Closed => Error::Cancelled,
        })?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| Error::Cancelled)?;
        Ok((admitted, running))
    }
}

/// Cancels an execution whose future is dropped before it is done.
struct CancelOnDrop(Option<Cancel>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(cancel) = &self.0 {
            cancel.cancel();
        }
    }
}

impl Sandbox {
    /// [`Sandbox::execute`] for async hosts. Dropping the future cancels the execution and kills its worker; where
    /// [`Sandbox::with_cancel`] gave a handle, it is that handle which is used.
    ///
    /// # Errors
    /// As [`Sandbox::execute`]; [`Error::NoRuntime`] outside of a tokio runtime.
    pub async fn execute_async(&self, code: impl AsRef<[u8]>) -> Result<Verdict, Error> {
        self.run_async(code.as_ref(), self.limits).await
    }

    /// [`Sandbox::execute_with`] for async hosts. Dropping the future cancels the execution and kills its worker.
    ///
    /// # Errors
    /// As [`Sandbox::execute_with`]; [`Error::NoRuntime`] outside of a tokio runtime.
    pub async fn execute_with_async(&self, code: impl AsRef<[u8]>, limits: &Limits) -> Result<Verdict, Error> {
        self.run_async(code.as_ref(), *limits).await
    }

    async fn run_async(&self, code: &[u8], limits: Limits) -> Result<Verdict, Error> {
        let waiting = Instant::now();
        let (mut verdict, waited) = self
            .blocking(move || micros(waiting.elapsed()), code, move |sandbox, code| sandbox.execute_with(code, &limits))
            .await?;
        verdict.metrics.queue_us = verdict.metrics.queue_us.saturating_add(waited);
        Ok(verdict)
    }

    /// [`Sandbox::check`] for async hosts.
    ///
    /// # Errors
    /// As [`Sandbox::check`]; [`Error::NoRuntime`] outside of a tokio runtime.
    pub async fn check_async(&self, code: impl AsRef<[u8]>) -> Result<Check, Error> {
        Ok(self.blocking(|| (), code.as_ref(), |sandbox, code| sandbox.check(code)).await?.0)
    }

    /// Does `work` on a blocking thread once there is a place to run; `entered` is called at that moment.
    async fn blocking<T: Send + 'static, M>(
        &self,
        entered: impl FnOnce() -> M,
        code: &[u8],
        work: impl FnOnce(&Self, &[u8]) -> Result<T, Error> + Send + 'static,
    ) -> Result<(T, M), Error> {
        let handle = Handle::try_current().map_err(|_| Error::NoRuntime)?;
        let permits = self.shared.gate.enter().await?;
        let mark = entered();
        let cancel = self.cancel.clone().unwrap_or_default();
        let mut guard = CancelOnDrop(Some(cancel.clone()));
        let (sandbox, code) = (self.with_cancel(&cancel), code.to_vec());
        let task = handle.spawn_blocking(move || {
            let _permits = permits;
            work(&sandbox, &code)
        });
        let result =
            task.await.map_err(|e| if e.is_cancelled() { Error::Cancelled } else { Error::Lost(e.to_string()) })?;
        // The execution is over: the caller's own handle must not be spent.
        guard.0 = None;
        Ok((result?, mark))
    }
}
