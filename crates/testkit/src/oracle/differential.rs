//! Accepted programs: two engines that share no code come to the same end.

use mikoshi_analyzer::{Program, analyze};
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::{Code, Policy, Severity, Status, Verdict};

use super::engine_panic::inside_engine;
use super::escape::consistent;
use super::quickjs::{self, Opinion};
use super::{Checked, Fault, Seen, short_limits};

const ORACLE: &str = "differential";

/// A known difference between the engines, by its cause.
#[derive(Debug, Clone, Copy)]
pub struct Difference {
    /// Whose behaviour differs from the standard, or leaves what the standard leaves open, and how.
    pub cause: &'static str,
    /// Whether a disagreement can come from it.
    explains: fn(&Case<'_>) -> bool,
}

/// A disagreement.
#[derive(Debug)]
struct Case<'a> {
    source: &'a str,
    printed: &'a str,
    ours: &'a Verdict,
    theirs: &'a Opinion,
}

impl Case<'_> {
    fn says(&self, word: &str) -> bool {
        self.source.contains(word)
    }

    fn ours_says(&self, word: &str) -> bool {
        self.ours.error.as_ref().is_some_and(|error| error.message.contains(word))
    }

    fn ours_prints(&self, word: &str) -> bool {
        self.ours.output.as_ref().and_then(serde_json::Value::as_str).is_some_and(|text| text.contains(word))
    }

    fn theirs_prints(&self, word: &str) -> bool {
        matches!(self.theirs, Opinion::Value { primitive: Some(serde_json::Value::String(text)), .. } if text.contains(word))
    }

    fn theirs_says(&self, word: &str) -> bool {
        matches!(self.theirs, Opinion::Threw { message, .. } if message.contains(word))
    }
}

/// Every difference that is known and not ours to mend.
pub const DIFFERENCES: &[Difference] = &[
    Difference {
        cause: "QuickJS keeps the strictness of a class for the sloppy code behind it, and refuses its octal numbers",
        explains: |case| case.says("class") && case.theirs_says("Octal"),
    },
    Difference {
        cause: "QuickJS refuses `let` as a name of sloppy code in parameter patterns",
        explains: |case| case.theirs_says("invalid lexical variable name 'let'"),
    },
    Difference {
        cause: "QuickJS finds a private name that no class declares only where it runs",
        explains: |case| case.ours_says("invalid private identifier"),
    },
    Difference {
        cause: "QuickJS copies nothing where an object literal spreads a string",
        explains: |case| ["...'", "...\"", "...`"].iter().any(|spread| case.says(spread)),
    },
    Difference {
        cause: "The text of a function that is native or bound is the engine's own",
        explains: |case| case.ours_prints("[native code]") && case.theirs_prints("[native code]"),
    },
    Difference {
        cause: "The permits leave out the poisoned `arguments` and `caller` of `Function.prototype`, whose use throws",
        explains: |case| (case.says("arguments") || case.says("caller")) && case.theirs_says("invalid property access"),
    },
    Difference {
        cause: "Private fields exist before their initializers run, where those run code: docs/limitations/class-initialization.md",
        explains: |case| case.printed.contains("#$mk_i()") && case.says("#"),
    },
    Difference {
        cause: "The standard leaves open which of two elements `sort` hands to its comparator first, so which of two errors it meets",
        explains: |case| case.says("ort(") && case.ours.error.is_some() && matches!(case.theirs, Opinion::Threw { .. }),
    },
    Difference {
        cause: "The last digits of what the functions of `Math` give: docs/limitations/math.md",
        explains: |case| {
            let values = case.ours.error.is_none() && matches!(case.theirs, Opinion::Value { .. });
            values && case.says("Math") && INEXACT.iter().any(|function| case.says(function))
        },
    },
];

/// The functions of `Math` whose accuracy the standard leaves open.
const INEXACT: [&str; 8] = ["sin", "cos", "tan", "cbrt", "exp", "log", "hypot", "pow"];

/// Where the clock stands and what the generator of numbers starts from, for programs that ask either.
const WORLDS: [(u64, i64); 3] = [(1, 1_700_000_000_000), (77, 1_000), (4_242, 4_102_444_800_000)];

/// Runs `source` here and in QuickJS and compares.
///
/// # Errors
/// How they disagree, unless a known difference explains it.
pub fn differential(source: &str) -> Checked {
    let limits = short_limits();
    let policy = if source.len() % 4 == 3 { Policy::extended() } else { Policy::default() };
    let accepted = match analyze(source, &policy, &limits) {
        Ok(accepted) => accepted,
        Err(rejection) => {
            let syntax = rejection.diagnostics.iter().all(|d| d.severity != Severity::Error || d.code.number() < 1000);
            return Ok(if syntax { Seen::Malformed } else { Seen::Refused });
        }
    };
    let ours = ours(&accepted.program, &policy, 0);
    consistent(&ours, source).map_err(|what| Fault::new(ORACLE, what, source))?;
    let seen = Ok(Seen::Taken(Some(ours.status)));
    let theirs = quickjs::run(source, &policy);
    if agree(&ours, &theirs) {
        return seen;
    }
    let changing = (1..WORLDS.len()).any(|world| !same(&ours, &self::ours(&accepted.program, &policy, world)));
    let case = Case { source, printed: &accepted.program.text, ours: &ours, theirs: &theirs };
    if changing || DIFFERENCES.iter().any(|d| (d.explains)(&case)) {
        return seen;
    }
    let here = ours.error.as_ref().map(|e| format!("{} {:?}: {}", e.code, e.name, e.message));
    let shown = format!("{} {:?} {:?} {here:?}", ours.status, ours.output_type, ours.output);
    Err(Fault::new(
        ORACLE,
        format!("here {shown}, in QuickJS {theirs:?}\n--- printed\n{}", accepted.program.text),
        source,
    ))
}

fn ours(program: &Program, policy: &Policy, world: usize) -> Verdict {
    let (seed, epoch) = WORLDS[world % WORLDS.len()];
    let policy = policy.clone().deterministic(seed, epoch);
    inside_engine(|| Realm::new(&policy).run(program, &short_limits(), Entropy::default(), None))
}

fn same(a: &Verdict, b: &Verdict) -> bool {
    (a.status, &a.output, &a.output_type, &a.output_text) == (b.status, &b.output, &b.output_type, &b.output_text)
}

/// Whether a verdict and an opinion are the same, as far as they can be compared.
fn agree(ours: &Verdict, theirs: &Opinion) -> bool {
    if *theirs == Opinion::GaveUp {
        return true;
    }
    let error = ours.error.as_ref();
    match (ours.status, theirs) {
        // The engines' limits differ; and an attempt on a constructor ends ours where theirs throws.
        (Status::Timeout | Status::MemoryLimit | Status::StackLimit, _) => true,
        (Status::RuntimeError, _) if error.is_some_and(|e| e.code == Code::DYNAMIC_CODE_ATTEMPT) => true,
        (Status::OutputLimit, Opinion::Value { kind, .. }) => matches!(*kind, "string" | "array" | "object" | "bigint"),
        (Status::Passed | Status::Failed, Opinion::Value { kind, primitive }) => {
            ours.output_type.as_deref() == Some(*kind) && same_primitive(ours.output.as_ref(), primitive.as_ref())
        }
        (Status::RuntimeError, Opinion::Threw { name, .. }) => error.and_then(|e| e.name.as_ref()) == name.as_ref(),
        (Status::Rejected, Opinion::Threw { name, .. }) => name.as_deref() == Some("SyntaxError"),
        _ => false,
    }
}

fn same_primitive(ours: Option<&serde_json::Value>, theirs: Option<&serde_json::Value>) -> bool {
    match (ours, theirs) {
        (Some(a), Some(b)) if a.is_number() && b.is_number() => a.as_f64() == b.as_f64(),
        (Some(a), Some(b)) => a == b,
        // What JSON cannot carry is compared by its type alone.
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forged_verdict_fires() {
        let theirs = quickjs::run("true; if (false) {}", &Policy::default());
        let mut forged = Verdict::new(Status::Passed);
        (forged.output, forged.output_type) = (Some(true.into()), Some("boolean".to_owned()));
        assert!(!agree(&forged, &theirs), "{theirs:?}");
    }

    #[test]
    fn another_error_kind_fires() {
        let theirs = quickjs::run("null.x", &Policy::default());
        let mut error = mikoshi_types::VerdictError::new(Code::UNCAUGHT_EXCEPTION, "x");
        error.name = Some("RangeError".to_owned());
        let mut ours = Verdict::new(Status::RuntimeError);
        ours.error = Some(error);
        assert!(!agree(&ours, &theirs));
    }
}
