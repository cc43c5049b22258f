//! The text itself, before it means anything.

pub(super) mod division;
pub(super) mod hidden;
