//! `MK3001`: reads of `constructor`.

use mikoshi_types::{Code, ConstructorAccess, Diagnostic};

use super::Read;
use crate::rules::{Context, at};
use crate::scope::AccessKind;

pub(super) const KEYS: &[&str] = &["constructor"];

pub(super) fn check(context: &Context<'_, '_>, read: &Read<'_>) -> Option<Diagnostic> {
    if !KEYS.contains(&read.key.as_str()) || context.policy.constructor_access() == ConstructorAccess::Allow {
        return None;
    }
    let message = match (read.kind, read.computed) {
        (AccessKind::Destructure, _) => "the pattern takes the property `constructor` out of a value",
        (_, Some(_)) => "this key is `constructor`, which leads to the function constructors",
        (_, None) => "reading `constructor` leads to the function constructors",
    };
    Some(at(context, Code::CONSTRUCTOR_REACH, read.span, message))
}
