//! Keeps one fork server alive and spares in stock. One long-lived thread: it starts the fork server (whose life hangs on
//! the thread that started it), listens to it, and starts another when it dies.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

use mikoshi_types::Limits;
use nix::sys::socket::{Shutdown, shutdown};
use nix::unistd::Pid;

use crate::cancel::{Target, is_cancelled};
use crate::channel::Channel;
use crate::protocol::{Exit, FromZygote, Setup, WORKER_ARGUMENT, WORKER_NAME};
use crate::source::{Source, Worker};
use crate::sys_unsafe::{kill, pidfd_open};
use crate::{Cancel, LayerState, PoolError, PoolOptions, locate};

/// How long a fork server may take to become ready, and a spare to appear.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// More spares than this are more than one fork server can use up.
const MOST_SPARES: usize = 8;
/// Between attempts to start a fork server that does not start.
const BACKOFF: Duration = Duration::from_millis(200);
/// How long executions wait while the fork server does not start again, before they are told.
const PATIENCE: Duration = Duration::from_secs(3);
/// A fork server that lived shorter than this is not replaced at once.
const SHORT_LIFE: Duration = Duration::from_millis(50);

/// The generation of the fork server and its number for the child.
type Key = (u64, u64);

/// A child that waits for its program.
struct Spare {
    key: Key,
    link: Arc<OwnedFd>,
    process: Arc<OwnedFd>,
    /// The limits that it has already run programs under. Its resource limits cannot be raised again.
    bound_to: Option<Limits>,
    /// How many programs it may still run.
    turns: u32,
}

impl Drop for Spare {
    fn drop(&mut self) {
        kill(self.process.as_fd());
    }
}

/// What is known of a child that runs a program.
#[derive(Clone, Copy)]
enum End {
    Unknown,
    Reaped(Exit),
    /// Its fork server is gone, so nobody will tell.
    Lost,
}

struct State {
    control: Option<Arc<Channel>>,
    generation: u64,
    spares: VecDeque<Spare>,
    /// Spares that were asked for and have not come yet.
    asked: usize,
    /// Threads that are parked until a spare comes.
    waiting: Vec<Thread>,
    taken: HashMap<Key, End>,
    /// The links of children that were let go and whose end has not been told yet. They are closed only then: two processors that
    /// close both ends of a socket at once wait for each other, which was a tenth of the processor time of a small verdict.
    links: HashMap<Key, Arc<OwnedFd>>,
    /// Why there is no fork server.
    failure: Option<PoolError>,
    closing: bool,
}

struct Shared {
    state: Mutex<State>,
    /// Notified when a child is reaped or lost, and when the pool closes.
    changed: Condvar,
    stock: usize,
    /// How many programs a child may run.
    reuse: u32,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Asks for as many spares as the stock and the waiting threads lack.
    fn ask(&mut self, stock: usize) {
        let wanted = stock.saturating_add(self.waiting.len());
        let lacking = wanted.saturating_sub(self.spares.len().saturating_add(self.asked));
        if let (Some(control), Ok(count @ 1..)) = (&self.control, u32::try_from(lacking))
            // The lock is held, so this must not wait. A full socket is asked again at the next spare.
            && control.try_send(&count).is_ok()
        {
            self.asked = self.asked.saturating_add(lacking);
        }
    }

    /// Ends the fork server: it goes when its socket does, and so does the supervisor's patience with it.
    fn hang_up(&self) {
        if let Some(control) = &self.control {
            let _ = shutdown(control.as_fd().as_raw_fd(), Shutdown::Both);
        }
    }

    fn wake(&mut self) {
        for thread in self.waiting.drain(..) {
            thread.unpark();
        }
    }
}

/// The host's handle of the fork server.
pub(crate) struct Supervisor {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Supervisor {
    /// Starts the fork server and waits until it is ready.
    pub(crate) fn start(options: &PoolOptions, workers: usize) -> Result<(Self, Vec<LayerState>), PoolError> {
        let worker = locate::worker(options.worker.as_ref())?;
        let setup = Setup::new(options);
        let reuse = setup.reuse;
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                control: None,
                generation: 0,
                spares: VecDeque::new(),
                asked: 0,
                waiting: Vec::new(),
                taken: HashMap::new(),
                links: HashMap::new(),
                failure: None,
                closing: false,
            }),
            changed: Condvar::new(),
            stock: workers.min(MOST_SPARES),
            reuse,
        });
        let (sender, receiver) = sync_channel(1);
        let thread = thread::Builder::new()
            .name("mikoshi-supervisor".to_owned())
            .spawn({
                let shared = Arc::clone(&shared);
                move || supervise(&shared, &setup, &worker, sender)
            })
            .map_err(|e| PoolError::Start(format!("no thread can be had: {e}")))?;
        let supervisor = Self { shared, thread: Some(thread) };
        let posture = receiver.recv().map_err(|_| PoolError::Start("the supervisor ended".to_owned()))??;
        Ok((supervisor, posture))
    }
}

impl Source for Supervisor {
    type Worker<'a> = Taken<'a>;

    fn take(&self, limits: &Limits, cancel: Option<&Cancel>) -> Result<Taken<'_>, PoolError> {
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
                state.spares.retain(|s| s.bound_to.is_none_or(|bound| bound == *limits));
                if let Some(spare) = state.spares.pop_front() {
                    state.taken.insert(spare.key, End::Unknown);
                    let booking = Booking { supervisor: self, key: spare.key, link: Arc::clone(&spare.link) };
                    return Ok(Taken { booking, spare });
                }
                if let Some(failure) = &state.failure {
                    return Err(failure.clone());
                }
                if Instant::now() >= deadline {
                    // Something holds the fork server.
                    state.hang_up();
                    return Err(PoolError::Start(format!(
                        "no process became ready within {} s",
                        START_TIMEOUT.as_secs()
                    )));
                }
                state.waiting.push(me.clone());
                state.ask(self.shared.stock);
            }
            if watch.is_none() {
                watch = cancel.map(|c| c.watch(Target::Thread(me.clone())));
            }
            if !is_cancelled(cancel) {
                thread::park_timeout(deadline.saturating_duration_since(Instant::now()));
            }
        }
    }

    fn renew(&self) {
        self.shared.lock().hang_up();
    }

    fn replenish(&self) {
        self.shared.lock().ask(self.shared.stock);
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        {
            let mut state = self.shared.lock();
            state.closing = true;
            state.hang_up();
            self.shared.changed.notify_all();
        }
        if let Some(thread) = self.thread.take() {
            // It ends the fork server and waits for it, so that nothing is left when this returns.
            let _ = thread.join();
        }
    }
}

/// A child that belongs to one execution. It is killed when this is dropped.
pub(crate) struct Taken<'a> {
    booking: Booking<'a>,
    spare: Spare,
}

/// Has the end of a child noted, until it is dropped.
struct Booking<'a> {
    supervisor: &'a Supervisor,
    key: Key,
    link: Arc<OwnedFd>,
}

impl Drop for Booking<'_> {
    fn drop(&mut self) {
        let mut state = self.supervisor.shared.lock();
        if let Some(End::Unknown) = state.taken.remove(&self.key) {
            state.links.insert(self.key, Arc::clone(&self.link));
        }
    }
}

impl Worker for Taken<'_> {
    fn link(&self) -> &OwnedFd {
        &self.spare.link
    }

    fn target(&self) -> Target {
        Target::Process(Arc::clone(&self.spare.process))
    }

    fn kill(&self) {
        kill(self.spare.process.as_fd());
    }

    fn has_turns(&self) -> bool {
        self.spare.turns > 1
    }

    fn give_back(self, limits: &Limits) {
        let Self { booking, mut spare } = self;
        spare.turns = spare.turns.saturating_sub(1);
        spare.bound_to = Some(*limits);
        let mut state = booking.supervisor.shared.lock();
        let lives = matches!(state.taken.get(&spare.key), Some(End::Unknown));
        if lives && state.generation == spare.key.0 && state.spares.len() < MOST_SPARES {
            state.spares.push_front(spare);
            state.wake();
        }
    }

    fn wait_for_exit(&self, timeout: Duration) -> Option<Exit> {
        let shared = &self.booking.supervisor.shared;
        let key = self.booking.key;
        let unknown = |state: &mut State| matches!(state.taken.get(&key), Some(End::Unknown));
        let state = shared.lock();
        let (state, _) =
            shared.changed.wait_timeout_while(state, timeout, unknown).unwrap_or_else(PoisonError::into_inner);
        match state.taken.get(&key) {
            Some(End::Reaped(exit)) => Some(*exit),
            _ => None,
        }
    }
}

/// The supervisor's thread.
fn supervise(shared: &Shared, setup: &Setup, worker: &Path, started: SyncSender<Result<Vec<LayerState>, PoolError>>) {
    let mut started = Some(started);
    let mut last_ready = Instant::now();
    loop {
        let born = Instant::now();
        let outcome = Zygote::start(setup, worker);
        match outcome {
            Ok((zygote, posture)) => {
                attach(shared, &zygote);
                if let Some(started) = started.take() {
                    let _ = started.send(Ok(posture));
                }
                listen(shared, &zygote);
                detach(shared);
                drop(zygote);
                last_ready = Instant::now();
            }
            Err(error) => {
                if let Some(started) = started.take() {
                    let _ = started.send(Err(error));
                    return;
                }
                // It has started before, so one failure may be an accident, or a stranger's hand.
                if last_ready.elapsed() >= PATIENCE {
                    let mut state = shared.lock();
                    state.failure = Some(error);
                    state.wake();
                }
            }
        }
        let state = shared.lock();
        let pause = if state.failure.is_some() { BACKOFF } else { SHORT_LIFE.saturating_sub(born.elapsed()) };
        let (state, _) =
            shared.changed.wait_timeout_while(state, pause, |s| !s.closing).unwrap_or_else(PoisonError::into_inner);
        if state.closing {
            return;
        }
    }
}

fn attach(shared: &Shared, zygote: &Zygote) {
    let mut state = shared.lock();
    state.generation += 1;
    state.failure = None;
    state.asked = 0;
    state.control = Some(Arc::clone(&zygote.control));
    if state.closing {
        state.hang_up();
    }
    state.ask(shared.stock);
}

fn detach(shared: &Shared) {
    let mut state = shared.lock();
    state.control = None;
    state.asked = 0;
    state.spares.clear();
    state.links.clear();
    for end in state.taken.values_mut() {
        if matches!(end, End::Unknown) {
            *end = End::Lost;
        }
    }
    state.wake();
    shared.changed.notify_all();
}

/// Takes in spares and ends until the fork server is gone.
fn listen(shared: &Shared, zygote: &Zygote) {
    while let Ok(Some((message, descriptors))) = zygote.control.receive::<FromZygote>(None) {
        let mut state = shared.lock();
        let generation = state.generation;
        match message {
            FromZygote::Spare { child } => {
                let Ok([link, process]) = <[OwnedFd; 2]>::try_from(descriptors) else {
                    return;
                };
                state.asked = state.asked.saturating_sub(1);
                let key = (generation, child);
                let (link, process, turns) = (Arc::new(link), Arc::new(process), shared.reuse);
                state.spares.push_back(Spare { key, link, process, bound_to: None, turns });
                state.wake();
            }
            FromZygote::Exited { child, exit } => {
                let key = (generation, child);
                state.links.remove(&key);
                if let Some(end) = state.taken.get_mut(&key) {
                    *end = End::Reaped(exit);
                    shared.changed.notify_all();
                } else if state.spares.iter().any(|s| s.key == key) {
                    state.spares.retain(|s| s.key != key);
                    state.ask(shared.stock);
                }
            }
            // It says why it ends.
            _ => return,
        }
    }
}

/// A fork server and its launcher. Both are gone when this is dropped.
struct Zygote {
    control: Arc<Channel>,
    launcher: Child,
    /// Of the launcher, and of the fork server once it is known.
    processes: Vec<OwnedFd>,
}

impl Zygote {
    fn start(setup: &Setup, worker: &Path) -> Result<(Self, Vec<LayerState>), PoolError> {
        let deadline = Instant::now() + START_TIMEOUT;
        let mut zygote = Self::spawn(setup, worker)
            .map_err(|e| PoolError::Start(format!("{} cannot be run: {e}", worker.display())))?;
        loop {
            match zygote.control.receive::<FromZygote>(Some(deadline)) {
                Ok(Some((FromZygote::Launched, processes))) => zygote.processes.extend(processes),
                Ok(Some((FromZygote::Greeting(greeting), _))) => return Ok((zygote, greeting.posture()?)),
                Ok(Some(_)) => return Err(PoolError::Start("it speaks another protocol".to_owned())),
                Ok(None) => return Err(PoolError::ended_early(worker)),
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                    return Err(PoolError::never_ready(worker, START_TIMEOUT));
                }
                Err(error) => return Err(PoolError::Start(format!("it cannot be understood: {error}"))),
            }
        }
    }

    fn spawn(setup: &Setup, worker: &Path) -> io::Result<Self> {
        let (control, theirs) = Channel::pair()?;
        control.send(setup, &[])?;
        let launcher = Command::new(worker)
            .arg0(WORKER_NAME)
            .arg(WORKER_ARGUMENT)
            .env_clear()
            .stdin(theirs)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let pid = i32::try_from(launcher.id()).map_err(io::Error::other)?;
        // Not waited for yet, so the number still means it.
        let process = pidfd_open(Pid::from_raw(pid));
        let mut zygote = Self { control: Arc::new(control), launcher, processes: Vec::new() };
        zygote.processes.push(process?);
        Ok(zygote)
    }
}

impl Drop for Zygote {
    fn drop(&mut self) {
        // The fork server first: with it go all its children, and then the launcher has nothing to wait for.
        for process in self.processes.iter().rev() {
            kill(process.as_fd());
        }
        // Fails when the host ignores SIGCHLD or reaps strangers; then there is nothing to reap.
        let _ = self.launcher.wait();
    }
}
