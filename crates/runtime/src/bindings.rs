//! The names that the printer weaves into programs. They are lexical bindings, so that no property of the global object and
//! no reflection shows them.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsResult, JsString, NativeFunction, Source};
use mikoshi_analyzer::Program;

use crate::limits::{enter, tick};
use crate::overrides::power;

/// The suffix of the property that carries a value into the realm's lexical scope; it is gone when the realm is ready.
const CARRIER: &str = "carrier";

/// Binds the woven names under `prefix`.
pub(crate) fn bind(prefix: &str, context: &mut Context) -> JsResult<()> {
    let functions: [(&str, NativeFunctionPointer); 3] =
        [(Program::TICK, tick), (Program::ENTER, enter), (Program::POWER, power)];
    for (suffix, function) in functions {
        let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(function))
            .name(JsString::from(suffix))
            .build();
        let carrier = format!("{prefix}{CARRIER}");
        let key = JsString::from(carrier.as_str());
        context.register_global_property(key.clone(), function, Attribute::CONFIGURABLE)?;
        context.eval(Source::from_bytes(&format!("const {prefix}{suffix} = {carrier};")))?;
        context.global_object().delete_property_or_throw(key, context)?;
    }
    Ok(())
}
