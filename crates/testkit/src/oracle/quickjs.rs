//! A second opinion: QuickJS under the same whitelist.

use std::cell::Cell;
use std::rc::Rc;

use mikoshi_types::Policy;
use rquickjs::context::EvalOptions;
use rquickjs::{Context, Ctx, Error, Runtime, Type, Value};

/// Interrupt checks (some ten thousand operations apart) before a program is given up.
const PATIENCE: u32 = 400;
const MEMORY: usize = 128 << 20;
const STACK: usize = 1 << 20;

/// How QuickJS says a program ends.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Opinion {
    /// With a value: its type as in a verdict's `output_type`, and its text if it is a primitive.
    Value { kind: &'static str, primitive: Option<serde_json::Value> },
    /// With an exception: the name of a standard error, if it is one.
    Threw { name: Option<String>, message: String },
    /// It took more than this engine was given.
    GaveUp,
}

/// Leaves on the global object what the policy offers, and takes the function constructors out of reach.
const WHITELIST: &str = "(allowed) => {
    const { getPrototypeOf, defineProperty } = Object, { ownKeys } = Reflect, world = globalThis;
    const kinds = [function () {}, function* () {}, async function () {}, async function* () {}];
    for (const kind of kinds) {
        const inert = function () { throw new TypeError('strings are not compiled here'); };
        defineProperty(getPrototypeOf(kind), 'constructor', { value: inert });
    }
    for (const key of ownKeys(world)) if (!allowed.includes(key)) delete world[key];
}";

/// Runs `source` as a sloppy script.
pub(super) fn run(source: &str, policy: &Policy) -> Opinion {
    let Ok(runtime) = Runtime::new() else { return Opinion::GaveUp };
    runtime.set_memory_limit(MEMORY);
    runtime.set_max_stack_size(STACK);
    let gave_up = Rc::new(Cell::new(false));
    let (seen, mut checks) = (Rc::clone(&gave_up), 0_u32);
    runtime.set_interrupt_handler(Some(Box::new(move || {
        checks += 1;
        seen.set(checks > PATIENCE);
        seen.get()
    })));
    let Ok(context) = Context::full(&runtime) else { return Opinion::GaveUp };
    context.with(|ctx| {
        let opinion = whitelisted(&ctx, policy).map_or(Opinion::GaveUp, |()| evaluate(&ctx, source));
        if gave_up.get() { Opinion::GaveUp } else { opinion }
    })
}

fn options() -> EvalOptions {
    let mut options = EvalOptions::default();
    options.strict = false;
    options
}

fn whitelisted(ctx: &Ctx<'_>, policy: &Policy) -> rquickjs::Result<()> {
    let reduce: rquickjs::Function<'_> = ctx.eval_with_options(WHITELIST, options())?;
    reduce.call((policy.globals().collect::<Vec<_>>(),))
}

fn evaluate(ctx: &Ctx<'_>, source: &str) -> Opinion {
    match ctx.eval_with_options::<Value<'_>, _>(source, options()) {
        Ok(value) => Opinion::Value { kind: kind(&value), primitive: primitive(&value) },
        Err(Error::Exception) => thrown(&ctx.catch()),
        Err(_) => Opinion::GaveUp,
    }
}

fn thrown(value: &Value<'_>) -> Opinion {
    let Some(error) = value.as_object().filter(|o| o.is_error()) else {
        return Opinion::Threw { name: None, message: format!("{value:?}") };
    };
    let name = error.get::<_, String>("name").ok();
    let message = error.get::<_, String>("message").unwrap_or_default();
    let own_limit = ["stack overflow", "Maximum call stack", "out of memory", "interrupted"];
    if own_limit.iter().any(|limit| message.contains(limit)) || name.as_deref() == Some("InternalError") {
        return Opinion::GaveUp;
    }
    Opinion::Threw { name, message }
}

fn kind(value: &Value<'_>) -> &'static str {
    match value.type_of() {
        Type::Undefined | Type::Uninitialized => "undefined",
        Type::Null => "null",
        Type::Bool => "boolean",
        Type::Int | Type::Float => "number",
        Type::String => "string",
        Type::Symbol => "symbol",
        Type::BigInt => "bigint",
        Type::Array => "array",
        Type::Constructor | Type::Function => "function",
        _ if value.is_function() => "function",
        _ => "object",
    }
}

fn primitive(value: &Value<'_>) -> Option<serde_json::Value> {
    match value.type_of() {
        Type::Bool => value.as_bool().map(Into::into),
        Type::Int | Type::Float => value.as_number().map(Into::into),
        Type::String => value.as_string().and_then(|s| s.to_string().ok()).map(Into::into),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(source: &str) -> Opinion {
        run(source, &Policy::default())
    }

    #[test]
    fn values_errors_and_limits_are_told_apart() {
        assert_eq!(opinion("1 + 1"), Opinion::Value { kind: "number", primitive: Some(2.0.into()) });
        assert_eq!(opinion("[1]"), Opinion::Value { kind: "array", primitive: None });
        assert!(matches!(opinion("null.x"), Opinion::Threw { name: Some(name), .. } if name == "TypeError"));
        assert!(matches!(opinion("throw 1"), Opinion::Threw { name: None, .. }));
        assert_eq!(opinion("for (;;) ;"), Opinion::GaveUp);
        assert_eq!(opinion("const f = () => f(); f()"), Opinion::GaveUp);
    }

    #[test]
    fn only_the_whitelist_is_there() {
        let names = "Object.getOwnPropertyNames(this).sort().join()";
        let offered: Vec<_> = Policy::default().globals().map(str::to_owned).collect();
        let expected = Opinion::Value { kind: "string", primitive: Some(offered.join(",").into()) };
        assert_eq!(opinion(names), expected);
        assert!(matches!(opinion("(() => 0).constructor('return 1')"), Opinion::Threw { .. }));
    }
}
