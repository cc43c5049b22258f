//! What the tests, the fuzz targets and the benches share: the cases, a way to run many things at once, generators of inputs
//! and oracles that judge what came of them.
#![forbid(unsafe_code)]

mod cases;
pub mod generate;
pub mod oracle;
mod parallel;

pub use cases::{Case, Expected, cases};
pub use parallel::parallel;
