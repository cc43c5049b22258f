//! The seven groups of what a program may use, and the global object that has nothing else.

use mikoshi_sandbox::{Policy, Status};

use crate::support::{builder, ends};

const PROGRAMS: &[&str] = &[
    // Arithmetic and Math.
    "2 ** 10 % 1000 === 24 && (7 / 2 | 0) === 3 && -5 % 3 === -2 && (1 << 4) + (255 >>> 4) === 31",
    "Math.max(...[3, 1, 2]) === 3 && Math.hypot(3, 4) === 5 && Math.trunc(-1.5) === -1 && Math.abs(Math.sin(Math.PI)) < 1e-9",
    "parseInt('ff', 16) === 255 && parseFloat('1.5x') === 1.5 && isNaN(NaN) && !isFinite(Infinity)",
    "Number.isInteger(5) && (0.1 + 0.2).toFixed(2) === '0.30' && Number('0x10') === 16",
    // Strings and regular expressions.
    "'abc'.toUpperCase().split('').reverse().join('') === 'CBA' && 'a-b'.replace(/-/g, '+') === 'a+b'",
    "'x1y22'.match(/\\d+/g).join() === '1,22' && /(?<year>\\d{4})/.exec('in 2024').groups.year === '2024'",
    "'abc'.padStart(5, '*') === '**abc' && 'ab'.repeat(2) === 'abab' && [...'añ'].length === 2 && `${1 + 1}` === '2'",
    "'Hello'.substr(1, 3) === 'ell' && 'a,b'.replaceAll(',', '') === 'ab' && 'abc'.at(-1) === 'c'",
    // Arrays and objects.
    "[3, 1, 2].sort((a, b) => a - b).map((n) => n * 2).filter((n) => n > 2).reduce((a, b) => a + b) === 10",
    "const { a, ...rest } = { a: 1, b: 2 }; a === 1 && Object.entries(rest).join() === 'b,2'",
    "const m = new Map([[1, 'a']]); const s = new Set([1, 1, 2]); m.get(1) === 'a' && s.size === 2",
    "Array.from({ length: 3 }, (_, i) => i).flat().includes(2) && Object.freeze([1]).concat([2]).length === 2",
    // Loops and conditionals.
    "let n = 0; for (let i = 0; i < 5; i++) { if (i % 2) continue; n += i } while (n < 10) n++; do n++; while (n < 20); n === 20",
    "let s = ''; for (const k in { a: 1, b: 2 }) s += k; for (const v of [1, 2]) s += v; s === 'ab12'",
    "let r; switch (3) { case 1: r = 'a'; break; case 3: r = 'c'; default: r += 'd' } r === 'cd'",
    // JSON.
    "JSON.stringify({ a: [1, null, 'x'] }) === '{\"a\":[1,null,\"x\"]}' && JSON.parse('[1,{\"b\":2}]')[1].b === 2",
    // Date.
    "new Date(0).toISOString() === '1970-01-01T00:00:00.000Z' && new Date(2024, 1, 29).getDate() === 29",
    "new Date('2024-03-10T12:00:00Z').getTimezoneOffset() === 0 && Date.UTC(2000, 0, 1) === 946684800000",
    // Functions.
    "function fact(n) { return n < 2 ? 1 : n * fact(n - 1) } const twice = (f) => (x) => f(f(x)); twice(fact)(3) === 720",
    "function* g() { yield 1; yield 2 } class P { #x = 2; get x() { return this.#x } } [...g()].length === new P().x",
    "const f = (a, b = 2, ...c) => a + b + c.length; f(1) === 3 && f.apply(null, [1, 1, 1, 1]) === 4 && f.bind(null, 1)() === 3",
];

#[test]
fn all_seven_groups_work() {
    for code in PROGRAMS {
        ends(code, Status::Passed);
    }
}

#[test]
fn the_global_object_is_exactly_the_whitelist() {
    let names = "Array,Boolean,Date,Infinity,JSON,Map,Math,NaN,Number,Object,RegExp,Set,String,isFinite,isNaN,parseFloat,parseInt,undefined";
    ends(&format!("Object.getOwnPropertyNames(this).sort().join() === '{names}'"), Status::Passed);
}

#[test]
fn the_extended_policy_adds_intrinsics_and_nothing_else() {
    let sandbox = builder().policy(Policy::extended()).workers(1).build().unwrap();
    let passes = |code: &str| {
        let verdict = sandbox.execute(code).unwrap();
        assert!(verdict.passed, "{code}\n{verdict:#?}");
    };
    passes("typeof Symbol.iterator === 'symbol' && 2n ** 64n === 18446744073709551616n");
    passes("new Proxy({}, { get: () => 1 }).x === 1 && Reflect.ownKeys({ a: 1 }).join() === 'a'");
    passes("let e; try { null.x } catch (x) { e = x } e instanceof TypeError && e instanceof Error");
    passes("new Uint8Array([1, 256])[1] === 0 && encodeURIComponent('a b') === 'a%20b'");
    for code in ["process.pid", "eval('1')", "require('fs')", "setTimeout(() => 1)"] {
        assert_eq!(sandbox.execute(code).unwrap().status, Status::Rejected, "{code}");
    }
}
