//! System calls that have no safe wrapper in the crates we use. Linux only.
#![expect(unsafe_code, reason = "thin wrappers of system calls")]

use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

use nix::errno::Errno;
use nix::sys::signal::Signal;
use nix::unistd::{ForkResult, Pid};

use crate::unix_unsafe::take_descriptor;

/// Forks this process.
///
/// # Errors
/// What the kernel says.
pub(crate) fn fork() -> Result<ForkResult, Errno> {
    // SAFETY: callers are the launcher and the fork server, which have one thread each, so no lock is held by a thread
    // that the child lacks.
    unsafe { nix::unistd::fork() }
}

/// A descriptor for a process that cannot come to mean another one. `pid` must be a child of this process that was not
/// waited for yet, or this process.
///
/// # Errors
/// What the kernel says.
pub(crate) fn pidfd_open(pid: Pid) -> Result<OwnedFd, Errno> {
    // SAFETY: the call has no memory arguments.
    let fd = Errno::result(unsafe { libc::syscall(libc::SYS_pidfd_open, pid.as_raw(), 0) })?;
    // The kernel sets close-on-exec on it.
    RawFd::try_from(fd).map(take_descriptor).map_err(|_| Errno::EBADF)
}

/// Kills the process behind a pidfd. It is no error if it is gone already.
pub(crate) fn kill(process: BorrowedFd<'_>) {
    // SAFETY: the kernel accepts a null siginfo; there are no other memory arguments.
    let _ = unsafe {
        libc::syscall(
            libc::SYS_pidfd_send_signal,
            process.as_raw_fd(),
            Signal::SIGKILL as libc::c_int,
            std::ptr::null::<libc::siginfo_t>(),
            0,
        )
    };
}

/// Closes every descriptor from `first` on.
///
/// # Errors
/// What the kernel says.
pub(crate) fn close_from(first: RawFd) -> Result<(), Errno> {
    let first = libc::c_uint::try_from(first).map_err(|_| Errno::EBADF)?;
    close_range(first, libc::c_uint::MAX)
}

/// Closes every descriptor from `first` to `last`.
///
/// # Errors
/// What the kernel says.
pub(crate) fn close_range(first: libc::c_uint, last: libc::c_uint) -> Result<(), Errno> {
    // SAFETY: callers are about to run nothing that uses a descriptor of this range: a launcher that has just started, or a
    // worker that keeps only its socket. What `OwnedFd`s they still hold are never dropped.
    Errno::result(unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) }).map(drop)
}

/// Gives up every capability for good.
///
/// # Errors
/// What the kernel says.
pub(crate) fn drop_capabilities() -> Result<(), Errno> {
    #[repr(C)]
    struct Header {
        version: u32,
        pid: libc::c_int,
    }
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Data {
        effective: u32,
        permitted: u32,
        inheritable: u32,
    }
    const VERSION_3: u32 = 0x2008_0522;
    let header = Header { version: VERSION_3, pid: 0 };
    let none = [Data { effective: 0, permitted: 0, inheritable: 0 }; 2];
    // SAFETY: version 3 takes a header and two data structures of this layout, and only reads them.
    Errno::result(unsafe { libc::syscall(libc::SYS_capset, &raw const header, none.as_ptr()) }).map(drop)
}

/// The page size that [`populate`] works in. Larger pages only make it ask for more than needed.
pub(crate) const PAGE: usize = 4096;

/// Has this process get its own copies of the pages of a range. Changes nothing that a program could see, so errors do not
/// matter; kernels before 5.14 give one.
pub(crate) fn populate(start: usize, end: usize) {
    let address = std::ptr::without_provenance_mut::<libc::c_void>(start);
    // SAFETY: this advice changes no contents; the kernel checks the range and refuses what is not mapped or not writable.
    let _ = unsafe { libc::madvise(address, end.saturating_sub(start), libc::MADV_POPULATE_WRITE) };
}

/// Sets up the allocator of the fork server for children that live short: a heap with room at its end, which need not ask the
/// kernel for each few pages, and no trimming.
pub(crate) fn prepare_allocator() {
    #[cfg(target_env = "gnu")]
    {
        const ROOM: libc::c_int = 1 << 20;
        // SAFETY: mallopt only sets parameters; there is one thread.
        unsafe {
            libc::mallopt(libc::M_TOP_PAD, ROOM);
            libc::mallopt(libc::M_TRIM_THRESHOLD, 64 * ROOM);
        }
    }
}

/// Gives free memory back, so that children need not inherit it.
pub(crate) fn trim_heap() {
    #[cfg(target_env = "gnu")]
    // SAFETY: no precondition.
    unsafe {
        libc::malloc_trim(0);
    }
}
