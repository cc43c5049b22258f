//! Programs that models really write wrongly: what a person and what a model is told, held as it was reviewed.
//!
//! The question to each report is whether its reader could mend the program at once.

use std::fs;
use std::path::PathBuf;

use mikoshi_sandbox::Code;

use crate::support::{fixtures, mikoshi_with};

/// What ends a loop that never ends, at the same place on every machine.
const BOUNDS: &[&str] = &["--timeout-ms", "60000", "--ticks", "100000"];

/// The matching of a regular expression counts no ticks.
const SHORT: &[&str] = &["--timeout-ms", "1000"];

fn programs() -> Vec<(String, PathBuf)> {
    let mut found: Vec<_> = fs::read_dir(fixtures().join("mistakes"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path))
        .collect();
    found.sort();
    found
}

fn bounds(name: &str) -> &'static [&'static str] {
    if name.contains("regex") && !name.starts_with("unterminated") { SHORT } else { BOUNDS }
}

#[test]
fn each_mistake_is_told_as_it_was_reviewed() {
    let programs = programs();
    assert!(programs.len() >= 150, "{}", programs.len());
    for (name, path) in programs {
        let program = fs::read(path).unwrap();
        let run = |format: &str| {
            let args = [&["run", "--format", format, "--color", "never", "-"][..], bounds(&name)].concat();
            mikoshi_with(&args, &program)
        };
        let human = run("human");
        let line = human.stdout.rsplit_once(" (").map_or("", |(line, _)| line);
        let text = format!("{}\n{}{line}\n", run("agent").stdout, human.stderr);
        insta::with_settings!({ snapshot_path => "mistakes", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, text);
        });
    }
}

#[test]
fn no_report_leaves_its_reader_alone() {
    // The answer is wrong, and nothing about the program is.
    const JUST_WRONG: [&str; 2] = ["ends-with-comparison-false", "misspelt-method"];
    for (name, path) in programs() {
        let args = [&["run", "--format", "json", "-"][..], bounds(&name)].concat();
        let verdict = mikoshi_with(&args, &fs::read(path).unwrap()).json();
        assert_eq!(verdict["passed"], false, "{name}");
        let diagnostics = verdict["diagnostics"].as_array().unwrap();
        assert_eq!(diagnostics.is_empty(), JUST_WRONG.contains(&name.as_str()), "{name}");
        for diagnostic in diagnostics {
            let help = diagnostic["help"].as_str().unwrap_or_else(|| panic!("{name}: no help in {diagnostic:#}"));
            assert_ne!(help, Code::SYNTAX_ERROR.info().help, "{name}: nothing fits the case");
            assert!(diagnostic["span"].is_object(), "{name}: no place in {diagnostic:#}");
        }
    }
}
