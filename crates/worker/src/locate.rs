//! Finds the executable that worker processes run.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::PoolError;
#[cfg(target_os = "linux")]
use crate::protocol::WORKER_ARGUMENT;
use crate::protocol::{PORTABLE_ARGUMENT, WORKER_NAME};

/// The environment variable that names the worker executable.
const VARIABLE: &str = "MIKOSHI_WORKER";

/// Whether this program called [`crate::init`], so that its executable can be a worker.
static INITIALISED: AtomicBool = AtomicBool::new(false);

pub(crate) fn note_init() {
    INITIALISED.store(true, Ordering::Relaxed);
}

/// What a process was started as.
pub(crate) enum Start {
    /// The launcher of a fork server.
    #[cfg(target_os = "linux")]
    ForkServer,
    /// A worker of the portable back end.
    Portable,
}

/// What this process was started as, if by us.
pub(crate) fn worker_start() -> Option<Start> {
    let mut arguments = std::env::args_os();
    if arguments.next()? != WORKER_NAME {
        return None;
    }
    match arguments.next()?.to_str()? {
        #[cfg(target_os = "linux")]
        WORKER_ARGUMENT => Some(Start::ForkServer),
        PORTABLE_ARGUMENT => Some(Start::Portable),
        _ => None,
    }
}

/// The worker executable: the path that was given, else the environment variable, else this program if it called `init`,
/// else `mikoshi` in its folder.
pub(crate) fn worker(given: Option<&PathBuf>) -> Result<PathBuf, PoolError> {
    if worker_start().is_some() {
        return Err(PoolError::Start(
            "this process was itself started as a worker, but its program did not call init() first thing in main"
                .to_owned(),
        ));
    }
    if let Some(path) = given {
        return Ok(path.clone());
    }
    if let Some(path) = std::env::var_os(VARIABLE).filter(|p| !p.is_empty()) {
        return Ok(path.into());
    }
    if INITIALISED.load(Ordering::Relaxed) {
        // On Linux still the right program when its file was replaced or deleted.
        return if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { own_executable() };
    }
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("mikoshi")));
    beside.filter(|path| path.is_file()).ok_or(PoolError::NoWorker)
}

fn own_executable() -> Result<PathBuf, PoolError> {
    std::env::current_exe().map_err(|e| PoolError::Start(format!("the path of this executable is not known: {e}")))
}
