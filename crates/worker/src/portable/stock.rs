//! Keeps spare workers ahead of the programs that will need them. One long-lived thread starts them, and reaps those that are
//! done, so that neither keeps a program or its verdict waiting.

use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

use mikoshi_types::Limits;
use nix::unistd::Pid;

use super::process::Process;
use crate::cancel::{Target, is_cancelled};
use crate::protocol::{Exit, Hello, PORTABLE_ARGUMENT, Setup, WORKER_NAME, frame};
use crate::source::{Source, Worker};
use crate::stream::{Heard, read, stream_pair, write};
use crate::{Cancel, LayerState, PoolError, PoolOptions, locate};

/// How long a worker may take to become ready.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// More spares than this wait for nobody.
const MOST_SPARES: usize = 8;
/// Between attempts to start a worker that does not start.
const BACKOFF: Duration = Duration::from_millis(200);
/// How long executions wait while no worker can be started, before they are told.
const PATIENCE: Duration = Duration::from_secs(3);
/// So many spares in a row that end before they are ready are no accident.
const MOST_DEATHS: usize = 3;
/// Between looks at workers that were killed.
const REAP: Duration = Duration::from_millis(5);
/// The longest greeting: a line for each layer.
const LONGEST: usize = 64 << 10;

/// A worker that waits for its program, or will.
struct Spare {
    link: OwnedFd,
    process: Arc<Process>,
    /// Processor time that it had used when it was ready; `None` before.
    ready_after_us: Option<u64>,
    /// The limits that it has already run programs under. Its resource limits cannot be raised again.
    bound_to: Option<Limits>,
    /// How many programs it may still run.
    turns: u32,
}

impl Drop for Spare {
    fn drop(&mut self) {
        self.process.kill();
    }
}

struct State {
    spares: VecDeque<Spare>,
    /// Every worker that was not reaped yet, so that no execution has to wait until one has ended.
    processes: Vec<Arc<Process>>,
    /// Threads that are parked until a spare comes.
    waiting: Vec<Thread>,
    /// Why no worker can be started.
    failure: Option<PoolError>,
    closing: bool,
}

struct Shared {
    state: Mutex<State>,
    /// Notified when the thread has something to do.
    changed: Condvar,
    stock: usize,
    setup: Setup,
    worker: PathBuf,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a worker and tells it what it is to be. It is not waited for.
    fn spawn(&self) -> Result<Spare, PoolError> {
        let failed = |e: io::Error| PoolError::Start(format!("{} cannot be run: {e}", self.worker.display()));
        let setup = frame(&self.setup).map_err(|e| PoolError::Start(e.to_string()))?;
        let (link, theirs) = stream_pair().map_err(failed)?;
        let child = Command::new(&self.worker)
            .arg0(WORKER_NAME)
            .arg(PORTABLE_ARGUMENT)
            .env_clear()
            .stdin(theirs)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let pid = i32::try_from(child.id()).map_err(|e| PoolError::Start(e.to_string()))?;
        let process = Arc::new(Process::new(Pid::from_raw(pid)));
        // If that fails it is gone, or hangs: the greeting will tell.
        let _ = write(&link, &setup, Instant::now() + START_TIMEOUT);
        Ok(Spare { link, process, ready_after_us: None, bound_to: None, turns: self.setup.reuse })
    }

    /// Waits until a spare is ready.
    fn greet(&self, spare: &mut Spare) -> Result<Vec<LayerState>, PoolError> {
        match read(&spare.link, LONGEST, Instant::now() + START_TIMEOUT) {
            Heard::Frame(frame) => {
                let hello: Hello = postcard::from_bytes(&frame)
                    .map_err(|e| PoolError::Start(format!("the worker cannot be understood: {e}")))?;
                spare.ready_after_us = Some(hello.cpu_us);
                hello.greeting.posture()
            }
            Heard::Malformed(what) => Err(PoolError::Start(format!("the worker cannot be understood: {what}"))),
            Heard::Gone { .. } => Err(PoolError::ended_early(&self.worker)),
            Heard::Late => Err(PoolError::never_ready(&self.worker, START_TIMEOUT)),
        }
    }
}

impl State {
    fn add(&mut self, spare: Spare) {
        self.processes.push(Arc::clone(&spare.process));
        self.spares.push_back(spare);
    }

    fn reap(&mut self) {
        self.processes.retain(|p| !p.has_ended());
    }

    fn lacks(&self, stock: usize) -> bool {
        self.spares.len() < stock.saturating_add(self.waiting.len())
    }

    fn wake(&mut self) {
        for thread in self.waiting.drain(..) {
            thread.unpark();
        }
    }
}

/// The host's handle of the spares.
pub(crate) struct Stock {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Stock {
    /// Starts the first worker and waits until it is ready.
    pub(crate) fn start(options: &PoolOptions, workers: usize) -> Result<(Self, Vec<LayerState>), PoolError> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                spares: VecDeque::new(),
                processes: Vec::new(),
                waiting: Vec::new(),
                failure: None,
                closing: false,
            }),
            changed: Condvar::new(),
            stock: workers.min(MOST_SPARES),
            setup: Setup::new(options),
            worker: locate::worker(options.worker.as_ref())?,
        });
        let mut first = shared.spawn()?;
        let posture = shared.greet(&mut first)?;
        shared.lock().add(first);
        let thread = thread::Builder::new()
            .name("mikoshi-supervisor".to_owned())
            .spawn({
                let shared = Arc::clone(&shared);
                move || keep_stock(&shared)
            })
            .map_err(|e| PoolError::Start(format!("no thread can be had: {e}")))?;
        Ok((Self { shared, thread: Some(thread) }, posture))
    }

    /// A spare from the stock, ready or not, when there is one.
    fn pop(&self, limits: &Limits, cancel: Option<&Cancel>) -> Result<Spare, PoolError> {
        let deadline = Instant::now() + START_TIMEOUT;
        let me = thread::current();
        let mut watch = None;
        loop {
            {
                let mut state = self.shared.lock();
                state.waiting.retain(|t| t.id() != me.id());
                if is_cancelled(cancel) {
                    return Err(PoolError::Cancelled);
                }
                // Also those that a stranger has killed.
                state.spares.retain(|s| s.bound_to.is_none_or(|b| b == *limits) && !s.process.has_ended());
                if let Some(spare) = state.spares.pop_front() {
                    return Ok(spare);
                }
                if let Some(failure) = &state.failure {
                    return Err(failure.clone());
                }
                if Instant::now() >= deadline {
                    return Err(PoolError::never_ready(&self.shared.worker, START_TIMEOUT));
                }
                state.waiting.push(me.clone());
                self.shared.changed.notify_all();
            }
            if watch.is_none() {
                watch = cancel.map(|c| c.watch(Target::Thread(me.clone())));
            }
            if !is_cancelled(cancel) {
                thread::park_timeout(deadline.saturating_duration_since(Instant::now()));
            }
        }
    }
}

impl Source for Stock {
    type Worker<'a> = Taken<'a>;

    fn take(&self, limits: &Limits, cancel: Option<&Cancel>) -> Result<Taken<'_>, PoolError> {
        let mut deaths = 0;
        loop {
            let mut worker = Taken { spare: self.pop(limits, cancel)?, nudge: Nudge(&self.shared) };
            if worker.spare.ready_after_us.is_some() {
                return Ok(worker);
            }
            let watch = cancel.map(|c| c.watch(worker.target()));
            let greeted = self.shared.greet(&mut worker.spare);
            drop(watch);
            match greeted {
                _ if is_cancelled(cancel) => return Err(PoolError::Cancelled),
                Ok(_) => return Ok(worker),
                // By a stranger's hand, or because the machine has no room.
                Err(PoolError::Start(_)) if deaths < MOST_DEATHS => deaths += 1,
                Err(error) => return Err(error),
            }
        }
    }

    fn renew(&self) {
        self.shared.lock().spares.clear();
        self.shared.changed.notify_all();
    }

    fn replenish(&self) {
        self.shared.changed.notify_all();
    }
}

impl Drop for Stock {
    fn drop(&mut self) {
        self.shared.lock().closing = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // It ends every worker, so that nothing is left when this returns.
            let _ = thread.join();
        }
    }
}

/// The thread.
fn keep_stock(shared: &Shared) {
    let mut failing_since: Option<Instant> = None;
    loop {
        {
            let mut state = shared.lock();
            // Under load there is never time to wait, and the ended must still not pile up.
            state.reap();
            while !state.closing && !state.lacks(shared.stock) {
                let pause = if state.processes.iter().any(|p| p.is_ending()) { REAP } else { Duration::MAX };
                state = shared.changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
                state.reap();
            }
            if state.closing {
                state.spares.clear();
                // Waits for each.
                state.processes.clear();
                return;
            }
        }
        match shared.spawn() {
            Ok(spare) => {
                failing_since = None;
                let mut state = shared.lock();
                state.failure = None;
                state.add(spare);
                state.wake();
            }
            Err(error) => {
                let since = *failing_since.get_or_insert_with(Instant::now);
                let mut state = shared.lock();
                if since.elapsed() >= PATIENCE {
                    state.failure = Some(error);
                    state.wake();
                }
                drop(shared.changed.wait_timeout_while(state, BACKOFF, |s| !s.closing));
            }
        }
    }
}

/// A worker that belongs to one execution. It is killed when this is dropped.
pub(crate) struct Taken<'a> {
    spare: Spare,
    // Dropped after the spare.
    nudge: Nudge<'a>,
}

/// Has the thread look for the end of a worker when it is dropped.
struct Nudge<'a>(&'a Shared);

impl Drop for Nudge<'_> {
    fn drop(&mut self) {
        // The lock makes sure that the thread is not on its way from looking to waiting.
        drop(self.0.lock());
        self.0.changed.notify_all();
    }
}

impl Worker for Taken<'_> {
    fn link(&self) -> &OwnedFd {
        &self.spare.link
    }

    fn target(&self) -> Target {
        Target::Child(Arc::clone(&self.spare.process))
    }

    fn kill(&self) {
        self.spare.process.kill();
    }

    fn has_turns(&self) -> bool {
        self.spare.turns > 1
    }

    fn give_back(self, limits: &Limits) {
        let Self { mut spare, nudge } = self;
        spare.turns = spare.turns.saturating_sub(1);
        spare.bound_to = Some(*limits);
        let mut state = nudge.0.lock();
        if state.spares.len() < MOST_SPARES && !spare.process.has_ended() {
            state.spares.push_front(spare);
            state.wake();
        }
    }

    fn wait_for_exit(&self, timeout: Duration) -> Option<Exit> {
        let mut exit = self.spare.process.wait(timeout)?;
        exit.cpu_us = exit.cpu_us.saturating_sub(self.spare.ready_after_us.unwrap_or(0));
        Some(exit)
    }
}
