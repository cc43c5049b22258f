//! Programs back to back: what a second brings, and what a verdict costs in processor time.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mikoshi_benches::engines;
use mikoshi_benches::programs::Program;
use nix::sys::resource::{Usage, UsageWho, getrusage};

/// How often the programs are repeated, so that starting the command weighs little.
const REPEATS: u32 = 4;

pub(crate) fn print(out: &mut impl Write, programs: &[Program], file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let command = std::env::current_exe()?.with_file_name("mikoshi");
    if !command.exists() {
        writeln!(io::stderr(), "{} is not there; build the workspace", command.display())?;
        return Ok(());
    }
    let all = file.with_extension("repeated.jsonl");
    std::fs::write(&all, std::fs::read(file)?.repeat(REPEATS as usize))?;
    let measured = [("mikoshi batch -j 1", "1"), ("mikoshi batch -j 2", "2")].map(|(name, jobs)| {
        let run = || {
            let status = Command::new(&command)
                .args(["batch", "-j", jobs, "-o", "/dev/null"])
                .stdin(File::open(&all)?)
                .stderr(Stdio::null())
                .status()?;
            if status.success() { Ok(()) } else { Err(io::Error::other("the command failed")) }
        };
        (name, cost(UsageWho::RUSAGE_CHILDREN, run))
    });
    let boa = cost(UsageWho::RUSAGE_SELF, || {
        for program in (0..REPEATS).flat_map(|_| programs) {
            std::hint::black_box(engines::boa(&program.code));
        }
        Ok(())
    });
    let _ = std::fs::remove_file(&all);
    let verdicts = f64::from(REPEATS) * f64::from(u32::try_from(programs.len())?);
    writeln!(
        out,
        "| {:30} | verdicts/s | processor time a verdict, us | to raw Boa |\n|{:-<32}|-----------:|-----------------------------:|-----------:|",
        "", ""
    )?;
    let base = boa?;
    for (name, cost) in measured.into_iter().chain([("raw Boa, one thread", Ok(base))]) {
        let (wall, processor) = cost?;
        let each = |time: Duration| time.as_secs_f64() * 1e6 / verdicts;
        writeln!(
            out,
            "| {name:30} | {:>10.0} | {:>28.0} | {:>10.2} |",
            verdicts / wall.as_secs_f64(),
            each(processor),
            each(processor) / each(base.1)
        )?;
    }
    Ok(())
}

/// The time by the clock and by the processor.
fn cost(who: UsageWho, run: impl FnOnce() -> io::Result<()>) -> io::Result<(Duration, Duration)> {
    let (before, begun) = (processor(&getrusage(who)?), Instant::now());
    run()?;
    let took = begun.elapsed();
    Ok((took, processor(&getrusage(who)?).saturating_sub(before)))
}

fn processor(usage: &Usage) -> Duration {
    let micros = [usage.user_time(), usage.system_time()]
        .map(|t| u64::try_from(t.tv_sec()).unwrap_or(0) * 1_000_000 + u64::try_from(t.tv_usec()).unwrap_or(0));
    Duration::from_micros(micros.iter().sum())
}
