//! Judges a program without running it, and shows where it is at fault: `cargo run -p mikoshi-sandbox --example check`.

use mikoshi_sandbox::Sandbox;

mikoshi_sandbox::host! {
    fn main() -> Result<(), mikoshi_sandbox::Error> {
        let sandbox = Sandbox::builder().workers(1).build()?;
        let check = sandbox.check("const { constructor } = [];\nfetch('http://localhost');\ntrue")?;
        println!("accepted: {}", check.accepted);
        for diagnostic in check.diagnostics {
            let place = diagnostic.span.map_or(String::new(), |s| format!(" at {}:{}", s.line, s.column));
            println!("{}{place}: {}", diagnostic.code, diagnostic.message);
        }
        Ok(())
    }
}
