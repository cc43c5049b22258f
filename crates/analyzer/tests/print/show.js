// Shows a value as text: the same in every engine, without what engines word differently.
function show(v, d) {
  d = d || 0;
  if (v === null) return 'null';
  switch (typeof v) {
    case 'undefined': return 'undefined';
    case 'number': return v === 0 && 1/v < 0 ? '-0' : String(v);
    case 'bigint': return v + 'n';
    case 'string': return JSON.stringify(v);
    case 'symbol': return 'symbol';
    case 'boolean': return String(v);
    case 'function': return 'fn:' + v.name;
  }
  if (d > 4) return '...';
  try {
  if (Object.prototype.toString.call(v) === '[object Error]') return 'Error:' + v.name;
  if (Array.isArray(v)) { let r = []; for (let i = 0; i < v.length && i < 200; i++) r.push(i in v ? show(v[i], d+1) : '<hole>'); return '[' + r.join(',') + ']'; }
  if (v instanceof Map) return 'Map' + show([...v], d+1);
  if (v instanceof Set) return 'Set' + show([...v], d+1);
  if (v instanceof Date) return 'Date' + (+v);
  if (v instanceof RegExp) return 'RegExp' + v;
  const ks = Object.keys(v); let r = [];
  for (let i = 0; i < ks.length && i < 100; i++) r.push(JSON.stringify(ks[i]) + ':' + show(v[ks[i]], d+1));
  return Object.prototype.toString.call(v) + '{' + r.join(',') + '}';
  } catch (e) { return 'sererr'; }
}
function showThrown(e) { return 'THROW ' + (e !== null && typeof e === 'object' && Object.prototype.toString.call(e) === '[object Error]' ? e.name : show(e)); }
