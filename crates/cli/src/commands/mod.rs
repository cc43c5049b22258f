//! The subcommands. Each returns `Ok(true)` for yes and `Ok(false)` for no.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod run;
