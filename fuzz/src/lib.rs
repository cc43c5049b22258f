//! What the targets share: mutators on syntax trees, and the counts that `run.sh` reports. The thinking is in
//! `mikoshi-testkit`: its generators make inputs, its oracles judge them.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mikoshi_testkit::generate::{Aim, cross, mutate, noise, program};
use mikoshi_testkit::oracle::{Checked, Seen, install_quiet_hook};

/// Prepares the process: panics that the sandbox contains must not abort it.
pub fn prepare() {
    install_quiet_hook();
}

/// Counts what an oracle saw, and aborts on a fault: that is how a fuzzer learns of one.
pub fn report(target: &str, checked: Checked) {
    match checked {
        Ok(seen) => TALLY.count(target, seen),
        Err(fault) => panic!("FAULT {fault}"),
    }
}

struct Tally {
    taken: AtomicU64,
    refused: AtomicU64,
    malformed: AtomicU64,
}

static TALLY: Tally = Tally { taken: AtomicU64::new(0), refused: AtomicU64::new(0), malformed: AtomicU64::new(0) };

/// The folder that `run.sh` wants counts in, one file a process.
static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();

impl Tally {
    fn count(&self, target: &str, seen: Seen) {
        let counter = match seen {
            Seen::Taken(_) => &self.taken,
            Seen::Refused => &self.refused,
            Seen::Malformed => &self.malformed,
        };
        counter.fetch_add(1, Relaxed);
        let counts = [&self.taken, &self.refused, &self.malformed].map(|c| c.load(Relaxed));
        // libFuzzer ends its processes without a word, so the file is brought up to date as it goes.
        if counts.iter().sum::<u64>() % 128 == 0
            && let Some(folder) = FOLDER.get_or_init(|| std::env::var_os("MIKOSHI_FUZZ_COUNTS").map(PathBuf::from))
        {
            let text = counts.map(|n| n.to_string()).join(" ") + "\n";
            // Without counts the report is poorer; the campaign goes on.
            let _ = std::fs::write(folder.join(format!("{target}-{}", std::process::id())), text);
        }
    }
}

/// Changes the program in `data[..size]`: most often at its tree, now and then at its bytes, now and then for a new one.
pub fn change(data: &mut [u8], size: usize, max_size: usize, seed: u32, aim: Aim) -> usize {
    let made = match seed % 16 {
        0 => None,
        1 | 2 => Some(program(&noise(seed.into(), 2_048), aim)),
        _ => std::str::from_utf8(&data[..size])
            .ok()
            .and_then(|text| mutate(text, seed, aim))
            .or_else(|| (seed % 16 < 6).then(|| program(&noise(seed.into(), 1_024), aim))),
    };
    match made {
        Some(text) if text.len() <= max_size && !text.is_empty() => put(data, &text),
        _ => libfuzzer_sys::fuzzer_mutate(data, size, max_size),
    }
}

/// Puts a piece of one program into another. 0 where there is none.
pub fn join(first: &[u8], second: &[u8], out: &mut [u8], seed: u32) -> usize {
    let texts = std::str::from_utf8(first).ok().zip(std::str::from_utf8(second).ok());
    match texts.and_then(|(first, second)| cross(first, second, seed)) {
        Some(text) if text.len() <= out.len() => put(out, &text),
        _ => 0,
    }
}

fn put(data: &mut [u8], text: &str) -> usize {
    data[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}

/// A target whose inputs are program texts.
#[macro_export]
macro_rules! script_target {
    ($name:literal, $aim:expr, $oracle:expr) => {
        libfuzzer_sys::fuzz_target!(init: $crate::prepare(), |data: &[u8]| {
            if let Ok(text) = std::str::from_utf8(data) {
                $crate::report($name, $oracle(text));
            }
        });
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::change(data, size, max_size, seed, $aim)
        });
        libfuzzer_sys::fuzz_crossover!(|first: &[u8], second: &[u8], out: &mut [u8], seed: u32| {
            $crate::join(first, second, out, seed)
        });
    };
}

/// A target whose inputs are bytes: decisions for a generator, or raw data.
#[macro_export]
macro_rules! bytes_target {
    ($name:literal, $oracle:expr) => {
        libfuzzer_sys::fuzz_target!(init: $crate::prepare(), |data: &[u8]| {
            $crate::report($name, $oracle(data));
        });
    };
}
