//! `MK3003`: the legacy accessor methods of Annex B. No policy switches it off.

use mikoshi_types::{Code, Diagnostic};

use super::Read;
use crate::rules::{Context, at};

pub(super) const KEYS: &[&str] = &["__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"];

pub(super) fn check(context: &Context<'_, '_>, read: &Read<'_>) -> Option<Diagnostic> {
    let key = read.key.as_str();
    KEYS.contains(&key).then(|| {
        let help = if key.starts_with("__define") {
            "use Object.defineProperty(object, key, { get() { ... } })"
        } else {
            "use Object.getOwnPropertyDescriptor(object, key)"
        };
        at(context, Code::ACCESSOR_REACH, read.span, format!("`{key}` is a legacy way to the accessors of any object"))
            .with_help(help)
    })
}
