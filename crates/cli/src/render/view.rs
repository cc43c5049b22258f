//! A program's text as a report may show it: hidden characters escaped, overlong lines clipped around what matters.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use mikoshi_sandbox::{Diagnostic, Span};

use super::escape;

/// Lines up to this many characters are shown whole.
const WHOLE: usize = 160;
/// Of a longer line, this many characters are shown on either side of a place that a diagnostic marks.
const AROUND: usize = 50;
/// Of a marked range on a longer line, this many characters are shown from its start.
const MARKED: usize = 60;
/// A range of more lines than this is marked on its first line only.
const TALL: usize = 6;

/// The text shown, and where its bytes come from.
#[derive(Debug)]
pub(crate) struct View {
    name: String,
    shown: String,
    /// For every byte of the original and its end, the byte of `shown` that stands for it.
    map: Vec<usize>,
    /// The marked places: where they start in `shown`, and their own line and column.
    places: Vec<(usize, u32, u32)>,
}

impl View {
    /// A view on `text` for reports on `diagnostics`.
    pub(crate) fn new(name: &str, text: &str, diagnostics: &[Diagnostic]) -> Self {
        let spans: Vec<Span> = diagnostics.iter().flat_map(spans).collect();
        let mut view = Self {
            name: escape::line(name),
            shown: String::with_capacity(text.len()),
            map: Vec::with_capacity(text.len() + 1),
            places: Vec::new(),
        };
        let mut start = 0;
        while start < text.len() {
            let (body, end) = line_at(text, start);
            view.push_line(text.get(start..body).unwrap_or(""), start, &spans);
            let ending = text.get(body..end).unwrap_or("");
            // The report counts line feeds alone; every other line end is shown as what it is, followed by one.
            if !matches!(ending, "" | "\n" | "\r\n") {
                view.push_text(ending, escape::line(ending).as_str());
                view.shown.push('\n');
            } else if !ending.is_empty() {
                view.push_text(ending, "\n");
            }
            start = end;
        }
        view.map.push(view.shown.len());
        view.places = spans.iter().map(|s| (view.at(s.start), s.line, s.column)).collect();
        view
    }

    /// Appends `shown` to stand for `original`.
    fn push_text(&mut self, original: &str, shown: &str) {
        self.map.extend(original.bytes().map(|_| self.shown.len()));
        self.shown.push_str(shown);
    }

    fn push_line(&mut self, line: &str, offset: usize, spans: &[Span]) {
        let kept = line.chars().nth(WHOLE).map(|_| windows(line, offset, spans));
        let is_kept = |index| kept.as_ref().is_none_or(|k| k.iter().any(|&(from, to)| (from..to).contains(&index)));
        let (mut shown, mut utf8, mut eliding) = (String::new(), [0; 4], false);
        for (index, c) in line.chars().enumerate() {
            shown.clear();
            let keep = is_kept(index);
            match c {
                // Three dots stand for a whole run.
                _ if !keep => shown.push_str(if eliding { "" } else { "..." }),
                '\t' => shown.push(c),
                _ => escape::push(&mut shown, c),
            }
            eliding = !keep;
            self.push_text(c.encode_utf8(&mut utf8), &shown);
        }
    }

    fn at(&self, byte: u32) -> usize {
        self.map.get(byte as usize).copied().unwrap_or(self.shown.len())
    }

    /// Where a range of the original stands in the text shown.
    pub(crate) fn range(&self, span: Span) -> SourceSpan {
        let (start, mut end) = (self.at(span.start), self.at(span.end));
        let marked = self.shown.get(start..end).unwrap_or("");
        if marked.matches('\n').count() >= TALL {
            end = start + marked.find('\n').unwrap_or(marked.len());
        }
        (start, end.saturating_sub(start)).into()
    }
}

impl SourceCode for View {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = self.shown.read_span(span, before, after)?;
        // Escaping and clipping move columns; a marked place is named by its own.
        let place = self.places.iter().find(|p| before == 0 && after == 0 && p.0 == span.offset());
        let (line, column) = match place {
            Some(&(_, line, column)) => (line.saturating_sub(1) as usize, column.saturating_sub(1) as usize),
            None => (contents.line(), contents.column()),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            contents.data(),
            *contents.span(),
            line,
            column,
            contents.line_count(),
        )))
    }
}

/// Every range that a diagnostic marks.
fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> + '_ {
    diagnostic.span.into_iter().chain(diagnostic.labels.iter().map(|l| l.span))
}

/// Where the line that starts at `start` ends, without and with its line end (ECMA-262 section 12.3).
fn line_at(text: &str, start: usize) -> (usize, usize) {
    let rest = text.get(start..).unwrap_or("");
    let Some((at, c)) = rest.char_indices().find(|&(_, c)| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')) else {
        return (text.len(), text.len());
    };
    let crlf = rest.get(at..).is_some_and(|r| r.starts_with("\r\n"));
    (start + at, start + at + if crlf { 2 } else { c.len_utf8() })
}

/// The ranges of characters of a long line that are shown.
fn windows(line: &str, offset: usize, spans: &[Span]) -> Vec<(usize, usize)> {
    let index_of = |byte: u32| {
        let byte = (byte as usize).saturating_sub(offset);
        line.char_indices().take_while(|&(at, _)| at < byte).count()
    };
    let end = offset + line.len();
    let here = spans.iter().filter(|s| (s.start as usize) <= end && (s.end as usize) >= offset);
    let mut kept: Vec<_> = here
        .map(|s| {
            let (start, end) = (index_of(s.start), index_of(s.end));
            (start.saturating_sub(AROUND), end.min(start + MARKED) + AROUND)
        })
        .collect();
    if kept.is_empty() {
        kept.push((0, WHOLE));
    }
    kept
}
