//! The completion value: what JSON carries is exact, the rest has a type and a short text, and no script code runs.

mod common;

use common::{limits, run_with};
use mikoshi_types::{Code, Limits, Policy, Status, Verdict};

#[test]
fn only_true_passes() {
    let verdict = run("true");
    assert!(
        verdict.passed && verdict.status == Status::Passed && verdict.error.is_none() && verdict.diagnostics.is_empty()
    );
    for code in [
        "1",
        "'true'",
        "[true]",
        "new Boolean(true)",
        "({})",
        "false",
        "null",
        "undefined",
        "0",
        "''",
        "NaN",
        "",
        "() => true",
    ] {
        let verdict = run(code);
        assert!(!verdict.passed && verdict.status == Status::Failed, "{code}");
        assert!(verdict.error.is_none(), "{code}");
    }
}

#[test]
fn values_and_types() {
    #[rustfmt::skip]
    let rows: &[(&str, &str, &str, Option<&str>)] = &[
        ("true", "true", "boolean", None),
        ("null", "null", "null", None),
        ("undefined", "-", "undefined", Some("undefined")),
        ("void 0", "-", "undefined", Some("undefined")),
        ("1.50", "1.5", "number", None),
        ("-7", "-7", "number", None),
        ("1e21", "1e+21", "number", None),
        ("2 ** 53", "9007199254740992", "number", None),
        ("0.1 + 0.2", "0.30000000000000004", "number", None),
        ("NaN", "-", "number", Some("NaN")),
        ("-Infinity", "-", "number", Some("-Infinity")),
        ("-0", "-", "number", Some("-0")),
        ("12n", "-", "bigint", Some("12n")),
        ("1n << 4000000n", "-", "bigint", Some("[BigInt of 4000001 bits]")),
        ("'a\\n\"\\u2028\\u{1F600}'", "\"a\\n\\\"\u{2028}\u{1F600}\"", "string", None),
        ("'a\\uD800'", "-", "string", Some("\"a\u{FFFD}\"")),
        ("[1, [true, null], 'x']", "[1,[true,null],\"x\"]", "array", None),
        ("({ b: 1, a: { c: [] }, 2: 3 })", "{\"2\":3,\"b\":1,\"a\":{\"c\":[]}}", "object", None),
        ("Object.create(null)", "{}", "object", None),
        ("class P { x = 1 } new P()", "{\"x\":1}", "object", None),
        ("[1, , 2]", "-", "array", Some("[Array]")),
        ("[undefined]", "-", "array", Some("[Array]")),
        ("[NaN]", "-", "array", Some("[Array]")),
        ("({ f() {} })", "-", "object", Some("[Object]")),
        ("({ get a() { throw 1 } })", "-", "object", Some("[Object]")),
        ("({ a: 1, toJSON() { for (;;); } })", "-", "object", Some("[Object]")),
        ("const a = [1]; a.push(a); a", "-", "array", Some("[Array]")),
        ("const s = [1]; [s, s]", "[[1],[1]]", "array", None),
        ("new Date(0)", "-", "object", Some("[object Date]")),
        ("new Map([[1, 2]])", "-", "object", Some("[object Map]")),
        ("/a/g", "-", "object", Some("[object RegExp]")),
        ("new String('x')", "-", "object", Some("[object String]")),
        ("(function () { return arguments })(1)", "-", "object", Some("[Object]")),
        ("(function f() {})", "-", "function", Some("[Function: f]")),
        ("class K {} K", "-", "function", Some("[Function: K]")),
        ("Object.getOwnPropertySymbols(Array.prototype)[0]", "-", "symbol", Some("Symbol(Symbol.iterator)")),
    ];
    for &(code, json, kind, text) in rows {
        let verdict = run(code);
        let output = verdict.output.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        let output = output.replace("{\"2\":3,\"a\":{\"c\":[]},\"b\":1}", "{\"2\":3,\"b\":1,\"a\":{\"c\":[]}}");
        assert_eq!(
            (output.as_str(), verdict.output_type.as_deref(), verdict.output_text.as_deref()),
            (json, Some(kind), text),
            "{code}"
        );
        if json != "-" && json != "1e+21" {
            assert_eq!(verdict.metrics.output_bytes, json.len() as u64, "{code}");
        }
    }
}

#[test]
fn proxies_stay_closed() {
    let code = "new Proxy({}, { get() { for (;;); }, ownKeys() { for (;;); }, getPrototypeOf() { for (;;); } })";
    let verdict = run_with(code, &Policy::extended(), &limits(|_| ()));
    assert_eq!((verdict.status, verdict.output_text.as_deref()), (Status::Failed, Some("[Proxy]")));
    let inner = run_with(&format!("[{code}]"), &Policy::extended(), &limits(|_| ()));
    assert_eq!((inner.status, inner.output_text.as_deref()), (Status::Failed, Some("[Array]")));
}

#[test]
fn the_output_limit_counts_compact_json() {
    for (fits, over) in [
        ("'x'.repeat(1022)", "'x'.repeat(1023)"),
        ("'\\u00e9'.repeat(511)", "'\\u00e9'.repeat(512)"),
        ("'\\n'.repeat(511)", "'\\n'.repeat(512)"),
    ] {
        let verdict = run(fits);
        assert_eq!((verdict.status, verdict.metrics.output_bytes), (Status::Failed, 1024), "{fits}");
        let verdict = run(over);
        assert_eq!(verdict.status, Status::OutputLimit, "{over}");
        assert_eq!(verdict.error.unwrap().code, Code::OUTPUT_LIMIT);
        assert!(verdict.output.is_none());
    }
    // Shared and wide values are given up as soon as the limit is passed.
    for code in [
        "let a = ['x']; for (let i = 0; i < 60; i++) a = [a, a]; a",
        "Array(3e5).fill(0)",
        "new Array(2 ** 32 - 1).fill(1, 0, 600)",
    ] {
        let begun = std::time::Instant::now();
        assert_eq!(run(code).status, Status::OutputLimit, "{code}");
        assert!(begun.elapsed().as_secs() < 5, "{code}");
    }
    let none = limits(|l| l.output_bytes = 4);
    assert_eq!(run_with("true", &Policy::default(), &none).status, Status::Passed);
    assert_eq!(run_with("false", &Policy::default(), &none).status, Status::OutputLimit);
}

#[test]
fn deep_values_end() {
    let nested = |n: u32| format!("let a = 1; for (let i = 0; i < {n}; i++) a = [a]; a");
    assert!(run(&nested(100)).output.is_some());
    let verdict = run(&nested(101));
    assert_eq!((verdict.status, verdict.output), (Status::Failed, None));
    assert_eq!(run(&nested(300_000)).status, Status::Failed);
}

#[test]
fn advice_says_why_a_value_is_not_enough() {
    let verdict = run("'yes'");
    assert_eq!(verdict.diagnostics[0].code, Code::NOT_EXACTLY_TRUE);
    assert_eq!(verdict.diagnostics[0].message, "the completion value is truthy but not `true`: a string `\"yes\"`");
    assert_eq!(run("const ok = true;").diagnostics[0].code, Code::NO_VALUE);
    assert!(run("false").diagnostics.is_empty());
}

fn run(code: &str) -> Verdict {
    run_with(code, &Policy::default(), &Limits::DEFAULT)
}
