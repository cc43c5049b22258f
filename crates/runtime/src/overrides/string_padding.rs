//! Amplifiers: `repeat`, `padStart` and `padEnd` make a string of any size in one call. The size is known, so the memory limit
//! speaks before a byte is touched. Test: `tests/amplifiers.rs`.

use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsStr, JsString, JsValue, js_string};

use crate::limits::reserve;

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    super::method(&prototype, "repeat", 1, repeat, context)?;
    super::method(&prototype, "padStart", 1, pad_start, context)?;
    super::method(&prototype, "padEnd", 1, pad_end, context)?;
    Ok(())
}

/// RequireObjectCoercible and ToString of the receiver.
fn receiver(this: &JsValue, name: &str, context: &mut Context) -> JsResult<JsString> {
    if this.is_null_or_undefined() {
        let message = format!("String.prototype.{name} called on null or undefined");
        return Err(JsNativeError::typ().with_message(message).into());
    }
    this.to_string(context)
}

/// `String.prototype.repeat ( count )`, ECMA-262 section 22.1.3.18.
fn repeat(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = receiver(this, "repeat", context)?;
    let count = match args.get_or_undefined(0).to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(count) if count >= 0 => count.unsigned_abs(),
        other => {
            let shown = match other {
                IntegerOrInfinity::Integer(count) => count.to_string(),
                IntegerOrInfinity::PositiveInfinity => "Infinity".to_owned(),
                IntegerOrInfinity::NegativeInfinity => "-Infinity".to_owned(),
            };
            return Err(JsNativeError::range().with_message(format!("Invalid count value: {shown}")).into());
        }
    };
    if text.is_empty() || count == 0 {
        return Ok(js_string!().into());
    }
    Ok(cycle(&text, (text.len() as u64).saturating_mul(count), "repeat", context)?.into())
}

fn pad_start(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = receiver(this, "padStart", context)?;
    match filler(&text, args, "padStart", context)? {
        Some(filler) => Ok(js_string!(&filler, &text).into()),
        None => Ok(text.into()),
    }
}

fn pad_end(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = receiver(this, "padEnd", context)?;
    match filler(&text, args, "padEnd", context)? {
        Some(filler) => Ok(js_string!(&text, &filler).into()),
        None => Ok(text.into()),
    }
}

/// StringPaddingBuiltinsImpl (ECMA-262 section 22.1.3.17.1) up to the filler.
fn filler(text: &JsString, args: &[JsValue], what: &str, context: &mut Context) -> JsResult<Option<JsString>> {
    let wanted = args.get_or_undefined(0).to_length(context)?;
    let length = text.len() as u64;
    if wanted <= length {
        return Ok(None);
    }
    let fill = match args.get_or_undefined(1) {
        fill if fill.is_undefined() => js_string!(" "),
        fill => fill.to_string(context)?,
    };
    if fill.is_empty() {
        return Ok(None);
    }
    cycle(&fill, wanted - length, what, context).map(Some)
}

/// `length` units of a string repeated without end.
fn cycle(text: &JsString, length: u64, what: &str, context: &mut Context) -> JsResult<JsString> {
    let width = if text.as_str().is_latin1() { 1 } else { 2 };
    // The units and the string that is made of them.
    reserve(length.saturating_mul(width * 2), what, context)?;
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let whole = length / text.len();
    Ok(if let Some(units) = text.as_str().as_latin1() {
        let mut cycled = units.repeat(whole);
        cycled.extend(units.iter().take(length - cycled.len()));
        JsString::from(JsStr::latin1(&cycled))
    } else {
        let units = text.to_vec();
        let mut cycled = units.repeat(whole);
        cycled.extend(units.iter().take(length - cycled.len()));
        JsString::from(cycled.as_slice())
    })
}
