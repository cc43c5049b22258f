//! Programs whose answers are Node's. `programs/*.js` hold one program a section (`//# name`); `programs/answers.json` holds
//! what Node answered under the same whitelist. Where Node is installed the answers are asked for again, so that the file
//! cannot drift; `MIKOSHI_RECORD=1` writes it anew.

mod common;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{limits, run_with};
use mikoshi_types::{Policy, Status, Verdict};

/// Runs in Node: reads the programs, answers each in a context that has the default policy's globals alone.
const NODE: &str = include_str!("differential.node.js");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

/// The sections of all files, by `file: name`.
fn programs() -> BTreeMap<String, String> {
    let mut programs = BTreeMap::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|f| f.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "js"));
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        for section in text.split("//# ").skip(1) {
            let (name, code) = section.split_once('\n').unwrap();
            let old = programs.insert(format!("{stem}: {name}"), code.to_owned());
            assert!(old.is_none(), "{stem}: {name} is there twice");
        }
    }
    programs
}

/// A verdict in the form in which the Node script answers.
fn answer(verdict: &Verdict) -> String {
    match verdict.status {
        Status::Passed | Status::Failed => {
            let kind = verdict.output_type.clone().unwrap_or_default();
            match (&verdict.output, &verdict.output_text) {
                (Some(json), _) => format!("{kind} {json}"),
                (None, Some(text)) if kind == "number" => format!("{kind} {text}"),
                _ => kind,
            }
        }
        Status::RuntimeError => {
            let name = verdict.error.as_ref().and_then(|e| e.name.clone()).unwrap_or_else(|| "a non-error".to_owned());
            format!("throws {name}")
        }
        Status::Rejected => "throws SyntaxError".to_owned(),
        other => other.to_string(),
    }
}

fn ask_node(programs: &BTreeMap<String, String>) -> Option<BTreeMap<String, String>> {
    let mut node = Command::new("node")
        .args(["-e", NODE])
        .env("TZ", "UTC")
        .env("LC_ALL", "en_US.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = node.stdin.take()?;
    let text = serde_json::to_string(programs).unwrap();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = node.wait_with_output().ok()?;
    writer.join().unwrap().ok()?;
    Some(serde_json::from_slice(&output.stdout).expect("node answers in JSON"))
}

#[test]
fn answers_are_nodes() {
    let programs = programs();
    let recorded = folder().join("answers.json");
    if let Some(asked) = ask_node(&programs) {
        if std::env::var_os("MIKOSHI_RECORD").is_some() {
            std::fs::write(&recorded, serde_json::to_string_pretty(&asked).unwrap() + "\n").unwrap();
        }
        let known: BTreeMap<String, String> =
            serde_json::from_str(&std::fs::read_to_string(&recorded).unwrap()).unwrap();
        assert_eq!(known, asked, "answers.json is not what node says; record it anew with MIKOSHI_RECORD=1");
    } else {
        println!("node is not installed: its recorded answers are taken as they are");
    }
    let answers: BTreeMap<String, String> = serde_json::from_str(&std::fs::read_to_string(&recorded).unwrap()).unwrap();
    assert_eq!(answers.len(), programs.len(), "answers.json is not about these programs");
    let roomy = limits(|l| l.output_bytes = 1 << 16);
    let mut wrong = Vec::new();
    for (name, code) in &programs {
        let ours = answer(&run_with(code, &Policy::default(), &roomy));
        if &ours != answers.get(name).unwrap() {
            wrong.push(format!("{name}\n  node: {}\n  ours: {ours}", answers[name]));
        }
    }
    println!("{} programs compared", programs.len());
    assert!(wrong.is_empty(), "{} of {} differ\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
