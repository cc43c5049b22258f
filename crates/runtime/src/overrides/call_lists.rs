//! Amplifier and fault (boa_engine 0.22): `apply` and `Reflect` reserve for whatever the `length` of their argument list
//! claims, a Rust panic at 2**53 - 1. A list that the engine's stack cannot take ends as `STACK_LIMIT`, as a spread of the
//! same length does. Test: `tests/amplifiers.rs`.

use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue};
use mikoshi_types::{Code, Status};

use crate::limits::stop;
use crate::realm::ENGINE_STACK_VALUES;

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let function = context.intrinsics().constructors().function().prototype();
    super::method(&function, "apply", 2, function_apply, context)?;
    let reflect = context.intrinsics().objects().reflect();
    super::method(&reflect, "apply", 3, reflect_apply, context)?;
    super::method(&reflect, "construct", 2, reflect_construct, context)?;
    Ok(())
}

/// `Function.prototype.apply ( thisArg, argArray )`, ECMA-262 section 20.2.3.1.
fn function_apply(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(function) = this.as_callable() else {
        return Err(type_error("Function.prototype.apply was called on a value that is not a function"));
    };
    let list = args.get_or_undefined(1);
    let list = if list.is_null_or_undefined() { Vec::new() } else { arguments(list, context)? };
    function.call(args.get_or_undefined(0), &list, context)
}

/// `Reflect.apply ( target, thisArgument, argumentsList )`, ECMA-262 section 28.1.1.
fn reflect_apply(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(target) = args.get_or_undefined(0).as_callable() else {
        return Err(type_error("the target of Reflect.apply is not a function"));
    };
    let list = arguments(args.get_or_undefined(2), context)?;
    target.call(args.get_or_undefined(1), &list, context)
}

/// `Reflect.construct ( target, argumentsList, newTarget )`, ECMA-262 section 28.1.2.
fn reflect_construct(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let constructor = |value: &JsValue| value.as_object().filter(JsObject::is_constructor);
    let Some(target) = constructor(args.get_or_undefined(0)) else {
        return Err(type_error("the target of Reflect.construct is not a constructor"));
    };
    let new_target = match args.get(2) {
        None => target.clone(),
        Some(value) => {
            constructor(value).ok_or_else(|| type_error("the new target of Reflect.construct is not a constructor"))?
        }
    };
    let list = arguments(args.get_or_undefined(1), context)?;
    target.construct(&list, Some(&new_target), context).map(JsValue::from)
}

/// CreateListFromArrayLike (ECMA-262 section 7.3.20).
fn arguments(list: &JsValue, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let Some(object) = list.as_object() else {
        return Err(type_error("CreateListFromArrayLike called on a value that is not an object"));
    };
    let length = super::length_of(&object, context)?;
    if length > ENGINE_STACK_VALUES as u64 {
        let message = format!("a call with {length} arguments is more than the engine's stack can take");
        return Err(stop(Status::StackLimit, Code::STACK_LIMIT, message, None, context));
    }
    (0..length).map(|index| object.get(super::index(index), context)).collect()
}

fn type_error(message: &'static str) -> boa_engine::JsError {
    JsNativeError::typ().with_message(message).into()
}
