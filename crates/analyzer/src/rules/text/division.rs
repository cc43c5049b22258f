//! `MK4004`: `7 // 2;`, where the integer division of Python begins a comment.

use mikoshi_types::{Code, Diagnostic};

use crate::parse;
use crate::rules::{Context, Findings};

/// A longer value is no divisor.
const MAX_DIVISOR: usize = 40;

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    let mut offset = 0;
    let mut candidates = Vec::new();
    for line in context.source.split_inclusive('\n') {
        candidates.extend(swallowed(line).map(|(at, divisor)| (offset + at, divisor)));
        offset += line.len();
    }
    if candidates.is_empty() {
        return;
    }
    let comments = parse::line_comments(context.source);
    for (at, divisor) in candidates.into_iter().filter(|(at, _)| comments.binary_search(at).is_ok()) {
        findings.push(
            Diagnostic::new(Code::SWALLOWED_DIVISION, "`//` begins a comment, it does not divide")
                .at(context.lines.span(at, at + 2))
                .with_label("the rest of the line is not read")
                .with_help(format!("for an integer division write `Math.floor(a / {divisor})`")),
        );
    }
}

/// A value, `//`, and behind it nothing but another value and the end of a statement: where the `//` stands, and the value.
fn swallowed(line: &str) -> Option<(usize, &str)> {
    let at = line.find("//")?;
    let before = line.get(..at)?.trim_end();
    let value = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ')' | ']'));
    let comment = line.get(at + 2..)?.trim();
    let divisor = comment.strip_suffix(';')?.trim_end();
    let plain = (1..=MAX_DIVISOR).contains(&divisor.len())
        && divisor.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    (value && plain).then_some((at, divisor))
}

#[cfg(test)]
mod tests {
    use super::swallowed;

    #[test]
    fn only_a_lone_value_behind_a_value_counts() {
        assert_eq!(swallowed("const half = 7 // 2;\n"), Some((15, "2")));
        assert_eq!(swallowed("return (a + b) // size;"), Some((15, "size")));
        for comment in [
            "f(2) // 3",
            "a = 5; // 3;",
            "const ms = 5000 // milliseconds",
            "f() // g();",
            "// 2;",
            "{ // a;",
            "x // a b;",
        ] {
            assert_eq!(swallowed(comment), None, "{comment}");
        }
    }
}
