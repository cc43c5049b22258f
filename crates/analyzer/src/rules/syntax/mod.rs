//! Syntax that is rejected wherever it stands.

pub(super) mod async_syntax;
pub(super) mod foreign;
pub(super) mod with_statement;
