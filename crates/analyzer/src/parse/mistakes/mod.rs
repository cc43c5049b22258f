//! Habits of other languages and other tools, named for what they are.
//!
//! Looked for only in text that the parser has refused already, so a valid program is never mistaken for one.

mod characters;
mod escaped;
mod markup;
mod names;
mod prose;
mod python;
mod shapes;
mod slips;
mod statements;
mod types;

use std::ops::Range;

use mikoshi_types::{Code, Diagnostic, LineIndex};
use swc_ecma_parser::error::SyntaxError;

pub(super) use characters::plain_form;

/// The fault behind a syntax error at `at`, if it is one that models are known for.
pub(super) fn recognise(
    kind: &SyntaxError,
    at: Range<usize>,
    source: &str,
    lines: &LineIndex<'_>,
) -> Option<Diagnostic> {
    let text = Text { source, lines, at };
    text.fence()
        .or_else(|| text.smart_quote())
        .or_else(|| text.markup())
        .or_else(|| text.marker())
        .or_else(|| text.patch())
        .or_else(|| text.numbered_lines())
        .or_else(|| text.command(kind))
        .or_else(|| text.envelope(kind))
        .or_else(|| text.backslash(kind))
        .or_else(|| text.entity())
        .or_else(|| text.comment_end())
        .or_else(|| text.contraction(kind))
        .or_else(|| text.sentence(kind))
        .or_else(|| text.block_for_object())
        .or_else(|| text.semicolon_in_object(kind))
        .or_else(|| text.for_head(kind))
        .or_else(|| text.colon_in_list())
        .or_else(|| text.statement(kind))
        .or_else(|| text.hyphenated_name())
        .or_else(|| text.reserved_word(kind))
        .or_else(|| text.operator())
        .or_else(|| text.generic())
        .or_else(|| text.asserted_type())
        .or_else(|| text.jsx())
        .or_else(|| text.python(kind))
        .or_else(|| text.head_without_brackets(kind))
        .or_else(|| text.types(kind))
        .or_else(|| text.mistyped_word(kind))
        .or_else(|| text.prose(kind))
        .or_else(|| text.quote_inside(kind))
        .or_else(|| text.await_outside(kind))
}

/// A code fence before any code. Comments may stand before it.
pub(super) fn leading_fence(source: &str, lines: &LineIndex<'_>) -> Option<Diagnostic> {
    let skipped = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with("//");
    let first = source.trim_start_matches('\u{FEFF}').lines().find(|line| !skipped(line))?;
    let at = 0..0;
    if first.trim_start().starts_with("```") { (Text { source, lines, at }).fence() } else { None }
}

/// Whether two values in a row, or one too many, is what the parser met.
fn is_one_too_many(kind: &SyntaxError) -> bool {
    matches!(
        kind,
        SyntaxError::ExpectedSemi
            | SyntaxError::TS1005
            | SyntaxError::ExpectedSemiForExprStmt { .. }
            | SyntaxError::Unexpected { .. }
            | SyntaxError::Expected(..)
    )
}

struct Text<'a> {
    source: &'a str,
    lines: &'a LineIndex<'a>,
    /// Where the parser stopped.
    at: Range<usize>,
}

impl<'a> Text<'a> {
    fn diagnostic(&self, at: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Code::SYNTAX_ERROR, message).at(self.lines.span(at.start, at.end))
    }

    /// The bounds of the line that holds `offset`, without its line end.
    fn line(&self, offset: usize) -> Range<usize> {
        let before = self.source.get(..offset).unwrap_or("");
        let after = self.source.get(offset..).unwrap_or("");
        let start = before.rfind(['\n', '\r']).map_or(0, |i| i + 1);
        start..offset + after.find(['\n', '\r']).unwrap_or(after.len())
    }

    fn get(&self, range: Range<usize>) -> &'a str {
        self.source.get(range).unwrap_or("")
    }

    /// The token that the parser stopped at.
    fn token(&self) -> &'a str {
        self.get(self.at.clone())
    }

    /// The text from the fault on.
    fn rest(&self) -> &'a str {
        self.get(self.at.start..self.source.len())
    }

    /// The line's text before the fault.
    fn before(&self) -> &'a str {
        self.get(self.line(self.at.start).start..self.at.start)
    }

    /// The line of the fault without the white space around it, and where it begins.
    fn trimmed_line(&self) -> (usize, &'a str) {
        let line = self.line(self.at.start);
        let code = self.get(line.clone());
        (line.start + code.len() - code.trim_start().len(), code.trim())
    }

    /// The first line that is not blank, and where it begins.
    fn first_line(&self) -> (usize, &'a str) {
        let text = self.source.trim_start_matches('\u{FEFF}').trim_start();
        (self.source.len() - text.len(), text.lines().next().unwrap_or("").trim_end())
    }

    /// `await value` outside of an async function: `await` is read as a name, and then there is a value too many.
    fn await_outside(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        if !is_one_too_many(kind) {
            return None;
        }
        let before = self.before().trim_end();
        let head = before.strip_suffix("await")?;
        if head.ends_with(|c: char| is_name(c) || c == '.') {
            return None;
        }
        let start = self.line(self.at.start).start + head.len();
        Some(
            Diagnostic::new(Code::ASYNC_SYNTAX, "`await` is not available: nothing here is asynchronous")
                .at(self.lines.span(start, start + "await".len()))
                .with_help("drop `await` and use the value directly"),
        )
    }
}

/// Whether a character may stand in a name.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// The word that a line begins with; empty if it begins with something else.
fn first_word(line: &str) -> &str {
    line.split(|c: char| !is_name(c)).next().unwrap_or("")
}

/// The word that a line ends with; empty if it ends with something else.
fn last_word(line: &str) -> &str {
    line.rsplit(|c: char| !is_name(c)).next().unwrap_or("")
}

/// Where `word` stands in `text` as a word of its own.
fn find_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text.get(..at).unwrap_or("");
        let after = text.get(at + word.len()..).unwrap_or("");
        !before.ends_with(is_name) && !after.starts_with(is_name)
    })
}
