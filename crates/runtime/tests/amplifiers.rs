//! One builtin call that asks for more than the limit ends at once, before the memory is touched, and no handler of the
//! script takes that back.

mod common;

use std::time::Instant;

use common::{limits, run_with};
use mikoshi_types::{Policy, Status, Verdict};

fn run(code: &str) -> Verdict {
    run_with(code, &Policy::extended(), &limits(|_| ()))
}

#[test]
fn what_is_known_to_be_too_large_is_refused_up_front() {
    for call in [
        "'x'.repeat(2 ** 30)",
        "'\\u4e2d'.repeat(2 ** 25)",
        "'abc'.padStart(Infinity)",
        "'abc'.padEnd(2 ** 31, 'xy')",
        "Array(2 ** 31 - 1).join('-=-')",
        "String(Array(900000000))",
        "`${Array(4e9)}`",
        "[].join.call({ length: 2 ** 53 - 1 }, 'x')",
        "Array(1e9).fill(0)",
        "Array.from({ length: 1e9 })",
        "Array.from({ length: 2 ** 32 - 1 }, (_, i) => i)",
        "Array(2 ** 32 - 1).toLocaleString()",
    ] {
        let begun = Instant::now();
        let verdict = run(&format!("try {{ {call} }} catch {{ }} true"));
        assert_eq!(verdict.status, Status::MemoryLimit, "{call}");
        let error = verdict.error.unwrap();
        assert!(error.message.contains("more than the limit of 32.0 MiB"), "{}", error.message);
        assert!(error.span.is_some(), "{call}");
        assert!(begun.elapsed().as_millis() < 1_000, "{call}");
    }
}

#[test]
fn argument_lists_without_bound_end_in_a_status() {
    for call in [
        "((...a) => a.length).apply(null, { length: 2 ** 53 - 1 })",
        "Math.max.apply(null, { length: 2 ** 32 })",
        "Reflect.apply(Math.max, null, { length: 2 ** 53 - 1 })",
        "Reflect.construct(Array, { length: 2 ** 53 - 1 })",
        "String.fromCharCode.apply(null, Array(2 ** 31))",
    ] {
        assert_eq!(run(&format!("try {{ {call} }} catch {{ }} true")).status, Status::StackLimit, "{call}");
    }
}

#[test]
fn no_length_makes_the_engine_panic() {
    for call in [
        "[].sort.call({ length: -1 })",
        "[].toSorted.call({ length: 2 ** 53 - 1 })",
        "[].toReversed.call({ length: 2 ** 53 - 1 })",
        "[].with.call({ length: 2 ** 53 - 1 }, 0, 0)",
        "[].toSpliced.call({ length: 2 ** 53 - 1 })",
        "[].concat.call({ length: 2 ** 53 - 1 }, 1)",
        "[].push.call({ length: 2 ** 53 - 1 }, 1)",
        "[].unshift.call({ length: 2 ** 53 - 1 }, 1)",
        "[].splice.call({ length: 2 ** 53 - 1 }, 0, 0, 1)",
        "new ArrayBuffer(2 ** 53 - 1)",
        "new Uint8Array(2 ** 40)",
        "new Float64Array({ length: 2 ** 53 - 1 })",
        "Reflect.ownKeys(new Proxy({}, { ownKeys: () => ({ length: 2 ** 53 - 1 }) }))",
        "Object.fromEntries([[1]])",
        "String.raw({ raw: { length: 2 ** 10 } }).length",
        "new Array(-1)",
        "[].length = 2 ** 32",
        "'x'.at(2 ** 60)",
        "JSON.stringify({}, { length: 2 ** 53 })",
        "JSON.stringify([1], null, 2 ** 60)",
        "(1).toString(99)",
        "new Date(1e300).toISOString()",
        "'a'.normalize('X')",
        "Object.defineProperty([], 'length', { value: -1 })",
        "[].copyWithin.call({ length: 3 }, -9, 9, 2 ** 60)",
        "new Set([1]).union({ size: -1, has() {}, keys() {} })",
        "new Map([[1, 2]]).forEach(function f(v, k, m) { m.delete(k); if (this.n++ < 3) m.set(this.n, 1) }, { n: 0 })",
        "const m = new Map([[1, 1], [2, 2]]); for (const [k] of m) { m.clear(); m.set(k + 10, 1); if (k > 50) break }",
        "const it = [1, 2, 3].values(); it.map((x) => it.next()).toArray()",
        "const g = (function* () { g.next() })(); g.next()",
        "const h = [1].values().map(() => h.next()); h.next()",
    ] {
        let verdict = run_with(&format!("{call}; true"), &Policy::extended(), &limits(|l| l.timeout_ms = 2_000));
        assert!(!matches!(verdict.status, Status::Crashed), "{call}: {:?}", verdict.error);
    }
}

#[test]
fn honest_sizes_pass() {
    for program in [
        "'x'.repeat(1e6).length === 1e6",
        "'ab'.repeat(3) === 'ababab'",
        "Array(1e5).fill(0).length === 1e5",
        "Array.from({ length: 1e5 }, (_, i) => i)[99999] === 99999",
        "Array(1000).join('x').length === 999",
        "let s = ''; for (let i = 0; i < 100000; i++) s += 'x'; s.length === 100000",
        "Math.max.apply(null, Array.from({ length: 50000 }, (_, i) => i)) === 49999",
        "Array.from({ length: 20000 }, (_, i) => (i * 7919) % 20011).sort((a, b) => a - b).every((v, i, a) => i === 0 || a[i - 1] <= v)",
    ] {
        let verdict = run(program);
        assert_eq!(verdict.status, Status::Passed, "{program}: {:?}", verdict.error);
    }
}
