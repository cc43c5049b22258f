//! Amplifier and fault (boa_engine 0.22): `join` reserves for whatever `length` claims (a Rust panic at 2**53 - 1) and builds a
//! separator for every hole. Here its size is checked as it grows, and before the first element where the separators alone
//! are too many. An array that contains itself joins as '' there, as in V8; the engine's own guard against that sits in its
//! OrdinaryToPrimitive, which `to_primitive.rs` replaces. The engine puts ", " between elements in `toLocaleString`, V8 ",".
//! Tests: `tests/amplifiers.rs`, `tests/programs/conversion.js`.

use std::cell::RefCell;

use boa_engine::object::builtins::JsTypedArray;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string};

use super::text::Text;
use crate::limits::{native_tick, reserve};

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().array().prototype();
    super::method(&prototype, "join", 1, join, context)?;
    super::method(&prototype, "toLocaleString", 0, to_locale_string, context)?;
    let typed = context.intrinsics().constructors().typed_array().prototype();
    super::method(&typed, "toLocaleString", 0, typed_to_locale_string, context)?;
    Ok(())
}

thread_local! {
    /// The objects that are being joined, as addresses: outermost first.
    static JOINING: RefCell<Vec<JsObject>> = const { RefCell::new(Vec::new()) };
}

/// Marks an object as being joined until it is dropped.
struct Joining;

impl Joining {
    /// `None` when the object is being joined already.
    fn start(object: &JsObject) -> Option<Self> {
        JOINING.with_borrow_mut(|joining| {
            if joining.iter().any(|other| JsObject::equals(other, object)) {
                return None;
            }
            joining.push(object.clone());
            Some(Self)
        })
    }
}

impl Drop for Joining {
    fn drop(&mut self) {
        JOINING.with_borrow_mut(Vec::pop);
    }
}

/// `Array.prototype.join ( separator )`, ECMA-262 section 23.1.3.18.
fn join(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let length = super::length_of(&object, context)?;
    let separator = match args.get_or_undefined(0) {
        separator if separator.is_undefined() => js_string!(","),
        separator => separator.to_string(context)?,
    };
    join_with(&object, length, &separator, "join", context, JsValue::to_string)
}

/// `Array.prototype.toLocaleString ( )`, ECMA-262 section 23.1.3.32.
fn to_locale_string(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let length = super::length_of(&object, context)?;
    join_locale(&object, length, args, context)
}

/// `%TypedArray%.prototype.toLocaleString ( )`, ECMA-262 section 23.2.3.31.
fn typed_to_locale_string(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = this.as_object() else {
        return Err(JsNativeError::typ().with_message("this is not a typed array").into());
    };
    let length = JsTypedArray::from_object(object.clone())?.length(context)? as u64;
    join_locale(&object, length, args, context)
}

fn join_locale(object: &JsObject, length: u64, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let args = args.to_vec();
    join_with(object, length, &js_string!(","), "toLocaleString", context, |element, context| {
        let method = element.to_object(context)?.get(js_string!("toLocaleString"), context)?;
        let Some(method) = method.as_callable() else {
            return Err(JsNativeError::typ().with_message("toLocaleString is not a function").into());
        };
        method.call(element, &args, context)?.to_string(context)
    })
}

fn join_with(
    object: &JsObject,
    length: u64,
    separator: &JsString,
    what: &str,
    context: &mut Context,
    convert: impl Fn(&JsValue, &mut Context) -> JsResult<JsString>,
) -> JsResult<JsValue> {
    let Some(_joining) = Joining::start(object) else { return Ok(js_string!().into()) };
    reserve(length.saturating_sub(1).saturating_mul(separator.len() as u64), what, context)?;
    let mut text = Text::new();
    for index in 0..length {
        if index > 0 {
            text.push(separator.as_str(), what, context)?;
        }
        if index % 1024 == 1023 {
            native_tick(context)?;
        }
        let element = object.get(super::index(index), context)?;
        if !element.is_null_or_undefined() {
            text.push(convert(&element, context)?.as_str(), what, context)?;
        }
    }
    Ok(text.build().into())
}
