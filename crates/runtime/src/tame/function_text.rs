//! Leak: `f.toString()` would show the printed text with the safepoints woven in. It gives the user's own text.

use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::program;

pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    let original = prototype.get(js_string!("toString"), context)?;
    let Some(original) = original.as_object() else {
        return Err(JsNativeError::typ().with_message("Function.prototype.toString is missing").into());
    };
    let function = NativeFunction::from_copy_closure_with_captures(
        |this: &JsValue, _: &[JsValue], original: &JsObject, context: &mut Context| {
            let printed = original.call(this, &[], context)?;
            let Some(printed) = printed.as_string() else { return Ok(printed) };
            if this.as_object().is_some_and(|f| f.is::<NativeFunctionObject>()) {
                return Ok(JsValue::from(native_text(&printed)));
            }
            Ok(JsValue::from(user_text(&printed).unwrap_or(printed)))
        },
        original,
    );
    let function = FunctionObjectBuilder::new(context.realm(), function).name(js_string!("toString")).length(0).build();
    prototype.define_property_or_throw(
        js_string!("toString"),
        PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true),
        context,
    )?;
    Ok(())
}

/// The text of a native function is `function name() { [native code] }` on one line, as in Node.
fn native_text(engine: &JsString) -> JsString {
    let text = engine.to_std_string_lossy();
    let name = text.strip_prefix("function ").and_then(|t| t.split_once('(')).map_or("", |(name, _)| name.trim());
    JsString::from(format!("function {name}() {{ [native code] }}"))
}

/// The user's text of a function that was printed as `printed`. Two functions that print alike but were written apart (in
/// spacing or comments) both show the first one's text.
fn user_text(printed: &JsString) -> Option<JsString> {
    let printed = printed.to_std_string().ok()?;
    program::with(|program| {
        let function = program.functions.iter().find(|function| {
            program.text.get(function.text.start as usize..function.text.end as usize) == Some(printed.as_str())
        })?;
        let source = program.source.get(function.source.start as usize..function.source.end as usize)?;
        Some(JsString::from(source))
    })?
}
