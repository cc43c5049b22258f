//! `PASSED` is for exactly `true`.

use mikoshi_sandbox::Status;
use serde_json::{Value, json};

use crate::support::ends;

#[test]
fn true_passes_however_it_is_reached() {
    for code in
        ["true", "!0", "1 === 1", "let ok = true; ok;", "(() => true)()", "true; ;", "if (1) { true } else { false }"]
    {
        let verdict = ends(code, Status::Passed);
        assert_eq!((verdict.output, verdict.output_type.as_deref()), (Some(Value::Bool(true)), Some("boolean")));
    }
}

#[test]
fn anything_else_fails_and_says_what_it_was() {
    let values: &[(&str, Option<Value>, &str)] = &[
        ("false", Some(json!(false)), "boolean"),
        ("1", Some(json!(1)), "number"),
        ("0.5", Some(json!(0.5)), "number"),
        ("'true'", Some(json!("true")), "string"),
        ("[true]", Some(json!([true])), "array"),
        ("({ passed: true })", Some(json!({ "passed": true })), "object"),
        ("null", Some(Value::Null), "null"),
        ("undefined", None, "undefined"),
        ("", None, "undefined"),
        ("const ok = true", None, "undefined"),
        ("NaN", None, "number"),
        ("-0", None, "number"),
        ("Infinity", None, "number"),
        ("(() => true)", None, "function"),
    ];
    for (code, output, kind) in values {
        let verdict = ends(code, Status::Failed);
        // JSON cannot tell null from nothing; the type does.
        let got = verdict.output.clone().filter(|v| !v.is_null());
        assert_eq!(got, output.clone().filter(|v| !v.is_null()), "{code}\n{verdict:#?}");
        assert_eq!(verdict.output_type.as_deref(), Some(*kind), "{code}\n{verdict:#?}");
    }
    ends("new Boolean(true)", Status::Failed);
    ends("Object(true)", Status::Failed);
}

#[test]
fn converting_the_value_runs_none_of_the_scripts_code() {
    for code in [
        "({ toJSON() { for (;;) {} } })",
        "({ get a() { for (;;) {} } })",
        "({ valueOf() { return true }, toString() { return 'true' } })",
        "const a = []; a.push(a); a",
    ] {
        ends(code, Status::Failed);
    }
}

#[test]
fn an_exception_is_an_error_with_its_name_and_place() {
    let verdict = ends("let a = 1;\n\n  null.x;\ntrue", Status::RuntimeError);
    let error = verdict.error.unwrap();
    assert_eq!((error.code.to_string().as_str(), error.name.as_deref()), ("MK5001", Some("TypeError")));
    let span = error.span.unwrap();
    assert_eq!(span.line, 3, "{span:?}");
    ends("throw true", Status::RuntimeError);
    ends("throw { passed: true, status: 'PASSED' }", Status::RuntimeError);
}
