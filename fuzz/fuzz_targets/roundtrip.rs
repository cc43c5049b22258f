//! Any script: see `mikoshi_testkit::oracle::roundtrip`.
#![no_main]

use mikoshi_testkit::{generate::Aim, oracle};

mikoshi_fuzz::script_target!("roundtrip", Aim::Language, oracle::roundtrip);
