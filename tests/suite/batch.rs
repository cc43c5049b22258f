//! `mikoshi batch`: a verdict a line, in order, whatever the lines are.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{MIKOSHI, folder, mikoshi, mikoshi_with, path, run};

fn request(id: &Value, code: &str) -> String {
    json!({ "id": id, "code": code }).to_string() + "\n"
}

fn parse(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn verdicts_come_in_the_order_of_the_input() {
    // The slow ones are first, so verdicts are ready long before their turn.
    let slow = "let n = 0; for (let i = 0; i < 300000; i++) n += i; n > 0";
    let lines: String = (0..200).map(|i| request(&json!(i), if i % 20 == 0 { slow } else { "true" })).collect();
    let ran = mikoshi_with(&["batch", "-j", "4"], lines.as_bytes());
    assert_eq!(ran.exit, Some(0), "{}", ran.stderr);
    let verdicts = parse(&ran.stdout);
    let ids: Vec<_> = verdicts.iter().map(|v| v["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, (0..200).collect::<Vec<_>>());
    assert!(verdicts.iter().all(|v| v["passed"] == true && v.get("line").is_none()), "{}", ran.stdout);
    assert!(ran.stderr.starts_with("200 verdicts in "), "{}", ran.stderr);
    assert!(ran.stderr.contains("4 at once: 200 PASSED"), "{}", ran.stderr);
}

#[test]
fn a_broken_line_is_a_verdict_and_the_others_go_on() {
    let good = request(&json!("a"), "true");
    let long = request(&json!("long"), &"x".repeat(20 << 20));
    let lines = [
        good.as_bytes(),
        b"not json\n",
        b"\n",
        b"[1, \"true\"]\n",
        b"{\"id\": {\"deep\": [1]}, \"code\": 1}\n",
        b"{\"id\": 7}\n",
        b"{\"id\": 8, \"code\": \"tr\xff\"}\n",
        long.as_bytes(),
        b"{\"code\": \"true\"}\r\n",
        b"{\"id\": \"end\", \"code\": \"1\"}",
    ]
    .concat();
    let ran = mikoshi_with(&["batch"], &lines);
    assert_eq!(ran.exit, Some(0), "{}", ran.stderr);
    let told: Vec<_> = parse(&ran.stdout)
        .iter()
        .map(|v| {
            (
                v["id"].to_string(),
                v["line"].as_u64(),
                v["status"].as_str().unwrap().to_owned(),
                v["error"]["code"].clone(),
            )
        })
        .collect();
    let broken = |id: &str, line: u64| (id.to_owned(), Some(line), "REJECTED".to_owned(), json!("MK0007"));
    let fine = |id: &str, status: &str| (id.to_owned(), None, status.to_owned(), Value::Null);
    let expected = [
        fine("\"a\"", "PASSED"),
        broken("null", 2),
        broken("null", 3),
        broken("null", 4),
        broken("{\"deep\":[1]}", 5),
        broken("7", 6),
        broken("8", 7),
        broken("null", 8),
        fine("null", "PASSED"),
        fine("\"end\"", "FAILED"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn rejected_and_failed_lines_leave_the_exit_code_alone() {
    let lines = request(&json!(1), "require('fs')") + &request(&json!(2), "1") + &request(&json!(3), "null.x");
    let ran = mikoshi_with(&["batch", "-"], lines.as_bytes());
    let statuses: Vec<_> = parse(&ran.stdout).iter().map(|v| v["status"].clone()).collect();
    assert_eq!((ran.exit, statuses), (Some(0), vec![json!("REJECTED"), json!("FAILED"), json!("RUNTIME_ERROR")]));
}

#[test]
fn ids_come_back_as_they_were() {
    for id in ["\"x\"", "12345678901234567890123", "[1,{\"a\":null}]", "null", "true", "\"\\u202e\""] {
        let ran = mikoshi_with(&["batch"], format!("{{\"id\":{id},\"code\":\"true\"}}").as_bytes());
        assert!(ran.stdout.starts_with(&format!("{{\"id\":{id},\"passed\":true,")), "{}", ran.stdout);
    }
    // A character that reorders the line on a terminal is escaped; it stays the same id.
    let ran = mikoshi_with(&["batch"], "{\"id\":\"\u{202e}\",\"code\":\"true\"}".as_bytes());
    assert!(ran.stdout.starts_with("{\"id\":\"\\u202e\","), "{}", ran.stdout);
}

#[test]
fn no_lines_is_no_fault() {
    let ran = mikoshi_with(&["batch"], b"");
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(0), ""));
}

#[test]
fn files_in_and_out() {
    let folder = folder(&[("in.jsonl", request(&json!(1), "true").as_bytes())]);
    let (input, output) = (path(&folder, "in.jsonl"), path(&folder, "out.jsonl"));
    let ran = mikoshi(["batch", &input, "-o", &output]);
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    assert_eq!(parse(&fs::read_to_string(&output).unwrap())[0]["passed"], true);

    let before = fs::read(&input).unwrap();
    let ran = mikoshi(["batch", &input, "-o", &input]);
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("is the input too"), "{}", ran.stderr);
    assert_eq!(fs::read(&input).unwrap(), before);
    // Standard input is a file, too, where a shell redirects it.
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$0\" batch -o \"$1\" < \"$1\"", MIKOSHI, &input]);
    let ran = run(command, b"");
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("is the input too"), "{}", ran.stderr);
    assert_eq!(fs::read(&input).unwrap(), before);

    let ran = mikoshi(["batch", &input, "-o", &path(&folder, "no/such/folder")]);
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{}", ran.stderr);
}

#[test]
fn limits_hold_for_every_line() {
    let lines = request(&json!(1), "for (;;) {}") + &request(&json!(2), "true");
    let ran = mikoshi_with(&["batch", "--timeout-ms", "200"], lines.as_bytes());
    let statuses: Vec<_> = parse(&ran.stdout).iter().map(|v| v["status"].clone()).collect();
    assert_eq!(statuses, ["TIMEOUT", "PASSED"]);
}

#[test]
fn each_verdict_is_out_before_the_next_request_comes() {
    let mut child = Command::new(MIKOSHI)
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for id in 0..5 {
        stdin.write_all(request(&json!(id), "true").as_bytes()).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{id},\"passed\":true,")), "{line}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = Command::new(MIKOSHI)
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The input stays open: the command must not wait for it.
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    stdin.write_all(request(&json!(1), "true").as_bytes()).unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it waits for more input");
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    drop(stdin);
}

#[test]
fn memory_does_not_grow_with_the_input() {
    // A head of line that takes its time, behind it more input than may be in flight.
    let slow = request(&json!(0), "const t = Date.now(); while (Date.now() - t < 1500) {} true");
    let filler = request(&json!(1), &format!("//{}\ntrue", "x".repeat(9_000))).repeat(20_000);
    let folder = folder(&[("in.jsonl", (slow + &filler).as_bytes())]);
    let mut child = Command::new(MIKOSHI)
        .args(["batch", "-j", "2", "--timeout-ms", "60000", &path(&folder, "in.jsonl")])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    std::thread::sleep(Duration::from_secs(1));
    // Where there is no /proc there is nothing to measure.
    if let Ok(status) = fs::read_to_string(status) {
        let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap();
        let kib: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kib < 150_000, "{kib} KiB for an input of 180 MB");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
