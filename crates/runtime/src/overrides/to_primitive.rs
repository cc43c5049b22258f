//! Fault (boa_engine 0.22): a `valueOf` or `toString` that converts its own object again gets 0 or '' instead of being
//! called, because the engine's OrdinaryToPrimitive stops at an object that is being converted.
//!
//! The engine asks for `@@toPrimitive` first, so one on `Object.prototype` that does what OrdinaryToPrimitive should do
//! takes its place. It is writable, so that an assignment to an object's own still works. Scripts can see it by reflection, and
//! objects without `Object.prototype` keep the fault.
//! Test: `tests/programs/conversion.js`, "valueOf re-enters itself".

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsSymbol, JsValue, NativeFunction, js_string};

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(to_primitive))
        .name(js_string!("[Symbol.toPrimitive]"))
        .length(1)
        .build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    let prototype = context.intrinsics().constructors().object().prototype();
    prototype.define_property_or_throw(JsSymbol::to_primitive(), property, context).map(drop)
}

/// OrdinaryToPrimitive (ECMA-262 section 7.1.1.1).
fn to_primitive(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = this.as_object() else {
        return Err(JsNativeError::typ().with_message("Symbol.toPrimitive called on a value that is no object").into());
    };
    let as_string = args.get_or_undefined(0).as_string().is_some_and(|hint| hint == js_string!("string"));
    let order: [JsString; 2] = if as_string {
        [js_string!("toString"), js_string!("valueOf")]
    } else {
        [js_string!("valueOf"), js_string!("toString")]
    };
    for name in order {
        if let Some(method) = object.get(name, context)?.as_callable() {
            let result = method.call(this, &[], context)?;
            if !result.is_object() {
                return Ok(result);
            }
        }
    }
    Err(JsNativeError::typ().with_message("Cannot convert object to primitive value").into())
}
