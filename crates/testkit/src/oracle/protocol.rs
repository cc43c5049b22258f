//! Any bytes from a worker: the host makes a verdict of them that agrees with itself, with the source and with the limits.

use mikoshi_analyzer::Program;
use mikoshi_types::{Code, Diagnostic, Limits, LineIndex, Status, Verdict};
use mikoshi_worker::testing::{hear, honest_reply};

use super::escape::consistent;
use super::{Checked, Fault, Seen};
use crate::generate::{Choice, hostile_stream};

const ORACLE: &str = "protocol";

/// The program that the worker is supposed to have run.
const SOURCE: &str = "// \u{e9}\nnull.x;\ntrue";

/// Sends `bytes` as a worker would: raw if the first is odd, else as the decisions by which an honest reply is distorted.
///
/// # Errors
/// What is wrong with the verdict that came of it.
pub fn protocol(bytes: &[u8]) -> Checked {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    if first % 2 == 1 {
        return judge(rest);
    }
    let (which, rest) = rest.split_at(rest.len().min(1));
    judge(&hostile_stream(rest, &honest_reply(honest(Choice::new(which).below(5)))))
}

/// Verdicts as workers send them, of several shapes.
fn honest(which: usize) -> Verdict {
    let span = LineIndex::new(SOURCE).span(6, 10);
    match which {
        0 => {
            let mut verdict = Verdict::new(Status::Passed);
            (verdict.output, verdict.output_type) = (Some(true.into()), Some("boolean".to_owned()));
            verdict.metrics.output_bytes = 4;
            verdict
        }
        1 => {
            let mut verdict = Verdict::new(Status::Failed);
            verdict.output = Some(serde_json::json!({"a": [1, "\u{e9}", null]}));
            verdict.output_type = Some("object".to_owned());
            verdict.diagnostics.push(Diagnostic::new(Code::NOT_EXACTLY_TRUE, "it is an object"));
            verdict
        }
        2 => {
            let thrown = Diagnostic::new(Code::UNCAUGHT_EXCEPTION, "TypeError: x").at(span).and(span, "called here");
            Verdict::ended(Status::RuntimeError, thrown)
        }
        3 => Verdict::ended(Status::Timeout, Diagnostic::new(Code::TIMEOUT, "too long").at(span)),
        _ => Verdict::rejected(vec![Diagnostic::new(Code::ENGINE_SYNTAX, "it does not parse").at(span)]),
    }
}

fn judge(stream: &[u8]) -> Checked {
    let (program, limits) = (Program::unwoven(SOURCE), Limits::default());
    let verdict = hear(stream, &program, &limits);
    sound(&verdict, &limits).map_err(|what| Fault::new(ORACLE, what, format!("{stream:02x?}")))?;
    let broken = verdict.error.as_ref().is_some_and(|e| e.code == Code::WORKER_PROTOCOL);
    Ok(if broken { Seen::Malformed } else { Seen::Taken(Some(verdict.status)) })
}

fn sound(verdict: &Verdict, limits: &Limits) -> Result<(), String> {
    if verdict.status != Status::Crashed {
        consistent(verdict, SOURCE)?;
    } else if verdict.passed || verdict.error.is_none() {
        return Err(format!("a crash that passed, or without an error: {verdict:?}"));
    }
    let output = verdict.output.as_ref().map_or(0, |o| o.to_string().len());
    if u64::try_from(output).unwrap_or(u64::MAX) > limits.output_bytes {
        return Err(format!("{output} bytes of output went through"));
    }
    let texts: usize =
        verdict.diagnostics.iter().map(|d| d.message.len() + d.help.as_ref().map_or(0, String::len)).sum();
    if texts > 1 << 20 || verdict.diagnostics.len() > 64 {
        return Err(format!("{} diagnostics of {texts} bytes went through", verdict.diagnostics.len()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::noise;

    #[test]
    fn honest_replies_are_taken() {
        for which in 0..5 {
            let honest = honest(which);
            let status = honest.status;
            assert_eq!(judge(&honest_reply(honest)), Ok(Seen::Taken(Some(status))));
        }
    }

    #[test]
    fn hostile_replies_are_no_fault_and_mostly_refused() {
        let mut refused = 0;
        for seed in 0..2_000 {
            refused += usize::from(protocol(&noise(seed, 64)).unwrap() == Seen::Malformed);
        }
        assert!(refused > 1_000, "{refused} of 2000 were refused");
    }

    #[test]
    fn a_verdict_that_contradicts_itself_fires() {
        let mut lie = Verdict::new(Status::Failed);
        lie.passed = true;
        assert!(sound(&lie, &Limits::default()).is_err());
        let mut verbose = honest(1);
        verbose.output = Some("x".repeat(5_000).into());
        assert!(sound(&verbose, &Limits::default()).is_err());
    }
}
