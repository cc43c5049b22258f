//! One execution as the host sees it: hand the program to a spare, wait for the reply or the deadline, judge what came.

use std::os::fd::AsRawFd as _;
use std::time::{Duration, Instant};

use mikoshi_analyzer::Program;
use mikoshi_types::{Code, Diagnostic, Limits, Status, Verdict};
use nix::sys::signal::Signal;
use nix::sys::socket::{MsgFlags, send};

use crate::cancel::is_cancelled;
use crate::pool::{entropy, micros};
use crate::protocol::{Exit, RequestRef, Task, reply_cap, request_frame};
use crate::reply::{Judge, Reply, timed_out};
use crate::signal_unsafe::monotonic_ns;
use crate::source::{Source, Worker as _};
use crate::stream::{Heard, NO_SIGPIPE, read, stream_pair, write};
use crate::{Cancel, PoolError};

/// The host kills a worker this much after the program's deadline. The worker itself ends in time unless it is starved or no
/// longer ours; the time from the hand-over to the program's start is not the program's.
const GRACE: Duration = Duration::from_millis(250);

/// How long to wait until it is known how a worker died.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Runs a program to its verdict.
pub(crate) fn execute(
    source: &impl Source,
    program: &Program,
    limits: &Limits,
    cancel: Option<&Cancel>,
) -> Result<Verdict, PoolError> {
    match converse(source, Task::Run, program, limits, cancel)? {
        Reply::Verdict(verdict) => Ok(*verdict),
        Reply::Parsed(_) => Ok(malformed("the answer to another question")),
    }
}

/// Lets the engine's parser judge a program.
pub(crate) fn parse(source: &impl Source, program: &Program, limits: &Limits) -> Result<Option<Diagnostic>, PoolError> {
    match converse(source, Task::Parse, program, limits, None)? {
        Reply::Parsed(diagnostic) => Ok(diagnostic),
        // The parser itself came to an end that is a verdict: out of time, out of stack, a crash.
        Reply::Verdict(verdict) => Ok(verdict.diagnostics.into_iter().next()),
    }
}

fn converse(
    source: &impl Source,
    task: Task,
    program: &Program,
    limits: &Limits,
    cancel: Option<&Cancel>,
) -> Result<Reply, PoolError> {
    // A worker can die before it has read its program: with its fork server, or by a stranger's hand. The program has not
    // begun then, so another worker gets it; once, because two such deaths are no accident.
    for _ in 0..2 {
        let worker = source.take(limits, cancel)?;
        let talk = Talk { source, worker, task, program, limits, started: Instant::now() };
        let watch = cancel.map(|c| c.watch(talk.worker.target()));
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
                    source.replenish();
                }
            }
            return Ok(reply);
        }
    }
    // Nor is it the program's doing: something is wrong with where they come from.
    source.renew();
    Ok(verdict(crashed("two processes died before they had begun with the program")))
}

/// Whether a program came to its own end, so that nothing is in doubt about the process it ran in.
fn ended_by_itself(reply: &Reply) -> bool {
    matches!(reply, Reply::Verdict(v) if matches!(v.status, Status::Passed | Status::Failed | Status::RuntimeError))
}

struct Talk<'a, S: Source> {
    source: &'a S,
    worker: S::Worker<'a>,
    task: Task,
    program: &'a Program,
    limits: &'a Limits,
    started: Instant,
}

impl<S: Source> Talk<'_, S> {
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
            self.source.replenish();
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

/// Reads and judges `stream` as [`converse`] does with what a worker writes: through a socket, at whose other end it stops.
pub(crate) fn hear(stream: &[u8], program: &Program, limits: &Limits) -> Verdict {
    let Ok((host, worker)) = stream_pair() else { return crashed("no socket can be had") };
    // What does not fit into the socket is never read: the cap on a reply is below that.
    let _ = send(worker.as_raw_fd(), stream, NO_SIGPIPE | MsgFlags::MSG_DONTWAIT);
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
        return crashed("the program's process broke off, and how it ended is not known");
    };
    let mut verdict = crashed(match exit.signal {
        Some(number) => {
            let name = Signal::try_from(number).map_or_else(|_| format!("signal {number}"), |s| s.as_str().to_owned());
            let why = match number {
                libc::SIGSYS if cfg!(target_os = "linux") => ": it made a system call that its filter refuses",
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
