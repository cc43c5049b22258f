//! The parser's errors in words that help to mend the program.

use mikoshi_types::{Code, Diagnostic, LineIndex};
use swc_common::Spanned;
use swc_ecma_parser::error::{Error, SyntaxError};

use super::{mistakes, range};

/// The diagnostic for the error that stopped the parser.
///
/// A habit of another language, where one is recognised, says more than the place where the parser happened to stop.
pub(super) fn worst(fatal: &Error, recovered: &[Error], source: &str, lines: &LineIndex<'_>) -> Diagnostic {
    let first = recovered.iter().chain([fatal]).min_by_key(|e| e.span().lo).unwrap_or(fatal);
    explain(first, source, lines)
}

/// [`translate`], or the habit behind the error.
pub(super) fn explain(error: &Error, source: &str, lines: &LineIndex<'_>) -> Diagnostic {
    let at = place(error, source);
    mistakes::recognise(error.kind(), at, source, lines).unwrap_or_else(|| translate(error, source, lines))
}

/// The byte range of an error; never empty where there is any text, and inside the text.
fn place(error: &Error, source: &str) -> std::ops::Range<usize> {
    let mut at = range(error.span());
    at.start = at.start.min(source.len());
    at.end = at.end.clamp(at.start, source.len());
    if at.is_empty() {
        match source.get(at.start..).and_then(|rest| rest.chars().next()) {
            Some(c) => at.end = at.start + c.len_utf8(),
            // At the end of the text: the last character that is not white space.
            None => {
                if let Some((start, c)) = source.char_indices().rfind(|(_, c)| !c.is_whitespace()) {
                    at = start..start + c.len_utf8();
                }
            }
        }
    }
    at
}

/// An error of the parser as a diagnostic.
pub(super) fn translate(error: &Error, source: &str, lines: &LineIndex<'_>) -> Diagnostic {
    let at = place(error, source);
    let span = lines.span(at.start, at.end);
    let token = source.get(at).unwrap_or("");
    let found = shown(token);
    let syntax = |message: String| Diagnostic::new(Code::SYNTAX_ERROR, message).at(span);
    match error.kind() {
        SyntaxError::ImportExportInScript | SyntaxError::NonTopLevelImportExport => Diagnostic::new(
            Code::MODULE_SYNTAX,
            format!("{found} declares a module's dependencies, but the program is a script"),
        )
        .at(span),
        SyntaxError::ImportMetaInScript => {
            Diagnostic::new(Code::IMPORT_META, "`import.meta` exists only in modules").at(span)
        }
        SyntaxError::TopLevelAwaitInScript | SyntaxError::AwaitInFunction => {
            Diagnostic::new(Code::ASYNC_SYNTAX, "`await` is not available: nothing here is asynchronous")
                .at(span)
                .with_help("drop `await` and use the value directly")
        }
        SyntaxError::ReturnNotAllowed => {
            let keyword = lines.span(span.start as usize, span.start as usize + "return".len());
            Diagnostic::new(Code::SYNTAX_ERROR, "`return` stands outside of a function")
                .at(keyword)
                .with_label("there is no function to return from")
                .with_help(
                    "the verdict is the value of the last statement: end the program with the bare expression, \
                     `ok;` instead of `return ok;`",
                )
        }
        SyntaxError::WithInStrict => {
            Diagnostic::new(Code::WITH_STATEMENT, "`with` does not exist in strict code").at(span)
        }
        SyntaxError::UnterminatedStrLit => syntax("the string is not closed on its line".to_owned())
            .with_label("opened here")
            .with_help("close the string with the quote it began with; text over several lines needs a `template`"),
        SyntaxError::UnterminatedTpl => {
            syntax("the template is not closed".to_owned()).with_help("close the template with a backtick")
        }
        SyntaxError::UnterminatedRegExp => syntax("the regular expression is not closed".to_owned())
            .with_help("close the regular expression with `/` on the same line"),
        SyntaxError::UnterminatedBlockComment => {
            let start = source.rfind("/*").unwrap_or(span.start as usize);
            Diagnostic::new(Code::SYNTAX_ERROR, "the comment is not closed")
                .at(lines.span(start, start + 2))
                .with_label("opened here")
                .with_help("close the comment with `*/`")
        }
        SyntaxError::DeclNotAllowed => syntax("a declaration may not stand here without a block".to_owned())
            .with_help("put it in a block: { ... }"),
        SyntaxError::Eof => at_end(syntax),
        SyntaxError::Unexpected { got, .. } if got == "<eof>" || got == "eof" => at_end(syntax),
        SyntaxError::Expected(_, got) if got == "<eof>" || got == "eof" => at_end(syntax),
        SyntaxError::Unexpected { .. } | SyntaxError::InvalidExpr | SyntaxError::TS1109 => {
            syntax(format!("unexpected {found}")).with_label("not valid here")
        }
        SyntaxError::Expected(wanted, _) => {
            syntax(format!("expected `{wanted}`, found {found}")).with_label(format!("`{wanted}` belongs here"))
        }
        SyntaxError::ExpectedSemi | SyntaxError::ExpectedSemiForExprStmt { .. } | SyntaxError::TS1005 => {
            syntax(format!("unexpected {found}: the statement should have ended before it"))
                .with_label("expected `;` or a new line")
                .with_help("end the statement before it, or join the two with an operator")
        }
        SyntaxError::ConstDeclarationsRequireInitialization => {
            syntax("`const` is declared without a value".to_owned()).with_help("give it a value, or use `let`")
        }
        SyntaxError::UsingDeclNotEnabled
        | SyntaxError::UsingDeclNotAllowed
        | SyntaxError::UsingDeclNotAllowedForForInLoop => {
            syntax("`using` declarations are not available".to_owned()).with_help("use `const`, and `try`/`finally`")
        }
        SyntaxError::UnexpectedChar { c } => {
            syntax(format!("unexpected character {}", character(*c))).with_label("not part of JavaScript")
        }
        other => syntax(lower_first(&other.msg())),
    }
}

fn at_end(syntax: impl Fn(String) -> Diagnostic) -> Diagnostic {
    syntax("the program ends in the middle of a statement".to_owned())
        .with_label("something is missing after this")
        .with_help("close what is open: a bracket, a string, a template or a comment")
}

/// A token as the message names it: short, and on one line.
fn shown(token: &str) -> String {
    let line = token.lines().next().unwrap_or("");
    match line.char_indices().nth(24) {
        Some((cut, _)) => format!("`{}...`", line.get(..cut).unwrap_or("")),
        None if line.is_empty() => "a line end".to_owned(),
        None => format!("`{line}`"),
    }
}

/// A character by its look, where it has one, and by its number.
pub(super) fn character(c: char) -> String {
    let number = u32::from(c);
    if c.is_control() || c.is_whitespace() { format!("U+{number:04X}") } else { format!("`{c}` (U+{number:04X})") }
}

fn lower_first(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let mut chars = text.chars();
    match chars.next() {
        // A word in capitals or a quoted one stays as it is.
        Some(first) if chars.clone().next().is_some_and(|c| c.is_ascii_lowercase()) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}
