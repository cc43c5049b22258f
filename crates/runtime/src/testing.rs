//! Realms for fuzzing and for tests of the layers: one may be left out, canaries may be planted, and everything that
//! happens may be watched. Only with the feature `testing`, which no product turns on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use boa_engine::context::HostHooks;
use boa_engine::realm::Realm as EngineRealm;
use boa_engine::{Context, JsResult, JsString, JsValue, Source};
use mikoshi_analyzer::Program;
use mikoshi_types::{Limits, Policy, Verdict};

use crate::hooks::Hooks;
use crate::realm::{STACK_BYTES, crashed, engine, execute_and, panic_text};
use crate::{Entropy, Realm, bindings, overrides, permits, tame};

/// Which layers of the realm a test leaves out. The default leaves out none.
#[derive(Debug, Clone, Copy, Default)]
pub struct Without {
    /// The function constructors keep compiling strings, and the other leaks stay open.
    pub taming: bool,
    /// Nothing is removed from the engine's intrinsics, nor from the global object.
    pub permits: bool,
    /// The host hook lets strings be compiled.
    pub hook: bool,
}

/// Sees a realm at the moments when something can be planted or found. The context is the engine's own.
pub trait Watch {
    /// The engine is whole: what is planted now is for the layers to remove.
    fn whole(&self, context: &mut Context);
    /// The realm is ready for its program.
    fn ready(&self, context: &mut Context);
    /// Something is about to compile a string: the host hook is the last line, and nothing should come to it.
    fn compiling(&self);
    /// The program has ended, with its completion value if it has one.
    fn ended(&self, context: &mut Context, value: Option<&JsValue>);
}

/// Builds a realm without some layers, runs `program` in it under `watch`, and says how it ended.
#[must_use]
pub fn run(
    policy: &Policy,
    without: Without,
    watch: &Rc<dyn Watch>,
    program: &Program,
    limits: &Limits,
    entropy: Entropy,
) -> Verdict {
    stacker::grow(STACK_BYTES, || {
        let ran = catch_unwind(AssertUnwindSafe(|| {
            let mut context = build(policy, without, watch, &program.prefix)?;
            let look = |context: &mut Context, result: &JsResult<JsValue>| watch.ended(context, result.as_ref().ok());
            Ok::<_, String>(execute_and(&mut context, policy, program, limits, entropy, None, look))
        }));
        match ran {
            Ok(Ok(verdict)) => verdict,
            Ok(Err(fault)) => crashed(&format!("the realm could not be built: {fault}")),
            Err(panic) => {
                crate::limits::finish();
                crashed(&format!("the engine panicked: {}", panic_text(&*panic)))
            }
        }
    })
}

fn build(policy: &Policy, without: Without, watch: &Rc<dyn Watch>, prefix: &str) -> Result<Context, String> {
    let hooks = WatchedHooks { watch: Rc::clone(watch), refuse: !without.hook };
    let mut context = engine(policy, hooks).map_err(|fault| fault.to_string())?;
    watch.whole(&mut context);
    reduce(policy, without, prefix, &mut context).map_err(|fault| fault.to_string())?;
    watch.ready(&mut context);
    Ok(context)
}

fn reduce(policy: &Policy, without: Without, prefix: &str, context: &mut Context) -> JsResult<()> {
    if !without.taming {
        tame::apply(context)?;
    }
    overrides::apply(context)?;
    if !without.permits {
        permits::apply(policy, context)?;
    }
    bindings::bind(prefix, context)
}

impl Realm {
    /// Runs a script that is trusted, past the analyzer, before the program: the helpers of a test suite.
    ///
    /// # Errors
    /// What the engine says, when the script does not run to its end.
    pub fn prelude(&mut self, text: &str) -> Result<(), String> {
        let context = self.context.as_mut().map_err(|fault| fault.clone())?;
        let ran = stacker::grow(STACK_BYTES, || context.eval(Source::from_bytes(text)).map(drop));
        ran.map_err(|error| error.to_string())
    }
}

struct WatchedHooks {
    watch: Rc<dyn Watch>,
    refuse: bool,
}

impl HostHooks for WatchedHooks {
    fn ensure_can_compile_strings(
        &self,
        realm: EngineRealm,
        parameters: &[JsString],
        body: &JsString,
        direct: bool,
        context: &mut Context,
    ) -> JsResult<()> {
        self.watch.compiling();
        if self.refuse { Hooks.ensure_can_compile_strings(realm, parameters, body, direct, context) } else { Ok(()) }
    }

    fn local_timezone_offset_seconds(&self, unix_time_seconds: i64) -> i32 {
        Hooks.local_timezone_offset_seconds(unix_time_seconds)
    }

    fn max_buffer_size(&self, context: &mut Context) -> u64 {
        Hooks.max_buffer_size(context)
    }
}
