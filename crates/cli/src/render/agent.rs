//! Terse lines for a model that must repair its program: one a finding, with the place and the fix, no boxes.

use mikoshi_sandbox::{Diagnostic, Severity, Verdict};

use super::escape;

/// One line a finding: `FILE:LINE:COLUMN: SEVERITY MKnnnn: MESSAGE; fix: HELP`.
pub(crate) fn findings(name: &str, diagnostics: &[Diagnostic]) -> String {
    super::worth_telling(diagnostics).map(|d| finding(name, d)).collect()
}

fn finding(name: &str, diagnostic: &Diagnostic) -> String {
    let place = diagnostic.span.map_or(String::new(), |s| format!("{}:{}:", s.line, s.column_utf16));
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        _ => "advice",
    };
    let fix = diagnostic.help.as_deref().map_or(String::new(), |h| format!("; fix: {h}"));
    let line = format!("{name}:{place} {severity} {}: {}{fix}", diagnostic.code, diagnostic.message);
    escape::line(&line) + "\n"
}

/// A line with the status and the value, then the findings.
pub(crate) fn verdict(name: &str, verdict: &Verdict) -> String {
    let value = match (&verdict.output, &verdict.output_text) {
        (Some(value), _) => format!(" value={value}"),
        (None, Some(text)) => format!(" value={text}"),
        (None, None) => String::new(),
    };
    format!("{}{}\n", verdict.status, escape::line(&value)) + &findings(name, &verdict.diagnostics)
}
