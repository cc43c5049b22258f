//! Finds where an exception of the engine was thrown, where the engine does not say.
//!
//! Boa notes places for calls, assignments and property reads. What an operator, a spread or a pattern throws has no place at the
//! top level, and in a function that of the call or loop around it. The syntax tree knows which nodes can throw such an exception:
//! if there is one, that is it; if there are some, all of them are shown.

mod suspects;

use std::ops::Range;

use mikoshi_types::{Code, Diagnostic, Label, LineIndex, Status, Verdict};
use swc_ecma_ast::Script;

use crate::scope::BindingKind;
use crate::{again, parse, scope};
use suspects::{Suspect, Suspects};

/// The engine's messages about a name in its dead zone; before the second stands the name.
const UNINITIALIZED: &str = "access of uninitialized binding";
const UNDEFINED: &str = " is not defined";
/// How many places are shown besides the first.
const MORE: usize = 3;
/// Text of the program longer than this is not repeated.
const MAX_QUOTED: usize = 40;

/// What the engine's message says went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    NotIterable,
    NotDestructurable,
    BigIntMixed,
    BigIntToNumber,
    In,
    InstanceOf,
    Heritage,
    NoPrimitive,
}

impl Cause {
    fn of(message: &str) -> Option<Self> {
        Some(match message {
            "cannot mix BigInt and other types, use explicit conversions" => Self::BigIntMixed,
            "argument must not be a bigint" => Self::BigIntToNumber,
            "superclass must be a constructor" => Self::Heritage,
            "cannot convert object to primitive value" => Self::NoPrimitive,
            _ if message.ends_with(" is not iterable") => Self::NotIterable,
            _ if message.starts_with("Cannot destructure ") => Self::NotDestructurable,
            _ if message.starts_with("right-hand side of 'in' ") => Self::In,
            _ if message.starts_with("right-hand side of 'instanceof' ") => Self::InstanceOf,
            _ => return None,
        })
    }

    fn help(self, text: Option<&str>) -> Option<String> {
        let quoted = text.map_or_else(|| "what is taken apart".to_owned(), |text| format!("`{text}`"));
        Some(match self {
            Self::NotIterable => {
                format!("{quoted} must be an array, a string, a Map, a Set or another iterable: check what it is here")
            }
            Self::NotDestructurable => format!("{quoted} is null or undefined here: check how it gets its value"),
            Self::BigIntMixed => {
                "make both sides the same: write the number as `1n`, or convert with `Number(...)`".to_owned()
            }
            Self::BigIntToNumber => "convert a BigInt with `Number(...)`: `+` cannot".to_owned(),
            Self::In => {
                "`in` looks for a key of an object; whether an array or a string holds a value says `.includes(...)`"
                    .to_owned()
            }
            Self::InstanceOf => "the right side must be a class or a function".to_owned(),
            Self::Heritage => "what stands behind `extends` must be a class".to_owned(),
            Self::NoPrimitive => return None,
        })
    }
}

/// Places the exception of a verdict on `source`, and says of a name in its dead zone that it is one.
pub fn place_exception(verdict: &mut Verdict, source: &str) {
    if verdict.status != Status::RuntimeError {
        return;
    }
    let Some(error) = verdict.error.clone().filter(|e| e.code == Code::UNCAUGHT_EXCEPTION) else { return };
    let Some(at) = verdict.diagnostics.iter().position(|d| d.code == Code::UNCAUGHT_EXCEPTION) else { return };
    let Some(mut diagnostic) = verdict.diagnostics.get(at).cloned() else { return };
    let from = error.span.map(|span| span.start as usize);
    let message = error.message.as_str();
    let (cause, dead) = (Cause::of(message), message == UNINITIALIZED || message.ends_with(UNDEFINED));
    if cause.is_none() && !dead {
        return;
    }
    let lines = LineIndex::new(source);
    // The message may be the script's own choice, so all this may find nothing.
    let found = again::look(source, &lines, |script| {
        if dead {
            return dead_zone(script, message.strip_suffix(UNDEFINED), from.unwrap_or(0)).map(Found::DeadZone);
        }
        let cause = cause?;
        Some(Found::Suspects(cause, suspects::find(script, cause, from)))
    });
    let message = match found.flatten() {
        Some(Found::Suspects(cause, list)) => {
            if !show(&mut diagnostic, cause, &list, source, &lines) {
                return;
            }
            error.message.clone()
        }
        Some(Found::DeadZone(Early { name, used, declared })) => {
            let said = format!("cannot access '{name}' before its declaration");
            diagnostic.message = diagnostic.message.replace(message, &said);
            diagnostic.help = Some(format!("move the declaration of `{name}` above what uses it"));
            diagnostic.label = Some("thrown here".to_owned());
            diagnostic.span = Some(lines.span(used.start, used.end));
            diagnostic.labels.push(Label::new(lines.span(declared.start, declared.end), "declared here"));
            said
        }
        _ => return,
    };
    if let Some(error) = &mut verdict.error {
        error.span = diagnostic.span;
        error.message = message;
    }
    if let Some(old) = verdict.diagnostics.get_mut(at) {
        *old = diagnostic;
    }
}

enum Found {
    Suspects(Cause, Suspects),
    DeadZone(Early),
}

/// A name that is used in its dead zone.
struct Early {
    name: String,
    used: Range<usize>,
    declared: Range<usize>,
}

/// The first use at or behind `from` of what `let`, `const` or `class` declares further down; of `name`, if it is known.
fn dead_zone(script: &Script, name: Option<&str>, from: usize) -> Option<Early> {
    let model = scope::build(scope::Body::Script(script));
    model.references.iter().filter(|r| parse::offset(r.span.lo) >= from).find_map(|reference| {
        let binding = model.binding(reference.binding?)?;
        let declared = model.symbols.name(binding.symbol);
        let lexical = match binding.kind {
            BindingKind::Lexical => true,
            // A class's own name, inside of it.
            BindingKind::Implicit => name.is_some() && declared != "arguments",
            _ => false,
        };
        // The name is all there is to go by in a function that is called too early: its text may stand further down.
        let early = name.map_or(reference.span.lo < binding.written, |name| name == declared);
        (lexical && early).then(|| Early {
            name: declared.to_owned(),
            used: parse::range(reference.span),
            declared: parse::range(binding.span),
        })
    })
}

/// Puts the diagnostic at the suspects. Answers whether there are any.
fn show(diagnostic: &mut Diagnostic, cause: Cause, found: &Suspects, source: &str, lines: &LineIndex<'_>) -> bool {
    let Some((first, others)) = found.list.split_first() else { return false };
    let span = |suspect: &Suspect| {
        let range = parse::range(suspect.span);
        let text = source.get(range.clone()).unwrap_or("");
        let line = text.find(['\n', '\r']).unwrap_or(text.len());
        lines.span(range.start, range.start + line)
    };
    let noted = diagnostic.span.replace(span(first));
    if let Some(call) = noted.filter(|_| found.called) {
        diagnostic.labels.insert(0, Label::new(call, "called from here"));
    }
    let more = others.len().min(MORE);
    diagnostic.label = Some(if more == 0 { "thrown here" } else { "thrown here, or where else is marked" }.to_owned());
    for suspect in others.iter().take(more) {
        diagnostic.labels.push(Label::new(span(suspect), "or here"));
    }
    if diagnostic.help.is_none() {
        let text = first.value.and_then(|value| source.get(parse::range(value)));
        diagnostic.help = cause.help(text.filter(|t| more == 0 && t.len() <= MAX_QUOTED && !t.contains(['\n', '\r'])));
    }
    true
}
