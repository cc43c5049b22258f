//! Benches; see benches/*.rs.
