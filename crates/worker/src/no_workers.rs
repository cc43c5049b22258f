//! For systems without worker processes.

use mikoshi_analyzer::Program;
use mikoshi_types::{Diagnostic, Limits, Verdict};

use crate::{Cancel, LayerState, PoolError, PoolOptions};

/// There is none.
pub(crate) enum Workers {}

impl Workers {
    pub(crate) fn start(_: &PoolOptions, _: usize) -> Result<(Self, Vec<LayerState>), PoolError> {
        Err(PoolError::Unsupported)
    }

    pub(crate) fn execute(&self, _: &Program, _: &Limits, _: Option<&Cancel>) -> Result<Verdict, PoolError> {
        match *self {}
    }

    pub(crate) fn parse(&self, _: &Program, _: &Limits) -> Result<Option<Diagnostic>, PoolError> {
        match *self {}
    }
}
