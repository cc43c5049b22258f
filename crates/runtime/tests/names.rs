//! A program may use the very names that the printer weaves in: it gets other ones, in a realm that has none of the usual.

use mikoshi_analyzer::analyze;
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::{Limits, Policy, Verdict};

fn run(code: &str) -> Result<Verdict, Vec<mikoshi_types::Diagnostic>> {
    let (policy, limits) = (Policy::default(), Limits::DEFAULT);
    let accepted = analyze(code, &policy, &limits).map_err(|rejection| rejection.diagnostics)?;
    assert!(Realm::new(&policy).parse(&accepted.program).is_none(), "{code}");
    let kept = Realm::new(&policy).run(&accepted.program, &limits, Entropy::default(), None);
    let last = Realm::new(&policy).run_last(&accepted.program, &limits, Entropy::default(), None);
    assert_eq!((kept.status, kept.metrics.ticks), (last.status, last.metrics.ticks), "{code}");
    Ok(kept)
}

#[test]
fn woven_names_are_free_for_the_program() {
    for code in [
        "var $mk_t = 0; $mk_t === 0",
        "let $mk_t = 0; for (let i = 0; i < 300; i++) $mk_t++; $mk_t === 300",
        "const $mk_t = 4, $mk_k = 5; [1].map((x) => x + $mk_t + $mk_k)[0] === 10",
        "function $mk_t() { return 1 } for (var i = 0; i < 100; i++) $mk_t(); $mk_t() === 1",
        "var $mk_t = 5; this.$mk_t === 5 && Object.keys(this).join() === '$mk_t'",
        "var $mk_carrier = 1, $mk1_t = 2; typeof $mk_t + $mk_carrier + $mk1_t + typeof $mk1_carrier === 'undefined12undefined'",
        "$mk_t = 4; Object.keys(this).join() === '$mk_t'",
        "class $mk_t { #$mk_i = 1; x = [2].map((v) => v + this.#$mk_i) } new $mk_t().x[0] === 3",
        "typeof $mk_t === 'undefined' && !('$mk_t' in this)",
        "!Object.getOwnPropertyNames(this).some((name) => name.includes('mk'))",
    ] {
        assert!(run(code).is_ok_and(|verdict| verdict.passed), "{code}: {:?}", run(code));
    }
}

#[test]
fn limits_hold_under_other_names() {
    let endless = "var $mk_t = 0; for (;;) $mk_t++";
    let mut limits = Limits::DEFAULT;
    limits.ticks = Some(1_000);
    let accepted = analyze(endless, &Policy::default(), &limits).map(|accepted| accepted.program);
    let status = accepted.map(|p| Realm::new(&Policy::default()).run(&p, &limits, Entropy::default(), None).status);
    assert!(matches!(status, Ok(mikoshi_types::Status::Timeout)), "{status:?}");
}
