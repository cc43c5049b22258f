//! Where the processes come from that run programs.

use std::os::fd::OwnedFd;
use std::time::Duration;

use mikoshi_types::Limits;

use crate::cancel::Target;
use crate::protocol::Exit;
use crate::{Cancel, PoolError};

/// Keeps workers in stock.
pub(crate) trait Source {
    type Worker<'a>: Worker
    where
        Self: 'a;

    /// A worker that waits for a program with these limits.
    fn take(&self, limits: &Limits, cancel: Option<&Cancel>) -> Result<Self::Worker<'_>, PoolError>;

    /// Has the stock replaced: something is wrong with it.
    fn renew(&self);

    /// Has the stock filled up.
    fn replenish(&self);
}

/// A process that belongs to one execution. It is killed when this is dropped.
pub(crate) trait Worker {
    /// The stream to it.
    fn link(&self) -> &OwnedFd;

    /// What a cancellation kills.
    fn target(&self) -> Target;

    fn kill(&self);

    /// Whether it can run another program.
    fn has_turns(&self) -> bool;

    /// Returns it to the stock: it has replied as it should and may run another program with the same limits.
    fn give_back(self, limits: &Limits);

    /// How it ended, if that becomes known within `timeout`.
    fn wait_for_exit(&self, timeout: Duration) -> Option<Exit>;
}
