//! mikoshi from the outside: the command and the library against programs of every kind.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by a panic, and clippy takes only functions marked as tests for tests"
)]

mod allowed;
mod bad_input;
mod batch;
mod builtins;
mod cases;
mod codes;
mod command;
mod concurrency;
mod exceptions;
mod filtered;
mod forbidden;
mod help;
mod limits;
mod mistakes;
mod passed;
mod sarif;
mod schema;
mod support;
