//! Judges what a worker says. The program may have taken it over, so every byte is hostile until it is shown to fit.

use mikoshi_analyzer::Program;
use mikoshi_types::{Code, Diagnostic, Limits, LineIndex, Metrics, Severity, Span, Status, Verdict, VerdictError};
use serde::de::DeserializeOwned;

use crate::json::{self, Token};
use crate::protocol::{Ended, Reason, Task, WireVerdict, kind};

/// More diagnostics, or more labels on one, than any program gets.
const MOST_ITEMS: usize = 64;
/// What a text of ours may be long, without what it quotes of the program.
const OWN_TEXT: usize = 8 << 10;
/// The clocks of host and worker are one, but they are read at different moments.
const CLOCK_SLACK_US: u64 = 1_000;

/// A reply that fits.
#[derive(Debug)]
pub(crate) enum Reply {
    Verdict(Box<Verdict>),
    Parsed(Option<Diagnostic>),
}

/// What the host knows about an execution when the reply comes.
pub(crate) struct Judge<'a> {
    pub(crate) task: Task,
    pub(crate) program: &'a Program,
    pub(crate) limits: &'a Limits,
    /// From the hand-over to the reply.
    pub(crate) elapsed_us: u64,
}

type Judged<T> = Result<T, &'static str>;

impl Judge<'_> {
    /// Judges the rest of a frame behind its length.
    ///
    /// # Errors
    /// What is wrong with it, for a person who looks into an attack.
    pub(crate) fn judge(&self, frame: &[u8]) -> Judged<Reply> {
        let (&kind, body) = frame.split_first().ok_or("an empty frame")?;
        match (kind, self.task) {
            (kind::VERDICT, _) => {
                let verdict = self.verdict(decode(body)?)?;
                if self.task == Task::Parse && verdict.status != Status::Crashed {
                    return Err("a verdict on a program that was only to be parsed");
                }
                Ok(Reply::Verdict(Box::new(verdict)))
            }
            (kind::ENDED, _) => {
                let ended = Ended::from_body(body).ok_or("an unknown reason")?;
                self.ended(ended).map(|v| Reply::Verdict(Box::new(v)))
            }
            (kind::PARSED, Task::Parse) => {
                let lines = self.lines();
                let parsed: Option<Diagnostic> = decode(body)?;
                parsed.map(|d| self.diagnostic(d, &lines)).transpose().map(Reply::Parsed)
            }
            _ => Err("an unknown kind of frame"),
        }
    }

    fn lines(&self) -> LineIndex<'_> {
        LineIndex::new(&self.program.source)
    }

    fn verdict(&self, wire: WireVerdict) -> Judged<Verdict> {
        let WireVerdict { status, output, output_type, output_text, error, diagnostics, metrics } = wire;
        let mut verdict = Verdict::new(status);
        verdict.output = output.map(|tokens| self.output(tokens)).transpose()?;
        verdict.output_type = output_type.map(known_type).transpose()?;
        verdict.output_text = output_text.map(|text| self.text(text)).transpose()?;
        verdict.metrics = self.metrics(metrics, status)?;
        if error.is_some() || !diagnostics.is_empty() {
            let lines = self.lines();
            if diagnostics.len() > MOST_ITEMS {
                return Err("too many diagnostics");
            }
            verdict.error = error.map(|e| self.error(e, &lines)).transpose()?;
            verdict.diagnostics = diagnostics.into_iter().map(|d| self.diagnostic(d, &lines)).collect::<Judged<_>>()?;
        }
        contradiction(&verdict).map_or(Ok(verdict), Err)
    }

    fn output(&self, tokens: Vec<Token>) -> Judged<serde_json::Value> {
        let value = json::unflatten(tokens).ok_or("an output that is no value")?;
        if within(value.to_string().len(), self.limits.output_bytes) {
            Ok(value)
        } else {
            Err("an output over its limit")
        }
    }

    fn text(&self, text: String) -> Judged<String> {
        let quoted = usize::try_from(self.limits.output_bytes).unwrap_or(usize::MAX);
        if text.len() > OWN_TEXT.saturating_add(quoted) { Err("a text over its limit") } else { Ok(text) }
    }

    fn metrics(&self, metrics: Metrics, status: Status) -> Judged<Metrics> {
        let most_time = self.elapsed_us.saturating_add(CLOCK_SLACK_US);
        if metrics.startup_us > most_time || metrics.run_us > most_time {
            return Err("more time than has passed");
        }
        if metrics.peak_heap_bytes > self.limits.memory_bytes.saturating_mul(2) {
            return Err("more memory than its ceiling");
        }
        if status != Status::OutputLimit && metrics.output_bytes > self.limits.output_bytes {
            return Err("an output over its limit");
        }
        let mut checked = metrics;
        // One thread cannot use more processor time than passes, but a spare has used some before its program came.
        checked.cpu_us = metrics.cpu_us.min(most_time);
        (checked.analysis_us, checked.queue_us, checked.wall_us) = (0, 0, 0);
        Ok(checked)
    }

    fn error(&self, error: VerdictError, lines: &LineIndex<'_>) -> Judged<VerdictError> {
        let mut checked = VerdictError::new(error.code, self.text(error.message)?);
        checked.name = error.name.map(|n| self.text(n)).transpose()?;
        checked.span = error.span.map(|s| self.span(s, lines)).transpose()?;
        Ok(checked)
    }

    fn diagnostic(&self, diagnostic: Diagnostic, lines: &LineIndex<'_>) -> Judged<Diagnostic> {
        if diagnostic.severity != diagnostic.code.info().severity {
            return Err("a severity that is not its code's");
        }
        if diagnostic.labels.len() > MOST_ITEMS {
            return Err("too many labels");
        }
        // Severity and page come from the code's row, not from the worker.
        let mut checked = Diagnostic::new(diagnostic.code, self.text(diagnostic.message)?);
        checked.help = diagnostic.help.map(|h| self.text(h)).transpose()?;
        checked.span = diagnostic.span.map(|s| self.span(s, lines)).transpose()?;
        checked.label = diagnostic.label.map(|l| self.text(l)).transpose()?;
        for label in diagnostic.labels {
            checked = checked.and(self.span(label.span, lines)?, self.text(label.message)?);
        }
        Ok(checked)
    }

    /// A span must be what the host itself finds for its bytes.
    fn span(&self, span: Span, lines: &LineIndex<'_>) -> Judged<Span> {
        let (start, end) = (span.start as usize, span.end as usize);
        if end > self.program.source.len() || lines.span(start, end) != span {
            return Err("a span that is not in the source");
        }
        Ok(span)
    }

    /// The verdict on a program whose last builtin did not come back by the deadline, with its place where that is known.
    fn timed_out_at(&self, (line, column): (u32, u32)) -> Verdict {
        let mut diagnostic = out_of_time(self.limits);
        // A place that a hostile worker made up is at worst another place in the program.
        if line > 0
            && let Some(span) = mikoshi_runtime::source_span(self.program, line, column)
        {
            diagnostic = diagnostic.at(span).with_label("a regular expression was still matching here").with_help(
                "write the pattern so that its parts cannot match the same text in many ways: nested or adjacent quantifiers, \
                 as in (a+)+, take exponential time",
            );
        }
        Verdict::ended(Status::Timeout, diagnostic)
    }

    fn ended(&self, ended: Ended) -> Judged<Verdict> {
        let timeout_us = self.limits.timeout_ms.saturating_mul(1_000);
        if ended.run_us > self.elapsed_us.saturating_add(CLOCK_SLACK_US) {
            return Err("more time than has passed");
        }
        if ended.reason == Reason::Timeout && self.elapsed_us.saturating_add(CLOCK_SLACK_US) < timeout_us {
            return Err("a timeout before its time");
        }
        let ceiling = self.limits.memory_bytes.saturating_mul(2);
        let mut verdict = match ended.reason {
            Reason::Timeout => self.timed_out_at(ended.place),
            Reason::Memory => Verdict::ended(
                Status::MemoryLimit,
                Diagnostic::new(
                    Code::MEMORY_LIMIT,
                    format!(
                        "more than {} was in use at once, twice the limit of {}",
                        size(ceiling),
                        size(self.limits.memory_bytes)
                    ),
                ),
            ),
            Reason::Stack => Verdict::ended(
                Status::StackLimit,
                Diagnostic::new(Code::STACK_LIMIT, "a builtin recursed until the native stack was full"),
            ),
        };
        verdict.metrics.run_us = ended.run_us;
        verdict.metrics.peak_heap_bytes = ended.peak_heap_bytes.min(ceiling);
        Ok(verdict)
    }
}

/// The verdict on a program that was stopped at its deadline from without.
pub(crate) fn timed_out(limits: &Limits) -> Verdict {
    Verdict::ended(Status::Timeout, out_of_time(limits))
}

fn out_of_time(limits: &Limits) -> Diagnostic {
    Diagnostic::new(Code::TIMEOUT, format!("the program ran longer than {} ms", limits.timeout_ms))
}

/// What a verdict says against itself, if anything.
fn contradiction(verdict: &Verdict) -> Option<&'static str> {
    let is_true = verdict.output == Some(serde_json::Value::Bool(true));
    let has_errors = verdict.diagnostics.iter().any(|d| d.severity == Severity::Error);
    let ended = matches!(verdict.status, Status::Passed | Status::Failed);
    if (verdict.status == Status::Passed) != (ended && is_true) {
        return Some("a status that is not its output's");
    }
    if is_true && verdict.output_type.as_deref() != Some("boolean") {
        return Some("a type that is not its output's");
    }
    if ended {
        return (verdict.error.is_some() || has_errors).then_some("an error beside a completion value");
    }
    let Some(error) = &verdict.error else {
        return Some("no error where there must be one");
    };
    let family = error.code.number() / 1_000;
    let fits = match verdict.status {
        Status::Rejected => family < 5,
        Status::RuntimeError => family == 5,
        Status::Timeout => error.code == Code::TIMEOUT,
        Status::MemoryLimit => error.code == Code::MEMORY_LIMIT,
        Status::StackLimit => error.code == Code::STACK_LIMIT,
        Status::OutputLimit => error.code == Code::OUTPUT_LIMIT,
        Status::Crashed => error.code == Code::WORKER_CRASHED,
        _ => false,
    };
    (!fits).then_some("an error that is not its status's")
}

fn decode<T: DeserializeOwned>(body: &[u8]) -> Judged<T> {
    match postcard::take_from_bytes(body) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err("bytes behind the end of the reply"),
        Err(_) => Err("a body that cannot be decoded"),
    }
}

fn known_type(name: String) -> Judged<String> {
    const TYPES: [&str; 10] =
        ["undefined", "null", "boolean", "number", "bigint", "string", "symbol", "object", "array", "function"];
    if TYPES.contains(&name.as_str()) { Ok(name) } else { Err("an unknown type of output") }
}

fn within(length: usize, limit: u64) -> bool {
    u64::try_from(length).is_ok_and(|n| n <= limit)
}

fn size(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    if bytes >= MIB && bytes.is_multiple_of(MIB) { format!("{} MiB", bytes / MIB) } else { format!("{bytes} bytes") }
}

#[cfg(test)]
#[path = "reply_tests.rs"]
mod tests;
