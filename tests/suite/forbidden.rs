//! What is forbidden is rejected where it is used, and accepted where something only looks like it.

use mikoshi_sandbox::Status;

use crate::support::{codes, ends};

/// Uses, with the code that names the fault.
const USED: &[(&str, &str)] = &[
    ("require('fs').readFileSync('/etc/passwd'); true", "MK1001"),
    ("const r = require; true", "MK1001"),
    ("import fs from 'fs'; true", "MK2001"),
    ("import 'fs'", "MK2001"),
    ("export const a = 1", "MK2001"),
    ("import('fs'); true", "MK2002"),
    ("const f = () => import(name); true", "MK2002"),
    ("import.meta.url", "MK2003"),
    ("fetch('http://localhost'); true", "MK1001"),
    ("[1].map(fetch)", "MK1001"),
    ("eval('1')", "MK1003"),
    ("(0, eval)('1')", "MK1003"),
    ("Function('return this')()", "MK1003"),
    ("new Function('return 1')", "MK1003"),
    ("process.exit(0)", "MK1001"),
    ("const { env } = process; true", "MK1001"),
    ("typeof process.pid", "MK1001"),
    ("global.x = 1", "MK1001"),
    ("globalThis.process", "MK1001"),
    ("__dirname + '/x'", "MK1001"),
    ("__filename", "MK1001"),
    ("child_process.execSync('id')", "MK1001"),
    ("setTimeout(() => {}, 0); true", "MK1001"),
    ("setInterval(() => {}, 0); true", "MK1001"),
    ("[].constructor === Array", "MK3001"),
    ("const k = 'constr' + 'uctor'; [][k]", "MK3001"),
    ("const { constructor: c } = []; true", "MK3001"),
    ("({}).__proto__", "MK3002"),
    ("({}).__defineGetter__('a', () => 1)", "MK3003"),
    ("with (Math) { max(1, 2) }", "MK4001"),
    ("async function f() {} true", "MK4002"),
];

/// The same names where they reach nothing.
const LOOKALIKES: &[&str] = &[
    "'require(1)' === \"require(1)\"",
    "// require('fs')\ntrue",
    "/* process.exit(0) */ true",
    "/eval\\(/.test('eval(1)')",
    "const o = { require: 1, fetch: 2, process: 3, eval: 4 }; o.require + o.fetch + o.process + o.eval === 10",
    "const process = { pid: 7 }; process.pid === 7",
    "((fetch) => fetch(2))((n) => n * 2) === 4",
    "function global() { return 1 } global() === 1",
    "const { require, setTimeout } = { require: 1, setTimeout: 2 }; require + setTimeout === 3",
    "typeof process === 'undefined' && typeof require === 'undefined' && typeof fetch === 'undefined'",
    "typeof __dirname === 'undefined' && typeof child_process === 'undefined' && typeof global === 'undefined'",
    "let ok = false; try { throw 1 } catch (setInterval) { ok = setInterval === 1 } ok",
    "const imports = 1, exporter = 2, evaluate = 3; imports + exporter + evaluate === 6",
    "eval: for (;;) { break eval } true",
    "class Process { fetch() { return true } } new Process().fetch()",
    "class A { constructor() { this.a = 1 } } new A().a === 1",
    "const constructor = 1; constructor === 1",
    "'constructor' in {} && ({ __proto__: null }) !== null",
    "`${'fetch'}(x)` === 'fetch(x)'",
];

#[test]
fn uses_are_rejected_and_named() {
    for (code, mk) in USED {
        let verdict = ends(code, Status::Rejected);
        assert!(codes(&verdict).contains(&(*mk).to_owned()), "{code}\n{verdict:#?}");
        assert_eq!(verdict.metrics.ticks, 0, "nothing of a rejected program runs");
    }
}

#[test]
fn lookalikes_pass() {
    for code in LOOKALIKES {
        ends(code, Status::Passed);
    }
}
