//! Collects what swc's code generator emits: the text, where its tokens come from, and where its functions stand.
//!
//! The generator knows two kinds of positions: bytes of the user's text, and *marks*. A mark is a position above every
//! source (see [`Marks`]) that the weaver put on a function's first and last byte, so that the writer learns where the
//! function begins and ends in the printed text.

use std::io;

use swc_common::{
    BytePos, CharPos, FileLines, FileName, Loc, SourceFile, SourceMapper, Span, SpanLinesError, SpanSnippetError,
    sync::Lrc,
};
use swc_ecma_ast::{EsVersion, Script, SourceMapperExt};
use swc_ecma_codegen::{Config, Emitter, Node, text_writer::WriteJs};

use crate::program::{FunctionText, Position};

/// Marks begin here. Sources are shorter by far: a text of this size is never parsed.
const FIRST_MARK: u32 = 0x4000_0000;

/// The end of a `do` loop: the generator leaves out its semicolon, and an empty statement behind it would become it.
pub(super) const SEMICOLON: BytePos = BytePos(FIRST_MARK - 1);

/// The functions and classes of the program. A function's span begins and ends with marks instead of bytes.
#[derive(Default)]
pub(super) struct Marks {
    sources: Vec<Marked>,
}

struct Marked {
    /// The bytes of the user's text that it covers.
    span: Span,
    /// A static method, whose text begins behind the keyword.
    is_static: bool,
}

impl Marks {
    /// Registers a function that stands at `source` and answers the marks of its first byte and of the end of its last.
    pub(super) fn add(&mut self, span: Span, is_static: bool) -> (BytePos, BytePos) {
        let index = u32::try_from(self.sources.len()).unwrap_or(u32::MAX) & (FIRST_MARK / 2 - 1);
        self.sources.push(Marked { span, is_static });
        // The generator reports the last byte of a span as `hi - 1`, hence one more.
        (BytePos(FIRST_MARK + 2 * index), BytePos(FIRST_MARK + 2 * index + 2))
    }
}

/// The printed program.
pub(super) struct Printed {
    pub(super) text: String,
    pub(super) positions: Vec<Position>,
    pub(super) functions: Vec<FunctionText>,
}

/// Prints `script`, which stands at `start` in the positions of its spans.
pub(super) fn emit(script: &Script, marks: &Marks, source: &str, start: BytePos) -> io::Result<Printed> {
    let mut writer = Writer::new(marks, source, start);
    let mut emitter = Emitter {
        // Not minified: literals keep the user's spelling, and no rewriting stands between the AST and the text.
        cfg: Config::default().with_target(EsVersion::EsNext),
        cm: Lrc::new(NoSources),
        comments: None,
        wr: &mut writer,
    };
    script.emit_with(&mut emitter)?;
    Ok(writer.finish())
}

struct Writer<'a> {
    source: &'a str,
    text: String,
    line: u32,
    column: u32,
    start: u32,
    /// Where the next token comes from.
    pending: Option<u32>,
    positions: Vec<Position>,
    marks: &'a Marks,
    functions: Vec<FunctionText>,
    /// The function that the next closing bracket ends.
    closing: Option<usize>,
}

impl<'a> Writer<'a> {
    fn new(marks: &'a Marks, source: &'a str, start: BytePos) -> Self {
        let nowhere = FunctionText { text: 0..0, source: 0..0 };
        Self {
            source,
            text: String::with_capacity(source.len() + source.len() / 4 + 64),
            line: 1,
            column: 1,
            start: start.0,
            pending: None,
            positions: Vec::with_capacity(source.len() / 4),
            marks,
            functions: vec![nowhere; marks.sources.len()],
            closing: None,
        }
    }

    fn finish(mut self) -> Printed {
        for (function, marked) in self.functions.iter_mut().zip(&self.marks.sources) {
            if marked.is_static {
                function.text.start += behind_static(&self.text, &function.text);
                function.source.start += behind_static(self.source, &function.source);
            }
        }
        // A function that the printer added has no source.
        self.functions.retain(|f| f.text.end > f.text.start && f.source.end > f.source.start);
        self.functions.sort_by_key(|f| (f.text.start, std::cmp::Reverse(f.text.end)));
        Printed { text: self.text, positions: self.positions, functions: self.functions }
    }

    fn here(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    /// Writes what is plain: printable ASCII.
    fn plain(&mut self, piece: &str) {
        self.begin();
        self.text.push_str(piece);
        self.column += u32::try_from(piece.len()).unwrap_or(u32::MAX);
    }

    /// Notes where the next piece comes from.
    fn begin(&mut self) {
        if let Some(source) = self.pending.take()
            && self.positions.last().is_none_or(|last| last.source != source)
        {
            self.positions.push(Position { line: self.line, column: self.column, source });
        }
    }

    fn write(&mut self, piece: &str) {
        if piece.is_empty() {
            return;
        }
        if piece.bytes().all(|b| b.is_ascii() && b != b'\n' && b != b'\r') {
            self.plain(piece);
        } else {
            self.begin();
            self.text.push_str(piece);
            self.advance(piece);
        }
    }

    /// Counts lines and columns as the engine's lexer does: columns are code points, and `\r\n` ends one line.
    fn advance(&mut self, piece: &str) {
        let mut after_return = false;
        for c in piece.chars() {
            match c {
                '\n' if after_return => {}
                '\n' | '\r' | '\u{2028}' | '\u{2029}' => {
                    self.line += 1;
                    self.column = 1;
                }
                _ => self.column += 1,
            }
            after_return = c == '\r';
        }
    }

    fn at(&mut self, pos: BytePos) {
        if pos == SEMICOLON {
            self.write(";");
            return;
        }
        let Some(mark) = pos.0.checked_sub(FIRST_MARK) else {
            self.pending = pos.0.checked_sub(self.start).or(self.pending);
            return;
        };
        let index = mark as usize / 2;
        let here = self.here();
        let Some((Marked { span, .. }, function)) = self.marks.sources.get(index).zip(self.functions.get_mut(index))
        else {
            return;
        };
        if mark % 2 == 0 {
            function.text.start = here;
            function.source = span.lo.0.saturating_sub(self.start)..span.hi.0.saturating_sub(self.start);
            self.pending = Some(function.source.start);
        } else {
            self.closing = Some(index);
        }
    }

    fn close(&mut self) {
        let here = self.here();
        if let Some(function) = self.closing.take().and_then(|index| self.functions.get_mut(index)) {
            function.text.end = here;
        }
    }
}

/// How many bytes the keyword `static` takes at the head of a method, with what separates it from the next token.
fn behind_static(text: &str, range: &std::ops::Range<u32>) -> u32 {
    let method = text.get(range.start as usize..range.end as usize).unwrap_or_default();
    let mut rest = method.strip_prefix("static").unwrap_or(method);
    loop {
        rest = rest.trim_start();
        let comment = if rest.starts_with("//") {
            rest.find(['\n', '\r', '\u{2028}', '\u{2029}'])
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|end| end + 2)
        } else {
            None
        };
        match comment.and_then(|end| rest.get(end..)) {
            Some(behind) => rest = behind,
            None => return u32::try_from(method.len() - rest.len()).unwrap_or(0),
        }
    }
}

type Written = io::Result<()>;

impl WriteJs for Writer<'_> {
    fn increase_indent(&mut self) -> Written {
        Ok(())
    }

    fn decrease_indent(&mut self) -> Written {
        Ok(())
    }

    fn write_semi(&mut self, span: Option<Span>) -> Written {
        let _ = span;
        self.plain(";");
        Ok(())
    }

    fn write_space(&mut self) -> Written {
        self.plain(" ");
        Ok(())
    }

    fn write_keyword(&mut self, span: Option<Span>, s: &'static str) -> Written {
        if let Some(span) = span.filter(|span| !span.lo.is_dummy()) {
            self.at(span.lo);
        }
        self.plain(s);
        Ok(())
    }

    fn write_operator(&mut self, span: Option<Span>, s: &str) -> Written {
        let _ = span;
        self.plain(s);
        Ok(())
    }

    fn write_param(&mut self, s: &str) -> Written {
        self.write(s);
        Ok(())
    }

    fn write_property(&mut self, s: &str) -> Written {
        self.write(s);
        Ok(())
    }

    fn write_line(&mut self) -> Written {
        if self.column > 1 {
            // No position of its own: what is pending belongs to the token on the next line.
            self.text.push('\n');
            self.line += 1;
            self.column = 1;
        }
        Ok(())
    }

    fn write_lit(&mut self, span: Span, s: &str) -> Written {
        self.write_str_lit(span, s)
    }

    fn write_comment(&mut self, _: &str) -> Written {
        Ok(())
    }

    fn write_str_lit(&mut self, span: Span, s: &str) -> Written {
        if !span.lo.is_dummy() {
            self.at(span.lo);
        }
        self.write(s);
        Ok(())
    }

    fn write_str(&mut self, s: &str) -> Written {
        self.write(s);
        Ok(())
    }

    fn write_symbol(&mut self, _: Span, s: &str) -> Written {
        self.write(s);
        Ok(())
    }

    fn write_punct(&mut self, _: Option<Span>, s: &'static str, _: bool) -> Written {
        self.plain(s);
        if matches!(s, "}" | ")") {
            self.close();
        }
        Ok(())
    }

    fn care_about_srcmap(&self) -> bool {
        true
    }

    fn add_srcmap(&mut self, pos: BytePos) -> Written {
        if !pos.is_dummy() {
            self.at(pos);
        }
        Ok(())
    }

    fn commit_pending_semi(&mut self) -> Written {
        Ok(())
    }

    /// An identifier in the AST is what the parser made of its escapes; it holds no lone surrogates to repair.
    fn can_ignore_invalid_unicodes(&mut self) -> bool {
        true
    }
}

/// The generator asks the source for line breaks and trailing commas to imitate; the canonical text imitates nothing.
struct NoSources;

impl SourceMapperExt for NoSources {
    fn get_code_map(&self) -> &dyn SourceMapper {
        self
    }
}

impl SourceMapper for NoSources {
    fn lookup_char_pos(&self, _: BytePos) -> Loc {
        let file = SourceFile::new(nowhere(), false, nowhere(), "".into(), BytePos(1));
        Loc { file: Lrc::new(file), line: 1, col: CharPos(0), col_display: 0 }
    }

    fn span_to_lines(&self, span: Span) -> Result<FileLines, Box<SpanLinesError>> {
        Err(Box::new(SpanLinesError::IllFormedSpan(span)))
    }

    fn span_to_string(&self, _: Span) -> String {
        String::new()
    }

    fn span_to_filename(&self, _: Span) -> Lrc<FileName> {
        nowhere()
    }

    fn merge_spans(&self, _: Span, _: Span) -> Option<Span> {
        None
    }

    fn call_span_if_macro(&self, span: Span) -> Span {
        span
    }

    fn doctest_offset_line(&self, line: usize) -> usize {
        line
    }

    fn span_to_snippet(&self, _: Span) -> Result<String, Box<SpanSnippetError>> {
        Err(Box::new(SpanSnippetError::DummyBytePos))
    }
}

fn nowhere() -> Lrc<FileName> {
    Lrc::new(FileName::Anon)
}
