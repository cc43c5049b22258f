//! Mends of engine faults: each desugars what the engine gets wrong into what it gets right.
//!
//! A mend names the fault and the test that tells when it can go. It looks for its trigger first, so that programs without
//! it stay as they are.

pub(super) mod arguments_key;
pub(super) mod async_call;
pub(super) mod class_key;
pub(super) mod dead_zone;
pub(super) mod exponent;
pub(super) mod field_initializer;
pub(super) mod label_chain;
pub(super) mod label_name;
pub(super) mod labelled_break;
pub(super) mod length;
pub(super) mod nested_this;
pub(super) mod pattern;
pub(super) mod redeclared_param;
pub(super) mod tag;
mod unready;
