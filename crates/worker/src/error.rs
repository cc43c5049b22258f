//! Why there is no verdict.

use std::fmt;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::time::Duration;

use mikoshi_types::LimitError;

use crate::{Layer, LayerState};

/// Why there is no verdict. Nothing in here is the program's doing.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoolError {
    /// All workers are busy and the queue is full.
    Busy,
    /// [`crate::Cancel`] was used.
    Cancelled,
    /// A limit is outside its range.
    Limits(LimitError),
    /// No worker executable was found.
    NoWorker,
    /// Layers that are required and not waived cannot be had. Each says why.
    Layers(Vec<LayerState>),
    /// The worker executable did not start, or is not one.
    Start(String),
    /// This platform has no worker processes.
    Unsupported,
}

#[cfg(unix)]
impl PoolError {
    /// A worker executable ended where a worker would have got ready.
    pub(crate) fn ended_early(worker: &Path) -> Self {
        Self::Start(format!(
            "{} ended before it was ready; is it the `mikoshi` command, or a program that calls init() first thing in main?",
            worker.display()
        ))
    }

    /// A worker executable does something else, or the machine is far too slow.
    pub(crate) fn never_ready(worker: &Path, within: Duration) -> Self {
        Self::Start(format!(
            "{} was not ready within {} s; does it call init() first thing in main?",
            worker.display(),
            within.as_secs()
        ))
    }
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("all workers are busy and the queue is full; try again later, or allow a longer queue"),
            Self::Cancelled => f.write_str("the execution was cancelled"),
            Self::Limits(error) => error.fmt(f),
            Self::NoWorker => f.write_str(
                "no worker executable was found; do one of these: call mikoshi's init() first thing in main, so that this \
                 program can be its own worker; name the worker with worker_path(); set the environment variable \
                 MIKOSHI_WORKER to the path of the `mikoshi` command; or put `mikoshi` beside this executable",
            ),
            Self::Layers(missing) => match missing.as_slice() {
                [LayerState { layer: Layer::MeteredAllocator, detail, .. }] => write!(
                    f,
                    "the layer `metered-allocator` is missing: {detail}; install it in the worker's program with \
                     `#[global_allocator] static ALLOCATOR: MeteredAlloc = MeteredAlloc;`, or use the macro that does this \
                     and calls init()",
                ),
                [LayerState { layer, detail, .. }] => write!(
                    f,
                    "the layer `{layer}` cannot be had: {detail}; to run without it, give it up by name: \
                     Isolation::required().waive(Layer::{layer:?})",
                ),
                several => {
                    write!(f, "{} layers cannot be had", several.len())?;
                    for (i, LayerState { layer, detail, .. }) in several.iter().enumerate() {
                        write!(f, "{} `{layer}` ({detail})", if i == 0 { ":" } else { "," })?;
                    }
                    f.write_str("; to run without them, give each up by name: Isolation::required()")?;
                    several.iter().try_for_each(|s| write!(f, ".waive(Layer::{:?})", s.layer))
                }
            },
            Self::Start(detail) => write!(f, "the worker did not start: {detail}"),
            Self::Unsupported => f.write_str(
                "this platform is no Unix and has no worker processes; Isolation::in_process() runs trusted programs in this one",
            ),
        }
    }
}

impl std::error::Error for PoolError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Self::Limits(error) = self { Some(error) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    #[test]
    fn missing_layers_are_named_with_what_gives_them_up() {
        let missing = |layer, why: &str| LayerState::new(layer, State::Unavailable, why);
        let one = vec![missing(Layer::Landlock, "this kernel has none")];
        assert_eq!(
            PoolError::Layers(one).to_string(),
            "the layer `landlock` cannot be had: this kernel has none; to run without it, give it up by name: \
             Isolation::required().waive(Layer::Landlock)",
        );
        let two = vec![missing(Layer::Landlock, "only Linux has it"), missing(Layer::Seccomp, "as that")];
        assert_eq!(
            PoolError::Layers(two).to_string(),
            "2 layers cannot be had: `landlock` (only Linux has it), `seccomp` (as that); to run without them, give each up by \
             name: Isolation::required().waive(Layer::Landlock).waive(Layer::Seccomp)",
        );
    }
}
