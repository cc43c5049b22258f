//! `MK3002`: reads of `__proto__`. No policy switches it off: `constructor_access` is about `constructor` alone.

use mikoshi_types::{Code, Diagnostic};

use super::Read;
use crate::rules::{Context, at};

pub(super) const KEYS: &[&str] = &["__proto__"];

pub(super) fn check(context: &Context<'_, '_>, read: &Read<'_>) -> Option<Diagnostic> {
    KEYS.contains(&read.key.as_str()).then(|| {
        at(context, Code::PROTO_REACH, read.span, "`__proto__` reaches the prototype of a value")
            .with_help("use Object.getPrototypeOf(value), Object.create(prototype) or a class")
    })
}
