//! Modules: there are none.

pub(super) mod declaration;
pub(super) mod dynamic_import;
pub(super) mod import_meta;

/// What to do instead of loading `module`.
pub(super) fn advice(module: &str) -> String {
    let name = module.strip_prefix("node:").unwrap_or(module);
    match name {
        "assert" | "assert/strict" | "chai" | "expect" | "should" => {
            "there is no assertion library: end the program with the comparison itself, for example \
             `actual === expected`, or JSON.stringify(actual) === JSON.stringify(expected) for arrays and objects"
        }
        "fs" | "fs/promises" | "path" | "os" | "child_process" => {
            "there are no files or processes: write the data to check into the program"
        }
        "http" | "https" | "net" | "axios" | "node-fetch" => {
            "there is no network: write the data to check into the program"
        }
        "util" => "compare with JSON.stringify(a) === JSON.stringify(b), or write the helper in the program",
        "lodash" | "underscore" | "ramda" => {
            "write the helper in the program: arrays have map, filter, reduce and sort"
        }
        "crypto" => "write the hash in the program, or check a property that needs none",
        "readline" | "process" => "there is no input: write the data to check into the program",
        _ => "there are no modules: write what you need in the program, and end it with the expression to check",
    }
    .to_owned()
}
