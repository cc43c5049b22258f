//! Analyses and runs programs in this thread, without isolation: `cargo run --example run -- [--extended] FILE...`. A file
//! that ends in `.jsonl` holds objects with `id` and `code`. For work on the runtime; hostile programs belong into
//! `mikoshi-sandbox`.
#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use std::path::Path;
use std::time::Instant;

use mikoshi_analyzer::analyze;
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::{Policy, Verdict};

fn main() -> std::io::Result<()> {
    let mut policy = Policy::default();
    for argument in std::env::args().skip(1) {
        if argument == "--extended" {
            policy = Policy::extended();
            continue;
        }
        let text = std::fs::read_to_string(&argument)?;
        if Path::new(&argument).extension().is_none_or(|extension| extension != "jsonl") {
            run(&argument, &text, &policy);
            continue;
        }
        for line in text.lines() {
            let request: serde_json::Value = serde_json::from_str(line)?;
            let field = |name: &str| request.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
            run(field("id"), field("code"), &policy);
        }
    }
    Ok(())
}

fn run(name: &str, code: &str, policy: &Policy) {
    let begun = Instant::now();
    let limits = policy.limits();
    let verdict = match analyze(code, policy, &limits) {
        Ok(accepted) => Realm::new(policy).run(&accepted.program, &limits, Entropy::default(), None),
        Err(rejection) => Verdict::rejected(rejection.diagnostics),
    };
    println!("{name}: {} in {:?}", verdict.status, begun.elapsed());
    println!("{}", serde_json::to_string(&verdict).unwrap_or_default());
}
