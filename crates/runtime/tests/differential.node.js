'use strict';
const vm = require('vm');
const offered = ['Array', 'Boolean', 'Date', 'Infinity', 'JSON', 'Map', 'Math', 'NaN', 'Number', 'Object', 'RegExp', 'Set',
  'String', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'undefined'];
const reduce = `{
  const top = globalThis;
  for (const name of Object.getOwnPropertyNames(top)) {
    if (!${JSON.stringify(offered)}.includes(name)) delete top[name];
  }
}`;
function kind(value) {
  if (value === null) return 'null';
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object';
  return typeof value;
}
function answer(code) {
  const context = vm.createContext({});
  vm.runInContext(reduce, context);
  try {
    const value = vm.runInContext(code, context, { timeout: 10000 });
    if (Object.is(value, -0)) return 'number -0';
    if (typeof value === 'number' && !Number.isFinite(value)) return 'number ' + value;
    const json = JSON.stringify(value);
    return kind(value) + (json === undefined ? '' : ' ' + json);
  } catch (error) {
    const name = error !== null && typeof error === 'object' && 'stack' in error ? error.name : 'a non-error';
    return 'throws ' + name;
  }
}
let input = '';
process.stdin.setEncoding('utf8').on('data', (part) => { input += part; }).on('end', () => {
  const answers = {};
  for (const [name, code] of Object.entries(JSON.parse(input))) answers[name] = answer(code);
  process.stdout.write(JSON.stringify(answers));
});
