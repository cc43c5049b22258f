//! Ends that a worker brings about itself: time, memory, stack, panics, signals.

use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use mikoshi_analyzer::Program;
use mikoshi_types::{Limits, Status};

use crate::support::{Kind, message, native, native_within, pool, start, trial};

pub(crate) fn trials(kind: Kind) -> Vec<Trial> {
    let ends = [
        ("overflow", Status::StackLimit, "a builtin recursed until the native stack was full"),
        ("allocate_much", Status::MemoryLimit, "more than 64 MiB was in use at once, twice the limit of 32 MiB"),
        (
            "allocate_twice_the_limit",
            Status::MemoryLimit,
            "more than 64 MiB was in use at once, twice the limit of 32 MiB",
        ),
        ("allocate_bit_by_bit", Status::MemoryLimit, "more than 64 MiB was in use at once, twice the limit of 32 MiB"),
        (
            "wild_pointer",
            Status::Crashed,
            "the program's process was killed by SIGSEGV: it used memory that is not its own",
        ),
        ("illegal", Status::Crashed, "the program's process was killed by SIGILL: it found a fault in itself"),
        ("nothing", Status::Crashed, "the program's process ended with code 7 and without a verdict"),
        ("map_without_end", Status::Crashed, "the program's process ended with code 101 and without a verdict"),
    ];
    let mut trials: Vec<_> = ends
        .into_iter()
        .map(|(name, status, text)| {
            trial(kind, format!("end::{name}"), move || {
                let verdict = native(pool(kind), name);
                assert_eq!((verdict.status, message(&verdict)), (status, text));
                assert!(!verdict.passed);
            })
        })
        .collect();
    trials.push(trial(kind, "end::panic", move || {
        let verdict = native(pool(kind), "panic");
        assert_eq!(verdict.status, Status::Crashed);
        let text = message(&verdict);
        assert!(text.starts_with("the engine panicked at ") && text.ends_with(": a panic with its message"), "{text}");
        assert!(!text.contains("/root") && !text.contains("/home"), "{text}");
    }));
    // After these the standard library writes to standard error and aborts, which the filter would answer first.
    for (name, first) in
        [("panic_in_panic", "the first of two"), ("panic_that_cannot_unwind", "a panic in foreign hands")]
    {
        trials.push(trial(kind, format!("end::{name}"), move || {
            let verdict = native(pool(kind), name);
            assert_eq!(verdict.status, Status::Crashed);
            let text = message(&verdict);
            assert!(text.starts_with("the engine panicked at ") && text.ends_with(first), "{text}");
        }));
    }
    trials.push(trial(kind, "end::spin", move || {
        let started = Instant::now();
        let verdict = native_within(pool(kind), "spin", 200);
        let elapsed = started.elapsed();
        assert_eq!((verdict.status, message(&verdict)), (Status::Timeout, "the program ran longer than 200 ms"));
        assert!(elapsed >= Duration::from_millis(200) && elapsed < Duration::from_secs(30), "{elapsed:?}");
        println!("200 ms deadline in native code: {elapsed:?}, {:?}", verdict.metrics);
        assert!(verdict.metrics.cpu_us > 0);
    }));
    trials.push(trial(kind, "cost::round_trip", move || round_trip(kind)));
    trials
}

/// Prints what a trivial program costs, one at a time with a ready spare each.
fn round_trip(kind: Kind) {
    let began = Instant::now();
    let pool = start(kind.isolation(), 1);
    println!("   start: {:?}", began.elapsed());
    let program = Program::unwoven("1 + 1 === 2");
    let mut rows = Vec::new();
    for _ in 0..300 {
        std::thread::sleep(Duration::from_millis(3));
        let started = Instant::now();
        let verdict = pool.execute(&program, &Limits::default(), None).unwrap();
        let whole = u64::try_from(started.elapsed().as_micros()).unwrap();
        assert!(verdict.passed);
        let m = verdict.metrics;
        rows.push([whole, m.startup_us, m.run_us, whole - m.startup_us - m.run_us, m.cpu_us]);
    }
    for (i, name) in ["whole", "startup", "run", "rest", "cpu"].into_iter().enumerate() {
        let mut column: Vec<_> = rows.iter().map(|r| r[i]).collect();
        column.sort_unstable();
        println!("{name:>8}: p50 {} us, p90 {} us", column[150], column[270]);
    }
}
