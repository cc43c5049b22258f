//! Criterion benches of the path from text to verdict, beside raw Boa and QuickJS in the same run.
//!
//! `cargo bench -p mikoshi-benches`; with `MIKOSHI_BENCH_PROGRAMS=FILE.jsonl` on the requests of a file instead of our own
//! programs.

#![expect(clippy::expect_used, reason = "a bench that cannot run must stop")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use mikoshi_analyzer::analyze;
use mikoshi_benches::{engines, programs};
use mikoshi_sandbox::{Limits, Policy, Sandbox};
use mikoshi_testkit::parallel;

mikoshi_sandbox::host! {
    fn main() {
        let mut criterion = Criterion::default().measurement_time(Duration::from_secs(3)).sample_size(20).configure_from_args();
        let programs = programs::chosen().expect("the programs can be read");
        let sandbox = Sandbox::builder().build().expect("workers can be started");

        let (policy, limits) = (Policy::default(), Limits::default());
        let mut group = criterion.benchmark_group("analysis");
        for program in &programs {
            group.throughput(Throughput::Bytes(program.code.len() as u64));
            group.bench_function(&program.name, |b| b.iter(|| analyze(black_box(&program.code), &policy, &limits)));
            group.bench_function(format!("{}, swc alone", program.name), |b| b.iter(|| engines::swc(black_box(&program.code))));
        }
        group.finish();

        let mut group = criterion.benchmark_group("analysis by size");
        for bytes in [1 << 10, 10 << 10, 100 << 10, 1 << 20] {
            let (code, mut limits) = (programs::of_size(bytes), Limits::default());
            limits.code_bytes = 2 << 20;
            group.throughput(Throughput::Bytes(code.len() as u64));
            group.bench_function(format!("{} KiB", bytes >> 10), |b| b.iter(|| analyze(black_box(&code), &policy, &limits)));
        }
        group.finish();

        for program in &programs {
            let code = &program.code;
            let mut group = criterion.benchmark_group(format!("verdict/{}", program.name));
            group.bench_function("mikoshi", |b| b.iter(|| sandbox.execute(black_box(code)).expect("a verdict").passed));
            group.bench_function("raw boa", |b| b.iter(|| engines::boa(black_box(code))));
            group.bench_function("quickjs", |b| b.iter(|| engines::quickjs(black_box(code))));
            group.finish();
        }

        let batch: Vec<&str> = programs.iter().cycle().take(64.max(programs.len())).map(|p| p.code.as_str()).collect();
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut group = criterion.benchmark_group("batch");
        group.throughput(Throughput::Elements(batch.len() as u64));
        group.bench_function("mikoshi", |b| {
            b.iter(|| parallel(&batch, threads, |code| sandbox.execute(code).expect("a verdict").passed));
        });
        group.bench_function("raw boa", |b| b.iter(|| parallel(&batch, threads, |code| engines::boa(code))));
        group.bench_function("quickjs", |b| b.iter(|| parallel(&batch, threads, |code| engines::quickjs(code))));
        group.finish();
        criterion.final_summary();
    }
}
