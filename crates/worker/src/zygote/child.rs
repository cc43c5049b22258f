//! A child of the fork server: confines itself, then reads one program, runs it, replies and exits.

use std::os::fd::{AsFd, OwnedFd};

use mikoshi_runtime::Realm;
use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::ForkResult;

use super::UNCONFINED;
use super::launcher::die_with_parent;
use super::server::Stage;
use crate::confine::{rlimits, seccomp};
use crate::signal_unsafe::{LINK, exit_now};
use crate::stream::retry;
use crate::sys_unsafe::{close_from, close_range, fork};
use crate::unix_unsafe::duplicate_to;
use crate::{Layer, runner};

/// Runs the child to its end.
pub(super) fn run(realm: Realm, link: &OwnedFd, stage: &Stage) -> ! {
    let Ok(link) = confine(link, stage) else { exit_now(UNCONFINED) };
    // From here on only the calls of the table are left.
    exit_now(i32::from(runner::answer(realm, &link, &stage.turns).is_err()))
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
    if stage.turns.base.is_some() {
        rlimits::close().map_err(|e| e.to_string())?;
    }
    if let Some(filter) = &stage.filter {
        seccomp::enter(filter)?;
    }
    Ok(link)
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
