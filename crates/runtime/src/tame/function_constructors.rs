//! Leak: every function inherits `constructor`, and those four constructors compile strings.
//!
//! Each is replaced by a function of the same name and `prototype` that compiles nothing: calling or constructing it, by
//! whatever path, ends the script and is reported. The host hook stands behind it for what might still be reached.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use crate::hooks::{excerpt, refuse_compilation};

pub(crate) fn apply(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    // The second column: whether `prototype.constructor` is writable (ECMA-262 sections 20.2.3, 27.3.3, 27.4.3, 27.7.3).
    let kinds = [
        (constructors.function().prototype(), "Function", true, None),
        (constructors.generator_function().prototype(), "GeneratorFunction", false, Some(())),
        (constructors.async_function().prototype(), "AsyncFunction", false, Some(())),
        (constructors.async_generator_function().prototype(), "AsyncGeneratorFunction", false, Some(())),
    ];
    let mut function: Option<JsObject> = None;
    for (prototype, name, writable, derived) in kinds {
        let inert = inert(name, context);
        inert.define_property_or_throw(
            js_string!("prototype"),
            PropertyDescriptor::builder()
                .value(prototype.clone())
                .writable(false)
                .enumerable(false)
                .configurable(false),
            context,
        )?;
        if derived.is_some() {
            inert.set_prototype(function.clone());
        } else {
            function = Some(inert.clone());
        }
        prototype.define_property_or_throw(
            js_string!("constructor"),
            PropertyDescriptor::builder().value(inert).writable(writable).enumerable(false).configurable(true),
            context,
        )?;
    }
    Ok(())
}

fn inert(name: &'static str, context: &Context) -> JsObject {
    let refuse = NativeFunction::from_copy_closure(move |_: &JsValue, args: &[JsValue], context: &mut Context| {
        let body = args.last().and_then(JsValue::as_string).map_or_else(String::new, |s| excerpt(&s));
        Err(refuse_compilation(&format!("{name}({body})"), context))
    });
    FunctionObjectBuilder::new(context.realm(), refuse)
        .name(JsString::from(name))
        .length(1)
        .constructor(true)
        .build()
        .into()
}
