//! What varies from run to run, and how it is fixed.

mod common;

use common::limits;
use mikoshi_analyzer::Program;
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::{Policy, Verdict};

fn run(code: &str, policy: &Policy, seed: u64) -> Verdict {
    let mut entropy = Entropy::default();
    entropy.seed = seed;
    Realm::new(policy).run(&Program::unwoven(code), &limits(|_| ()), entropy, None)
}

const DRAWS: &str = "[Math.random(), Math.random(), [3, 1, 2].sort(() => Math.random() - 0.5)]";

#[test]
fn the_seed_decides_the_draws() {
    let policy = Policy::default();
    assert_eq!(run(DRAWS, &policy, 1).output, run(DRAWS, &policy, 1).output);
    assert_ne!(run(DRAWS, &policy, 1).output, run(DRAWS, &policy, 2).output);
}

#[test]
fn a_deterministic_policy_fixes_the_seed_and_the_clock() {
    let policy = Policy::default().deterministic(7, -86_400_000);
    let code = "[Math.random(), Date.now(), new Date().toISOString(), Date(), new Date(2020, 0).getTimezoneOffset()]";
    let first = run(code, &policy, 1);
    assert_eq!(first.output, run(code, &policy, 2).output);
    let text = first.output.unwrap().to_string();
    assert!(text.contains("-86400000,\"1969-12-31T00:00:00.000Z\",\"Wed Dec 31 1969 00:00:00 GMT+0000 (Coordinated"), "{text}");
}

#[test]
fn draws_are_spread_over_the_unit_interval() {
    let code = "let low = 0; for (let i = 0; i < 100000; i++) { const x = Math.random(); if (!(x >= 0 && x < 1)) throw x; if (x < 0.5) low++; } low";
    let low = run(code, &Policy::default(), 3).output.unwrap().as_i64().unwrap();
    assert!((49_000..51_000).contains(&low), "{low}");
}

#[test]
fn the_real_clock_is_the_systems() {
    let now = run("Date.now()", &Policy::default(), 0).output.unwrap().as_i64().unwrap();
    let system = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis();
    assert!(system.abs_diff(u128::from(now.unsigned_abs())) < 10_000);
}
