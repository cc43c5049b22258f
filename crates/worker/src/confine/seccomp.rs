//! The system calls that a worker may make, as data: each with its reason.
//!
//! Everything that is not in the table kills the process. So does a call whose arguments are not as its row says.

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use crate::signal_unsafe::LINK;

/// What an argument must be.
#[derive(Debug, Clone, Copy)]
enum Check {
    /// Exactly this.
    Is(u64),
    /// Equal to the second under the mask that is the first.
    Masked(u64, u64),
}

/// A call that is allowed when every check holds: `(number of the argument, check)`. [`Check::Is`] sees the low 32 bits, all
/// that the kernel reads of those arguments; [`Check::Masked`] sees all 64.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    call: libc::c_long,
    /// For messages and tests.
    pub(crate) name: &'static str,
    /// Who needs it.
    pub(crate) why: &'static str,
    checks: &'static [(u8, Check)],
}

const fn fd(number: i32) -> Check {
    #[expect(clippy::cast_sign_loss, reason = "a small positive number")]
    Check::Is(number as u64)
}

const fn bits(flags: i32) -> u64 {
    #[expect(clippy::cast_sign_loss, reason = "flags are positive")]
    let bits = flags as u32 as u64;
    bits
}

/// Neither readable code nor anything but private memory: no bit other than these two of `prot` may be set.
const NOT_EXECUTABLE: Check = Check::Masked(!bits(libc::PROT_READ | libc::PROT_WRITE), 0);
/// Private anonymous memory, which `RLIMIT_DATA` counts. Not shared, not a file, not at a fixed address, not growing.
const PRIVATE_MEMORY: Check =
    Check::Masked(!bits(libc::MAP_NORESERVE | libc::MAP_STACK), bits(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS));

/// The table.
pub(crate) const ALLOWED: &[Row] = &[
    Row {
        call: libc::SYS_read,
        name: "read",
        why: "the worker's own code reads the request, from its one socket",
        checks: &[(0, fd(LINK))],
    },
    Row {
        call: libc::SYS_write,
        name: "write",
        why: "the reply goes out, to its one socket",
        checks: &[(0, fd(LINK))],
    },
    Row { call: libc::SYS_brk, name: "brk", why: "malloc grows and shrinks its heap", checks: &[] },
    Row {
        call: libc::SYS_mmap,
        name: "mmap",
        why: "malloc takes large blocks; never executable, never a file",
        checks: &[(2, NOT_EXECUTABLE), (3, PRIVATE_MEMORY)],
    },
    Row { call: libc::SYS_munmap, name: "munmap", why: "malloc gives large blocks back", checks: &[] },
    Row {
        call: libc::SYS_mremap,
        name: "mremap",
        why: "realloc grows large blocks in place or moves them; never to a chosen address",
        checks: &[(3, Check::Is(bits(libc::MREMAP_MAYMOVE)))],
    },
    Row {
        call: libc::SYS_clock_gettime,
        name: "clock_gettime",
        why: "processor time for the metrics; the other clocks where the vDSO cannot read them",
        checks: &[],
    },
    Row {
        call: libc::SYS_setitimer,
        name: "setitimer",
        why: "the deadline inside native code of the engine, in real time",
        checks: &[(0, Check::Is(bits(libc::ITIMER_REAL)))],
    },
    Row {
        call: libc::SYS_prlimit64,
        name: "prlimit64 (data)",
        why: "the program's limits become known with the request; of itself, and limits can only go down",
        checks: &[(0, Check::Is(0)), (1, Check::Is(libc::RLIMIT_DATA as u64))],
    },
    Row {
        call: libc::SYS_prlimit64,
        name: "prlimit64 (cpu)",
        why: "as above",
        checks: &[(0, Check::Is(0)), (1, Check::Is(libc::RLIMIT_CPU as u64))],
    },
    Row {
        call: libc::SYS_rt_sigreturn,
        name: "rt_sigreturn",
        why: "a fault that is not a stack overflow returns from its handler to die of its own signal",
        checks: &[],
    },
    Row { call: libc::SYS_exit_group, name: "exit_group", why: "the end", checks: &[] },
];

/// Compiles the table without the rows that `keep` refuses.
///
/// # Errors
/// Why there is no filter for this machine.
pub(crate) fn compile(keep: impl Fn(&Row) -> bool) -> Result<BpfProgram, String> {
    let mut rules = std::collections::BTreeMap::<i64, Vec<SeccompRule>>::new();
    for row in ALLOWED.iter().filter(|r| keep(r)) {
        let entry = rules.entry(row.call).or_default();
        if !row.checks.is_empty() {
            let conditions: Result<Vec<_>, _> = row.checks.iter().map(|&(n, check)| condition(n, check)).collect();
            let rule = conditions.and_then(SeccompRule::new).map_err(|e| format!("{}: {e}", row.name))?;
            entry.push(rule);
        }
    }
    let architecture =
        std::env::consts::ARCH.try_into().map_err(|e| format!("no filter is known for this processor: {e}"))?;
    SeccompFilter::new(rules, SeccompAction::KillProcess, SeccompAction::Allow, architecture)
        .and_then(BpfProgram::try_from)
        .map_err(|e| format!("the filter does not compile: {e}"))
}

fn condition(argument: u8, check: Check) -> Result<SeccompCondition, seccompiler::BackendError> {
    match check {
        Check::Is(value) => SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value),
        Check::Masked(mask, value) => {
            SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(mask), value)
        }
    }
}

/// Puts this process under `filter` for good.
///
/// # Errors
/// What the kernel says.
pub(crate) fn enter(filter: &BpfProgram) -> Result<(), String> {
    seccompiler::apply_filter(filter).map_err(|e| format!("the kernel refused the filter: {e}"))
}
