//! Every file in `fixtures/` gets exactly the findings that its first line lists: `// MK1001 2:1, MK3001 3:4`, or `// nothing`.
//!
//! What lies in `accept/` is accepted (the findings are warnings), what lies in `reject/` is not.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::{Path, PathBuf};

use mikoshi_analyzer::analyze;
use mikoshi_types::{Limits, Policy};

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "js") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What is wrong with the answer for one file.
fn fault(path: &Path, accept: bool) -> Option<String> {
    let source = fs::read_to_string(path).unwrap();
    let expected = source.lines().next().unwrap().strip_prefix("// ").unwrap();
    let (accepted, findings) = match analyze(&source, &Policy::default(), &Limits::default()) {
        Ok(accepted) => (true, accepted.warnings),
        Err(rejection) => (false, rejection.diagnostics),
    };
    let listed: Vec<String> = findings
        .iter()
        .map(|d| d.span.map_or_else(|| d.code.to_string(), |s| format!("{} {}:{}", d.code, s.line, s.column)))
        .collect();
    let listed = if listed.is_empty() { "nothing".to_owned() } else { listed.join(", ") };
    let messages: Vec<&str> = findings.iter().map(|d| d.message.as_str()).collect();
    (listed != expected || accepted != accept)
        .then(|| format!("{}: expected {expected}, got {listed} (accepted: {accepted}) {messages:?}", path.display()))
}

fn check(folder: &str, accept: bool, at_least: usize) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(folder);
    let files = files(&dir);
    assert!(files.len() >= at_least, "only {} fixtures", files.len());
    let faults: Vec<String> = files.iter().filter_map(|path| fault(path, accept)).collect();
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), files.len(), faults.join("\n"));
}

#[test]
fn accepted_programs() {
    check("accept", true, 100);
}

#[test]
fn rejected_programs() {
    check("reject", false, 200);
}
