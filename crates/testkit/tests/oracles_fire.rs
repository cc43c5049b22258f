//! Each oracle can fire: with one layer left out, a search by the generator that the fuzz targets use finds an escape
//! within a minute (here: within some hundreds of programs); with every layer in place the same programs find none.
#![expect(
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says how long it searched"
)]

use std::time::{Duration, Instant};

use mikoshi_runtime::testing::Without;
use mikoshi_testkit::generate::{Aim, mutate, noise, program};
use mikoshi_testkit::oracle::{Fault, Jail, escape, escape_from, install_quiet_hook};

const MINUTE: Duration = Duration::from_mins(1);

/// Programs that begin a search, as a corpus does: none of them escapes by itself from the whole jail.
const SEEDS: &[&str] = &[
    "const f = (() => 0); f['con' + 'structor'](\"return 1\")() === 1;",
    "[].mainModule?.('x') === true;",
    "process.exit(0); true;",
    "this.process?.() ?? true;",
    "const k = ['construct', 'or'].join(''); [].map[k]('return 1')() === 1;",
];

/// Searches for an input on which the oracle fires.
fn search(jail: Jail, expected: &str) -> (Fault, Duration) {
    let begun = Instant::now();
    let mut last = None;
    for seed in 0.. {
        assert!(begun.elapsed() < MINUTE, "nothing was found; last: {last:?}");
        let text = match seed % 3 {
            0 => program(&noise(seed.into(), 2_000), Aim::Reach),
            _ => mutate(SEEDS[seed as usize % SEEDS.len()], seed, Aim::Reach).unwrap_or_default(),
        };
        match escape_from(&text, jail) {
            Err(fault) if fault.what.contains(expected) => return (fault, begun.elapsed()),
            other => last = other.err(),
        }
    }
    unreachable!()
}

fn fires(jail: Jail, expected: &str) {
    install_quiet_hook();
    let (fault, took) = search(jail, expected);
    println!("after {took:?}: {fault}");
}

#[test]
fn without_the_analyzer_a_forbidden_name_is_used() {
    fires(Jail { no_analyzer: true, ..Jail::default() }, "a forbidden name was used");
}

#[test]
fn without_permits_a_planted_host_function_is_called() {
    let without = Without { permits: true, ..Without::default() };
    fires(Jail { without, ..Jail::default() }, "a host function was called");
}

#[test]
fn without_permits_another_realm_is_reachable() {
    let without = Without { permits: true, ..Without::default() };
    fires(Jail { without, ..Jail::default() }, "an object of another realm is reachable");
}

#[test]
fn without_taming_a_string_comes_to_the_compilation_hook() {
    let without = Without { taming: true, ..Without::default() };
    fires(Jail { without, ..Jail::default() }, "a string came as far as the compilation hook");
}

#[test]
fn without_taming_a_compiling_constructor_is_reachable() {
    let without = Without { taming: true, ..Without::default() };
    fires(Jail { without, ..Jail::default() }, "a constructor that compiles strings is reachable");
}

#[test]
fn without_taming_and_hook_the_string_is_compiled_and_seen() {
    let without = Without { taming: true, hook: true, ..Without::default() };
    fires(Jail { without, ..Jail::default() }, "a string came as far as the compilation hook");
}

#[test]
fn with_every_layer_the_same_search_finds_nothing() {
    install_quiet_hook();
    for seed in 0..300_u32 {
        let text = match seed % 3 {
            0 => program(&noise(seed.into(), 2_000), Aim::Reach),
            _ => mutate(SEEDS[seed as usize % SEEDS.len()], seed, Aim::Reach).unwrap_or_default(),
        };
        if let Err(fault) = escape(&text) {
            panic!("{fault}");
        }
    }
}
