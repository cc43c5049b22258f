//! Ending an execution from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Thread;

/// Ends executions from another thread. Give a clone to [`crate::Pool::execute`] and keep one.
///
/// [`Cancel::cancel`] takes effect at once, wherever the execution is: in the queue, waiting for a worker, or running. It
/// stays cancelled: a later execution with the same handle ends before it starts.
#[derive(Debug, Clone, Default)]
pub struct Cancel {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    cancelled: AtomicBool,
    next: AtomicU64,
    targets: Mutex<Vec<(u64, Target)>>,
}

/// What has to be done so that an execution notices.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    /// It is parked.
    Thread(Thread),
    /// It waits for this process.
    #[cfg(target_os = "linux")]
    Process(Arc<std::os::fd::OwnedFd>),
    /// It waits for this child of ours.
    #[cfg(unix)]
    Child(Arc<crate::portable::Process>),
}

impl Target {
    fn rouse(&self) {
        match self {
            Self::Thread(thread) => thread.unpark(),
            #[cfg(target_os = "linux")]
            Self::Process(process) => crate::sys_unsafe::kill(std::os::fd::AsFd::as_fd(process)),
            #[cfg(unix)]
            Self::Child(process) => process.kill(),
        }
    }
}

impl Cancel {
    /// A handle that nothing uses yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every execution that has a clone of this handle.
    pub fn cancel(&self) {
        self.inner.cancelled.store(true, Ordering::SeqCst);
        for (_, target) in self.inner.targets.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            target.rouse();
        }
    }

    /// Whether [`Cancel::cancel`] was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.inner.cancelled.load(Ordering::SeqCst)
    }

    /// Has `target` roused at a cancellation, until the watch is dropped. One that has come already rouses it now.
    pub(crate) fn watch(&self, target: Target) -> Watch<'_> {
        let id = self.inner.next.fetch_add(1, Ordering::Relaxed);
        let mut targets = self.inner.targets.lock().unwrap_or_else(PoisonError::into_inner);
        // Under the lock that a cancellation takes after it has set the flag: it is seen either here or there.
        if self.is_cancelled() {
            target.rouse();
        }
        targets.push((id, target));
        drop(targets);
        Watch { cancel: self, id }
    }
}

/// A registration with [`Cancel`].
pub(crate) struct Watch<'a> {
    cancel: &'a Cancel,
    id: u64,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let mut targets = self.cancel.inner.targets.lock().unwrap_or_else(PoisonError::into_inner);
        targets.retain(|(id, _)| *id != self.id);
    }
}

/// Whether an optional handle was used.
pub(crate) fn is_cancelled(cancel: Option<&Cancel>) -> bool {
    cancel.is_some_and(Cancel::is_cancelled)
}
