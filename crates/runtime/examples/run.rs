//! Runs programs in this thread, without analysis and without isolation: `cargo run --example run -- [--extended] FILE...`.
//! For work on the runtime; hostile programs belong into `mikoshi-sandbox`.
#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use mikoshi_analyzer::Program;
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::Policy;

fn main() -> std::io::Result<()> {
    let mut policy = Policy::default();
    for argument in std::env::args().skip(1) {
        if argument == "--extended" {
            policy = Policy::extended();
            continue;
        }
        let source = std::fs::read_to_string(&argument)?;
        let begun = std::time::Instant::now();
        let realm = Realm::new(&policy);
        let built = begun.elapsed();
        let verdict = realm.run(&Program::unwoven(&source), &policy.limits(), Entropy::default(), None);
        println!("{argument}: built in {built:?}, all {:?}", begun.elapsed());
        println!("{}", serde_json::to_string(&verdict).unwrap_or_default());
    }
    Ok(())
}
