//! What the tests share.

use std::sync::OnceLock;

use libtest_mimic::{Failed, Trial};
use mikoshi_analyzer::Program;
use mikoshi_types::{Limits, Policy, Verdict};
use mikoshi_worker::{Isolation, Pool, PoolOptions};

/// Where workers come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// From the fork server, with every layer.
    #[cfg(target_os = "linux")]
    Forked,
    /// Started one by one, as on every other Unix.
    Portable,
}

impl Kind {
    #[cfg(target_os = "linux")]
    pub(crate) const ALL: &[Self] = &[Self::Forked, Self::Portable];
    #[cfg(not(target_os = "linux"))]
    pub(crate) const ALL: &[Self] = &[Self::Portable];

    fn prefix(self) -> &'static str {
        match self {
            #[cfg(target_os = "linux")]
            Self::Forked => "",
            Self::Portable => "portable::",
        }
    }

    /// The most that it can have.
    pub(crate) fn isolation(self) -> Isolation {
        match self {
            #[cfg(target_os = "linux")]
            Self::Forked => Isolation::required(),
            Self::Portable => {
                crate::portable::MISSING.iter().fold(Isolation::required().portable(), |i, layer| i.waive(*layer))
            }
        }
    }

    pub(crate) fn options(self) -> PoolOptions {
        let mut options = PoolOptions::new(Policy::default());
        options.isolation = self.isolation();
        options
    }
}

pub(crate) fn trial(kind: Kind, name: impl AsRef<str>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(format!("{}{}", kind.prefix(), name.as_ref()), move || {
        test();
        Ok::<(), Failed>(())
    })
}

pub(crate) fn start(isolation: Isolation, workers: usize) -> Pool {
    let mut options = PoolOptions::new(Policy::default());
    options.isolation = isolation;
    options.workers = workers;
    Pool::start(options).unwrap()
}

/// A pool with every layer that it can have, for tests that do not hurt it.
pub(crate) fn pool(kind: Kind) -> &'static Pool {
    static POOLS: [OnceLock<Pool>; 2] = [OnceLock::new(), OnceLock::new()];
    POOLS[kind as usize % 2].get_or_init(|| start(kind.isolation(), 2))
}

pub(crate) fn limits(timeout_ms: u64) -> Limits {
    let mut limits = Limits::default();
    limits.timeout_ms = timeout_ms;
    limits
}

/// With time enough for a busy machine.
pub(crate) fn native(pool: &Pool, name: &str) -> Verdict {
    native_within(pool, name, 30_000)
}

pub(crate) fn native_within(pool: &Pool, name: &str, timeout_ms: u64) -> Verdict {
    pool.execute(&Program::unwoven(&format!("native:{name}")), &limits(timeout_ms), None).unwrap()
}

/// The message of a verdict's error, or nothing.
pub(crate) fn message(verdict: &Verdict) -> &str {
    verdict.error.as_ref().map_or("", |e| &e.message)
}

/// Children, grandchildren and so on of a process.
#[cfg(target_os = "linux")]
pub(crate) fn descendants(root: u32) -> Vec<u32> {
    let mut parents = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|n| n.parse::<u32>().ok()) else { continue };
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name in parentheses may hold anything, so count from its end.
        let rest = stat.rsplit_once(") ").map_or("", |(_, r)| r);
        let parent = rest.split(' ').nth(1).and_then(|p| p.parse::<u32>().ok()).unwrap_or(0);
        parents.push((pid, parent));
    }
    let mut found = vec![root];
    let mut i = 0;
    while let Some(&pid) = found.get(i) {
        found.extend(parents.iter().filter(|(_, parent)| *parent == pid).map(|(pid, _)| *pid));
        i += 1;
    }
    found.remove(0);
    found
}

/// The state letter of a process, if there is one.
#[cfg(target_os = "linux")]
pub(crate) fn state_of(pid: u32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.chars().next()
}

#[cfg(target_os = "linux")]
pub(crate) fn name_of(pid: u32) -> String {
    std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default().trim().to_owned()
}
