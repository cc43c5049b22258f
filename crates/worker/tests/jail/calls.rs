//! Attacks as system calls, for a child that is behind the filter and for one that is not.
#![expect(unsafe_code, reason = "attacks are system calls")]

/// An attack: 0 or more for success, or -1 with `errno` set.
type Attack = fn() -> i64;

/// What stops an attack when the filter is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alone {
    /// Another layer refuses it.
    Refused,
    /// Only the filter stops it; what it could do then.
    Only(&'static str),
}

use Alone::{Only, Refused};

macro_rules! call {
    ($number:expr $(, $argument:expr)*) => {
        // SAFETY: an attack; the arguments are valid, zero, or meant to be refused.
        unsafe { libc::syscall($number $(, $argument)*) }
    };
}

/// Every attack with its name and what holds without the filter.
pub(crate) const ATTACKS: &[(&str, Attack, Alone)] = &[
    ("open", || call!(libc::SYS_open, c"/etc/passwd".as_ptr(), libc::O_RDONLY), Refused),
    (
        "open_write",
        || call!(libc::SYS_open, c"/tmp/mikoshi-escape".as_ptr(), libc::O_CREAT | libc::O_RDWR, 0o600),
        Refused,
    ),
    ("openat", || call!(libc::SYS_openat, libc::AT_FDCWD, c"/proc/self/environ".as_ptr(), libc::O_RDONLY), Refused),
    (
        "openat2",
        || {
            let how = [0_u64; 3];
            call!(libc::SYS_openat2, libc::AT_FDCWD, c"/etc/passwd".as_ptr(), how.as_ptr(), 24_usize)
        },
        Refused,
    ),
    ("parent_environ", || call!(libc::SYS_open, c"/proc/1/environ".as_ptr(), libc::O_RDONLY), Refused),
    ("own_memory", || call!(libc::SYS_open, c"/proc/self/mem".as_ptr(), libc::O_RDWR), Refused),
    (
        "stat",
        || {
            let mut buffer = [0_u8; 256];
            call!(libc::SYS_stat, c"/etc/passwd".as_ptr(), buffer.as_mut_ptr())
        },
        Only("sees that a file exists, not what is in it"),
    ),
    ("unlink", || call!(libc::SYS_unlink, c"/tmp/mikoshi-victim".as_ptr()), Refused),
    ("mkdir", || call!(libc::SYS_mkdir, c"/tmp/mikoshi-dir".as_ptr(), 0o700), Refused),
    ("memfd_create", || call!(libc::SYS_memfd_create, c"x".as_ptr(), 0), Refused),
    ("socket_tcp", || call!(libc::SYS_socket, libc::AF_INET, libc::SOCK_STREAM, 0), Refused),
    ("socket_udp", || call!(libc::SYS_socket, libc::AF_INET, libc::SOCK_DGRAM, 0), Refused),
    ("socket_unix", || call!(libc::SYS_socket, libc::AF_UNIX, libc::SOCK_STREAM, 0), Refused),
    ("socket_netlink", || call!(libc::SYS_socket, libc::AF_NETLINK, libc::SOCK_RAW, 0), Refused),
    (
        "socketpair",
        || {
            let mut pair = [0_i32; 2];
            call!(libc::SYS_socketpair, libc::AF_UNIX, libc::SOCK_STREAM, 0, pair.as_mut_ptr())
        },
        Refused,
    ),
    (
        "connect",
        || {
            let address = [2_u8, 0, 0, 80, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
            call!(libc::SYS_connect, 3, address.as_ptr(), 16)
        },
        Refused,
    ),
    (
        "sendmsg",
        || {
            // SAFETY: all zeroes is a valid message.
            let message: libc::msghdr = unsafe { std::mem::zeroed() };
            call!(libc::SYS_sendmsg, 3, &raw const message, 0)
        },
        Only("an empty message on its own socket"),
    ),
    (
        "recvfrom",
        || {
            let mut byte = [0_u8];
            call!(libc::SYS_recvfrom, 3, byte.as_mut_ptr(), 1, libc::MSG_DONTWAIT, 0, 0)
        },
        Refused,
    ),
    (
        "execve",
        || {
            let arguments = [c"/bin/true".as_ptr(), std::ptr::null()];
            call!(libc::SYS_execve, c"/bin/true".as_ptr(), arguments.as_ptr(), 0)
        },
        Refused,
    ),
    ("execveat", || call!(libc::SYS_execveat, libc::AT_FDCWD, c"/bin/true".as_ptr(), 0, 0, 0), Refused),
    ("fork", || call!(libc::SYS_fork), Only("root is not bound by RLIMIT_NPROC; the process namespace still ends it")),
    ("vfork_clone", || call!(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0), Only("as fork")),
    (
        "clone3",
        || {
            let mut arguments = [0_u64; 11];
            arguments[4] = libc::SIGCHLD as u64;
            call!(libc::SYS_clone3, arguments.as_mut_ptr(), 88_usize)
        },
        Only("as fork"),
    ),
    (
        "thread",
        || {
            let flags = libc::CLONE_VM | libc::CLONE_FS | libc::CLONE_FILES | libc::CLONE_SIGHAND;
            // The new process would run on this stack, so it must not be the last word: a wrong combination of flags.
            call!(libc::SYS_clone, flags | libc::CLONE_THREAD | libc::CLONE_NEWPID, 0, 0, 0, 0)
        },
        Refused,
    ),
    ("ptrace_parent", || call!(libc::SYS_ptrace, libc::PTRACE_ATTACH, parent(), 0, 0), Refused),
    ("ptrace_seize_sibling", || call!(libc::SYS_ptrace, libc::PTRACE_SEIZE, sibling(), 0, 0), Refused),
    ("ptrace_traceme", || call!(libc::SYS_ptrace, libc::PTRACE_TRACEME, 0, 0, 0), Only("lets its parent trace it")),
    (
        "kill_parent",
        || call!(libc::SYS_kill, parent(), libc::SIGKILL),
        Only("as the first process of its namespace the fork server cannot be killed from within it"),
    ),
    (
        "kill_sibling",
        || call!(libc::SYS_kill, sibling(), 0),
        Only("the fork server's other children share its namespace"),
    ),
    ("kill_all", || call!(libc::SYS_kill, -1, 0), Only("as kill_sibling")),
    ("tgkill", || call!(libc::SYS_tgkill, parent(), parent(), 0), Only("as kill_parent")),
    ("pidfd_open", || call!(libc::SYS_pidfd_open, parent(), 0), Refused),
    ("pidfd_getfd", || call!(libc::SYS_pidfd_getfd, 3, 0, 0), Refused),
    (
        "process_vm_readv",
        || {
            let mut byte = [0_u8];
            let here = [byte.as_mut_ptr() as usize, 1];
            call!(libc::SYS_process_vm_readv, parent(), here.as_ptr(), 1, here.as_ptr(), 1, 0)
        },
        Refused,
    ),
    (
        "process_vm_writev",
        || {
            let byte = [0_u8];
            let here = [byte.as_ptr() as usize, 1];
            call!(libc::SYS_process_vm_writev, sibling(), here.as_ptr(), 1, here.as_ptr(), 1, 0)
        },
        Refused,
    ),
    (
        "mmap_exec",
        || {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            call!(libc::SYS_mmap, 0, 4096, libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC, flags, -1, 0)
        },
        Only("executable memory of its own"),
    ),
    (
        "mmap_exec_only",
        || call!(libc::SYS_mmap, 0, 4096, libc::PROT_EXEC, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0),
        Only("as mmap_exec"),
    ),
    (
        "mmap_shared",
        || {
            call!(
                libc::SYS_mmap,
                0,
                4096,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED | libc::MAP_ANONYMOUS,
                -1,
                0
            )
        },
        Only("memory that RLIMIT_DATA does not count"),
    ),
    (
        "mmap_fixed",
        || {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
            call!(libc::SYS_mmap, 0x1000_0000, 4096, libc::PROT_READ, flags, -1, 0)
        },
        Only("memory of its own at a chosen place"),
    ),
    ("mmap_file", || call!(libc::SYS_mmap, 0, 4096, libc::PROT_READ, libc::MAP_PRIVATE, 3, 0), Refused),
    (
        "mprotect_exec",
        || {
            let page = call!(
                libc::SYS_mmap,
                0,
                4096,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0
            );
            call!(libc::SYS_mprotect, page, 4096, libc::PROT_READ | libc::PROT_EXEC)
        },
        Only("as mmap_exec"),
    ),
    (
        "mremap_fixed",
        || {
            let page = call!(libc::SYS_mmap, 0, 4096, libc::PROT_READ, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0);
            call!(libc::SYS_mremap, page, 4096, 4096, libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED, 0x2000_0000)
        },
        Only("moves its own memory"),
    ),
    (
        "io_uring_setup",
        || {
            let mut parameters = [0_u8; 120];
            call!(libc::SYS_io_uring_setup, 8, parameters.as_mut_ptr())
        },
        Refused,
    ),
    (
        "bpf",
        || {
            let attributes = [0_u8; 128];
            call!(libc::SYS_bpf, 0, attributes.as_ptr(), 128)
        },
        Refused,
    ),
    (
        "perf_event_open",
        || {
            let attributes = [0_u8; 128];
            call!(libc::SYS_perf_event_open, attributes.as_ptr(), 0, -1, -1, 0)
        },
        Refused,
    ),
    ("userfaultfd", || call!(libc::SYS_userfaultfd, 0), Refused),
    ("keyctl", || call!(libc::SYS_keyctl, 0, -3, 1), Only("a key ring of its own")),
    (
        "unshare_user",
        || call!(libc::SYS_unshare, libc::CLONE_NEWUSER),
        Only("gains capabilities in a namespace of its own, where Landlock and no_new_privs still hold"),
    ),
    ("setns", || call!(libc::SYS_setns, 3, 0), Refused),
    ("mount", || call!(libc::SYS_mount, c"none".as_ptr(), c"/tmp".as_ptr(), c"tmpfs".as_ptr(), 0, 0), Refused),
    ("chroot", || call!(libc::SYS_chroot, c"/".as_ptr()), Refused),
    ("pivot_root", || call!(libc::SYS_pivot_root, c"/".as_ptr(), c"/".as_ptr()), Refused),
    ("setuid", || call!(libc::SYS_setuid, 0), Refused),
    ("prctl_undo_no_new_privs", || call!(libc::SYS_prctl, libc::PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0), Refused),
    ("prctl_dumpable", || call!(libc::SYS_prctl, libc::PR_SET_DUMPABLE, 1, 0, 0, 0), Only("undoes non-dumpable")),
    (
        "prctl_pdeathsig",
        || call!(libc::SYS_prctl, libc::PR_SET_PDEATHSIG, 0, 0, 0, 0),
        Only("outlives the fork server where there is no process namespace"),
    ),
    ("seccomp_replace", || call!(libc::SYS_seccomp, 0, 1, 0), Refused),
    (
        "setrlimit_raise",
        || {
            let more = [u64::MAX, u64::MAX];
            call!(libc::SYS_prlimit64, 0, libc::RLIMIT_NOFILE, more.as_ptr(), 0)
        },
        Refused,
    ),
    (
        "setrlimit_parent",
        || {
            let less = [0_u64, 0];
            call!(libc::SYS_prlimit64, parent(), libc::RLIMIT_CORE, less.as_ptr(), 0)
        },
        Only("lowers limits of the fork server, which has the same user; a host replaces one whose children all die"),
    ),
    (
        "setrlimit_data_raise",
        || {
            let more = [u64::MAX, u64::MAX];
            call!(libc::SYS_prlimit64, 0, libc::RLIMIT_DATA, more.as_ptr(), 0)
        },
        Refused,
    ),
    ("setitimer_cpu", || call!(libc::SYS_setitimer, libc::ITIMER_PROF, 0, 0), Only("a timer of its own")),
    ("write_stdout", || call!(libc::SYS_write, 1, c"x".as_ptr(), 1), Refused),
    ("write_stderr", || call!(libc::SYS_write, 2, c"x".as_ptr(), 1), Refused),
    ("write_control", || call!(libc::SYS_write, 0, c"x".as_ptr(), 1), Refused),
    (
        "read_inherited",
        || {
            let mut byte = [0_u8];
            (0..1024)
                .filter(|fd| *fd != 3)
                .map(|fd| call!(libc::SYS_read, fd, byte.as_mut_ptr(), 1))
                .max()
                .unwrap_or(-1)
        },
        Refused,
    ),
    ("dup", || call!(libc::SYS_dup, 3), Refused),
    ("fcntl", || call!(libc::SYS_fcntl, 3, libc::F_SETFL, 0), Only("flags of its own socket")),
    ("ioctl_tiocsti", || call!(libc::SYS_ioctl, 0, libc::TIOCSTI, c"x".as_ptr()), Refused),
    (
        "sched_setaffinity",
        || {
            let mask = [1_u64];
            call!(libc::SYS_sched_setaffinity, 0, 8, mask.as_ptr())
        },
        Only("chooses among the host's processors"),
    ),
    (
        "nanosleep",
        || {
            let time = [0_i64, 1];
            call!(libc::SYS_nanosleep, time.as_ptr(), 0)
        },
        Only("nothing; the deadline holds"),
    ),
    ("shm", || call!(libc::SYS_shmget, 0, 4096, 0o1600), Only("shared memory in an empty namespace of its own")),
    ("x32_open", || call!(0x4000_0000 + libc::SYS_open, c"/etc/passwd".as_ptr(), libc::O_RDONLY), Refused),
    ("no_such_call", || call!(100_000), Refused),
];

fn parent() -> i64 {
    // Without a process namespace this names init, which is no better a target.
    1
}

fn sibling() -> i64 {
    // Any process but this one that exists: spares are numbered near us.
    let own = i64::from(std::process::id());
    (1..64).flat_map(|d| [own - d, own + d]).find(|&p| p > 1 && call!(libc::SYS_kill, p, 0) == 0).unwrap_or(own + 1)
}
