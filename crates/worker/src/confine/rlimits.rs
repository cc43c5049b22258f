//! Resource limits.

use std::fs::File;
use std::io::Read as _;

use nix::errno::Errno;
use nix::libc::rlim_t;
use nix::sys::resource::{Resource, setrlimit};

/// What no worker ever needs. `NOFILE` at zero leaves the descriptors that are open and lets no new one be made.
const NOTHING: &[Resource] = &[
    Resource::RLIMIT_CORE,
    Resource::RLIMIT_FSIZE,
    Resource::RLIMIT_NOFILE,
    #[cfg(not(target_vendor = "apple"))]
    Resource::RLIMIT_NPROC,
    #[cfg(not(target_vendor = "apple"))]
    Resource::RLIMIT_MEMLOCK,
    #[cfg(target_os = "linux")]
    Resource::RLIMIT_MSGQUEUE,
    #[cfg(target_os = "linux")]
    Resource::RLIMIT_RTPRIO,
    #[cfg(target_os = "linux")]
    Resource::RLIMIT_SIGPENDING,
];

/// What bounds memory. FreeBSD's `DATA` leaves out what is mapped.
const MEMORY: &[Resource] = &[
    Resource::RLIMIT_DATA,
    #[cfg(target_os = "freebsd")]
    Resource::RLIMIT_VMEM,
];

/// What they hold, for people.
pub(crate) const DETAIL: &str = if cfg!(target_vendor = "apple") {
    "no files, descriptors, processes or cores; processor time bounded; this kernel bounds no mapped memory"
} else {
    "no files, descriptors, processes or cores; data and processor time bounded"
};

/// Sets the limits that are the same for every program.
///
/// # Errors
/// What the kernel says.
pub(crate) fn close() -> Result<(), Errno> {
    NOTHING.iter().try_for_each(|resource| setrlimit(*resource, 0, 0))?;
    #[cfg(target_vendor = "apple")]
    crate::unix_unsafe::forbid_processes()?;
    Ok(())
}

/// What a process has used before its first program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Base {
    /// Bytes of data, as `RLIMIT_DATA` counts them.
    pub(crate) data: u64,
    /// Processor time.
    pub(crate) cpu_ms: u64,
}

/// Sets the limits of one program, for the case that its process is no longer ours: data above what the process has already,
/// and processor time. Both are wider than the limits that answer with a status.
///
/// # Errors
/// What the kernel says.
pub(crate) fn lower(base: Base, memory_bytes: u64, timeout_ms: u64) -> Result<(), Errno> {
    const SLACK: u64 = 64 << 20;
    // Live bytes may be twice the limit; as much again for what the allocator cannot give back.
    let data = base.data.saturating_add(memory_bytes.saturating_mul(4)).saturating_add(SLACK);
    MEMORY.iter().try_for_each(|resource| set(*resource, data))?;
    set(Resource::RLIMIT_CPU, timeout_ms.saturating_add(base.cpu_ms).div_ceil(1_000).saturating_add(1))
}

fn set(resource: Resource, value: u64) -> Result<(), Errno> {
    /// The type of limits is signed on some systems.
    fn fit<T: TryFrom<u64>>(value: u64, most: T) -> T {
        T::try_from(value).unwrap_or(most)
    }
    let value = fit(value, rlim_t::MAX);
    setrlimit(resource, value, value)
}

/// Tells what this process has as data, also once files can no longer be opened.
pub(crate) struct Gauge(Option<File>);

impl Gauge {
    pub(crate) fn open() -> Self {
        Self(cfg!(target_os = "linux").then(|| File::open("/proc/self/statm").ok()).flatten())
    }

    /// Bytes. Where the kernel does not tell, it is more than a worker has at its start.
    pub(crate) fn read(self) -> u64 {
        /// Beside the stack that programs run on, everything else that an executable brings with it.
        const FALLBACK: u64 = mikoshi_runtime::STACK_BYTES as u64 + (1 << 30);
        self.0.and_then(statm_data).unwrap_or(FALLBACK)
    }
}

fn statm_data(mut statm: File) -> Option<u64> {
    const PAGE: u64 = 4096;
    let mut text = String::new();
    statm.read_to_string(&mut text).ok()?;
    text.split_ascii_whitespace().nth(5)?.parse::<u64>().ok()?.checked_mul(PAGE)
}
