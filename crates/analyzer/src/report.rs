//! A diagnostic together with the text it is about, as miette wants it.

use std::fmt;
use std::sync::Arc;

use miette::{LabeledSpan, NamedSource, SourceCode, SourceSpan};
use mikoshi_types::{Diagnostic, Severity, Span};

/// One finding with its source, for any handler of miette.
///
/// ```
/// use miette::Diagnostic as _;
/// use mikoshi_types::{Code, Diagnostic, LineIndex};
///
/// let source = "null.x";
/// let thrown = Diagnostic::new(Code::UNCAUGHT_EXCEPTION, "TypeError: cannot read `x` of null")
///     .at(LineIndex::new(source).span(5, 6));
/// let report = mikoshi_analyzer::Report::new(&thrown, source).named("answer.js");
/// assert_eq!(report.code().unwrap().to_string(), "MK5001");
/// assert_eq!(report.to_string(), "TypeError: cannot read `x` of null");
/// ```
#[derive(Debug, Clone)]
pub struct Report {
    diagnostic: Diagnostic,
    source: NamedSource<Arc<str>>,
}

impl Report {
    /// Joins a diagnostic with the text that its spans point into.
    #[must_use]
    pub fn new(diagnostic: &Diagnostic, source: &str) -> Self {
        Self::shared(diagnostic, &Arc::from(source))
    }

    /// [`Report::new`] for many diagnostics of one text.
    pub(crate) fn shared(diagnostic: &Diagnostic, source: &Arc<str>) -> Self {
        let source = NamedSource::new("program.js", Arc::clone(source)).with_language("JavaScript");
        Self { diagnostic: diagnostic.clone(), source }
    }

    /// The same report with the name that the text goes by.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.source = NamedSource::new(name, Arc::clone(self.source.inner())).with_language("JavaScript");
        self
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Warning => miette::Severity::Warning,
            Severity::Advice => miette::Severity::Advice,
            _ => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn url<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.url.as_ref().map(|url| Box::new(url) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.diagnostic.span.map(|_| &self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.diagnostic.span?;
        let first = LabeledSpan::new_primary_with_span(self.diagnostic.label.clone(), range(span));
        let others = self.diagnostic.labels.iter();
        let others = others.map(|l| LabeledSpan::new_with_span(Some(l.message.clone()), range(l.span)));
        Some(Box::new(std::iter::once(first).chain(others)))
    }
}

fn range(span: Span) -> SourceSpan {
    SourceSpan::from(span.start as usize..(span.end.max(span.start)) as usize)
}
