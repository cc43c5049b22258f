//! `mikoshi run`

use crate::args::{RunArgs, RunFormat};
use crate::failure::Failure;
use crate::input::Source;
use crate::output;
use crate::render::{agent, human};
use crate::terminal::Look;

pub(crate) fn run(args: &RunArgs) -> Result<bool, Failure> {
    let source = Source::read(&args.file)?;
    let verdict = args.world.sandbox(1)?.execute(&source.bytes)?;
    match args.format {
        RunFormat::Json => output::result(&output::json(&verdict)?)?,
        RunFormat::Agent => output::result(&agent::verdict(&source.name, &verdict))?,
        RunFormat::Human => {
            let look = Look::of_stderr(args.look.color);
            output::report(&human::reports(&source.name, source.text(), &verdict.diagnostics, look));
            output::result(&human::verdict(&verdict))?;
        }
    }
    Ok(verdict.passed)
}
