//! Any program: whatever it does, it touches nothing that is out of reach, and its verdict is consistent.

use std::rc::Rc;

use mikoshi_analyzer::{Program, analyze};
use mikoshi_runtime::Entropy;
use mikoshi_runtime::testing::{Watch, Without, run};
use mikoshi_types::{LineIndex, Severity, Status, Verdict};

use super::canary::Watchman;
use super::engine_panic::{inside_engine, last_panic};
use super::{Checked, Fault, Seen, policy_for, short_limits};

const ORACLE: &str = "escape";

/// Which layers stand between a program and the canaries. The default is all of them; tests take one away to see the
/// oracle fire.
#[derive(Debug, Clone, Copy, Default)]
pub struct Jail {
    /// The analyzer accepts everything.
    pub no_analyzer: bool,
    /// What the realm does without.
    pub without: Without,
}

/// Runs `source` in the whole jail.
///
/// # Errors
/// What it touched, or what is wrong with its verdict.
pub fn escape(source: &str) -> Checked {
    escape_from(source, Jail::default())
}

/// Runs `source` in a jail of the caller's making.
///
/// # Errors
/// As [`escape`].
pub fn escape_from(source: &str, jail: Jail) -> Checked {
    let (policy, limits) = (policy_for(source), short_limits());
    let program = match analyze(source, &policy, &limits) {
        Ok(accepted) => accepted.program,
        Err(_) if jail.no_analyzer => Program::unwoven(source),
        Err(rejection) => {
            let syntax = rejection.diagnostics.iter().all(|d| d.severity != Severity::Error || d.code.number() < 1000);
            return Ok(if syntax { Seen::Malformed } else { Seen::Refused });
        }
    };
    let watched = |names: bool| {
        let watchman = Rc::new(Watchman::new(names));
        let watch: Rc<dyn Watch> = Rc::<Watchman>::clone(&watchman);
        let verdict = inside_engine(|| run(&policy, jail.without, &watch, &program, &limits, Entropy::default()));
        (verdict, watchman)
    };
    let (mut verdict, mut watchman) = watched(true);
    if verdict.status == Status::Rejected {
        // A program may declare a name that the canaries have taken; then it runs without those.
        (verdict, watchman) = watched(false);
    }
    let touched = watchman.touched();
    if !touched.is_empty() {
        return Err(Fault::new(ORACLE, format!("{} ({})", touched.join("; "), verdict.status), source));
    }
    consistent(&verdict, source).map_err(|what| Fault::new(ORACLE, what, source))?;
    Ok(Seen::Taken(Some(verdict.status)))
}

/// Whether the parts of a verdict agree with each other and with the text.
pub(super) fn consistent(verdict: &Verdict, source: &str) -> Result<(), String> {
    let Verdict { passed, status, output, error, diagnostics, .. } = verdict;
    if *status == Status::Crashed {
        let at = last_panic().unwrap_or_default();
        return Err(format!("the engine died: {} {at}", error.as_ref().map_or("", |e| &e.message)));
    }
    let is_true = *output == Some(serde_json::Value::Bool(true));
    if *passed != (*status == Status::Passed) || *passed != is_true {
        return Err(format!("passed is {passed}, the status {status}, the output {output:?}"));
    }
    if matches!(status, Status::Passed | Status::Failed) == error.is_some() {
        return Err(format!("the status is {status} and the error {error:?}"));
    }
    let lines = LineIndex::new(source);
    let labels = diagnostics.iter().flat_map(|d| d.labels.iter().map(|l| l.span).chain(d.span));
    for span in labels.chain(error.as_ref().and_then(|e| e.span)) {
        if lines.span(span.start as usize, span.end as usize) != span || span.end as usize > source.len() {
            return Err(format!("a span is not in the text: {span:?}"));
        }
    }
    Ok(())
}
