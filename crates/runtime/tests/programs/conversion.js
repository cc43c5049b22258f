//# valueOf re-enters itself
const o = { n: 4, valueOf() { return this.n-- > 0 ? 2 * this : 1; } }; +o
//# toString re-enters itself
const p = { n: 3, toString() { return this.n-- > 0 ? `<${this}>` : '.'; } }; `${p}`
//# two objects convert each other
const a = { n: 3, valueOf() { return this.n-- > 0 ? b + 1 : 0; } }, b = { valueOf() { return a + 10; } }; a + 0
//# an array that holds itself
const c = [1, 2]; c.push(c); String(c)
//# arrays that hold each other
const d = [1], e = [2, d]; d.push(e); `${d}|${e}`
//# a join inside a join
const f = [1, { toString() { return f.join('-'); } }]; f.join('+')
//# toLocaleString of an array that holds itself
const g = [1, 2]; g.push(g); g.toLocaleString()
//# valueOf before toString for plus
({ valueOf: () => 1, toString: () => 'x' }) + 1
//# toString before valueOf in a template
`${{ valueOf: () => 1, toString: () => 'x' }}`
//# neither gives a primitive
+{ valueOf: () => ({}), toString: () => ({}) }
//# no methods at all
`${Object.create(null)}`
//# dates prefer text
typeof (new Date(0) + 1)
//# arrays and objects in plus
[[] + [], [] + {}, [1] + [2], ({}) + 1]
//# comparison by number
[[2] > 1, '10' > '9', '10' > 9, null >= 0, undefined >= 0, NaN != NaN]
//# loose equality
['1' == 1, null == undefined, null == 0, [1] == 1, ({}) == '[object Object]', '' == 0, '0' == false]
//# numbers from text
['', ' ', '0x1f', '1e3', '0b11', '1_000', '-', '+5', '\n7\n', 'Infinity', '12px'].map(Number).map(String)
//# parseInt and parseFloat
[parseInt('12px'), parseInt('0x1f'), parseInt('101', 2), parseInt(''), parseFloat('3.14abc'), parseFloat('.5.'), parseInt('9'.repeat(30)), parseInt(null, 36)].map(String)
//# map of parseInt
['1', '2', '3', '10'].map(parseInt).map(String)
//# a symbol cannot be text
`${Object.getOwnPropertySymbols(Array.prototype)[0]}`
//# undefined elements join as nothing
[null, undefined, 1, [2, [3, null]]].join()
//# join with every kind of separator
[[1, 2].join(undefined), [1, 2].join(null), [1, 2].join(''), [1, 2].join(0), [].join('x'), [null].join('x')]
//# join of holes
[[, ,].join('-'), Array(4).join('ab'), Array.prototype.join.call({ length: 3, 1: 'x' }, '/')]
//# keys of an object with symbols of its own
Object.getOwnPropertyNames(Object.prototype).sort().join()
//# an object's own toPrimitive is assigned
const symbol = Object.getOwnPropertySymbols(Array.prototype)[0][['con', 'structor'].join('')] ; const o = {}; o[symbol.toPrimitive] = (hint) => hint === 'number' ? 7 : hint; [+o, `${o}`, o + '']
