//! Reports for people.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use mikoshi_sandbox::{Diagnostic, Severity, Status, Verdict};

use super::escape;
use super::view::View;
use crate::terminal::Look;

/// The reports on all diagnostics of one program.
pub(crate) fn reports(name: &str, text: &str, diagnostics: &[Diagnostic], look: Look) -> String {
    let view = View::new(name, text, diagnostics);
    let theme = if look.fancy { GraphicalTheme::unicode() } else { GraphicalTheme::none() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(look.width).with_links(false).with_urls(false);
    let mut out = String::new();
    for diagnostic in super::worth_telling(diagnostics) {
        let report = Report { diagnostic, view: &view };
        // Writing to a string fails only if a label lies outside of the view, which maps every byte.
        if handler.render_report(&mut out, &report).is_err() {
            out.push_str(&report.to_string());
            out.push('\n');
        }
        out.push('\n');
    }
    out
}

/// The line that tells a verdict.
pub(crate) fn verdict(verdict: &Verdict) -> String {
    let value = match (&verdict.output, &verdict.output_text, &verdict.output_type) {
        _ if verdict.passed => None,
        (Some(value), _, _) => Some(value.to_string()),
        (None, Some(text), _) => Some(text.clone()),
        (None, None, kind) => kind.clone(),
    };
    let detail = match verdict.status {
        Status::Failed => value.map(|v| format!("the value is {v}, not true")),
        _ => verdict.error.as_ref().map(|e| e.code.info().title.to_owned()),
    };
    let detail = detail.map_or(String::new(), |d| format!(": {}", escape::line(&d)));
    format!("{}{detail} ({})\n", verdict.status, duration(verdict.metrics.wall_us))
}

/// A time in a unit that suits it.
pub(crate) fn duration(us: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    let us = us as f64;
    match us {
        ..1e3 => format!("{us:.0} us"),
        1e3..1e6 => format!("{:.1} ms", us / 1e3),
        _ => format!("{:.2} s", us / 1e6),
    }
}

/// A diagnostic in the form that miette draws.
#[derive(Debug)]
struct Report<'a> {
    diagnostic: &'a Diagnostic,
    view: &'a View,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape::text(&self.diagnostic.message))
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("{} {}", self.diagnostic.code, self.diagnostic.code.info().slug)))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            _ => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.help.as_deref().map(|h| Box::new(escape::text(h)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.diagnostic.span.map(|_| self.view as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.diagnostic.span?;
        let text = self.diagnostic.label.as_deref().unwrap_or("here");
        let primary = LabeledSpan::new_primary_with_span(Some(escape::line(text)), self.view.range(span));
        let further = self.diagnostic.labels.iter();
        let further =
            further.map(|l| LabeledSpan::new_with_span(Some(escape::line(&l.message)), self.view.range(l.span)));
        Some(Box::new(std::iter::once(primary).chain(further)))
    }
}
