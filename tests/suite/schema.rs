//! The documented JSON: its schema is what the types say, and what the command prints is what the schema says.

use std::path::{Path, PathBuf};
use std::{env, fs};

use jsonschema::Validator;
use mikoshi_sandbox::Verdict;
use serde_json::{Value, json};

use crate::support::mikoshi_with;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/sandbox/docs/schema")
}

/// What `check --format json` says of one file.
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only its schema is made")]
struct Checked {
    /// The file's name as it was given; `<stdin>` for standard input.
    file: String,
    /// Whether the program would run.
    accepted: bool,
    /// Everything found, in the order of the text.
    diagnostics: Vec<mikoshi_sandbox::Diagnostic>,
}

/// What the types say: a schema for each kind of answer.
fn generated() -> [(&'static str, Value); 2] {
    let verdict = schemars::schema_for!(Verdict).to_value();
    let checked = schemars::schema_for!(Vec<Checked>).to_value();
    [
        ("verdict", titled(verdict, "A verdict of mikoshi, schema version 1")),
        ("check", titled(checked, "The findings of mikoshi check, schema version 1")),
    ]
}

fn titled(mut schema: Value, title: &str) -> Value {
    schema["title"] = title.into();
    // The types read older and shorter answers too; what is written has every field.
    require_all(&mut schema);
    schema
}

fn require_all(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties") {
                let names: Vec<Value> = properties.keys().map(|k| k.as_str().into()).collect();
                object.insert("required".to_owned(), names.into());
            }
            // Defaults are of reading.
            object.remove("default");
            object.values_mut().for_each(require_all);
        }
        Value::Array(values) => values.iter_mut().for_each(require_all),
        _ => {}
    }
}

/// `MIKOSHI_PAGES=write cargo test -p mikoshi-tests schema` writes it anew.
#[test]
fn the_schema_is_current() {
    for (name, schema) in generated() {
        let path = folder().join(format!("{name}.schema.json"));
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if env::var_os("MIKOSHI_PAGES").is_some_and(|v| v == "write") {
            fs::create_dir_all(folder()).unwrap();
            fs::write(&path, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "{} is not what the types say", path.display());
    }
}

/// A committed schema.
fn schema(name: &str) -> Validator {
    let text = fs::read_to_string(folder().join(format!("{name}.schema.json"))).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

fn fits(schema: &Validator, value: &Value) {
    let faults: Vec<String> = schema.iter_errors(value).map(|e| format!("{e} at {}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{faults:#?}\n{value:#}");
}

/// A program for each status that a program can bring about.
const PROGRAMS: [(&str, &str); 9] = [
    ("PASSED", "true"),
    ("FAILED", "({ a: [1, null, 'x'] })"),
    ("FAILED", "() => 1"),
    ("REJECTED", "const a = ['constr' + 'uctor'];\nx[a[0]]; process.exit(); ({}).constructor"),
    ("RUNTIME_ERROR", "function f() { null.x }\nf()"),
    ("TIMEOUT", "for (;;);"),
    ("MEMORY_LIMIT", "const a = []; for (;;) a.push(new Array(1000).fill(0))"),
    ("STACK_LIMIT", "const f = () => f(); f()"),
    ("OUTPUT_LIMIT", "'x'.repeat(5000)"),
];

#[test]
fn verdicts_fit_the_schema() {
    let schema = schema("verdict");
    let bounds = ["--timeout-ms", "60000", "--ticks", "100000"];
    for (status, program) in PROGRAMS {
        let value = mikoshi_with(&[&["run", "--format", "json", "-"][..], &bounds].concat(), program.as_bytes()).json();
        assert_eq!(value["status"], status, "{program}");
        fits(&schema, &value);
    }
    let requests: Vec<String> =
        PROGRAMS.iter().map(|(_, code)| json!({ "id": [1], "code": code }).to_string()).collect();
    let requests = requests.join("\n") + "\nno request\n";
    let lines = mikoshi_with(&[&["batch", "-"][..], &bounds].concat(), requests.as_bytes()).stdout;
    assert_eq!(lines.lines().count(), PROGRAMS.len() + 1);
    for line in lines.lines() {
        fits(&schema, &serde_json::from_str(line).unwrap());
    }
}

#[test]
fn the_schema_refuses_what_is_no_verdict() {
    let schema = schema("verdict");
    let verdict = mikoshi_with(&["run", "--format", "json", "-"], b"true").json();
    assert!(schema.is_valid(&verdict));
    let changes: [fn(&mut Value); 4] = [
        |v| v["status"] = "OK".into(),
        |v| v["passed"] = 1.into(),
        |v| drop(v["metrics"].as_object_mut().unwrap().remove("wall_us")),
        |v| v["diagnostics"] = json!([{ "code": "E1" }]),
    ];
    for change in changes {
        let mut changed = verdict.clone();
        change(&mut changed);
        assert!(!schema.is_valid(&changed), "{changed:#}");
    }
}

#[test]
fn findings_fit_the_schema() {
    let schema = schema("check");
    for (_, program) in PROGRAMS {
        fits(&schema, &mikoshi_with(&["check", "--format", "json", "-"], program.as_bytes()).json());
    }
    fits(&schema, &mikoshi_with(&["check", "--format", "json", "-"], b"tru\xff").json());
    let files = ["mistakes/several-faults.js", "mistakes/ends-with-if.js"];
    let value = mikoshi_with(&[&["check", "--format", "json"][..], &files].concat(), b"").json();
    assert_eq!(value.as_array().unwrap().len(), 2);
    fits(&schema, &value);
    let mut changed = value;
    changed[0]["accepted"] = "no".into();
    assert!(!schema.is_valid(&changed));
}
