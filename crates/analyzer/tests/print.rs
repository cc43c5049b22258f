//! What the engine makes of printed programs, against values that ECMA-262 gives. The data are lines of JSON with a
//! program (`code`) and what `show.js` shows of its completion value, or of what it throws (`value`).
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "a test fails by panicking"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use boa_engine::{
    Context, JsResult, JsString, JsValue, NativeFunction, Script, Source, js_string, object::FunctionObjectBuilder,
    optimizer::OptimizerOptions, property::Attribute,
};
use mikoshi_analyzer::{Program, testing};

const SHOW: &str = include_str!("print/show.js");

/// Ticks every other turn of a loop.
#[expect(clippy::unnecessary_wraps, reason = "the engine's signature")]
fn tick(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::new(2))
}

fn realm() -> Context {
    let mut context = Context::default();
    context.set_optimizer_options(OptimizerOptions::empty());
    context.runtime_limits_mut().set_loop_iteration_limit(10_000);
    let tick = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(tick)).build();
    context.register_global_property(js_string!("tick"), tick, Attribute::all()).unwrap();
    context
        .eval(Source::from_bytes(
            "const $mk_t = tick, $mk_e = tick, $mk_x = (base, exponent) => base ** exponent; delete globalThis.tick;",
        ))
        .unwrap();
    context.eval(Source::from_bytes(SHOW)).unwrap();
    context
}

fn call(context: &mut Context, function: &str, value: &JsValue) -> String {
    let function = context.global_object().get(JsString::from(function), context).unwrap();
    let shown =
        function.as_callable().unwrap().call(&JsValue::undefined(), std::slice::from_ref(value), context).unwrap();
    shown.as_string().unwrap().to_std_string_lossy()
}

fn run(text: &str) -> String {
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let context = &mut realm();
        match Script::parse(Source::from_bytes(text), None, context).and_then(|script| script.evaluate(context)) {
            Ok(value) => call(context, "show", &value),
            Err(error) if error.as_engine().is_some() => "the engine's limit".to_owned(),
            Err(error) => {
                let thrown =
                    error.into_opaque(context).unwrap_or_else(|error| JsValue::from(js_string!(error.to_string())));
                call(context, "showThrown", &thrown)
            }
        }
    }));
    attempt.unwrap_or_else(|_| "a panic".to_owned())
}

fn cases(data: &str) -> Vec<(String, String, String)> {
    data.lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|case| {
            let text = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
            (text("name"), text("code"), text("value"))
        })
        .collect()
}

fn check(data: &str) {
    let mut wrong = Vec::new();
    for (_, code, value) in cases(data) {
        testing::round_trip(&code).unwrap();
        let program = testing::print(&code).unwrap();
        let got = run(&program.text);
        if got != value {
            wrong.push(format!("{code}\n    is {value}, printed it is {got}:\n{}", program.text));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn semantics_are_kept() {
    check(include_str!("print/semantics.jsonl"));
}

#[test]
fn completion_values_are_those_of_the_standard() {
    check(include_str!("print/completion.jsonl"));
}

#[test]
fn engine_faults_are_mended() {
    check(include_str!("print/faults.jsonl"));
}

/// A mend can go when the engine has learnt what it mends.
#[test]
fn engine_faults_are_still_there() {
    let learnt: Vec<_> = cases(include_str!("print/faults.jsonl"))
        .into_iter()
        .filter(|(_, code, value)| run(code) == *value)
        .map(|(name, ..)| name)
        .collect();
    assert_eq!(learnt, Vec::<String>::new(), "the engine has learnt these");
}

/// Where the engine says that `program` failed, in the innermost frame, as a byte of the user's text.
fn failure(program: &Program) -> Option<u32> {
    let context = &mut realm();
    let error = context.eval(Source::from_bytes(&program.text)).unwrap_err().to_string();
    // The backtrace follows the message: `at f (unknown at :line:column)`.
    let frame = error.lines().skip(1).find(|line| line.contains(" at :"))?;
    let (line, column) = frame.split(" at :").nth(1)?.split(')').next()?.split_once(':')?;
    program.source_offset(line.parse().ok()?, column.parse().ok()?)
}

/// Each program fails at its only `§`, which is not part of it.
#[test]
fn errors_are_at_the_users_own_token() {
    for marked in [
        "let a = null; /* c */ a.§foo",
        "let é = null; /* ééé */ 'ü𝒳' + é.§foo",
        "let o = {};\r\n\r\n  '日本𝒳' + o.b.§c.d",
        "var f = null;\n  §f(1, 2)",
        "let o = { a: {} }; 1 + o.a.b§(3)",
        "const k = 1; §k = 2",
        "for (;;) { while (true) { null.§x } }",
        "let s = `\n\n`; let t = 'a\\\nb'; null.§x",
        "// comment\nlet q = 3; §new q()",
        "<!-- old\n let u = '\u{2028}'; null.§x",
        "if (true) { [1].map((x) => x.y.§z) }",
        "function f(x) { 'use strict'; for (let i = 0; i < 3; i++) throw §new TypeError(x) } f()",
        "class A { static n = 0; id = A.n++; constructor(x) { x.§y } } new A()",
        "try { null.§x } finally { 1 }",
        "var \\u0061wait = 1, await = null; await.§x",
    ] {
        let code = marked.replace('§', "");
        let program = testing::print(&code).unwrap();
        assert_eq!(failure(&program).map(|at| at as usize), marked.find('§'), "{marked}\n{}", program.text);
    }
}

/// What the engine's own `toString` answers is a function of the table, which leads to the user's text.
#[test]
fn functions_lead_to_the_users_text() {
    let functions = [
        "function f(a) { /* a */ return a }",
        "function* g () {}",
        "(x)   =>   x",
        "x => { return x }",
        "async => async",
        "function ( a = f() , ...b ) { for (;;) ; }",
    ];
    let members = ["m ( ) { }", "get x( ) { return 1 }", "set x(v) {}", "*g( ) {}", "['k' + 1] () {}", "async( ){ }"];
    let mut code = functions.map(|f| format!("out.push(({f}), {f:?});")).join("\n");
    for member in members {
        for (prefix, suffix) in [("({", "})"), ("(class { static /* c */", "})"), ("(class {", "}).prototype")] {
            code += &format!("\nown({prefix} {member} {suffix}, {member:?});");
        }
    }
    let code = format!(
        "var out = []; function own(o, text) {{ for (const key of Object.getOwnPropertyNames(o)) {{
            const d = Object.getOwnPropertyDescriptor(o, key); const f = d.get || d.set || d.value;
            if (typeof f === 'function' && key !== 'constructor') out.push(f, text) }} }}\n{code}\nout.map(String).join('\\0')"
    );
    let program = testing::print(&code).unwrap();
    let context = &mut realm();
    let answers = context.eval(Source::from_bytes(&program.text)).unwrap();
    let answers = answers.as_string().unwrap().to_std_string_lossy();
    let answers: Vec<_> = answers.split('\0').collect();
    assert_eq!(answers.len(), 2 * (functions.len() + 3 * members.len()));
    for pair in answers.chunks(2) {
        let found = program
            .functions
            .iter()
            .filter(|f| program.text[f.text.start as usize..f.text.end as usize] == *pair[0])
            .any(|f| program.source[f.source.start as usize..f.source.end as usize] == *pair[1]);
        assert!(found, "{pair:?}\n{:?}", program.functions);
    }
}

#[test]
fn woven_names_are_fresh() {
    let cases = [
        ("1", "$mk_"),
        ("'$mk_t'", "$mk_"),
        ("let $mk_t = 1", "$mk1_"),
        ("({ $mk_x: 1, $mk1_y: 2 })", "$mk2_"),
        ("let $\\u006dk_t = 1", "$mk1_"),
        ("class A { #$mk_ }", "$mk1_"),
    ];
    for (code, prefix) in cases {
        assert_eq!(testing::print(code).unwrap().prefix, prefix, "{code}");
    }
}

/// The canonical text keeps nothing of the source that two parsers could read differently.
#[test]
fn the_text_is_canonical() {
    let code = "#!hash\n/* a */ var \\u0061b = 1 // b\n<!-- c\n--> d\nab";
    assert_eq!(testing::print(code).unwrap().text, "var ab = 1;\nab;\n");
}
