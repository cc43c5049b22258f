//! Python, and a little of its neighbours.

use std::ops::Range;

use mikoshi_types::Diagnostic;
use swc_ecma_parser::error::SyntaxError;

use super::{Text, find_word, first_word, is_name};

/// More places of a program that is Python throughout are not marked.
const MAX_PLACES: usize = 4;

impl Text<'_> {
    pub(super) fn python(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let found = self.python_statement().or_else(|| self.python_expression(kind))?;
        // One habit is mended where it stands; a whole program is another matter.
        let others: Vec<Range<usize>> = self.python_lines();
        if others.len() < 2 {
            return Some(found);
        }
        let mut whole = self
            .diagnostic(others.first()?.clone(), "the program is Python, not JavaScript")
            .with_label("Python")
            .with_help(
                "write the whole program in JavaScript: `function f(x) { ... }`, blocks in { }, conditions in ( ), \
                 `true`, `null`, `&&`; and end it with the expression to check",
            );
        for place in others.into_iter().skip(1).take(MAX_PLACES) {
            whole = whole.and(self.lines.span(place.start, place.end), "and here");
        }
        Some(whole)
    }

    /// The words that begin lines which only Python has.
    fn python_lines(&self) -> Vec<Range<usize>> {
        let mut offset = 0;
        let mut found = Vec::new();
        for line in self.source.split_inclusive('\n') {
            let start = offset + line.len() - line.trim_start_matches('\u{FEFF}').trim_start().len();
            let code = self.get(start..offset + line.len()).trim_end();
            let word = first_word(code);
            if python_line(code, word).is_some() {
                found.push(start..start + word.len());
            }
            offset += line.len();
        }
        found
    }

    fn python_statement(&self) -> Option<Diagnostic> {
        let (top, first) = self.first_line();
        if first.starts_with("#include") {
            return Some(
                self.diagnostic(top..top + "#include".len(), "the program is C, not JavaScript")
                    .with_help("write it in JavaScript, and end it with the expression to check"),
            );
        }
        let (start, line) = self.trimmed_line();
        let word = first_word(line);
        if let Some((message, help)) = python_line(line, word).or_else(|| foreign_line(line, word)) {
            return Some(self.diagnostic(start..start + word.len(), message).with_help(help));
        }
        let hash = match line.strip_prefix('#') {
            Some(rest) if !rest.starts_with('!') => start,
            // Behind code: `# ` after white space and outside of quotes.
            _ => {
                let from = self.line(self.at.start).start;
                let at = self.get(from..self.line(self.at.start).end).find(" # ")? + 1;
                let code = self.get(from..from + at);
                let quoted = ['\'', '"', '`'].iter().any(|&q| code.matches(q).count() % 2 == 1);
                (!quoted && self.at.end > from + at).then_some(from + at)?
            }
        };
        Some(
            self.diagnostic(hash..hash + 1, "`#` does not begin a comment")
                .with_label("a comment of another language")
                .with_help("comments begin with // or stand between /* and */"),
        )
    }

    /// What stands in the middle of a line and is read as a value too many.
    fn python_expression(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let line = self.line(self.at.start);
        let before = self.before().trim_end();
        let end = line.start + before.len();
        let say = |at: Range<usize>, message: &str, help: &str| {
            Some(self.diagnostic(at, message).with_label("Python").with_help(help))
        };
        let suffix =
            |word: &str| before.strip_suffix(word).filter(|b| !b.ends_with(is_name)).map(|_| end - word.len()..end);
        for quotes in ["\"\"\"", "'''"] {
            if let Some(at) = self.get(line.clone()).find(quotes).map(|at| line.start + at)
                && at <= self.at.end
            {
                let help = "text over several lines is a `template`; what explains the code is a comment, after //";
                return say(at..at + 3, "triple-quoted strings are Python", help);
            }
        }
        if let Some(at) = find_word(self.get(line.clone()), "elif").map(|at| line.start + at)
            && at <= self.at.start
        {
            return say(at..at + 4, "`elif` is Python", "write `else if (condition) { ... }`");
        }
        if self.rest().starts_with(['"', '\'']) && end == self.at.start {
            let prefix = before.rsplit(|c: char| !is_name(c)).next().unwrap_or("");
            let at = end - prefix.len()..end;
            match prefix.to_ascii_lowercase().as_str() {
                "f" | "fr" | "rf" => {
                    return say(at, "f-strings are Python", "write a `template` in backticks, with ${ } for each { }");
                }
                "r" | "b" | "u" => {
                    return say(at, "prefixes of strings are Python", "write the string without a prefix");
                }
                _ => {}
            }
        }
        if let Some(at) = suffix("lambda") {
            return say(at, "`lambda` is Python", "write an arrow function: (x) => x");
        }
        if let Some(at) = suffix("not") {
            let membership = self.token() == "in";
            let help = if membership { "write `!list.includes(value)` or `!(key in object)`" } else { "write `!`" };
            return say(at, if membership { "`not in` is Python" } else { "`not` is Python" }, help);
        }
        if let Some(at) = suffix("is").filter(|_| self.token() == "not" || self.token() == "None") {
            return say(at, "`is` is Python", "write `===`, or `!==` for `is not`; `None` is `null`");
        }
        let at = self.at.clone();
        match self.token() {
            "and" => say(at, "`and` is Python", "write `&&`"),
            "or" => say(at, "`or` is Python", "write `||`"),
            _ if before.ends_with("let mut") => {
                let help = "write `let`: a variable may always be assigned anew, unless it is a `const`";
                Some(self.diagnostic(end - "mut".len()..end, "`mut` is Rust").with_label("Rust").with_help(help))
            }
            "not" if self.get(self.at.end..line.end).trim_start().starts_with("in ") => {
                say(at, "`not in` is Python", "write `!list.includes(value)` or `!(key in object)`")
            }
            "not" => say(at, "`not` is Python", "write `!`"),
            "is" => say(at, "`is` is Python", "write `===`, or `!==` for `is not`; `None` is `null`"),
            "for" if before.contains(['[', '(']) && matches!(kind, SyntaxError::Expected(..)) => {
                let help = "use methods of arrays: `[x ** 2 for x in xs if x > 0]` is `xs.filter((x) => x > 0).map((x) => x ** 2)`";
                say(at, "a comprehension is Python", help)
            }
            "if" if before.ends_with(|c: char| is_name(c) || matches!(c, ')' | ']' | '\'' | '"' | '`')) => {
                say(at, "`value if condition else other` is Python", "write `condition ? value : other`")
            }
            _ => None,
        }
    }
}

/// What is wrong with a line of Python, and what to write instead.
fn python_line(line: &str, word: &str) -> Option<(&'static str, &'static str)> {
    let next = line.get(word.len()..).unwrap_or("");
    let then_name =
        next.starts_with(' ') && next.trim_start().starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    Some(match word {
        "def" if then_name => ("`def` is Python", "write `function name(parameters) { ... }`"),
        "elif" => ("`elif` is Python", "write `else if (condition) { ... }`"),
        "if" | "while" | "for" | "else" | "try" | "except" | "finally" | "with" | "class" if line.ends_with(':') => {
            ("a block that begins with `:` is Python", "put the condition in ( ) and the block in { }")
        }
        "from" | "import" if then_name && (line.contains(" import ") || !line.contains(['\'', '"', '{'])) => {
            ("this import is Python, and there are no modules here", "remove it: Math and JSON are there already")
        }
        "assert" if next.starts_with(' ') => {
            ("`assert` is Python", "end the program with the expression to check, such as `actual === expected`")
        }
        "raise" if then_name => ("`raise` is Python", "write `throw`"),
        "del" if then_name => ("`del` is Python", "write `delete object.key`"),
        "global" | "nonlocal" if then_name => {
            ("declarations of outer names are Python", "remove it: a function sees the variables around it")
        }
        "pass" if next.trim().is_empty() => ("`pass` is Python", "leave the block empty: { }"),
        "print" if next.starts_with(' ') => {
            ("`print` is Python", "remove it: end the program with the expression to check")
        }
        "lambda" => ("`lambda` is Python", "write an arrow function: (x) => x"),
        _ => return None,
    })
}

/// Declarations of still other languages.
fn foreign_line(line: &str, word: &str) -> Option<(&'static str, &'static str)> {
    let next = line.get(word.len()..).unwrap_or("");
    if !(next.starts_with([' ', '[', '<'])
        && next.trim_start().starts_with(|c: char| is_name(c) || c == '[' || c == '<'))
    {
        return None;
    }
    Some(match word {
        "int" | "float" | "double" | "long" | "char" | "bool" | "boolean" | "string" | "String" | "auto" | "val"
        | "local" | "my" | "dim" | "Dim" => {
            ("a declaration with a type is not JavaScript", "declare variables with `let` or `const`, without a type")
        }
        "void" if line.ends_with(['{', ')']) => {
            ("a function with a return type is not JavaScript", "write `function name(parameters) { ... }`")
        }
        "fn" | "func" | "fun" | "sub" | "proc" => {
            ("this function is of another language", "write `function name(parameters) { ... }`")
        }
        "elseif" | "elsif" => ("this is another language", "write `else if (condition) { ... }`"),
        _ => return None,
    })
}
