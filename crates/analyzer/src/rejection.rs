//! Why a program does not run.

use std::fmt;
use std::sync::Arc;

use mikoshi_types::{Diagnostic, Severity};
use serde::Serialize;

use crate::report::Report;

/// A program that was refused, with every reason.
///
/// As a [`miette::Diagnostic`] it is one report: the first error in full, with the others as related ones.
#[non_exhaustive]
#[derive(Debug, Clone, Serialize)]
pub struct Rejection {
    /// Errors and warnings in the order of the text; at least one error.
    pub diagnostics: Vec<Diagnostic>,
    /// The user's text, for reports that show it.
    #[serde(skip)]
    pub source: String,
    #[serde(skip)]
    reports: Vec<Report>,
}

impl Rejection {
    pub(crate) fn new(diagnostics: Vec<Diagnostic>, source: &str) -> Self {
        let text: Arc<str> = Arc::from(source);
        let reports = diagnostics.iter().map(|d| Report::shared(d, &text)).collect();
        Self { diagnostics, source: source.to_owned(), reports }
    }

    /// The error that speaks for all: the first in the text.
    fn first(&self) -> Option<(usize, &Report)> {
        let index = self.diagnostics.iter().position(|d| d.severity == Severity::Error).unwrap_or(0);
        self.reports.get(index).map(|report| (index, report))
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first() {
            Some((_, report)) => fmt::Display::fmt(report, f),
            None => f.write_str("the program was rejected"),
        }
    }
}

impl std::error::Error for Rejection {}

impl miette::Diagnostic for Rejection {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.first().and_then(|(_, report)| report.code())
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(miette::Severity::Error)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.first().and_then(|(_, report)| report.help())
    }

    fn url<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.first().and_then(|(_, report)| report.url())
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.first().and_then(|(_, report)| report.source_code())
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        self.first().and_then(|(_, report)| report.labels())
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        let (first, _) = self.first()?;
        let others = self.reports.iter().enumerate().filter(move |(i, _)| *i != first);
        Some(Box::new(others.map(|(_, report)| report as &dyn miette::Diagnostic)))
    }
}
