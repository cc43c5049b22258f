//! Every function that a program under `extended` can reach runs behind the filter: none asks the system for anything.

use mikoshi_sandbox::{Policy, Status};
use mikoshi_testkit::parallel;

use crate::support::builder;

/// Answers a JSON array of what there is: `[path]` of a function, or `[object, key]` of an accessor.
const LIST: &str = r"
const roots = { Object, Array, String, Number, Boolean, Math, JSON, Date, RegExp, Map, Set, Symbol, BigInt, Proxy, Reflect, Error,
  TypeError, AggregateError, Promise, Iterator, WeakMap, WeakSet, ArrayBuffer, DataView, Int8Array, Float64Array, BigInt64Array,
  parseInt, parseFloat, isNaN, isFinite };
const seen = new Set(), found = [];
const walk = (value, path) => {
  if (Object(value) !== value || seen.has(value)) return;
  seen.add(value);
  if (typeof value === 'function') found.push([path]);
  for (const key of Reflect.ownKeys(value)) {
    if (['con' + 'structor', '__proto__'].includes(key)) continue;
    const text = typeof key === 'symbol' ? key.description : JSON.stringify(key);
    const found_at = Reflect.getOwnPropertyDescriptor(value, key);
    if (found_at.get) found.push([path, text]);
    else walk(found_at.value, `${path}[${text}]`);
  }
};
for (const name of Object.keys(roots)) walk(roots[name], name);
JSON.stringify(found)
";

/// What functions are called with, and on.
const VALUES: &str = r"
const lists = [[], [1], ['a'], [[3, 1, 2]], [{}], [(x) => x], ['en', { style: 'currency', currency: 'EUR' }], [/a/g, 'b'],
  ['a', (x) => x], [2, 3], [[1], [2]], [5n], [Symbol.iterator], [new Map([[1, 2]])], ['x'.repeat(50), 'NFD']];
const targets = [undefined, [1, 2, 3], 'abc', 5, 5n, new Map([[1, 2]]), new Set([1]), new Date(0), /a/g, new Uint8Array(8),
  new ArrayBuffer(8), new DataView(new ArrayBuffer(8)), new Promise((r) => r(1)), Symbol.for('q'), (function* () { yield 1 })(),
  [1].values(), new Error('m'), { a: 1 }, (x) => x, Math, new WeakMap()];
const attempt = (f) => { try { f() } catch { } };
";

#[test]
fn no_builtin_leaves_its_process() {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let sandbox = builder().policy(Policy::extended()).workers(threads).build().unwrap();
    let mut limits = *sandbox.limits();
    limits.output_bytes = 1 << 20;
    let listed = sandbox.execute_with(LIST, &limits).unwrap();
    let found: Vec<Vec<String>> =
        serde_json::from_str(listed.output.as_ref().and_then(|o| o.as_str()).unwrap_or_else(|| panic!("{listed:?}")))
            .unwrap();
    assert!(found.len() > 350, "{}", found.len());

    let faults = parallel(&found, threads, |path: &Vec<String>| {
        let body = match path.as_slice() {
            [object, key] => format!(
                "const found = Object.getOwnPropertyDescriptor({object}, {key});
                 for (const target of targets) {{ attempt(() => found.get.call(target)); attempt(() => found.set.call(target, 1)); }}"
            ),
            [function] => format!(
                "const f = {function};
                 for (const list of lists) {{
                   for (const target of targets) attempt(() => f.apply(target, list));
                   attempt(() => Reflect.construct(f, list));
                 }}"
            ),
            _ => return Some(format!("{path:?}")),
        };
        // Names that the analyzer refuses are not reached.
        let verdict = sandbox.execute(format!("{VALUES}{body}\ntrue")).unwrap();
        let fine = matches!(verdict.status, Status::Passed) || path.iter().any(|part| part.contains("__"));
        (!fine).then(|| format!("{path:?}: {} {:?}", verdict.status, verdict.error))
    });
    let faults: Vec<_> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
