//# slice takes holes along
const s = [1, , 3, , ].slice(1); [s.length, Object.keys(s), s[1]]
//# slice from the end and past it
const a = [1, 2, 3, 4]; [a.slice(-2), a.slice(1, -1), a.slice(9), a.slice(-9, 2), a.slice(2, 1), a.slice(undefined, undefined), a.slice('1', null), a.slice(NaN, 2.9), a.slice(-Infinity, Infinity)]
//# slice of a list that its arguments shorten
const a = [1, 2, 3, 4]; const s = a.slice(0, { valueOf() { a.length = 2; return 4 } }); [s.length, Object.keys(s)]
//# slice sees what a prototype has
Array.prototype[1] = 'p'; const s = [0, , 2].slice(); delete Array.prototype[1]; [s, Object.hasOwn(s, 1)]
//# slice runs getters
const a = [1, 2]; Object.defineProperty(a, 0, { get() { return 'got' } }); const s = a.slice(); a.pop; [s, Object.getOwnPropertyDescriptor(s, 0).writable]
//# slice of frozen arrays gives free ones
const s = Object.freeze([1, 2]).slice(); s.push(3); s[0] = 9; s
//# slice of other things
[Array.prototype.slice.call('abc', 1), Array.prototype.slice.call({ length: 3, 0: 'a', 2: 'c' }, 0, 1), (function () { return Array.prototype.slice.call(arguments, 1) })(1, 2, 3)]
//# slice of a subclass
class List extends Array {} const l = List.from([1, 2, 3]); const s = l.slice(1); [s instanceof List, s.length, s[0]]
//# concat of many kinds
[[1].concat(2, [3, [4]], 'ab', null, undefined === undefined, { length: 1, 0: 'x' }), [].concat(), [].concat([]), ['a'].concat(['b'], ['c', 'd'])]
//# concat keeps holes
const c = [1, , ].concat([, 2], [, ,]); [c.length, Object.keys(c)]
//# concat is not changed by its sources
const a = [1], b = [2]; const c = a.concat(b); a.push(9); b[0] = 8; c.push(3); [a, b, c]
//# concat of a list with itself
const a = [1, 2]; a.concat(a, a)
//# concat on something else
[Array.prototype.concat.call(1, [2]).length, typeof Array.prototype.concat.call('s')[0]]
//# concat of a subclass
class List extends Array {} const c = List.from([1]).concat([2], 3); [c instanceof List, c.length, [...c]]
//# reverse of every length
[[].reverse(), [1].reverse(), [1, 2].reverse(), [1, 2, 3].reverse(), [1.5, 'x', null, 4].reverse()]
//# reverse of holes
const r = [1, , 3, , ].reverse(); [r.length, Object.keys(r), r[1], r[3]]
//# reverse answers the list itself
const a = [1, 2]; a.reverse() === a && a
//# reverse with an accessor in the middle
const seen = []; const a = [1, 2, 3, 4, 5, 6]; Object.defineProperty(a, 1, { get() { return 'got' }, set(v) { seen.push(v) }, configurable: true }); a.reverse(); [seen, a[0], a[4], a[5], a[2], a[3]]
//# reverse of a frozen list
const a = Object.freeze([1, 2]); let r; try { a.reverse() } catch (e) { r = e.name } [r, a]
//# push many and none
const a = [1]; [a.push(), a.push(2, 3), a.push([4]), a.length, a]
//# push on holes
const a = [, , ]; a.push(1); [a.length, Object.keys(a)]
//# push on frozen, sealed and fixed lists
const names = []; for (const make of [Object.freeze, Object.seal, Object.preventExtensions]) { const a = make([1]); try { a.push(2); names.push('none') } catch (e) { names.push(e.name, a.length) } } names
//# push where the length is fixed
const a = [1]; Object.defineProperty(a, 'length', { writable: false }); let r; try { a.push(2) } catch (e) { r = e.name } [r, a]
//# push past the greatest length
const a = []; a.length = 4294967295; let r; try { a.push(1) } catch (e) { r = e.name } [r, a.length, a[4294967295]]
//# push where a prototype has a setter
const seen = []; Object.defineProperty(Array.prototype, 1, { set(v) { seen.push(v) }, configurable: true }); const a = [0]; a.push('x'); delete Array.prototype[1]; [seen, a.length, 1 in a]
//# push where a prototype is read-only
Object.defineProperty(Object.prototype, 1, { value: 'r', configurable: true }); const a = [0]; let r; try { a.push('x') } catch (e) { r = e.name } delete Object.prototype[1]; [r, a.length]
//# push on other things
const o = { length: 1 }; [Array.prototype.push.call(o, 'a'), o]
//# push of other kinds of elements
const a = [1, 2]; a.push(1.5); a.push('s'); a.push(undefined); a.push(2n === 2n); [a.length, a.map((x) => typeof x)]
//# push while walking
const a = [1, 2, 3]; for (const x of a) { if (a.length < 6) a.push(x * 10) } a
//# pop until there is nothing
const a = [1, 2]; [a.pop(), a.pop(), a.pop() === undefined, a.length]
//# pop of a hole
const a = [1, , ]; [a.pop() === undefined, a.length, a]
//# pop of a frozen list
const a = Object.freeze([1]); let r; try { a.pop() } catch (e) { r = e.name } [r, a]
//# pop of an accessor
const a = [1, 2]; Object.defineProperty(a, 1, { get() { return 'got' }, configurable: true }); [a.pop(), a.length]
//# pop where the length is fixed
const a = [1]; Object.defineProperty(a, 'length', { writable: false }); let r; try { a.pop() } catch (e) { r = e.name } [r, a.length]
//# pop and push like a stack
const s = []; for (let i = 0; i < 100; i++) { s.push(i); if (i % 3 === 0) s.pop() } [s.length, s[0], s[s.length - 1], s.reduce((a, b) => a + b)]
//# a queue
const q = [1]; const seen = []; while (q.length) { const n = q.shift(); seen.push(n); if (n < 8) q.push(2 * n, 2 * n + 1) } seen
//# lengths seen in loops after push and pop
const a = []; const seen = []; for (let i = 0; i < 4; i++) { a.push(i); seen.push(a.length); } while (a.length > 1) { a.pop(); seen.push(a.length) } seen
//# fill everything, something, nothing
[new Array(3).fill(0), [1, 2, 3, 4].fill('x', 1, 3), [1, 2, 3].fill(9, -1), [1, 2].fill(5, 2), Array(2).fill().length, [].fill(1)]
//# fill of holes among elements
[1, , 3, , ].fill(7)
//# fill of a list that its arguments close
const a = [1, , 3]; let r; try { a.fill(0, { valueOf() { Object.preventExtensions(a); return 0 } }) } catch (e) { r = e.name } [r, a[0], 1 in a, a[2]]
//# fill of frozen and fixed lists
const names = []; for (const a of [Object.freeze([1]), Object.preventExtensions(new Array(1)), Object.seal([1])]) { try { a.fill(2); names.push(a[0]) } catch (e) { names.push(e.name) } } names
//# fill where a prototype has a setter
const seen = []; Object.defineProperty(Array.prototype, 1, { set(v) { seen.push(v) }, configurable: true }); const a = new Array(3).fill(4); delete Array.prototype[1]; [seen, Object.keys(a)]
//# fill with one object
const a = Array(2).fill({ n: 0 }); a[0].n++; a
//# fill of other things
const o = { length: 2 }; Array.prototype.fill.call(o, 'x'); o
//# tables
const t = Array.from({ length: 3 }, () => new Array(3).fill(0)); t[1][2] = 5; t[0].push(1); t
//# elements change their kind
const a = new Array(3).fill(1); a[0] = 1.5; a[1] = 'x'; a.push(null); [a, a.slice(), a.concat([true]), a.reverse()]
