//! Any bytes: the analysis ends soon, says the same twice, and points into the text.

use std::time::{Duration, Instant};

use mikoshi_analyzer::{Accepted, Rejection, analyze_bytes};
use mikoshi_types::{Code, Diagnostic, Limits, LineIndex, Policy, Severity, Span};

use super::engine_panic::{forget_panic, last_panic};
use super::{Checked, Fault, Seen};

const ORACLE: &str = "analysis";

/// What the analysis of one text may take. The longest honest one takes some milliseconds, so a miss is no matter of load.
const SOON: Duration = Duration::from_secs(5);

/// Checks the analysis of `source` under both named policies.
///
/// # Errors
/// The promise that it broke.
pub fn analysis(source: &[u8]) -> Checked {
    let mut limits = Limits::default();
    limits.code_bytes = 64 << 10;
    let mut seen = Seen::Malformed;
    for policy in [Policy::default(), Policy::extended()] {
        let fault = |what: String| Fault::new(ORACLE, what, String::from_utf8_lossy(source));
        forget_panic();
        let begun = Instant::now();
        let first = analyze_bytes(source, &policy, &limits);
        let took = begun.elapsed();
        if took > SOON {
            return Err(fault(format!("the analysis of {} bytes took {took:?}", source.len())));
        }
        if shown(&first) != shown(&analyze_bytes(source, &policy, &limits)) {
            return Err(fault("two analyses of the same text differ".to_owned()));
        }
        // With the hook installed only an assertion of the parser's gets here without ending the process.
        if is_panic(&first) && last_panic().is_some() {
            return Ok(Seen::Malformed);
        }
        seen = judge(source, &first).map_err(fault)?;
    }
    Ok(seen)
}

/// Everything that an analysis says, as text.
fn shown(result: &Result<Accepted, Rejection>) -> String {
    format!("{result:?}")
}

fn is_panic(result: &Result<Accepted, Rejection>) -> bool {
    result.as_ref().is_err_and(|rejection| rejection.diagnostics.iter().any(|d| d.code == Code::ANALYSIS_FAULT))
}

fn judge(source: &[u8], result: &Result<Accepted, Rejection>) -> Result<Seen, String> {
    let (diagnostics, accepted) = match result {
        Ok(accepted) => (&accepted.warnings, true),
        Err(rejection) => (&rejection.diagnostics, false),
    };
    if diagnostics.iter().any(|d| d.code == Code::ANALYSIS_FAULT) {
        return Err(format!("the analysis panicked: {diagnostics:?}"));
    }
    if diagnostics.iter().any(|d| d.severity == Severity::Error) == accepted {
        return Err(format!("accepted is {accepted}, and the diagnostics say otherwise: {diagnostics:?}"));
    }
    if let Ok(text) = std::str::from_utf8(source) {
        let lines = LineIndex::new(text);
        diagnostics.iter().try_for_each(|d| places(d, text, &lines))?;
    }
    if let Ok(accepted) = result {
        let program = &accepted.program;
        if program.source.as_bytes() != source {
            return Err("the accepted program is not of this text".to_owned());
        }
        if let Some(wild) = program.positions.iter().find(|p| p.source as usize > source.len()) {
            return Err(format!("a position points behind the text: {wild:?}"));
        }
    }
    let syntax = |d: &Diagnostic| d.severity == Severity::Error && d.code.number() < 1000;
    Ok(match accepted {
        true => Seen::Taken(None),
        false if diagnostics.iter().any(syntax) => Seen::Malformed,
        false => Seen::Refused,
    })
}

/// Whether every span lies in the text, on characters, with the line and column that belong to it.
fn places(diagnostic: &Diagnostic, text: &str, lines: &LineIndex<'_>) -> Result<(), String> {
    let labels = diagnostic.labels.iter().map(|l| l.span);
    for span in diagnostic.span.into_iter().chain(labels) {
        let Span { start, end, .. } = span;
        let (from, to) = (start as usize, end as usize);
        let inside = from <= to && to <= text.len() && text.is_char_boundary(from) && text.is_char_boundary(to);
        if !inside || lines.span(from, to) != span {
            return Err(format!("a span is not in the text: {span:?} in {diagnostic:?}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use mikoshi_types::Diagnostic;

    use super::*;

    fn span(start: usize, end: usize) -> Span {
        // Longer than the text that is judged, so that any offset can be had.
        LineIndex::new(&"\u{e9}".repeat(9)).span(start, end)
    }

    #[test]
    fn a_span_beside_the_text_fires() {
        let text = "\u{e9}";
        let lines = LineIndex::new(text);
        let wild = Diagnostic::new(Code::FORBIDDEN_NAME, "x").at(span(0, 8));
        assert!(places(&wild, text, &lines).is_err());
        let label = Diagnostic::new(Code::FORBIDDEN_NAME, "x").and(span(4, 6), "y");
        assert!(places(&label, text, &lines).is_err());
        let fine = Diagnostic::new(Code::FORBIDDEN_NAME, "x").at(span(0, 2));
        assert!(places(&fine, text, &lines).is_ok());
    }

    #[test]
    fn hostile_bytes_are_no_fault() {
        let long = "a.".repeat(9_000);
        for source in ["", "\u{feff}1", "'\u{2028}", "process.exit(0)", "((((((", "1;\0", &long] {
            analysis(source.as_bytes()).unwrap();
        }
        analysis(b"\xff\xfe1").unwrap();
    }
}
