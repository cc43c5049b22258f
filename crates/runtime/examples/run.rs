//! Analyses and runs programs in this thread, without isolation: `cargo run --example run -- [--extended] FILE...`. A file
//! that ends in `.jsonl` holds objects with `id` and `code`. For work on the runtime; hostile programs belong into
//! `mikoshi-sandbox`.
#![expect(clippy::print_stdout, reason = "an example prints its answer")]

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
        if !argument.ends_with(".jsonl") {
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
    let (verdict, analysed, built) = match analyze(code, policy, &limits) {
        Ok(accepted) => {
            let analysed = begun.elapsed();
            let realm = Realm::new(policy);
            let built = begun.elapsed() - analysed;
            (realm.run(&accepted.program, &limits, Entropy::default(), None), analysed, built)
        }
        Err(rejection) => (Verdict::rejected(rejection.diagnostics), begun.elapsed(), Instant::now() - Instant::now()),
    };
    println!("{name}: {} analysis {analysed:?} realm {built:?} all {:?}", verdict.status, begun.elapsed());
    println!("{}", serde_json::to_string(&verdict).unwrap_or_default());
}
