//! Markdown, JSX and HTML.

use mikoshi_types::Diagnostic;

use super::Text;

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
