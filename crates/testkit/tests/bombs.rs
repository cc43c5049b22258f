//! The bombs of the fixed corpus under plain `cargo test`. Alone in this file: the allocator that counts for them is the whole
//! process's, and expects one thread.

use std::fs;
use std::path::Path;

use mikoshi_testkit::oracle::{install_quiet_hook, limits};
use mikoshi_worker::{MeteredAlloc, testing::COUNTER};

#[global_allocator]
static ALLOCATOR: MeteredAlloc = MeteredAlloc;

#[test]
fn limits_hold() {
    install_quiet_hook();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("../../fuzz/seeds/limits"), root.join("tests/corpus/limits")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    for path in entries.filter(|path| !path.ends_with(".gitkeep")) {
        if let Err(fault) = limits(&fs::read(&path).unwrap(), Some(&COUNTER)) {
            panic!("{}: {fault}", path.display());
        }
    }
}
