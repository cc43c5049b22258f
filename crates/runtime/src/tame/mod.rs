//! Takes away what a script could misuse or learn from, one leak a file.

use boa_engine::{Context, JsResult};

pub(crate) mod error_stack;
mod function_constructors;
mod function_text;
pub(crate) mod program;

/// Tames a fresh context.
pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    function_constructors::apply(context)?;
    function_text::apply(context)?;
    error_stack::apply(context)
}
