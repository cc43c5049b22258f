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
