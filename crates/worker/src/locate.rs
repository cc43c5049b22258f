//! Finds the executable that worker processes run.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::PoolError;
use crate::protocol::{WORKER_ARGUMENT, WORKER_NAME};

/// The environment variable that names the worker executable.
const VARIABLE: &str = "MIKOSHI_WORKER";

/// Whether this program called [`crate::init`], so that its executable can be a worker.
static INITIALISED: AtomicBool = AtomicBool::new(false);

pub(crate) fn note_init() {
    INITIALISED.store(true, Ordering::Relaxed);
}

/// Whether this process was started as a worker.
pub(crate) fn is_worker_start() -> bool {
    let mut arguments = std::env::args_os();
    arguments.next().is_some_and(|a| a == WORKER_NAME) && arguments.next().is_some_and(|a| a == WORKER_ARGUMENT)
}

/// The worker executable: the path that was given, else the environment variable, else this program if it called `init`,
/// else `mikoshi` in its folder.
pub(crate) fn worker(given: Option<&PathBuf>) -> Result<PathBuf, PoolError> {
    if is_worker_start() {
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
        // Still the right program when its file was replaced or deleted.
        return Ok("/proc/self/exe".into());
    }
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("mikoshi")));
    beside.filter(|path| path.is_file()).ok_or(PoolError::NoWorker)
}
