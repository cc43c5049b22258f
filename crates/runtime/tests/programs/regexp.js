//# case is ignored by upper case
[/\u017f/i.test('S'), /\u212a/i.test('k'), /[a-z]/i.test('\u017f'), /s/i.test('\u017f'), /[k]/i.test('\u212a'), /\u0131/i.test('I'), /i/i.test('\u0131'), /[\u0100-\u0200]/i.test('s'), /[\u0100-\u0200]/i.test('\u017f'), /\u017f/i.test('\u017f'), /[^s]/i.test('\u017f'), /\w/i.test('\u017f'), /[\u00df]/i.test('\u1e9e'), /\u03c9/i.test('\u2126'), /\u00e5/i.test('\u212b')]
//# case is folded with the flag u
[/\u017f/iu.test('S'), /\u212a/iu.test('k'), /[a-z]/iu.test('\u017f'), /\w/iu.test('\u017f'), /\u00df/iu.test('\u1e9e')]
//# matches keep the characters of the text
const m = /(?<a>x.)\w/i.exec('_X\u017fk'); [m[0], m[1], m.groups.a, m.index, m.input, 'a\u212ab\u212a'.replace(/\u212a/gi, '<$&>'), 'x\u017fy'.split(/\u017f/i), [...'\u017fs\u017fS'.matchAll(/s/gi)].map((r) => r.index)]
//# ordinary letters ignore case
[/\u00e9/i.test('\u00c9'), /[\u00e0-\u00ff]/i.test('\u00c0'), /\u03c3/i.test('\u03c2'), /\u0436/i.test('\u0416'), /K/i.test('k'), /stra\u00dfe/i.test('STRA\u00dfE')]
//# flags
[/a/dgimsy.flags, /a/v.flags, /a/u.flags, /./s.test('\n'), /^b/m.test('a\nb'), /a/y.test('ba')]
//# lookbehind
['$12 \u20ac34'.match(/(?<=\$)\d+/)[0], 'a1b2'.replace(/(?<!a)\d/g, '#'), /(?<=(\d+)(\d+))$/.exec('1053').slice()]
//# named groups and indices
const d = /(?<y>\d{4})-(?<m>\d\d)/d.exec('on 2024-05'); [d.groups.y, d.indices[0], d.indices.groups.m]
//# sticky and global last index
const r = /a/y; r.lastIndex = 1; const g = /o/g; [r.test('ba'), r.lastIndex, r.test('ba'), r.lastIndex, g.test('foo'), g.lastIndex, g.test('foo'), g.lastIndex, g.test('foo')]
//# classes of the flag v
[/[\p{L}--[a-z]]/v.test('a'), /[\p{L}--[a-z]]/v.test('B'), /^\p{Emoji}$/u.test('\u{1F600}'), /\p{Script=Greek}/u.test('\u03b1')]
//# backreferences
[/(a)(b)?\2c/.test('ac'), /\1(a)/.exec('aa')[0], /(?:(a)|b)*/.exec('ab').map(String), /(?<q>['"]).*?\k<q>/.exec('x"y"z')[0]]
//# lazy and bounded
['aaaa'.match(/a{2,3}?/)[0], 'aaaa'.match(/a{2,}/)[0], '<b><c>'.match(/<.+?>/)[0], 'x'.match(/x{0}/)[0].length]
//# annex b escapes
[/\c/.test('\\c'), /\8/.test('8'), /[\b]/.test('\b'), /a{,2}/.test('a{,2}'), /]/.test(']'), /\_/.test('_')]
//# the source of a regex
[String(/a\/b/), /[/]\/[\]/]/.source, String(new RegExp('/')), new RegExp('').source, new RegExp('\n').source, RegExp('a', 'g').toString(), new RegExp(/x/g, 'i').flags]
//# bad patterns throw
['(', '[', '*', '(?<a>x)(?<a>y)', 'a{2,1}', '\\'].map((p) => { try { new RegExp(p); return 'ok'; } catch (e) { return e.name; } })
//# bad flags throw
['gg', 'uv', 'z'].map((f) => { try { new RegExp('a', f); return 'ok'; } catch (e) { return e.name; } })
//# symbol methods by way of strings
['a-b-c'.split(/-/, 2), 'abc'.search(/c/), 'aXbX'.replace(/x/gi, (m, o, s) => `${m}${o}${s.length}`), 'aa'.replaceAll(/a/g, '$&$&')]
//# replaceAll wants the flag g
'a'.replaceAll(/a/, 'b')
//# unicode and surrogates
['\u{1F600}'.match(/./)[0].length, '\u{1F600}'.match(/./u)[0].length, /^.$/u.test('\u{1F600}'), /\u{1F600}/u.test('\u{1F600}'), '\u{1F600}'.split(/(?:)/u).length]
//# empty matches advance
['abc'.replace(/(?:)/g, '-'), [...'ab'.matchAll(/x*/g)].map((m) => m.index), 'abc'.split(/(?:)/)]
