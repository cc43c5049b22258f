//! `MK4004`: `7 // 2;`, where the integer division of Python begins a comment.

use mikoshi_types::{Code, Diagnostic};

use crate::parse;
use crate::rules::{Context, Findings};

/// A longer value is no divisor.
const MAX_DIVISOR: usize = 40;

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    let mut candidates = Vec::new();
    let mut line_end = 0;
    for slash in memchr::memchr_iter(b'/', context.source.as_bytes()) {
        if slash < line_end || context.source.as_bytes().get(slash + 1) != Some(&b'/') {
            continue;
        }
        let (before, behind) = context.source.split_at(slash);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1).max(line_end);
        line_end = behind.find('\n').map_or(context.source.len(), |newline| slash + newline + 1);
        let line = context.source.get(start..line_end).unwrap_or("");
        candidates.extend(swallowed(line).map(|found| (start + found.at, found)));
    }
    if candidates.is_empty() {
        return;
    }
    let comments = parse::line_comments(context.source);
    for (at, Swallowed { divisor, .. }) in candidates.into_iter().filter(|(at, _)| comments.binary_search(at).is_ok()) {
        let root = divisor.split('.').next().unwrap_or("");
        // The words of comments are no names of the program.
        let known = root.bytes().all(|b| b.is_ascii_digit()) || context.model.declared_names().any(|name| name == root);
        if !known {
            continue;
        }
        findings.push(
            Diagnostic::new(Code::SWALLOWED_DIVISION, "`//` begins a comment, it does not divide")
                .at(context.lines.span(at, at + 2))
                .with_label("the rest of the line is not read")
                .with_help(format!("for an integer division write `Math.floor(a / {divisor})`")),
        );
    }
}

/// A division that a comment has swallowed.
#[derive(Debug, PartialEq, Eq)]
struct Swallowed<'a> {
    /// Where the `//` stands.
    at: usize,
    divisor: &'a str,
}

/// A value, `//`, and behind it nothing but another value, where no comment would look like that.
fn swallowed(line: &str) -> Option<Swallowed<'_>> {
    let at = line.find("//")?;
    let before = line.get(..at)?.trim_end();
    let value = before.ends_with(|c: char| is_name(c) || matches!(c, ')' | ']'));
    let behind = line.get(at + 2..)?;
    let comment = behind.trim();
    let assigned = comment.strip_prefix('=').map(str::trim_start);
    let ended = comment.strip_suffix(';').map(str::trim_end);
    let divisor = assigned.unwrap_or(comment).trim_end_matches(';').trim_end();
    let plain = (1..=MAX_DIVISOR).contains(&divisor.len()) && divisor.chars().all(|c| is_name(c) || c == '.');
    let number = divisor.bytes().all(|b| b.is_ascii_digit());
    // `7 // days;` counts something. A semicolon ends no comment, but the statement that this was to be.
    let meant = match (assigned, ended) {
        (Some(_), _) => number && behind.starts_with('=') && is_place(before.trim_start()),
        (None, Some(_)) => number || !before.ends_with(|c: char| c.is_ascii_digit()),
        // What a call gives is often noted behind it: `f(2) // 3`.
        (None, None) => divides_itself(before) || is_grouped(before),
    };
    (value && plain && meant).then_some(Swallowed { at, divisor })
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Whether `text` is a variable or a property, and nothing more.
fn is_place(text: &str) -> bool {
    text.starts_with(|c: char| is_name(c) && !c.is_ascii_digit()) && text.chars().all(|c| is_name(c) || c == '.')
}

/// `n = n`, which nobody writes without something behind it.
fn divides_itself(statement: &str) -> bool {
    let statement = statement.rsplit([';', '{']).next().unwrap_or("").trim();
    statement.split_once('=').is_some_and(|(target, value)| target.trim() == value.trim() && is_place(value.trim()))
}

/// `const middle = (low + high)`, where the brackets have no use unless something follows them.
fn is_grouped(statement: &str) -> bool {
    let Some(inside) = statement.strip_suffix(')') else { return false };
    let Some((head, sum)) = inside.rsplit_once('(') else { return false };
    let head = head.trim_end();
    let used = head.ends_with('=') && !head.ends_with("==") || head.ends_with("return");
    let arithmetic = sum.contains(['+', '-', '*']) && sum.chars().all(|c| is_name(c) || " .+-*[]".contains(c));
    used && arithmetic
}

#[cfg(test)]
mod tests {
    use super::swallowed;

    #[test]
    fn only_what_no_comment_looks_like_counts() {
        for (division, divisor) in [
            ("const half = 7 // 2;\n", "2"),
            ("return (a + b) // size;", "size"),
            ("const middle = (low + high) // 2", "2"),
            ("return (xs.length - 1) // 2\n", "2"),
            ("n = n // 10", "10"),
            ("while (n) { n = n // 10", "10"),
            ("  total.count //= 2", "2"),
        ] {
            assert_eq!(swallowed(division).map(|found| found.divisor), Some(divisor), "{division}");
        }
        for comment in [
            "f(2) // 3",
            "const sum = f(2) // 3",
            "const half = 4 / 2 // 2",
            "const b = a // 2",
            "a = 5; // 3;",
            "5 // count;",
            "const days = 7 // week;",
            "const ms = 5000 // milliseconds",
            "const ok = (a === b) // 1",
            "const sum = add(1 + 2) // 3",
            "const f = (a, b) // 2",
            "// 2;",
            "{ // a;",
            "x // a b;",
            "f(x) //= 2",
            "x // = 2",
        ] {
            assert_eq!(swallowed(comment), None, "{comment}");
        }
    }
}
