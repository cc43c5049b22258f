//! The runtime's own programs once more, inside the production filter: a process without system calls must answer as one that
//! has them all.

use std::fs;
use std::path::Path;

use mikoshi_sandbox::{ConstructorAccess, Isolation, Limits, Metrics, Policy, Verdict};
use mikoshi_testkit::parallel;

use crate::support::builder;

/// The sections of the files (`//# name`) that the runtime compares with Node.
fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/runtime/tests/programs");
    let mut programs = Vec::new();
    for file in fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()) {
        if file.extension().is_some_and(|e| e == "js") {
            let text = fs::read_to_string(&file).unwrap();
            let sections = text.split("//# ").skip(1).filter_map(|s| s.split_once('\n'));
            programs.extend(sections.map(|(name, code)| (format!("{}: {name}", file.display()), code.to_owned())));
        }
    }
    programs
}

/// All of a verdict that does not depend on the clock or the machine.
fn fixed(verdict: Verdict) -> Verdict {
    let mut verdict = verdict;
    verdict.metrics = Metrics::default();
    verdict
}

#[test]
fn confined_and_unconfined_verdicts_are_one() {
    let programs = programs();
    assert!(programs.len() > 100, "{}", programs.len());
    let mut limits = Limits::default();
    limits.output_bytes = 1 << 16;
    let builder =
        || builder().policy(Policy::default().with_constructor_access(ConstructorAccess::Allow)).limits(limits);
    let confined = builder().build().unwrap();
    let free = builder().isolation(Isolation::in_process()).build().unwrap();
    let differing: Vec<String> = parallel(&programs, 2, |(name, code)| {
        let verdicts = [&confined, &free].map(|sandbox| fixed(sandbox.execute(code).unwrap()));
        let [confined, unconfined] = verdicts;
        (confined != unconfined).then(|| format!("{name}\n{confined:?}\n{unconfined:?}"))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n\n"));
}
