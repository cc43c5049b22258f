//! Programs that use up one resource without bound, however they hide it.

use mikoshi_types::Status;

use super::Choice;

/// A program that must not come to its end.
#[derive(Debug, Clone)]
pub struct Bomb {
    /// The program. Its last statement is `true`, so an execution that outlives the bomb is seen at once.
    pub source: String,
    /// How it may end.
    pub allowed: &'static [Status],
}

const TIME: &[Status] = &[Status::Timeout];
const MEMORY: &[Status] = &[Status::MemoryLimit, Status::Timeout];
const STACK: &[Status] = &[Status::StackLimit, Status::Timeout, Status::MemoryLimit];
const OUTPUT: &[Status] = &[Status::OutputLimit];
/// A builtin asked for too much may throw a RangeError, which the wrapping may catch; then the program goes on.
const NATIVE: &[Status] =
    &[Status::MemoryLimit, Status::Timeout, Status::RuntimeError, Status::StackLimit, Status::Passed, Status::Failed];

/// Endless, in statements that every engine turns through its loop or call instructions.
const ENDLESS: &[&str] = &[
    "while (true) {}",
    "for (;;) ;",
    "do { x++ } while (1);",
    "out: for (;;) { for (;;) continue out; }",
    "for (;;) { try { throw 1 } catch { continue } finally { x++ } }",
    "while (true) { switch (x) { default: continue } }",
    "for (const v of (function* () { for (;;) yield 1 })()) x += v;",
    "[0].map(() => { for (;;) x++; });",
    "[2, 1].sort(() => { while (1) ; });",
    "'a'.replace(/a/, () => { for (;;) ; });",
    "`${{ toString() { for (;;) ; } }}`;",
    "+{ valueOf() { do ; while (true); } };",
    "({ get a() { for (;;) ; } }).a;",
    "JSON.stringify({ toJSON() { while (1) ; } });",
    "JSON.parse('[1]', () => { for (;;) ; });",
    "class A { static { for (;;) ; } }",
    "new (class { a = (() => { for (;;) ; })() })();",
    "((a = (() => { for (;;) ; })()) => a)();",
    "const [a = (() => { for (;;) ; })()] = [];",
    "for (let i = 0; i < 1; i -= 1) { i += 0 }",
    "const s = new Set([1]); for (const v of s) { s.delete(v); s.add(v); }",
    "const m = new Map([[1, 1]]); m.forEach((v, k) => { m.delete(k); m.set(k, v); });",
    "for (const i = [1]; i.length; i.push(1)) i.length = 1;",
];

/// Keeps more and more alive, step by step. What doubles at each turn, strings and big integers, is too large before the next
/// safepoint: the ceiling of the worker's allocator ends that, and no limit inside the engine.
const GROWING: &[&str] = &[
    "const a = []; for (;;) a.push([1, 2, 3, 4, 5, 6, 7, 8]);",
    "let s = 'abcdefgh'; const a = []; for (;;) { a.push(s + a.length); }",
    "const m = new Map(); for (let i = 0; ; i++) m.set(i, { i });",
    "const m = new Set(); for (let i = 0; ; i++) m.add('k' + i);",
    "let o = null; for (;;) o = { o };",
    "let f = () => 0; for (;;) { const g = f; f = () => g; }",
    "const o = {}; for (let i = 0; ; i++) o['p' + i] = i;",
    "const a = [[]]; for (;;) a.push([...a]);",
    "const a = []; for (;;) a.push(() => a);",
    "const a = []; for (;;) a.push(new Array(500).fill(a.length));",
    "const a = []; [1].forEach(function f() { for (;;) a.push(Array.from({ length: 99 }, () => ({}))); });",
    "const g = (function* () { const a = []; for (;;) { a.push([a.length]); yield a } })(); for (const v of g) ;",
    "const a = []; for (let i = 0; ; i++) a.push(/x/g, new Date(i), String(i) + i);",
];

/// Calls without end.
const RECURSIVE: &[&str] = &[
    "const f = () => f(); f();",
    "function f() { return g() } function g() { return f() } f();",
    "const f = () => [1].map(f); f();",
    "const o = { get a() { return this.a } }; o.a;",
    "const o = { toString() { return `${o}` } }; `${o}`;",
    "const o = { valueOf() { return +o } }; +o;",
    "const o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o);",
    "const f = () => 'a'.replace(/a/, f); f();",
    "const f = () => [2, 1].sort(f); f();",
    "class A { constructor() { new A() } } new A();",
    "class A { a = new A() } new A();",
    "const f = (a = f()) => a; f();",
    "function f() { return f.call(this) } f();",
    "function f() { return f.apply(null, arguments) } f(1);",
    "const f = () => f.bind(null)(); f();",
    "const f = (t) => f`${t}`; f();",
    "function* f() { yield* f() } [...f()];",
    "const f = () => { try { f() } finally { f() } }; f();",
    "const f = () => { try { f() } catch { f() } }; f();",
    "const o = { set a(v) { this.a = v } }; o.a = 1;",
    "const f = () => Array.from([1], f); f();",
    "const f = () => JSON.parse('[1]', f); f();",
    "const f = () => ({ ...{ get a() { return f() } } }); f();",
];

/// Larger than any output limit as a completion value.
const LARGE: &[&str] = &[
    "'x'.repeat(5000)",
    "Array.from({ length: 3000 }, (_, i) => i)",
    "Object.fromEntries(Array.from({ length: 900 }, (_, i) => ['k' + i, i]))",
    "let a = [1]; for (let i = 0; i < 20; i++) a = [a, a]; a",
    "['y'.repeat(4000)]",
];

/// One call that would take much, as its argument says.
const NATIVES: &[&str] = &[
    "'x'.repeat(N).length",
    "'x'.padEnd(N, 'ab').length",
    "new Array(N).fill(0).length",
    "new Array(N).join('x').length",
    "Array.from({ length: N }).length",
    "[].concat(new Array(N), new Array(N)).length",
    "'a'.repeat(1000).replace(/a/g, 'b'.repeat(N / 1000)).length",
    "String(new Array(N)).length",
    "JSON.stringify(new Array(N)).length",
    "[...new Array(N)].length",
    "Math.max(...new Array(N).fill(1))",
    "String.fromCharCode(...new Array(N).fill(65)).length",
    "'ab'.split('').concat(Array(N).fill('c')).sort().length",
    "Object.assign({}, Array(N).fill(1))[0]",
    "new Map(Array(N).fill([1, 1])).size",
    "Array(N).fill(0).map((_, i) => i).reverse().length",
];

/// Sizes that one call gets through in time: what is beyond them in a builtin that asks nobody is the process layer's.
const SIZES: &[&str] = &["1e3", "1e5", "2e5", "-1", "NaN"];

/// What hides the bomb from a plain reading, or tries to live on after it. `@` stands for the bomb.
const WRAPPINGS: &[&str] = &[
    "let x = 0; @ true",
    "let x = 0; try { @ } catch (e) { x = e } true",
    "let x = 0; try { @ } finally { x = 1 } true",
    "let x = 0; for (const i of [1, 2]) { try { @ } catch { continue } finally { continue } } true",
    "let x = 0; (() => { try { @ } finally { return true } })(); true",
    "let x = 0; const ok = [1].every(() => { try { @ } catch {} return true }); true",
    "let x = 0; l: try { @ } finally { break l } true",
    "let x = 0; const g = (function* () { try { @ } finally { yield true } })(); g.next(); g.return(true); true",
    "let x = 0; class W { static w = (() => { @ return true })(); static { W.w = true } } true",
    "let x = 0; const w = { get w() { try { @ } catch { return true } return true } }; w.w; true",
];

/// A bomb: a resource, a way to use it up, a wrapping.
#[must_use]
pub fn bomb(bytes: &[u8]) -> Bomb {
    let mut pick = Choice::new(bytes);
    let (core, allowed) = match pick.weighted(&[4, 4, 4, 1, 3]) {
        0 => (pick.one(ENDLESS).to_owned(), TIME),
        1 => (pick.one(GROWING).to_owned(), MEMORY),
        2 => (pick.one(RECURSIVE).to_owned(), STACK),
        3 => return Bomb { source: pick.one(LARGE).to_owned(), allowed: OUTPUT },
        _ => (format!("{};", pick.one(NATIVES).replace('N', &format!("({})", pick.one(SIZES)))), NATIVE),
    };
    let mut source = pick.one(WRAPPINGS).replace('@', &core);
    if pick.chance(1, 4) {
        // In a function: other instructions, and one more frame.
        source = format!("(function () {{ {} }})(); true", source.trim_end_matches("true"));
    }
    Bomb { source, allowed }
}
