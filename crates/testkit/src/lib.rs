//! What the tests, the fuzz targets and the benches share: the cases, and a way to run many things at once.
#![forbid(unsafe_code)]

mod cases;
mod parallel;

pub use cases::{Case, Expected, cases};
pub use parallel::parallel;
