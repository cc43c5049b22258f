//! Fault (boa_engine 0.22): `source` escapes every slash, one that is escaped already or stands in a class too, so that
//! `/a\\/b/.source` has two backslashes. Test: `tests/programs/regexp.js`, "the source of a regex".

use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

const BACKSLASH: u16 = b'\\' as u16;
const SLASH: u16 = b'/' as u16;

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let property = prototype.borrow().properties().get(&js_string!("source").into());
    let getter = property.as_ref().and_then(PropertyDescriptor::get).and_then(JsValue::as_object);
    let Some(getter) = getter else {
        return Err(JsNativeError::error().with_message("RegExp.prototype.source is missing").into());
    };
    let function = NativeFunction::from_copy_closure_with_captures(
        |this: &JsValue, args: &[JsValue], engines: &JsObject, context: &mut Context| {
            let source = engines.call(this, args, context)?;
            match (source.as_string(), this.as_object()) {
                (Some(text), Some(regexp)) if regexp.is::<RegExp>() => {
                    Ok(JsString::from(escape(&pattern(&text.to_vec())).as_slice()).into())
                }
                _ => Ok(source),
            }
        },
        getter,
    );
    let getter = FunctionObjectBuilder::new(context.realm(), function).name(js_string!("get source")).build();
    let property = PropertyDescriptor::builder().get(getter).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("source"), property, context).map(drop)
}

/// The pattern as it was written: the engine put a backslash before each slash.
pub(super) fn pattern(engines: &[u16]) -> Vec<u16> {
    let mut units = Vec::with_capacity(engines.len());
    for (at, &unit) in engines.iter().enumerate() {
        if unit != BACKSLASH || engines.get(at + 1) != Some(&SLASH) {
            units.push(unit);
        }
    }
    units
}

/// EscapeRegExpPattern (ECMA-262 section 22.2.6.13.1): a slash that would end a literal gets a backslash.
fn escape(pattern: &[u16]) -> Vec<u16> {
    let mut units = Vec::with_capacity(pattern.len());
    let (mut escaped, mut in_class) = (false, false);
    for &unit in pattern {
        if unit == SLASH && !escaped && !in_class {
            units.push(BACKSLASH);
        }
        if !escaped {
            in_class = match char::from_u32(unit.into()) {
                Some('[') => true,
                Some(']') => false,
                _ => in_class,
            };
        }
        escaped = unit == BACKSLASH && !escaped;
        units.push(unit);
    }
    units
}
