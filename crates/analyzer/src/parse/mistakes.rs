//! Habits of other languages and other tools, named for what they are.
//!
//! Looked for only in text that the parser has refused already, so a valid program is never mistaken for one.

use std::ops::Range;

use mikoshi_types::{Code, Diagnostic, LineIndex};
use swc_ecma_parser::error::SyntaxError;

use super::faults::character;

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
        .or_else(|| text.sentence(kind))
        .or_else(|| text.jsx())
        .or_else(|| text.python())
        .or_else(|| text.type_annotation())
        .or_else(|| text.prose(kind))
        .or_else(|| text.await_outside(kind))
}

/// A code fence before any code. Comments may stand before it.
pub(super) fn leading_fence(source: &str, lines: &LineIndex<'_>) -> Option<Diagnostic> {
    let skipped = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with("//");
    let first = source.trim_start_matches('\u{FEFF}').lines().find(|line| !skipped(line))?;
    let at = 0..0;
    if first.trim_start().starts_with("```") { (Text { source, lines, at }).fence() } else { None }
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

    /// The bounds of the line that holds `offset`.
    fn line(&self, offset: usize) -> Range<usize> {
        let before = self.source.get(..offset).unwrap_or("");
        let after = self.source.get(offset..).unwrap_or("");
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        start..offset + after.find('\n').unwrap_or(after.len())
    }

    fn get(&self, range: Range<usize>) -> &'a str {
        self.source.get(range).unwrap_or("")
    }

    /// The text from the fault on.
    fn rest(&self) -> &'a str {
        self.get(self.at.start..self.source.len())
    }

    /// The line's text before the fault.
    fn before(&self) -> &'a str {
        self.get(self.line(self.at.start).start..self.at.start)
    }

    fn fence(&self) -> Option<Diagnostic> {
        let mut offset = 0;
        let mut fences = Vec::new();
        for line in self.source.split_inclusive('\n') {
            let trimmed = line.trim_start();
            if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
                let start = offset + line.len() - trimmed.len();
                fences.push(start..offset + line.trim_end().len());
            }
            offset += line.len();
        }
        let first = fences.first()?.clone();
        let mut diagnostic = self
            .diagnostic(first, "the program is wrapped in a Markdown code fence")
            .with_label("not part of the program")
            .with_help("send only the code between the fences, without the ``` lines");
        for fence in fences.into_iter().skip(1).take(1) {
            diagnostic = diagnostic.and(self.lines.span(fence.start, fence.end), "and here");
        }
        Some(diagnostic)
    }

    fn smart_quote(&self) -> Option<Diagnostic> {
        const QUOTES: [char; 9] = [
            '\u{2018}', '\u{2019}', '\u{201A}', '\u{201B}', '\u{201C}', '\u{201D}', '\u{201E}', '\u{00AB}', '\u{00BB}',
        ];
        // The parser may have read past the quote, but not past its line.
        let line = self.line(self.at.start);
        let (start, quote) = self.get(line.clone()).char_indices().find(|(_, c)| QUOTES.contains(c))?;
        let start = line.start + start;
        if start > self.at.end {
            return None;
        }
        Some(
            self.diagnostic(
                start..start + quote.len_utf8(),
                format!("{} is not a quote of JavaScript", character(quote)),
            )
            .with_label("a typographic quote")
            .with_help("use the plain quotes ' or \" or a `template`"),
        )
    }

    fn jsx(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        let tag = rest.strip_prefix('<').map(|r| r.trim_start_matches('/')).or_else(|| {
            // The parser may read `<` as less-than and stop at the name or after it.
            let before = self.before();
            let open = before.rfind('<')?;
            let operand = before.get(..open)?.trim_end();
            let expects_value = operand.is_empty()
                || operand.ends_with(['(', '=', ',', ':', '?', '&', '|', '>', '['])
                || operand.ends_with("return");
            before.get(open + 1..).filter(|_| expects_value)
        })?;
        if !(tag.starts_with(|c: char| c.is_ascii_alphabetic()) || tag.starts_with('>')) {
            return None;
        }
        let line = self.line(self.at.start);
        let open = self.get(line.start..self.at.end).rfind('<').map_or(self.at.start, |i| line.start + i);
        Some(
            self.diagnostic(open..open + 1, "JSX is not JavaScript")
                .with_label("a tag begins here")
                .with_help("there is nothing to render: compare plain values instead of elements"),
        )
    }

    fn python(&self) -> Option<Diagnostic> {
        let line = self.line(self.at.start);
        let code = self.get(line.clone());
        let indent = code.len() - code.trim_start().len();
        let trimmed = code.trim();
        let first = trimmed.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        let word = line.start + indent..line.start + indent + first.len();
        let colon = trimmed.ends_with(':');
        let next = trimmed.get(first.len()..).unwrap_or("");
        let next_is_name = next.starts_with(' ') && next.trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
        let (message, help) = match first {
            "def" => ("`def` is Python", "write `function name(parameters) { ... }`"),
            "elif" => ("`elif` is Python", "write `else if (condition) { ... }`"),
            "if" | "while" | "for" | "else" | "try" | "except" | "finally" if colon => {
                ("a block that begins with `:` is Python", "put the condition in ( ) and the block in { }")
            }
            "from" | "import"
                if next_is_name && (trimmed.contains(" import ") || !trimmed.contains(['\'', '"', '{'])) =>
            {
                ("this import is Python, and there are no modules here", "remove it: Math and JSON are there already")
            }
            "assert" => {
                ("`assert` is Python", "end the program with the expression to check, such as `actual === expected`")
            }
            "pass" => ("`pass` is Python", "leave the block empty: { }"),
            "print" => ("`print` is Python", "remove it: end the program with the expression to check"),
            "lambda" => ("`lambda` is Python", "write an arrow function: (x) => x"),
            _ if trimmed.starts_with('#') && !trimmed.starts_with("#!") => {
                let hash = line.start + indent..line.start + indent + 1;
                return Some(
                    self.diagnostic(hash, "`#` does not begin a comment")
                        .with_help("comments begin with // or stand between /* and */"),
                );
            }
            _ => return self.python_operator(),
        };
        Some(self.diagnostic(word, message).with_help(help))
    }

    /// `and`, `or`, `not` and `is` between values, which the parser meets as a name where none may stand.
    fn python_operator(&self) -> Option<Diagnostic> {
        let word = self.get(self.at.clone());
        let (from, to) = match word {
            "and" => ("and", "&&"),
            "or" => ("or", "||"),
            "not" => ("not", "!"),
            "is" => ("is", "==="),
            _ => {
                let before = self.before().trim_end();
                let start = self.at.start - (self.before().len() - before.len());
                return before
                    .strip_suffix("not")
                    .filter(|b| !b.ends_with(char::is_alphanumeric))
                    .map(|_| self.diagnostic(start - 3..start, "`not` is Python").with_help("write `!`"));
            }
        };
        Some(self.diagnostic(self.at.clone(), format!("`{from}` is Python")).with_help(format!("write `{to}`")))
    }

    fn type_annotation(&self) -> Option<Diagnostic> {
        let line = self.line(self.at.start);
        let trimmed = self.get(line.clone()).trim_start();
        let start = line.end - trimmed.len();
        let word = trimmed.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        let declares = matches!(word, "interface" | "type" | "enum" | "declare" | "namespace" | "abstract");
        let next = trimmed.get(word.len()..).unwrap_or("").trim_start();
        if declares && next.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return Some(
                self.diagnostic(start..start + word.len(), format!("`{word}` declarations are TypeScript"))
                    .with_help("remove the declaration: the program is plain JavaScript"),
            );
        }
        let rest = self.rest();
        let before = self.before().trim_end();
        let annotation = (rest.starts_with(':') || rest.starts_with("?:"))
            && before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ')' | '}' | ']'));
        let assertion = ["as ", "satisfies "].iter().any(|word| rest.starts_with(word));
        let generic = rest.starts_with('<') && before.ends_with(|c: char| c.is_alphanumeric());
        let non_null = before.ends_with('!') && rest.starts_with(['.', ';', ')', '[', ',']);
        let modifier = ["private ", "public ", "protected ", "readonly "].iter().any(|m| trimmed.starts_with(m));
        if !(annotation || assertion || generic || non_null || modifier) {
            return None;
        }
        let end = if annotation { self.at.start + 1 } else { self.at.end };
        Some(
            self.diagnostic(self.at.start..end, "type annotations are TypeScript, not JavaScript")
                .with_label("a type begins here")
                .with_help("remove the types: `(a: number) => a` is `(a) => a` in JavaScript"),
        )
    }

    /// [`Text::prose`] that begins with a capital, as no statement of any language does.
    fn sentence(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let line = self.get(self.line(self.at.start)).trim_start();
        line.starts_with(char::is_uppercase).then(|| self.prose(kind))?
    }

    /// A sentence in front of the code: two words in a row at the very beginning.
    fn prose(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let sentence = matches!(
            kind,
            SyntaxError::ExpectedSemi
                | SyntaxError::TS1005
                | SyntaxError::ExpectedSemiForExprStmt { .. }
                | SyntaxError::Unexpected { .. }
        );
        let line = self.line(self.at.start);
        let text = self.get(line.clone()).trim();
        let words = text.split_whitespace().filter(|w| w.chars().all(|c| c.is_alphabetic() || "',.:".contains(c)));
        if !sentence || words.count() < 4 || text.contains(['(', '=', '{', ';']) {
            return None;
        }
        let start = line.start + self.get(line).find(text).unwrap_or(0);
        Some(
            self.diagnostic(start..start + text.len(), "this line is prose, not code")
                .with_help("send only the program; explanations belong in comments, after //"),
        )
    }

    /// `await value` outside of an async function: `await` is read as a name, and then there is a value too many.
    fn await_outside(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        if !matches!(
            kind,
            SyntaxError::ExpectedSemi
                | SyntaxError::TS1005
                | SyntaxError::ExpectedSemiForExprStmt { .. }
                | SyntaxError::Unexpected { .. }
                | SyntaxError::Expected(..)
        ) {
            return None;
        }
        let before = self.before().trim_end();
        let head = before.strip_suffix("await")?;
        if head.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.')) {
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
