//! Leak: the engine's `stack` shows native frames and places of the printed text.
//!
//! Ours gives what Node gives, in the user's own text: the error's name and message and the script's frames, innermost first.
//! It is an accessor on `Error.prototype`; assigning to it makes an own property.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::program;
use crate::position::parse_backtrace;
use crate::raw;

/// The engine's own getter of `stack`, for our use alone.
struct EngineGetter(JsObject);

pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().error().prototype();
    let stack = prototype.borrow().properties().get(&js_string!("stack").into());
    if let Some(getter) = stack.as_ref().and_then(PropertyDescriptor::get).and_then(JsValue::as_object) {
        context.insert_data(EngineGetter(getter));
    }
    let function = |name: JsString, length, function, context: &Context| {
        FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(function))
            .name(name)
            .length(length)
            .build()
    };
    let getter = function(js_string!("get stack"), 0, get_stack, context);
    let setter = function(js_string!("set stack"), 1, set_stack, context);
    let property = PropertyDescriptor::builder().get(getter).set(setter).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("stack"), property, context).map(drop)
}

/// The engine's backtrace of an error object.
pub(crate) fn engine_backtrace(error: &JsObject, context: &mut Context) -> Option<String> {
    let getter = context.get_data::<EngineGetter>()?.0.clone();
    let stack = getter.call(&error.clone().into(), &[], context).ok()?;
    stack.as_string().map(|s| s.to_std_string_lossy())
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a native function")]
fn get_stack(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(error) = this.as_object().filter(raw::is_error) else { return Ok(JsValue::undefined()) };
    let part = |name| match raw::lookup(&error, name) {
        raw::Raw::Data(value) => value.as_string().unwrap_or_default(),
        _ => JsString::default(),
    };
    let (name, message) = (part("name"), part("message"));
    let mut text = match (name.is_empty(), message.is_empty()) {
        (_, true) => name,
        (true, false) => message,
        (false, false) => js_string!(&name, &js_string!(": "), &message),
    };
    let frames = engine_backtrace(&error, context).unwrap_or_default();
    let frames = program::with(|program| {
        let map = crate::position::SourceMap::new(program);
        let mut lines = String::new();
        for place in parse_backtrace(&frames) {
            let Some(span) = map.place(&place) else { continue };
            let at = format!("script:{}:{}", span.line, span.column_utf16);
            lines.push_str("\n    at ");
            if place.function.is_empty() {
                lines.push_str(&at);
            } else {
                lines.push_str(&place.function);
                lines.push_str(" (");
                lines.push_str(&at);
                lines.push(')');
            }
        }
        lines
    });
    if let Some(frames) = frames {
        text = js_string!(&text, &JsString::from(frames));
    }
    Ok(text.into())
}

fn set_stack(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(error) = this.as_object() else {
        return Err(JsNativeError::typ().with_message("the stack of a value that is no object cannot be set").into());
    };
    let property = PropertyDescriptor::builder()
        .value(args.get_or_undefined(0).clone())
        .writable(true)
        .enumerable(false)
        .configurable(true);
    error.define_property_or_throw(js_string!("stack"), property, context)?;
    Ok(JsValue::undefined())
}
