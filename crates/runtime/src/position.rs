//! From places in the printed text to places in the user's own.

use std::cell::OnceCell;

use boa_engine::Context;
use mikoshi_analyzer::Program;
use mikoshi_types::{LineIndex, Span};

/// A frame of the call stack, in the printed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The function's name; empty for a nameless one and for the top level.
    pub(crate) function: String,
    /// 1-based line and column, as the engine counts.
    pub(crate) line: u32,
    /// See `line`.
    pub(crate) column: u32,
}

/// How many frames a diagnostic shows.
pub(crate) const SHOWN_FRAMES: usize = 8;

/// The engine's name for the top level of a script.
const TOP_LEVEL: &str = "<main>";

/// The call stack, innermost frame first, no longer than a diagnostic shows.
pub(crate) fn call_stack(context: &Context) -> Vec<Place> {
    context
        .stack_trace()
        .take(SHOWN_FRAMES)
        .filter_map(|frame| {
            let location = frame.position();
            let position = location.position?;
            let function = location.function_name.to_std_string_lossy();
            Some(Place {
                function: if function == TOP_LEVEL { String::new() } else { function },
                line: position.line_number(),
                column: position.column_number(),
            })
        })
        .collect()
}

/// Reads the frames out of the engine's text of a backtrace: lines such as `    at f (unknown at :3:14)`, where natives have
/// no place. The engine gives its backtraces in no other form.
pub(crate) fn parse_backtrace(text: &str) -> Vec<Place> {
    text.lines().filter_map(parse_frame).take(SHOWN_FRAMES).collect()
}

fn parse_frame(line: &str) -> Option<Place> {
    let rest = line.strip_prefix("    at ")?;
    let (function, place) = rest.rsplit_once(" (unknown at :")?;
    let (line, column) = place.strip_suffix(')')?.split_once(':')?;
    Some(Place {
        function: if function == TOP_LEVEL { String::new() } else { function.to_owned() },
        line: line.parse().ok()?,
        column: column.parse().ok()?,
    })
}

/// The token of the user's text that a place (1-based line and column) of the printed text comes from.
#[must_use]
pub fn source_span(program: &Program, line: u32, column: u32) -> Option<Span> {
    SourceMap::new(program).span(line, column)
}

/// The way back from the printed text to the user's.
pub(crate) struct SourceMap<'a> {
    program: &'a Program,
    /// Built when the first place is asked for: most programs have no error to place.
    source: OnceCell<LineIndex<'a>>,
}

impl<'a> SourceMap<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        Self { program, source: OnceCell::new() }
    }

    fn source(&self) -> &LineIndex<'a> {
        self.source.get_or_init(|| LineIndex::new(&self.program.source))
    }

    /// The token of the user's text that a place of the printed text comes from.
    pub(crate) fn span(&self, line: u32, column: u32) -> Option<Span> {
        let start = match self.program.source_offset(line, column) {
            Some(offset) => offset as usize,
            None if self.program.positions.is_empty() && self.program.text == self.program.source => {
                offset_of(&self.program.source, line, column)
            }
            None => return None,
        };
        Some(self.source().span(start, token_end(&self.program.source, start)))
    }

    /// The span of a frame.
    pub(crate) fn place(&self, place: &Place) -> Option<Span> {
        self.span(place.line, place.column)
    }

    /// The first use of the identifier `name` at or after byte `from`, or the last before it. The engine notes no place for the reading of a
    /// name, only for what stands before it.
    pub(crate) fn identifier(&self, name: &str, from: usize) -> Option<Span> {
        let source = &self.program.source;
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let whole = |start: usize| {
            let rest = source.get(start..)?;
            let before = source.get(..start)?.chars().next_back();
            (rest.starts_with(name)
                && !rest.get(name.len()..)?.starts_with(is_part)
                && !before.is_some_and(|c| is_part(c) || c == '.'))
            .then_some(start)
        };
        let mut uses: Vec<usize> = if self.program.positions.is_empty() {
            source.match_indices(name).map(|(at, _)| at).filter_map(whole).collect()
        } else {
            // Tokens only: a comment or a string that spells the name is no use of it.
            self.program.positions.iter().map(|p| p.source as usize).filter_map(whole).collect()
        };
        uses.sort_unstable();
        // A computed key is read before the place that is noted for it.
        let start = uses.iter().copied().find(|&at| at >= from).or_else(|| uses.last().copied());
        start.map(|start| self.source().span(start, start + name.len()))
    }

    /// The user's own text.
    pub(crate) fn user_text(&self) -> &'a str {
        &self.program.source
    }

    /// Whether the program appends with `+=`, which may be what takes its time.
    pub(crate) fn appends(&self) -> bool {
        self.program.source.contains("+=")
    }

    /// The end of the user's text.
    pub(crate) fn end(&self) -> Span {
        let end = self.program.source.len();
        self.source().span(end, end)
    }
}

/// The byte offset of a place in `text`, in the engine's count: columns are code points, lines end as ECMA-262 says.
fn offset_of(text: &str, line: u32, column: u32) -> usize {
    let (mut at_line, mut at_column) = (1, 1);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if (at_line, at_column) >= (line, column) {
            return at;
        }
        match c {
            '\r' if matches!(chars.peek(), Some((_, '\n'))) => {}
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => (at_line, at_column) = (at_line + 1, 1),
            _ => at_column += 1,
        }
    }
    text.len()
}

/// Where the token that starts at `start` ends: a whole word or number, or one character.
fn token_end(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or("");
    let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    start + word.max(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_and_natives_skipped() {
        let text = "TypeError: x\n    at f (unknown at :2:7)\n    at map (native)\n    at <main> (unknown at :4:1)";
        let frames = parse_backtrace(text);
        assert_eq!(frames[0], Place { function: "f".into(), line: 2, column: 7 });
        assert_eq!(frames[1], Place { function: String::new(), line: 4, column: 1 });
        assert_eq!(frames.len(), 2);
        assert!(parse_backtrace("    at f (unknown at :99999999999:1)\n    at (").is_empty());
    }

    #[test]
    fn places_of_an_unprinted_program_count_code_points() {
        let program = Program::unwoven("'\u{1F600}';\r\nfoo.bar");
        let map = SourceMap::new(&program);
        let span = map.span(2, 5).unwrap();
        assert_eq!(&program.source[span.start as usize..span.end as usize], "bar");
        assert_eq!(map.span(1, 4).unwrap().start, 6);
        assert_eq!(map.span(9, 9).unwrap().start as usize, program.source.len());
    }
}
