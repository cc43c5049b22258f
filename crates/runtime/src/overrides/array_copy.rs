//! `slice`, `concat`, `reverse`, `push` and `pop` of plain arrays; see [`plain`](super::plain) for why. Everything else is the
//! engine's own matter. Tests: `tests/programs/arrays.js`, and `builtins/Array/prototype` of test262.

use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsSymbol, JsValue};

use super::plain::{self, Made};
use crate::limits::native_tick;

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let array = context.intrinsics().constructors().array().prototype();
    super::wrap(&array, "slice", slice, context)?;
    super::wrap(&array, "concat", concat, context)?;
    super::wrap(&array, "reverse", reverse, context)?;
    super::wrap(&array, "push", push, context)?;
    super::wrap(&array, "pop", pop, context)
}

fn array(this: &JsValue) -> Option<JsObject> {
    this.as_object().filter(JsObject::is_array)
}

/// Copies the elements from `start` to `end` with their holes.
fn copy(from: &JsObject, range: std::ops::Range<u64>, to: &mut Made, context: &mut Context) -> JsResult<()> {
    for k in range {
        let key = super::index(k);
        let stored = if from.is_array() { plain::stored(from, &key) } else { None };
        match stored {
            Some(value) => to.push(value, context)?,
            None if from.has_property(key.clone(), context)? => {
                let value = from.get(key, context)?;
                to.push(value, context)?;
            }
            None => to.skip(),
        }
        if k % 1024 == 1023 {
            native_tick(context)?;
        }
    }
    Ok(())
}

/// `Array.prototype.slice ( start, end )`, ECMA-262 section 23.1.3.28.
fn slice(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let Some(array) = array(this) else { return original.call(this, args, context) };
    let length = super::length_of(&array, context)?;
    let start = super::relative(args.get_or_undefined(0), length, 0, context)?;
    let end = super::relative(args.get_or_undefined(1), length, length, context)?;
    let mut sliced = Made::like(&array, end.saturating_sub(start), context)?;
    copy(&array, start..end, &mut sliced, context)?;
    sliced.finish(true, context)
}

/// `Array.prototype.concat ( ...items )`, ECMA-262 section 23.1.3.2.
fn concat(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    const MOST: u64 = (1 << 53) - 1;
    let Some(array) = array(this) else { return original.call(this, args, context) };
    let mut all = Made::like(&array, 0, context)?;
    for item in std::iter::once(this).chain(args) {
        let spread = match item.as_object() {
            Some(object) if spreads(&object, context)? => object,
            _ => {
                if all.length() >= MOST {
                    return Err(JsNativeError::typ().with_message("Invalid array length").into());
                }
                all.push(item.clone(), context)?;
                continue;
            }
        };
        let length = super::length_of(&spread, context)?;
        if all.length().saturating_add(length) > MOST {
            return Err(JsNativeError::typ().with_message("Invalid array length").into());
        }
        copy(&spread, 0..length, &mut all, context)?;
    }
    all.finish(true, context)
}

/// IsConcatSpreadable (ECMA-262 section 23.1.3.2.1) of an object.
fn spreads(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    let wanted = object.get(JsSymbol::is_concat_spreadable(), context)?;
    if !wanted.is_undefined() {
        return Ok(wanted.to_boolean());
    }
    if object.is_array() || !crate::raw::is_proxy(object) {
        return Ok(object.is_array());
    }
    // A proxy is what its target is; `Array.isArray` knows.
    let is_array = context.intrinsics().constructors().array().constructor();
    let is_array = is_array.get(boa_engine::js_string!("isArray"), context)?;
    match is_array.as_callable() {
        Some(is_array) => Ok(is_array.call(&JsValue::undefined(), &[object.clone().into()], context)?.to_boolean()),
        None => Ok(false),
    }
}

/// `Array.prototype.reverse ( )`, ECMA-262 section 23.1.3.26.
fn reverse(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let Some(array) = array(this) else { return original.call(this, args, context) };
    let length = super::length_of(&array, context)?;
    if array.borrow().properties().index_property_keys().len() as u64 != length {
        return original.call(this, args, context);
    }
    for k in 0..length / 2 {
        let mirror = length - 1 - k;
        let pair = plain::loose(&array, &super::index(k)).zip(plain::loose(&array, &super::index(mirror)));
        let Some((low, high)) = pair else {
            // Those before it have changed places already: once more, and the engine begins as if nothing had been.
            (0..k).for_each(|k| swap(&array, k, length - 1 - k));
            return original.call(this, args, context);
        };
        plain::put(&array, k, high);
        plain::put(&array, mirror, low);
    }
    Ok(this.clone())
}

fn swap(array: &JsObject, k: u64, mirror: u64) {
    if let Some((low, high)) = plain::loose(array, &super::index(k)).zip(plain::loose(array, &super::index(mirror))) {
        plain::put(array, k, high);
        plain::put(array, mirror, low);
    }
}

/// `Array.prototype.push ( ...items )`, ECMA-262 section 23.1.3.23.
fn push(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    if let Some(array) = array(this)
        && plain::is_open(&array, context)?
        && let Some(length) = plain::free_length(&array)
        && let after = length.saturating_add(args.len() as u64)
        && u32::try_from(after).is_ok()
    {
        for (index, value) in (length..).zip(args) {
            plain::put(&array, index, value.clone());
        }
        plain::set_length(&array, after);
        return Ok(after.into());
    }
    original.call(this, args, context)
}

/// `Array.prototype.pop ( )`, ECMA-262 section 23.1.3.22.
fn pop(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    if let Some(array) = array(this)
        && let Some(last) = plain::free_length(&array).and_then(|length| length.checked_sub(1))
        && let Some(value) = plain::loose(&array, &super::index(last))
    {
        array.delete_property_or_throw(super::index(last), context)?;
        plain::set_length(&array, last);
        return Ok(value);
    }
    original.call(this, args, context)
}
