//! Bombs: see `mikoshi_testkit::oracle::limits`.
#![no_main]

use mikoshi_testkit::oracle;
use mikoshi_worker::{MeteredAlloc, testing::COUNTER};

/// Counts the heap as it does in a worker, but ends nothing: the process here is the fuzzer's.
#[global_allocator]
static ALLOCATOR: MeteredAlloc = MeteredAlloc;

mikoshi_fuzz::bytes_target!("limits", |data| oracle::limits(data, Some(&COUNTER)));
