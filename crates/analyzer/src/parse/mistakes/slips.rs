//! Slips of people and models who do write JavaScript: a word mistyped, an operator of another language.

use mikoshi_types::Diagnostic;
use mikoshi_types::names::nearest;
use swc_ecma_parser::error::SyntaxError;

use super::{Text, is_name, is_one_too_many, last_word};

/// Words that begin a statement and are followed by something on their line.
const STATEMENT_WORDS: [&str; 12] = [
    "function", "return", "const", "class", "while", "switch", "throw", "break", "continue", "import", "export",
    "catch",
];

impl Text<'_> {
    /// Operators that JavaScript writes otherwise.
    pub(super) fn operator(&self) -> Option<Diagnostic> {
        const OPERATORS: [(&str, &str, &str); 7] = [
            ("=", "!= ", "write `!==`, without a space in it"),
            ("=", "===", "write `===`"),
            ("=", "!==", "write `!==`"),
            ("=", ":", "write `=`, with `const` or `let` in front of a new name"),
            (">", "-", "the arrow of a function is `=>`"),
            (">", "|", "there is no pipeline: call the functions, `f(g(x))`"),
            ("=", "?", "write `x = x ?? value`, or `x ??= value`"),
        ];
        let before = self.before();
        if let Some(found) = self.wrong_way_round() {
            return Some(found);
        }
        // Without a value before it, `<>` is JSX.
        let compared = before.strip_suffix('<').map(str::trim_end);
        let value = |b: &str| b.ends_with(|c| is_name(c) || matches!(c, ')' | ']')) && !b.ends_with("return");
        if self.token() == ">" && compared.is_some_and(value) {
            return Some(
                self.diagnostic(self.at.start - 1..self.at.end, "`<>` is no operator of JavaScript")
                    .with_label("of another language")
                    .with_help("write `!==`"),
            );
        }
        let (token, head, help) =
            OPERATORS.into_iter().find(|(token, head, _)| self.token() == *token && before.ends_with(head))?;
        let start = self.at.start - head.len();
        Some(
            self.diagnostic(start..self.at.end, format!("`{head}{token}` is no operator of JavaScript"))
                .with_label("of another language")
                .with_help(help),
        )
    }

    /// `=<` for `<=`, and `=>` for `>=` where no function can begin.
    fn wrong_way_round(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        // The parser stops at the first character of the two or at the second.
        let (start, pair) = if rest.starts_with("=<") || rest.starts_with("=>") {
            (self.at.start, rest.get(..2)?)
        } else if rest.starts_with('<') && self.before().ends_with('=') {
            (self.at.start - 1, "=<")
        } else {
            return None;
        };
        let before = self.get(self.line(start).start..start).trim_end();
        let word = last_word(before);
        let value = word.starts_with(|c: char| c.is_ascii_digit())
            || (!word.is_empty() && before.strip_suffix(word).is_some_and(|b| b.ends_with('.') && !b.ends_with("..")));
        // `=<div>` is JSX.
        let behind = self.get(start + 2..self.source.len());
        let compares = match pair {
            "=<" => behind.starts_with(|c: char| c == ' ' || c.is_ascii_digit()),
            _ => value,
        };
        compares.then(|| {
            let meant = if pair == "=<" { "<=" } else { ">=" };
            self.diagnostic(start..start + 2, format!("`{pair}` compares nothing"))
                .with_label("the wrong way round")
                .with_help(format!("write `{meant}`"))
        })
    }

    /// `fucntion f() {}`, `retrun x`: a mistyped word, and then one too many.
    pub(super) fn mistyped_word(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        const SHORTEST: usize = 5;
        let before = self.before();
        let head = before.trim_end();
        let word = head.rsplit(|c: char| !is_name(c)).next().unwrap_or("");
        let begins = head.strip_suffix(word)?.trim_end();
        if !is_one_too_many(kind)
            || word.len() < SHORTEST
            || head.len() == before.len()
            || !(begins.is_empty() || begins.ends_with(['{', '}', ';', ')']))
        {
            return None;
        }
        let meant = nearest(word, STATEMENT_WORDS).filter(|meant| *meant != word)?;
        let start = self.line(self.at.start).start + head.len() - word.len();
        Some(
            self.diagnostic(start..start + word.len(), format!("`{word}` is no word of the language"))
                .with_label("read as a variable")
                .with_help(format!("did you mean `{meant}`?")),
        )
    }
}
