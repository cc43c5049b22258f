//! From what the engine throws to diagnostics with the user's own places.

use std::fmt::{self, Write};

use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::property::PropertyKey;
use boa_engine::value::JsVariant;
use boa_engine::{Context, JsError, JsNativeErrorKind, JsObject, JsString, JsValue};
use mikoshi_types::{Code, Diagnostic, Limits, Status, Verdict, VerdictError};

use crate::convert::short_text;
use crate::limits::End;
use crate::position::{Place, SourceMap, parse_backtrace};
use crate::{hint, raw, tame};

/// The status of an error that is one of the engine's own limits.
pub(crate) fn engine_limit(error: &JsError) -> Option<Status> {
    match error.as_engine()? {
        EngineError::RuntimeLimit(RuntimeLimitError::LoopIteration) => Some(Status::Timeout),
        EngineError::RuntimeLimit(_) => Some(Status::StackLimit),
        EngineError::Panic(_) => Some(Status::Crashed),
    }
}

/// Whether the script's top-level declarations clash with the global object (`let undefined`): a `SyntaxError` that ECMA-262
/// gives before the first statement runs. `function undefined() {}` clashes too, but throws a `TypeError`.
pub(crate) fn is_declaration_clash(error: &JsError) -> bool {
    error.as_native().is_some_and(|native| native.message() == "cannot redefine non-configurable global property")
}

/// The diagnostic of a program that the engine's parser refused.
pub(crate) fn refused_syntax(error: &JsError, map: &SourceMap<'_>) -> Diagnostic {
    let message = match error.as_native() {
        Some(native) => native.message().to_owned(),
        None => error.to_string(),
    };
    let (message, span) = match split_position(&message) {
        Some((message, line, column)) => (message.to_owned(), map.span(line, column)),
        None if message == "abrupt end" => ("the program ends too early".to_owned(), Some(map.end())),
        None => (message, None),
    };
    let mut diagnostic = Diagnostic::new(Code::ENGINE_SYNTAX, message).with_label("here");
    diagnostic.span = span;
    diagnostic
}

/// Splits `... at line 3, col 14`, the form of the engine's syntax errors.
fn split_position(message: &str) -> Option<(&str, u32, u32)> {
    let (text, place) = message.rsplit_once(" at line ")?;
    let (line, column) = place.split_once(", col ")?;
    let column = column.split(|c: char| !c.is_ascii_digit()).next()?;
    Some((text, line.parse().ok()?, column.parse().ok()?))
}

/// The verdict on a script that was ended from within the engine. `thrown` is the engine error that came out, if it came
/// out; its backtrace is more exact than what the account noted.
pub(crate) fn ended(end: &End, thrown: Option<&JsError>, map: &SourceMap<'_>) -> Verdict {
    let backtrace = thrown.filter(|t| t.as_engine().is_some()).map(|t| parse_backtrace(&bounded(t)));
    let stack = backtrace.filter(|b| !b.is_empty()).unwrap_or_else(|| end.stack.clone());
    let mut diagnostic = Diagnostic::new(end.code, end.message.clone());
    if let Some(help) = &end.help {
        diagnostic = diagnostic.with_help(help.clone());
    }
    if end.status == Status::Timeout && map.appends() {
        let help = diagnostic.help.take().unwrap_or_default();
        let appends = "each `+=` on a long string copies it: collect the parts in an array and join them";
        diagnostic = diagnostic.with_help(format!("{help}; {appends}"));
    }
    let names = |i: usize| stack.get(i).map(|place: &Place| place.function.as_str()).filter(|name| !name.is_empty());
    if end.status == Status::StackLimit && end.help.is_none() && names(0).is_some() && names(0) == names(1) {
        let help = diagnostic.help.take().unwrap_or_default();
        diagnostic = diagnostic.with_help(format!("`{}` calls itself: {help}", names(0).unwrap_or_default()));
    }
    let looping = || {
        let at = stack.first().and_then(|place| map.place(place)).map_or(0, |span| span.start as usize);
        map.user_text().get(at..).is_some_and(|t| ["while", "for", "do"].iter().any(|word| t.starts_with(word)))
    };
    let label = match end.status {
        Status::Timeout if looping() => "this loop was still running",
        Status::StackLimit => "this call was one too many",
        Status::RuntimeError => "here",
        _ => "the program was here",
    };
    Verdict::ended(end.status, placed(diagnostic, &stack, label, map))
}

/// The verdict on a script that threw.
pub(crate) fn uncaught(thrown: &JsError, limits: &Limits, map: &SourceMap<'_>, context: &mut Context) -> Verdict {
    let Description { name, message, plain } = describe(thrown);
    let message = cut(message, limits.output_bytes);
    let name = name.map(|n| cut(n, limits.output_bytes));
    let headline = match &name {
        Some(name) if message.is_empty() => format!("uncaught {name}"),
        Some(name) => format!("uncaught {name}: {message}"),
        None => message.clone(),
    };
    let stack = backtrace_of(thrown, context);
    let mut diagnostic = Diagnostic::new(Code::UNCAUGHT_EXCEPTION, headline);
    if plain {
        diagnostic = diagnostic.with_help("what was thrown has a name and a message, but is not an Error");
    }
    let mut diagnostic = placed(diagnostic, &stack, "thrown here", map);
    if let Some(name) = undefined_name(thrown) {
        let from = diagnostic.span.map_or(0, |span| span.start as usize);
        if let Some(span) = map.identifier(name, from) {
            diagnostic = diagnostic.at(span).with_label("thrown here");
        }
    }
    if diagnostic.help.is_none() && name.as_deref() == Some("TypeError") {
        diagnostic.help = hint::help(&message, diagnostic.span, map);
    }
    let mut error = VerdictError::new(Code::UNCAUGHT_EXCEPTION, message);
    error.name = name;
    error.span = diagnostic.span;
    let mut verdict = Verdict::ended(Status::RuntimeError, diagnostic);
    verdict.error = Some(error);
    verdict
}

/// Puts a diagnostic at the innermost frame and names the frames that called it.
fn placed(mut diagnostic: Diagnostic, stack: &[Place], label: &str, map: &SourceMap<'_>) -> Diagnostic {
    let mut frames = stack.iter().filter_map(|place| map.place(place).map(|span| (place, span)));
    let Some((_, span)) = frames.next() else { return diagnostic };
    diagnostic = diagnostic.at(span).with_label(label);
    let mut callee = stack.first().map_or("", |p| p.function.as_str());
    for (place, span) in frames {
        if diagnostic.labels.iter().all(|l| l.span != span) && diagnostic.span != Some(span) {
            let text =
                if callee.is_empty() { "called from here".to_owned() } else { format!("{callee} called from here") };
            diagnostic = diagnostic.and(span, text);
        }
        callee = &place.function;
    }
    diagnostic
}

/// The name in the engine's `x is not defined`.
fn undefined_name(thrown: &JsError) -> Option<&str> {
    let native = thrown.as_native()?;
    native.is_reference().then(|| native.message().strip_suffix(" is not defined"))?
}

#[derive(Default)]
struct Description {
    /// The name of an error object, or of one that looks like it.
    name: Option<String>,
    message: String,
    /// It only looks like an error object.
    plain: bool,
}

fn describe(thrown: &JsError) -> Description {
    if let Some(native) = thrown.as_native() {
        return Description {
            name: Some(error_name(native.kind())),
            message: native.message().to_owned(),
            plain: false,
        };
    }
    match thrown.as_opaque().map(JsValue::variant) {
        Some(JsVariant::Object(object)) => describe_object(&object),
        Some(JsVariant::String(text)) => nameless(format!("threw the string {:?}", text.to_std_string_lossy())),
        Some(_) => {
            let text = thrown.as_opaque().map_or_else(String::new, short_text);
            nameless(format!("threw {text}, which is not an Error"))
        }
        None => nameless("the engine gave up".to_owned()),
    }
}

/// The name of the error's constructor, which the engine writes otherwise in one case.
fn error_name(kind: &JsNativeErrorKind) -> String {
    if *kind == JsNativeErrorKind::Uri { "URIError".to_owned() } else { kind.to_string() }
}

fn describe_object(object: &JsObject) -> Description {
    let message = match raw::lookup(object, "message") {
        raw::Raw::Data(value) => Some(plain_text(&value)),
        raw::Raw::Accessor => Some("(the message is a getter, which was not called)".to_owned()),
        raw::Raw::Hidden | raw::Raw::Absent => None,
    };
    if raw::is_error(object) {
        let name = match raw::lookup(object, "name") {
            raw::Raw::Data(value) => plain_text(&value),
            _ => "Error".to_owned(),
        };
        return Description { name: Some(name), message: message.unwrap_or_default(), plain: false };
    }
    if let (Some(name), Some(message)) = (own_text(object, "name"), own_text(object, "message")) {
        return Description { name: Some(name), message, plain: true };
    }
    let what = short_text(&JsValue::from(object.clone()));
    let message = match message {
        Some(message) => format!("threw {what}, which is not an Error; its message is: {message}"),
        None => format!("threw {what}, which is not an Error"),
    };
    nameless(message)
}

fn nameless(message: String) -> Description {
    Description { message, ..Description::default() }
}

/// An object's own property, if it is a string.
fn own_text(object: &JsObject, name: &str) -> Option<String> {
    match raw::own(object, &PropertyKey::from(JsString::from(name))) {
        raw::Raw::Data(value) => value.as_string().map(|text| text.to_std_string_lossy()),
        _ => None,
    }
}

/// A string as it is, anything else in short.
fn plain_text(value: &JsValue) -> String {
    value.as_string().map_or_else(|| short_text(value), |s| s.to_std_string_lossy())
}

/// Cuts a text of the script to `limit` bytes, mark included where there is room for it.
pub(crate) fn cut(mut text: String, limit: u64) -> String {
    const MARK: &str = " [cut]";
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    if text.len() <= limit {
        return text;
    }
    let mark = if limit >= MARK.len() * 2 { MARK } else { "" };
    let mut end = limit - mark.len();
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text.push_str(mark);
    text
}

/// Where an exception was thrown.
fn backtrace_of(thrown: &JsError, context: &mut Context) -> Vec<Place> {
    // An error object keeps the backtrace of its making, whatever its message.
    if let Some(object) = thrown.as_opaque().and_then(JsValue::as_object)
        && raw::is_error(&object)
        && let Some(stack) = tame::error_stack::engine_backtrace(&object, context)
    {
        return parse_backtrace(&stack);
    }
    if thrown.as_opaque().is_some_and(|value| !raw::is_small(value)) {
        return Vec::new();
    }
    let text = bounded(thrown);
    // The backtrace follows the message, which is the script's own.
    let message = thrown.as_native().map_or("", |native| native.message());
    let after = if message.is_empty() { 0 } else { text.rfind(message).map_or(0, |at| at + message.len()) };
    parse_backtrace(text.get(after..).unwrap_or(""))
}

/// The engine's text of an error. It runs no code of the script, but may be as large as the values in it: what is longer
/// than this is given up.
fn bounded(error: &JsError) -> String {
    struct Bounded(String);
    impl Write for Bounded {
        fn write_str(&mut self, s: &str) -> fmt::Result {
            const ROOM: usize = 64 << 10;
            if self.0.len() + s.len() > ROOM {
                return Err(fmt::Error);
            }
            self.0.push_str(s);
            Ok(())
        }
    }
    let mut text = Bounded(String::new());
    match write!(text, "{error}") {
        Ok(()) => text.0,
        Err(fmt::Error) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_on_a_boundary_and_marked() {
        assert_eq!(cut("abc".to_owned(), 3), "abc");
        assert_eq!(cut("\u{e9}".repeat(20), 21), format!("{} [cut]", "\u{e9}".repeat(7)));
        assert_eq!(cut("\u{e9}\u{e9}".to_owned(), 3), "\u{e9}");
        assert_eq!(cut("abc".to_owned(), 0), "");
    }

    #[test]
    fn positions_of_syntax_errors_are_split_off() {
        assert_eq!(split_position("bad at line 3, col 14"), Some(("bad", 3, 14)));
        assert_eq!(split_position("bad"), None);
    }
}
