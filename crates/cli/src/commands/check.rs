//! `mikoshi check`

use mikoshi_sandbox::Check;
use serde::Serialize;

use crate::args::{CheckArgs, CheckFormat};
use crate::failure::Failure;
use crate::input::{Source, is_standard};
use crate::output;
use crate::render::{agent, escape, human, sarif};
use crate::terminal::Look;

/// An element of the JSON array.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    #[serde(flatten)]
    check: &'a Check,
}

pub(crate) fn check(args: &CheckArgs) -> Result<bool, Failure> {
    if args.files.iter().filter(|file| is_standard(file)).count() > 1 {
        return Err(Failure::new("`-` stands there twice, but standard input can be read only once"));
    }
    let sources = args.files.iter().map(|file| Source::read(file)).collect::<Result<Vec<_>, _>>()?;
    let sandbox = args.world.sandbox(1)?;
    let checks = sources.iter().map(|s| sandbox.check(&s.bytes)).collect::<Result<Vec<_>, _>>()?;
    let files = || sources.iter().zip(&checks);
    match args.format {
        CheckFormat::Json => {
            let rows: Vec<_> = files().map(|(s, check)| Row { file: &s.name, check }).collect();
            output::result(&output::json(&rows)?)?;
        }
        CheckFormat::Sarif => {
            let findings: Vec<_> = files()
                .map(|(s, c)| sarif::Findings { name: &s.name, text: s.text(), diagnostics: &c.diagnostics })
                .collect();
            output::result(&output::json(&sarif::log(&findings))?)?;
        }
        CheckFormat::Agent => {
            let lines: String = files().map(|(s, c)| agent::findings(&s.name, &c.diagnostics)).collect();
            output::result(&lines)?;
        }
        CheckFormat::Human => {
            let look = Look::of_stderr(args.look.color);
            for (source, check) in files() {
                output::report(&human::reports(&source.name, source.text(), &check.diagnostics, look));
                let word = if check.accepted { "accepted" } else { "rejected" };
                output::result(&format!("{}: {word}\n", escape::line(&source.name)))?;
            }
        }
    }
    Ok(checks.iter().all(|c| c.accepted))
}
