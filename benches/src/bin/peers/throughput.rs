//! Programs back to back: what a second brings, and what a verdict costs in processor time, with all of its processes.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

use mikoshi_benches::engines;
use mikoshi_benches::programs::Program;
use mikoshi_sandbox::Sandbox;
use mikoshi_testkit::parallel;

/// How often the programs are repeated, so that the clock ticks of the accounts weigh little.
const REPEATS: usize = 4;

/// Ticks of `/proc/PID/stat` in a second, on every architecture of Linux.
const TICKS: f64 = 100.0;

/// The kernel's account of a child is its parent's once it is reaped.
const REAPING: Duration = Duration::from_millis(300);

struct Cost {
    name: String,
    seconds: f64,
    processor_seconds: f64,
}

pub(crate) fn print(out: &mut impl Write, programs: &[Program]) -> Result<(), Box<dyn std::error::Error>> {
    let all: Vec<&Program> = (0..REPEATS).flat_map(|_| programs).collect();
    let mut costs = vec![cost("raw Boa, one thread".to_owned(), || {
        for program in &all {
            std::hint::black_box(engines::boa(&program.code));
        }
    })];
    for threads in [1, 2] {
        let sandbox = Sandbox::builder().workers(threads).build()?;
        costs.push(cost(format!("mikoshi, {threads} at once"), || {
            let _ = parallel(&all, threads, |program| sandbox.execute(&program.code).is_ok_and(|v| v.passed));
        }));
    }
    writeln!(
        out,
        "| {:30} | verdicts/s | processor time a verdict, us | to raw Boa |\n|{:-<32}|-----------:|-----------------------------:|-----------:|",
        "", ""
    )?;
    let verdicts = f64::from(u32::try_from(all.len())?);
    let base = costs.first().map_or(1.0, |c| c.processor_seconds);
    for Cost { name, seconds, processor_seconds } in &costs {
        writeln!(
            out,
            "| {name:30} | {:>10.0} | {:>28.0} | {:>10.2} |",
            verdicts / seconds,
            processor_seconds * 1e6 / verdicts,
            processor_seconds / base
        )?;
    }
    Ok(())
}

fn cost(name: String, run: impl FnOnce()) -> Cost {
    let (before, begun) = (processor_seconds(), Instant::now());
    run();
    let seconds = begun.elapsed().as_secs_f64();
    std::thread::sleep(REAPING);
    Cost { name, seconds, processor_seconds: processor_seconds() - before }
}

/// What this process, its descendants, and those of them that were reaped have used.
fn processor_seconds() -> f64 {
    let mut parents = HashMap::new();
    let mut ticks = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name in parentheses may hold anything.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_ascii_whitespace().collect();
        let number = |index: usize| fields.get(index).and_then(|f| f.parse::<u32>().ok()).unwrap_or(0);
        parents.insert(pid, number(1));
        ticks.insert(pid, (11..=14).map(number).sum::<u32>());
    }
    let us = std::process::id();
    let is_ours = |pid: u32| std::iter::successors(Some(pid), |pid| parents.get(pid).copied()).any(|pid| pid == us);
    ticks.iter().filter(|(pid, _)| is_ours(**pid)).map(|(_, ticks)| f64::from(*ticks)).sum::<f64>() / TICKS
}
