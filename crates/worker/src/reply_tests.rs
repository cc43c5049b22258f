use super::*;
use crate::protocol::{Header, RequestRef, reply_frame, request_frame};

const SOURCE: &str = "let a = 1;\nthrow a";

fn judge(verdict: Verdict) -> Result<Verdict, &'static str> {
    judge_wire(&WireVerdict::new(verdict))
}

fn judge_wire(wire: &WireVerdict) -> Result<Verdict, &'static str> {
    let frame = reply_frame(kind::VERDICT, wire).unwrap();
    judge_bytes(&frame[4..]).map(|reply| match reply {
        Reply::Verdict(verdict) => *verdict,
        Reply::Parsed(_) => panic!("parsed"),
    })
}

fn judge_bytes(bytes: &[u8]) -> Result<Reply, &'static str> {
    let program = Program::unwoven(SOURCE);
    let limits = Limits::default();
    Judge { task: Task::Run, program: &program, limits: &limits, elapsed_us: 5_000_000 }.judge(bytes)
}

fn passed() -> Verdict {
    let mut verdict = Verdict::new(Status::Passed);
    verdict.output = Some(true.into());
    verdict.output_type = Some("boolean".to_owned());
    verdict.metrics.output_bytes = 4;
    verdict
}

fn threw() -> Verdict {
    let span = LineIndex::new(SOURCE).span(11, 18);
    let diagnostic = Diagnostic::new(Code::UNCAUGHT_EXCEPTION, "1").at(span).and(span, "here");
    Verdict::ended(Status::RuntimeError, diagnostic)
}

#[test]
fn honest_verdicts_pass_unchanged() {
    let mut failed = Verdict::new(Status::Failed);
    failed.output = Some(serde_json::json!({"a": [1, 0.1, "b"]}));
    failed.output_type = Some("object".to_owned());
    failed.diagnostics.push(Diagnostic::new(Code::NOT_EXACTLY_TRUE, "an object"));
    for verdict in [passed(), threw(), failed] {
        assert_eq!(judge(verdict.clone()), Ok(verdict));
    }
}

#[test]
fn contradictions_are_refused() {
    type Change = fn(&mut Verdict);
    let cases: [(&str, Verdict, Change); 17] = [
        ("a status that is not its output's", passed(), |v| v.output = Some(1.into())),
        ("a status that is not its output's", passed(), |v| v.output = None),
        ("a status that is not its output's", passed(), |v| v.status = Status::Failed),
        ("a type that is not its output's", passed(), |v| v.output_type = Some("object".to_owned())),
        ("an unknown type of output", passed(), |v| v.output_type = Some("Boolean".to_owned())),
        ("an error beside a completion value", passed(), |v| v.error = threw().error),
        ("an error beside a completion value", passed(), |v| v.diagnostics = threw().diagnostics),
        ("an output over its limit", passed(), |v| v.metrics.output_bytes = 1_025),
        ("more time than has passed", passed(), |v| v.metrics.run_us = 6_000_000),
        ("more memory than its ceiling", passed(), |v| v.metrics.peak_heap_bytes = (64 << 20) + 1),
        ("no error where there must be one", threw(), |v| v.error = None),
        ("an error that is not its status's", threw(), |v| v.status = Status::Timeout),
        ("a span that is not in the source", threw(), |v| v.error.as_mut().unwrap().span.as_mut().unwrap().end = 19),
        ("a span that is not in the source", threw(), |v| v.diagnostics[0].span.as_mut().unwrap().line = 1),
        ("a span that is not in the source", threw(), |v| v.diagnostics[0].labels[0].span.start = u32::MAX),
        ("a text over its limit", threw(), |v| v.error.as_mut().unwrap().message = "x".repeat(20_000)),
        ("a severity that is not its code's", threw(), |v| v.diagnostics[0].severity = Severity::Advice),
    ];
    for (what, mut verdict, change) in cases {
        change(&mut verdict);
        assert_eq!(judge(verdict), Err(what));
    }
    let mut many = threw();
    many.diagnostics = vec![many.diagnostics[0].clone(); 65];
    assert_eq!(judge(many), Err("too many diagnostics"));
    let mut wide = Verdict::new(Status::Failed);
    wide.output = Some("x".repeat(1_023).into());
    assert_eq!(judge(wide), Err("an output over its limit"));
}

#[test]
fn a_verdict_as_the_answer_to_a_parse_is_refused() {
    let program = Program::unwoven(SOURCE);
    let limits = Limits::default();
    let judge = Judge { task: Task::Parse, program: &program, limits: &limits, elapsed_us: 0 };
    let frame = reply_frame(kind::VERDICT, &WireVerdict::new(passed())).unwrap();
    assert_eq!(judge.judge(&frame[4..]).unwrap_err(), "a verdict on a program that was only to be parsed");
    let frame = reply_frame(kind::PARSED, &None::<Diagnostic>).unwrap();
    assert!(matches!(judge.judge(&frame[4..]), Ok(Reply::Parsed(None))));
}

/// No bytes make the judge panic: every prefix of a good frame, every single changed byte, and noise.
#[test]
fn no_bytes_break_it() {
    let frame = reply_frame(kind::VERDICT, &WireVerdict::new(threw())).unwrap();
    let good = &frame[4..];
    for end in 0..good.len() {
        assert!(judge_bytes(&good[..end]).is_err());
    }
    let mut changed = good.to_vec();
    for i in 0..good.len() {
        for value in 0..=255 {
            changed[i] = value;
            let _ = judge_bytes(&changed);
        }
        changed[i] = good[i];
    }
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..20_000 {
        let noise: Vec<u8> = (0..round % 97)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        for kind in [kind::VERDICT, kind::PARSED, kind::ENDED, 0] {
            let reply = judge_bytes(&[&[kind], noise.as_slice()].concat());
            assert!(!matches!(reply, Ok(Reply::Verdict(v)) if v.passed));
        }
    }
}

#[test]
fn a_request_is_read_back_whole() {
    let program = Program::unwoven(SOURCE);
    let limits = Limits::default();
    let request = RequestRef { task: Task::Run, sent_ns: 1, seed: 2, limits, program: &program };
    let frame = request_frame(&request).unwrap();
    let (header, body) = frame.split_first_chunk::<{ Header::SIZE }>().unwrap();
    let header = Header::from_bytes(*header);
    assert_eq!(
        header,
        Header { length: u32::try_from(body.len()).unwrap(), memory_bytes: 32 << 20, timeout_ms: 5_000 }
    );
    let back: crate::protocol::Request = postcard::from_bytes(body).unwrap();
    assert_eq!((back.program, back.limits, back.seed), (program, limits, 2));
}
