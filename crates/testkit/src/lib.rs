//! What the tests, the fuzz targets and the benches share: the cases, a way to run many things at once, generators of inputs
//! and oracles that judge what came of them.
#![forbid(unsafe_code)]
#![expect(
    clippy::indexing_slicing,
    clippy::struct_excessive_bools,
    clippy::nonminimal_bool,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    clippy::format_push_string,
    reason = "test support: it never runs where its panics could hurt, and generators read best as plain tables"
)]

mod cases;
pub mod generate;
pub mod oracle;
mod parallel;
pub mod test262;

pub use cases::{Case, Expected, cases};
pub use parallel::parallel;
