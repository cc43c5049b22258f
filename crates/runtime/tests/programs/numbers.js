//# toFixed
[1.005.toFixed(2), 1.45.toFixed(1), (-1.5).toFixed(0), 0.000001.toFixed(7), 1e21.toFixed(2), 123.456.toFixed(), (0.5).toFixed(0), (1.5).toFixed(0), (2.5).toFixed(0), (-0.0000001).toFixed(2), 1.255.toFixed(2), 10.235.toFixed(2)]
//# toPrecision and toExponential
[123.456.toPrecision(4), 0.000123.toPrecision(2), 1e21.toPrecision(3), 123456..toExponential(2), 0..toExponential(), 1.25.toExponential(1), 1.35.toPrecision(2)]
//# radix
[255..toString(16), 0.5.toString(2), (-255).toString(36), 0.1.toString(3).slice(0, 20), 1e21.toString(7), 123.456.toString(8)]
//# printing
[1e21, 1e-7, 123456789012345680000, 0.1 + 0.2, -0, 100, 1.0, 5e-324, 1.7976931348623157e308, 4.35, 2 ** 53].map(String)
//# operators
[7 % -3, -7 % 3, 2 ** -1, (-8) ** (1 / 3), 5 / 0, -5 / 0, 0 / 0, 1 << 31, -1 >>> 0, -1 >> 1, 5 & 3, 5 | 3, 5 ^ 3, ~5].map(String)
//# rounding
[Math.round(-0.5), Math.round(2.5), Math.round(-2.5), Math.round(0.49999999999999994), Math.trunc(-1.7), Math.sign(-3), Math.cbrt(27), Math.hypot(3, 4), Math.fround(5.5), Math.clz32(1), Math.imul(0xffffffff, 5)].map(String)
//# functions of Math
[Math.max(), Math.min(), Math.max(1, NaN), Math.max(-0, 0), Math.atan2(1, 1), Math.log10(1000), Math.log2(8), Math.expm1(1e-10), Math.log1p(1e-10), Math.sinh(1)].map(String)
//# integers
[Number.isInteger(5.0), Number.isSafeInteger(2 ** 53), Number.EPSILON > 0, Number.MAX_SAFE_INTEGER, Number.isNaN('x'), isNaN('x'), isFinite('5'), Number.isFinite('5')]
//# bigints
[(2n ** 100n).toString(), (-7n / 2n).toString(), (-7n % 3n).toString(), (5n << 70n).toString(16), typeof 1n, 1n < 2, 2n == 2, String(-(2n ** 64n)), (123n).toLocaleString()]
//# mixing bigint and number
1n + 1
//# thousands
[1234567.891, 0.5, -1234.5, 1e21, NaN, Infinity, 0, 999, 1000, 1234.5678, 0.0005, 123456789.12345].map((n) => n.toLocaleString())
//# thousands with digits
[(1234.5).toLocaleString('en-US', { minimumFractionDigits: 2 }), (1234.5678).toLocaleString('en-US', { maximumFractionDigits: 2 }), (0.256).toLocaleString('en-US', { style: 'percent' }), (1234.5).toLocaleString('en-US', { style: 'currency', currency: 'USD' }), (5).toLocaleString('en-US', { minimumIntegerDigits: 2 }), (1234567).toLocaleString('en-US', { useGrouping: false })]
//# thousands undefined locale
[(1234567.891).toLocaleString(undefined), (12345).toLocaleString(undefined, { minimumFractionDigits: 1 }), (-5).toLocaleString('en-US', { style: 'currency', currency: 'USD' })]
//# bigint thousands
(12345678901234567890n).toLocaleString()
//# literals
[0x1F, 0b101, 0o17, 1_000, .5, 5., 010, 08.5, 0xffn.toString()]
//# thousands with every option
const rows = [
  [1.005, {maximumFractionDigits:2}],
  [1234.5, {minimumFractionDigits:2,maximumFractionDigits:2}],
  [0.5, {maximumFractionDigits:0}],
  [1.5, {maximumFractionDigits:0}],
  [2.5, {maximumFractionDigits:0}],
  [-2.5, {maximumFractionDigits:0}],
  [-0.4, {maximumFractionDigits:0}],
  [-0, {}],
  [1e21, {}],
  [1.5e300, {}],
  [1234567, {maximumSignificantDigits:3}],
  [0.00012345, {maximumSignificantDigits:3}],
  [5, {minimumSignificantDigits:3}],
  [1234.5, {style:'currency',currency:'JPY'}],
  [1234.5, {style:'currency',currency:'EUR'}],
  [1234.5, {style:'currency',currency:'CHF'}],
  [1234.5, {style:'currency',currency:'USD',minimumFractionDigits:0}],
  [0.1234, {style:'percent',minimumFractionDigits:1}],
  [1, {signDisplay:'always'}],
  [1, {style:'currency'}],
  [1, {maximumFractionDigits:101}],
  [1, {minimumFractionDigits:5,maximumFractionDigits:2}],
  [1234.5, {style:'currency',currency:'USD',currencyDisplay:'code'}],
  [NaN, {style:'currency',currency:'USD'}],
  [5e-324, {maximumFractionDigits:20}],
  [12, {minimumFractionDigits:2}],
  [1e15+0.3, {}],
  [123456789.987, {maximumFractionDigits:1}],
  [0.1+0.2, {maximumFractionDigits:17}],
  [999.9995, {}],
  [1234.5, {style:'currency',currency:'usd'}],
  [12, {style:'currency',currency:'US'}]
];
rows.map(([n, o]) => { try { return n.toLocaleString('en-US', o); } catch (e) { return e.name; } })
//# toExponential of whole numbers
[(100).toExponential(), (1200).toExponential(undefined), (-1e21).toExponential(), (10).toExponential(), (100).toLocaleString(), (1e20).toLocaleString(), (1000000).toLocaleString('en-US', { style: 'currency', currency: 'USD' })]
//# powers
let a = 1.07, o = { k: 1.1, get g() { return 1.5 }, set g(v) { this.v = v } }; a **= 10; o.k **= 7; o.g **= 3; let [b] = [3]; b **= 2;
class P { #p = 1.2; static s = 2; run() { this.#p **= 5; P.s **= 10; return [this.#p, P.s] } }
const order = []; const at = (k, v) => { order.push(k); return { valueOf() { order.push('v' + k); return v } } };
[a, o.k, o.v, b, new P().run(), at(1, 1.5) ** at(2, 3), order.join(), 1.03 ** 30, 1000 * (1 + 0.05 / 12) ** 36, 2 ** 0.5, 10 ** -11, 10 ** 21, 3 ** 20, (-8) ** (1 / 3), 2 ** -1074, (-2) ** 3 ** 2].map(String)
//# powers at the edge
[Math.pow(NaN, 0), Math.pow(1, Infinity), (-1) ** -Infinity, 1 / (-0) ** 3, 1 / (-0) ** -3, (-Infinity) ** 3, 2 ** 1024, 1 / Math.pow(-0, 0.5), Math.pow(-Infinity, 0.5), Math.pow(), Math.pow('2', [3])].map(String)
//# powers of big integers
[2n ** 64n, (-3n) ** 3n, 0n ** 0n].map(String)
//# powers of both kinds
let n = 2; n ** BigInt(3)
//# a negative power of a big integer
let n = -1n; 2n ** n
//# a power of a constant
const c = 2; c **= 3
//# a power before its base
x **= 2; let x = 3
//# angles
[0, 30, 45, 60, 90, 120, 180, 270, 360].map((d) => d * Math.PI / 180).map((r) => [Math.sin(r), Math.cos(r), Math.tan(r)].join())
//# distances
const rad = (d) => (d * Math.PI) / 180;
const haversine = (a, b, c, d) => { const h = Math.sin((rad(c) - rad(a)) / 2) ** 2 + Math.cos(rad(a)) * Math.cos(rad(c)) * Math.sin((rad(d) - rad(b)) / 2) ** 2; return 6371 * 2 * Math.atan2(Math.sqrt(h), Math.sqrt(1 - h)) };
[haversine(52.52, 13.405, 48.8566, 2.3522), haversine(40.7128, -74.006, 34.0522, -118.2437), Math.hypot(3, 4), Math.hypot(1, 1), Math.hypot(1, 2, 3), Math.hypot(), Math.hypot(NaN, -Infinity), Math.hypot('5', null)].map(String)
//# logarithms and exponentials
[Math.exp(1) === Math.E, Math.log(Math.E), Math.log(10), Math.log2(8), Math.log2(3), Math.log1p(1e-10), Math.expm1(1e-10), Math.exp(-1), Math.exp(0.5), Math.log(2)].concat([1, 10, 100, 1000, 1e6, 1e15, 1e21, 1e-3, 1e-7, 5, 99, 12345].map(Math.log10))
//# hyperbolas and inverses
[Math.sinh(1), Math.cosh(1), Math.tanh(1), Math.tanh(0.3), Math.tanh(-50), 1 / Math.tanh(-0), Math.asinh(1), Math.acosh(2), Math.atanh(0.5), Math.asin(0.5), Math.acos(0.5), Math.atan(1), Math.atan2(1, -1), 1 / Math.atan2(-0, 1), Math.cbrt(27), Math.cbrt(-8), Math.cbrt(2), 1 / Math.cbrt(-0)].map(String)
//# functions of Math convert once
let n = 0; const v = { valueOf() { n++; return 0.5 } }; [Math.sin(v), Math.pow(v, v), Math.atan2(v, v), Math.hypot(v, v), n, Math.sin.length, Math.hypot.length, Math.pow.name, Math.max.length]
//# a symbol has no sine
try { Math.sin(Object.getOwnPropertySymbols(Array.prototype)[0]) } catch (e) { e.message.length > 0 }
