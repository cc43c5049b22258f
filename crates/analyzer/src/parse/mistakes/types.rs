//! TypeScript.

use mikoshi_types::Diagnostic;
use swc_ecma_parser::error::SyntaxError;

use super::{Text, first_word, is_name};

/// More `<` of a line are not looked at, and none further than this.
const MAX_LISTS: usize = 50;
/// See [`MAX_LISTS`].
const MAX_LIST: usize = 200;

/// Words in front of a member or a parameter that only typed languages have.
const MODIFIERS: [&str; 6] = ["private", "public", "protected", "readonly", "abstract", "override"];

impl Text<'_> {
    /// Type parameters and arguments: `first<T>(...)`, `new Map<string, number>()`.
    pub(super) fn generic(&self) -> Option<Diagnostic> {
        let line = self.line(self.at.start);
        let code = self.get(line.clone());
        let opens = code.match_indices('<').map(|(at, _)| at).filter(|&at| line.start + at < self.at.end);
        for open in opens.take(MAX_LISTS) {
            let before = code.get(..open)?;
            let after = code.get(open + 1..)?;
            let name = before.rsplit(|c: char| !is_name(c)).next().unwrap_or("");
            // `return<div>` is JSX.
            if name.is_empty() || name == "return" || !after.starts_with(|c: char| is_name(c) || matches!(c, '{' | '['))
            {
                continue;
            }
            let Some(close) = closing(after) else { continue };
            let follows = after.get(close + 1..)?.trim_start();
            let class = ["class", "interface", "extends"].iter().any(|word| before.contains(word));
            if follows.starts_with(['(', ')', ',', '=']) || (class && follows.starts_with(['{', 'e', 'i'])) {
                let at = line.start + open..line.start + open + close + 2;
                return Some(
                    self.diagnostic(at, "type parameters are TypeScript, not JavaScript")
                        .with_label("types")
                        .with_help("remove all types from the program: `new Map<string, number>()` is `new Map()` in JavaScript"),
                );
            }
        }
        None
    }

    /// `<number>value`, `<T>(x) => x`: nothing closes it as an element of JSX would be.
    pub(super) fn asserted_type(&self) -> Option<Diagnostic> {
        let rest = self.rest().strip_prefix('<')?;
        let close = closing(rest)?;
        let name = rest.get(..close)?;
        let value =
            rest.get(close + 1..)?.starts_with(|c: char| is_name(c) || matches!(c, '(' | '[' | '{' | '"' | '\''));
        if name.is_empty() || !value || rest.contains("</") || rest.contains("/>") {
            return None;
        }
        Some(self.annotated(self.at.start..self.at.start + close + 2, "a type"))
    }

    pub(super) fn types(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        self.declaration()
            .or_else(|| self.implements())
            .or_else(|| self.modifier())
            .or_else(|| self.const_with_type(kind))
            .or_else(|| {
                // A second `default:` is followed by a colon as well.
                if matches!(kind, SyntaxError::MultipleDefault { .. }) { None } else { self.annotation() }
            })
    }

    /// `const x: number = 1`, where the parser stops at the name already.
    fn const_with_type(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let behind = self.get(self.at.end..self.line(self.at.end).end);
        let colon = self.at.end + behind.len() - behind.trim_start().len();
        (matches!(kind, SyntaxError::ConstDeclarationsRequireInitialization) && behind.trim_start().starts_with(':'))
            .then(|| self.annotated(colon..colon + 1, "a type begins here"))
    }

    fn declaration(&self) -> Option<Diagnostic> {
        let (mut start, mut line) = self.trimmed_line();
        for (head, prefix) in [("export ", "export "), ("const enum ", "const ")] {
            if line.starts_with(head) {
                start += prefix.len();
                line = line.get(prefix.len()..).unwrap_or("");
            }
        }
        let word = first_word(line);
        let declares = matches!(word, "interface" | "type" | "enum" | "declare" | "namespace" | "abstract");
        let next = line.get(word.len()..).unwrap_or("").trim_start();
        if !declares || !next.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        let help = match word {
            "enum" => "write an object: `const Color = { Red: 0, Green: 1 };`",
            "abstract" => "write a plain class, without `abstract` and without types",
            "namespace" => "write an object that holds the functions",
            _ => "remove the declaration and all other types: the program is plain JavaScript",
        };
        Some(
            self.diagnostic(start..start + word.len(), format!("`{word}` declarations are TypeScript"))
                .with_label("TypeScript")
                .with_help(help),
        )
    }

    /// `class A implements B {`.
    fn implements(&self) -> Option<Diagnostic> {
        (self.token() == "implements" && self.before().contains("class ")).then(|| {
            self.diagnostic(self.at.clone(), "`implements` is TypeScript")
                .with_label("TypeScript")
                .with_help("remove `implements` and what follows it up to the `{`, and all other types")
        })
    }

    /// `private`, `public` and kin in front of a member, a parameter or a function.
    fn modifier(&self) -> Option<Diagnostic> {
        let line = self.line(self.at.start);
        let before = self.before();
        let word = before.trim_end().rsplit(|c: char| !is_name(c)).next().unwrap_or("");
        let (start, trimmed) = self.trimmed_line();
        let first = first_word(trimmed);
        let behind = self.get(self.at.end..line.end);
        let (start, word) = if MODIFIERS.contains(&first) {
            (start, first)
        } else if MODIFIERS.contains(&self.token()) && behind.trim_start().starts_with(is_name) {
            (self.at.start, self.token())
        } else if MODIFIERS.contains(&word) {
            (line.start + before.trim_end().len() - word.len(), word)
        } else {
            return None;
        };
        Some(
            self.diagnostic(start..start + word.len(), format!("`{word}` is of a typed language, not of JavaScript"))
                .with_label("a modifier")
                .with_help("remove all modifiers and types; a function is `function name(a) { ... }`, a private field is `#name`"),
        )
    }

    fn annotation(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        let before = self.before().trim_end();
        let name = |c: char| is_name(c) || matches!(c, ')' | '}' | ']');
        let after_value = before.ends_with(|c: char| name(c) || matches!(c, '\'' | '"' | '`'));
        let annotation = (rest.starts_with(':') || rest.starts_with("?:")) && before.ends_with(name);
        let assertion = ["as ", "satisfies "].iter().any(|word| rest.starts_with(word)) && after_value;
        let generic = rest.starts_with('<') && self.before().ends_with(is_name);
        let asserted =
            before.strip_suffix('!').is_some_and(|b| b.ends_with(|c: char| is_name(c) || matches!(c, ')' | ']')));
        let non_null = asserted && rest.starts_with(['.', ';', ')', '[', ',', '=', '+', '-', '*', '/', '%']);
        let bang = rest.starts_with('!')
            && !rest.starts_with("!=")
            && self.before().ends_with(|c: char| is_name(c) || matches!(c, ')' | ']'));
        if !(annotation || assertion || generic || non_null || bang) {
            return None;
        }
        let line = self.line(self.at.start).start;
        let (at, label) = match () {
            () if non_null => (line + before.len() - 1..line + before.len(), "`!` behind a value"),
            () if bang => (self.at.start..self.at.start + 1, "`!` behind a value"),
            () if annotation => (self.at.start..self.at.start + 1, "a type begins here"),
            () => (self.at.clone(), "a type begins here"),
        };
        Some(self.annotated(at, label))
    }

    fn annotated(&self, at: std::ops::Range<usize>, label: &str) -> Diagnostic {
        self.diagnostic(at, "type annotations are TypeScript, not JavaScript")
            .with_label(label)
            .with_help("remove all types from the program: `(a: number) => a` is `(a) => a` in JavaScript")
    }
}

/// Where the `>` is that closes a list of types. `text` begins behind the `<`.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1usize;
    for (at, c) in text.char_indices().take(MAX_LIST) {
        match c {
            '<' => open += 1,
            '>' => open -= 1,
            // Neither operators nor the end of a statement: `i<n && j>(m)` compares.
            c if is_name(c) || " ,[]|{}:?'\".".contains(c) => {}
            _ => return None,
        }
        if open == 0 {
            return Some(at);
        }
    }
    None
}
