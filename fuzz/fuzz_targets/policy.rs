//! Policy files: see `mikoshi_testkit::oracle::policy`.
#![no_main]

use mikoshi_testkit::oracle;

mikoshi_fuzz::bytes_target!("policy", oracle::policy);
