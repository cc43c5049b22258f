//# the head of a for in its dead zone
const r = []; try { for (let i = i;;) break } catch (e) { r.push(e.name) } try { for (let i = 0, j = { k }, k = 1;;) break } catch (e) { r.push(e.name) } r
//# a switch enters behind a declaration
const r = []; for (const n of [0, 1, 2]) try { switch (n) { case 0: let x; case 1: r.push(x); break; case 2: x = 1 } } catch (e) { r.push(e.name) } JSON.stringify(r)
//# closures of each turn
const fs = []; for (let i = 0, f = () => i; i < 3; i++) fs.push(() => i, f); fs.map((f) => f())
//# a loop's variable changes in its body
const fs = []; for (let i = 0; i < 4; i++) { fs.push(() => i); i++ } fs.map((f) => f())
//# functions in blocks
const r = [typeof f]; { r.push(typeof f); function f() {} } r.push(typeof f); if (true) { function g() { return 1 } } r.push(g()); r
//# functions in strict blocks
'use strict'; const r = []; { function f() {} r.push(typeof f) } r.push(typeof f); r
//# a function as the body of an if
if (true) function f() { return 1 } else function f() { return 2 } f()
//# labels and finally
const r = []; a: for (let i = 0; i < 3; i++) { try { for (const j of [1, 2]) { if (i === 1) continue a; if (i === 2) break a; r.push([i, j]) } } finally { r.push('f' + i) } } r
//# a finally replaces what was returned
function f() { for (const x of [1, 2]) { try { return x } finally { continue } } return 'end' } f()
//# a finally replaces what was thrown
function f() { l: try { throw 1 } finally { break l } return 'on' } f()
//# values of statements
let r = []; true; do { 5; if (r.length) break; r.push(1); continue } while (true)
//# an if without a value
true; if (false) { 1 }
//# a switch's value
7; switch (1) { case 1: 'a'; case 2: ; case 3: break }
//# a try's value
1; try { 2 } finally { 3 }
//# var has none
8; var x = 5
//# generators are told to return and throw
function* g() { try { yield 1; yield 2 } catch (e) { yield 'c' + e } finally { yield 'f' } } const a = g(), b = g(); JSON.stringify([a.next().value, a.return(9), a.next(), b.next().value, b.throw(3).value, b.next().value, b.next()])
//# delegation passes values
function* inner() { const x = yield 1; return x * 2 } function* outer() { const y = yield* inner(); yield y } const it = outer(); [it.next().value, it.next(21).value, it.next().done]
//# spread of all kinds
const f = (...a) => a.length; JSON.stringify([f(...'añ𝒳', ...new Set([1, 1, 2]), ...new Map([[1, 2]])), Math.max(...[1, 5], 3), [...[, 1]], { ...'ab', ...null, ...[9] }])
//# optional chains
const o = { a: { f() { return this === o.a } }, n: null }; JSON.stringify([o?.a?.f(), o.a?.['f'](), o.n?.x.y.z, o.x?.(), delete o?.n, delete o.q?.r, 'n' in o])
//# nullish and logical assignment
const o = { a: 0, get b() { return 1 } }; let n = null, log = []; o.a ||= 5; o.a &&= 6; n ??= 7; o.b ??= log.push(1); [o.a, n, log]
//# exponents
[2 ** 3 ** 2, (-2) ** 2, 2 ** -1, (() => { let x = 3; x **= 2; return x })(), 0 ** 0, NaN ** 0]
//# order of evaluation
const log = []; const t = (n, v) => (log.push(n), v); const o = { x: 1 }; t('a', o)[t('b', 'x')] += t('c', 2); t('d', [1])[t('e', 0)]; const { [t('f', 'x')]: y = t('no') } = t('g', o); [log, o.x, y]
//# a name is resolved before its value
let x = 1; x += (x = 10, 5); x
//# void, comma, in, instanceof
JSON.stringify([void 0, (1, 2), 'a' in { a: 1 }, [] instanceof Object, 3 in [1, 2, 3], 4 in [1, 2, 3]])
//# arguments and parameters are one
function f(a) { arguments[0] = 5; const r = [a]; a = 7; r.push(arguments[0], arguments.length); return r } function g(a = 1) { arguments[0] = 5; return a } [f(1, 2), g(2)]
//# a function's own name
const f = function g() { g = 1; return typeof g }; f()
//# a function's own name in strict code
const f = function g() { 'use strict'; try { g = 1 } catch (e) { return e.name } }; f()
//# hoisting
const r = [typeof f, typeof v]; var v = 1; function f() {} r
//# getters and setters
const log = []; const o = { _x: 1, get x() { log.push('g'); return this._x }, set x(v) { log.push('s'); this._x = v } }; o.x++; ++o.x; o.x += 2; [o.x, log]
//# frozen and sealed
'use strict'; const o = Object.freeze({ a: 1 }); const r = []; for (const f of [() => { o.a = 2 }, () => { o.b = 1 }, () => { delete o.a }]) try { f() } catch (e) { r.push(e.name) } [r, Object.isFrozen(o)]
//# order of keys
const o = { b: 1, 2: 1, a: 1, 1: 1, '-1': 1, '01': 1 }; [Object.keys(o), JSON.stringify(o)]
//# for-in over prototypes
const p = { a: 1, b: 2 }; const o = Object.create(p, { b: { value: 3, enumerable: false }, c: { value: 4, enumerable: true } }); const r = []; for (const k in o) r.push(k); r
//# for-in while keys go
const o = { a: 1, b: 2, c: 3 }; const r = []; for (const k in o) { r.push(k); delete o.b; o.d = 1 } r
//# holes
const a = [1, , 3]; JSON.stringify([a.length, 1 in a, a.map((x) => x * 2).length, a.indexOf(undefined), a.includes(undefined), a.findIndex((x) => x === undefined), Object.keys(a), [...a], a.flat(), a.join('-')])
//# lengths of arrays
const a = [1, 2, 3]; a.length = 1; a[3] = 4; const r = [a.length, a]; try { a.length = -1 } catch (e) { r.push(e.name) } JSON.stringify(r)
//# tagged templates
const t = (s, ...v) => [s.raw.join('|'), s.length, v, Object.isFrozen(s)]; const f = () => ((s) => s)`x`; JSON.stringify([t`a${1}\n${2}`, f() === f(), ((s) => s[0])`\u{zz}`])
//# templates convert
const o = { toString: () => 's', valueOf: () => 1 }; [`${o}`, o + '', o * 2, `${[1, [2, 3]]}`, `${null} ${undefined}`]
//# loose equality
[null == undefined, null == 0, '' == 0, '0' == false, [] == false, [1] == 1, NaN == NaN, ({}) == '[object Object]', 1n == '1', 2n > 1]
//# typeof
[typeof null, typeof undefined, typeof (() => 1), typeof class {}, typeof 1n, typeof undeclared, typeof Object.getOwnPropertySymbols(Array.prototype)[0]]
//# big integers
[2n ** 64n, -7n / 2n, -7n % 3n, 5n & 3n, ~5n, 1n << 70n, -1n >> 1n, 0x1fn].map(String)
//# numbers at the edge
JSON.stringify([0.1 + 0.2, 2 ** 53 + 1, 5e-324 / 2, 1 / -0, 0x7fffffff | 0, 1 << 31, -1 >>> 0, 1e21 + '', (123.456).toFixed(1), (1.005).toFixed(2), (0.000001234).toString(), (255).toString(36), 017, 0o17])
//# HTML-like comments
let x = 1 <!-- 2
--> 3
x /*
*/--> 4
//# a prototype assigned
function f(o, p) { o.__proto__ = p; return o } [f({}, { a: 1 }).a, Object.keys(f({}, { a: 1 })), Object.keys({ __proto__: { b: 1 } }), Object.keys({ ['__proto__']: 1 })]
//# counting words
const m = {}; for (const w of ['a', 'b', 'a', '__proto__', 'toString']) m[w] = (Object.hasOwn(m, w) ? m[w] : 0) + 1; m
//# names that are words
var of = 1, get = 2, set = 3, async = 4, let_ = 5, static_ = 6; for (of of [7]) ; ({ of, get, set, async, if: 1, class: 2, new: 3 })
//# line ends
let a = 1
let b = a
++b
const f = () => { return
  5 }
JSON.stringify([a, b, f()])
//# the length and name of functions
[((a, b) => 1).length, ((a, b = 1, c) => 1).length, ((...r) => 1).length, (function () {}).name, (() => 1).bind().name, Math.max.length]
//# recursion of two
const even = (n) => n === 0 || odd(n - 1); const odd = (n) => n !== 0 && even(n - 1); [even(30), odd(31)]
//# catch without a name and nested
const r = []; try { try { throw 1 } catch { r.push('a'); throw 2 } finally { r.push('b') } } catch ({ length = 'none' }) { r.push(length) } r
//# a catch's name hides
var e = 'outer'; try { throw 'inner' } catch (e) { var e = 'set' } e
//# HTML-like comments before literals
--> a text, a template, a number
"a" === "a" &&
--> b
`b${1}` === "b1" &&
<!-- c
3n === 3n
//# HTML-like comments before functions
const r = [];
--> f
function f() { return 1 }
--> C
class C {}
r.push(f.toString(), C.toString()); r
//# HTML-like comments behind a comment of two lines
/*
*/--> 1
true
//# a length that is set again and again
function clear(list) { list.length = 0; list[0] = 'x'; return list }
class Stack { items = []; push(...v) { this.items.push(...v); return this } clear() { this.items.length = 0; return this } get size() { return this.items.length } }
const s = new Stack(); const sizes = [s.push(1, 2).size, s.clear().size, s.push(3).size, s.clear().size, s.push(4, 5).clear().push(6).items.join()];
[clear([1]), clear([1, 2]), clear(['a', 'b', 'c']), sizes]
//# loops that count by their own variable
const seen = []; for (let i = 0; i < 70; i++) { if (i % 30 === 29) seen[seen.length] = i } for (let i = 70; i > -70; i -= 3) if (i % 32 === 0) seen[seen.length] = i; for (let i = -2, n = 68; i <= n; ++i) { if (i === 40) continue; if (i === 66) break; if (i > 38 && i < 43) seen[seen.length] = i } seen
//# such loops in functions, with ends on the way
function first(list, wanted) { for (let i = 0; i < list.length; i++) { if (list[i] === wanted) return i } return -1 } const list = Array.from({ length: 200 }, (_, i) => i * 2); [first(list, 0), first(list, 62), first(list, 64), first(list, 398), first(list, 399), first('abc', 'c')]
//# such loops in loops
const out = []; for (let i = 1; i < 40; i++) { let sum = 0; outer: for (let j = 0; j < i; j++) { for (let k = 0; k < 3; k += 1) { if (k === 2) continue outer; sum += k * j } } if (i % 13 === 0) out.push(sum) } out
//# such loops whose variable has another one's name
const i = 'outer'; const out = []; for (let i = 0; i < 40; i++) { const j = i; if (j > 38) out[out.length] = i } for (let j = 0; j < 2; j++) { const i = j * 2; out[out.length] = i } [out, i]
//# such loops with steps into infinity
let turns = 0; for (let i = 1; i < 2 ** 70; i += 1073741824) { if (turns++ > 100) break } [turns]
//# such loops in generators, methods and constructors
class C { constructor(n) { this.sum = 0; for (let i = 0; i < n; i++) this.sum += i } *items() { for (let i = 0; i < 3; i++) yield i } get half() { for (let i = 0; i < 100; i++) if (i * 2 >= this.sum) return i; return -1 } } const c = new C(11); [c.sum, c.half, [...c.items()]]
//# such loops with getters and conversions that loop themselves
const o = { get a() { let n = 0; for (let i = 0; i < 40; i++) n += i; return n }, valueOf() { for (let i = 0; ; i++) if (i > 50) return i } }; let sum = 0; for (let i = 0; i < 3; i++) sum += o.a + o; sum
