//! `test262 --test262 DIR [--jobs N] [--every N] [--losses FILE] [PATH...]`: what the pipeline loses against raw Boa.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command speaks to its user")]

use std::io::{self, IsTerminal, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use mikoshi_testkit::test262::{Options, run, serve};

/// Runs tc39/test262 through analyzer, printer and realm, beside raw Boa.
#[derive(Parser)]
struct Arguments {
    /// A checkout of tc39/test262.
    #[arg(long, value_name = "DIR")]
    test262: PathBuf,
    /// Processes at once.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Run only every Nth file.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Write the paths that the pipeline loses to FILE.
    #[arg(long, value_name = "FILE")]
    losses: Option<PathBuf>,
    /// Serve a parent process.
    #[arg(long, hide = true)]
    child: bool,
    /// Folders or files below `test/`.
    paths: Vec<String>,
}

/// The language, what Annex B adds, and the builtins that the two policies offer.
const PATHS: &[&str] = &[
    "language",
    "annexB",
    "built-ins/Array",
    "built-ins/ArrayIteratorPrototype",
    "built-ins/BigInt",
    "built-ins/Boolean",
    "built-ins/Date",
    "built-ins/Error",
    "built-ins/GeneratorPrototype",
    "built-ins/Infinity",
    "built-ins/Iterator",
    "built-ins/JSON",
    "built-ins/Map",
    "built-ins/MapIteratorPrototype",
    "built-ins/Math",
    "built-ins/NaN",
    "built-ins/NativeErrors",
    "built-ins/Number",
    "built-ins/Object",
    "built-ins/Promise",
    "built-ins/Proxy",
    "built-ins/Reflect",
    "built-ins/RegExp",
    "built-ins/RegExpStringIteratorPrototype",
    "built-ins/Set",
    "built-ins/SetIteratorPrototype",
    "built-ins/String",
    "built-ins/StringIteratorPrototype",
    "built-ins/Symbol",
    "built-ins/TypedArray",
    "built-ins/TypedArrayConstructors",
    "built-ins/WeakMap",
    "built-ins/WeakSet",
    "built-ins/decodeURI",
    "built-ins/decodeURIComponent",
    "built-ins/encodeURI",
    "built-ins/encodeURIComponent",
    "built-ins/isFinite",
    "built-ins/isNaN",
    "built-ins/parseFloat",
    "built-ins/parseInt",
    "built-ins/undefined",
];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.child {
        let served = serve(&arguments.test262, io::stdin().lock(), io::stdout().lock());
        return if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let paths =
        if arguments.paths.is_empty() { PATHS.iter().map(|&p| p.to_owned()).collect() } else { arguments.paths };
    let options = Options {
        root: arguments.test262,
        paths,
        jobs: arguments.jobs,
        every: arguments.every,
        losses: arguments.losses,
    };
    let terminal = io::stderr().is_terminal();
    let progress = |done: usize, total: usize| {
        if (terminal && done.is_multiple_of(20)) || done.is_multiple_of(5_000) {
            eprint!("{done} of {total} files{}", if terminal { "\r" } else { "\n" });
            let _ = io::stderr().flush();
        }
    };
    match run(&options, progress) {
        Ok((report, clean)) => {
            print!("{report}");
            if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("cannot run test262 in {}: {error}", options.root.display());
            ExitCode::from(2)
        }
    }
}
