//! Builtins of the engine that answer wrongly, panic, or allocate without asking, replaced one a file. Each file names the
//! fault and the test that tells when it can go.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

mod array_copy;
mod array_fill;
mod array_join;
mod array_walk;
mod call_lists;
mod date_locale;
mod date_parse;
mod date_text;
mod json_parse;
mod locale_compare;
mod math;
mod math_random;
mod number_locale;
mod number_text;
mod plain;
mod regexp_case;
mod regexp_source;
mod sort;
mod string_padding;
mod text;
mod to_primitive;

pub(crate) use math::power;

/// Overrides the builtins of a fresh context.
pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    array_copy::apply(context)?;
    array_fill::apply(context)?;
    array_join::apply(context)?;
    array_walk::apply(context)?;
    call_lists::apply(context)?;
    date_parse::apply(context)?;
    date_text::apply(context)?;
    date_locale::apply(context)?;
    json_parse::apply(context)?;
    locale_compare::apply(context)?;
    number_locale::apply(context)?;
    number_text::apply(context)?;
    // After `regexp_case`, which keeps the engine's accessor.
    regexp_case::apply(context)?;
    regexp_source::apply(context)?;
    math::apply(context)?;
    math_random::apply(context)?;
    sort::apply(context)?;
    string_padding::apply(context)?;
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
    install(holder, name, length, NativeFunction::from_fn_ptr(function), context)
}

/// A native function that may fall back on the builtin whose place it takes.
type Wrapper = fn(&JsValue, &[JsValue], &JsObject, &mut Context) -> JsResult<JsValue>;

/// Puts a native function in the place of a builtin method and hands it that method.
fn wrap(holder: &JsObject, name: &'static str, wrapper: Wrapper, context: &mut Context) -> JsResult<()> {
    let Some(original) = holder.get(JsString::from(name), context)?.as_object() else {
        return Err(JsNativeError::error().with_message(format!("the builtin {name} is missing")).into());
    };
    let length = original.get(js_string!("length"), context)?.to_length(context)?;
    let function = NativeFunction::from_copy_closure_with_captures(
        move |this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context| {
            wrapper(this, args, original, context)
        },
        original,
    );
    install(holder, name, usize::try_from(length).unwrap_or(0), function, context).map(drop)
}

fn install(
    holder: &JsObject,
    name: &'static str,
    length: usize,
    function: NativeFunction,
    context: &mut Context,
) -> JsResult<JsObject> {
    let function =
        FunctionObjectBuilder::new(context.realm(), function).name(JsString::from(name)).length(length).build();
    let property =
        PropertyDescriptor::builder().value(function.clone()).writable(true).enumerable(false).configurable(true);
    holder.define_property_or_throw(JsString::from(name), property, context)?;
    Ok(function.into())
}

/// LengthOfArrayLike (ECMA-262 section 7.3.19).
fn length_of(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object.get(js_string!("length"), context)?.to_length(context)
}

/// The key of an element.
fn index(index: u64) -> PropertyKey {
    PropertyKey::from(index)
}

/// A relative position as `slice`, `fill` and kin take it: from the end when negative, clamped to `length`.
fn relative(value: &JsValue, length: u64, default: u64, context: &mut Context) -> JsResult<u64> {
    if value.is_undefined() {
        return Ok(default);
    }
    let position = value.to_integer_or_infinity(context)?;
    Ok(match position {
        boa_engine::value::IntegerOrInfinity::NegativeInfinity => 0,
        boa_engine::value::IntegerOrInfinity::PositiveInfinity => length,
        boa_engine::value::IntegerOrInfinity::Integer(i) if i < 0 => length.saturating_sub(i.unsigned_abs()),
        boa_engine::value::IntegerOrInfinity::Integer(i) => length.min(i.unsigned_abs()),
    })
}
