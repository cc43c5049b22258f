//! What stands around programs where people talk about them: sentences, patches, line numbers, JSON.

use mikoshi_types::Diagnostic;
use swc_ecma_parser::error::SyntaxError;

use super::{Text, first_word, is_one_too_many, last_word};
use crate::parse::nesting;

impl Text<'_> {
    /// [`Text::prose`] that begins with a capital, as no statement of any language does, or with a mark of Markdown.
    pub(super) fn sentence(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let (start, line) = self.trimmed_line();
        let text = line.trim_start_matches(['*', '#', '-', '>', '_', ' ']);
        let marked = ["**", "* ", "- ", "> ", "## ", "### ", "__"].iter().any(|mark| line.starts_with(mark));
        if marked && text.starts_with(char::is_uppercase) && text.split_whitespace().count() >= 2 {
            return Some(self.not_code(start..start + line.len()));
        }
        // `Certainly!`
        let cry = line.ends_with('!')
            && line.split_whitespace().all(|word| word.trim_end_matches(['!', ',']).chars().all(char::is_alphabetic));
        if cry && line.starts_with(char::is_uppercase) {
            return Some(self.not_code(start..start + line.len()));
        }
        // More words in a row than code has, whatever follows them.
        let words = line.split_whitespace().take_while(|word| word.chars().all(|c| c.is_alphabetic() || c == ','));
        let spoken = is_one_too_many(kind) && words.count() >= 4;
        match (line.starts_with(char::is_uppercase), spoken) {
            (true, true) => Some(self.not_code(start..start + line.len())),
            (true, false) => self.prose(kind),
            _ => None,
        }
    }

    /// `Here's the code:`, where the apostrophe is read as the beginning of a string.
    pub(super) fn contraction(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        const ENDINGS: [&str; 7] = ["s", "t", "ll", "re", "ve", "d", "m"];
        if !is_one_too_many(kind) && !matches!(kind, SyntaxError::UnterminatedStrLit) {
            return None;
        }
        let line = self.line(self.at.start);
        let code = self.get(line.clone());
        let (before, after) = code.split_at_checked(code.find(['\'', '"', '`'])?)?;
        let word = last_word(before);
        let ends = after.strip_prefix('\'').is_some_and(|rest| ENDINGS.contains(&first_word(rest)));
        // A prefix of Python's strings, a word of the language: no word of a sentence.
        let prefix = matches!(word, "f" | "r" | "b" | "u" | "rf" | "fr" | "case" | "return" | "in" | "of" | "typeof");
        let spoken = ends && !prefix && !word.is_empty() && word.chars().all(char::is_alphabetic);
        if !spoken || before.contains("//") || nesting::open_at(self.source, line.start).template.is_some() {
            return None;
        }
        let (start, line) = self.trimmed_line();
        Some(self.not_code(start..start + line.len()))
    }

    /// A sentence around the code: several words in a row.
    pub(super) fn prose(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let (start, line) = self.trimmed_line();
        if line == "..." {
            return Some(
                self.diagnostic(start..start + line.len(), "`...` stands for code that is missing")
                    .with_label("something was left out")
                    .with_help("write the whole program out"),
            );
        }
        let words = line.split_whitespace().filter(|w| w.chars().all(|c| c.is_alphabetic() || "',.:!?".contains(c)));
        if !is_one_too_many(kind) || words.count() < 4 || line.contains(['(', '=', '{', ';']) {
            return None;
        }
        Some(self.not_code(start..start + line.len()))
    }

    fn not_code(&self, at: std::ops::Range<usize>) -> Diagnostic {
        self.diagnostic(at, "this line is prose, not code")
            .with_label("not part of the program")
            .with_help("send only the program; explanations belong in comments, after //")
    }

    /// The lines of a patch, with `+` and `-` in front of them.
    pub(super) fn patch(&self) -> Option<Diagnostic> {
        const STATEMENTS: [&str; 9] = ["const", "let", "var", "function", "class", "if", "for", "while", "return"];
        let (start, line) = self.first_line();
        let heads = line.starts_with("diff --git ") || line.starts_with("--- a/") || line.starts_with("@@ -");
        let marks = line.strip_prefix(['+', '-']).is_some_and(|l| STATEMENTS.contains(&first_word(l.trim_start())));
        (heads || marks).then(|| {
            self.diagnostic(start..start + 1, "this is a patch, not a program")
                .with_label("a patch begins here")
                .with_help("send the program itself, without + and - in front of its lines")
        })
    }

    /// `$ node check.js`, `npm install lodash`.
    pub(super) fn command(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        const COMMANDS: [&str; 12] =
            ["node", "npm", "npx", "yarn", "pnpm", "deno", "bun", "python", "python3", "pip", "cd", "bash"];
        let (start, line) = self.trimmed_line();
        let text = line.trim_start_matches(['$', '>', '%']).trim_start();
        let word = first_word(text);
        let argument = text
            .get(word.len()..)?
            .strip_prefix(' ')?
            .starts_with(|c: char| c.is_ascii_alphabetic() || "-./".contains(c));
        (COMMANDS.contains(&word) && argument && is_one_too_many(kind) | matches!(kind, SyntaxError::TS1109)).then(
            || {
                self.diagnostic(start..start + line.len(), "this line is a command for a shell, not code")
                    .with_label("not part of the program")
                    .with_help("send only the program: mikoshi runs it")
            },
        )
    }

    /// Line numbers in front of the code.
    pub(super) fn numbered_lines(&self) -> Option<Diagnostic> {
        let (start, line) = self.first_line();
        let begins = |line: &str, number: &str| {
            line.trim_start()
                .strip_prefix(number)
                .and_then(|rest| rest.strip_prefix([' ', '\t', '|', ':', '.', ')']))
                .is_some_and(|rest| {
                    rest.trim_start().starts_with(|c: char| c.is_ascii_alphabetic() || "/'\"({[|".contains(c))
                })
        };
        let second = self.source.get(start + line.len()..)?.trim_start().lines().next().unwrap_or("");
        (begins(line, "1") && (second.is_empty() || begins(second, "2"))).then(|| {
            self.diagnostic(start..start + 1, "the lines are numbered")
                .with_label("not part of the program")
                .with_help("send the program without line numbers")
        })
    }

    /// The program as a field of a JSON object.
    pub(super) fn envelope(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let (start, line) = self.first_line();
        let object = line.strip_prefix('{').map(str::trim_start);
        let key = object.is_some_and(|rest| rest.starts_with('"') || rest.is_empty());
        let stops = self.token() == ":" && self.source.get(start + 1..self.at.start)?.trim().ends_with('"');
        (key && stops && is_one_too_many(kind)).then(|| {
            self.diagnostic(self.at.clone(), "this is JSON, not a program")
                .with_label("`{` at the beginning of a statement opens a block")
                .with_help(
                    "send the code itself, not an object that holds it; an object as a statement needs ( ) around it",
                )
        })
    }
}
