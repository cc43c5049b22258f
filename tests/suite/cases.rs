//! Every case gets a status that it may have.

use mikoshi_sandbox::{Isolation, Limits, Status};
use mikoshi_testkit::{Case, cases, parallel};

use crate::support::{builder, fixtures, portable};

/// Where a case may time out, this is how soon: it is decided by then, or it would not be decided in five seconds either.
const TIMEOUT_MS: u64 = 1_500;

#[test]
fn every_case_ends_as_it_may() {
    every_case_ends_as_it_may_under(Isolation::required());
}

/// What holds without the layers of Linux, and without its fork server.
#[test]
#[cfg(unix)]
fn every_case_ends_as_it_may_on_other_unix_systems() {
    every_case_ends_as_it_may_under(portable());
}

fn every_case_ends_as_it_may_under(isolation: Isolation) {
    let cases = cases(&fixtures().join("cases"));
    assert_eq!(cases.len(), 479);
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let sandbox = builder().isolation(isolation).workers(threads).build().unwrap();

    let faults: Vec<String> = parallel(&cases, threads, |case: &Case| {
        let mut limits = Limits::default();
        if case.expect.allows(Status::Timeout) {
            limits.timeout_ms = TIMEOUT_MS;
        }
        let verdict = sandbox.execute_with(&case.code, &limits).unwrap();
        let Case { folder, name, why, .. } = case;
        let right = case.expect.allows(verdict.status) && verdict.passed == (verdict.status == Status::Passed);
        let in_time = verdict.metrics.wall_us < (limits.timeout_ms + 2_000) * 1_000;
        if right && in_time {
            return None;
        }
        let got = format!("{} after {} us", verdict.status, verdict.metrics.wall_us);
        let error = verdict.error.map_or(String::new(), |e| format!(" ({}: {})", e.code, e.message));
        Some(format!("{folder}/{name}: {got}{error}, expected {} [{why}]", case.expect.text()))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(faults.is_empty(), "{} of {} cases:\n{}", faults.len(), cases.len(), faults.join("\n"));
}
