//! Errors of the script: name, message and the user's own place, whatever was thrown and however hostile it is.

mod common;

use common::{limits, run_with};
use mikoshi_types::{Code, Limits, Policy, Status, Verdict};

#[test]
fn what_was_thrown_is_told() {
    #[rustfmt::skip]
    let rows: &[(&str, Option<&str>, &str)] = &[
        ("null.x", Some("TypeError"), "cannot convert 'null' or 'undefined' to object"),
        ("missing", Some("ReferenceError"), "missing is not defined"),
        ("JSON.parse('{')", Some("SyntaxError"), ""),
        ("[].length = -1", Some("RangeError"), "bad length for array"),
        ("throw new (class Odd extends (Object.getPrototypeOf(caught())[key]) {})('m')", Some("TypeError"), "m"),
        ("throw 'text'", None, "threw the string \"text\""),
        ("throw 1", None, "threw 1, which is not an Error"),
        ("throw null", None, "threw null, which is not an Error"),
        ("throw undefined", None, "threw undefined, which is not an Error"),
        ("throw 10n", None, "threw 10n, which is not an Error"),
        ("throw Object.getOwnPropertySymbols(Array.prototype)[0]", None, "threw Symbol(Symbol.iterator), which is not an Error"),
        ("throw function f() {}", None, "threw [Function: f], which is not an Error"),
        ("throw { message: 'm', code: 1 }", None, "threw [Object], which is not an Error; its message is: m"),
        ("throw { name: 'Odd', message: 'm' }", Some("Odd"), "m"),
        ("class Odd { constructor() { this.name = 'Odd'; this.message = 'm' } } throw new Odd()", Some("Odd"), "m"),
        ("throw { name: 1, message: 'm' }", None, "threw [Object], which is not an Error; its message is: m"),
        ("throw { get name() { for (;;); }, message: 'm' }", None, "threw [Object], which is not an Error; its message is: m"),
        ("throw { get message() { for (;;); }, toString() { for (;;); } }", None,
            "threw [Object], which is not an Error; its message is: (the message is a getter, which was not called)"),
        ("const e = caught(); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e", Some("TypeError"),
            "(the message is a getter, which was not called)"),
        ("const e = caught(); e.name = { toString() { for (;;); } }; e.message = [1]; throw e", Some("[Object]"), "[Array]"),
        ("const e = caught(); e.cause = e; e.message = 'loop'; throw e", Some("TypeError"), "loop"),
        ("throw '\\uD800'", None, "threw the string \"\u{FFFD}\""),
    ];
    for &(code, name, message) in rows {
        let code = format!(
            "const key = ['con', 'structor'].join(''); function caught() {{ try {{ null.x }} catch (e) {{ return e }} }}\n{code}"
        );
        let verdict = run(&code);
        assert_eq!(verdict.status, Status::RuntimeError, "{code}: {verdict:?}");
        let error = verdict.error.unwrap();
        assert_eq!((error.code, error.name.as_deref()), (Code::UNCAUGHT_EXCEPTION, name), "{code}");
        if !message.is_empty() {
            assert_eq!(error.message, message, "{code}");
        }
        assert!(error.span.is_some(), "{code}");
    }
}

#[test]
fn proxies_are_not_asked() {
    let traps = "{ get() { for (;;); }, getPrototypeOf() { for (;;); }, has() { for (;;); } }";
    for code in [
        format!("throw new Proxy({{}}, {traps})"),
        format!("throw Object.create(new Proxy({{}}, {traps}))"),
        format!("throw Object.setPrototypeOf(new Error('x'), new Proxy({{}}, {traps}))"),
    ] {
        let verdict = run_with(&code, &Policy::extended(), &limits(|_| ()));
        assert_eq!(verdict.status, Status::RuntimeError, "{code}");
    }
}

#[test]
fn long_messages_are_cut_and_never_change_the_status() {
    for code in [
        "throw 'x'.repeat(5000)",
        "throw Object.assign((() => { try { null.x } catch (e) { return e } })(), { message: '\\u00e9'.repeat(1e6) })",
        "let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; throw a",
    ] {
        let verdict = run(code);
        assert_eq!(verdict.status, Status::RuntimeError, "{code}");
        let error = verdict.error.unwrap();
        assert!(error.message.len() <= 1024, "{}", error.message.len());
    }
    let verdict = run("throw 'x'.repeat(5000)");
    assert!(verdict.error.unwrap().message.ends_with("x [cut]"));
}

#[test]
fn places_are_the_users_own() {
    let code = "function f(x) {\n  return x.a.b;\n}\nf({});\n";
    let verdict = run(code);
    let span = verdict.error.as_ref().unwrap().span.unwrap();
    assert_eq!(span.line, 2);
    assert_eq!(verdict.diagnostics[0].labels[0].message, "f called from here");
    assert_eq!(verdict.diagnostics[0].labels[0].span.line, 4);
    let code = "\n  throw new (class extends Object.getPrototypeOf(RangeError) {})('m')";
    let verdict = run_with(code, &Policy::extended(), &limits(|_| ()));
    assert_eq!(marked(code, &verdict), Some("new"));
}

#[test]
fn the_engines_syntax_errors_are_rejections() {
    #[rustfmt::skip]
    let rows = [
        "let a = 1; let a = 2; true", "/(/.test('a')", "class A { m() { this.#x } }", "let undefined = 1; true",
        "'use strict'; 010", "true; let", "(", "for (const x of [1]) { let x; var x }",
    ];
    for code in rows {
        let verdict = run(code);
        assert_eq!(verdict.status, Status::Rejected, "{code}: {verdict:?}");
        let error = verdict.error.unwrap();
        assert_eq!(error.code, Code::ENGINE_SYNTAX, "{code}");
        assert!(!error.message.contains(" at line "), "{}", error.message);
    }
    // At run time it is an exception like any other, and nothing ran before a rejection.
    assert_eq!(run("new RegExp('(')").status, Status::RuntimeError);
}

#[test]
fn stacks_show_the_scripts_own_frames() {
    let code = "function f() { return [1].map(function inner() { return new Error('m') })[0] }\nf().stack";
    let verdict = run_with(code, &Policy::extended(), &limits(|_| ()));
    let stack = verdict.output.unwrap();
    let stack = stack.as_str().unwrap();
    assert!(stack.starts_with("Error: m\n    at inner (script:1:"), "{stack}");
    assert!(stack.contains("\n    at f (script:1:") && stack.contains("\n    at script:2:"), "{stack}");
    assert!(!stack.contains("native") && !stack.contains("unknown"), "{stack}");
    let own = "const e = new Error('m'); e.stack = 'mine'; e.stack === 'mine' && Object.keys(e).length === 0";
    assert_eq!(run_with(own, &Policy::extended(), &limits(|_| ())).status, Status::Passed);
}

/// The user's text under a verdict's error.
fn marked<'a>(code: &'a str, verdict: &Verdict) -> Option<&'a str> {
    let span = verdict.error.as_ref()?.span?;
    code.get(span.start as usize..span.end as usize)
}

fn run(code: &str) -> Verdict {
    run_with(code, &Policy::default(), &Limits::DEFAULT)
}
