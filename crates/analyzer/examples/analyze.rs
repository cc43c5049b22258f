//! Judges files and prints what was found, one line a finding: `cargo run -p mikoshi-analyzer --example analyze -- FILE...`
#![expect(clippy::print_stdout, reason = "a command line program")]

use mikoshi_analyzer::analyze_bytes;
use mikoshi_types::{Diagnostic, Limits, Policy};

fn main() -> std::io::Result<()> {
    let (policy, limits) = (Policy::default(), Limits::default());
    for file in std::env::args().skip(1) {
        let (word, findings) = match analyze_bytes(&std::fs::read(&file)?, &policy, &limits) {
            Ok(accepted) => ("accepted", accepted.warnings),
            Err(rejection) => ("rejected", rejection.diagnostics),
        };
        println!("{file}: {word}");
        findings.iter().for_each(show);
    }
    Ok(())
}

fn show(finding: &Diagnostic) {
    let at = finding.span.map_or_else(String::new, |s| format!(" {}:{}", s.line, s.column));
    println!("  {}{at} {}", finding.code, finding.message);
    for label in &finding.labels {
        println!("      {}:{} {}", label.span.line, label.span.column, label.message);
    }
    if let Some(help) = &finding.help {
        println!("      help: {help}");
    }
}
