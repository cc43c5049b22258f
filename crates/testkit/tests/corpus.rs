//! The fixed corpus under plain `cargo test`: the cases and what campaigns have found, each given to every oracle that it
//! fits. A crash that `fuzz/run.sh` files is kept by moving it into `corpus/ORACLE/`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;
use std::thread::available_parallelism;

use mikoshi_testkit::oracle::{self, Checked, install_quiet_hook};
use mikoshi_testkit::{cases, parallel};

/// An input and what to call it.
type Input = (String, Vec<u8>);

/// What campaigns have left for one oracle.
fn kept(oracle: &str) -> Vec<Input> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(oracle);
    read(&folder)
}

/// What campaigns begin with where no case fits.
fn seeds(target: &str) -> Vec<Input> {
    read(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target))
}

fn read(folder: &PathBuf) -> Vec<Input> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.is_file() && !path.ends_with(".gitkeep"));
    files.map(|path| (path.display().to_string(), fs::read(&path).unwrap())).collect()
}

fn cases_of(folders: &[&str]) -> Vec<Input> {
    let all = cases(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/cases"));
    let wanted = all.into_iter().filter(|case| folders.contains(&case.folder.as_str()));
    wanted.map(|case| (case.name, case.code)).collect()
}

fn no_fault(inputs: &[Input], check: impl Fn(&[u8]) -> Checked + Sync) {
    install_quiet_hook();
    assert!(!inputs.is_empty(), "no inputs were found");
    let threads = available_parallelism().map_or(1, usize::from);
    let faults = parallel(inputs, threads, |(name, input)| check(input).err().map(|fault| format!("{name}: {fault}")));
    let faults: Vec<_> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

fn text(check: impl Fn(&str) -> Checked) -> impl Fn(&[u8]) -> Checked {
    move |input| check(&String::from_utf8_lossy(input))
}

#[test]
fn analysis() {
    let mut inputs = cases_of(&["escapes", "semantics", "falsepositives", "resources"]);
    inputs.extend(kept("analysis"));
    no_fault(&inputs, oracle::analysis);
}

#[test]
fn roundtrip() {
    let mut inputs = cases_of(&["escapes", "semantics", "falsepositives", "resources"]);
    inputs.extend(kept("roundtrip"));
    no_fault(&inputs, text(oracle::roundtrip));
}

#[test]
fn escape() {
    let mut inputs = cases_of(&["escapes", "semantics", "falsepositives"]);
    inputs.extend(kept("escape"));
    no_fault(&inputs, text(oracle::escape));
}

#[test]
fn differential() {
    let mut inputs = cases_of(&["semantics", "falsepositives"]);
    inputs.extend(kept("differential"));
    no_fault(&inputs, text(oracle::differential));
}

#[test]
fn policy() {
    let mut inputs = seeds("policy");
    inputs.extend(kept("policy"));
    no_fault(&inputs, oracle::policy);
}

#[test]
fn protocol() {
    let mut inputs = seeds("protocol");
    inputs.extend(kept("protocol"));
    no_fault(&inputs, oracle::protocol);
}
