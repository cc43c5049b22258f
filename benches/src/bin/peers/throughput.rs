//! Programs back to back: what a second brings, and what a verdict costs in processor time, with all of its processes.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

use mikoshi_benches::engines;
use mikoshi_benches::programs::Program;
use mikoshi_sandbox::Sandbox;
use mikoshi_testkit::parallel;

use crate::measure::median;

/// How often each way runs the programs, in turns, so that a machine that slows down for a while does so for all.
const ROUNDS: usize = 7;

/// Ticks of `/proc/PID/stat` in a second, on every architecture of Linux.
const TICKS: f64 = 100.0;

/// The kernel's account of a child is its parent's once it is reaped.
const REAPING: Duration = Duration::from_millis(300);

/// A way to run the programs, and what each round of it took.
struct Way<'a> {
    name: String,
    run: Box<dyn Fn() + 'a>,
    seconds: Vec<f64>,
    processor_seconds: Vec<f64>,
}

pub(crate) fn print(out: &mut impl Write, programs: &[Program]) -> Result<(), Box<dyn std::error::Error>> {
    let pools = [1, 2].map(|threads| Sandbox::builder().workers(threads).build().map(|sandbox| (threads, sandbox)));
    let pools = pools.into_iter().collect::<Result<Vec<_>, _>>()?;
    let raw = || {
        for program in programs {
            std::hint::black_box(engines::boa(&program.code));
        }
    };
    let mut ways = vec![way("raw Boa, one thread".to_owned(), raw)];
    for (threads, sandbox) in &pools {
        ways.push(way(format!("mikoshi, {threads} at once"), || {
            let _ = parallel(programs, *threads, |program| sandbox.execute(&program.code).is_ok_and(|v| v.passed));
        }));
    }
    for _ in 0..ROUNDS {
        ways.iter_mut().for_each(Way::round);
    }
    writeln!(
        out,
        "| {:30} | verdicts/s | processor time a verdict, us | to raw Boa |\n|{:-<32}|-----------:|-----------------------------:|-----------:|",
        "", ""
    )?;
    let verdicts = f64::from(u32::try_from(programs.len())?);
    let base = ways.first().map(|way| way.processor_seconds.clone()).unwrap_or_default();
    for way in &ways {
        let mut ratios: Vec<f64> = way.processor_seconds.iter().zip(&base).map(|(own, base)| own / base).collect();
        writeln!(
            out,
            "| {:30} | {:>10.0} | {:>28.0} | {:>10.2} |",
            way.name,
            verdicts / median(&mut way.seconds.clone()),
            median(&mut way.processor_seconds.clone()) * 1e6 / verdicts,
            median(&mut ratios)
        )?;
    }
    Ok(())
}

fn way<'a>(name: String, run: impl Fn() + 'a) -> Way<'a> {
    Way { name, run: Box::new(run), seconds: Vec::new(), processor_seconds: Vec::new() }
}

impl Way<'_> {
    fn round(&mut self) {
        let (before, begun) = (processor_seconds(), Instant::now());
        (self.run)();
        self.seconds.push(begun.elapsed().as_secs_f64());
        std::thread::sleep(REAPING);
        self.processor_seconds.push(processor_seconds() - before);
    }
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
