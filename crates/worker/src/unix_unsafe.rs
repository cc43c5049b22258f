//! System calls of every Unix that have no safe wrapper in the crates we use.
#![expect(unsafe_code, reason = "thin wrappers of system calls")]

use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

use nix::errno::Errno;
use nix::unistd::Pid;

use crate::protocol::Exit;

/// Takes over a descriptor that nothing else in this process owns.
pub(crate) fn take_descriptor(fd: RawFd) -> OwnedFd {
    // SAFETY: callers pass a descriptor that the kernel has just handed to this process (received in a message, or
    // inherited over exec at a number agreed on), so nothing else owns it.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

/// Makes `fd` available as number `to`, which is another, and replaces what was there.
///
/// # Errors
/// What the kernel says.
pub(crate) fn duplicate_to(fd: BorrowedFd<'_>, to: RawFd) -> Result<OwnedFd, Errno> {
    // SAFETY: the call has no memory arguments, and callers give up whatever was at `to`.
    let copy = Errno::result(unsafe { libc::dup2(fd.as_raw_fd(), to) }).map(take_descriptor)?;
    // SAFETY: as above. Not every system has `dup3`; nothing is executed between the two calls.
    Errno::result(unsafe { libc::fcntl(to, libc::F_SETFD, libc::FD_CLOEXEC) })?;
    Ok(copy)
}

/// Closes every descriptor but `kept`.
///
/// # Errors
/// When it cannot be known which are open.
pub(crate) fn close_all_but(kept: RawFd) -> std::io::Result<()> {
    for fd in 0..kept {
        close(fd);
    }
    close_from(kept.saturating_add(1))
}

fn close(fd: RawFd) {
    // SAFETY: callers are workers that have just started and use no descriptor but the one they keep. An `OwnedFd` that
    // they still hold is never dropped.
    let _ = unsafe { libc::close(fd) };
}

#[cfg(target_os = "linux")]
fn close_from(first: RawFd) -> std::io::Result<()> {
    Ok(crate::sys_unsafe::close_from(first)?)
}

#[cfg(any(target_os = "freebsd", target_os = "dragonfly", target_os = "netbsd", target_os = "openbsd"))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
fn close_from(first: RawFd) -> std::io::Result<()> {
    // SAFETY: as in `close`.
    unsafe { libc::closefrom(first) };
    Ok(())
}

/// The folder lists what is open, whatever the limit on their number is by now.
#[cfg(not(any(
    target_os = "linux",
    target_os = "freebsd",
    target_os = "dragonfly",
    target_os = "netbsd",
    target_os = "openbsd"
)))]
fn close_from(first: RawFd) -> std::io::Result<()> {
    let mut open = Vec::new();
    for entry in std::fs::read_dir("/dev/fd")? {
        open.extend(entry?.file_name().to_str().and_then(|name| name.parse::<RawFd>().ok()));
    }
    open.into_iter().filter(|fd| *fd >= first).for_each(close);
    Ok(())
}

/// Has writes to a socket whose other end is closed fail instead of killing the host. Elsewhere a flag of each call does that.
#[cfg(target_vendor = "apple")]
pub(crate) fn refuse_sigpipe(socket: BorrowedFd<'_>) -> Result<(), Errno> {
    let yes: libc::c_int = 1;
    let size = libc::socklen_t::try_from(size_of_val(&yes)).unwrap_or(0);
    // SAFETY: the option takes a pointer to an integer and its size.
    let set = unsafe {
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_NOSIGPIPE, (&raw const yes).cast(), size)
    };
    Errno::result(set).map(drop)
}

/// Sets limits to nothing that the crate does not know on these systems.
#[cfg(target_vendor = "apple")]
pub(crate) fn forbid_processes() -> Result<(), Errno> {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    for resource in [libc::RLIMIT_NPROC, libc::RLIMIT_MEMLOCK] {
        // SAFETY: the pointer is valid for reads of its type.
        Errno::result(unsafe { libc::setrlimit(resource, &raw const none) })?;
    }
    Ok(())
}

/// Whether a child of this process has ended. It is not reaped, so its number still means it.
///
/// # Errors
/// `ECHILD` when somebody else has reaped it.
pub(crate) fn has_ended(child: Pid) -> Result<bool, Errno> {
    /// The type of identifiers is wider on some systems, and unsigned on others.
    fn widened<T: TryFrom<i32>>(id: i32) -> Result<T, Errno> {
        T::try_from(id).map_err(|_| Errno::EINVAL)
    }
    let id = widened(child.as_raw())?;
    // SAFETY: all zeroes is a valid `siginfo_t`.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: the pointer is valid for writes of its type.
    Errno::result(unsafe { libc::waitid(libc::P_PID, id, &raw mut info, flags) })?;
    // Nothing is written while the child lives.
    Ok(info.si_signo != 0)
}

/// Reaps `child` if it has ended, or any child.
///
/// # Errors
/// `ECHILD` when there is no such child.
pub(crate) fn reap(child: Option<Pid>) -> Result<Option<(Pid, Exit)>, Errno> {
    let mut status: libc::c_int = 0;
    // SAFETY: all zeroes is a valid `rusage`.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let which = child.map_or(-1, Pid::as_raw);
    // SAFETY: both pointers are valid for writes of their types.
    let pid = Errno::result(unsafe { libc::wait4(which, &raw mut status, libc::WNOHANG, &raw mut usage) })?;
    if pid == 0 {
        return Ok(None);
    }
    let micros = |t: libc::timeval| {
        let (seconds, rest) = (u64::try_from(t.tv_sec).unwrap_or(0), u64::try_from(t.tv_usec).unwrap_or(0));
        seconds.saturating_mul(1_000_000).saturating_add(rest)
    };
    let exit = Exit {
        signal: libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status)),
        code: if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { 0 },
        cpu_us: micros(usage.ru_utime).saturating_add(micros(usage.ru_stime)),
    };
    Ok(Some((Pid::from_raw(pid), exit)))
}
