//! What has the right words in the wrong brackets: objects that are read as blocks, slices, heads of loops.

use mikoshi_types::Diagnostic;
use swc_ecma_parser::error::SyntaxError;

use super::{Text, first_word, is_name, last_word};
use crate::parse::nesting;

/// Names that head a loop over the elements of something, elsewhere.
const TYPES: [&str; 10] = ["int", "long", "float", "double", "char", "auto", "String", "string", "size_t", "Integer"];

impl<'a> Text<'a> {
    /// The innermost bracket that is open at the fault, the text before it, and that from it to the fault.
    fn innermost(&self) -> Option<(usize, &'a str, &'a str)> {
        let open = *nesting::open_at(self.source, self.at.start).brackets.last()?;
        Some((open, self.get(0..open).trim_end(), self.get(open..self.at.start)))
    }

    /// `{ passed: true, text: "ok" }` as a statement, which is a block with a label in it.
    pub(super) fn block_for_object(&self) -> Option<Diagnostic> {
        if self.token() != ":" {
            return None;
        }
        let (mut open, mut before, inside) = self.innermost()?;
        let inside = inside.strip_prefix('{')?.trim();
        let first = key(inside);
        let last = inside.strip_suffix(last_key(inside))?.trim_end();
        let behind = inside.get(first.len()..)?.trim_start();
        // One label of a block is followed by a statement; keys are followed by `,`, all of them but the last.
        let keys = behind.is_empty() || (last.ends_with(',') && behind.starts_with([':', ',']));
        if first.is_empty() || first == "default" || !keys {
            return None;
        }
        // An object in an object: the outermost begins the statement.
        let opens = nesting::open_at(self.source, open).brackets;
        for outer in opens.into_iter().rev() {
            if !before.ends_with(':') || !self.get(outer..outer + 1).starts_with('{') {
                break;
            }
            (open, before) = (outer, self.get(0..outer).trim_end());
        }
        let say = |message: &str, label: &str, help: &str| {
            Some(self.diagnostic(open..open + 1, message).with_label(label).with_help(help))
        };
        let gap = self.get(before.len()..open);
        if before.ends_with("=>") {
            let message = "`{` behind `=>` begins the function's body, not an object";
            return say(message, "a body begins here", "put the object in ( ): `() => ({ a: 1, b: 2 })`");
        }
        if last_word(before) == "return" && gap.contains(['\n', '\r']) {
            let message = "a line break ends `return`, so `{` begins a block, not an object";
            return say(message, "a block begins here", "write `return {` on one line");
        }
        if before.ends_with(')') {
            let message = "`{` begins a block here, not an object";
            return say(message, "a block begins here", "to give back an object write `return { a: 1, b: 2 };`");
        }
        let begins = before.is_empty()
            || before.ends_with([';', '}', '{'])
            || gap.contains(['\n', '\r'])
            || before.ends_with("*/");
        if !begins || before.ends_with(['=', ',', '(', '[', ':', '?', '&', '|', '+']) {
            return None;
        }
        say(
            "`{` at the beginning of a statement opens a block, not an object",
            "a block begins here",
            "put ( ) around the object; to pass, end the program with the check itself: only `true` counts, no object does",
        )
    }

    /// `{ a: 1; b: 2 }`.
    pub(super) fn semicolon_in_object(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let wanted = matches!(kind, SyntaxError::Expected(wanted, _) if wanted == ",");
        let (_, _, inside) = self.innermost()?;
        let inside = inside.strip_prefix('{')?.trim_start();
        let labelled = inside.get(key(inside).len()..)?.trim_start().starts_with(':');
        (wanted && self.token() == ";" && labelled).then(|| {
            self.diagnostic(self.at.clone(), "the properties of an object are separated by `,`, not by `;`")
                .with_label("`,` belongs here")
                .with_help("write `,` instead of each `;` in the object: `{ a: 1, b: 2 }`")
        })
    }

    /// `xs[1:3]`, `xs[::-1]`, `[a: 1]`, `f(a: 1)`.
    pub(super) fn colon_in_list(&self) -> Option<Diagnostic> {
        if self.token() != ":" {
            return None;
        }
        let (open, before, inside) = self.innermost()?;
        let value = before.ends_with(|c: char| is_name(c) || matches!(c, ')' | ']' | '"' | '\''))
            && !matches!(last_word(before), "return" | "of" | "in" | "case" | "typeof");
        if inside.starts_with('[') && value {
            let line = self.get(open + 1..self.line(open).end);
            let parts = line.split(']').next().unwrap_or("");
            return Some(
                self.diagnostic(self.at.clone(), "a slice such as `[1:3]` is Python")
                    .with_label("Python")
                    .with_help(slice_help(parts)),
            );
        }
        if inside.starts_with('[') && !inside.contains('?') {
            return Some(
                self.diagnostic(self.at.clone(), "the elements of an array have no keys")
                    .with_label("not valid in an array")
                    .with_help("an object with keys stands in { }: `{ a: 1, b: 2 }`"),
            );
        }
        let given = self.rest().strip_prefix(':')?.trim_start();
        let literal = given.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '`' | '-'))
            || matches!(first_word(given), "true" | "false");
        let named = inside.strip_prefix('(').is_some_and(|list| !last_word(list).is_empty() && !list.contains('?'));
        (value && literal && named && !is_declaration(before)).then(|| {
            self.diagnostic(self.at.clone(), "the arguments of a call have no names")
                .with_label("not valid in a call")
                .with_help(
                    "give the values in the order of the parameters, `f(1, 2)`, or one object, `f({ a: 1, b: 2 })`",
                )
        })
    }

    /// Heads of `for` as other languages write them.
    pub(super) fn for_head(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let SyntaxError::Expected(wanted, _) = kind else { return None };
        let (open, before, inside) = self.innermost()?;
        if wanted != ";" || !inside.starts_with('(') || last_word(before) != "for" {
            return None;
        }
        let line = self.line(self.at.start);
        let head = self.get(open + 1..line.end);
        let end = head.rfind(['{']).or_else(|| head.rfind(')')).unwrap_or(head.len());
        let head = head.get(..end)?;
        let at = self.at.clone();
        if !head.contains(';') && (head.contains(" : ") || self.token() == ":") && !head.contains(" of ") {
            let colon = open + 1 + head.find(':')?;
            return Some(
                self.diagnostic(colon..colon + 1, "`for (x : xs)` is of another language")
                    .with_label("`of` belongs here")
                    .with_help("write `for (const x of xs)`"),
            );
        }
        let word = first_word(head.trim_start());
        if TYPES.contains(&word) && inside.get(1..)?.trim() == word {
            let start = open + 1 + head.len() - head.trim_start().len();
            return Some(
                self.diagnostic(start..start + word.len(), "a declaration with a type is not JavaScript")
                    .with_label("`let` belongs here")
                    .with_help("write `for (let i = 0; i < n; i++)`"),
            );
        }
        (head.matches(',').count() >= 2 && head.matches(';').count() < 2).then(|| {
            let comma = open + self.get(open..self.at.start).rfind(',').unwrap_or(0);
            let comma = if comma > open { comma..comma + 1 } else { at };
            self.diagnostic(comma, "the parts of a `for` are separated by `;`, not by `,`")
                .with_label("`;` belongs here")
                .with_help("write `for (let i = 0; i < n; i++)`")
        })
    }
}

/// The key that `text` begins with: a name, a number, or a string without escapes.
fn key(text: &str) -> &str {
    match text.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let end = text.get(1..).and_then(|rest| rest.find(quote));
            end.and_then(|end| text.get(..end + 2)).unwrap_or("")
        }
        _ => first_word(text),
    }
}

/// The key that `text` ends with.
fn last_key(text: &str) -> &str {
    match text.chars().next_back() {
        Some(quote @ ('"' | '\'')) => {
            let start = text.get(..text.len() - 1).and_then(|rest| rest.rfind(quote));
            start.and_then(|start| text.get(start..)).unwrap_or("")
        }
        _ => last_word(text),
    }
}

/// Whether the parenthesis behind `before` is that of a function's parameters.
fn is_declaration(before: &str) -> bool {
    let name = last_word(before);
    let head = before.strip_suffix(name).unwrap_or("").trim_end();
    name == "function" || last_word(head) == "function"
}

/// What to write for the slice of Python that `parts` are.
fn slice_help(parts: &str) -> String {
    let plain = |part: &str| part.chars().all(|c| is_name(c) || " +-*.".contains(c));
    let mut pieces = parts.split(':').map(str::trim);
    let (start, end, step) = (pieces.next().unwrap_or(""), pieces.next().unwrap_or(""), pieces.next());
    match (start, end, step) {
        ("", "", Some("-1")) => {
            "write `[...values].reverse()`; for a string, `[...text].reverse().join(\"\")`".to_owned()
        }
        _ if step.is_some_and(|s| !s.is_empty()) || !plain(start) || !plain(end) => {
            "write `.slice(start, end)`".to_owned()
        }
        ("", "", _) => "write `.slice()`".to_owned(),
        ("", end, _) => format!("write `.slice(0, {end})`"),
        (start, "", _) => format!("write `.slice({start})`"),
        (start, end, _) => format!("write `.slice({start}, {end})`"),
    }
}
