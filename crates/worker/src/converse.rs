//! One execution as the host sees it: hand the program to a spare, wait for the reply or the deadline, judge what came.

use std::os::fd::{AsFd as _, AsRawFd as _, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mikoshi_analyzer::Program;
use mikoshi_types::{Code, Diagnostic, Limits, Status, Verdict};
use nix::errno::Errno;
use nix::poll::PollFlags;
use nix::sys::signal::Signal;
use nix::sys::socket::{AddressFamily, MsgFlags, SockFlag, SockType, recv, send, socketpair};

use crate::cancel::{Target, is_cancelled};
use crate::channel::wait;
use crate::pool::{entropy, micros};
use crate::protocol::{Exit, PREFIX, RequestRef, Task, reply_cap, request_frame};
use crate::reply::{Judge, Reply, timed_out};
use crate::signal_unsafe::monotonic_ns;
use crate::supervisor::{Supervisor, Taken};
use crate::{Cancel, PoolError};

/// The host kills a worker this much after the program's deadline. The worker itself ends in time unless it is starved or no
/// longer ours; the time from the hand-over to the program's start is not the program's.
const GRACE: Duration = Duration::from_millis(250);

/// How long to wait for the fork server to tell how a worker died.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Runs a program to its verdict.
pub(crate) fn execute(
    supervisor: &Supervisor,
    program: &Program,
    limits: &Limits,
    cancel: Option<&Cancel>,
) -> Result<Verdict, PoolError> {
    match converse(supervisor, Task::Run, program, limits, cancel)? {
        Reply::Verdict(verdict) => Ok(*verdict),
        Reply::Parsed(_) => Ok(malformed("the answer to another question")),
    }
}

/// Lets the engine's parser judge a program.
pub(crate) fn parse(
    supervisor: &Supervisor,
    program: &Program,
    limits: &Limits,
) -> Result<Option<Diagnostic>, PoolError> {
    match converse(supervisor, Task::Parse, program, limits, None)? {
        Reply::Parsed(diagnostic) => Ok(diagnostic),
        // The parser itself came to an end that is a verdict: out of time, out of stack, a crash.
        Reply::Verdict(verdict) => Ok(verdict.diagnostics.into_iter().next()),
    }
}

fn converse(
    supervisor: &Supervisor,
    task: Task,
    program: &Program,
    limits: &Limits,
    cancel: Option<&Cancel>,
) -> Result<Reply, PoolError> {
    // A worker can die before it has read its program: with its fork server, or by a stranger's hand. The program has not
    // begun then, so another worker gets it; once, because two such deaths are no accident.
    for _ in 0..2 {
        let worker = supervisor.take(limits, cancel)?;
        let talk = Talk { supervisor, worker, task, program, limits, started: Instant::now() };
        let watch = cancel.map(|c| c.watch(Target::Process(Arc::clone(talk.worker.process()))));
        let heard = talk.talk();
        drop(watch);
        if is_cancelled(cancel) {
            return Err(PoolError::Cancelled);
        }
        if let Some(reply) = talk.conclude(heard) {
            if talk.worker.has_turns() {
                if ended_by_itself(&reply) {
                    talk.worker.give_back(limits);
                } else {
                    supervisor.replenish();
                }
            }
            return Ok(reply);
        }
    }
    // Nor is it the program's doing: something is wrong with the fork server.
    supervisor.renew();
    Ok(verdict(crashed("two processes died before they had begun with the program")))
}

/// Whether a program came to its own end, so that nothing is in doubt about the process it ran in.
fn ended_by_itself(reply: &Reply) -> bool {
    matches!(reply, Reply::Verdict(v) if matches!(v.status, Status::Passed | Status::Failed | Status::RuntimeError))
}

/// How a talk went.
enum Heard {
    /// A whole frame, without its length.
    Frame(Vec<u8>),
    /// The stream ended. The worker had read the whole request, or not.
    Gone { begun: bool },
    /// The deadline came first.
    Late,
    /// What came breaks the protocol.
    Malformed(&'static str),
}

struct Talk<'a> {
    supervisor: &'a Supervisor,
    worker: Taken<'a>,
    task: Task,
    program: &'a Program,
    limits: &'a Limits,
    started: Instant,
}

impl Talk<'_> {
    fn talk(&self) -> Heard {
        let deadline = self.started + Duration::from_millis(self.limits.timeout_ms) + GRACE;
        let request = RequestRef {
            task: self.task,
            sent_ns: monotonic_ns(),
            seed: entropy().seed,
            limits: *self.limits,
            program: self.program,
        };
        let Ok(frame) = request_frame(&request) else {
            return Heard::Malformed("a program too large to send");
        };
        if let Some(early) = write(self.worker.link(), &frame, deadline) {
            return early;
        }
        // The worker is busy from here on; now is the time to have the next one made.
        if !self.worker.has_turns() {
            self.supervisor.replenish();
        }
        read(self.worker.link(), reply_cap(self.limits), deadline)
    }

    /// Turns what was heard into a reply; `None` if the program had not begun.
    fn conclude(&self, heard: Heard) -> Option<Reply> {
        let elapsed_us = micros(self.started.elapsed());
        match heard {
            Heard::Frame(frame) => {
                let judge = Judge { task: self.task, program: self.program, limits: self.limits, elapsed_us };
                let reply = judge.judge(&frame).unwrap_or_else(|what| verdict(malformed(what)));
                Some(match reply {
                    Reply::Verdict(v) if v.status == Status::Timeout => verdict(self.explain_timeout(*v)),
                    // A worker that ended itself in a hurry could not look at its own clock.
                    Reply::Verdict(mut v) if v.metrics.cpu_us == 0 => {
                        self.worker.kill();
                        v.metrics.cpu_us = self.worker.wait_for_exit(EXIT_TIMEOUT).map_or(0, |e| e.cpu_us);
                        Reply::Verdict(v)
                    }
                    other => other,
                })
            }
            Heard::Gone { begun: false } => None,
            Heard::Gone { begun: true } => {
                let exit = self.worker.wait_for_exit(EXIT_TIMEOUT);
                // The kernel's own limit on processor time kills too.
                let out_of_time = elapsed_us >= self.limits.timeout_ms.saturating_mul(1_000);
                Some(verdict(if out_of_time { self.explain_timeout(self.timed_out()) } else { died(exit) }))
            }
            Heard::Late => Some(verdict(self.explain_timeout(self.timed_out()))),
            Heard::Malformed(what) => Some(verdict(malformed(what))),
        }
    }

    fn timed_out(&self) -> Verdict {
        let mut verdict = timed_out(self.limits);
        verdict.metrics.run_us = micros(self.started.elapsed());
        verdict
    }

    /// Adds what the kernel knows of a worker that ran out of time.
    fn explain_timeout(&self, mut verdict: Verdict) -> Verdict {
        self.worker.kill();
        let Some(exit) = self.worker.wait_for_exit(EXIT_TIMEOUT) else {
            return verdict;
        };
        verdict.metrics.cpu_us = exit.cpu_us;
        let timeout_us = self.limits.timeout_ms.saturating_mul(1_000);
        // A bound on ticks is met in processor time, so it says nothing of the machine.
        let starved = exit.cpu_us < timeout_us / 4 && verdict.metrics.run_us >= timeout_us;
        if let Some(diagnostic) = verdict.diagnostics.first_mut().filter(|_| starved) {
            diagnostic.help = Some(format!(
                "its process got only {} ms of processor time: the machine is overloaded; run fewer programs at once or allow \
                 more time",
                exit.cpu_us / 1_000
            ));
        }
        verdict
    }
}

/// Sends the request. `Some` if that already ends the talk.
fn write(link: &OwnedFd, mut bytes: &[u8], deadline: Instant) -> Option<Heard> {
    while !bytes.is_empty() {
        match send(link.as_raw_fd(), bytes, MsgFlags::MSG_NOSIGNAL | MsgFlags::MSG_DONTWAIT) {
            Ok(n) => bytes = bytes.get(n..).unwrap_or(&[]),
            Err(Errno::EINTR) => {}
            Err(Errno::EAGAIN) => match wait(link.as_fd(), PollFlags::POLLOUT, deadline) {
                Ok(true) => {}
                Ok(false) => return Some(Heard::Late),
                Err(_) => return Some(Heard::Gone { begun: false }),
            },
            // It is gone and cannot have read what was not sent.
            Err(_) => return Some(Heard::Gone { begun: false }),
        }
    }
    None
}

/// Reads one frame of at most `cap` bytes. Allocates for what has come, not for what is announced.
fn read(link: &OwnedFd, cap: usize, deadline: Instant) -> Heard {
    let mut frame = Vec::new();
    let mut chunk = [0; 4 << 10];
    loop {
        let received = match recv(link.as_raw_fd(), &mut chunk, MsgFlags::MSG_DONTWAIT) {
            Err(Errno::EINTR) => continue,
            Err(Errno::EAGAIN) => match wait(link.as_fd(), PollFlags::POLLIN, deadline) {
                Ok(true) => continue,
                Ok(false) => return Heard::Late,
                Err(_) => return Heard::Gone { begun: true },
            },
            // The kernel says so when a socket is closed with bytes in it that nobody has read: the request.
            Err(Errno::ECONNRESET) if frame.is_empty() => return Heard::Gone { begun: false },
            Ok(0) if frame.is_empty() => return Heard::Gone { begun: true },
            Ok(0) | Err(_) => return Heard::Malformed("a frame that is not whole"),
            Ok(n) => n,
        };
        frame.extend_from_slice(chunk.get(..received).unwrap_or(&[]));
        let Some((prefix, rest)) = frame.split_first_chunk::<PREFIX>() else {
            continue;
        };
        let length = usize::try_from(u32::from_le_bytes(*prefix)).unwrap_or(usize::MAX);
        if length == 0 || length > cap {
            return Heard::Malformed("a length that no reply has");
        }
        if rest.len() > length {
            return Heard::Malformed("bytes behind the end of the reply");
        }
        if rest.len() == length {
            frame.drain(..PREFIX);
            // A second frame may be waiting behind the first.
            return match recv(link.as_raw_fd(), &mut chunk, MsgFlags::MSG_DONTWAIT) {
                Ok(n) if n > 0 => Heard::Malformed("bytes behind the end of the reply"),
                _ => Heard::Frame(frame),
            };
        }
        // A trickle keeps `wait` from ever seeing an empty socket, so the clock is looked at here too.
        if Instant::now() >= deadline {
            return Heard::Late;
        }
    }
}

/// Reads and judges `stream` as [`converse`] does with what a worker writes: through a socket, at whose other end it stops.
pub(crate) fn hear(stream: &[u8], program: &Program, limits: &Limits) -> Verdict {
    let Ok((host, worker)) = stream_pair() else { return crashed("no socket can be had") };
    // What does not fit into the socket is never read: the cap on a reply is below that.
    let _ = send(worker.as_raw_fd(), stream, MsgFlags::MSG_NOSIGNAL | MsgFlags::MSG_DONTWAIT);
    drop(worker);
    let heard = read(&host, reply_cap(limits), Instant::now() + EXIT_TIMEOUT);
    match heard {
        Heard::Frame(frame) => {
            let elapsed_us = limits.timeout_ms.saturating_mul(1_000);
            let judge = Judge { task: Task::Run, program, limits, elapsed_us };
            match judge.judge(&frame) {
                Ok(Reply::Verdict(verdict)) => *verdict,
                Ok(Reply::Parsed(_)) => malformed("the answer to another question"),
                Err(what) => malformed(what),
            }
        }
        Heard::Gone { .. } => died(None),
        Heard::Late => timed_out(limits),
        Heard::Malformed(what) => malformed(what),
    }
}

fn stream_pair() -> nix::Result<(OwnedFd, OwnedFd)> {
    socketpair(AddressFamily::Unix, SockType::Stream, None, SockFlag::SOCK_CLOEXEC)
}

fn verdict(verdict: Verdict) -> Reply {
    Reply::Verdict(Box::new(verdict))
}

fn crashed(message: impl Into<String>) -> Verdict {
    Verdict::ended(Status::Crashed, Diagnostic::new(Code::WORKER_CRASHED, message))
}

fn malformed(what: &str) -> Verdict {
    let message = format!("the program's process broke the protocol: {what}");
    Verdict::ended(Status::Crashed, Diagnostic::new(Code::WORKER_PROTOCOL, message))
}

/// The verdict on a worker that died after it had begun.
fn died(exit: Option<Exit>) -> Verdict {
    let Some(exit) = exit else {
        return crashed("the program's process died together with its fork server");
    };
    let mut verdict = crashed(match exit.signal {
        Some(number) => {
            let name = Signal::try_from(number).map_or_else(|_| format!("signal {number}"), |s| s.as_str().to_owned());
            let why = match number {
                libc::SIGSYS => ": it made a system call that its filter refuses",
                libc::SIGKILL => ": the kernel ran out of memory, or somebody killed it",
                libc::SIGSEGV | libc::SIGBUS => ": it used memory that is not its own",
                libc::SIGILL | libc::SIGABRT | libc::SIGTRAP => ": it found a fault in itself",
                _ => "",
            };
            format!("the program's process was killed by {name}{why}")
        }
        None => format!("the program's process ended with code {} and without a verdict", exit.code),
    });
    verdict.metrics.cpu_us = exit.cpu_us;
    verdict
}
