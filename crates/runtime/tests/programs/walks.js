//# holes are passed over
const seen = []; [, 1, , 2, ,].forEach((x, i) => { seen.push(i, x) }); seen
//# map keeps holes and the length
const m = [, 1, , 2, ,].map((x) => x * 2); [m.length, Object.keys(m)]
//# map of holes alone
const m = new Array(5).map((x) => 1); [m.length, Object.keys(m), 0 in m]
//# map of a hole at the end
const m = [1, 2, ,].map((x) => x + 1); [m.length, 2 in m, Object.keys(m)]
//# find sees holes
[[, 1].find((x) => x === undefined) === undefined, [, 1].findIndex((x) => x === undefined), [1, , ].findLastIndex((x) => x === undefined)]
//# a hole that a prototype fills
Array.prototype[1] = 'p'; const seen = [0, , 2].map((x) => x); delete Array.prototype[1]; [seen, seen.length, Object.hasOwn(seen, 1)]
//# elements added on the way are not visited
const list = [1, 2, 3]; let calls = 0; list.forEach((x) => { calls++; list.push(x) }); [calls, list]
//# elements taken away are not visited
const list = [1, 2, 3, 4]; const seen = []; list.forEach((x) => { seen.push(x); list.pop() }); seen
//# elements changed ahead are seen
const list = [1, 2, 3]; list.map((x, i) => { if (i === 0) list[2] = 9; return x })
//# a list emptied on the way by its length
const list = [1, 2, 3]; const seen = list.filter((x) => { list.length = 0; return true }); [seen, list]
//# getters among the elements
const list = [1, 2]; Object.defineProperty(list, 1, { get() { return 'got' }, enumerable: true, configurable: true }); [list.map((x) => x), list.find((x) => x === 'got'), list.reduce((a, b) => a + b)]
//# a getter that throws
const list = [1, 2]; Object.defineProperty(list, 1, { get() { throw 'no' } }); list.some((x) => false)
//# reduce without a start
[[1, 2, 3].reduce((a, b) => a - b), [1, 2, 3].reduceRight((a, b) => a - b), [5].reduce(() => 0), [, 7, ,].reduceRight(() => 0)]
//# reduce of nothing
[].reduce((a, b) => a)
//# reduceRight of holes
[, , ].reduceRight((a, b) => a)
//# reduce with undefined as start
[1].reduce((a, b) => typeof a, undefined)
//# arguments of the callbacks
const seen = []; const list = ['x']; list.map(function () { seen.push(arguments.length, arguments[2] === list) }); list.reduce(function () { seen.push(arguments.length, arguments[3] === list) }, 0); seen
//# this of the callbacks
const seen = []; [1].forEach(function () { seen.push(this.k) }, { k: 5 }); [1].filter(function () { seen.push(typeof this) }, 'text'); [1].some(function () { 'use strict'; seen.push(typeof this) }, 'text'); [1].every(function () { 'use strict'; seen.push(this === undefined) }); seen
//# truth of answers
[[1, 2].every((x) => 'yes'), [1, 2].every((x) => ''), [1, 2].some((x) => null), [1, 2].some((x) => [])]
//# nothing to walk
[[].every(() => false), [].some(() => true), [].map(() => 1), [].filter(() => 1), [].find(() => 1) === undefined, [].findIndex(() => 1), [].reduce(() => 1, 'start')]
//# find from the end
const list = [1, 2, 3, 4]; [list.findLast((x) => x % 2), list.findLastIndex((x) => x % 2), list.findLast((x) => x > 9) === undefined, list.findLastIndex((x) => x > 9)]
//# strings and array likes
[Array.prototype.map.call('abc', (x, i) => x + i), Array.prototype.filter.call({ length: 2, 0: 'a', 1: 'b' }, (x) => x === 'b'), Array.prototype.reduce.call({ length: 2, 1: 4 }, (a, b) => a + b, 1)]
//# a callback that is none
[1].map(3)
//# a callback that is missing
[].forEach()
//# a subclass makes its own
class List extends Array {} const l = List.from([1, 2, 3]); const m = l.map((x) => x * 2); const f = l.filter((x) => x > 1); [m instanceof List, f instanceof List, m.length, f.length, [...m], [...f]]
//# a constructor that is no constructor
const l = [1]; l.constructor = 5; l.map((x) => x)
//# a constructor that is undefined
const l = [1]; l.constructor = undefined; l.map((x) => x + 1)
//# a callback that throws
const seen = []; try { [1, 2, 3].map((x) => { seen.push(x); if (x === 2) throw 'stop'; return x }) } catch (e) { seen.push(e) } seen
//# walks inside of walks
[[1, 2], [3, 4]].map((row) => row.map((x) => x * 2).filter((x) => x > 2).reduce((a, b) => a + b, 0))
//# the array that map answers can be changed
const m = [1, 2].map((x) => x + 0.5); m.push('x'); m[0] = null; m.length = 4; [m.length, m.join()]
//# flatMap
[[1, 2].flatMap((x) => [x, [x]]), [1, , 2].flatMap((x) => x), [1].flatMap((x) => 'ab')]
//# the comparator's values
[[3, 1, 2].sort((a, b) => a - b), [3, 1, 2].toSorted((a, b) => b - a), Object.keys(['b', , 'a'].sort((a, b) => a < b ? -1 : 1))]
//# maps and sets
const seen = []; new Map([['a', 1]]).forEach((v, k, m) => { seen.push(k, v, m.size) }); new Set(['x', 'y']).forEach((v, k) => { seen.push(v === k) }); new Map([[1, 2]]).forEach(function () { seen.push(this.t) }, { t: 't' }); seen
//# a callback of one's own map
class Option { constructor(v) { this.v = v } map(f) { return this.v == null ? this : new Option(f(this.v)) } } new Option(3).map((x) => x + 1).map((x) => x * 2).v
//# own methods of these names that keep what they get
const kept = []; const o = { forEach(f) { kept.push(f) }, sort(f) { return f(f) } }; o.forEach((x) => x + 1); [kept[0](1), o.sort((f) => typeof f)]
//# the index is a number
[['a'].map((x, i) => typeof i), ['a'].findLast((x, i) => typeof i === 'number')]
//# names and lengths of the methods
['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap', 'forEach', 'map', 'reduce', 'reduceRight', 'some', 'sort'].map((name) => [Array.prototype[name].name, Array.prototype[name].length, Object.keys(Object.getOwnPropertyDescriptor(Array.prototype, name)).length, 'prototype' in Array.prototype[name]])
//# on null
Array.prototype.map.call(null, (x) => x)
//# recursion by name in a callback
[3].map(function f(n) { return n === 0 ? 0 : n + f(n - 1) })
//# recursion by arguments.callee in a callback
[3].map(function (n) { return n === 0 ? 0 : n + arguments.callee(n - 1) })
//# functions that are only called
function even(n) { return n === 0 || odd(n - 1) } function odd(n) { return n !== 0 && even(n - 1) } const gcd = (a, b) => b === 0 ? a : gcd(b, a % b); const pick = function (n) { if (n < 0) return 'less'; if (n === 0) { return 'none' } for (let i = 0; i < n; i++) { if (i > 2) return 'many' } return 'some' }; [even(10), odd(7), even(7), gcd(48, 18), pick(-1), pick(0), pick(2), pick(5)]
//# only called, with everything before the first call
function f(a, b) { 'use strict'; var c = a + b, d; let e = { a, b: [c] }; if (a) { d = `${a}-${e.b[0]}` } else d = e?.a; c++; e.a += c; if (a > 5) return [c, d, e.a]; if (a > 3) return g(c) || (a, d); return a ? b ?? g(a) : g(b) && g(d) } function g(x) { return x } [f(1, null), f(4, 0), f(6, 1), f(0, 2)]
//# only called and throws
function f(n) { if (n === 0) throw 'end'; return f(n - 1) } let m; try { f(3) } catch (e) { m = e } m
