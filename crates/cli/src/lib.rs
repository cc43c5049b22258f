//! The command line of mikoshi, as a library so that tests can build a binary of it.
//!
//! What machines read goes to standard output and nothing else does; people's text, progress and warnings go to standard
//! error. The exit code is 0 for yes (passed, accepted, every line answered), 1 for no, and 2 when there is no answer.
#![forbid(unsafe_code)]

mod args;
mod commands;
mod failure;
mod input;
mod output;
mod render;
mod terminal;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

/// The exit code of a question that got no answer.
const NO_ANSWER: u8 = 2;

/// Runs the command with its arguments, the first of which is the program's own name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            // Help goes to standard output and succeeds; a mistake goes to standard error. Nobody may be listening.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(NO_ANSWER) } else { ExitCode::SUCCESS };
        }
    };
    let answer = match &args.command {
        Command::Run(args) => commands::run::run(args),
        Command::Check(args) => commands::check::check(args),
        Command::Batch(args) => commands::batch::batch(args),
        Command::Explain(args) => commands::explain::explain(args),
        Command::Doctor(args) => commands::doctor::doctor(args),
    };
    match answer {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            if !failure.is_quiet() {
                output::note(&format!("mikoshi: {failure}"));
            }
            ExitCode::from(NO_ANSWER)
        }
    }
}
