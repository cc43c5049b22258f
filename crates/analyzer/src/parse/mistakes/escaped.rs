//! Text that was encoded for another place and never decoded: as a string of JSON, as HTML.

use mikoshi_types::Diagnostic;
use swc_ecma_parser::error::SyntaxError;

use super::Text;

/// What HTML writes for characters that programs are full of.
const ENTITIES: [(&str, &str); 7] = [
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&nbsp;", "a space"),
];

impl Text<'_> {
    /// A backslash outside of strings: `const a = 1;\nconst b = 2;`, `\"text\"`.
    pub(super) fn backslash(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let escape = self.rest().strip_prefix('\\')?;
        if !matches!(kind, SyntaxError::ExpectedUnicodeEscape | SyntaxError::UnexpectedChar { .. }) {
            return None;
        }
        let start = self.at.start;
        if escape.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']) {
            return Some(
                self.diagnostic(start..start + 1, "a backslash does not continue a line")
                    .with_label("not valid here")
                    .with_help("delete it: a statement may go on in the next line anyway"),
            );
        }
        let label = match escape.chars().next() {
            Some('n') => "a backslash and an `n`, not a line break",
            Some('r') if escape.starts_with("r\\n") => "a backslash and an `r`, not a line break",
            Some('t') if escape.starts_with("t\\") || self.before().ends_with("\\n") => {
                "a backslash and a `t`, not a tab"
            }
            Some('"' | '\'' | '`') => "a backslash in front of a quote",
            Some('$' | '\\') => "a backslash too many",
            _ => {
                return Some(
                    self.diagnostic(start..start + 1, "a backslash stands outside of a string")
                        .with_label("not valid here")
                        .with_help("delete it; if this is LaTeX or other text, send only the program"),
                );
            }
        };
        Some(
            self.diagnostic(start..start + 2, "the program was escaped once too often")
                .with_label(label)
                .with_help("send the program as it is, with real line breaks, and without `\\` in front of its quotes"),
        )
    }

    /// `a &amp;&amp; b`, `i &lt; n`.
    pub(super) fn entity(&self) -> Option<Diagnostic> {
        let line = self.line(self.at.start);
        let code = self.get(line.clone());
        // The parser may have read on behind it, but not past its line.
        let (at, (entity, meant)) = ENTITIES
            .iter()
            .filter_map(|pair| Some((code.find(pair.0)?, *pair)))
            .filter(|&(at, _)| line.start + at <= self.at.end)
            .min_by_key(|(at, _)| *at)?;
        let before = code.get(..at)?;
        let quoted = ['\'', '"', '`'].iter().any(|&q| before.matches(q).count() % 2 == 1) || before.contains("//");
        let start = line.start + at;
        let meant = if meant.len() == 1 { format!("`{meant}`") } else { meant.to_owned() };
        (!quoted).then(|| {
            self.diagnostic(start..start + entity.len(), format!("`{entity}` is HTML for {meant}"))
                .with_label("an HTML entity")
                .with_help("send the program as plain text: `&`, `<`, `>` and quotes are written as they are")
        })
    }
}
