//! Accepted programs, here and in QuickJS: see `mikoshi_testkit::oracle::differential`.
#![no_main]

use mikoshi_testkit::{generate::Aim, oracle};

mikoshi_fuzz::script_target!("verdict", Aim::Compare, oracle::differential);
