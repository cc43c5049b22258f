//! One table: a verdict of mikoshi with every layer, beside the same programs in engines without protection.
//!
//! `cargo run --release -p mikoshi-benches --bin peers -- [FILE.jsonl] [ROUNDS]`. Each round runs every program once in every
//! engine, in turn, so that whatever else the machine does strikes all of them alike. A program's time is its median over the
//! rounds.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use mikoshi_benches::engines;
use mikoshi_benches::programs::{Program, own, requests};
use mikoshi_sandbox::Sandbox;

type Engine<'a> = (&'static str, Box<dyn Fn(&str) -> bool + 'a>);

mikoshi_sandbox::host! {
    fn main() -> Result<(), Box<dyn std::error::Error>> {
        let mut args = std::env::args().skip(1);
        let programs = match args.next() {
            Some(path) => requests(Path::new(&path))?,
            None => own(),
        };
        let rounds: usize = args.next().map_or(Ok(5), |n| n.parse())?;
        let sandbox = Sandbox::builder().workers(1).build()?;
        let engines: Vec<Engine<'_>> = vec![
            ("raw boa, in process", Box::new(engines::boa)),
            ("quickjs, in process", Box::new(engines::quickjs)),
            ("mikoshi, every layer", Box::new(|code| sandbox.execute(code).is_ok_and(|v| v.passed))),
        ];
        let rows = engines.iter().zip(measure(&programs, &engines, rounds.max(1)));
        let mut out = io::stdout().lock();
        writeln!(out, "{} programs, {rounds} rounds; microseconds a verdict, and ratios to raw boa", programs.len())?;
        writeln!(out, "{:22}{:>7}{:>9}{:>9}{:>9}{:>9}", "", "passed", "p50", "p90", "p99", "mean")?;
        let mut base: Option<[f64; 4]> = None;
        for ((name, _), row) in rows {
            let [p50, p90, p99, mean] = row.figures();
            write!(out, "{name:22}{:>7}{p50:>9.0}{p90:>9.0}{p99:>9.0}{mean:>9.0}", row.passed)?;
            let [b50, _, b99, b_mean] = *base.get_or_insert([p50, p90, p99, mean]);
            writeln!(out, "   p50 x{:.2}  p99 x{:.2}  mean x{:.2}", p50 / b50, p99 / b99, mean / b_mean)?;
        }
        Ok(())
    }
}

/// What one engine took.
struct Row {
    passed: usize,
    /// The median of each program in microseconds, sorted.
    medians: Vec<f64>,
}

impl Row {
    /// p50, p90, p99 and mean.
    fn figures(&self) -> [f64; 4] {
        let count = self.medians.len();
        let at = |percent: usize| {
            self.medians.get((count * percent / 100).min(count.saturating_sub(1))).copied().unwrap_or(0.0)
        };
        #[expect(clippy::cast_precision_loss, reason = "a number of programs")]
        let mean = self.medians.iter().sum::<f64>() / count.max(1) as f64;
        [at(50), at(90), at(99), mean]
    }
}

fn measure(programs: &[Program], engines: &[Engine<'_>], rounds: usize) -> Vec<Row> {
    let mut rows: Vec<Row> = engines.iter().map(|_| Row { passed: 0, medians: Vec::new() }).collect();
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); engines.len()];
    for program in programs {
        for times in &mut times {
            times.clear();
        }
        // The first round warms the caches and is not counted.
        for round in 0..=rounds {
            for (((_, run), times), row) in engines.iter().zip(&mut times).zip(&mut rows) {
                let begun = Instant::now();
                let passed = run(&program.code);
                let took = begun.elapsed().as_secs_f64() * 1e6;
                if round == 0 {
                    row.passed += usize::from(passed);
                } else {
                    times.push(took);
                }
            }
        }
        for (times, row) in times.iter_mut().zip(&mut rows) {
            times.sort_by(f64::total_cmp);
            row.medians.extend(times.get(times.len() / 2));
        }
    }
    for row in &mut rows {
        row.medians.sort_by(f64::total_cmp);
    }
    rows
}
