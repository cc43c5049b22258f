//! The limits inside the engine: each ends the program with its status wherever the program is, and nothing the script does
//! takes that back.

mod common;

use std::cell::Cell;

use common::{limits, run_with};
use mikoshi_analyzer::Program;
use mikoshi_runtime::{Entropy, HeapMeter, Realm};
use mikoshi_types::{Code, Limits, Policy, Status, Verdict};

#[test]
fn frames_pass_at_the_limit_and_stop_one_above() {
    // The first call is a frame too: f(99) makes a hundred.
    let chain = |n: u32| format!("const f = (n) => {{ $mk_t(); return n === 0 || f(n - 1); }}; f({n})");
    assert_eq!(run(&chain(99)).status, Status::Passed);
    let verdict = run(&chain(100));
    assert_eq!(verdict.status, Status::StackLimit);
    assert_eq!(verdict.error.unwrap().message, "more than 100 functions are on the stack at once");
    let labels = &verdict.diagnostics[0].labels;
    assert!(!labels.is_empty() && labels.len() <= 8, "{labels:?}");
    let few = limits(|l| l.stack_frames = 3);
    assert_eq!(run_with(&chain(2), &Policy::default(), &few).status, Status::Passed);
    assert_eq!(run_with(&chain(3), &Policy::default(), &few).status, Status::StackLimit);
}

#[test]
fn natives_between_the_frames_do_not_count() {
    let map = |n: u32| {
        format!(
            "const f = (n) => {{ $mk_t(); return n === 0 || [n].map((k) => {{ $mk_t(); return f(k - 1); }})[0]; }}; f({n})"
        )
    };
    // Two script functions a level.
    assert_eq!(run(&map(34)).status, Status::Passed);
    assert_eq!(run(&map(49)).status, Status::Passed);
    assert_eq!(run(&map(50)).status, Status::StackLimit);
    let sort = "const f = (n) => { $mk_t(); [2, 1].sort(() => { $mk_t(); f(n + 1); return 1; }); }; f(0)";
    assert_eq!(run(sort).status, Status::StackLimit);
}

#[test]
fn recursion_that_passes_no_tick_meets_the_engines_own_limit() {
    for code in
        ["const f = () => f(); f()", "const o = { get a() { return this.a } }; o.a", "class A { b = new A() } new A()"]
    {
        let verdict = run(code);
        assert_eq!(verdict.status, Status::StackLimit, "{code}");
        assert_eq!(verdict.error.unwrap().code, Code::STACK_LIMIT);
    }
}

#[test]
fn the_deadline_ends_every_kind_of_loop() {
    let short = limits(|l| l.timeout_ms = 50);
    let loops = [
        "for (;;) { $mk_t(); }",
        "while (true) { $mk_t(); try { continue } finally { continue } }",
        "for (;;) { $mk_t(); try { for (;;) { $mk_t(); } } catch { } finally { continue } }",
        "function* g() { try { yield 1 } finally { for (;;) { $mk_t(); } } } for (const x of g()) { break }",
        "[1].map(() => { for (;;) { $mk_t(); } })",
        "[2, 1].sort(() => { for (;;) { $mk_t(); } })",
        "'a'.replace(/a/, () => { for (;;) { $mk_t(); } })",
        "JSON.stringify({ toJSON() { for (;;) { $mk_t(); } } })",
        "`${{ toString() { for (;;) { $mk_t(); } } }}`",
        "({ get a() { for (;;) { $mk_t(); } } }).a",
        "class A { static { for (;;) { $mk_t(); } } }",
        "const { a = (() => { for (;;) { $mk_t(); } })() } = {};",
        "try { for (;;) { $mk_t(); } } catch { } true",
        "Array.from({ length: 1 }, () => { for (;;) { $mk_t(); } })",
        "new Promise(() => { for (;;) { $mk_t(); } }); true",
        "new Promise(() => { try { for (;;) { $mk_t(); } } catch {} }); true",
    ];
    for code in loops {
        let begun = std::time::Instant::now();
        let verdict = run_with(code, &Policy::extended(), &short);
        assert_eq!(verdict.status, Status::Timeout, "{code}: {:?}", verdict.error);
        assert!(begun.elapsed().as_millis() < 2_000, "{code}");
        assert!(!verdict.passed);
    }
}

#[test]
fn promises_do_not_hide_a_limit() {
    let short = limits(|l| l.timeout_ms = 50);
    let code = "new Promise(() => { for (;;) { $mk_t(); } }); true";
    assert_eq!(run_with(code, &Policy::extended(), &short).status, Status::Timeout);
    let code = "const f = () => { $mk_t(); f() }; new Promise(f); true";
    assert_eq!(run_with(code, &Policy::extended(), &short).status, Status::StackLimit);
}

#[test]
fn a_slow_turn_after_many_fast_ones_is_still_seen() {
    let code = "for (let i = 0; i < 5000; i++) { $mk_t(); } for (;;) { $mk_t(); const a = []; for (let j = 0; j < 2000; j++) { a.push(j); } }";
    let short = limits(|l| l.timeout_ms = 100);
    let verdict = run_with(code, &Policy::default(), &short);
    assert_eq!(verdict.status, Status::Timeout);
    assert!(verdict.metrics.run_us < 1_500_000, "{}", verdict.metrics.run_us);
}

#[test]
fn a_timeout_tells_where_the_program_was() {
    let code = "function spin() {\n  for (;;) { $mk_t(); }\n}\nspin();";
    let verdict = run_with(code, &Policy::default(), &limits(|l| l.timeout_ms = 20));
    assert_eq!(verdict.error.as_ref().unwrap().span.unwrap().line, 2);
    assert_eq!(verdict.diagnostics[0].labels[0].span.line, 4);
    assert_eq!(verdict.diagnostics[0].labels[0].message, "spin called from here");
}

#[test]
fn ticks_are_counted_and_bounded() {
    let code = |n: u32| format!("for (let i = 0; i < {n}; i++) {{ $mk_t(); }} true");
    let hundred = limits(|l| l.ticks = Some(100));
    let verdict = run_with(&code(100), &Policy::default(), &hundred);
    assert_eq!((verdict.status, verdict.metrics.ticks), (Status::Passed, 100));
    let verdict = run_with(&code(101), &Policy::default(), &hundred);
    assert_eq!((verdict.status, verdict.metrics.ticks), (Status::Timeout, 101));
}

/// A heap that the test decides: it grows by a step each time it is asked, and a collection frees nothing.
struct Growing;

thread_local! {
    static LIVE: Cell<u64> = const { Cell::new(0) };
    static STEP: Cell<u64> = const { Cell::new(0) };
}

impl HeapMeter for Growing {
    fn begin(&self, ceiling: u64) {
        assert_eq!(ceiling, 64 << 20);
        LIVE.set(0);
    }

    fn live(&self) -> u64 {
        LIVE.set(LIVE.get() + STEP.get());
        LIVE.get()
    }

    fn peak(&self) -> u64 {
        LIVE.get()
    }
}

#[test]
fn what_stays_live_after_a_collection_is_limited() {
    static METER: Growing = Growing;
    let run = |code: &str, step: u64| {
        STEP.set(step);
        Realm::new(&Policy::default()).run(
            &Program::unwoven(code),
            &common::limits(|_| ()),
            Entropy::default(),
            Some(&METER),
        )
    };
    let code = "try { for (let i = 0; i < 100; i++) { $mk_t(); } } catch {} finally { true } true";
    assert_eq!(run(code, 1 << 10).status, Status::Passed);
    let verdict = run(code, 1 << 20);
    assert_eq!(verdict.status, Status::MemoryLimit);
    assert!(verdict.metrics.peak_heap_bytes > 32 << 20);
    // No tick after the growth: it is seen when the program has ended.
    let verdict = run("true", 33 << 20);
    assert_eq!(verdict.status, Status::MemoryLimit);
    assert!(!verdict.passed);
}

#[test]
fn compiling_a_string_ends_the_program_and_is_reported() {
    let ways = [
        "(() => 1)[key]('return 1')()",
        "new ((() => 1)[key])('return 1')",
        "(function* () {})[key]('yield 1')",
        "[1].map((() => 1)[key])",
        "(() => 1)[key].call(null, 'x')",
        "(() => 1)[key].bind(null, 'x')()",
        "class A extends (() => 1)[key] {} new A('x')",
        "JSON.parse('{\"a\":1}', Math.max[key])",
        "'a'.replace(/a/, Math.max[key])",
    ];
    for way in ways {
        let code = format!("const key = ['con', 'structor'].join(''); try {{ {way} }} catch {{ }} finally {{ }} true");
        let verdict = run_with(&code, &Policy::extended(), &common::limits(|_| ()));
        assert_eq!(verdict.status, Status::RuntimeError, "{way}: {verdict:?}");
        let error = verdict.error.as_ref().unwrap();
        assert_eq!(error.code, Code::DYNAMIC_CODE_ATTEMPT, "{way}");
        assert!(error.message.contains("Function("), "{}", error.message);
    }
    let hidden = "const key = ['con', 'structor'].join(''); new Promise(() => (() => 1)[key]('x')); true";
    let verdict = run_with(hidden, &Policy::extended(), &common::limits(|_| ()));
    assert_eq!(verdict.status, Status::RuntimeError);
    assert_eq!(marked(hidden, &verdict), Some("("));
}

/// Whatever the analyzer let by.
#[test]
fn syntax_that_no_policy_has_never_runs() {
    for (code, refused) in [
        ("Object.getPrototypeOf(async function () {})[['con', 'structor'].join('')]('')", Code::ASYNC_SYNTAX),
        ("(async () => { for (;;) { $mk_t(); } })(); true", Code::ASYNC_SYNTAX),
        ("({ async *m() {} }); true", Code::ASYNC_SYNTAX),
        ("import('fs'); true", Code::DYNAMIC_IMPORT),
        ("with (Math) { PI } true", Code::WITH_STATEMENT),
    ] {
        let verdict = run(code);
        assert_eq!(verdict.status, Status::Rejected, "{code}");
        assert_eq!(verdict.error.map(|error| error.code), Some(refused), "{code}");
    }
}

#[test]
fn wide_calls_pass_and_wider_ones_end_in_a_status() {
    assert_eq!(run("const f = (...a) => a.length; f(...Array(20000)) === 20000").status, Status::Passed);
    assert_eq!(run("Math.max(...Array(100000).fill(1)) === 1").status, Status::Passed);
    let verdict = run("const f = (...a) => a.length; f(...Array(2000000)) === 2000000");
    assert_eq!(verdict.status, Status::StackLimit);
}

/// The user's text under a verdict's error.
fn marked<'a>(code: &'a str, verdict: &Verdict) -> Option<&'a str> {
    let span = verdict.error.as_ref()?.span?;
    code.get(span.start as usize..span.end as usize)
}

fn run(code: &str) -> Verdict {
    run_with(code, &Policy::default(), &Limits::DEFAULT)
}
