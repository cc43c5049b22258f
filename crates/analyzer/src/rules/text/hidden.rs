//! Characters that are not shown and can make a text look like another one: the controls of bidirectional text ("Trojan
//! Source", CVE-2021-42574) and other control characters.

use mikoshi_types::{Code, Diagnostic};

use super::super::{Context, Findings};

/// More places than this are counted, not shown.
const MAX_LABELS: usize = 7;

/// The controls that change the order in which text is shown, with their Unicode names.
const BIDI: [(char, &str); 9] = [
    ('\u{202A}', "LEFT-TO-RIGHT EMBEDDING"),
    ('\u{202B}', "RIGHT-TO-LEFT EMBEDDING"),
    ('\u{202C}', "POP DIRECTIONAL FORMATTING"),
    ('\u{202D}', "LEFT-TO-RIGHT OVERRIDE"),
    ('\u{202E}', "RIGHT-TO-LEFT OVERRIDE"),
    ('\u{2066}', "LEFT-TO-RIGHT ISOLATE"),
    ('\u{2067}', "RIGHT-TO-LEFT ISOLATE"),
    ('\u{2068}', "FIRST STRONG ISOLATE"),
    ('\u{2069}', "POP DIRECTIONAL ISOLATE"),
];

pub(crate) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    // In blocks without a way out, which the compiler makes vector code of.
    let mut blocks = context.source.as_bytes().chunks(64);
    if !blocks.any(|block| block.iter().fold(false, |found, &byte| found | may_be_hidden(byte))) {
        return;
    }
    let mut hidden = context.source.char_indices().filter_map(|(at, c)| name(c).map(|name| (at, c, name)));
    let Some((at, c, first)) = hidden.next() else { return };
    let place = |at: usize, c: char| context.lines.span(at, at + c.len_utf8());
    let message = format!("the source holds U+{:04X} {first}, which is not shown", u32::from(c));
    let mut found = Diagnostic::new(Code::HIDDEN_CHARACTER, message).at(place(at, c));
    found.label = Some("here".to_owned());
    found.help = Some(format!("delete it, or write it as the escape \\u{:04x}", u32::from(c)));
    for (at, c, name) in hidden.by_ref().take(MAX_LABELS) {
        found = found.and(place(at, c), format!("U+{:04X} {name}", u32::from(c)));
    }
    let more = hidden.count();
    if more > 0 {
        found.message = format!("{} (and {} more such characters)", found.message, more + MAX_LABELS);
    }
    findings.push(found);
}

/// Whether a byte is, or begins, a character that may be one of those that are not shown: that is quickly said of most texts.
fn may_be_hidden(byte: u8) -> bool {
    matches!(byte, 0..=8 | 11..=12 | 14..=31 | 0x7F..)
}

/// The name of a character that is not shown, if it is none of those that any text may hold.
fn name(c: char) -> Option<&'static str> {
    match c {
        '\t' | '\n' | '\r' | '\u{B}' | '\u{C}' => None,
        c if c.is_control() => Some("CONTROL CHARACTER"),
        '\u{202A}'..='\u{2069}' => BIDI.iter().find(|(known, _)| *known == c).map(|(_, name)| *name),
        _ => None,
    }
}
