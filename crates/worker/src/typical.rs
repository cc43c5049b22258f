//! A program to warm up on.

use mikoshi_analyzer::Program;

/// What verification programs are made of.
const TYPICAL: &str = r"
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
class Stack { constructor() { this.items = [] } push(x) { this.items.push(x); return this } get size() { return this.items.length } }
const words = 'the quick brown fox jumps over the lazy dog'.split(' ');
const counts = new Map();
for (const w of words) counts.set(w, (counts.get(w) || 0) + 1);
const sorted = [...words].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).map((w) => w.toUpperCase());
let sum = 0;
for (let i = 0; i < 200; i++) { sum += i % 7 === 0 ? i : Math.floor(Math.sqrt(i)) }
const { a, ...rest } = { a: 1, b: [2, 3], c: { d: 'x' } };
let caught = false;
try { null.x } catch (e) { caught = e instanceof Object }
const text = JSON.stringify({ sorted, rest, counts: [...counts] });
const back = JSON.parse(text);
const same = (x, y) => JSON.stringify(x) === JSON.stringify(y);
same(back.sorted, sorted) && /q(u+)i/.test(words[1]) && `${sum}`.length > 1 && new Stack().push(1).size === 1 &&
  fib(8) === 21 && caught && a === 1 && new Set(words).size === 8 && parseInt('42', 10) === 42 &&
  [3, 1, 2].reduce((x, y) => x + y, 0) === 6 && 'abc'.replace(/b/g, 'x').includes('x');
";

/// A program for the engine to warm up on.
pub(crate) fn typical() -> Program {
    Program::unwoven(TYPICAL)
}

#[cfg(test)]
mod tests {
    use mikoshi_runtime::{Entropy, Realm};
    use mikoshi_types::{Limits, Policy};

    use super::*;

    /// A typical program that stopped at its first error would warm nothing up.
    #[test]
    fn the_typical_program_passes() {
        let verdict = Realm::new(&Policy::default()).run(&typical(), &Limits::default(), Entropy::default(), None);
        assert!(verdict.passed, "{verdict:?}");
    }
}
