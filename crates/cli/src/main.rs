//! The command `mikoshi`.

fn main() {}
