//! The forms in which verdicts and findings are shown.

pub(crate) mod agent;
pub(crate) mod escape;
pub(crate) mod human;
pub(crate) mod sarif;
mod view;
