//! Looks at values without running any of the script's code: properties are read from where they are stored, so a getter
//! is seen but not called and a proxy is opaque.

use boa_engine::builtins::error::Error;
use boa_engine::object::builtins::JsProxy;
use boa_engine::property::{DescriptorKind, PropertyKey};
use boa_engine::{JsObject, JsString, JsValue};

/// A property as it is stored.
pub(crate) enum Raw {
    /// A plain value.
    Data(JsValue),
    /// A getter or setter.
    Accessor,
    /// It may or may not be there: a proxy is in the way, or the prototype chain is too long.
    Hidden,
    /// It is not there.
    Absent,
}

/// How long a prototype chain is followed.
const CHAIN: usize = 1_000;

pub(crate) fn is_proxy(object: &JsObject) -> bool {
    JsProxy::from_object(object.clone()).is_ok()
}

pub(crate) fn is_error(object: &JsObject) -> bool {
    object.is::<Error>()
}

/// Reads an own property.
pub(crate) fn own(object: &JsObject, key: &PropertyKey) -> Raw {
    if is_proxy(object) {
        return Raw::Hidden;
    }
    let Ok(object) = object.try_borrow() else { return Raw::Hidden };
    match object.properties().get(key) {
        None => Raw::Absent,
        Some(property) => match property.kind() {
            DescriptorKind::Data { value, .. } => Raw::Data(value.clone().unwrap_or_default()),
            DescriptorKind::Accessor { .. } => Raw::Accessor,
            DescriptorKind::Generic => Raw::Data(JsValue::undefined()),
        },
    }
}

/// Reads a property of the object or of its prototypes.
pub(crate) fn lookup(object: &JsObject, name: &str) -> Raw {
    lookup_key(object, &PropertyKey::from(JsString::from(name)))
}

/// [`lookup`] for any key.
pub(crate) fn lookup_key(object: &JsObject, key: &PropertyKey) -> Raw {
    let mut object = object.clone();
    for _ in 0..CHAIN {
        match own(&object, key) {
            Raw::Absent => {}
            found => return found,
        }
        let next = match object.try_borrow() {
            Ok(o) => o.prototype(),
            Err(_) => return Raw::Hidden,
        };
        match next {
            Some(next) => object = next,
            None => return Raw::Absent,
        }
    }
    Raw::Hidden
}

/// Whether a value is so small and shallow that the engine's own formatter, which panics on deep objects, can be let near it.
pub(crate) fn is_small(value: &JsValue) -> bool {
    fn visit(value: &JsValue, depth: u32, left: &mut u32) -> bool {
        let Some(object) = value.as_object() else { return true };
        if object.is_callable() && !is_proxy(&object) {
            // Only its name is shown.
            return true;
        }
        *left = left.saturating_sub(1);
        if depth == 0 || *left == 0 || is_proxy(&object) {
            return false;
        }
        let Ok(object) = object.try_borrow() else { return false };
        let properties = object.properties();
        let named = object.shape().keys();
        let indexed = properties.index_property_keys().take(64).map(PropertyKey::from);
        named.into_iter().chain(indexed).all(|key| match properties.get(&key) {
            Some(property) => property.value().is_none_or(|value| visit(value, depth - 1, left)),
            None => true,
        })
    }
    visit(value, 16, &mut 256)
}

/// The name of a function, if it has a plain one.
pub(crate) fn function_name(function: &JsObject) -> String {
    match own(function, &PropertyKey::from(JsString::from("name"))) {
        Raw::Data(value) => value.as_string().map_or_else(String::new, |s| beginning(&s)),
        _ => String::new(),
    }
}

/// The name of the constructor that an object inherits, such as `Map`.
pub(crate) fn class_name(object: &JsObject) -> Option<String> {
    match lookup(object, "constructor") {
        Raw::Data(value) => {
            let name = function_name(&value.as_object()?);
            (!name.is_empty()).then_some(name)
        }
        _ => None,
    }
}

/// The first characters of a string, on one line; what is cut is marked.
pub(crate) fn beginning(text: &JsString) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text.as_str().code_points_lossy().take(SHOWN).collect();
    if text.len() > SHOWN {
        shown.push_str("...");
    }
    shown
}
