//! What a worker does once it is confined: reads programs, runs them, replies.

use std::io;
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mikoshi_runtime::{Entropy, HeapMeter as _, Realm};
use mikoshi_types::{Policy, Status};

use crate::confine::rlimits;
use crate::protocol::{Header, Request, Task, WireVerdict, kind, reply_frame};
use crate::signal_unsafe::{cpu_since_ns, note_reply, note_start, set_alarm};
use crate::stream::{read_all, write_all};
use crate::{alloc_unsafe, meter, panics, testing};

/// The timer in the worker goes off this much after the deadline that the engine itself keeps, because the engine can say
/// where the program was.
const TIMER_GRACE_US: u64 = 5_000;

/// What a worker does with its life.
pub(crate) struct Turns {
    /// How many programs it runs.
    pub(crate) reuse: u32,
    /// For the realms of all programs but the first.
    pub(crate) policy: Policy,
    /// What its resource limits start from. `None` where they are left out.
    pub(crate) base: Option<rlimits::Base>,
}

/// Runs programs until the worker has had its turns or the host hangs up.
///
/// # Errors
/// When the stream breaks or a limit cannot be had. The worker must end then.
pub(crate) fn answer(mut realm: Realm, link: &OwnedFd, turns: &Turns) -> io::Result<()> {
    for left in (0..turns.reuse).rev() {
        let Some(request) = receive(link, turns)? else {
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
        realm = Realm::new(&turns.policy);
    }
    // The host kills us or hangs up. To exit now would have the kernel take this process apart while the host waits for a
    // processor to read the reply.
    read_all(link, &mut [0]).map(drop)
}

/// Waits for a request, and lowers the resource limits to what it says before its program is read. `None` when the host hangs
/// up.
fn receive(link: &OwnedFd, turns: &Turns) -> io::Result<Option<Request>> {
    let mut header = [0; Header::SIZE];
    if !read_all(link, &mut header)? {
        return Ok(None);
    }
    let header = Header::from_bytes(header);
    if let Some(base) = turns.base {
        // The processor time is that of all programs of this process, and limits can only go down: the host sends programs
        // with the same limits.
        let time_ms = header.timeout_ms.saturating_mul(u64::from(turns.reuse));
        rlimits::lower(base, header.memory_bytes, time_ms)?;
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

/// The lowest address of the stack that we stand on, to within this function's frame.
pub(crate) fn stack_limit() -> usize {
    let here = 0_u8;
    let here = std::hint::black_box(&raw const here).addr();
    here.saturating_sub(stacker::remaining_stack().unwrap_or(0))
}
