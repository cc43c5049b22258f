//! One table: a verdict of mikoshi with every layer, beside what users would run instead, on the same programs in one run.
//!
//! ```sh
//! npm install --prefix benches/peers    # for the peers that run in Node; without it they are left out
//! cargo run --release -p mikoshi-benches --bin peers -- [--rounds N] [--pause-ms N] [--svg FILE] [PROGRAMS.jsonl]
//! ```
//!
//! Every round runs every program once in every engine, in turn, so that whatever else the machine does strikes all of them
//! alike; before each run there is a pause, so that every engine is idle when its program comes. A program's time is its
//! median over the rounds. Then come programs back to back, with all the processor time that they cost, and memory.

mod chart;
mod measure;
mod memory;
mod node;
mod throughput;

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use mikoshi_benches::engines;
use mikoshi_benches::programs::{Program, own, requests};
use mikoshi_sandbox::Sandbox;

use measure::{Engine, Row, measure};

/// Of so few programs each is shown.
const FEW: usize = 20;

/// Measures a verdict of mikoshi beside raw engines and other sandboxes, on the same programs in one run.
#[derive(Parser)]
struct Options {
    /// Programs, one JSON object with `id` and `code` a line; by default mikoshi's own.
    programs: Option<PathBuf>,
    /// How often each program runs in each engine.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// How long every engine has been idle before each run.
    #[arg(long, default_value_t = 10)]
    pause_ms: u64,
    /// Draws the table as a chart, too.
    #[arg(long)]
    svg: Option<PathBuf>,
    /// The folder with `peer.js` and its `node_modules`.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/peers"))]
    peers: PathBuf,
}

mikoshi_sandbox::host! {
    fn main() -> Result<(), Box<dyn Error>> {
        let options = Options::parse();
        let programs = match &options.programs {
            Some(path) => requests(path)?,
            None => own(),
        };
        // Node reads the programs from a file.
        let file = std::env::temp_dir().join(format!("mikoshi-peers-{}.jsonl", std::process::id()));
        write_requests(&programs, &file)?;
        let result = compare(&options, &programs, &file);
        let _ = fs::remove_file(&file);
        result
    }
}

fn compare(options: &Options, programs: &[Program], file: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let sandbox = Sandbox::builder().build()?;
    let mut engines: Vec<Engine<'_>> = vec![
        Engine::here("mikoshi, every layer", |code| sandbox.execute(code).is_ok_and(|v| v.passed)),
        Engine::here("raw Boa, in process", engines::boa),
        Engine::here("QuickJS, in process", engines::quickjs),
    ];
    for (name, which) in node::PEERS {
        match node::Peer::start(&options.peers, which, file) {
            Ok(peer) => engines.push(Engine::node(name, peer)),
            Err(error) => writeln!(io::stderr(), "{name} is left out: {error}")?,
        }
    }
    let rows = measure(programs, &mut engines, options.rounds.max(1), Duration::from_millis(options.pause_ms))?;
    drop(engines);
    let machine = machine();
    let mut out = io::stdout().lock();
    let title = format!("{} programs, median of {} rounds each, on {machine}", programs.len(), options.rounds.max(1));
    writeln!(out, "{title}\n\nLatency on an idle engine, in microseconds\n")?;
    print_table(&mut out, &rows)?;
    if programs.len() <= FEW {
        writeln!(out, "\nEach program, in microseconds\n")?;
        print_each(&mut out, programs, &rows)?;
    }
    if let Some(path) = &options.svg {
        fs::write(path, chart::draw(&rows, &title))?;
    }
    writeln!(out, "\nBack to back\n")?;
    throughput::print(&mut out, programs)?;
    writeln!(out, "\nMemory\n")?;
    memory::print(&mut out)?;
    Ok(())
}

fn print_table(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    writeln!(
        out,
        "| {:30} | passed | agree |    p50 |    p90 |     p99 |   mean | p50 to ours |\n|{:-<32}|-------:|------:|-------:|-------:|--------:|-------:|------------:|",
        "engine", ""
    )?;
    let Some(ours) = rows.first() else { return Ok(()) };
    for row in rows {
        let [p50, p90, p99, mean] = row.figures();
        writeln!(
            out,
            "| {:30} | {:>6} | {:>5} | {p50:>6.0} | {p90:>6.0} | {p99:>7.0} | {mean:>6.0} | {:>11.2} |",
            row.name,
            row.passed(),
            row.agreeing_with(ours),
            p50 / ours.figures()[0],
        )?;
    }
    Ok(())
}

fn print_each(out: &mut impl Write, programs: &[Program], rows: &[Row]) -> io::Result<()> {
    let [ours, boa, quickjs, ..] = rows else { return Ok(()) };
    writeln!(
        out,
        "| {:14} | mikoshi | raw Boa | ratio | QuickJS | ratio |\n|{:-<16}|--------:|--------:|------:|--------:|------:|",
        "program", ""
    )?;
    let medians = ours.medians.iter().zip(&boa.medians).zip(&quickjs.medians);
    let to_boa: Vec<f64> = ours.ratios_to(boa).collect();
    let ratios = to_boa.iter().zip(ours.ratios_to(quickjs));
    for ((program, ((ours, boa), quickjs)), (to_boa, to_quickjs)) in programs.iter().zip(medians).zip(ratios) {
        writeln!(
            out,
            "| {:14} | {ours:>7.0} | {boa:>7.0} | {to_boa:>5.2} | {quickjs:>7.0} | {to_quickjs:>5.2} |",
            program.name,
        )?;
    }
    #[expect(clippy::cast_precision_loss, reason = "a number of programs")]
    let mean = (to_boa.iter().map(|ratio| ratio.ln()).sum::<f64>() / to_boa.len().max(1) as f64).exp();
    writeln!(out, "\nGeometric mean of the ratios to raw Boa: {mean:.2}")
}

fn write_requests(programs: &[Program], file: &std::path::Path) -> io::Result<()> {
    let mut text = String::new();
    for program in programs {
        text.push_str(&serde_json::json!({ "id": program.name, "code": program.code }).to_string());
        text.push('\n');
    }
    fs::write(file, text)
}

/// The processor and how many of its cores we have.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{cores} cores of {}", model.map_or("an unknown processor", |(_, name)| name))
}
