//! mikoshi from the outside: the command and the library against programs of every kind.

mod allowed;
mod bad_input;
mod batch;
mod cases;
mod codes;
mod command;
mod concurrency;
mod forbidden;
mod help;
mod limits;
mod passed;
mod support;
