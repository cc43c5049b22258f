//! Bytes from a worker that was taken over: see `mikoshi_testkit::oracle::protocol`.
#![no_main]

use mikoshi_testkit::oracle;

mikoshi_fuzz::bytes_target!("protocol", oracle::protocol);
