//! Divergence (boa_engine 0.22): `toString` and `toTimeString` leave out the zone's name, which Node puts in parentheses.
//! Test: `tests/programs/dates.js`, "printing".

use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};

/// The name of the one time zone there is.
pub(super) const ZONE: &str = " (Coordinated Universal Time)";

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().date().prototype();
    super::wrap(&prototype, "toString", with_zone, context)?;
    super::wrap(&prototype, "toTimeString", with_zone, context)
}

fn with_zone(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let text = original.call(this, args, context)?.to_string(context)?;
    if text == js_string!("Invalid Date") {
        return Ok(text.into());
    }
    Ok(js_string!(&text, &js_string!(ZONE)).into())
}
