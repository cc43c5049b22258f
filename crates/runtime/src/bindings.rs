//! The names that the printer weaves into programs. They are lexical bindings, so that no property of the global object and
//! no reflection shows them.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsResult, JsString, NativeFunction, Source};
use mikoshi_analyzer::Program;

use crate::limits::tick;

/// The property that carries a value into the realm's lexical scope; it is gone when the realm is ready.
const CARRIER: &str = "$mk_carrier";

/// Binds the woven names under the usual prefix.
pub(crate) fn bind(context: &mut Context) -> JsResult<()> {
    let tick = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(tick))
        .name(JsString::from("tick"))
        .build();
    context.register_global_property(JsString::from(CARRIER), tick, Attribute::CONFIGURABLE)?;
    let script = format!("const {}{} = {CARRIER};", Program::PREFIX, Program::TICK);
    context.eval(Source::from_bytes(&script))?;
    context.global_object().delete_property_or_throw(JsString::from(CARRIER), context)?;
    Ok(())
}

/// Binds the woven names under another prefix as well, for a program that uses the usual one itself.
pub(crate) fn bind_as(prefix: &str, context: &mut Context) -> JsResult<()> {
    let script = format!("const {prefix}{0} = {1}{0};", Program::TICK, Program::PREFIX);
    context.eval(Source::from_bytes(&script)).map(drop)
}
