//! Markdown, JSX and HTML.

use mikoshi_types::Diagnostic;

use super::{Text, first_word};

/// Names behind the marks of a fence.
const LANGUAGES: [&str; 8] = ["js", "javascript", "JavaScript", "jsx", "ts", "typescript", "mjs", "node"];

impl Text<'_> {
    pub(super) fn fence(&self) -> Option<Diagnostic> {
        let mut offset = 0;
        let mut fences = Vec::new();
        for line in self.source.split_inclusive('\n') {
            let trimmed = line.trim_start_matches('\u{FEFF}').trim_start();
            if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
                let start = offset + line.len() - trimmed.len();
                fences.push(start..offset + line.trim_end().len());
            }
            offset += line.len();
        }
        let first = fences.first()?.clone();
        let (marks, with_code) = self.marks(first.clone());
        if with_code {
            return Some(
                self.diagnostic(first.start..first.start + marks, "the program is wrapped in a Markdown code fence")
                    .with_label("not part of the program")
                    .with_help("delete the ``` marks and what names the language, and keep the code between them"),
            );
        }
        let outside = self.get(0..first.start).trim_start_matches('\u{FEFF}').lines().any(|l| !l.trim().is_empty());
        let mut diagnostic = self
            .diagnostic(first, "the program is wrapped in a Markdown code fence")
            .with_label("not part of the program");
        diagnostic = diagnostic.with_help(match (fences.len(), outside) {
            (1, true) => "delete this line and what follows it: send only the code",
            (1, false) => "delete this line: send only the code",
            _ => "send only the code between the fences, without the ``` lines",
        });
        for fence in fences.into_iter().skip(1).take(1) {
            diagnostic = diagnostic.and(self.lines.span(fence.start, fence.end), "and here");
        }
        Some(diagnostic)
    }

    /// How long the opening marks of a fence are, with the language's name; and whether code follows them on their line.
    fn marks(&self, line: std::ops::Range<usize>) -> (usize, bool) {
        let text = self.get(line);
        let info = text.trim_start_matches(['`', '~']);
        let language = first_word(info);
        let behind = info.get(language.len()..).unwrap_or("").trim();
        // `x === 1` names no language either.
        let named = !language.is_empty() && (behind.is_empty() || LANGUAGES.contains(&language));
        let marks = text.len() - info.len() + if named { language.len() } else { 0 };
        let title =
            behind.starts_with(['{', ':', '-', '.', '+', '#']) || behind.contains("title=") || behind.contains("file");
        (marks, !behind.is_empty() && !title && behind != "```")
    }

    /// What is left of the tags around the code, or of a chat's own marks.
    pub(super) fn marker(&self) -> Option<Diagnostic> {
        let line = self.line(self.at.start);
        let code = self.get(line.clone());
        let near = |at: &usize| line.start + at <= self.at.end;
        let place = |at: usize, close: &str| {
            let length = code.get(at..)?.find(close)? + close.len();
            Some(line.start + at..line.start + at + length)
        };
        if let Some(at) = code.find("<|").filter(near).and_then(|at| place(at, "|>")) {
            return Some(self.left_over(at, "this is a mark of a chat, not code"));
        }
        let closes = |open: &str, close: &str| {
            let at = code.find(open).filter(near)?;
            let name = first_word(code.get(at + open.len()..)?);
            let range = place(at, close)?;
            // An element that is opened is JSX.
            let opened = self.source.contains(&format!("<{name}"));
            (!name.is_empty() && !opened && range.len() == open.len() + name.len() + close.len()).then_some(range)
        };
        let at = closes("</", ">").or_else(|| closes("[/", "]"))?;
        Some(self.left_over(at, "this tag closes what is not part of the program"))
    }

    fn left_over(&self, at: std::ops::Range<usize>, message: &str) -> Diagnostic {
        self.diagnostic(at, message).with_label("not part of the program").with_help("delete it: send only the code")
    }

    /// The program begins with a tag.
    pub(super) fn markup(&self) -> Option<Diagnostic> {
        let (start, line) = self.first_line();
        let tag = line.strip_prefix('<')?;
        if !tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!') || tag.starts_with("!--") {
            return None;
        }
        let end = start + line.find('>').map_or(line.len(), |at| at + 1);
        Some(
            self.diagnostic(start..end, "the program is wrapped in HTML or XML tags")
                .with_label("not part of the program")
                .with_help("send only the code between the tags"),
        )
    }

    pub(super) fn jsx(&self) -> Option<Diagnostic> {
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
}
