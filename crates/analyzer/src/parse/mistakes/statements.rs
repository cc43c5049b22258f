//! Statements that lack a part of theirs, or have one that belongs to none.

use mikoshi_types::{Code, Diagnostic};
use swc_ecma_parser::error::SyntaxError;

use super::{Text, first_word, is_name, is_one_too_many, last_word};
use crate::parse::nesting;

impl Text<'_> {
    pub(super) fn statement(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        self.for_await()
            .or_else(|| self.compared_declaration(kind))
            .or_else(|| self.declaration_in_list())
            .or_else(|| self.foreach())
            .or_else(|| self.lonely_try(kind))
            .or_else(|| self.catch_parameter(kind))
            .or_else(|| self.lonely_else())
            .or_else(|| self.yield_outside(kind))
            .or_else(|| self.slashes_in_regex())
    }

    /// The text before the fault without the white space at its end.
    fn head(&self) -> &str {
        self.source.get(..self.at.start).unwrap_or("").trim_end()
    }

    /// A word that ends the text before the fault, with its place.
    fn after(&self, word: &str) -> Option<std::ops::Range<usize>> {
        let head = self.head();
        (last_word(head) == word).then(|| head.len() - word.len()..head.len())
    }

    /// `const answer == 42`.
    fn compared_declaration(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let behind = self.get(self.at.end..self.source.len());
        let start = self.source.len() - behind.trim_start().len();
        let length = behind.trim_start().find(|c| c != '=').filter(|n| *n > 1)?;
        matches!(kind, SyntaxError::ConstDeclarationsRequireInitialization).then(|| {
            self.diagnostic(start..start + length, "a declaration gives its value with `=`")
                .with_label("compares")
                .with_help("write `=`")
        })
    }

    /// `const a = 1, const b = 2`.
    fn declaration_in_list(&self) -> Option<Diagnostic> {
        let head = self.head();
        let declares = matches!(self.token(), "const" | "let" | "var") && head.ends_with(',');
        let line = self.line(head.len());
        let declared =
            ["const ", "let ", "var "].iter().any(|word| self.get(line.clone()).trim_start().starts_with(word));
        (declares && declared && nesting::open_at(self.source, head.len()).brackets.is_empty()).then(|| {
            self.diagnostic(
                head.len() - 1..head.len(),
                format!("the `{}` behind this `,` begins a new statement", self.token()),
            )
            .with_label("`;` belongs here")
            .with_help(format!("write `;` instead of the `,`, or drop the second `{}`", self.token()))
        })
    }

    /// `if x > 1 {`.
    pub(super) fn head_without_brackets(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let word = last_word(self.head());
        let wanted = matches!(kind, SyntaxError::Expected(wanted, _) if wanted == "(");
        let head = self.get(self.at.start..self.line(self.at.start).end).trim_end();
        let condition = head.split('{').next().unwrap_or("").trim_end();
        if !wanted
            || !matches!(word, "if" | "while" | "switch" | "for")
            || condition.is_empty()
            || self.token() == "await"
        {
            return None;
        }
        let help = match word {
            "for" => "write `for (const x of xs) { ... }`".to_owned(),
            _ => format!("write `{word} ({condition}) {{ ... }}`"),
        };
        Some(
            self.diagnostic(
                self.at.start..self.at.start + condition.len(),
                format!("what follows `{word}` stands in ( )"),
            )
            .with_label("( ) belong around this")
            .with_help(help),
        )
    }

    /// `foreach (x of xs) {`.
    fn foreach(&self) -> Option<Diagnostic> {
        let (start, line) = self.trimmed_line();
        let word = first_word(line);
        let called = line.get(word.len()..)?.trim_start().starts_with('(');
        (matches!(word, "foreach" | "forEach") && called).then(|| {
            self.diagnostic(start..start + word.len(), format!("`{word}` is no statement of JavaScript"))
                .with_label("of another language")
                .with_help("write `for (const x of xs) { ... }`")
        })
    }

    /// `for await` outside of an async function, where it does not parse.
    fn for_await(&self) -> Option<Diagnostic> {
        let start = self.after("for")?.start;
        (self.token() == "await").then(|| {
            Diagnostic::new(Code::ASYNC_SYNTAX, "`for await` is not available: nothing here is asynchronous")
                .at(self.lines.span(start, self.at.end))
                .with_help("use `for (const x of values)`")
        })
    }

    /// `try { ... }`, and nothing that belongs to it.
    fn lonely_try(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let head = self.head();
        if !matches!(kind, SyntaxError::TS1005 | SyntaxError::Eof | SyntaxError::Expected(..)) || !head.ends_with('}') {
            return None;
        }
        let open = *nesting::open_at(self.source, head.len() - 1).brackets.last()?;
        let before = self.get(0..open).trim_end();
        (last_word(before) == "try").then(|| {
            self.diagnostic(before.len() - "try".len()..before.len(), "this `try` has neither `catch` nor `finally`")
                .with_label("one of them must follow its block")
                .with_help("add `catch (e) { ... }` behind its block, or drop the `try`")
        })
    }

    /// `catch e {`, `catch (Error e) {`.
    fn catch_parameter(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        if !matches!(kind, SyntaxError::Expected(..)) || !self.token().starts_with(is_name) {
            return None;
        }
        let head = self.head();
        let (at, message, help) = if last_word(head) == "catch" {
            let help = format!("write `catch ({}) {{`", self.token());
            (self.at.clone(), "the name behind `catch` stands in ( )", help)
        } else {
            let name = last_word(head);
            let before = head.strip_suffix(name)?.trim_end().strip_suffix('(')?.trim_end();
            if last_word(before) != "catch" {
                return None;
            }
            let help = format!("write `catch ({})`, and look at the value in the block", self.token());
            (head.len() - name.len()..head.len(), "`catch` has no types: it catches whatever was thrown", help)
        };
        Some(self.diagnostic(at, message).with_label("not valid here").with_help(help))
    }

    fn lonely_else(&self) -> Option<Diagnostic> {
        if self.token() != "else" {
            return None;
        }
        let head = self.head();
        let block = head.strip_suffix(';').map(str::trim_end).is_some_and(|head| head.ends_with('}'));
        let (label, help) = if block {
            ("the `;` before it ends the `if`", "delete the `;` between `}` and `else`")
        } else {
            ("no `if` ends before this", "put all that belongs to the `if` in { }: `if (a) { ... } else { ... }`")
        };
        Some(self.diagnostic(self.at.clone(), "this `else` has no `if`").with_label(label).with_help(help))
    }

    /// `*/` without its `/*`, and text behind the first of two.
    pub(super) fn comment_end(&self) -> Option<Diagnostic> {
        if self.rest().starts_with("*/") {
            let start = self.at.start;
            return Some(
                self.diagnostic(start..start + 2, "this `*/` ends no comment")
                    .with_label("no comment is open here")
                    .with_help("delete it; a comment ends at the first `*/`, so comments do not nest"),
            );
        }
        let head = self.head();
        let end = head.rfind("*/")?;
        let inner = head.get(..end)?.rfind("/*")?;
        let outer = head.get(..inner)?.rfind("/*").filter(|_| !self.get(end..self.at.start).contains(';'))?;
        let nested = !self.get(outer..inner).contains("*/");
        let ends = self.rest().find("*/")? < self.rest().find("/*").unwrap_or(usize::MAX);
        (nested && ends).then(|| {
            self.diagnostic(end..end + 2, "the comment ends at this `*/`, and text follows it")
                .with_label("ends here")
                .and(self.lines.span(outer, outer + 2), "begun here")
                .with_help("comments do not nest: delete the `/*` and `*/` inside of it")
        })
    }

    /// `yield value` in a plain function, where `yield` is read as a name.
    fn yield_outside(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let at = self.after("yield").filter(|_| is_one_too_many(kind))?;
        Some(
            self.diagnostic(at, "`yield` stands outside of a generator")
                .with_label("not in a `function*`")
                .with_help("write `function* name() { ... }`, or collect the values in an array and return it"),
        )
    }

    /// `/https://example.com/`, which ends at the first `/` in it.
    fn slashes_in_regex(&self) -> Option<Diagnostic> {
        let before = self.before();
        let end = before.find("://").map(|at| at + 1)?;
        let head = before.get(..end)?;
        let open = head.find('/')?;
        let quoted = ['\'', '"', '`'].iter().any(|&q| head.matches(q).count() % 2 == 1);
        let value = head.get(..open)?.trim_end();
        let begins = value.is_empty()
            || value.ends_with(['(', '=', ',', ':', '?', '&', '|', '!', '[', ';', '{', '}'])
            || last_word(value) == "return";
        if quoted || !begins || head.get(open + 1..)?.starts_with(['/', '*']) {
            return None;
        }
        let at = self.line(self.at.start).start + end;
        Some(
            self.diagnostic(at..at + 1, "the regular expression ends at this `/`")
                .with_label("ends here")
                .with_help("write `\\/` for each `/` inside a regular expression: `/https:\\/\\/.*/`"),
        )
    }
}
