//! Places in the user's own text.

use serde::{Deserialize, Serialize};

/// A range of the user's source text.
///
/// `start` and `end` are byte offsets into the UTF-8 text, `end` exclusive. `line` and the columns are 1-based and belong to
/// `start`; a column counts UTF-8 bytes (`column`) or UTF-16 code units (`column_utf16`, what editors and Node count).
/// A byte order mark at the start of the text counts as part of it.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// 1-based line of `start`. Lines end at LF, CR LF, CR, U+2028 and U+2029, as ECMA-262 section 12.3 says.
    pub line: u32,
    /// 1-based column of `start` in UTF-8 bytes.
    pub column: u32,
    /// 1-based column of `start` in UTF-16 code units.
    pub column_utf16: u32,
}

/// Finds lines and columns of byte offsets in one text.
///
/// Building it is linear in the text; a look-up is a binary search and a walk over at most one block of bytes, however long
/// the line is.
#[derive(Debug, Clone)]
pub struct LineIndex<'a> {
    text: &'a str,
    /// Byte offset at which each line starts; the first is 0.
    starts: Vec<u32>,
    /// UTF-16 units before each block of [`BLOCK`] bytes; empty for ASCII text, where units are bytes.
    units: Vec<u32>,
}

/// Bytes between two entries of the table of UTF-16 units.
const BLOCK: usize = 256;

impl<'a> LineIndex<'a> {
    /// Indexes `text`. Offsets past `u32::MAX` are clamped; the source limit keeps texts far below that.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
        for i in memchr::memchr3_iter(b'\n', b'\r', 0xE2, bytes) {
            let next = match bytes.get(i..).unwrap_or_default() {
                // The line ends behind both.
                [b'\r', b'\n', ..] => continue,
                [b'\n' | b'\r', ..] => i + 1,
                [_, 0x80, 0xA8 | 0xA9, ..] => i + 3,
                _ => continue,
            };
            starts.push(u32::try_from(next).unwrap_or(u32::MAX));
        }
        Self { text, starts, units: unit_table(text) }
    }

    /// UTF-16 units before byte `at`, which is a character boundary.
    fn units_before(&self, at: usize) -> u32 {
        let block = at / BLOCK;
        let Some(&before) = self.units.get(block) else { return to_u32(at) };
        let rest = self.text.as_bytes().get(block * BLOCK..at).unwrap_or_default();
        before + rest.iter().map(|&byte| units(byte)).sum::<u32>()
    }

    /// The span from byte `start` to byte `end` (exclusive), moved to the text's character boundaries where it must.
    #[must_use]
    pub fn span(&self, start: usize, end: usize) -> Span {
        let start = floor_boundary(self.text, start);
        let end = floor_boundary(self.text, end).max(start);
        let line = self.starts.partition_point(|&s| s as usize <= start);
        let line_start = line.checked_sub(1).and_then(|i| self.starts.get(i)).map_or(0, |&s| s as usize);
        Span {
            start: to_u32(start),
            end: to_u32(end),
            line: to_u32(line),
            column: to_u32(start - line_start + 1),
            column_utf16: self.units_before(start) - self.units_before(line_start) + 1,
        }
    }

    /// The byte offset of a 1-based line and a 1-based column in UTF-16 units, clamped into the text.
    #[must_use]
    pub fn offset_utf16(&self, line: u32, column: u32) -> usize {
        let Some(&start) = (line as usize).checked_sub(1).and_then(|i| self.starts.get(i)) else {
            return self.text.len();
        };
        let start = start as usize;
        let mut units = 1;
        for (at, c) in self.text.get(start..).unwrap_or("").char_indices() {
            if units >= column {
                return start + at;
            }
            units += to_u32(c.len_utf16());
        }
        self.text.len()
    }
}

/// The UTF-16 units that a character counts, at its first byte; none at the others.
fn units(byte: u8) -> u32 {
    match byte {
        0x80..=0xBF => 0,
        0xF0.. => 2,
        _ => 1,
    }
}

fn unit_table(text: &str) -> Vec<u32> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut before = 0;
    let blocks = text.as_bytes().chunks(BLOCK);
    let count = |block: &[u8]| {
        let at = before;
        before += block.iter().map(|&byte| units(byte)).sum::<u32>();
        at
    };
    let mut table: Vec<u32> = blocks.map(count).collect();
    table.push(before);
    table
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_bytes_and_utf16_units() {
        let text = "a\r\n\u{1F600}\u{e9}x\u{2028}y";
        let index = LineIndex::new(text);
        let x = text.find('x').unwrap();
        let span = index.span(x, x + 1);
        assert_eq!((span.line, span.column, span.column_utf16), (2, 7, 4));
        let y = text.find('y').unwrap();
        assert_eq!(index.span(y, y + 1).line, 3);
        assert_eq!(index.offset_utf16(2, 4), x);
    }

    #[test]
    fn long_lines_count_as_short_ones_do() {
        for pattern in ["ab", "a\u{e9}", "\u{1F600}x", "\u{20AC}", "a\u{1F600}\n\u{e9}"] {
            let text = pattern.repeat(700);
            let index = LineIndex::new(&text);
            for (at, _) in text.char_indices() {
                let line_start = text[..at].rfind('\n').map_or(0, |i| i + 1);
                let span = index.span(at, at);
                assert_eq!(span.column_utf16 as usize, text[line_start..at].encode_utf16().count() + 1);
                assert_eq!(span.column as usize, at - line_start + 1);
            }
        }
    }

    #[test]
    fn spans_stay_inside_and_on_boundaries() {
        let index = LineIndex::new("\u{1F600}");
        assert_eq!(index.span(2, 99), index.span(0, 4));
        assert_eq!(LineIndex::new("").span(5, 9).end, 0);
    }
}
