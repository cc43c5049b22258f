//# nesting of two hundred
const t = '['.repeat(200) + ']'.repeat(200); JSON.stringify(JSON.parse(t)) === t
//# nesting of ten thousand parses
let d = 0; for (let v = JSON.parse('['.repeat(10000) + ']'.repeat(10000)); v; v = v[0]) d++; d
//# every kind of value
JSON.parse(' {"a":[1,-2.5e3,0,1E+2,true,false,null],"b":{"c":"\\u0041\\n\\"\\\\\\/"},"":""} ')
//# a negative zero
Object.is(JSON.parse('-0'), -0)
//# repeated keys
JSON.parse('{"a":1,"b":2,"a":3}')
//# the order of keys
JSON.stringify(JSON.parse('{"b":1,"2":1,"a":1,"1":1}'))
//# __proto__ is a key like any other
const p = JSON.parse('{"__proto__":{"x":1}}'); [p.x === undefined, Object.keys(p)]
//# lone surrogates
JSON.stringify(JSON.parse('"\\ud800"'))
//# big and small numbers
['1e400', '-1e400', '5e-324', '123456789012345678901234567890', '0.1'].map((n) => String(JSON.parse(n)))
//# refusals
const bad = ['', '{', '{a', '{"a"', '{"a"1', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{"a":1 "b"', '[', '[1', '[1,', '[1,]', '[1 2',
  'tru', 'truex', '"abc', '"a\nb"', '"\\x"', '"\\u12"', '01', '-', '1.', '1e', '-a', '1 2', '{}}', 'undefined', '[1]x', '\u00a01', "'a'",
  'NaN', '\ufeff1', '+1', '.5', '[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,x,20,21,22,23,24,25]', 'a'.repeat(50), '{"a":1}x'];
bad.map((t) => { try { JSON.parse(t); return 'accepted'; } catch (e) { return `${e.name}: ${e.message}`; } })
//# what is not text is converted
[JSON.parse(1), JSON.parse(null), JSON.parse(true), JSON.parse(['1'])]
//# a reviver
JSON.parse('{"a":[1,2,{"b":3}],"c":"x"}', (k, v) => typeof v === 'number' ? v * 2 : v)
//# a reviver deletes
JSON.stringify(JSON.parse('{"a":1,"b":[1,2,3]}', (k, v) => v === 2 || k === 'a' ? undefined : v))
//# what a reviver sees
const seen = []; JSON.parse('{"a":[1,{"b":2}],"c":null}', function (k, v) { seen.push([k, Array.isArray(this), typeof v]); return v; }); seen
//# a reviver that changes its holder
JSON.stringify(JSON.parse('[1,2,3]', function (k, v) { if (k === '0') this[1] = { x: 9 }; return v; }))
//# stringify drops and replaces
JSON.stringify({ a: undefined, b: () => 1, c: NaN, d: Infinity, e: [undefined, () => 1], f: new Date(0), g: null, h: -0 })
//# stringify with a list and an indent
JSON.stringify({ b: 1, a: [1, { c: 2 }], d: {} , e: []}, ['a', 'c', 'e', 'd'], 2)
//# stringify with a function
JSON.stringify({ a: 1, b: 'x', c: [1, 'y'] }, (k, v) => typeof v === 'string' ? undefined : v)
//# stringify escapes
JSON.stringify('\u2028\ud800\x00\x1f"\\\b\f\n\r\t\x7f\u00e9\u{1F600}')
//# stringify and toJSON
JSON.stringify({ toJSON(k) { return { k, x: [new (class { toJSON(k) { return k; } })()] }; } })
//# cycles throw
const c = {}; c.c = c; JSON.stringify(c)
//# bigint throws
JSON.stringify({ a: 1n })
//# top-level undefined
JSON.stringify(undefined) === undefined && JSON.stringify(() => 1) === undefined
//# wrappers
JSON.stringify([new Number(1), new String('s'), new Boolean(false), Object('x')])
//# indent is clamped
JSON.stringify([1], null, 20) + JSON.stringify([1], null, '0123456789abc')
//# maps and sets are empty objects
JSON.stringify([new Map([[1, 2]]), new Set([1]), /x/, new Date(NaN)])
