//! Builtins of the engine that answer wrongly, panic, or allocate without asking, replaced one a file. Each file names the
//! fault and the test that tells when it can go.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, NativeFunction};

mod math_random;
mod to_primitive;

/// Overrides the builtins of a fresh context.
pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    math_random::apply(context)?;
    to_primitive::apply(context)
}

/// Puts a native function in the place of a builtin method.
fn method(
    holder: &JsObject,
    name: &'static str,
    length: usize,
    function: NativeFunctionPointer,
    context: &mut Context,
) -> JsResult<JsObject> {
    let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(function))
        .name(JsString::from(name))
        .length(length)
        .build();
    let property =
        PropertyDescriptor::builder().value(function.clone()).writable(true).enumerable(false).configurable(true);
    holder.define_property_or_throw(JsString::from(name), property, context)?;
    Ok(function.into())
}
