//! Free names.

pub(super) mod forbidden;
pub(super) mod unknown;
