//! The two ways to have workers, as one.

use mikoshi_analyzer::Program;
use mikoshi_types::{Diagnostic, Limits, Verdict};

use crate::portable::Stock;
#[cfg(target_os = "linux")]
use crate::supervisor::Supervisor;
use crate::{Cancel, LayerState, PoolError, PoolOptions, converse};

/// Where the workers of a pool come from.
pub(crate) enum Workers {
    /// From a fork server, behind the layers that only Linux has.
    #[cfg(target_os = "linux")]
    Forked(Supervisor),
    /// Each is started by itself.
    Spawned(Stock),
}

impl Workers {
    /// Starts the first ones.
    pub(crate) fn start(options: &PoolOptions, count: usize) -> Result<(Self, Vec<LayerState>), PoolError> {
        #[cfg(target_os = "linux")]
        if !options.isolation.portable {
            let (supervisor, posture) = Supervisor::start(options, count)?;
            return Ok((Self::Forked(supervisor), posture));
        }
        let (stock, posture) = Stock::start(options, count)?;
        Ok((Self::Spawned(stock), posture))
    }

    pub(crate) fn execute(
        &self,
        program: &Program,
        limits: &Limits,
        cancel: Option<&Cancel>,
    ) -> Result<Verdict, PoolError> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Forked(supervisor) => converse::execute(supervisor, program, limits, cancel),
            Self::Spawned(stock) => converse::execute(stock, program, limits, cancel),
        }
    }

    pub(crate) fn parse(&self, program: &Program, limits: &Limits) -> Result<Option<Diagnostic>, PoolError> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Forked(supervisor) => converse::parse(supervisor, program, limits),
            Self::Spawned(stock) => converse::parse(stock, program, limits),
        }
    }
}
