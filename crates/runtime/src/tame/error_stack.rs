//! Leak: the engine's `stack` shows native frames and places of the printed text.

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};

/// The engine's own getter of `stack`, for our use alone.
struct EngineGetter(JsObject);

pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().error().prototype();
    let stack = prototype.borrow().properties().get(&js_string!("stack").into());
    if let Some(getter) = stack.as_ref().and_then(PropertyDescriptor::get).and_then(JsValue::as_object) {
        context.insert_data(EngineGetter(getter));
    }
    prototype.delete_property_or_throw(js_string!("stack"), context)?;
    Ok(())
}

/// The engine's backtrace of an error object.
pub(crate) fn engine_backtrace(error: &JsObject, context: &mut Context) -> Option<String> {
    let getter = context.get_data::<EngineGetter>()?.0.clone();
    let stack = getter.call(&error.clone().into(), &[], context).ok()?;
    stack.as_string().map(|s| s.to_std_string_lossy())
}
