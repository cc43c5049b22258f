//# padding and repetition
['abc'.padStart(6), 'abc'.padStart(6, '12'), 'abc'.padEnd(8, '12'), 'abc'.padStart(2), 'abc'.padEnd(5, ''), '5'.padStart(3, 0), '\u00e9'.padEnd(3, '\u4e2d'), 'ab'.repeat(3), 'ab'.repeat(0), ''.repeat(1e9), 'x'.repeat(2.9), '\u4e2d'.repeat(2)]
//# repeat minus one
'x'.repeat(-1)
//# repeat without end
'x'.repeat(Infinity)
//# messages of repeat
[-1, -Infinity, Infinity].map((n) => { try { 'x'.repeat(n); } catch (e) { return e.message; } })
//# methods on null
String.prototype.padStart.call(null, 1)
//# slices
['hello'.slice(-3), 'hello'.slice(1, -1), 'hello'.substring(3, 1), 'hello'.substr(-3, 2), 'hello'.at(-1), 'hello'.charAt(9), String('hello'.charCodeAt(9))]
//# search
['banana'.indexOf('an', 2), 'banana'.lastIndexOf('an'), 'banana'.includes('nab'), 'banana'.startsWith('na', 2), 'banana'.endsWith('na', 4), 'a1b2'.search(/\d/)]
//# split
['a,b,,c'.split(','), 'abc'.split(''), ''.split(''), ''.split(','), 'a1b2c'.split(/(\d)/), 'a,b,c'.split(',', 2), JSON.stringify('\u{1F600}x'.split(''))]
//# replace patterns
['abc'.replace('b', '[$&$`$\'$$]'), 'aXbX'.replace(/X/g, (m, i) => i), 'john smith'.replace(/(\w+) (\w+)/, '$2, $1'), 'aaa'.replaceAll('a', 'b'), 'x'.replace('x', '$1')]
//# named groups in replacements
'2024-01-05'.replace(/(?<y>\d+)-(?<m>\d+)-(?<d>\d+)/, '$<d>/$<m>/$<y>')
//# trim
['\u00a0\ufeff x \n\t'.trim(), ' x '.trimStart(), ' x '.trimEnd(), ' x '.trimLeft()]
//# case
['\u00df'.toUpperCase(), '\u0130'.toLowerCase(), 'I'.toLowerCase(), '\u03a3A\u03a3'.toLowerCase(), '\ufb01'.toUpperCase(), '\u01c5'.toLowerCase()]
//# locale case
['\u00df'.toLocaleUpperCase(), 'I'.toLocaleLowerCase(), 'i'.toLocaleUpperCase(), '\u03a3A\u03a3'.toLocaleLowerCase(), 'hello'.toLocaleUpperCase('en-US')]
//# normalize
['\u0041\u030a'.normalize() === '\u00c5', '\u00c5'.normalize('NFD').length, '\ufb01'.normalize('NFKC'), '\u1e9b\u0323'.normalize('NFKD').length]
//# code points
[[...'a\u{1F600}b'].length, 'a\u{1F600}'.codePointAt(1), String.fromCodePoint(128512, 97), '\u{1F600}'.length, String.fromCharCode(65, 0x1F600)]
//# well formed
['a\ud800'.isWellFormed(), 'a\ud800'.toWellFormed() === 'a\ufffd', 'ok'.isWellFormed()]
//# raw and tags
[String.raw`a\n${1}\u0041`, ((s, ...v) => s.raw.join('|') + v.join())`x${1}\ty${2}z`]
//# anchors of annex b
['x'.bold(), 'x'.anchor('a"b'), 'x'.link('u'), 'x'.fontcolor('red')]
//# long concatenation
let s = ''; for (let i = 0; i < 20000; i++) s += i % 10; s.length + s.slice(-5)
//# match
['a1b22'.match(/\d+/g), 'a1'.match(/(?<l>[a-z])(\d)/).slice(), 'x'.match(/y/), [...'a1b2'.matchAll(/([a-z])(\d)/g)].map((m) => m[1] + m.index)]
//# comparison
['a' < 'b', 'a' < 'B', 'Z' < 'a', '10' < '9', 'a' < 'aa', '\u{1F600}' < '\uffff']
//# a function's own text
function  spaced ( a,b ) { /* kept */ return a+b }
String(spaced)
//# text of natives
[String(Math.max), String(Array.prototype.map), String((function () {}).bind()), String(Map)]
//# text of methods, getters, classes and arrows
const q = { m ( ) { }, get  g() { return 1 }, async: 1, * gen() {}, ['c' + 1]() {} };
[q.m, Object.getOwnPropertyDescriptor(q, 'g').get, q.gen, q.c1, class  A { x = 1 }, x => x*2].map(String)
