//! The parser's errors in words that help to mend the program.

use mikoshi_types::{Code, Diagnostic, LineIndex};
use swc_common::Spanned;
use swc_ecma_parser::error::{Error, SyntaxError};

use super::{brackets, early, mistakes, range};

/// The look at the text around a fault costs as much as the text is long: from here on only what stands on its own is told.
const MAX_EXPLAINED: usize = 12;

/// The diagnostics for the error that stopped the parser and for those that it read past before.
pub(super) fn fatal(fatal: &Error, recovered: &[Error], source: &str, lines: &LineIndex<'_>) -> Vec<Diagnostic> {
    let first = recovered.iter().chain([fatal]).min_by_key(|e| e.span().lo).unwrap_or(fatal);
    vec![explain(first, source, lines).0]
}

/// The diagnostics for errors that the parser read past, in the order of the text.
///
/// What follows a recognised habit is most often its consequence: only what stands on its own is told, too.
pub(super) fn all(errors: &[Error], source: &str, lines: &LineIndex<'_>) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut recognised = false;
    for (i, error) in errors.iter().enumerate() {
        let independent = matches!(
            error.kind(),
            SyntaxError::ReturnNotAllowed
                | SyntaxError::TopLevelAwaitInScript
                | SyntaxError::AwaitInFunction
                | SyntaxError::UnexpectedChar { .. }
        );
        let (diagnostic, habit) = match i {
            0..MAX_EXPLAINED => explain(error, source, lines),
            _ if independent => (translate(error, source, lines), false),
            _ => continue,
        };
        let line = |d: &Diagnostic| d.span.map(|s| s.line);
        let again = told
            .iter()
            .any(|t| (t.message == diagnostic.message && habit) || (!independent && line(t) == line(&diagnostic)));
        if again || (recognised && !habit && !independent) {
            continue;
        }
        recognised |= habit;
        told.push(diagnostic);
    }
    told
}

/// [`translate`], or the habit behind the error; and whether it is one.
///
/// A habit of another language, where one is recognised, says more than the place where the parser happened to stop.
fn explain(error: &Error, source: &str, lines: &LineIndex<'_>) -> (Diagnostic, bool) {
    let at = place(error, source);
    match mistakes::recognise(error.kind(), at, source, lines) {
        Some(habit) => (habit, true),
        None => (translate(error, source, lines), false),
    }
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
fn translate(error: &Error, source: &str, lines: &LineIndex<'_>) -> Diagnostic {
    let at = place(error, source);
    let span = lines.span(at.start, at.end);
    let token = source.get(at.clone()).unwrap_or("");
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
        SyntaxError::UnterminatedTpl => brackets::template_before(at.start, source, lines),
        SyntaxError::UnterminatedRegExp => syntax("the regular expression is not closed".to_owned())
            .with_help("close the regular expression with `/` on the same line"),
        SyntaxError::UnterminatedBlockComment => {
            let start = source.rfind("/*").unwrap_or(span.start as usize);
            Diagnostic::new(Code::SYNTAX_ERROR, "the comment is not closed")
                .at(lines.span(start, start + 2))
                .with_label("opened here")
                .with_help("close the comment with `*/`")
        }
        SyntaxError::MultipleDefault { previous } => {
            let first = range(*previous);
            let word = source.get(..at.start).unwrap_or("").rfind("default").unwrap_or(at.start);
            Diagnostic::new(Code::SYNTAX_ERROR, "a `switch` has one `default:` only")
                .at(lines.span(word, at.start))
                .with_label("the second one")
                .and(lines.span(first.start, first.start + "default".len()), "the first one")
                .with_help("join the two, or make one of them a `case`")
        }
        SyntaxError::DeclNotAllowed => syntax("a declaration may not stand here without a block".to_owned())
            .with_help("put it in a block: { ... }"),
        SyntaxError::Eof => brackets::at_end(at, source, lines),
        // The parser stopped behind the last token.
        _ if range(error.span()).start >= source.trim_end().len() => brackets::at_end(at, source, lines),
        SyntaxError::Unexpected { got, .. } if got == "<eof>" || got == "eof" => brackets::at_end(at, source, lines),
        SyntaxError::Expected(_, got) if got == "<eof>" || got == "eof" => brackets::at_end(at, source, lines),
        SyntaxError::Unexpected { .. } | SyntaxError::InvalidExpr | SyntaxError::TS1109 => {
            brackets::mismatch(None, at.clone(), source, lines).unwrap_or_else(|| unexpected(&at, source, syntax))
        }
        SyntaxError::Expected(wanted, _) => brackets::mismatch(Some(wanted), at, source, lines).unwrap_or_else(|| {
            let help = match wanted.as_str() {
                "," => "put a comma between the two, or an operator".to_owned(),
                _ => format!("write `{wanted}` before {found}"),
            };
            syntax(format!("expected `{wanted}`, found {found}"))
                .with_label(format!("`{wanted}` belongs here"))
                .with_help(help)
        }),
        SyntaxError::ExpectedSemi | SyntaxError::ExpectedSemiForExprStmt { .. } | SyntaxError::TS1005
            if token == "=" =>
        {
            syntax("what stands left of `=` cannot be assigned".to_owned())
                .with_label("assigns")
                .with_help("assign to a variable or a property only; to compare, write `===`")
        }
        SyntaxError::ExpectedSemi | SyntaxError::ExpectedSemiForExprStmt { .. } | SyntaxError::TS1005 => {
            brackets::mismatch(None, at, source, lines).unwrap_or_else(|| {
                syntax(format!("unexpected {found}: the statement should have ended before it"))
                    .with_label("expected `;` or a new line")
                    .with_help("end the statement before it, or join the two with an operator")
            })
        }
        SyntaxError::NotSimpleAssign | SyntaxError::InvalidAssignTarget => syntax("this cannot be assigned".to_owned())
            .with_label("neither a variable nor a property")
            .with_help("assign to a variable or a property only; to compare, write `===`"),
        SyntaxError::ExpectedIdent | SyntaxError::InvalidPat if early::is_reserved(token) => {
            syntax(format!("{found} is a word of the language, not a name"))
                .with_label("a name belongs here")
                .with_help(format!("choose another name, such as `{token}Value`"))
        }
        SyntaxError::ExpectedIdent => {
            syntax(format!("expected a name, found {found}")).with_label("a name belongs here")
        }
        SyntaxError::UnaryInExp { .. } => syntax("a sign in front of `**` is ambiguous".to_owned())
            .with_label("the sign and `**` compete for this")
            .with_help("write `-(a ** b)` or `(-a) ** b`"),
        SyntaxError::IdentAfterNum => {
            syntax("a number runs into a name".to_owned()).with_label("a letter behind a number").with_help(
                "a name cannot begin with a digit, a number has no unit, and a BigInt such as `8n` no leading zero",
            )
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
            let diagnostic =
                syntax(format!("unexpected character {}", character(*c))).with_label("not part of JavaScript");
            match mistakes::plain_form(*c) {
                Some(form) => {
                    diagnostic.with_help(format!("JavaScript is written with plain characters: write {form}"))
                }
                None => diagnostic.with_help("delete it, or put it in a string"),
            }
        }
        other => syntax(lower_first(&other.msg())).with_help("correct the syntax at the marked place"),
    }
}

/// A token where none of its kind may stand.
fn unexpected(at: &std::ops::Range<usize>, source: &str, syntax: impl Fn(String) -> Diagnostic) -> Diagnostic {
    let token = source.get(at.clone()).unwrap_or("");
    let found = shown(token);
    let before = source.get(..at.start).unwrap_or("").trim_end_matches(' ');
    let diagnostic = syntax(format!("unexpected {found}")).with_label("not valid here");
    if token == "@" {
        return diagnostic.with_help("decorators are not available: call the function yourself, `f = memoize(f)`");
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if token.len() == 3
        && digits(token)
        && before.strip_suffix(',').is_some_and(|b| b.ends_with(|c: char| c.is_ascii_digit()))
    {
        return syntax("a comma does not group the digits of a number".to_owned())
            .with_label("read as another variable")
            .with_help("write the number without commas, or with `_`: 1_000_000");
    }
    if matches!(token, ")" | "]" | "}" | ";" | ",")
        && before.ends_with(['=', '+', '-', '*', '/', '%', '&', '|', '<', '>', '?', ':', '.', '(', '[', ','])
    {
        return diagnostic
            .with_label("a value belongs before this")
            .with_help("write the value that is missing before it");
    }
    if early::is_reserved(token) && before.ends_with(['=', '+', '-', '*', '/', '&', '|', '<', '>', '?', '(', '[', ','])
    {
        return diagnostic.with_label("a value belongs here").with_help(
            "a statement cannot stand inside an expression: write a value, or call a function that returns it",
        );
    }
    diagnostic
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
