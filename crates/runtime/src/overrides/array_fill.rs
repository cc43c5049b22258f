//! Amplifiers: `Array(1e9).fill(0)` and `Array.from({ length: 1e9 })` make an array of any size in one call. The size is
//! known, so the memory limit speaks first. Test: `tests/amplifiers.rs`.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsSymbol, JsValue, js_string};

use super::plain;
use crate::limits::{native_tick, reserve};
use crate::raw;

/// An element takes this much in a dense array.
const ELEMENT: u64 = 8;

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let array = context.intrinsics().constructors().array().clone();
    super::method(&array.prototype(), "fill", 1, fill, context)?;
    super::wrap(&array.constructor(), "from", from, context)
}

/// `Array.prototype.fill ( value, start, end )`, ECMA-262 section 23.1.3.7.
fn fill(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let length = super::length_of(&object, context)?;
    let start = super::relative(args.get_or_undefined(1), length, 0, context)?;
    let end = super::relative(args.get_or_undefined(2), length, length, context)?;
    if object.is_array() {
        reserve(end.saturating_sub(start).saturating_mul(ELEMENT), "fill", context)?;
    }
    let value = args.get_or_undefined(0);
    // The conversions of `start` and `end` may have made it shorter.
    let open = plain::is_open(&object, context)? && super::length_of(&object, context)? == length;
    let bare = open && object.borrow().properties().index_property_keys().len() == 0;
    for index in start..end {
        if bare || open && plain::loose(&object, &super::index(index)).is_some() {
            plain::put(&object, index, value.clone());
        } else {
            object.set(super::index(index), value.clone(), true, context)?;
        }
        if index % 1024 == 1023 {
            native_tick(context)?;
        }
    }
    Ok(object.into())
}

/// `Array.from ( items, mapper, thisArg )` of something that is not iterable but says how long it is.
fn from(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    if let Some(items) = args.get_or_undefined(0).as_object()
        && matches!(raw::lookup_key(&items, &JsSymbol::iterator().into()), raw::Raw::Absent)
        && let raw::Raw::Data(length) = raw::lookup_key(&items, &PropertyKey::from(js_string!("length")))
        && let Some(length) = length.as_number()
        && length > 0.0
    {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates, as a bound should")]
        reserve((length as u64).saturating_mul(ELEMENT), "Array.from", context)?;
    }
    original.call(this, args, context)
}
