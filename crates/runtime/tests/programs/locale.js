//# letters
['a'.localeCompare('b'), 'b'.localeCompare('a'), 'a'.localeCompare('a'), 'a'.localeCompare('B'), 'B'.localeCompare('a'), 'a'.localeCompare('A'), 'A'.localeCompare('a'), ''.localeCompare('a'), 'a'.localeCompare('')]
//# accents
['e'.localeCompare('\u00e9'), '\u00e9'.localeCompare('f'), '\u00e9'.localeCompare('e'), 'resume'.localeCompare('r\u00e9sum\u00e9'), 'r\u00e9sum\u00e9'.localeCompare('resumes'), '\u00e9'.localeCompare('e\u0301'), '\u00c9'.localeCompare('\u00e9'), 'n'.localeCompare('\u00f1'), '\u00e4'.localeCompare('z'), '\u00df'.localeCompare('ss'), '\u00e6'.localeCompare('ae')]
//# digits and signs
['1'.localeCompare('a'), '10'.localeCompare('9'), '2'.localeCompare('10'), '_'.localeCompare('a'), '-'.localeCompare('_'), ' '.localeCompare('a'), '!'.localeCompare('1'), 'a b'.localeCompare('ab'), 'a-b'.localeCompare('ab'), '$'.localeCompare('1'), '+'.localeCompare('a'), 'co-op'.localeCompare('coop'), 'a.b'.localeCompare('a,b')]
//# a sorted list of ascii
Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).sort((a, b) => a.localeCompare(b)).join('')
//# a sorted list of words
['banana', 'Apple', 'cherry', 'apple', 'Banana', '\u00e9clair', 'zebra', 'Zebra', '\u00e4pfel', 'apple pie', 'apple-pie', 'applepie', '10', '9', '1', '_x', ''].sort((a, b) => a.localeCompare(b))
//# numeric option
['a10', 'a9', 'a1', 'a010', 'b1', '2', '10'].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
//# base sensitivity
['a'.localeCompare('A', undefined, { sensitivity: 'base' }), 'a'.localeCompare('\u00e1', undefined, { sensitivity: 'base' }), 'a'.localeCompare('A', 'en', { sensitivity: 'accent' }), 'a'.localeCompare('\u00e1', 'en', { sensitivity: 'accent' }), 'a'.localeCompare('b', 'en', { sensitivity: 'base' })]
//# latin one letters in order
Array.from({ length: 96 }, (_, i) => String.fromCharCode(160 + i)).filter((c) => c.toLowerCase() !== c.toUpperCase()).sort((a, b) => a.localeCompare(b)).join('')
//# other scripts
['\u03b1'.localeCompare('\u03b2'), 'z'.localeCompare('\u03b1'), '\u03b1'.localeCompare('\u0430'), '\u4e00'.localeCompare('a'), '\u0430'.localeCompare('\u0431'), '\u0411'.localeCompare('\u0430')]
//# argument conversion
['undefined'.localeCompare(), '1'.localeCompare(1), 'null'.localeCompare(null)]
//# null receiver
String.prototype.localeCompare.call(undefined, 'a')
//# what counts as a list of locales
[(1234.5).toLocaleString(0), (1234.5).toLocaleString(true), 'a'.localeCompare('b', 2), 'a'.localeCompare('b', {}), (1).toLocaleString([new String('de')]).length]
//# null is no list of locales
'a'.localeCompare('b', null)
//# a number in a list of locales
'a'.localeCompare('b', [1])
//# invalid dates are not formatted
[new Date(NaN).toLocaleTimeString('en', { dateStyle: 'short' }), new Date(NaN).toLocaleDateString(null), new Date(NaN).toLocaleString(7)]
//# a style that does not fit
new Date(0).toLocaleTimeString('en', { dateStyle: 'short' })
