//! Input that is no program, or barely one: a clear message and the right exit code.

use std::fs;

use crate::support::{folder, mikoshi, mikoshi_with, path};

/// Runs a program from standard input; the exit code, the status and the code of the first diagnostic.
#[track_caller]
fn run(program: &[u8], flags: &[&str]) -> (Option<i32>, String, String) {
    let ran = mikoshi_with(&[&["run", "--format", "json", "-"], flags].concat(), program);
    let verdict = ran.json();
    let first = verdict["diagnostics"].get(0).map_or("", |d| d["code"].as_str().unwrap());
    (ran.exit, verdict["status"].as_str().unwrap().to_owned(), first.to_owned())
}

#[track_caller]
fn gives(program: &[u8], exit: i32, status: &str, code: &str) {
    assert_eq!(
        run(program, &[]),
        (Some(exit), status.to_owned(), code.to_owned()),
        "{:?}",
        program.escape_ascii().to_string()
    );
}

#[test]
fn nothing_to_judge() {
    for program in [&b""[..], b" \n\t", b"// true\n", b"/* true */", b"#!/usr/bin/env node\n", b";;"] {
        gives(program, 1, "FAILED", "MK8002");
    }
}

#[test]
fn bytes_that_are_no_text() {
    gives(b"true\xff", 1, "REJECTED", "MK0002");
    gives(b"\xc0\xaf", 1, "REJECTED", "MK0002");
    gives(b"'\xed\xa0\x80'; true", 1, "REJECTED", "MK0002");
    gives(b"tr\0ue", 1, "REJECTED", "MK0003");
    gives(b"'\0' === '\\0'", 0, "PASSED", "MK0008");
}

#[test]
fn marks_and_line_ends() {
    gives(b"\xEF\xBB\xBFtrue", 0, "PASSED", "");
    gives(b"let a = 1;\r\nlet b = 2;\r\na + b === 3\r\n", 0, "PASSED", "");
    gives("let a = 1\u{2028}let b = 2\ra + b === 3".as_bytes(), 0, "PASSED", "");
    let ran = mikoshi_with(&["run", "--format", "json", "-"], b"\xEF\xBB\xBFlet a = 1;\r\n  require('x')\r\n");
    let span = ran.json()["diagnostics"][0]["span"].clone();
    assert_eq!((span["line"].as_u64(), span["column"].as_u64()), (Some(2), Some(3)), "{span}");
}

#[test]
fn ten_thousand_brackets() {
    for bracket in ["(", ")", "[", "]", "{", "}", "`${", "/*", "'", "<"] {
        let program = bracket.repeat(10_000);
        let (exit, status, code) = run(program.as_bytes(), &["--code-bytes", "1048576"]);
        assert_eq!((exit, status.as_str()), (Some(1), "REJECTED"), "{bracket}");
        assert!(["MK0003", "MK0004"].contains(&code.as_str()), "{bracket}: {code}");
    }
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("(()=>{", "})()")] {
        let program = format!("{}1{}", open.repeat(10_000), close.repeat(10_000));
        let (exit, status, code) = run(program.as_bytes(), &["--code-bytes", "1048576"]);
        assert_eq!((exit, status.as_str(), code.as_str()), (Some(1), "REJECTED", "MK0004"), "{open}");
    }
}

#[test]
fn not_javascript() {
    for program in [
        "let a: number = 1; true",
        "<div/>",
        "def f(x):\n  return x",
        "```js\nconst a = `x`;\na === 'x'\n```",
        "“true”",
        "return true",
        "SELECT 1",
    ] {
        gives(program.as_bytes(), 1, "REJECTED", "MK0003");
    }
}

/// Runs the command, which must give no answer; what it says.
#[track_caller]
fn unanswered(args: &[&str]) -> String {
    let ran = mikoshi_with(args, b"true");
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert!(!ran.stderr.trim().is_empty());
    ran.stderr
}

#[test]
fn files_that_cannot_be_read() {
    let folder = folder(&[("ok.js", b"true")]);
    let (missing, here, ok) = (path(&folder, "missing.js"), path(&folder, ""), path(&folder, "ok.js"));
    for command in ["run", "check", "batch"] {
        let said = unanswered(&[command, &missing]);
        assert_eq!(said, format!("mikoshi: cannot read {missing}: no such file or directory\n"));
        assert_eq!(unanswered(&[command, &here]), format!("mikoshi: cannot read {here}: is a directory\n"));
    }
    // One file that cannot be read, and there is no answer for the others either.
    unanswered(&["check", "--format", "json", &ok, &missing]);
    unanswered(&["check", "-", "-"]);
}

#[test]
fn policies_that_cannot_be_used() {
    let files: &[(&str, &[u8], &str)] = &[
        ("typo.toml", b"alow = ['Symbol']", "unknown key `alow`: did you mean `allow`?"),
        (
            "typo.json",
            br#"{"limits":{"timeout":1}}"#,
            "unknown key `limits.timeout`: did you mean `limits.timeout_ms`?",
        ),
        ("broken.toml", b"allow = [", "not valid TOML"),
        ("bytes.json", b"\xff", "is not UTF-8"),
        ("eval.toml", b"allow = ['eval']", "`eval` cannot be allowed by any policy"),
        ("hostile.toml", b"\"\\u001b[2J\" = 1", "unknown key `\\u{1b}[2J`"),
    ];
    for (name, text, message) in files {
        let folder = folder(&[(name, text)]);
        let said = unanswered(&["run", "--policy", &path(&folder, name), "-"]);
        assert!(said.contains(message), "{name}: {said}");
        assert!(!said.contains('\u{1b}'), "{name}: {said:?}");
    }
    assert!(unanswered(&["run", "--policy", "defualt", "-"]).contains("did you mean `default`?"));
    assert!(unanswered(&["run", "--policy", "none.toml", "-"]).contains("cannot read the policy none.toml"));
    assert!(unanswered(&["run", "--policy", "policy", "-"]).contains(".toml or .json"));
}

#[test]
fn flags_that_mean_nothing() {
    for flags in
        [&["--timeout-ms", "0"][..], &["--timeout-ms", "-1"], &["--memory-mib", "99999999"], &["--stack-frames", "x"]]
    {
        unanswered(&[&["run", "-"], flags].concat());
    }
    unanswered(&["run"]);
    unanswered(&["run", "a.js", "b.js"]);
    unanswered(&["run", "--format", "sarif", "-"]);
    unanswered(&["batch", "-j", "0"]);
    unanswered(&["rum"]);
    unanswered(&[]);
    assert!(unanswered(&["run", "--waive", "seccom", "-"]).contains("did you mean `seccomp`?"));
    assert!(unanswered(&["explain", "MK101"]).contains("did you mean"));
}

#[test]
fn a_policy_file_is_obeyed() {
    let folder = folder(&[("p.toml", b"extends = 'extended'\nforbid = ['Date']\n[limits]\nstack_frames = 3\n")]);
    let policy = path(&folder, "p.toml");
    let status = |code: &str, flags: &[&str]| {
        let ran =
            mikoshi_with(&[&["run", "--format", "json", "--policy", &policy, "-"], flags].concat(), code.as_bytes());
        ran.json()["status"].as_str().unwrap().to_owned()
    };
    assert_eq!(status("typeof Symbol === 'function' && typeof Date === 'undefined'", &[]), "PASSED");
    let deep = "const f = (n) => n === 0 || f(n - 1); f(5)";
    assert_eq!(status(deep, &[]), "STACK_LIMIT");
    // A flag goes before the policy's own limit.
    assert_eq!(status(deep, &["--stack-frames", "10"]), "PASSED");
}

#[test]
fn a_source_of_a_gigabyte_costs_no_gigabyte() {
    let folder = folder(&[]);
    let big = path(&folder, "big.js");
    fs::File::create(&big).unwrap().set_len(1 << 30).unwrap();
    let ran = mikoshi(["run", "--format", "json", &big]);
    assert_eq!((ran.exit, ran.json()["error"]["code"].as_str()), (Some(1), Some("MK0001")));
}
