//! The fork server: one thread, a ready realm, and a child for each program.

use std::collections::HashMap;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::Limits;
use nix::fcntl::OFlag;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::socket::{AddressFamily, SockFlag, SockType, socketpair};
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, Pid, pipe2};
use seccompiler::BpfProgram;

use super::child;
use super::warm::{self, Footprint};
use crate::channel::Channel;
use crate::confine::{landlock, rlimits, seccomp};
use crate::ledger::Ledger;
use crate::protocol::{FromZygote, Greeting, Setup};
use crate::runner::Turns;
use crate::signal_unsafe::{exit_now, install_handlers};
use crate::stream::retry;
use crate::sys_unsafe::{drop_capabilities, fork, pidfd_open, prepare_allocator, trim_heap};
use crate::unix_unsafe::reap;
use crate::{Layer, panics, runner, text_unsafe};

/// What a child needs to know to confine itself.
pub(super) struct Stage {
    /// `None` when the layer is left out or waived and missing.
    pub(super) filter: Option<BpfProgram>,
    pub(super) left_out: Vec<Layer>,
    pub(super) footprint: Footprint,
    pub(super) turns: Turns,
}

/// Runs the fork server until the host closes the control socket.
pub(super) fn serve(setup: &Setup, control: &Channel, ledger: Ledger) -> ! {
    // Children inherit the stack that their parent stands on.
    stacker::grow(mikoshi_runtime::STACK_BYTES, || {
        let code = match run(setup, control, ledger) {
            Ok(()) => 0,
            Err(error) => {
                let _ = control.send(&FromZygote::Greeting(Greeting::Failed(error.to_string())), &[]);
                1
            }
        };
        exit_now(code)
    })
}

fn run(setup: &Setup, control: &Channel, mut ledger: Ledger) -> io::Result<()> {
    let policy = &setup.policy;
    let _ = prctl::set_name(c"mikoshi-zygote");
    text_unsafe::make_inheritable();
    // Other huge pages would be copied whole at a child's first write to them.
    let _ = prctl::set_thp_disable(true);
    let left_out = setup.left_out.clone();
    // Opened before Landlock.
    let gauge = rlimits::Gauge::open();
    install_handlers(runner::stack_limit())?;
    panics::prepare();
    prepare_allocator();
    // What the engine sets up at its first use is set up here, once, and not in every child.
    drop(Realm::new(policy).run(&warm::typical(), &Limits::default(), Entropy::default(), None));
    trim_heap();
    let realm = Realm::new(policy);
    let (from, to) = pipe2(OFlag::O_CLOEXEC)?;
    let footprint = match fork()? {
        ForkResult::Child => warm::probe(realm, to.into()),
        ForkResult::Parent { child } => {
            drop(to);
            let footprint = warm::learn(from);
            let _ = retry(|| waitpid(child, None));
            footprint
        }
    };
    let children = child_signals()?;

    ledger.install(Layer::NonDumpable, || {
        prctl::set_dumpable(false).map(|()| "set".to_owned()).map_err(|e| e.to_string())
    });
    ledger.metered_allocator();
    ledger.install(Layer::Capabilities, || {
        drop_capabilities().map(|()| "none".to_owned()).map_err(|e| format!("they cannot be dropped: {e}"))
    });
    ledger.install(Layer::Landlock, landlock::enter);
    // The rest holds for children, from before they read their program. Whether it can be had is tried out in one.
    let mut filter = None;
    ledger.install(Layer::Seccomp, || {
        let compiled = seccomp::compile(|row| !setup.refused_calls.iter().any(|r| r == row.name))?;
        child::try_out(|| seccomp::enter(&compiled).is_ok())
            .map_err(|e| format!("the kernel refused the filter: {e}"))?;
        let detail = format!("{} calls allowed, any other kills", seccomp::ALLOWED.len());
        filter = Some(compiled);
        Ok(detail)
    });
    ledger.install(Layer::Rlimits, || {
        child::try_out(|| rlimits::close().is_ok())
            .map(|()| rlimits::DETAIL.to_owned())
            .map_err(|e| format!("the kernel refused them: {e}"))
    });

    // A child starts with no processor time used.
    let base = rlimits::Base { data: gauge.read(), cpu_ms: 0 };
    let base = (!left_out.contains(&Layer::Rlimits)).then_some(base);
    let turns = Turns { reuse: setup.reuse, policy: setup.policy.clone(), base };
    let stage = Stage { filter, left_out, footprint, turns };

    let greeting = ledger.greeting();
    let ready = matches!(greeting, Greeting::Ready(_));
    control.send(&FromZygote::Greeting(greeting), &[])?;
    if !ready {
        return Ok(());
    }
    Server { control, children, stage, alive: HashMap::new(), forked: 0 }.answer_all(realm)
}

struct Server<'a> {
    control: &'a Channel,
    children: SignalFd,
    stage: Stage,
    /// The host's names of the children that were not reaped yet.
    alive: HashMap<Pid, u64>,
    forked: u64,
}

impl Server<'_> {
    fn answer_all(mut self, realm: Realm) -> io::Result<()> {
        // A child takes the realm with it, so there must be only one way to reach it.
        loop {
            let (asked, ended) = self.wait()?;
            if ended {
                // Drained before reaping: an end that comes in between makes it readable again.
                while self.children.read_signal()?.is_some() {}
                self.reap_all()?;
            }
            if asked {
                let Some((count, _)) = self.control.receive::<u32>(None)? else {
                    return Ok(());
                };
                for _ in 0..count {
                    let (host_end, child_end) =
                        socketpair(AddressFamily::Unix, SockType::Stream, None, SockFlag::SOCK_CLOEXEC)?;
                    match fork()? {
                        ForkResult::Child => {
                            drop(host_end);
                            child::run(realm, &child_end, &self.stage)
                        }
                        ForkResult::Parent { child } => self.announce(child, &host_end)?,
                    }
                }
            }
        }
    }

    /// Waits until the host asks for something or a child ends.
    fn wait(&self) -> io::Result<(bool, bool)> {
        let mut descriptors = [
            PollFd::new(self.control.as_fd(), PollFlags::POLLIN),
            PollFd::new(self.children.as_fd(), PollFlags::POLLIN),
        ];
        retry(|| poll(&mut descriptors, PollTimeout::NONE))?;
        let [asked, ended] = descriptors.map(|d| d.any().unwrap_or(true));
        Ok((asked, ended))
    }

    fn announce(&mut self, child: Pid, host_end: &OwnedFd) -> io::Result<()> {
        self.forked += 1;
        self.alive.insert(child, self.forked);
        // Not waited for yet, so the number still means this child.
        let process = pidfd_open(child)?;
        self.control.send(&FromZygote::Spare { child: self.forked }, &[host_end.as_fd(), process.as_fd()])
    }

    fn reap_all(&mut self) -> io::Result<()> {
        while let Ok(Some((pid, exit))) = reap(None) {
            if let Some(child) = self.alive.remove(&pid) {
                self.control.send(&FromZygote::Exited { child, exit }, &[])?;
            }
        }
        Ok(())
    }
}

/// A descriptor that tells when children end.
fn child_signals() -> io::Result<SignalFd> {
    let mut mask = SigSet::empty();
    mask.add(Signal::SIGCHLD);
    mask.thread_block()?;
    Ok(SignalFd::with_flags(&mask, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?)
}
