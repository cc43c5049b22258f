#![allow(clippy::print_stdout, reason = "ad hoc")]
use mikoshi_analyzer::analyze;
use mikoshi_types::{Limits, Policy};
use std::time::Instant;
fn main() {
    let bytes: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let text = include_str!("../tests/depth.rs");
    let start = text.find("const SHAPES").unwrap();
    let end = text[start..].find("];").unwrap();
    for line in text[start..start + end].lines().skip(1) {
        let l = line.trim();
        if !l.starts_with('(') {
            continue;
        }
        let parts: Vec<String> = l
            .trim_start_matches('(')
            .trim_end_matches("),")
            .split("\", \"")
            .map(|p| p.trim_matches('"').replace("\\n", "\n").replace("\\\\", "\\"))
            .collect();
        for closed in [true, false] {
            let (o, m, c) = (&parts[0], &parts[1], parts.get(2).map_or("", |s| s.as_str()));
            let times = bytes / (o.len() + if closed { c.len() } else { 0 }).max(1);
            let close = if closed { c.repeat(times) } else { String::new() };
            let s = format!("{}{m}{close}", o.repeat(times));
            let mut limits = Limits::default();
            limits.code_bytes = 4 << 20;
            let t = Instant::now();
            let r = analyze(&s, &Policy::default(), &limits);
            let code = r.err().map(|r| format!("{} {}", r.diagnostics[0].code, r.diagnostics[0].message));
            println!("{:>9.2?} {l} {closed} {code:?}", t.elapsed());
        }
    }
}
