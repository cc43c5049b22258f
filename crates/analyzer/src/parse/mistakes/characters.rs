//! Characters of word processors, and quotes that end a string too early.

use mikoshi_types::Diagnostic;
use swc_ecma_parser::error::SyntaxError;

use super::super::faults::character;
use super::{Text, is_name, is_one_too_many};

/// How JavaScript writes what a typographic character means.
pub(in crate::parse) fn plain_form(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}' => "`-`",
        '\u{D7}' | '\u{2217}' | '\u{22C5}' | '\u{B7}' | '\u{FF0A}' => "`*`",
        '\u{F7}' | '\u{2215}' | '\u{FF0F}' => "`/`",
        '\u{2264}' | '\u{2A7D}' => "`<=`",
        '\u{2265}' | '\u{2A7E}' => "`>=`",
        '\u{2260}' => "`!==`",
        '\u{2261}' => "`===`",
        '\u{FF1D}' => "`=`",
        '\u{2192}' | '\u{21D2}' => "`=>`",
        '\u{2227}' => "`&&`",
        '\u{2228}' => "`||`",
        '\u{AC}' => "`!`",
        '\u{2026}' => "the code that it stands for",
        '\u{221A}' => "`Math.sqrt(...)`",
        '\u{B2}' => "`** 2`",
        '\u{B3}' => "`** 3`",
        '\u{221E}' => "`Infinity`",
        '\u{FF08}' => "`(`",
        '\u{FF09}' => "`)`",
        '\u{FF0C}' | '\u{3001}' => "`,`",
        '\u{FF1A}' => "`:`",
        '\u{FF1B}' => "`;`",
        '\u{FF5B}' => "`{`",
        '\u{FF5D}' => "`}`",
        '\u{200B}' | '\u{2060}' | '\u{AD}' => "nothing: it is not shown",
        _ => return None,
    })
}

impl Text<'_> {
    pub(super) fn smart_quote(&self) -> Option<Diagnostic> {
        const QUOTES: [char; 9] = [
            '\u{2018}', '\u{2019}', '\u{201A}', '\u{201B}', '\u{201C}', '\u{201D}', '\u{201E}', '\u{00AB}', '\u{00BB}',
        ];
        // The parser may have read past the quote, but not past its line.
        let line = self.line(self.at.start);
        let mut quotes = self.get(line.clone()).char_indices().filter(|(_, c)| QUOTES.contains(c));
        let (start, quote) = quotes.next()?;
        let start = line.start + start;
        if start > self.at.end {
            return None;
        }
        let mut found = self
            .diagnostic(start..start + quote.len_utf8(), format!("{} is not a quote of JavaScript", character(quote)))
            .with_label("a typographic quote")
            .with_help("use the plain quotes ' or \" or a `template`");
        if let Some((end, quote)) = quotes.next() {
            let end = line.start + end;
            found = found.and(self.lines.span(end, end + quote.len_utf8()), "and another");
        }
        Some(found)
    }

    /// `'it's'`: the string ends at its apostrophe, and a word follows.
    pub(super) fn quote_inside(&self, kind: &SyntaxError) -> Option<Diagnostic> {
        let before = self.before();
        let quote = before.chars().next_back().filter(|c| matches!(c, '\'' | '"'))?;
        let inside = before.get(..before.len() - 1)?;
        if !is_one_too_many(kind) || !self.rest().starts_with(is_name) || !inside.contains(quote) {
            return None;
        }
        let start = self.at.start - 1;
        Some(
            self.diagnostic(
                start..self.at.start,
                format!("the string ends at this {quote}, in the middle of its text"),
            )
            .with_label("the string ends here")
            .with_help(format!("write \\{quote} inside the string, or put it in other quotes or in a `template`")),
        )
    }
}
