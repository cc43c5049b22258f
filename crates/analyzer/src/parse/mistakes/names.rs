//! Names that are none: words of the language, and words joined by a hyphen.

use mikoshi_types::Diagnostic;
use swc_ecma_parser::error::SyntaxError;

use super::{Text, is_name, last_word};
use crate::parse::early;

/// What a name is declared with.
const DECLARES: [&str; 5] = ["let", "const", "var", "function", "class"];

impl Text<'_> {
    /// `let class = 1`, `(default) => 1`, `{ new }`: a word of the language where a name belongs.
    pub(super) fn reserved_word(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let token = self.token();
        let shorthand = matches!(kind, SyntaxError::ReservedWordInObjShorthandOrPat);
        if matches!(kind, SyntaxError::InvalidIdentInStrict(_)) && token != "enum" {
            return None;
        }
        let enumeration = token == "enum" && self.get(self.at.end..self.line(self.at.end).end).contains('{');
        if early::is_reserved(token)
            && !enumeration
            && (shorthand || self.is_declared() || self.is_parameter(self.at.end))
        {
            let help = if shorthand {
                format!("give it another name: `{{ {token}: {token}Value }}`")
            } else {
                format!("choose another name, such as `{token}Value`")
            };
            return Some(self.no_name(self.at.clone(), token).with_help(help));
        }
        // `new` takes what follows for its operand: the parser stops behind it.
        let before = self.before().trim_end();
        let word = last_word(before);
        let start = self.line(self.at.start).start + before.len() - word.len();
        (matches!(token, ")" | "," | "=>") && early::is_reserved(word) && self.is_parameter(start + word.len())).then(
            || {
                let help = format!("choose another name, such as `{word}Value`");
                self.no_name(start..start + word.len(), word).with_help(help)
            },
        )
    }

    fn no_name(&self, at: std::ops::Range<usize>, word: &str) -> Diagnostic {
        self.diagnostic(at, format!("`{word}` is a word of the language, not a name")).with_label("a name belongs here")
    }

    /// Whether a declaration begins before the fault.
    fn is_declared(&self) -> bool {
        let before = self.before();
        before.ends_with([' ', '*']) && DECLARES.contains(&last_word(before.trim_end_matches([' ', '*'])))
    }

    /// Whether the word that ends at `end` is the first parameter of an arrow function.
    fn is_parameter(&self, end: usize) -> bool {
        let line = self.line(end);
        let rest = self.get(end..line.end).trim_start();
        rest.starts_with("=>")
            || (rest.starts_with([')', ','])
                && rest
                    .split_once(')')
                    .is_some_and(|(inside, behind)| !inside.contains('(') && behind.trim_start().starts_with("=>")))
    }

    /// `const my-var = 1`.
    pub(super) fn hyphenated_name(&self) -> Option<Diagnostic> {
        let line = self.line(self.at.start);
        let code = self.get(line.clone());
        // The parser stops at the hyphen, or at the name before it.
        let hyphen = if self.token() == "-" { self.at.start } else { self.at.end };
        let (before, behind) = code.split_at_checked(hyphen - line.start)?;
        let behind = behind.strip_prefix('-')?;
        let first = last_word(before);
        let declares = DECLARES.contains(&last_word(before.strip_suffix(first)?.trim_end()));
        if first.is_empty() || !declares || !behind.starts_with(char::is_alphabetic) {
            return None;
        }
        let length = behind.find(|c: char| !is_name(c) && c != '-').unwrap_or(behind.len());
        let rest = behind.get(..length)?.trim_end_matches('-');
        let start = hyphen - first.len();
        let name = format!("{first}-{rest}");
        Some(
            self.diagnostic(start..start + name.len(), format!("`{name}` is no name: `-` subtracts"))
                .with_label("a name holds no `-`")
                .with_help(format!("write `{}`, here and wherever it is used", camel(&name))),
        )
    }
}

/// `is-first-one` as `isFirstOne`.
fn camel(name: &str) -> String {
    let mut parts = name.split('-');
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let mut chars = part.chars();
        text.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        text.push_str(chars.as_str());
    }
    text
}
