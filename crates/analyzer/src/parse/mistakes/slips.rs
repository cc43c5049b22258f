//! Slips of people and models who do write JavaScript: a word mistyped, an operator of another language, an object that is read
//! as a block.

use mikoshi_types::Diagnostic;
use mikoshi_types::names::nearest;
use swc_ecma_parser::error::SyntaxError;

use super::{Text, first_word, is_name, is_one_too_many};
use crate::parse::nesting;

/// Words that begin a statement and are followed by something on their line.
const STATEMENT_WORDS: [&str; 12] = [
    "function", "return", "const", "class", "while", "switch", "throw", "break", "continue", "import", "export",
    "catch",
];

impl Text<'_> {
    /// `() => { a: 1, b: 2 }`, where the braces are a body and not an object.
    pub(super) fn block_for_object(&self) -> Option<Diagnostic> {
        if self.token() != ":" {
            return None;
        }
        let open = *nesting::open_at(self.source, self.at.start).brackets.last()?;
        let (before, inside) = (self.get(0..open), self.get(open + 1..self.at.start));
        let key = first_word(inside.trim_start());
        let labelled = !key.is_empty() && inside.trim_start().get(key.len()..)?.trim_start().starts_with(':');
        (labelled && before.trim_end().ends_with("=>")).then(|| {
            self.diagnostic(open..open + 1, "`{` behind `=>` begins the function's body, not an object")
                .with_label("a body begins here")
                .with_help("put the object in ( ): `() => ({ a: 1, b: 2 })`")
        })
    }

    /// Operators that JavaScript writes otherwise.
    pub(super) fn operator(&self) -> Option<Diagnostic> {
        const OPERATORS: [(&str, &str, &str); 4] = [
            ("=", ":", "write `=`, with `const` or `let` in front of a new name"),
            (">", "-", "the arrow of a function is `=>`"),
            (">", "|", "there is no pipeline: call the functions, `f(g(x))`"),
            ("=", "?", "write `x = x ?? value`, or `x ??= value`"),
        ];
        let before = self.before();
        let (token, head, help) =
            OPERATORS.into_iter().find(|(token, head, _)| self.token() == *token && before.ends_with(head))?;
        let start = self.at.start - head.len();
        Some(
            self.diagnostic(start..self.at.end, format!("`{head}{token}` is no operator of JavaScript"))
                .with_label("of another language")
                .with_help(help),
        )
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
