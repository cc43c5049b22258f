//! The text itself, before it means anything.

pub(super) mod hidden;
