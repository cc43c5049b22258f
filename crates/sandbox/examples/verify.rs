//! Runs a few programs and prints what became of each: `cargo run -p mikoshi-sandbox --example verify`.

use mikoshi_sandbox::{Limits, Sandbox};

const PROGRAMS: &[&str] = &[
    "[3, 1, 2].sort().join() === '1,2,3'",
    "[10, 9, 1].sort().join() === '1,9,10'",
    "process.exit(0)",
    "const f = (n) => f(n + 1); f(0)",
    "for (;;) {}",
];

mikoshi_sandbox::host! {
    fn main() -> Result<(), mikoshi_sandbox::Error> {
        let sandbox = Sandbox::builder().build()?;
        let mut limits = Limits::default();
        limits.timeout_ms = 500;
        for code in PROGRAMS {
            let verdict = sandbox.execute_with(code, &limits)?;
            let reason = verdict.error.map_or(String::new(), |e| format!(": {} {}", e.code, e.message));
            println!("{:14} {code}{reason}", verdict.status.as_str());
        }
        Ok(())
    }
}
