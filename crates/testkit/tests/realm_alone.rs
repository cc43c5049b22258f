//! The realm alone: every escape among the cases, printed but judged by no rule, finds nothing out there.

use std::path::Path;
use std::thread::available_parallelism;

use mikoshi_analyzer::{Program, testing};
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_testkit::{cases, parallel};
use mikoshi_types::{Limits, Policy, Status};

#[test]
fn no_escape_passes_without_the_analyzer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/cases");
    let mut escapes = cases(&folder);
    escapes.retain(|case| case.folder == "escapes" && !case.expect.allows(Status::Passed));
    let threads = available_parallelism().map_or(1, usize::from);
    let passed = parallel(&escapes, threads, |case| {
        let source = String::from_utf8_lossy(&case.code).into_owned();
        let program =
            stacker::grow(256 << 20, || testing::print(&source)).unwrap_or_else(|_| Program::unwoven(&source));
        let mut limits = Limits::default();
        limits.timeout_ms = 1_000;
        let verdict = Realm::new(&Policy::default()).run(&program, &limits, Entropy::default(), None);
        (verdict.status == Status::Passed).then(|| case.name.clone())
    });
    let passed: Vec<_> = passed.into_iter().flatten().collect();
    assert!(passed.is_empty(), "the realm let these through: {passed:?}");
}
