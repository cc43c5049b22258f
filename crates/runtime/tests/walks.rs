//! Safepoints that stand elsewhere than at a function's head: those of callbacks in the builtins that call them, those of
//! functions that are only called as late as possible.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]

use mikoshi_analyzer::{Program, analyze};
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::{Limits, Policy, Status, Verdict};

/// The whole way: analysed, printed and run.
fn run(code: &str, limits: &Limits) -> Verdict {
    let policy = Policy::extended();
    let accepted = analyze(code, &policy, limits).unwrap();
    Realm::new(&policy).run(&accepted.program, limits, Entropy::default(), None)
}

/// The default limits with a change.
fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::DEFAULT;
    change(&mut limits);
    limits
}

/// Something to walk over, with the names of its methods.
fn walked() -> Vec<(&'static str, Vec<&'static str>)> {
    let all = Program::WALKS.to_vec();
    let without = |names: &[&str]| all.iter().copied().filter(|name| !names.contains(name)).collect::<Vec<_>>();
    vec![
        ("Array.from({ length: 50 }, () => 0)", all.clone()),
        ("new Float64Array(50)", without(&["flatMap"])),
        ("new Map(Array.from({ length: 50 }, (_, i) => [i, i]))", vec!["forEach"]),
        ("new Set(Array.from({ length: 50 }, (_, i) => i))", vec!["forEach"]),
        (
            "Array.from({ length: 50 }, () => 0).values()",
            vec!["every", "filter", "find", "flatMap", "forEach", "map", "reduce", "some"],
        ),
    ]
}

/// An answer with which the method goes on.
fn answer(method: &str) -> &'static str {
    match method {
        "every" | "filter" => "true",
        "flatMap" => "[0]",
        _ => "0",
    }
}

#[test]
fn every_call_of_a_callback_passes_a_safepoint() {
    for (list, methods) in walked() {
        let ticks = |rest: &str| {
            let verdict = run(&format!("const list = {list}; {rest} true"), &Limits::DEFAULT);
            assert_eq!(verdict.status, Status::Passed, "{rest} of {list}: {verdict:?}");
            verdict.metrics.ticks
        };
        let without = ticks("");
        for method in methods {
            let start = if method.starts_with("reduce") { ", 0" } else { "" };
            let answer = answer(method);
            for callback in [format!("() => {answer}"), format!("function () {{ return {answer} }}")] {
                let call = format!("const r = list.{method}({callback}{start}); r && r[Symbol.iterator] && [...r];");
                // Sorting fifty equal elements takes 49 comparisons.
                let passed = ticks(&call) - without;
                assert!((49..60).contains(&passed), "{passed} safepoints in {call} of {list}");
            }
        }
    }
}

#[test]
fn frames_are_exact_through_callbacks() {
    let five = limits(|l| l.stack_frames = 5);
    let nested =
        |depth: usize| (0..depth).fold("1".to_owned(), |inner, _| format!("[1].map((x) => {inner})")) + "; true";
    assert_eq!(run(&nested(5), &five).status, Status::Passed);
    assert_eq!(run(&nested(6), &five).status, Status::StackLimit);
    // Natives are no frames.
    let inner = "[-1].map(Math.abs).filter(Boolean)[0]";
    let code = (0..5).fold(inner.to_owned(), |inner, _| format!("[1].map((x) => {inner})")) + "; true";
    assert_eq!(run(&code, &five).status, Status::Passed);
    for method in Program::WALKS {
        let code = format!("const f = (n) => n === 0 ? 1 : [n, n].{method}((x) => f(n - 1)); f(1); f(2); f(9)");
        assert_eq!(run(&code, &five).status, Status::StackLimit, "{method}");
    }
}

#[test]
fn frames_are_exact_in_functions_that_are_only_called() {
    let five = limits(|l| l.stack_frames = 5);
    for function in [
        "function f(n) { return n === 0 || f(n - 1) }",
        "function f(n) { if (n === 0) return true; return f(n - 1) }",
        "function f(n) { if (n === 0) { return true } else { return f(n - 1) } }",
        "function f(n) { if (n > 0) { return f(n - 1) } return true }",
        "function f(n) { if (n === 0) return true; const next = f(n - 1); return next }",
        "function f(n) { for (let i = 0; i < 1; i++) { if (n > 0) f(n - 1) } return true }",
        "const f = (n) => n ? !!f(n - 1) : true",
        "const f = function (n) { return n < 1 ? 1 : 1 + f(n - 1) }",
        "const f = (n) => n ? [...f(n - 1), n] : []",
        "const f = (n) => n ? `${f(n - 1)}` : ''",
        "const f = (n) => n ? { inner: f(n - 1) } : {}",
        "const f = (n) => n ? Math.max(n, f(n - 1)) : 0",
        "function f(n) { return n === 0 || g(n - 1) } function g(n) { return n === 0 || f(n - 1) }",
        "class C { static f(n) { return n === 0 || C.f(n - 1) } } const f = C.f",
    ] {
        let status = |n: u32| run(&format!("{function}; f({n}); true"), &five).status;
        assert_eq!((status(4), status(5)), (Status::Passed, Status::StackLimit), "{function}");
    }
}

#[test]
fn nothing_runs_for_ever_between_safepoints() {
    let bounded = limits(|l| l.ticks = Some(10_000));
    for code in [
        "function f() { return f() } f()",
        "const f = () => g(), g = () => f(); f()",
        "function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2) } f(40)",
        "function f(n) { if (n < 2) return n; return f(n - 1) + f(n - 2) } f(40)",
        "function f(n) { if (n < 2) return n; const [a, b] = [f(n - 1), f(n - 2)]; return a + b } f(40)",
        "function leaf(x) { return x + 1 } let x = 0; for (;;) x = leaf(x)",
        "const leaf = (x) => x + 1; let x = 0; do { x = leaf(x) } while (x > 0)",
        "function leaf() { return 1 } function spin() { while (leaf()) leaf() } spin()",
        "function* g() { for (;;) yield 1 } const first = (x) => x; [...g()].map((x) => first(x))",
        "function* g() { yield* g() } function next() { return g().next() } next()",
        "const o = { get a() { return this.a } }; const read = () => o.a; read()",
        "const o = { valueOf() { return +o } }; const read = () => o + 1; read()",
        "const list = [1]; list.forEach((x) => { list.push(x) }); const grow = [1]; for (const x of grow) grow.push(x)",
        "const f = { map(g) { return g(g) } }; f.map((g) => g(g) + g(g))",
        "Array(2 ** 32 - 1).forEach((x) => x)",
        "Array.from({ length: 20_000 }, () => 1).map((x) => x)",
        "new Array(20_000).fill(0).sort((a, b) => a - b)",
        // Loops that count by their own variable, and some that must not.
        "for (let i = 0; ; i++) ;",
        "for (let i = 0; true; i++) { if (i < 0) break }",
        "for (let i = 0; i < Infinity; i++) continue",
        "for (let i = 5; i > -Infinity; i -= 3) ;",
        "for (let i = -3; ; --i) ;",
        "function f() { for (let i = 1; ; i += 1073741824) ; } f()",
        "function f() { for (let i = 1; ; i += 2147483647) ; } f()",
        "function f(n) { for (let i = 0; i < n; i++) ; } f('1e9')",
        "function f(n) { for (let i = 0; i < n; i++) ; for (let i = 0; i < n; i++) ; } f(1e9)",
        "function f() { for (let i = 0; i < 1e9; i++) for (let j = 0; j < 30; j++) ; } f()",
        "for (let i = 0; i < 1e9; i++) for (let j = 0; j < 2; j++) for (let k = 0; k < 2; k++) ;",
        "function leaf() { for (let i = 0; i < 3; i++) ; } for (;;) leaf()",
        "function leaf() { for (let i = 0; i < 3; i++) ; } function spin() { leaf(); spin() } spin()",
        "Array(2 ** 32 - 1).forEach((x) => { for (let i = 0; i < 3; i++) ; })",
        "for (let i = 0; i < 1; i++) i = -1",
        "for (let i = 0; i < 1; i++) { i-- }",
        "for (let i = 0; i < 1; i++) { if (i === 0) { i = NaN } i = 0; i = -1 }",
        "for (let i = 0; (i = -1) < 1; i++) ;",
        "for (let i = 0, n = (i = '1e30') && 1; n < 2; i++) ;",
        "for (let i = 0, n = i = -Infinity; i < 1; i++) ;",
        "for (let i = 0, n = i = NaN; n !== n; i++) ;",
        "for (let i = 0n; ; i++) ;",
        "for (let i = NaN; ; i++) ;",
        "for (let i = 9007199254740991; ; i++) ;",
        "for (let i = -9007199254740991; ; i--) ;",
        "for (let i = 1e300; ; i++) ;",
        "for (let i = 0; ; i += 1e-300) ;",
        "for (let i = 0; ; i += 0) ;",
        "for (let i = 0; ; i += '') ;",
        "for (let i = 0; ; i -= -0) ;",
        "for (let x = '1', i = x + 1; i; i++) ;",
        "for (let x = 9007199254740980, i = x + 1; i < Infinity; i++) ;",
        "for (let [i] = [0]; ; i++) ;",
        "for (let i; ; i++) ;",
        "for (var i = 0; ; i++) { i = 0 }",
        "let i = 1; for (let j = 0; i; j++) i++;",
        "const o = { get a() { return (o.set?.(), 1) } }; for (let i = 0; o.a; i++) ;",
        "const o = { valueOf() { return 1 } }; for (let i = 0; i * 0 < o; i++) ;",
        "let f; for (let i = 0, g = (f = () => { i = 0 }, 1); ; i++) f();",
        "outer: for (let j = 0; ; j++) { for (let i = 0; i < 5; i++) { continue outer } }",
        "function f() { outer: for (;;) for (let i = 0; i < 5; i++) { continue outer } } f()",
        "while (true) { for (let i = 0; i < 5; i++) { break } }",
    ] {
        let ended = run(code, &bounded);
        assert!(matches!(ended.status, Status::Timeout | Status::StackLimit), "{code}: {ended:?}");
        assert!(ended.error.is_some_and(|error| error.span.is_some()), "{code}");
    }
}

#[test]
fn loops_that_count_by_their_own_variable_pass_a_safepoint_every_32_turns() {
    for (around, head) in [("", ""), ("function f(n) { ", " } f(n)"), ("const f = (n) => { ", " }; f(n)")] {
        for step in [
            "let i = 0; i < n; i++",
            "let i = n * 0; i < n; i++",
            "let i = 5; i > 5 - n; i--",
            "let i = -7; i < n - 7; i += 1",
        ] {
            for body in ["", "sum += i", "if (i % 2) continue; sum += i"] {
                let ticks = |n: u32| {
                    let code = format!("let sum = 0; const n = {n}; {around}for ({step}) {{ {body} }}{head}; true");
                    let verdict = run(&code, &Limits::DEFAULT);
                    assert_eq!(verdict.status, Status::Passed, "{code}: {verdict:?}");
                    verdict.metrics.ticks
                };
                let (none, many) = (ticks(0), ticks(32_000));
                assert!((990..1_010).contains(&(many - none)), "{} ticks of {around}{step} {body}", many - none);
            }
        }
    }
}

#[test]
fn garbage_of_callbacks_and_of_small_functions_is_collected() {
    for code in [
        "const make = () => ({ a: [1, 2, 3, 4, 5, 6, 7, 8] }); let n = 0; for (let i = 0; i < 300_000; i++) n += make().a.length; n === 2_400_000",
        "let n = 0; Array.from({ length: 300_000 }, () => 0).forEach((x) => { n += [1, 2, 3, 4, 5, 6, 7, 8].length }); n === 2_400_000",
        "Array.from({ length: 300_000 }, () => 0).reduce((n, x) => n + [1, 2, 3, 4, 5, 6, 7, 8].length, 0) === 2_400_000",
        "let n = 0; for (let i = 0; i < 300_000; i++) n += [1, 2, 3, 4, 5, 6, 7, 8].length; n === 2_400_000",
        "function f() { let n = ''; for (let i = 0; i < 30_000; i++) n = 'x'.padEnd(1000) + i; return n } f().length === 1005",
        "function f() { let n = ''; const x = 'x'.repeat(1000); for (let i = 0; i < 300_000; i++) n = x + i; return n } f().length === 1006",
    ] {
        let verdict = run(code, &limits(|l| l.timeout_ms = 60_000));
        assert_eq!(verdict.status, Status::Passed, "{code}: {verdict:?}");
    }
}
