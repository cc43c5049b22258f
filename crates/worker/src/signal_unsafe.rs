//! The signal handlers of a worker, and the one way in which it ends itself from a place where nothing can be allocated.
#![expect(unsafe_code, reason = "signal handlers and _exit are outside what the language can check")]

use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use nix::errno::Errno;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, SigmaskHow, Signal, sigaction, sigprocmask};
use nix::time::{ClockId, clock_gettime};
use nix::unistd::getppid;

use crate::protocol::{Ended, Reason};

/// The descriptor of a worker's socket. The filter knows it by this number.
pub(crate) const LINK: RawFd = 3;

/// The guard page below the stack that programs run on.
static GUARD_START: AtomicUsize = AtomicUsize::new(0);
static GUARD_END: AtomicUsize = AtomicUsize::new(0);
/// Once the reply is on its way nothing else may be written.
static REPLYING: AtomicBool = AtomicBool::new(false);
/// Whether the timer has gone off once.
static WARNED: AtomicBool = AtomicBool::new(false);
/// See [`on_alarm`].
const LAST_WORDS_US: u64 = 50_000;
/// Processor time that an earlier program's metrics have counted.
static COUNTED_CPU_NS: AtomicU64 = AtomicU64::new(0);
/// See [`watch_parent`].
static PARENT: AtomicI32 = AtomicI32::new(0);
/// When the program started, on the monotonic clock.
static STARTED_NS: AtomicU64 = AtomicU64::new(0);

/// The monotonic clock in nanoseconds. All processes of a machine share it.
pub(crate) fn monotonic_ns() -> u64 {
    clock_ns(ClockId::CLOCK_MONOTONIC)
}

/// Processor time of this process in nanoseconds.
fn cpu_ns() -> u64 {
    clock_ns(ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

fn clock_ns(clock: ClockId) -> u64 {
    clock_gettime(clock).map_or(0, |t| {
        let seconds = u64::try_from(t.tv_sec()).unwrap_or(0);
        seconds.saturating_mul(1_000_000_000).saturating_add(u64::try_from(t.tv_nsec()).unwrap_or(0))
    })
}

/// Processor time of this process in nanoseconds since the last call.
pub(crate) fn cpu_since_ns() -> u64 {
    let now = cpu_ns();
    now.saturating_sub(COUNTED_CPU_NS.swap(now, Relaxed))
}

/// Notes that the program starts now.
pub(crate) fn note_start() -> u64 {
    let now = monotonic_ns();
    STARTED_NS.store(now, Relaxed);
    WARNED.store(false, Relaxed);
    REPLYING.store(false, Relaxed);
    now
}

/// From here on the handlers leave the socket alone.
pub(crate) fn note_reply() {
    REPLYING.store(true, Relaxed);
}

/// Writes why the program is over and ends the process. Safe to call from a signal handler and from the allocator: it
/// allocates nothing, takes no lock and runs no destructor.
pub(crate) fn end_now(reason: Reason) -> ! {
    let started = STARTED_NS.load(Relaxed);
    let run_us = monotonic_ns().saturating_sub(started) / 1_000;
    let place = mikoshi_runtime::busy_at().unwrap_or((0, 0));
    reply_and_exit(&Ended { reason, run_us, peak_heap_bytes: crate::alloc_unsafe::peak(), place }.to_frame())
}

/// Writes a reply, unless one is on its way already, and ends the process. Safe to call where [`end_now`] is.
pub(crate) fn reply_and_exit(frame: &[u8]) -> ! {
    if !REPLYING.swap(true, Relaxed) {
        // SAFETY: `frame` is valid for reads of its length. If the write fails the host sees the end of the stream.
        unsafe { libc::write(LINK, frame.as_ptr().cast(), frame.len()) };
    }
    exit_now(0)
}

/// Ends the process without running destructors or exit handlers.
pub(crate) fn exit_now(code: i32) -> ! {
    // SAFETY: `_exit` has no precondition.
    unsafe { libc::_exit(code) }
}

/// Gives every signal its default action and blocks none: a host may have started us with signals ignored, and an ignored
/// `SIGCHLD` would take away the exit statuses of our children.
pub(crate) fn reset_signals() {
    let default = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
    for signal in Signal::iterator() {
        if !matches!(signal, Signal::SIGKILL | Signal::SIGSTOP) {
            // SAFETY: the default action runs no code of ours.
            let _ = unsafe { sigaction(signal, &default) };
        }
    }
    let _ = sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None);
}

/// Installs the handlers for a program that runs on a stack whose guard page ends at `stack_limit`.
///
/// # Errors
/// What the kernel says.
pub(crate) fn install_handlers(stack_limit: usize) -> Result<(), Errno> {
    const SIZE: usize = 64 << 10;
    // SAFETY: sysconf has no precondition.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096);
    // `stack_limit` is known to within a stack frame; the guard ends at a page boundary.
    let end = (stack_limit.saturating_add(page / 2) / page).saturating_mul(page);
    GUARD_START.store(end.saturating_sub(page), Relaxed);
    GUARD_END.store(end, Relaxed);

    // The overflowed stack has no room for a handler. This one is never freed: it lives as long as the process.
    let alternate: &'static mut [u8] = Box::leak(vec![0; SIZE].into_boxed_slice());
    let stack = libc::stack_t { ss_sp: alternate.as_mut_ptr().cast(), ss_flags: 0, ss_size: SIZE };
    // SAFETY: the memory is ours for ever, and of the size that is said.
    Errno::result(unsafe { libc::sigaltstack(&raw const stack, std::ptr::null_mut()) })?;

    // After the handler returns the fault happens again, then with the default action: the exit status tells the signal.
    let flags = SaFlags::SA_SIGINFO | SaFlags::SA_ONSTACK | SaFlags::SA_RESETHAND;
    let fault = SigAction::new(SigHandler::SigAction(on_fault), flags, SigSet::all());
    let alarm =
        SigAction::new(SigHandler::SigAction(on_alarm), SaFlags::SA_SIGINFO | SaFlags::SA_ONSTACK, SigSet::all());
    // SAFETY: both handlers only use atomics and clock_gettime, setitimer, write and _exit, none of which holds a lock or
    // allocates.
    unsafe {
        sigaction(Signal::SIGSEGV, &fault)?;
        sigaction(Signal::SIGBUS, &fault)?;
        sigaction(Signal::SIGALRM, &alarm)?;
    }
    Ok(())
}

/// Sends `SIGALRM` after `us` microseconds.
///
/// # Errors
/// What the kernel says.
pub(crate) fn set_alarm(us: u64) -> Result<(), Errno> {
    let value = libc::timeval {
        tv_sec: libc::time_t::try_from(us / 1_000_000).unwrap_or(libc::time_t::MAX),
        tv_usec: libc::suseconds_t::try_from(us % 1_000_000).unwrap_or(0),
    };
    let timer = libc::itimerval { it_interval: libc::timeval { tv_sec: 0, tv_usec: 0 }, it_value: value };
    // SAFETY: `timer` is a valid value and no old value is asked for.
    Errno::result(unsafe { libc::setitimer(libc::ITIMER_REAL, &raw const timer, std::ptr::null_mut()) }).map(drop)
}

/// Ends this process soon after its parent has, for systems that send no signal then. The clock is that of its own processor
/// time, so a worker that waits is not woken: it sees the end of its stream.
///
/// # Errors
/// What the kernel says.
pub(crate) fn watch_parent() -> Result<(), Errno> {
    const EACH: libc::timeval = libc::timeval { tv_sec: 0, tv_usec: 100_000 };
    PARENT.store(getppid().as_raw(), Relaxed);
    let flags = SaFlags::SA_ONSTACK | SaFlags::SA_RESTART;
    let watch = SigAction::new(SigHandler::Handler(on_watch), flags, SigSet::empty());
    // SAFETY: the handler only uses an atomic, getppid and _exit.
    unsafe { sigaction(Signal::SIGPROF, &watch)? };
    let timer = libc::itimerval { it_interval: EACH, it_value: EACH };
    // SAFETY: `timer` is a valid value and no old value is asked for.
    Errno::result(unsafe { libc::setitimer(libc::ITIMER_PROF, &raw const timer, std::ptr::null_mut()) }).map(drop)
}

extern "C" fn on_watch(_: libc::c_int) {
    if getppid().as_raw() != PARENT.load(Relaxed) {
        exit_now(1);
    }
}

extern "C" fn on_fault(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the kernel passes a valid siginfo to a handler with SA_SIGINFO, and a fault's has an address.
    let address = unsafe { (*info).si_addr() } as usize;
    if (GUARD_START.load(Relaxed)..GUARD_END.load(Relaxed)).contains(&address) {
        end_now(Reason::Stack);
    }
}

/// The first time it only sets the timer again: a process that was kept off the processor until its deadline had passed gets
/// as long as [`LAST_WORDS_US`] of it to come to a safepoint, where the engine can say in which loop it was.
extern "C" fn on_alarm(_: libc::c_int, _: *mut libc::siginfo_t, _: *mut libc::c_void) {
    if REPLYING.load(Relaxed) {
        return;
    }
    if WARNED.swap(true, Relaxed) || mikoshi_runtime::busy_at().is_some() || set_alarm(LAST_WORDS_US).is_err() {
        end_now(Reason::Timeout);
    }
}
