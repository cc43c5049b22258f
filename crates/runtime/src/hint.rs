//! What to do about the exceptions of the engine that programs run into most often.
//!
//! The engine's messages do not say which value was at fault. The user's text in front of the place does, and is only
//! quoted, never judged: where it cannot be read the help is more general.

use mikoshi_types::Span;
use mikoshi_types::names::nearest;

use crate::permits;
use crate::position::SourceMap;

/// Text longer than this is not repeated.
const MAX_QUOTED: usize = 40;

/// Help for an error of the engine with this message, thrown at `span`.
pub(crate) fn help(message: &str, span: Option<Span>, map: &SourceMap<'_>) -> Option<String> {
    let text = map.user_text();
    let place = span.map(|s| s.start as usize);
    if let Some(name) = message.strip_prefix("cannot mutate an immutable binding '") {
        let name = name.trim_end_matches('\'');
        return Some(format!("`{name}` is a constant: declare it with `let`; to compare, write `===`"));
    }
    match message {
        "cannot convert 'null' or 'undefined' to object" => Some(match place.and_then(|at| owner(text, at)) {
            Some((value, Some(key))) => {
                format!("`{value}` is null or undefined here, so it has no `{key}`: check how it gets its value")
            }
            Some((value, None)) => format!("`{value}` is null or undefined here: check how it gets its value"),
            None => "a value is null or undefined here: check how it gets its value".to_owned(),
        }),
        "not a callable function" | "not a constructor" => {
            let span = span?;
            if continues(text, span) {
                return Some(
                    "the line before has no `;` at its end, so this line continues it as a call or an index: end it with `;`"
                        .to_owned(),
                );
            }
            let kind = if message == "not a constructor" { "constructor" } else { "function" };
            Some(match callee(text, span) {
                Some(callee) => {
                    let advice =
                        method(callee).unwrap_or_else(|| "check its spelling, and what it is at this point".to_owned());
                    format!("`{callee}` is not a {kind}: {advice}")
                }
                None => {
                    format!("what is called here is not a {kind}: check its spelling, and what it is at this point")
                }
            })
        }
        _ => None,
    }
}

/// The expression whose property is read at `at`, and the key where it is a name: `user`, `name` for `user.name`.
fn owner(text: &str, at: usize) -> Option<(&str, Option<&str>)> {
    let before = text.get(..at)?;
    if let Some(dotted) = before.trim_end().strip_suffix('.') {
        let rest = text.get(at..)?;
        let key = rest.get(..rest.find(|c: char| !is_name(c)).unwrap_or(rest.len()))?;
        return Some((chain(dotted.trim_end())?, Some(key).filter(|k| !k.is_empty())));
    }
    let indexed = before.trim_end().strip_suffix('[')?;
    Some((chain(indexed.trim_end())?, None))
}

/// What is called by the bracket at or behind `span`.
fn callee(text: &str, span: Span) -> Option<&str> {
    let (start, end) = (span.start as usize, span.end as usize);
    if text.get(start..)?.starts_with('(') {
        return chain(text.get(..start)?.trim_end());
    }
    // The place is the name itself, or that of the property.
    text.get(end..)?.trim_start().starts_with('(').then(|| chain(text.get(..end)?))?
}

/// Methods of other languages, or of other types, and what JavaScript has for them.
const FOREIGN: &[(&str, &str)] = &[
    ("add", "an array has `push`, a Map `set`"),
    ("append", "an array has `push`"),
    ("collect", "an array has `map`"),
    ("contains", "an array or a string has `includes`, a Map or a Set `has`"),
    ("containsKey", "a Map has `has`"),
    ("count", "count with `filter(...).length`"),
    ("each", "an array has `forEach`"),
    ("equals", "compare with `===`"),
    ("get", "an array or an object takes an index: `x[key]`"),
    ("has", "an array or a string has `includes`"),
    ("isEmpty", "compare the `length` with 0"),
    ("items", "`Object.entries(x)` lists keys and values"),
    ("length", "`length` is no method: leave out the `()`"),
    ("lower", "a string has `toLowerCase`"),
    ("put", "a Map has `set`"),
    ("remove", "an array has `splice`, a Map or a Set `delete`"),
    ("size", "`size` of a Map or a Set is no method: leave out the `()`; an array has `length`"),
    ("strip", "a string has `trim`"),
    ("sum", "add up with `reduce((a, b) => a + b, 0)`"),
    ("upper", "a string has `toUpperCase`"),
];

/// What to write for a method that is none.
fn method(callee: &str) -> Option<String> {
    let (_, key) = callee.rsplit_once('.')?;
    if let Some((_, advice)) = FOREIGN.iter().find(|(name, _)| *name == key) {
        return Some((*advice).to_owned());
    }
    if key.len() < 4 || permits::names().any(|name| name == key) {
        return None;
    }
    // A slip in the case of a letter is the likeliest.
    let same = permits::names().find(|name| name.eq_ignore_ascii_case(key));
    same.or_else(|| nearest(key, permits::names())).map(|near| format!("did you mean `{near}`?"))
}

/// The names, calls and indices that `text` ends with: `a.b[0].c(1)`.
fn chain(text: &str) -> Option<&str> {
    let mut start = text.len();
    loop {
        let before = text.get(..start)?;
        match before.chars().next_back() {
            Some(c) if is_name(c) || matches!(c, '.' | '?' | '#') => start -= c.len_utf8(),
            Some(close @ (')' | ']')) => {
                let open = if close == ')' { '(' } else { '[' };
                let mut depth = 0usize;
                let opened = before.char_indices().rev().find(|&(_, c)| {
                    if c == close {
                        depth += 1;
                    } else if c == open {
                        depth -= 1;
                    }
                    depth == 0
                });
                start = opened?.0;
            }
            _ => break,
        }
        if text.len() - start > MAX_QUOTED {
            return None;
        }
    }
    let found = text.get(start..)?;
    (!found.is_empty() && !found.contains(['\n', '\r']) && !found.starts_with(['.', '?'])).then_some(found)
}

/// Whether the statement at `span` goes on in a line that begins with a bracket, where its author meant it to end.
fn continues(text: &str, span: Span) -> bool {
    let (start, end) = (span.start as usize, span.end as usize);
    // The place may be the end of the first line, or something in the second.
    let behind = text.get(end..).unwrap_or("");
    let gap = behind.len() - behind.trim_start().len();
    if behind.get(..gap).is_some_and(|g| g.contains('\n')) && behind.trim_start().starts_with(['(', '[', '`']) {
        return true;
    }
    let line = text.get(..start).and_then(|t| t.rfind('\n')).map_or(0, |i| i + 1);
    let begins = text.get(line..).is_some_and(|l| l.trim_start_matches([' ', '\t']).starts_with(['(', '[', '`']));
    let before = text.get(..line).unwrap_or("").trim_end();
    begins && before.ends_with(|c: char| is_name(c) || matches!(c, ')' | ']' | '"' | '\'' | '`'))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;
    use mikoshi_analyzer::Program;
    use mikoshi_types::LineIndex;

    fn said(source: &str, token: &str, message: &str) -> String {
        let program = Program::unwoven(source);
        let at = source.find(token).unwrap();
        let span = LineIndex::new(source).span(at, at + token.len());
        help(message, Some(span), &SourceMap::new(&program)).unwrap()
    }

    #[test]
    fn the_value_at_fault_is_named() {
        let null = "cannot convert 'null' or 'undefined' to object";
        assert!(said("user.name.x", "name", null).starts_with("`user` is null or undefined here, so it has no `name`"));
        assert!(said("f(a[0]).b", "b", null).starts_with("`f(a[0])` is null"));
        assert!(said("rows[i][0]", "0", null).starts_with("`rows[i]` is null"));
        assert!(said("({}).a.b", "b", null).starts_with("`({}).a` is null"));
        assert!(said("null", "null", null).starts_with("a value is null"));
        let call = "not a callable function";
        assert!(said("'a'.includs('b')", "(", call).starts_with("what is called here is not a function"));
        assert_eq!(
            said("words.includs('b')", "(", call),
            "`words.includs` is not a function: did you mean `includes`?"
        );
        assert_eq!(said("Math.Floor(1)", "(", call), "`Math.Floor` is not a function: did you mean `floor`?");
        assert_eq!(said("list.append(1)", "(", call), "`list.append` is not a function: an array has `push`");
        assert!(said("list.length()", "(", call).ends_with("leave out the `()`"));
        assert!(said("o.run(1)", "(", call).ends_with("what it is at this point"));
        assert!(said("o.map(1)", "(", call).ends_with("what it is at this point"));
        assert!(said("main().then(1)", "(1", call).starts_with("`main().then` is not a function"));
        assert!(said("const a = 1\n(f)", "1", call).starts_with("the line before has no `;`"));
        assert!(said("const a = ['x']\n[0].map(f)", "(f", call).starts_with("the line before has no `;`"));
        assert!(said("const a = ['x'];\n[0].mop(f)", "(f", call).starts_with("`[0].mop` is not a function"));
        assert!(said("a = 1", "a", "cannot mutate an immutable binding 'a'").starts_with("`a` is a constant"));
    }

    #[test]
    fn no_text_is_too_odd() {
        for source in [")", "]]", ".", "(", "\u{1F600}.x", "a\u{301}.b", "`", "\n", "a?.b", ")(", "((((((("] {
            for at in source.char_indices().map(|(at, _)| at) {
                let program = Program::unwoven(source);
                let span = LineIndex::new(source).span(at, source.len());
                for message in ["cannot convert 'null' or 'undefined' to object", "not a callable function"] {
                    assert!(help(message, Some(span), &SourceMap::new(&program)).is_some());
                }
            }
        }
    }
}
