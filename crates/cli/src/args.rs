//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use mikoshi_sandbox::Layer;
use mikoshi_types::names::nearest;

/// Runs an AI's verification JavaScript safely and says whether it passed.
///
/// A program passes when its last expression is exactly `true`. It runs in a confined process of its own, without files,
/// network, modules, timers or dynamic code, and within finite limits.
#[derive(Debug, Parser)]
#[command(
    name = "mikoshi",
    bin_name = "mikoshi",
    version,
    after_help = "\
Exit codes:
  0  yes: passed, accepted, every line answered, every layer active
  1  no
  2  no answer: a file that cannot be read, a bad flag or policy, a layer of confinement that is missing

Examples:
  mikoshi run answer.js
  echo '[3,1,2].sort().join() === \"1,2,3\"' | mikoshi run -
  mikoshi check --format sarif src/*.js > findings.sarif
  mikoshi batch answers.jsonl -o verdicts.jsonl"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(RunArgs),
    Check(CheckArgs),
    Batch(BatchArgs),
    Explain(ExplainArgs),
    Doctor(DoctorArgs),
}

/// Run one program to its verdict
///
/// The verdict goes to standard output. In the human format the reports that explain it go to standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  mikoshi run answer.js
  mikoshi run --format json --timeout-ms 500 answer.js
  mikoshi run --policy strict.toml -")]
pub(crate) struct RunArgs {
    /// The program; `-` reads it from standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// How the verdict is written
    #[arg(long, value_enum, default_value_t = RunFormat::Human, value_name = "FORMAT")]
    pub(crate) format: RunFormat,
    #[command(flatten)]
    pub(crate) world: World,
    #[command(flatten)]
    pub(crate) look: LookArgs,
}

/// Judge programs without running them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  mikoshi check answer.js
  mikoshi check --format sarif *.js > findings.sarif
  generate | mikoshi check --format agent -")]
pub(crate) struct CheckArgs {
    /// The programs; `-` reads one from standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How the findings are written
    #[arg(long, value_enum, default_value_t = CheckFormat::Human, value_name = "FORMAT")]
    pub(crate) format: CheckFormat,
    #[command(flatten)]
    pub(crate) world: World,
    #[command(flatten)]
    pub(crate) look: LookArgs,
}

/// Run many programs side by side
///
/// Reads one JSON object a line, {"id": ..., "code": "..."}, and writes one verdict a line, {"id": ..., "passed": ...}, in the
/// order of the input and as soon as each is there. A line that is no such object gets a verdict REJECTED with its line number.
/// Exits 0 when every line got a verdict, whatever it says.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  mikoshi batch answers.jsonl -o verdicts.jsonl
  generate | mikoshi batch -j 8 | jq -c 'select(.passed)'")]
pub(crate) struct BatchArgs {
    /// The requests; `-` reads them from standard input
    #[arg(value_name = "IN.jsonl", default_value = "-")]
    pub(crate) input: PathBuf,
    /// Write the verdicts to a file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// How many programs run at once [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) world: World,
}

/// Explain a diagnostic code, such as MK1001
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The code or its name; without one, all codes are listed
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

/// Show which layers of confinement hold on this machine
///
/// Exits 0 when every required layer is active, 1 when one is missing, 2 when no worker can be started at all.
#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    /// How the layers are written
    #[arg(long, value_enum, default_value_t = DoctorFormat::Human, value_name = "FORMAT")]
    pub(crate) format: DoctorFormat,
}

/// What programs find in their world and what they may use.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Policy and limits")]
pub(crate) struct World {
    /// `default`, `extended`, or a policy file (.toml or .json)
    #[arg(long, value_name = "POLICY", default_value = "default")]
    pub(crate) policy: String,
    /// Wall-clock time in milliseconds [default: 5000]
    #[arg(long, value_name = "N")]
    pub(crate) timeout_ms: Option<u64>,
    /// Live heap in MiB [default: 32]
    #[arg(long, value_name = "N")]
    pub(crate) memory_mib: Option<u64>,
    /// Length of the source in bytes [default: 10240]
    #[arg(long, value_name = "N")]
    pub(crate) code_bytes: Option<u64>,
    /// Script functions on the stack at once [default: 100]
    #[arg(long, value_name = "N")]
    pub(crate) stack_frames: Option<u32>,
    /// Length of the completion value as JSON, in bytes [default: 1024]
    #[arg(long, value_name = "N")]
    pub(crate) output_bytes: Option<u64>,
    /// Loop turns and function calls [default: bounded by time alone]
    #[arg(long, value_name = "N")]
    pub(crate) ticks: Option<u64>,
    /// Go on without a layer of confinement where it cannot be had; `mikoshi doctor` names them. May be repeated
    #[arg(long, value_name = "LAYER", value_parser = layer)]
    pub(crate) waive: Vec<Layer>,
}

fn layer(name: &str) -> Result<Layer, String> {
    Layer::find(name).ok_or_else(|| {
        let names = Layer::ALL.map(Layer::name);
        match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the layers are {}", names.join(", ")),
        }
    })
}

/// How reports look.
#[derive(Debug, clap::Args)]
pub(crate) struct LookArgs {
    /// Colours and drawn lines in the human format: on a terminal unless NO_COLOR is set, always, or never
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RunFormat {
    /// A line with the verdict, and reports in the source on standard error
    Human,
    /// One JSON object
    Json,
    /// Terse lines for a model that repairs its program
    Agent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// A line a file, and reports in the source on standard error
    Human,
    /// One JSON array with an object a file
    Json,
    /// SARIF 2.1.0, for code scanning tools
    Sarif,
    /// Terse lines for a model that repairs its program
    Agent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DoctorFormat {
    /// A table
    Human,
    /// One JSON object
    Json,
}
