//! Fixture runner, program generators and oracles that the tests, the fuzz targets and the benches share.

pub mod generate;
pub mod oracle;
