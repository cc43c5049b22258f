//! Fuzzing without nightly: generates inputs from consecutive seeds, gives them to one oracle, and prints each fault.
//!
//! `cargo run -p mikoshi-testkit --example hunt -- ORACLE [COUNT] [FIRST_SEED]` with one of `analysis roundtrip escape
//! differential limits policy protocol`. Slower than libFuzzer and blind to coverage, but it runs on stable, anywhere.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use mikoshi_testkit::generate::{Aim, mutate, noise, program};
use mikoshi_testkit::oracle::{self, Checked, Seen};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let count: u64 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1_000);
    let first: u64 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    oracle::install_quiet_hook();
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    let mut faults = 0_u64;
    for seed in first..first.saturating_add(count) {
        let Some(checked) = check(&name, seed) else {
            eprintln!("usage: hunt analysis|roundtrip|escape|differential|limits|policy|protocol [COUNT] [FIRST_SEED]");
            return ExitCode::from(2);
        };
        let what = match checked {
            Ok(Seen::Taken(Some(status))) => status.to_string(),
            Ok(other) => format!("{other:?}"),
            Err(fault) => {
                faults += 1;
                println!("seed {seed}: {fault}\n");
                "fault".to_owned()
            }
        };
        *seen.entry(what).or_default() += 1;
    }
    println!("{seen:?}");
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn check(name: &str, seed: u64) -> Option<Checked> {
    let bytes = noise(seed, 2_048);
    // Every other program is mutated, as a fuzzer would.
    let text = |aim| {
        let text = program(&bytes, aim);
        let seed = u32::try_from(seed & 0xFFFF_FFFF).unwrap_or(0);
        if seed.is_multiple_of(2) { text } else { mutate(&text, seed, aim).unwrap_or(text) }
    };
    Some(match name {
        "analysis" => oracle::analysis(text(Aim::Language).as_bytes()),
        "roundtrip" => oracle::roundtrip(&text(Aim::Language)),
        "escape" => oracle::escape(&text(Aim::Reach)),
        "differential" => oracle::differential(&text(Aim::Compare)),
        "limits" => oracle::limits(&bytes, None),
        "policy" => oracle::policy(&bytes),
        "protocol" => oracle::protocol(&bytes),
        _ => return None,
    })
}
