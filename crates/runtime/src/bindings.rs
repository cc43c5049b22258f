//! The names that the printer weaves into programs. They are lexical bindings, so that no property of the global object and
//! no reflection shows them.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsResult, JsString, NativeFunction, Source};
use mikoshi_analyzer::Program;

use crate::limits::tick;

/// The suffix of the property that carries a value into the realm's lexical scope; it is gone when the realm is ready.
const CARRIER: &str = "carrier";

/// Binds the woven names under `prefix`.
pub(crate) fn bind(prefix: &str, context: &mut Context) -> JsResult<()> {
    let tick = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(tick))
        .name(JsString::from("tick"))
        .build();
    let carrier = format!("{prefix}{CARRIER}");
    let key = JsString::from(carrier.as_str());
    context.register_global_property(key.clone(), tick, Attribute::CONFIGURABLE)?;
    let script = format!("const {prefix}{} = {carrier};", Program::TICK);
    context.eval(Source::from_bytes(&script))?;
    context.global_object().delete_property_or_throw(key, context)?;
    Ok(())
}
