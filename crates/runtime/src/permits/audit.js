// Walks everything a script can reach, breadth first, and gives a line for each object: its name, `function` or `object`,
// and its own keys. Runs inside the realm under audit, so it uses nothing beyond the fifteen names.
(function (top) {
  const getNames = Object.getOwnPropertyNames, getSymbols = Object.getOwnPropertySymbols;
  const getDescriptor = Object.getOwnPropertyDescriptor, proto = Object.getPrototypeOf;
  const iterators = proto(proto([].values()));
  const caught = (f) => { try { f(); } catch (e) { return e; } };
  const symbolIterator = getSymbols(Array.prototype).find((s) => String(s) === 'Symbol(Symbol.iterator)');
  const hidden = {
    '%Object.prototype%': Object.prototype,
    '%Function.prototype%': proto(function () {}),
    '%GeneratorFunction.prototype%': proto(function* () {}),
    '%AsyncFunction.prototype%': proto(async function () {}),
    '%AsyncGeneratorFunction.prototype%': proto(async function* () {}),
    '%ThrowTypeError%': getDescriptor((function () { 'use strict'; return arguments; })(), 'callee').get,
    '%Generator.prototype%': proto(function* () {}).prototype,
    '%AsyncGenerator.prototype%': proto(async function* () {}).prototype,
    '%AsyncIterator.prototype%': proto(proto(async function* () {}).prototype),
    '%ArrayIterator.prototype%': proto([].values()),
    '%StringIterator.prototype%': proto(''[symbolIterator]()),
    '%MapIterator.prototype%': proto(new Map().values()),
    '%SetIterator.prototype%': proto(new Set().values()),
    '%RegExpStringIterator.prototype%': proto(''.matchAll(/a/g)),
    '%IteratorHelper.prototype%': proto([].values().map((x) => x)),
    '%Iterator%': iterators.constructor,
    '%Iterator.prototype%': iterators,
    '%WrapForValidIterator.prototype%': proto(iterators.constructor.from({ next() {} })),
    'Promise': (async function () {})().constructor,
    'BigInt': (1n).constructor,
    'Symbol': symbolIterator.constructor,
    'TypeError': caught(() => null.x).constructor,
    'Error': proto(caught(() => null.x).constructor),
    'RangeError': caught(() => [].length = -1).constructor,
    'ReferenceError': caught(() => nowhere).constructor,
    'SyntaxError': caught(() => JSON.parse('{')).constructor,
  };
  if (top.Int8Array) {
    hidden['%TypedArray%'] = proto(top.Int8Array);
    hidden['%TypedArray.prototype%'] = proto(top.Int8Array).prototype;
  }
  // What syntax and builtins make: no intrinsics, but they lead to some.
  const made = {
    'a function': function () {}, 'a strict function': (function () { 'use strict'; return function () {}; })(),
    'an arrow': () => {}, 'a method': { m() {} }.m, 'a class': class { static #p; static s() {} },
    'a generator function': function* () {}, 'a generator': (function* () {})(),
    'an async function': async function () {}, 'an async generator': (async function* () {})(),
    'a promise': (async function () {})(),
    'a getter': getDescriptor({ get g() { return 1; } }, 'g').get,
    'strict arguments': (function () { 'use strict'; return arguments; })(1), 'sloppy arguments': (function () { return arguments; })(1),
    'a template': ((t) => t)`a${1}b`, 'an array': [1, [2]], 'a regex': /a/g, 'a match': /(?<n>a)/d.exec('a'),
    'an error': caught(() => null.x), 'a date': new Date(), 'a bound function': (function () {}).bind(),
    'a number': Object(1), 'a string': Object('s'), 'a boolean': Object(true), 'a bigint': Object(1n),
    'a symbol': Object(symbolIterator), 'an iterator helper': [].values().filter((x) => x), 'a split': 'a,b'.split(','),
    'a revived value': JSON.parse('{"a":[{}]}'), 'a group': Object.groupBy([1], (x) => x),
    'grouped': Map.groupBy([1], (x) => x), 'descriptors': Object.getOwnPropertyDescriptors({ a: 1 }),
  };
  const seen = new Map(), queue = [], lines = [];
  const isObject = (v) => (typeof v === 'object' && v !== null) || typeof v === 'function';
  const keyName = (k) => typeof k === 'symbol' ? '@@' + String(k).slice(7, -1).replace('Symbol.', '') : k;
  const add = (name, value) => { if (isObject(value) && !seen.has(value)) { seen.set(value, name); queue.push([name, value]); } };
  for (const name in hidden) add(name, hidden[name]);
  for (const name of getNames(top)) { add(name, top[name]); lines.push('global ' + name); }
  for (const name in made) add('made: ' + name, made[name]);
  for (let i = 0; i < queue.length; i++) {
    const [name, object] = queue[i];
    const keys = getNames(object).concat(getSymbols(object));
    lines.push(name + ' = ' + typeof object + ' ' + keys.map(keyName).join(' '));
    for (const key of keys) {
      const d = getDescriptor(object, key), path = keyName(key);
      add(name + '.' + path, d.value);
      add(name + '.get ' + path, d.get);
      add(name + '.set ' + path, d.set);
    }
    add(name + '.[[Prototype]]', proto(object));
  }
  return lines;
})(this)
