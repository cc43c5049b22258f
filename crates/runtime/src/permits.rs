//! permits
use boa_engine::{Context, JsResult};
use mikoshi_types::Policy;
pub(crate) fn apply(_policy: &Policy, _context: &mut Context) -> JsResult<()> { Ok(()) }
