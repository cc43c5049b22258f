#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| { let _ = mikoshi_testkit::generate::program(data, mikoshi_testkit::generate::Aim::Language); });
