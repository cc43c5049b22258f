//! Leak: `f.toString()` would show the printed text with the safepoints woven in. It gives the user's own text.

use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::program;
use crate::raw;

pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    let original = prototype.get(js_string!("toString"), context)?;
    let Some(original) = original.as_object() else {
        return Err(JsNativeError::typ().with_message("Function.prototype.toString is missing").into());
    };
    let function = NativeFunction::from_copy_closure_with_captures(
        |this: &JsValue, _: &[JsValue], original: &JsObject, context: &mut Context| {
            let printed = original.call(this, &[], context)?;
            let (Some(text), Some(function)) = (printed.as_string(), this.as_object()) else { return Ok(printed) };
            if function.is::<NativeFunctionObject>() || raw::is_proxy(&function) {
                return Ok(printed);
            }
            let own = user_text(&text.to_std_string_lossy(), &raw::function_name(&function));
            Ok(own.map_or(printed, JsValue::from))
        },
        original,
    );
    let function = FunctionObjectBuilder::new(context.realm(), function).name(js_string!("toString")).length(0).build();
    prototype.define_property_or_throw(
        js_string!("toString"),
        PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true),
        context,
    )?;
    Ok(())
}

/// The user's text of the function `name` that the engine shows as `shown`. Two functions that print alike but were written
/// apart (in spacing or comments) both show the first one's text.
fn user_text(shown: &str, name: &str) -> Option<JsString> {
    program::with(|program| {
        let texts = || {
            program.functions.iter().filter_map(|function| {
                let printed = program.text.get(function.text.start as usize..function.text.end as usize)?;
                let source = program.source.get(function.source.start as usize..function.source.end as usize)?;
                Some((printed, source))
            })
        };
        let whole = texts().find(|(printed, _)| *printed == shown);
        let class = || {
            // Of a class the engine knows only its constructor, or nothing.
            let mut classes: Vec<_> = texts().filter(|(printed, _)| is_class(printed)).collect();
            classes.sort_by_key(|(printed, _)| printed.len());
            let by_constructor = classes.iter().find(|(printed, _)| printed.contains(shown));
            let by_name = classes.iter().find(|(printed, _)| class_name(printed) == name);
            let nameless = classes.iter().find(|(printed, _)| class_name(printed).is_empty());
            by_constructor.or(by_name).or(nameless).copied()
        };
        let unknown = shown.starts_with("constructor") || shown.ends_with("{ [native code] }");
        let (_, source) = whole.or_else(|| if unknown { class() } else { None })?;
        Some(JsString::from(source))
    })?
}

fn is_class(printed: &str) -> bool {
    printed.strip_prefix("class").is_some_and(|rest| !rest.starts_with(is_word))
}

/// The name that a class expression or declaration gives itself.
fn class_name(printed: &str) -> &str {
    let rest = printed.strip_prefix("class").unwrap_or("").trim_start();
    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let name = rest.get(..end).unwrap_or("");
    if name == "extends" { "" } else { name }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
