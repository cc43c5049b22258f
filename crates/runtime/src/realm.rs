//! A realm: the engine's context, reduced to a policy, that runs one program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Instant;

use boa_engine::context::HostHooks;
use boa_engine::job::{Job, JobExecutor};
use boa_engine::module::IdleModuleLoader;
use boa_engine::optimizer::OptimizerOptions;
use boa_engine::{Context, JsError, JsResult, JsValue, Script, Source};
use mikoshi_analyzer::Program;
use mikoshi_types::{Code, Diagnostic, Limits, Policy, Status, Verdict, VerdictError};

use crate::hooks::{Hooks, RealmClock};
use crate::position::SourceMap;
use crate::{Entropy, HeapMeter, bindings, convert, error, limits, overrides, permits, random, syntax, tame};

/// A realm that has not run a program yet. One realm runs one program.
pub struct Realm {
    pub(crate) context: Result<Context, String>,
    policy: Policy,
}

/// Native recursion of the engine (its parser, `JSON.stringify`, prototype chains) needs this much for every program that
/// the source limit admits, and unoptimised code takes twice as much of it. It is reserved, not touched: only what is used
/// costs memory.
pub const STACK_BYTES: usize = if cfg!(debug_assertions) { 512 << 20 } else { 256 << 20 };

/// Values on the engine's own stack. A call with 10,240 arguments is the most that its default allows.
pub(crate) const ENGINE_STACK_VALUES: usize = 1 << 20;

impl Realm {
    /// Builds the realm of a policy. Costs some milliseconds; the worker does it once, before it forks.
    ///
    /// A realm that cannot be built is still returned: every program in it ends as [`Status::Crashed`], because nothing runs
    /// in a realm that is not known to be whole.
    #[must_use]
    pub fn new(policy: &Policy) -> Self {
        Self::with_prefix(policy, Program::PREFIX)
    }

    fn with_prefix(policy: &Policy, prefix: &str) -> Self {
        let built = catch_unwind(AssertUnwindSafe(|| build(policy, prefix)));
        let context = match built {
            Ok(Ok(context)) => Ok(context),
            Ok(Err(fault)) => Err(fault.to_string()),
            Err(panic) => Err(panic_text(&*panic)),
        };
        Self { context, policy: policy.clone() }
    }

    /// This realm, unless `program` uses names with the usual prefix: for those another realm is built, in which nothing but
    /// the program has such names. Costs some milliseconds, for the very few that ask for it.
    fn suited_to(self, program: &Program) -> Self {
        if program.prefix == Program::PREFIX { self } else { Self::with_prefix(&self.policy, &program.prefix) }
    }

    /// Runs `program` to its verdict. `metrics.analysis_us`, `queue_us`, `wall_us` and `cpu_us` are left at zero for the caller.
    #[must_use]
    pub fn run(
        self,
        program: &Program,
        limits: &Limits,
        entropy: Entropy,
        meter: Option<&'static dyn HeapMeter>,
    ) -> Verdict {
        let Self { context, policy } = self.suited_to(program);
        let mut context = match context {
            Ok(context) => context,
            Err(fault) => return crashed(&format!("the realm could not be built: {fault}")),
        };
        let outcome = on_large_stack(|| {
            let outcome =
                catch_unwind(AssertUnwindSafe(|| execute(&mut context, &policy, program, limits, entropy, meter)));
            if outcome.is_err() {
                // What a panic left half done is not to be dropped piece by piece.
                limits::finish();
            }
            outcome
        });
        match outcome {
            Ok(verdict) => {
                on_large_stack(|| drop(context));
                verdict
            }
            Err(panic) => {
                std::mem::forget(context);
                crashed(&format!("the engine panicked: {}", panic_text(&*panic)))
            }
        }
    }

    /// [`Realm::run`] for a process that ends after it: the realm is not taken apart.
    #[must_use]
    pub fn run_last(
        self,
        program: &Program,
        limits: &Limits,
        entropy: Entropy,
        meter: Option<&'static dyn HeapMeter>,
    ) -> Verdict {
        let Self { context, policy } = self.suited_to(program);
        let mut context = match context {
            Ok(context) => context,
            Err(fault) => return crashed(&format!("the realm could not be built: {fault}")),
        };
        let outcome = on_large_stack(|| {
            catch_unwind(AssertUnwindSafe(|| execute(&mut context, &policy, program, limits, entropy, meter)))
        });
        std::mem::forget(context);
        outcome.unwrap_or_else(|panic| crashed(&format!("the engine panicked: {}", panic_text(&*panic))))
    }

    /// What the engine's own parser has against `program`, which the analyzer accepted. Nothing of it runs.
    #[must_use]
    pub fn parse(self, program: &Program) -> Option<Diagnostic> {
        let mut context = match self.suited_to(program).context {
            Ok(context) => context,
            Err(fault) => return Some(Diagnostic::new(Code::WORKER_CRASHED, fault)),
        };
        on_large_stack(|| {
            let parsed = catch_unwind(AssertUnwindSafe(|| {
                compile(&mut context, program)
                    .err()
                    .map(|refused| error::refused_syntax(&refused, &SourceMap::new(program)))
            }));
            match parsed {
                Ok(diagnostic) => {
                    drop(context);
                    diagnostic
                }
                Err(panic) => {
                    std::mem::forget(context);
                    Some(Diagnostic::new(Code::WORKER_CRASHED, panic_text(&*panic)))
                }
            }
        })
    }
}

/// Runs `run` on a stack of [`STACK_BYTES`]: the one we are on if it is that large (a worker's is), else a new one.
fn on_large_stack<R>(run: impl FnOnce() -> R) -> R {
    const USED_BY_CALLERS: usize = 1 << 20;
    stacker::maybe_grow(STACK_BYTES - USED_BY_CALLERS, STACK_BYTES, run)
}

/// Drops jobs instead of running them: the verdict is taken when the script ends, and no job runs after it.
struct NoJobs;

impl JobExecutor for NoJobs {
    fn enqueue_job(self: Rc<Self>, _job: Job, _context: &mut Context) {}

    fn run_jobs(self: Rc<Self>, _context: &mut Context) -> JsResult<()> {
        Ok(())
    }
}

fn build(policy: &Policy, prefix: &str) -> JsResult<Context> {
    let mut context = engine(policy, Hooks)?;
    // The registry of symbols asks the system for the number of processors when it is first used. A confined process may not ask.
    context.eval(Source::from_bytes("Symbol.keyFor(Symbol.iterator)"))?;
    tame::apply(&mut context)?;
    overrides::apply(&mut context)?;
    permits::apply(policy, &mut context)?;
    bindings::bind(prefix, &mut context)?;
    Ok(context)
}

/// The engine as it comes, with nothing taken away yet.
pub(crate) fn engine(policy: &Policy, hooks: impl HostHooks + 'static) -> JsResult<Context> {
    let clock = RealmClock { fixed: policy.fixed().map(|f| f.epoch_ms) };
    let mut context = Context::builder()
        .host_hooks(Rc::new(hooks))
        .clock(Rc::new(clock))
        .job_executor(Rc::new(NoJobs))
        .module_loader(Rc::new(IdleModuleLoader))
        .build()?;
    // The optimizer drops statements whose completion value counts: `true; if (false) {}` must be undefined.
    context.set_optimizer_options(OptimizerOptions::empty());
    Ok(context)
}

fn execute(
    context: &mut Context,
    policy: &Policy,
    program: &Program,
    limits: &Limits,
    entropy: Entropy,
    meter: Option<&'static dyn HeapMeter>,
) -> Verdict {
    execute_and(context, policy, program, limits, entropy, meter, |_, _| ())
}

/// [`execute`], with a look at the realm and at what the script came to, before the verdict is made of it.
pub(crate) fn execute_and(
    context: &mut Context,
    policy: &Policy,
    program: &Program,
    limits: &Limits,
    entropy: Entropy,
    meter: Option<&'static dyn HeapMeter>,
    look: impl FnOnce(&mut Context, &JsResult<JsValue>),
) -> Verdict {
    let begun = Instant::now();
    random::seed(policy.fixed().map_or(entropy.seed, |f| f.seed));
    let engine = context.runtime_limits_mut();
    // Frames are counted at the ticks. The engine's own limit counts natives too, three a level in the worst case, and is
    // there for recursion that never passes a tick.
    engine.set_recursion_limit(usize::try_from(limits.stack_frames).unwrap_or(usize::MAX).saturating_mul(4) + 1024);
    engine.set_stack_size_limit(ENGINE_STACK_VALUES);
    tame::program::set(Some(program));
    limits::begin(limits, meter);
    let map = SourceMap::new(program);

    if let Some(refused) = syntax::refused(&program.text) {
        limits::finish();
        return Verdict::rejected(vec![refused]);
    }
    let script = match compile(context, program) {
        Ok(script) => script,
        Err(refused) => {
            limits::finish();
            return match error::engine_limit(&refused) {
                Some(status) => limit_verdict(status, &refused, &map),
                None => Verdict::rejected(vec![error::refused_syntax(&refused, &map)]),
            };
        }
    };
    let compiled = Instant::now();
    let result = script.evaluate(context);
    if !limits::stopped() {
        limits::check_heap(context);
    }
    let ran = Instant::now();
    let closed = limits::finish();
    look(context, &result);

    let mut verdict = match (closed.end, result) {
        (Some(end), result) => error::ended(&end, result.err().as_ref(), &map),
        (None, Ok(value)) => completed(&value, limits, context),
        (None, Err(thrown)) => match error::engine_limit(&thrown) {
            Some(status) => limit_verdict(status, &thrown, &map),
            None if error::is_declaration_clash(&thrown) => {
                Verdict::rejected(vec![error::refused_syntax(&thrown, &map)])
            }
            None => error::uncaught(&thrown, limits, &map, context),
        },
    };
    verdict.metrics.startup_us = micros(compiled - begun);
    verdict.metrics.run_us = micros(ran - compiled);
    verdict.metrics.ticks = closed.ticks;
    verdict.metrics.peak_heap_bytes = closed.peak;
    verdict
}

/// Parses and compiles the printed program.
fn compile(context: &mut Context, program: &Program) -> JsResult<Script> {
    let script = Script::parse(Source::from_bytes(&program.text), None, context)?;
    script.codeblock(context)?;
    Ok(script)
}

/// The verdict on a program that ended by itself.
fn completed(value: &JsValue, limits: &Limits, context: &mut Context) -> Verdict {
    let output = convert::convert(value, limits.output_bytes, context);
    let mut verdict = if output.over_limit {
        let message = format!("the completion value takes more than {} bytes as JSON", limits.output_bytes);
        Verdict::ended(Status::OutputLimit, Diagnostic::new(Code::OUTPUT_LIMIT, message))
    } else if value.as_boolean() == Some(true) {
        Verdict::new(Status::Passed)
    } else {
        let mut verdict = Verdict::new(Status::Failed);
        verdict.diagnostics.extend(convert::advice(value, &output));
        verdict
    };
    verdict.metrics.output_bytes = output.bytes;
    verdict.output = output.json;
    verdict.output_type = Some(output.kind.to_owned());
    verdict.output_text = output.text;
    verdict
}

/// The verdict on a program that met one of the engine's own limits, where no tick had decided anything.
fn limit_verdict(status: Status, thrown: &JsError, map: &SourceMap<'_>) -> Verdict {
    let message = "calls or values are nested too deep for the engine";
    let end =
        limits::End { status, code: Code::STACK_LIMIT, message: message.to_owned(), help: None, stack: Vec::new() };
    error::ended(&end, Some(thrown), map)
}

pub(crate) fn crashed(message: &str) -> Verdict {
    let mut verdict = Verdict::ended(Status::Crashed, Diagnostic::new(Code::WORKER_CRASHED, message));
    verdict.error = Some(VerdictError::new(Code::WORKER_CRASHED, message));
    verdict
}

pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a message").chars().take(200).collect()
}

fn micros(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
