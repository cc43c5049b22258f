//! Learns which pages a program touches, so that a spare has them ready before its program arrives.
//!
//! After a fork, parent and child share every page until one of them writes to it. Each first write is a fault of a microsecond
//! or two, and a small program makes some hundreds of them. A probe child runs a typical program once and looks at its own page
//! map; spares then ask the kernel for their copies of those pages in a few calls, off the critical path.
//!
//! Pages that are only read (the engine's code above all) are left to come by themselves: the kernel maps sixteen at a fault, and
//! asking for them beforehand was measured to cost as much processor time as it saves waiting.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt as _;

use mikoshi_analyzer::Program;
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::Limits;
use serde::{Deserialize, Serialize};

use crate::meter;
use crate::signal_unsafe::exit_now;
use crate::sys_unsafe::{PAGE, populate};

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

/// Pages to have ready, as ranges of addresses.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Footprint {
    written: Vec<(usize, usize)>,
}

impl Footprint {
    /// Has the pages made ready. Kernels before 5.14 cannot; then they come as they are touched.
    pub(super) fn prepare(&self) {
        for &(start, end) in &self.written {
            populate(start, end);
        }
    }
}

/// A program for the engine to warm up on.
pub(super) fn typical() -> Program {
    Program::unwoven(TYPICAL)
}

/// Runs a typical program in this process, which is a copy of the fork server, tells what it touched, and exits.
pub(super) fn probe(realm: Realm, mut to: File) -> ! {
    let told =
        look(realm).and_then(|f| postcard::to_stdvec(&f).map_err(io::Error::other)).and_then(|b| to.write_all(&b));
    exit_now(i32::from(told.is_err()))
}

/// What the probe tells at the other end. It is a matter of speed only, so nothing at all is fine too.
pub(super) fn learn(from: OwnedFd) -> Footprint {
    let mut bytes = Vec::new();
    let read = File::from(from).read_to_end(&mut bytes);
    read.ok().and_then(|_| postcard::from_bytes(&bytes).ok()).unwrap_or_default()
}

fn look(realm: Realm) -> io::Result<Footprint> {
    // Before the run, because only what exists in a spare can be made ready there.
    let maps = fs::read_to_string("/proc/self/maps")?;
    let pagemap = File::open("/proc/self/pagemap")?;
    let program = typical();
    let _ = realm.run_last(&program, &Limits::default(), Entropy::default(), Some(&meter::METER));
    crate::alloc_unsafe::disarm();
    let mut footprint = Footprint::default();
    for line in maps.lines() {
        if let Some((start, end)) = writable(line) {
            scan(&pagemap, start, end, &mut footprint.written)?;
        }
    }
    Ok(footprint)
}

/// Start and end of a writable mapping, from a line of `/proc/self/maps`.
fn writable(line: &str) -> Option<(usize, usize)> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    if !fields.next()?.starts_with("rw") {
        return None;
    }
    let hex = |text| usize::from_str_radix(text, 16).ok();
    Some((hex(start)?, hex(end)?))
}

/// Adds the pages of a mapping that were written to since the fork.
fn scan(pagemap: &File, start: usize, end: usize, written: &mut Vec<(usize, usize)>) -> io::Result<()> {
    const PRESENT: u64 = 1 << 63;
    /// No other process maps the page.
    const EXCLUSIVE: u64 = 1 << 56;
    const ENTRY: usize = 8;
    let mut entries = [0; 512 * ENTRY];
    let mut page = start;
    while page < end {
        let wanted = ((end - page) / PAGE * ENTRY).min(entries.len());
        let Some(chunk) = entries.get_mut(..wanted).filter(|c| !c.is_empty()) else { break };
        pagemap.read_exact_at(chunk, (page / PAGE * ENTRY) as u64)?;
        for entry in chunk.chunks_exact(ENTRY) {
            let bits = entry.try_into().map_or(0, u64::from_le_bytes);
            if bits & PRESENT != 0 && bits & EXCLUSIVE != 0 {
                match written.last_mut() {
                    Some((_, to)) if *to == page => *to = page + PAGE,
                    _ => written.push((page, page + PAGE)),
                }
            }
            page += PAGE;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use mikoshi_types::Policy;

    use super::*;

    /// A typical program that stopped at its first error would warm nothing up.
    #[test]
    fn the_typical_program_passes() {
        let verdict = Realm::new(&Policy::default()).run(&typical(), &Limits::default(), Entropy::default(), None);
        assert!(verdict.passed, "{verdict:?}");
    }

    #[test]
    fn lines_of_maps() {
        let line = "7f00-8f00 rw-p 00000000 00:00 0                          [heap]";
        assert_eq!(writable(line), Some((0x7f00, 0x8f00)));
        assert_eq!(writable("7f00-8f00 r-xp 00000000 fe:00 7 /bin/x"), None);
        assert_eq!(writable("7f00-8f00 ---p 00000000 00:00 0"), None);
        assert_eq!(writable(""), None);
    }
}
