//! Resource limits.

use nix::errno::Errno;
use nix::sys::resource::{Resource, setrlimit};

/// What no worker ever needs. `NOFILE` at zero leaves the descriptors that are open and lets no new one be made.
const NOTHING: [Resource; 8] = [
    Resource::RLIMIT_CORE,
    Resource::RLIMIT_FSIZE,
    Resource::RLIMIT_NOFILE,
    Resource::RLIMIT_NPROC,
    Resource::RLIMIT_MEMLOCK,
    Resource::RLIMIT_MSGQUEUE,
    Resource::RLIMIT_RTPRIO,
    Resource::RLIMIT_SIGPENDING,
];

/// Sets the limits that are the same for every program.
///
/// # Errors
/// What the kernel says.
pub(crate) fn close() -> Result<(), Errno> {
    NOTHING.into_iter().try_for_each(|resource| setrlimit(resource, 0, 0))
}

/// Sets the limits of one program, for the case that its process is no longer ours: data above what the fork server has, and
/// processor time. Both are wider than the limits that answer with a status.
///
/// # Errors
/// What the kernel says.
pub(crate) fn lower(data_now: u64, memory_bytes: u64, timeout_ms: u64) -> Result<(), Errno> {
    const SLACK: u64 = 64 << 20;
    // Live bytes may be twice the limit; as much again for what the allocator cannot give back.
    let data = data_now.saturating_add(memory_bytes.saturating_mul(4)).saturating_add(SLACK);
    setrlimit(Resource::RLIMIT_DATA, data, data)?;
    let seconds = timeout_ms.div_ceil(1_000).saturating_add(1);
    setrlimit(Resource::RLIMIT_CPU, seconds, seconds)
}
