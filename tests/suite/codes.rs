//! The table of codes: every row's examples do what it says, look right in every form, and have their page.

use std::path::{Path, PathBuf};
use std::{env, fs};

use mikoshi_sandbox::codes::CODES;
use mikoshi_sandbox::{Code, CodeInfo, explain};

use crate::support::{Ran, mikoshi_with};

/// Codes that no program is known to get.
const UNREACHED: &[Code] = &[Code::ANALYSIS_FAULT, Code::WORKER_CRASHED, Code::WORKER_PROTOCOL];

/// The program of a row that describes it instead of spelling it out.
fn program(text: &str) -> Vec<u8> {
    match text {
        "a program of 10,241 bytes" => [b"true //".to_vec(), vec![b'x'; 10_241 - 7]].concat(),
        "a program of 10,240 bytes" => [b"true //".to_vec(), vec![b'x'; 10_240 - 7]].concat(),
        "the bytes 74 72 75 FF" => b"tru\xff".to_vec(),
        "10,000 opening parentheses" => vec![b'('; 10_000],
        "a comment that holds U+202E" => "true /* \u{202E} eslaf */".as_bytes().to_vec(),
        _ => text.as_bytes().to_vec(),
    }
}

fn run(format: &str, program: &[u8]) -> Ran {
    mikoshi_with(&[&["run", "--format", format, "--color", "never", "-"][..], BOUNDS].concat(), program)
}

/// What ends a loop that never ends, at the same place on every machine.
const BOUNDS: &[&str] = &["--timeout-ms", "60000", "--ticks", "100000"];

/// Whether a program's verdict has a diagnostic of `code`.
fn gets(code: Code, program: &[u8]) -> bool {
    let verdict = run("json", program).json();
    verdict["diagnostics"].as_array().unwrap().iter().any(|d| d["code"] == code.to_string())
}

fn rows() -> impl Iterator<Item = &'static CodeInfo> {
    // A request is no program: the batch's tests have it.
    CODES.iter().filter(|i| !UNREACHED.contains(&i.code) && i.code != Code::BAD_REQUEST)
}

#[test]
fn every_rows_examples_do_what_it_says() {
    for info in rows() {
        assert!(gets(info.code, &program(info.rejected)), "{} {}: {}", info.code, info.slug, info.rejected);
        assert!(!gets(info.code, &program(info.accepted)), "{} {}: {}", info.code, info.slug, info.accepted);
    }
}

#[test]
fn every_code_looks_right_in_every_form() {
    for info in rows() {
        let program = program(info.rejected);
        let human = run("human", &program);
        let fancy = mikoshi_with(&[&["run", "--color", "always", "-"][..], BOUNDS].concat(), &program).stderr;
        let sarif = mikoshi_with(&["check", "--format", "sarif", "-"], &program).json();
        let mut json = run("json", &program).json();
        // What is measured differs from run to run.
        json["metrics"].take();
        let pretty = |value: &serde_json::Value| serde_json::to_string_pretty(value).unwrap();
        let line = human.stdout.rsplit_once(" (").map_or("", |(line, _)| line);
        let text = [
            format!("human\n{line}\n{}", human.stderr),
            format!("fancy\n{}", fancy.replace('\u{1b}', "^[")),
            format!("agent\n{}", run("agent", &program).stdout),
            format!("json\n{}\n", pretty(&json)),
            format!("sarif results\n{}\n", pretty(&sarif["runs"][0]["results"])),
        ]
        .join("\n");
        insta::with_settings!({ description => info.title, omit_expression => true }, {
            insta::assert_snapshot!(info.code.to_string(), masked(&text));
        });
    }
}

/// How much a program held when it was ended hangs on what the realm and the allocator hold.
fn masked(text: &str) -> String {
    const BEHIND: &str = " MiB are in use";
    let mut parts = text.split(BEHIND).map(str::to_owned).collect::<Vec<_>>();
    let last = parts.pop();
    for part in &mut parts {
        part.truncate(part.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').len());
        part.push('N');
    }
    parts.extend(last);
    parts.join(BEHIND)
}

fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/sandbox/docs/codes")
}

/// The pages are generated: `MIKOSHI_PAGES=write cargo test -p mikoshi-tests pages` writes them anew.
#[test]
fn pages_are_current() {
    let write = env::var_os("MIKOSHI_PAGES").is_some_and(|v| v == "write");
    let mut expected: Vec<(String, String)> =
        CODES.iter().map(|i| (format!("{}.md", i.code), explain(i.code))).collect();
    let rows: Vec<String> = CODES.iter().map(|i| format!("- [{0}]({0}.md): {1}\n", i.code, i.title)).collect();
    expected.push(("README.md".to_owned(), format!("# Diagnostic codes\n\n{}", rows.concat())));
    for (name, text) in &expected {
        let path = pages().join(name);
        if write {
            fs::write(&path, text).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap_or_default(), *text, "{name} is not what the table says");
    }
    assert_eq!(fs::read_dir(pages()).unwrap().count(), expected.len(), "a page without a row");
}
