//! Engines in this process, without limits and without isolation: what a verdict costs when nothing is protected.

use boa_engine::{Context as Boa, Source};
use rquickjs::{Context as QuickJs, Runtime};

/// Whether a program completes with `true` in a fresh context of raw Boa.
#[must_use]
pub fn boa(code: &str) -> bool {
    let mut context = Boa::default();
    context.eval(Source::from_bytes(code)).is_ok_and(|value| value.as_boolean() == Some(true))
}

/// Whether a program completes with `true` in a fresh runtime and context of QuickJS.
#[must_use]
pub fn quickjs(code: &str) -> bool {
    let complete = || {
        let runtime = Runtime::new()?;
        QuickJs::full(&runtime)?.with(|ctx| {
            let mut options = rquickjs::context::EvalOptions::default();
            options.strict = false;
            ctx.eval_with_options::<bool, _>(code, options)
        })
    };
    complete().unwrap_or(false)
}
