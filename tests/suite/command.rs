//! The command's forms of output, on verdicts that need no snapshot.

use std::fs::OpenOptions;
use std::process::{Command, Stdio};

use mikoshi_sandbox::Policy;
use serde_json::{Value, json};

use crate::support::{MIKOSHI, folder, mikoshi, mikoshi_with, path};

#[test]
fn a_verdict_in_json_has_every_field() {
    let ran = mikoshi_with(&["run", "--format", "json", "-"], b"[1, 'a', null]");
    let verdict = ran.json();
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(1), ""));
    let fields: Vec<_> = verdict.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "passed",
        "status",
        "output",
        "output_type",
        "output_text",
        "error",
        "diagnostics",
        "metrics",
        "schema_version",
    ];
    assert_eq!(fields, expected);
    assert_eq!((&verdict["output"], &verdict["output_type"]), (&json!([1, "a", null]), &json!("array")));
    assert_eq!((&verdict["error"], &verdict["schema_version"]), (&Value::Null, &json!(1)));
    let metrics = verdict["metrics"].as_object().unwrap();
    for name in
        ["analysis_us", "queue_us", "startup_us", "run_us", "wall_us", "peak_heap_bytes", "ticks", "output_bytes"]
    {
        assert!(metrics[name].is_u64(), "{name}: {metrics:?}");
    }
    assert!(metrics["wall_us"].as_u64() >= metrics["analysis_us"].as_u64());
    assert!(metrics["wall_us"].as_u64() > Some(0));
    assert_eq!(metrics["output_bytes"], 12);
}

#[test]
fn run_answers_with_its_exit_code() {
    let folder = folder(&[("yes.js", b"1 + 1 === 2"), ("no.js", b"1 + 1 === 3"), ("bad.js", b"eval('1')")]);
    for (file, exit, status) in [("yes.js", 0, "PASSED"), ("no.js", 1, "FAILED"), ("bad.js", 1, "REJECTED")] {
        let ran = mikoshi(["run", &path(&folder, file)]);
        assert_eq!(ran.exit, Some(exit), "{ran:?}");
        assert!(ran.stdout.starts_with(status), "{ran:?}");
        let ran = mikoshi(["run", "--format", "json", &path(&folder, file)]);
        assert_eq!((ran.exit, ran.json()["status"].as_str()), (Some(exit), Some(status)));
    }
}

#[test]
fn check_prints_one_array() {
    let folder = folder(&[("a.js", b"true"), ("b.js", b"require('fs'); eval('1')"), ("c.js", b"let a; let a; true")]);
    let files = ["a.js", "b.js", "c.js"].map(|f| path(&folder, f));
    let ran = mikoshi(["check", "--format", "json", &files[0], &files[1], &files[2]]);
    let rows = ran.json();
    assert_eq!(ran.exit, Some(1));
    let told: Vec<_> = rows.as_array().unwrap().iter().map(|r| (r["file"].clone(), r["accepted"].clone())).collect();
    assert_eq!(
        told,
        [(json!(files[0]), json!(true)), (json!(files[1]), json!(false)), (json!(files[2]), json!(false))]
    );
    let codes: Vec<_> = rows[1]["diagnostics"].as_array().unwrap().iter().map(|d| d["code"].clone()).collect();
    assert_eq!(codes, ["MK1001", "MK1003"]);
    // What only the engine's own parser refuses is a rejection as well.
    assert!(rows[2]["diagnostics"][0]["code"].as_str().unwrap().starts_with("MK000"), "{rows}");
    let ran = mikoshi(["check", "--format", "json", &files[0]]);
    assert_eq!((ran.exit, ran.json()[0]["accepted"].as_bool()), (Some(0), Some(true)));
}

#[test]
fn sarif_has_a_rule_for_every_result() {
    let folder =
        folder(&[("a b.js", "const \u{1F600} = 1".as_bytes()), ("b.js", "'é';\n  process.exit('🙂')".as_bytes())]);
    let ran = mikoshi(["check", "--format", "sarif", &path(&folder, "a b.js"), &path(&folder, "b.js")]);
    let log = ran.json();
    assert_eq!((ran.exit, &log["version"]), (Some(1), &json!("2.1.0")));
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2, "{results:#?}");
    for result in results {
        let rule = &run["tool"]["driver"]["rules"][usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    let place = &results[1]["locations"][0]["physicalLocation"];
    assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&json!(2), &json!(3)));
    assert_eq!(place["region"]["byteLength"], 7);
    let uri = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("/a%20b.js"), "{uri}");
}

/// Programs that try to speak to the terminal through every report.
const HOSTILE: &[&str] = &[
    "require('\u{1b}[2J\u{202e}fs\u{7f}')",
    "throw '\u{1b}]0;title\u{7}\u{202e}'",
    "throw new Error('\u{9b}2J')",
    "'\u{1b}[31m\u{2066}'",
    "let \u{202e}a = 1",
    "/* \u{202e} \u{2066} */ process",
    "\u{1b}[2J",
];

#[test]
fn nothing_of_a_program_reaches_the_terminal_raw() {
    for program in HOSTILE {
        for format in ["human", "json", "agent"] {
            let ran = mikoshi_with(&["run", "--format", format, "--color", "never", "-"], program.as_bytes());
            let said = ran.stdout + &ran.stderr;
            let raw = said.chars().find(|c| (c.is_control() && *c != '\n') || ('\u{202a}'..='\u{2069}').contains(c));
            assert_eq!(raw, None, "{program:?} as {format}: {said:?}");
        }
    }
}

#[test]
fn reports_are_plain_without_a_terminal_and_fancy_on_demand() {
    let report = |flags: &[&str]| mikoshi_with(&[&["run", "-"], flags].concat(), b"let a = 1;\nrequire('fs')").stderr;
    let plain = report(&[]);
    assert!(plain.is_ascii() && plain.contains("require") && plain.contains("<stdin>:2:1"), "{plain}");
    assert!(report(&["--color", "always"]).contains("\u{1b}["));
}

#[test]
fn a_long_line_is_clipped_around_the_place() {
    let program = format!("const a = [{}]; process.exit(a);{}", "1, ".repeat(1000), " 1;".repeat(1000));
    let ran = mikoshi_with(&["run", "-"], program.as_bytes());
    assert!(ran.stderr.contains("process.exit(a)") && ran.stderr.len() < 2_000, "{}", ran.stderr);
    let column = program.find("process").unwrap() + 1;
    assert!(ran.stderr.contains(&format!("<stdin>:1:{column}")), "{}", ran.stderr);
}

#[test]
fn agents_get_a_line_a_finding() {
    let ran = mikoshi_with(&["check", "--format", "agent", "-"], b"'\xc3\xa9'; require('fs');\nprocess.exit(0)");
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!((ran.exit, lines.len()), (Some(1), 2), "{ran:?}");
    assert!(lines[0].starts_with("<stdin>:1:6: error MK1001: ") && lines[0].contains("; fix: "), "{lines:?}");
    assert!(lines[1].starts_with("<stdin>:2:1: error MK1001: "), "{lines:?}");
}

#[test]
fn explain_prints_the_page() {
    let page = mikoshi(["explain", "mk1001"]);
    assert_eq!((page.exit, page.stderr.as_str()), (Some(0), ""));
    assert!(page.stdout.starts_with("# MK1001: "), "{page:?}");
    assert_eq!(mikoshi(["explain", "forbidden-name"]).stdout, page.stdout);
    let list = mikoshi(["explain"]).stdout;
    assert_eq!(list.lines().count(), mikoshi_sandbox::codes::CODES.len());
}

#[test]
fn doctor_lists_the_layers() {
    let ran = mikoshi(["doctor", "--format", "json"]);
    let findings = ran.json();
    let layers = findings["layers"].as_array().unwrap();
    let active = |l: &&Value| l["state"] == "active";
    let missing = layers.iter().filter(|l| l["required"] == true && !active(l)).count();
    assert_eq!(ran.exit == Some(0), missing == 0, "{ran:?}");
    assert!(layers.iter().filter(active).any(|l| l["layer"] == "process"), "{ran:?}");
    assert_eq!(findings["trial"]["status"], "PASSED");
    let table = mikoshi(["doctor"]).stdout;
    for layer in layers {
        assert!(table.contains(layer["layer"].as_str().unwrap()), "{table}");
    }
}

/// Runs the command with an output that takes nothing; its exit code and what it says.
fn into(output: Stdio, args: &[&str]) -> (Option<i32>, String) {
    let folder = folder(&[("yes.js", b"true"), ("in.jsonl", b"{\"code\":\"true\"}")]);
    let mut command = Command::new(MIKOSHI);
    command.args(args).current_dir(folder.path()).stdin(Stdio::null()).stdout(output).stderr(Stdio::piped());
    let done = command.spawn().unwrap().wait_with_output().unwrap();
    (done.status.code(), String::from_utf8(done.stderr).unwrap())
}

const EVERY_COMMAND: &[&[&str]] = &[
    &["run", "yes.js", "--format", "json"],
    &["run", "yes.js"],
    &["check", "yes.js", "--format", "json"],
    &["explain", "MK1001"],
    &["doctor"],
    &["batch", "in.jsonl"],
    &["--help"],
];

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_is_full_is_a_failure() {
    for args in EVERY_COMMAND.iter().filter(|a| a[0] != "--help") {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let (exit, said) = into(full.into(), args);
        assert_eq!(exit, Some(2), "{args:?}: {said}");
        assert!(said.contains("no space left on device"), "{args:?}: {said}");
    }
}

#[test]
fn an_output_that_nobody_reads_is_no_drama() {
    for args in EVERY_COMMAND {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (exit, said) = into(writer.into(), args);
        assert!(exit.is_some() && !said.contains("panic") && !said.contains("pipe"), "{args:?}: {exit:?} {said}");
    }
}

/// The page on policies shows a file that is one, and names every key that there is.
#[test]
fn the_page_on_policies_is_true() {
    let page = include_str!("../../crates/sandbox/docs/POLICIES.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let policy = Policy::from_toml(example).unwrap();
    assert!(policy.offers("Symbol") && !policy.offers("Date") && policy.fixed().is_some());
    assert_eq!(policy.limits().memory_bytes, 16 << 20);
    for (prefix, text) in [("", "x = 1"), ("limits.", "[limits]\nx = 1")] {
        let error = Policy::from_toml(text).unwrap_err().to_string();
        for key in error.rsplit("the keys are ").next().unwrap().split(", ") {
            assert!(page.contains(&format!("| `{key}` |")), "{prefix}{key}");
        }
    }
}
