//# numbers sort as text without a comparator
[10, 9, 1, 100, -1, 2.5, undefined, null, 'b', true].sort().map(String)
//# code units decide
['\u{1F600}', '\uFFFF', 'a', '\u00e9', 'Z', ''].sort()
//# a boolean comparator leaves short arrays alone
[3, 1, 2, 5, 4].sort((a, b) => a > b)
//# a reversed boolean comparator
[3, 1, 2, 5, 4].sort((a, b) => a < b)
//# a comparator that says NaN
[3, 'x', 1, 2].sort((a, b) => a - b)
//# a comparator that says undefined
[3, 1, 2].sort(() => undefined)
//# always before
[1, 2, 3, 4, 5, 6].sort(() => -1)
//# always after
[1, 2, 3, 4, 5, 6].sort(() => 1)
//# fifty elements with a boolean comparator
Array.from({ length: 50 }, (_, i) => (i * 37) % 50).sort((a, b) => a > b)
//# sixty three elements by their last digit only
Array.from({ length: 63 }, (_, i) => (i * 37) % 63).sort((a, b) => a % 10 - b % 10)
//# stability over two hundred
Array.from({ length: 200 }, (_, i) => ({ k: (i * 7) % 5, i })).sort((a, b) => a.k - b.k).map((o) => o.i)
//# shuffle keeps the elements
const s = Array.from({ length: 300 }, (_, i) => i).sort(() => 0.5 - Math.random());
s.length === 300 && new Set(s).size === 300
//# the comparator's calls on three elements
const calls = []; [3, 1, 2].sort((a, b) => { calls.push([a, b]); return a - b; }); calls
//# the comparator's calls on a falling run
const calls2 = []; [4, 3, 2, 1].sort((a, b) => { calls2.push([a, b]); return a - b; }); calls2
//# holes and undefined go last
const h = [3, , undefined, 1]; h.sort(); [h.length, h[0], h[1], h[2] === undefined, 2 in h, 3 in h]
//# an array-like is sorted in place
JSON.stringify(Array.prototype.sort.call({ length: 3, 0: 'c', 1: 'a', 2: 'b' }))
//# no function is a TypeError
[1].sort(null)
//# toSorted leaves its receiver
const t = [3, 1, 2]; const u = t.toSorted(); [t, u, t.toSorted((a, b) => b - a)]
//# toSorted reads holes as undefined
const v = [3, , 1].toSorted(); [v.length, 2 in v, v[2] === undefined]
//# the comparator throws
let n = 0; try { [1, 2, 3].sort(() => { n++; throw 1; }); } catch (e) { n += 10 * e; } n
//# objects sort by their toString
[{ toString: () => 'b' }, { toString: () => 'a' }].sort().map(String)
//# bigints and numbers
[10n, 9n, 1n].sort().map(String)
//# dates
[new Date(3), new Date(1), new Date(2)].sort((a, b) => a - b).map((d) => d.getTime())
//# localeCompare sorts words
['b', 'a', 'C', 'A', 'c', 'B'].sort((x, y) => x.localeCompare(y))
