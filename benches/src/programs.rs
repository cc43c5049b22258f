//! The programs that are measured.

use std::fs;
use std::io;
use std::path::Path;

/// A program by name.
#[derive(Debug, Clone)]
pub struct Program {
    /// The name of its file or its id.
    pub name: String,
    /// Its text.
    pub code: String,
}

macro_rules! own {
    ($($name:literal),* $(,)?) => {
        vec![$(Program { name: $name.to_owned(), code: include_str!(concat!("../programs/", $name, ".js")).to_owned() }),*]
    };
}

/// Our own programs: what verification code does, from nothing at all to a few hundred thousand steps. Each ends in `true`.
#[must_use]
pub fn own() -> Vec<Program> {
    own![
        "trivial",
        "sort",
        "strings",
        "primes",
        "fib",
        "matrix",
        "json",
        "objects",
        "nbody",
        "building",
        "mapset",
        "regex",
        "permutations",
    ]
}

/// A program of about `bytes` bytes: small functions, one after the other.
#[must_use]
pub fn of_size(bytes: usize) -> String {
    let mut code = String::with_capacity(bytes + 200);
    for number in 0.. {
        let function = format!(
            "function f{number}(a, b) {{\n  const sum = a * {number} + b;\n  return sum > 10 ? [sum, 'x{number}'].join('-') : String(sum);\n}}\n"
        );
        if code.len() + function.len() > bytes {
            break;
        }
        code.push_str(&function);
    }
    code.push_str("f0(1, 2) === '2';\n");
    code
}

/// Programs of a file of requests, one JSON object with `id` and `code` a line.
///
/// # Errors
/// When the file cannot be read or a line is no request.
pub fn requests(path: &Path) -> io::Result<Vec<Program>> {
    let program = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        let name = value.get("id")?.as_str()?.to_owned();
        Some(Program { name, code: value.get("code")?.as_str()?.to_owned() })
    };
    let text = fs::read_to_string(path)?;
    text.lines().map(|line| program(line).ok_or_else(|| io::Error::other(format!("not a request: {line}")))).collect()
}

/// The file of requests that `MIKOSHI_BENCH_PROGRAMS` names, or our own programs.
///
/// # Errors
/// As [`requests`].
pub fn chosen() -> io::Result<Vec<Program>> {
    match std::env::var_os("MIKOSHI_BENCH_PROGRAMS") {
        Some(path) => requests(Path::new(&path)),
        None => Ok(own()),
    }
}
