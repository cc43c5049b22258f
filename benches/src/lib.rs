//! What the benches share: the programs, and the engines without protection that they are compared with.

pub mod engines;
pub mod programs;
