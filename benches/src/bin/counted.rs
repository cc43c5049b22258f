//! A fixed amount of work, for `benches/guard.sh` to count the instructions of.
//!
//! `counted nothing|analysis|swc|programs`: start only; analyze and print every program of our own; parse and print them with swc
//! alone; run the quick ones of them, too. With `MIKOSHI_BENCH_PROGRAMS=FILE.jsonl` the first three are about the requests of a file.

use std::error::Error;

use mikoshi_benches::{engines, programs};
use mikoshi_sandbox::{Isolation, Limits, Policy, Sandbox};

/// What runs long enough natively to take minutes where instructions are counted.
const LONG: [&str; 6] = ["nbody", "building", "mapset", "permutations", "matrix", "sort"];

fn main() -> Result<(), Box<dyn Error>> {
    let what = std::env::args().nth(1).ok_or("usage: counted nothing|analysis|swc|programs")?;
    let own = std::env::var_os("MIKOSHI_BENCH_PROGRAMS").is_none();
    let programs = if what == "programs" { programs::own() } else { programs::chosen()? };
    match what.as_str() {
        "nothing" => {}
        "analysis" => {
            for program in &programs {
                // A file may hold what is rejected; that is work, too.
                let judged = mikoshi_analyzer::analyze(&program.code, &Policy::default(), &Limits::default());
                if own && judged.is_err() {
                    return Err(format!("{} was rejected", program.name).into());
                }
            }
        }
        "swc" => {
            for program in &programs {
                engines::swc(&program.code).ok_or_else(|| format!("swc cannot read {}", program.name))?;
            }
        }
        "programs" => {
            // The same verdict in the same process: what is counted is the printed program and the realm, not the kernel's work.
            let mut limits = Limits::default();
            limits.timeout_ms = 600_000;
            let sandbox = Sandbox::builder().isolation(Isolation::in_process()).limits(limits).build()?;
            for program in programs.iter().filter(|p| !LONG.contains(&p.name.as_str())) {
                let verdict = sandbox.execute(&program.code)?;
                if !verdict.passed {
                    return Err(format!("{}: {:?}", program.name, verdict.status).into());
                }
            }
        }
        other => return Err(format!("no such work: {other}").into()),
    }
    Ok(())
}
