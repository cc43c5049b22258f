//! From text to AST: size, encoding, nesting, and swc's parser with its faults translated.

mod annexb_if;
mod brackets;
mod early;
mod faults;
mod html_comments;
#[cfg(test)]
mod judged;
mod mistakes;
mod nesting;
mod private_names;
mod spelling;

use mikoshi_types::{Code, Diagnostic, LineIndex};
use swc_common::{BytePos, Span, Spanned, comments::Comments};
use swc_ecma_ast::{EsVersion, Module, Script};
use swc_ecma_parser::error::{Error, SyntaxError};
use swc_ecma_parser::{EsSyntax, Lexer, Parser, StringInput, Syntax};

pub(crate) use nesting::line_comments;

/// The position of the text's first byte. swc keeps 0 for "nowhere".
pub(crate) const BASE: BytePos = BytePos(1);

/// U+FEFF, which an editor may put in front of the text. It is no part of the program.
const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// How many of the parser's faults are listed.
const MAX_FAULTS: usize = 50;

/// A parsed text.
pub(crate) struct Parsed {
    pub(crate) tree: Tree,
    /// What the parser could read past. The program is rejected if there is anything.
    pub(crate) faults: Vec<Diagnostic>,
}

/// What was read.
pub(crate) enum Tree {
    Script(Script),
    /// Import or export declarations stand in it: it is rejected, and parsed as what it is only to name every fault.
    Module(Module),
}

/// The byte range of a span in the text.
pub(crate) fn range(span: Span) -> std::ops::Range<usize> {
    offset(span.lo)..offset(span.hi)
}

/// The byte offset of a position in the text.
pub(crate) fn offset(position: BytePos) -> usize {
    position.0.saturating_sub(BASE.0) as usize
}

/// Whether a text holds a word. What needs a look at the tree only where it does asks this of every program.
pub(crate) fn holds(source: &str, word: &str) -> bool {
    memchr::memmem::find(source.as_bytes(), word.as_bytes()).is_some()
}

/// The diagnostic for a text over the limit.
pub(crate) fn over_size(bytes: usize, limit: u64) -> Option<Diagnostic> {
    let size = u64::try_from(bytes).unwrap_or(u64::MAX);
    // Positions are 32 bits wide.
    if size <= limit && size < u64::from(u32::MAX / 2) {
        return None;
    }
    let over = size.saturating_sub(limit);
    Some(Diagnostic::new(
        Code::SOURCE_TOO_LARGE,
        format!("the source has {size} bytes, {over} more than the limit of {limit}"),
    ))
}

/// The diagnostic for bytes that are not UTF-8. `valid` is the text before the first bad byte.
pub(crate) fn not_utf8(valid: &str, bad: Option<u8>) -> Diagnostic {
    let at = LineIndex::new(valid).span(valid.len(), valid.len());
    let byte = bad.map_or_else(|| "an incomplete character".to_owned(), |b| format!("the byte 0x{b:02X}"));
    let message =
        format!("the source is not UTF-8: {byte} at offset {} (line {}, column {})", valid.len(), at.line, at.column);
    Diagnostic::new(Code::INVALID_UTF8, message).at(at)
}

/// Parses `source`. Must run on a large stack: the parser is recursive.
pub(crate) fn parse(source: &str, lines: &LineIndex<'_>) -> Result<Parsed, Vec<Diagnostic>> {
    if let Some(at) = nesting::first_too_deep(source) {
        return Err(vec![too_deep(lines, at..at + 1)]);
    }
    // A fence is valid as a template that tags another, so the parser may not object.
    if let Some(fence) = mistakes::leading_fence(source, lines) {
        return Err(vec![fence]);
    }
    let text = html_comments::blanked(source);
    let mut errors = Vec::new();
    match with_parser(&text, &mut errors, Parser::parse_script) {
        Ok(mut script) => {
            annexb_if::accept(&mut script, &mut errors);
            // A hostile text may have thousands, and no reader wants them.
            errors.sort_by_key(|e| e.span().lo);
            errors.truncate(MAX_FAULTS);
            let mut faults = faults::all(&errors, source, lines);
            if faults.is_empty() {
                faults.extend(early::errors(&script, lines));
                faults.extend(spelling::errors(&script, source, lines));
                faults.extend(private_names::errors(&script, source, lines));
            }
            Ok(Parsed { tree: Tree::Script(script), faults })
        }
        Err(fatal) => {
            let module_syntax =
                matches!(fatal.kind(), SyntaxError::ImportExportInScript | SyntaxError::NonTopLevelImportExport);
            let mut ignored = Vec::new();
            if module_syntax && let Ok(module) = with_parser(&text, &mut ignored, Parser::parse_module) {
                return Ok(Parsed { tree: Tree::Module(module), faults: Vec::new() });
            }
            Err(faults::fatal(&fatal, &errors, source, lines))
        }
    }
}

/// The diagnostic for a place that is nested too deep.
pub(crate) fn too_deep(lines: &LineIndex<'_>, at: std::ops::Range<usize>) -> Diagnostic {
    // The node may be most of the program: point at where it begins.
    let end = at.end.min(at.start + 1);
    Diagnostic::new(Code::TOO_DEEP, "the program is nested too deep from here on")
        .at(lines.span(at.start, end))
        .with_label("one level too many")
}

fn with_parser<'s, T>(
    source: &'s str,
    errors: &mut Vec<Error>,
    parse: impl FnOnce(&mut Parser<Lexer<'s>>) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut parser = parser(source, None);
    let result = parse(&mut parser);
    errors.append(&mut parser.take_errors());
    result
}

fn parser<'s>(source: &'s str, comments: Option<&'s dyn Comments>) -> Parser<Lexer<'s>> {
    let text = source.strip_prefix(BYTE_ORDER_MARK).unwrap_or(source);
    let start = BASE.0 + to_u32(source.len() - text.len());
    let input = StringInput::new(text, BytePos(start), BytePos(start + to_u32(text.len())));
    Parser::new_from(Lexer::new(Syntax::Es(EsSyntax::default()), EsVersion::EsNext, input, comments))
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
