//! Brackets, templates and statements that are left open, or closed without being opened.

use mikoshi_types::{Code, Diagnostic, LineIndex};

use super::nesting::{self, Open};

/// A syntax error at `at`, where `wanted` was expected, if a bracket is behind it.
pub(super) fn mismatch(
    wanted: Option<&str>,
    at: std::ops::Range<usize>,
    source: &str,
    lines: &LineIndex<'_>,
) -> Option<Diagnostic> {
    let open = nesting::open_at(source, at.start);
    let found = source.get(at.clone()).unwrap_or("");
    let opener = open.brackets.last().copied();
    let kind = opener.and_then(|at| source.as_bytes().get(at)).map(|&b| char::from(b));
    let mark = |message: String| Diagnostic::new(Code::SYNTAX_ERROR, message).at(lines.span(at.start, at.end));
    let (Some(opener), Some(kind)) = (opener, kind) else {
        return matches!(found, ")" | "]" | "}").then(|| {
            mark(format!("this `{found}` closes nothing"))
                .with_label("no bracket is open here")
                .with_help("delete it, or open the bracket that it should close")
        });
    };
    let closer = match kind {
        '(' => ")",
        '[' => "]",
        _ => "}",
    };
    let opened = lines.span(opener, opener + 1);
    if matches!(found, ")" | "]" | "}") && found != closer && kind != '`' {
        return Some(
            mark(format!("this `{found}` does not close the `{kind}` that is open"))
                .with_label(format!("`{closer}` must come first"))
                .and(opened, "opened here")
                .with_help(format!("write `{closer}` where this bracket should end, or delete the one too many")),
        );
    }
    // A list that goes on where it cannot: a statement's end, or a block.
    let ends = matches!(found, ";" | "{" | "=>") || is_statement_word(found);
    if wanted.is_some_and(|w| w == closer || w == ",") && ends && kind != '{' && kind != '`' {
        let between = if wanted == Some(",") { "expected `,` or " } else { "expected " };
        return Some(
            mark(format!("{between}`{closer}`, found `{found}`"))
                .with_label(format!("`{closer}` is missing before this"))
                .and(opened, "opened here")
                .with_help(format!("close the `{kind}` with `{closer}`")),
        );
    }
    if wanted == Some(",") && matches!(kind, '(' | '[') && goes_on_below(opener, at.start, source) {
        return Some(
            mark(format!("expected `,` or `{closer}`, found `{found}`"))
                .with_label(format!("`{closer}` is missing before this line, or `,`"))
                .and(opened, "opened here")
                .with_help(format!("close the `{kind}` with `{closer}` at the end of the line before")),
        );
    }
    None
}

/// Whether the token at `at` begins a line below that of its bracket, which has elements on its own line already.
fn goes_on_below(opener: usize, at: usize, source: &str) -> bool {
    let between = source.get(opener + 1..at).unwrap_or("");
    let (first, last) = (between.lines().next().unwrap_or(""), between.rsplit('\n').next().unwrap_or(""));
    between.contains('\n') && last.trim().is_empty() && !first.trim().is_empty()
}

/// The diagnostic for a program that ends too early; `last` is its last character.
pub(super) fn at_end(last: std::ops::Range<usize>, source: &str, lines: &LineIndex<'_>) -> Diagnostic {
    let Open { brackets, template, suspect } = nesting::open_at(source, source.len());
    let opener = template.or_else(|| brackets.last().copied());
    let syntax = |message: &str| Diagnostic::new(Code::SYNTAX_ERROR, message).at(lines.span(last.start, last.end));
    let kind = opener.and_then(|at| source.as_bytes().get(at)).map(|&b| char::from(b));
    let (Some(opener), Some(kind)) = (opener, kind) else {
        return syntax("the program ends in the middle of a statement")
            .with_label("something is missing after this")
            .with_help("complete the statement, or remove what is not finished");
    };
    if kind == '`' {
        return unclosed_template(opener, lines);
    }
    let closer = match kind {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    let mut found = syntax(&format!("the program ends before its `{kind}` is closed"))
        .with_label(format!("`{closer}` is missing after this"))
        .and(lines.span(opener, opener + 1), "opened here");
    if let Some(suspect) = suspect.filter(|&s| s != opener) {
        found = found.and(lines.span(suspect, suspect + 1), "or this one is not closed: see the indentation");
    }
    let more = match brackets.len() {
        0 | 1 => String::new(),
        n => format!("; {n} brackets are open in all"),
    };
    found.with_help(format!("add the missing `{closer}`{more}; if the program was cut off, send all of it"))
}

/// The diagnostic for a template without an end.
pub(super) fn unclosed_template(start: usize, lines: &LineIndex<'_>) -> Diagnostic {
    Diagnostic::new(Code::SYNTAX_ERROR, "the template is not closed")
        .at(lines.span(start, start + 1))
        .with_label("opened here")
        .with_help("close the template with a backtick, and each ${ in it with }")
}

/// [`unclosed_template`] for the parser's error at `end`.
pub(super) fn template_before(end: usize, source: &str, lines: &LineIndex<'_>) -> Diagnostic {
    let open = nesting::open_at(source, source.len());
    // Inside of an open substitution, a backtick was to end the outer template rather than to begin another.
    let is_template = |&&at: &&usize| source.as_bytes().get(at) == Some(&b'`');
    if let Some(&outer) = open.brackets.iter().rev().find(is_template) {
        return unclosed_template(outer, lines)
            .with_help("close each ${ in the template with }, and the template with a backtick");
    }
    unclosed_template(open.template.unwrap_or(end.min(source.len().saturating_sub(1))), lines)
}

fn is_statement_word(word: &str) -> bool {
    matches!(
        word,
        "const"
            | "let"
            | "var"
            | "return"
            | "if"
            | "for"
            | "while"
            | "function"
            | "class"
            | "throw"
            | "try"
            | "switch"
            | "break"
    )
}
