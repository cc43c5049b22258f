//! Syntax that is rejected wherever it stands.

pub(super) mod async_syntax;
pub(super) mod foreign;
pub(super) mod never_equal;
pub(super) mod with_statement;
