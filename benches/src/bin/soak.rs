//! A soak: the resource bombs of our cases at full parallelism, with an honest program between every two of them.
//!
//! `cargo run --release -p mikoshi-benches --bin soak -- [EXECUTIONS] [TIMEOUT_MS]`, 1,000 executions of at most 1,000 ms by
//! default. Prints what the host held along the way and what the honest program took, beside what it takes alone. Ends with an
//! error on a wrong verdict, or when processes or descriptors are left.

#![expect(clippy::expect_used, reason = "a soak that cannot run must stop")]

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mikoshi_sandbox::{Limits, Sandbox, Status};
use mikoshi_testkit::{Case, cases};

/// About 10 ms of work.
const HONEST: &str = include_str!("../../programs/primes.js");

mikoshi_sandbox::host! {
    fn main() -> Result<(), Box<dyn std::error::Error>> {
        let mut args = std::env::args().skip(1);
        let executions: usize = args.next().map_or(Ok(1_000), |n| n.parse())?;
        let timeout_ms: u64 = args.next().map_or(Ok(1_000), |n| n.parse())?;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/cases");
        let bombs: Vec<Case> = cases(&folder).into_iter().filter(|c| c.folder == "resources").collect();
        let mut limits = Limits::default();
        limits.timeout_ms = timeout_ms;
        let bombers = Sandbox::builder().limits(limits).build()?;
        // Other limits in the same processes: an honest program must not fail because the machine is busy.
        let honest = |sandbox: &Sandbox| {
            let verdict = sandbox.execute(HONEST).expect("a verdict");
            (verdict.status == Status::Passed).then_some(verdict.metrics.run_us)
        };
        let patient = Sandbox::builder().workers(1).build()?;
        let mut alone: Vec<u64> = (0..50).filter_map(|_| honest(&patient)).collect();

        let mut out = io::stdout().lock();
        let threads = thread::available_parallelism().map_or(1, usize::from);
        writeln!(out, "{executions} executions of {} programs, {threads} at once, {timeout_ms} ms each", bombs.len())?;
        let (next, wrong, beside) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Mutex::new(Vec::new()));
        let begun = Instant::now();
        thread::scope(|scope| -> io::Result<()> {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        let Some(bomb) = bombs.get(n / 2 % bombs.len()).filter(|_| n < executions) else { return };
                        if n % 2 == 0 {
                            match honest(&bombers) {
                                Some(took) => beside.lock().unwrap_or_else(PoisonError::into_inner).push(took),
                                None => note(&wrong, "an honest program failed".to_owned()),
                            }
                        } else {
                            judge(&bombers, bomb, &wrong);
                        }
                    }
                });
            }
            let mut quarter = 0;
            loop {
                let done = next.load(Ordering::Relaxed).min(executions);
                if done * 4 / executions.max(1) >= quarter {
                    writeln!(out, "{done:6} done after {:5.1?}: {}", begun.elapsed(), host())?;
                    quarter += 1;
                }
                if done >= executions {
                    return Ok(());
                }
                thread::sleep(Duration::from_millis(20));
            }
        })?;
        drop((bombers, patient));
        let left = processes();
        let mut beside = beside.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (alone, beside) = (median(&mut alone), median(&mut beside));
        writeln!(out, "honest program: {alone} us alone, {beside} us beside bombs (medians)")?;
        writeln!(out, "at the end: {}; processes left: {left}", host())?;
        let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
        for line in &wrong {
            writeln!(out, "WRONG {line}")?;
        }
        if wrong.is_empty() && left == 0 { Ok(()) } else { Err("something is wrong".into()) }
    }
}

fn note(wrong: &Mutex<Vec<String>>, what: String) {
    wrong.lock().unwrap_or_else(PoisonError::into_inner).push(what);
}

fn judge(sandbox: &Sandbox, bomb: &Case, wrong: &Mutex<Vec<String>>) {
    let Ok(code) = std::str::from_utf8(&bomb.code) else { return };
    let verdict = sandbox.execute(code).expect("a verdict");
    // The time is shorter than the cases were written for.
    if !bomb.expect.allows(verdict.status) && verdict.status != Status::Timeout {
        note(wrong, format!("{}: {} instead of {}", bomb.name, verdict.status, bomb.expect.text()));
    }
}

fn median(values: &mut [u64]) -> u64 {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}

/// What this process holds, as the kernel counts it.
fn host() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| status.lines().find_map(|l| l.strip_prefix(name)).unwrap_or("?").trim().to_owned();
    let descriptors = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    format!("resident {}, at most {}; {descriptors} descriptors", field("VmRSS:"), field("VmHWM:"))
}

/// How many processes of ours there are, dead or alive.
fn processes() -> usize {
    let me = std::process::id().to_string();
    let listed = Command::new("ps").args(["--no-headers", "-o", "comm", "--ppid", &me]).output();
    let listed = listed.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
    listed.lines().filter(|l| l.trim() != "ps").count()
}
