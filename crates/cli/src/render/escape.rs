//! Hostile text made safe to show.
//!
//! A program, and every message that quotes one, may hold control sequences that rewrite the screen and formatting characters
//! that reorder or hide what a reader sees (Trojan Source, CVE-2021-42574). They are shown as escapes.

use std::io::{self, Write};

/// Whether a character changes how the text around it looks instead of being seen itself.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Appends a character, escaped if it is hidden.
pub(crate) fn push(text: &mut String, c: char) {
    if is_hidden(c) { text.extend(c.escape_unicode()) } else { text.push(c) }
}

/// Text of several lines: line feeds and tabs stay.
pub(crate) fn text(raw: &str) -> String {
    let mut shown = String::with_capacity(raw.len());
    for c in raw.chars() {
        if matches!(c, '\n' | '\t') { shown.push(c) } else { push(&mut shown, c) }
    }
    shown
}

/// Text that must stay on one line.
pub(crate) fn line(raw: &str) -> String {
    let mut shown = String::with_capacity(raw.len());
    raw.chars().for_each(|c| push(&mut shown, c));
    shown
}

/// Writes compact JSON in which hidden characters are `\u` escapes: the same value, safe to show.
pub(crate) struct Json;

impl Json {
    fn write<W: Write + ?Sized>(writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_hidden(c) && !c.is_ascii_whitespace()) {
            let (before, from) = rest.split_at(at);
            writer.write_all(before.as_bytes())?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = from.get(c.len_utf8()..).unwrap_or("");
        }
        writer.write_all(rest.as_bytes())
    }
}

impl serde_json::ser::Formatter for Json {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        Self::write(writer, fragment)
    }

    /// A caller's own JSON, passed on as it was. Outside of its strings it has no hidden characters but white space.
    fn write_raw_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        Self::write(writer, fragment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_become_escapes() {
        assert_eq!(text("a\u{1b}[2J\u{202e}\n\tb"), "a\\u{1b}[2J\\u{202e}\n\tb");
        assert_eq!(line("a\r\nb"), "a\\u{d}\\u{a}b");
        assert_eq!(text("naïve 日本 🙂"), "naïve 日本 🙂");
    }

    #[test]
    fn json_keeps_its_value() {
        let hostile = "\u{7f}\u{9b}2J\u{202e}x\u{e0041}\n\"";
        let line = crate::output::json(&hostile).unwrap();
        assert!(line.trim_end().chars().all(|c| !is_hidden(c)), "{line:?}");
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), hostile);
    }
}
