//! Comments that begin with `<!--` or, at the beginning of a line, with `-->` (ECMA-262, annex B.1.1).
//!
//! swc's lexer reads past them inside of the token that follows, whose span, and with it the spelling of a literal, a
//! directive or a function, then begins with the comment. So they are found by a first parse and blanked for the second.

use std::borrow::Cow;

use swc_common::comments::{Comment, CommentKind, SingleThreadedComments};

use super::{offset, parser, range};

/// What such a comment begins with.
const OPENERS: [&str; 2] = ["-->", "<!--"];
/// swc counts the comment from here on: behind all of `-->`, and behind the `<` of `<!--`.
const AHEAD: [usize; 2] = [3, 1];

/// `source` with spaces in the place of such comments, so that every byte keeps its offset.
pub(super) fn blanked(source: &str) -> Cow<'_, str> {
    if !OPENERS.iter().any(|opener| super::holds(source, opener)) {
        return Cow::Borrowed(source);
    }
    let comments = SingleThreadedComments::default();
    // Whatever the parser objects to, it does so again.
    let _ = parser(source, Some(&comments)).parse_script();
    let (leading, trailing) = comments.take_all();
    let (leading, trailing) = (leading.take(), trailing.take());
    let mut text = source.as_bytes().to_vec();
    for comment in leading.values().chain(trailing.values()).flatten() {
        if let Some(start) = html_opener(source, comment)
            && let Some(bytes) = text.get_mut(start..range(comment.span).end)
        {
            bytes.fill(b' ');
        }
    }
    // Whole characters were replaced: it is UTF-8 as before.
    String::from_utf8(text).map_or(Cow::Borrowed(source), Cow::Owned)
}

/// Where the comment begins, if it is one of these.
fn html_opener(source: &str, comment: &Comment) -> Option<usize> {
    let at = offset(comment.span.lo);
    // The text of a comment that begins with `//` begins behind that.
    if comment.kind != CommentKind::Line
        || source.get(at..)?.starts_with("//") && comment.text.len() + 2 == range(comment.span).len()
    {
        return None;
    }
    OPENERS.iter().zip(AHEAD).find_map(|(opener, ahead)| {
        let start = at.checked_sub(ahead)?;
        source.get(start..)?.starts_with(opener).then_some(start)
    })
}

#[cfg(test)]
mod tests {
    use super::blanked;

    #[test]
    fn only_comments_are_blanked() {
        for (source, expected) in [
            ("--> é\n1", "      \n1"),
            ("1 <!-- x --> y\n2", "1             \n2"),
            ("1; // <!-- x\n2", "1; // <!-- x\n2"),
            ("\"-->\"", "\"-->\""),
            ("`\n-->\n`", "`\n-->\n`"),
            ("let a = 2; a--> // x\n0", "let a = 2; a--> // x\n0"),
            ("let a = 2; a-->// x\n0", "let a = 2; a-->// x\n0"),
            ("1\n-->// x\n0", "1\n       \n0"),
            ("1\n/* x */ --> x", "1\n/* x */      "),
        ] {
            assert_eq!(blanked(source), expected, "{source}");
        }
    }
}
