//! Any program, against the whole jail: see `mikoshi_testkit::oracle::escape`.
#![no_main]

use mikoshi_testkit::{generate::Aim, oracle};

mikoshi_fuzz::script_target!("escape", Aim::Reach, oracle::escape);
