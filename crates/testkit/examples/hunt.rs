//! Fuzzing without nightly: generates inputs from consecutive seeds, gives them to one oracle, and prints each fault with
//! its program reduced.
//!
//! `cargo run -p mikoshi-testkit --example hunt -- ORACLE [COUNT [FIRST_SEED] | FILE...]` with one of `analysis roundtrip
//! escape differential limits policy protocol`. Slower than libFuzzer and blind to coverage, but it runs on stable,
//! anywhere. With files it judges those, such as a fuzzer's crashes.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use mikoshi_testkit::generate::{Aim, mutate, noise, program, reduce};
use mikoshi_testkit::oracle::{self, Checked, Fault, Seen};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, rest) = arguments.split_first().map_or(("", &[][..]), |(name, rest)| (name.as_str(), rest));
    if judge(name, b"").is_none() {
        eprintln!(
            "usage: hunt analysis|roundtrip|escape|differential|limits|policy|protocol [COUNT [FIRST_SEED] | FILE...]"
        );
        return ExitCode::from(2);
    }
    oracle::install_quiet_hook();
    let number = |at: usize| rest.get(at).and_then(|n| n.parse::<u64>().ok());
    let mut hunt = Hunt { name, ends: BTreeMap::new(), faults: 0 };
    if rest.is_empty() || number(0).is_some() {
        let first = number(1).unwrap_or(0);
        for seed in first..first.saturating_add(number(0).unwrap_or(1_000)) {
            hunt.judge(&format!("seed {seed}"), &made(name, seed));
        }
    } else {
        for path in rest {
            match std::fs::read(path) {
                Ok(bytes) => hunt.judge(path, &bytes),
                Err(error) => eprintln!("{path}: {error}"),
            }
        }
    }
    println!("{:?}", hunt.ends);
    if hunt.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Hunt<'a> {
    name: &'a str,
    /// How many inputs came to each end.
    ends: BTreeMap<String, u64>,
    faults: u64,
}

impl Hunt<'_> {
    fn judge(&mut self, from: &str, input: &[u8]) {
        let end = match judge(self.name, input) {
            Some(Ok(Seen::Taken(Some(status)))) => status.to_string(),
            Some(Ok(other)) => format!("{other:?}"),
            Some(Err(fault)) => {
                self.faults += 1;
                println!("{from}: {}\n", self.reduced(fault, input));
                "fault".to_owned()
            }
            None => return,
        };
        *self.ends.entry(end).or_default() += 1;
    }

    /// The same fault of the smallest program that shows one of its kind.
    fn reduced(&self, fault: Fault, input: &[u8]) -> Fault {
        let Ok(source) = std::str::from_utf8(input) else { return fault };
        let kind = kind(&fault);
        let mut found = fault;
        let _smallest = reduce(source, &mut |text| match judge(self.name, text.as_bytes()) {
            Some(Err(smaller)) if self::kind(&smaller) == kind => {
                found = smaller;
                true
            }
            _ => false,
        });
        found
    }
}

/// What two faults of one cause have in common: the first words of what happened.
fn kind(fault: &Fault) -> String {
    fault.what.chars().take_while(|c| !matches!(c, '\n' | '{')).take(60).collect()
}

/// The input that a seed stands for. Every other program is mutated, as a fuzzer would.
fn made(name: &str, seed: u64) -> Vec<u8> {
    let bytes = noise(seed, 2_048);
    let aim = match name {
        "limits" | "policy" | "protocol" => return bytes,
        "escape" => Aim::Reach,
        "differential" => Aim::Compare,
        _ => Aim::Language,
    };
    let text = program(&bytes, aim);
    let mutated = u32::try_from(seed & 0xFFFF_FFFF).ok().filter(|s| s % 2 == 1).and_then(|s| mutate(&text, s, aim));
    mutated.unwrap_or(text).into_bytes()
}

fn judge(name: &str, input: &[u8]) -> Option<Checked> {
    let text = || String::from_utf8_lossy(input).into_owned();
    Some(match name {
        "analysis" => oracle::analysis(input),
        "roundtrip" => oracle::roundtrip(&text()),
        "escape" => oracle::escape(&text()),
        "differential" => oracle::differential(&text()),
        "limits" => oracle::limits(input, None),
        "policy" => oracle::policy(input),
        "protocol" => oracle::protocol(input),
        _ => return None,
    })
}
