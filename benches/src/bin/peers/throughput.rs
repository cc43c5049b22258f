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
    let ticks = |pid| (11..=14).map(|index| field(&stat(pid), index)).sum::<u32>();
    family().into_iter().map(|pid| f64::from(ticks(pid))).sum::<f64>() / TICKS
}

/// This process and its descendants.
pub(crate) fn family() -> Vec<u32> {
    let pids =
        fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|e| e.file_name().to_str()?.parse().ok());
    let parents: HashMap<u32, u32> = pids.map(|pid| (pid, field(&stat(pid), 1))).collect();
    let us = std::process::id();
    let is_ours = |pid: u32| std::iter::successors(Some(pid), |pid| parents.get(pid).copied()).any(|pid| pid == us);
    parents.keys().copied().filter(|pid| is_ours(*pid)).collect()
}

/// `/proc/PID/stat` behind the name, which may hold anything: the fields from the state on.
fn stat(pid: u32) -> String {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    text.rsplit(')').next().unwrap_or("").to_owned()
}

fn field(stat: &str, index: usize) -> u32 {
    stat.split_ascii_whitespace().nth(index).and_then(|f| f.parse().ok()).unwrap_or(0)
}
