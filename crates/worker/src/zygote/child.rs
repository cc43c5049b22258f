//! A child of the fork server: confines itself, then reads one program, runs it, replies and exits.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mikoshi_runtime::{Entropy, HeapMeter as _, Realm};
use mikoshi_types::Status;
use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, read, write};

use super::UNCONFINED;
use super::launcher::die_with_parent;
use super::server::Stage;
use crate::channel::retry;
use crate::confine::{rlimits, seccomp};
use crate::protocol::{Header, Request, Task, WireVerdict, kind, reply_frame};
use crate::signal_unsafe::{LINK, cpu_since_ns, exit_now, note_reply, note_start, set_alarm};
use crate::sys_unsafe::{close_from, close_range, duplicate_to, fork};
use crate::{Layer, alloc_unsafe, meter, panics, testing};

/// The timer in the child goes off this much after the deadline that the engine itself keeps, because the engine can say
/// where the program was.
const TIMER_GRACE_US: u64 = 5_000;

/// Runs the child to its end.
pub(super) fn run(realm: Realm, link: &OwnedFd, stage: &Stage) -> ! {
    let Ok(link) = confine(link, stage) else { exit_now(UNCONFINED) };
    // From here on only the calls of the table are left.
    exit_now(i32::from(answer(realm, &link, stage).is_err()))
}

fn confine(link: &OwnedFd, stage: &Stage) -> Result<OwnedFd, String> {
    let has = |layer| !stage.left_out.contains(&layer);
    if has(Layer::ParentDeath) {
        die_with_parent()?;
    }
    let _ = prctl::set_name(c"mikoshi-run");
    let link = duplicate_to(link.as_fd(), LINK).map_err(|e| e.to_string())?;
    close_from(LINK + 1).map_err(|e| e.to_string())?;
    close_range(0, LINK.unsigned_abs() - 1).map_err(|e| e.to_string())?;
    stage.footprint.prepare();
    if has(Layer::Rlimits) {
        rlimits::close().map_err(|e| e.to_string())?;
    }
    if let Some(filter) = &stage.filter {
        seccomp::enter(filter)?;
    }
    Ok(link)
}

fn answer(mut realm: Realm, link: &OwnedFd, stage: &Stage) -> io::Result<()> {
    for left in (0..stage.reuse).rev() {
        let Some(request) = receive(link, stage)? else {
            // The host has no use for this spare.
            return Ok(());
        };
        let frame = match request.task {
            Task::Run => run_program(realm, &request, left == 0),
            Task::Parse => parse_program(realm, &request),
        };
        note_reply();
        write_all(link, &frame.map_err(io::Error::other)?)?;
        if left == 0 {
            break;
        }
        // While nobody waits. The handler of the timer does nothing until the next program starts.
        set_alarm(0)?;
        realm = Realm::new(&stage.policy);
    }
    // The host kills us or hangs up. To exit now would have the kernel take this process apart while the host waits for a
    // processor to read the reply.
    read_all(link, &mut [0]).map(drop)
}

/// Waits for a request, and lowers the resource limits to what it says before its program is read. `None` when the host hangs
/// up.
fn receive(link: &OwnedFd, stage: &Stage) -> io::Result<Option<Request>> {
    let mut header = [0; Header::SIZE];
    if !read_all(link, &mut header)? {
        return Ok(None);
    }
    let header = Header::from_bytes(header);
    if !stage.left_out.contains(&Layer::Rlimits) {
        // The processor time is that of all programs of this process, and limits can only go down: the host sends programs
        // with the same limits.
        let time_ms = header.timeout_ms.saturating_mul(u64::from(stage.reuse));
        rlimits::lower(stage.data_now, header.memory_bytes, time_ms)?;
    }
    let mut body = vec![0; usize::try_from(header.length).unwrap_or(usize::MAX)];
    if !read_all(link, &mut body)? {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    postcard::from_bytes(&body).map(Some).map_err(io::Error::other)
}

fn run_program(realm: Realm, request: &Request, last: bool) -> postcard::Result<Vec<u8>> {
    let limits = &request.limits;
    panics::forget();
    let started_ns = note_start();
    // A program that beats the timer before it is set has all the time in the world: the host keeps the same deadline.
    let _ = set_alarm(limits.timeout_ms.saturating_mul(1_000).saturating_add(TIMER_GRACE_US));
    // The runtime starts the meter again; until then the ceiling holds for its preparations.
    meter::METER.begin(limits.memory_bytes.saturating_mul(2));
    let verdict = catch_unwind(AssertUnwindSafe(|| {
        testing::interpose(&request.program);
        let (program, entropy) = (&request.program, seeded(request.seed));
        if last {
            realm.run_last(program, limits, entropy, Some(&meter::METER))
        } else {
            realm.run(program, limits, entropy, Some(&meter::METER))
        }
    }));
    alloc_unsafe::disarm();
    let mut verdict = match verdict {
        // The runtime has caught a panic, but only the hook saw where it was.
        Ok(verdict) if verdict.status == Status::Crashed => panics::panicked(Some(verdict)),
        Ok(verdict) => verdict,
        Err(_) => panics::panicked(None),
    };
    let handed_over_us = started_ns.saturating_sub(request.sent_ns) / 1_000;
    verdict.metrics.startup_us = verdict.metrics.startup_us.saturating_add(handed_over_us);
    verdict.metrics.cpu_us = cpu_since_ns() / 1_000;
    reply_frame(kind::VERDICT, &WireVerdict::new(verdict))
}

fn parse_program(realm: Realm, request: &Request) -> postcard::Result<Vec<u8>> {
    note_start();
    let _ = set_alarm(request.limits.timeout_ms.saturating_mul(1_000).saturating_add(TIMER_GRACE_US));
    let parsed = catch_unwind(AssertUnwindSafe(|| realm.parse(&request.program)));
    match parsed {
        Ok(diagnostic) => reply_frame(kind::PARSED, &diagnostic),
        Err(_) => reply_frame(kind::VERDICT, &WireVerdict::new(panics::panicked(None))),
    }
}

fn seeded(seed: u64) -> Entropy {
    let mut entropy = Entropy::default();
    entropy.seed = seed;
    entropy
}

/// Fills `buffer`. False when the stream ends before its first byte.
fn read_all(link: &OwnedFd, buffer: &mut [u8]) -> io::Result<bool> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..)
        && !rest.is_empty()
    {
        match retry(|| read(link, rest))? {
            0 if filled == 0 => return Ok(false),
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => filled += n,
        }
    }
    Ok(true)
}

fn write_all(link: &OwnedFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = retry(|| write(link, bytes))?;
        bytes = bytes.get(written..).unwrap_or(&[]);
    }
    Ok(())
}

/// Whether `layer` can be installed, tried in a process that is thrown away.
pub(super) fn try_out(layer: impl FnOnce() -> bool) -> Result<(), Errno> {
    match fork()? {
        ForkResult::Child => exit_now(i32::from(!layer())),
        ForkResult::Parent { child } => match retry(|| waitpid(child, None))? {
            WaitStatus::Exited(_, 0) => Ok(()),
            _ => Err(Errno::EPERM),
        },
    }
}
