//! A worker process as the host holds it: killed without a race on the reuse of its number, and reaped.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::protocol::Exit;
use crate::unix_unsafe::{has_ended, reap};

/// A child of this process. It is killed and reaped when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    pid: Pid,
    /// The lock is held while the number is used, so that nobody reaps it meanwhile.
    end: Mutex<End>,
}

#[derive(Debug, Clone, Copy)]
enum End {
    Lives,
    /// It was killed and is about to end.
    Killed,
    Reaped(Exit),
    /// The host ignores `SIGCHLD` or reaps strangers, so nobody will tell.
    Lost,
}

impl Process {
    /// `pid` is a child that was not waited for yet.
    pub(crate) fn new(pid: Pid) -> Self {
        Self { pid, end: Mutex::new(End::Lives) }
    }

    /// Kills the process and what it may have started. It is no error if it is gone already.
    pub(crate) fn kill(&self) {
        let mut end = self.look();
        if matches!(*end, End::Lives) {
            self.signal();
            *end = End::Killed;
        }
    }

    /// Whether it was killed and has not been reaped yet.
    pub(crate) fn is_ending(&self) -> bool {
        matches!(*self.look(), End::Killed)
    }

    /// Whether it is gone.
    pub(crate) fn has_ended(&self) -> bool {
        !matches!(*self.look(), End::Lives | End::Killed)
    }

    /// How it ended, if that happens within `timeout`.
    pub(crate) fn wait(&self, timeout: Duration) -> Option<Exit> {
        /// There is no portable way to wait for one child for a time. Only ends without a reply wait here.
        const STEP: Duration = Duration::from_micros(200);
        let deadline = Instant::now() + timeout;
        loop {
            match *self.look() {
                End::Reaped(exit) => return Some(exit),
                End::Lost => return None,
                End::Lives | End::Killed if Instant::now() >= deadline => return None,
                End::Lives | End::Killed => {}
            }
            thread::sleep(STEP);
        }
    }

    /// Looks whether it has ended, and reaps it then.
    fn look(&self) -> MutexGuard<'_, End> {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*end, End::Lives | End::Killed) {
            match has_ended(self.pid) {
                Ok(true) => {
                    // While its number is still taken: whatever it started is in its group, unless it left that.
                    self.signal();
                    *end = match reap(Some(self.pid)) {
                        Ok(Some((_, exit))) => End::Reaped(exit),
                        _ => End::Lost,
                    };
                }
                Err(Errno::ECHILD) => *end = End::Lost,
                Ok(false) | Err(_) => {}
            }
        }
        end
    }

    /// Kills the process and its group, which has its number once it has a session of its own.
    fn signal(&self) {
        let group = Pid::from_raw(self.pid.as_raw().saturating_neg());
        for target in [group, self.pid] {
            let _ = kill(target, Signal::SIGKILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        /// What was killed ends when the kernel comes to it. One that it cannot end (it waits for a device) is left behind.
        const PATIENCE: Duration = Duration::from_secs(5);
        self.kill();
        let _ = self.wait(PATIENCE);
    }
}
