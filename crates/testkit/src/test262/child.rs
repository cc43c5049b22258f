//! The process that runs the files: one engine panic or overflow takes down this process and not the count.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::{fs, io};

use boa_engine::{Context, JsError, Script, Source, js_string};
use mikoshi_analyzer::analyze;
use mikoshi_runtime::{Entropy, Realm, STACK_BYTES};
use mikoshi_types::{Code, ConstructorAccess, Limits, Policy, Severity, Status, Verdict};

use super::metadata::Metadata;
use super::{Engine, Outcome, Said};

/// Flags and features that nothing here can serve, with the reason under which they are counted.
const EXCLUDED_FLAGS: &[(&str, &str)] = &[
    ("module", "policy: module"),
    ("async", "policy: async"),
    ("CanBlockIsFalse", "host: agents"),
    ("CanBlockIsTrue", "host: agents"),
];

/// What no policy offers: what Node 20 does not have either, and what the permits leave out.
const EXCLUDED_FEATURES: &[(&str, &str)] = &[
    ("explicit-resource-management", "newer than Node 20: using declarations"),
    ("RegExp.escape", "newer than Node 20: RegExp.escape"),
    ("iterator-sequencing", "newer than Node 20: Iterator.concat"),
    ("json-parse-with-source", "newer than Node 20: the source of JSON values"),
    ("upsert", "newer than Node 20: Map.prototype.getOrInsert"),
    ("joint-iteration", "newer than Node 20: Iterator.zip"),
    ("error-stack-accessor", "newer than Node 20: the accessor `stack`"),
    ("nonextensible-applies-to-private", "newer than Node 20: private names on objects that cannot be extended"),
    ("resizable-arraybuffer", "policy: no resizable buffers"),
    ("arraybuffer-transfer", "policy: no transfer of buffers"),
    ("WeakRef", "policy: no WeakRef"),
    ("FinalizationRegistry", "policy: no FinalizationRegistry"),
    ("SharedArrayBuffer", "policy: no SharedArrayBuffer"),
    ("Atomics", "policy: no Atomics"),
    ("cross-realm", "host: $262"),
];

/// Names of what only test262's own hosts have, or what the realm leaves out on purpose.
const MARKS: &[(&str, &str)] = &[
    ("$262", "host: $262"),
    ("$DONE", "policy: async"),
    (".callee", "policy: no caller and callee"),
    (".caller", "policy: no caller and callee"),
    ("'callee'", "policy: no caller and callee"),
    ("'caller'", "policy: no caller and callee"),
    ("\"callee\"", "policy: no caller and callee"),
    ("\"caller\"", "policy: no caller and callee"),
    ("foo.arguments", "policy: no caller and callee"),
    ("obj.arguments", "policy: no caller and callee"),
    ("bar.arguments", "policy: no caller and callee"),
    ("isConstructor(GeneratorFunction)", "policy: MK1003 dynamic-code"),
    ("isConstructor(AsyncFunction)", "policy: MK1003 dynamic-code"),
    ("isConstructor(AsyncGeneratorFunction)", "policy: MK1003 dynamic-code"),
    ("(this, \"Function\"", "policy: MK1001 forbidden-name"),
    ("(this, \"eval\"", "policy: MK1001 forbidden-name"),
    ("(this, \"globalThis\"", "policy: MK1001 forbidden-name"),
    ("Object.getOwnPropertyNames(this)", "policy: the global object has a whitelist of names"),
    ("this.Function", "policy: MK1003 dynamic-code"),
];

/// Reads paths from `input`, one a line, and says on `output` how each did. `root` is the test262 checkout.
///
/// # Errors
/// When `output` is gone.
pub fn serve(root: &Path, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let harness = Harness { root: root.join("harness") };
    for line in input.lines() {
        let path = PathBuf::from(line?);
        let mut say = |said: &Said| -> io::Result<()> {
            writeln!(output, "{}", serde_json::to_string(said).unwrap_or_default())?;
            output.flush()
        };
        if let Ok(text) = fs::read_to_string(&path) {
            file(&harness, &text, &mut say)?;
        }
        say(&Said::End)?;
    }
    Ok(())
}

struct Harness {
    root: PathBuf,
}

impl Harness {
    fn text(&self, meta: &Metadata) -> Option<String> {
        if meta.flag("raw") {
            return Some(String::new());
        }
        let mut text = String::new();
        for name in ["assert.js", "sta.js"].into_iter().chain(meta.includes.iter().map(String::as_str)) {
            text.push_str(&fs::read_to_string(self.root.join(name)).ok()?);
            text.push('\n');
        }
        Some(text)
    }
}

fn file(harness: &Harness, text: &str, say: &mut impl FnMut(&Said) -> io::Result<()>) -> io::Result<()> {
    let meta = Metadata::read(text);
    let reason = EXCLUDED_FLAGS
        .iter()
        .find(|(flag, _)| meta.flag(flag))
        .or_else(|| EXCLUDED_FEATURES.iter().find(|(feature, _)| meta.features.iter().any(|f| f == feature)))
        .or_else(|| MARKS.iter().find(|(mark, _)| text.contains(mark)))
        .map(|(_, reason)| *reason);
    let prelude = harness.text(&meta);
    for &strict in meta.modes() {
        for engine in [Engine::Raw, Engine::Pipeline] {
            let outcome = if let Some(reason) = reason {
                Outcome::Excluded(reason.to_owned())
            } else if let Some(prelude) = &prelude {
                say(&Said::Begin { engine, strict })?;
                let text = if strict { format!("\"use strict\";\n{text}") } else { text.to_owned() };
                let run = || match engine {
                    Engine::Raw => raw(prelude, &text, &meta),
                    Engine::Pipeline => pipeline(prelude, &text, &meta),
                };
                // The engine's recursion on nested input must not decide the comparison.
                let guarded = || catch_unwind(AssertUnwindSafe(run));
                stacker::grow(STACK_BYTES, guarded).unwrap_or_else(|_| Outcome::Crash("panic".to_owned()))
            } else {
                Outcome::Excluded("host: unknown harness file".to_owned())
            };
            say(&Said::Result { engine, strict, outcome })?;
        }
    }
    Ok(())
}

fn raw(prelude: &str, text: &str, meta: &Metadata) -> Outcome {
    let mut context = Context::default();
    if let Err(error) = context.eval(Source::from_bytes(prelude.as_bytes())) {
        return Outcome::Excluded(format!("host: harness does not run ({error})"));
    }
    let parsed = Script::parse(Source::from_bytes(text.as_bytes()), None, &mut context);
    let ended = match parsed.and_then(|script| script.codeblock(&mut context).map(|_| script)) {
        Err(error) => Ended::Refused(error.to_string()),
        Ok(script) => match script.evaluate(&mut context) {
            Ok(_) => Ended::Completed,
            Err(error) => {
                let message = error.to_string();
                Ended::Threw { name: constructor_name(error, &mut context), message }
            }
        },
    };
    judge(&ended, meta)
}

fn constructor_name(error: JsError, context: &mut Context) -> String {
    let name = error.into_opaque(context).ok().and_then(|value| value.as_object()).and_then(|object| {
        let constructor = object.get(js_string!("constructor"), context).ok()?;
        let name = constructor.as_object()?.get(js_string!("name"), context).ok()?;
        Some(name.as_string()?.to_std_string_escaped())
    });
    name.unwrap_or_default()
}

fn pipeline(prelude: &str, text: &str, meta: &Metadata) -> Outcome {
    let policy = Policy::extended().with_constructor_access(ConstructorAccess::Allow);
    let mut limits = Limits::default();
    limits.code_bytes = 4 << 20;
    limits.timeout_ms = 20_000;
    limits.memory_bytes = 1 << 30;
    limits.stack_frames = 400;
    limits.output_bytes = 1 << 16;
    let verdict = match analyze(text, &policy, &limits) {
        Err(rejection) => Verdict::rejected(rejection.diagnostics),
        Ok(accepted) => {
            let mut realm = Realm::new(&policy);
            // The harness takes its helpers off `Function.prototype`, and no policy has the name `Function`.
            let prelude = prelude.replace("Function.prototype", "Object.getPrototypeOf(function(){})");
            if let Err(error) = realm.prelude(&prelude) {
                return Outcome::Excluded(format!("policy: harness does not run ({error})"));
            }
            realm.run(&accepted.program, &limits, Entropy::default(), None)
        }
    };
    let error = verdict.error.as_ref();
    let message = error.map(|e| format!("{}: {}", e.code, e.message)).unwrap_or_default();
    let ended = match verdict.status {
        Status::Rejected => {
            let by_policy = |code: Code| code.number() >= 1000 && code.number() < 5000;
            let errors = || verdict.diagnostics.iter().filter(|d| d.severity == Severity::Error);
            if let Some(first) = errors().find(|d| by_policy(d.code)).filter(|_| errors().all(|d| by_policy(d.code))) {
                return Outcome::Excluded(format!("policy: {} {}", first.code, first.code.info().slug));
            }
            Ended::Refused(message)
        }
        Status::Passed | Status::Failed | Status::OutputLimit => Ended::Completed,
        Status::RuntimeError if error.is_some_and(|e| e.code == Code::DYNAMIC_CODE_ATTEMPT) => {
            return Outcome::Excluded("policy: MK5002 dynamic-code-attempt".to_owned());
        }
        Status::RuntimeError => {
            // The harness's own error inherits from nothing: only the message tells its class.
            let class = || message.split_once("threw [object ")?.1.split_once(']').map(|(class, _)| class.to_owned());
            Ended::Threw { name: error.and_then(|e| e.name.clone()).or_else(class).unwrap_or_default(), message }
        }
        _ => Ended::Limited(format!("{} {message}", verdict.status)),
    };
    if let Ended::Threw { message, .. } = &ended
        && let Some(name) = verdict.diagnostics.iter().filter(|d| d.code == Code::UNKNOWN_NAME).find_map(|d| {
            let name = d.message.split('`').nth(1)?;
            (message.contains(name) && !prelude.contains(&format!("function {name}"))).then_some(name)
        })
    {
        return Outcome::Excluded(format!("policy: no global `{name}`"));
    }
    judge(&ended, meta)
}

/// How a run ended, whoever ran it.
enum Ended {
    Completed,
    Refused(String),
    Threw { name: String, message: String },
    Limited(String),
}

fn judge(ended: &Ended, meta: &Metadata) -> Outcome {
    let wanted = meta.negative.as_ref().map(|(phase, name)| (phase.as_str(), name.as_str()));
    match (wanted, ended) {
        // `let undefined` clashes with the global object before the first statement, and that is a rejection here.
        (None, Ended::Completed) | (Some(("parse" | "early", _) | ("runtime", "SyntaxError")), Ended::Refused(_)) => {
            Outcome::Pass
        }
        (Some(("runtime", wanted)), Ended::Threw { name, .. }) if wanted == name => Outcome::Pass,

        (_, Ended::Completed) => Outcome::Fail("completed".to_owned()),
        (_, Ended::Refused(message)) => Outcome::Fail(format!("refused: {message}")),
        (_, Ended::Threw { name, message }) => Outcome::Fail(format!("threw {name} {message}")),
        (_, Ended::Limited(message)) => Outcome::Fail(format!("limit: {message}")),
    }
}
