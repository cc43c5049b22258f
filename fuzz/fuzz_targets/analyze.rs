//! Any bytes: see `mikoshi_testkit::oracle::analysis`.
#![no_main]

use mikoshi_testkit::{generate::Aim, oracle};

libfuzzer_sys::fuzz_target!(init: mikoshi_fuzz::prepare(), |data: &[u8]| {
    mikoshi_fuzz::report("analyze", oracle::analysis(data));
});
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mikoshi_fuzz::change(data, size, max_size, seed, Aim::Language)
});
