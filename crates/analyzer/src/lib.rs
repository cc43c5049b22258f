//! From text to an accepted program: parses a script with swc, judges it by scope-aware rules over the AST, and prints the
//! canonical program that the runtime executes. Pure: no files, no processes, no clock.
//!
//! What the parser here accepts may still hold an early error that only the engine finds: a name declared twice, an
//! undeclared `#private` name, an invalid regular expression. The runtime reports those before anything runs.
#![forbid(unsafe_code)]

mod again;
mod blame;
mod ending;
mod fold;
mod parse;
mod print;
mod program;
mod rejection;
mod report;
mod rules;
mod scope;
mod slips;
mod stack;

use std::panic::{AssertUnwindSafe, catch_unwind};

pub use blame::place_exception;
pub use ending::Ending;
#[doc(hidden)]
pub use print::testing;
pub use program::{FunctionText, Position, Program};
pub use rejection::Rejection;
pub use report::Report;

use mikoshi_types::{Code, Diagnostic, Limits, LineIndex, Policy, Severity};

/// A program that every rule accepted.
#[non_exhaustive]
#[derive(Debug, Clone)]
pub struct Accepted {
    /// What the runtime executes.
    pub program: Program,
    /// Warnings and advice; nothing in here stops the program.
    pub warnings: Vec<Diagnostic>,
    /// How the program ends, for advice on its verdict.
    pub ending: Ending,
}

/// Judges `source` under `policy` and `limits`.
///
/// ```
/// use mikoshi_analyzer::analyze;
/// use mikoshi_types::{Code, Limits, Policy};
///
/// let (policy, limits) = (Policy::default(), Limits::default());
/// assert!(analyze("const process = (xs) => xs.length; process([1]) === 1", &policy, &limits).is_ok());
/// let rejection = analyze("process.exit(0)", &policy, &limits).unwrap_err();
/// assert_eq!(rejection.diagnostics[0].code, Code::FORBIDDEN_NAME);
/// assert_eq!(rejection.diagnostics[0].span.unwrap().column, 1);
/// ```
///
/// # Errors
/// [`Rejection`] holds every error found, in the order of the text, and the warnings.
pub fn analyze(source: &str, policy: &Policy, limits: &Limits) -> Result<Accepted, Rejection> {
    if let Some(diagnostic) = parse::over_size(source.len(), limits.code_bytes) {
        return Err(Rejection::new(vec![diagnostic], source));
    }
    // Nothing that is shared outlives a panic in here, so nothing can be seen half done.
    let judged = catch_unwind(AssertUnwindSafe(|| stack::grown(source.len(), || judge(source, policy))));
    let fault = |message: String| Err(vec![Diagnostic::new(Code::ANALYSIS_FAULT, message)]);
    let judged = match judged {
        Ok(Ok(judged)) => judged,
        Ok(Err(error)) => fault(format!("there is no memory for the stack of the analysis: {error}")),
        Err(_) => fault("the analyzer failed on the program".to_owned()),
    };
    judged.map_err(|diagnostics| Rejection::new(diagnostics, source))
}

/// [`analyze`] for bytes that may not be UTF-8.
///
/// # Errors
/// As [`analyze`]; bytes that are not UTF-8 are a rejection with their first bad position in the message.
pub fn analyze_bytes(source: &[u8], policy: &Policy, limits: &Limits) -> Result<Accepted, Rejection> {
    let reject = |diagnostic, text: &str| Rejection::new(vec![diagnostic], text);
    if let Some(diagnostic) = parse::over_size(source.len(), limits.code_bytes) {
        return Err(reject(diagnostic, ""));
    }
    match std::str::from_utf8(source) {
        Ok(text) => analyze(text, policy, limits),
        Err(error) => {
            let (valid, rest) = source.split_at_checked(error.valid_up_to()).unwrap_or((source, &[]));
            let valid = str::from_utf8(valid).unwrap_or("");
            let bad = error.error_len().and_then(|_| rest.first().copied());
            Err(reject(parse::not_utf8(valid, bad), &String::from_utf8_lossy(source)))
        }
    }
}

/// Parses, judges and prints. The AST lives and dies in here, on the large stack.
fn judge(source: &str, policy: &Policy) -> Result<Accepted, Vec<Diagnostic>> {
    let lines = LineIndex::new(source);
    let parse::Parsed { tree, faults } = parse::parse(source, &lines)?;
    let body = match &tree {
        parse::Tree::Script(script) => scope::Body::Script(script),
        parse::Tree::Module(module) => scope::Body::Module(module),
    };
    let model = scope::build(body);
    let found = rules::check(&rules::Context { model: &model, policy, source, lines: &lines }, faults);
    if found.iter().any(|d| d.severity == Severity::Error) {
        return Err(found);
    }
    match tree {
        parse::Tree::Script(script) => {
            let ending = Ending::of(&script.body, source, &lines);
            match print::print(script, source, parse::BASE) {
                Ok(program) => Ok(Accepted { program, warnings: found, ending }),
                Err(error) => {
                    Err(vec![Diagnostic::new(Code::ANALYSIS_FAULT, format!("the program cannot be printed: {error}"))])
                }
            }
        }
        parse::Tree::Module(_) => Err(vec![Diagnostic::new(Code::MODULE_SYNTAX, "the program is a module")]),
    }
}
