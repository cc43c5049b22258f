//! Keeps count of the layers while a process takes them.

use crate::protocol::{Greeting, Setup};
use crate::{Layer, LayerState, State, meter};

/// What was taken away so far, and what could not be.
pub(crate) struct Ledger {
    waived: Vec<Layer>,
    left_out: Vec<Layer>,
    states: Vec<LayerState>,
}

impl Ledger {
    pub(crate) fn new(setup: &Setup) -> Self {
        Self { waived: setup.waived.clone(), left_out: setup.left_out.clone(), states: Vec::new() }
    }

    /// Tries a layer, unless it is left out.
    pub(crate) fn install(&mut self, layer: Layer, install: impl FnOnce() -> Result<String, String>) {
        let outcome = if self.left_out.contains(&layer) { Err("left out".to_owned()) } else { install() };
        self.note(layer, outcome);
    }

    pub(crate) fn note(&mut self, layer: Layer, outcome: Result<String, String>) {
        self.states.push(match outcome {
            Ok(detail) => LayerState::new(layer, State::Active, detail),
            Err(detail) if self.waived.contains(&layer) => LayerState::new(layer, State::Waived, detail),
            Err(detail) => LayerState::new(layer, State::Unavailable, detail),
        });
    }

    /// Notes whether the environment is empty, which is the doing of whoever started this process.
    pub(crate) fn environment(&mut self) {
        let is_empty = std::env::vars_os().next().is_none();
        self.note(Layer::Environment, if is_empty { Ok("empty".to_owned()) } else { Err("not empty".to_owned()) });
    }

    /// Notes whether the program has our allocator.
    pub(crate) fn metered_allocator(&mut self) {
        self.install(Layer::MeteredAllocator, || {
            if meter::is_installed() {
                Ok("installed".to_owned())
            } else {
                Err("the worker's program lacks it".to_owned())
            }
        });
    }

    /// The answer to the host: every layer, or those that are required and missing.
    pub(crate) fn greeting(self) -> Greeting {
        let is_missing = |s: &LayerState| s.required && s.state == State::Unavailable;
        if self.states.iter().any(is_missing) {
            Greeting::Missing(self.states.into_iter().filter(is_missing).collect())
        } else {
            Greeting::Ready(self.states)
        }
    }
}
