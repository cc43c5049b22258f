//! Walks the objects of a realm from outside: properties are read from where they are stored, so nothing of the script's
//! runs, and proxies stay opaque.

use std::collections::HashSet;

use boa_engine::object::builtins::JsProxy;
use boa_engine::property::{DescriptorKind, PropertyKey};
use boa_engine::{Context, JsObject, JsValue, Source};

/// Objects looked at in one walk, and indexed properties in one object. A program under its limits rarely has more.
const MOST_OBJECTS: usize = 50_000;
const MOST_ELEMENTS: usize = 2_000;

/// Values that syntax alone yields: where a walk must begin beside the global object.
const BY_SYNTAX: &str = "[function () {}, function* () {}, async function () {}, async function* () {}, class {}, /x/, '', 0, \
     true, 1n, [].values(), ''.matchAll(/x/g), new Map().values(), new Set().values(), (function* () {})(), \
     (function () { return arguments })(), (function () { 'use strict'; return arguments })(), \
     (() => { try { null.x } catch (e) { return e } })(), (() => { try { x; let x } catch (e) { return e } })(), \
     (() => { try { [].length = -1 } catch (e) { return e } })(), Object.getOwnPropertySymbols(Array.prototype)[0]]";

/// The objects that a script can start from.
pub(super) fn roots(context: &mut Context) -> Vec<JsObject> {
    let mut roots = vec![context.global_object()];
    if let Ok(values) = context.eval(Source::from_bytes(BY_SYNTAX))
        && let Some(list) = values.as_object()
    {
        let count = list.borrow().properties().index_property_keys().count();
        for index in 0..count {
            let Ok(value) = list.get(index, context) else { continue };
            roots.extend(value.to_object(context).ok());
        }
    }
    roots
}

/// Every object that property accesses lead to from `roots`.
pub(super) fn walk(roots: Vec<JsObject>) -> HashSet<JsObject> {
    let mut seen = HashSet::new();
    let mut open = roots;
    while let Some(object) = open.pop() {
        if seen.len() >= MOST_OBJECTS || !seen.insert(object.clone()) || JsProxy::from_object(object.clone()).is_ok() {
            continue;
        }
        let Ok(object) = object.try_borrow() else { continue };
        open.extend(object.prototype());
        let properties = object.properties();
        let named = object.shape().keys();
        let indexed = properties.index_property_keys().take(MOST_ELEMENTS).map(PropertyKey::from);
        for key in named.into_iter().chain(indexed) {
            let Some(property) = properties.get(&key) else { continue };
            let values = match property.kind() {
                DescriptorKind::Data { value, .. } => [value.clone(), None],
                DescriptorKind::Accessor { get, set } => [get.clone(), set.clone()],
                DescriptorKind::Generic => [None, None],
            };
            open.extend(values.iter().flatten().filter_map(JsValue::as_object));
        }
    }
    seen
}
