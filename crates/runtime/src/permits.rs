//! What a script may find: one table of every object that it can reach and of every property on it.
//!
//! Whatever the engine has beyond the table is removed when the realm is built, so an engine upgrade that adds a property
//! changes nothing for scripts. A function that has no row of its own may have `length` and `name` only. The test
//! `tests/reachability.rs` walks the live graph from inside and compares it with this table in both directions.

use std::collections::{BTreeMap, HashSet};

use boa_engine::property::{DescriptorKind, PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue, Source};
use mikoshi_types::Policy;

/// Who can reach an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    /// Programs under every policy: by syntax, or from the fifteen names that every policy starts from.
    All,
    /// Only programs whose policy offers the name before the first dot.
    Offered,
}
use Who::{All, Offered};

/// The table: an object's name, who can reach it, and its own keys. `@@x` is the well-known symbol `Symbol.x`.
///
/// A name in percent signs is an intrinsic that no global names; [`HIDDEN`] tells how a script comes by it.
#[rustfmt::skip]
static TABLE: &[(&str, Who, &str)] = &[
    // Functions. `caller` and `arguments` are not among them, nor are constructors that compile strings: what stands in their
    // place compiles nothing (see `tame/function_constructors.rs`).
    ("%Function.prototype%", All, "length name apply bind call toString constructor @@hasInstance"),
    ("%Function.prototype%.constructor", All, "length name prototype"),
    ("%GeneratorFunction.prototype%", All, "prototype constructor @@toStringTag"),
    ("%GeneratorFunction.prototype%.constructor", All, "length name prototype"),
    ("%AsyncFunction.prototype%", All, "constructor @@toStringTag"),
    ("%AsyncFunction.prototype%.constructor", All, "length name prototype"),
    ("%AsyncGeneratorFunction.prototype%", All, "prototype constructor @@toStringTag"),
    ("%AsyncGeneratorFunction.prototype%.constructor", All, "length name prototype"),
    ("%ThrowTypeError%", All, "length name"),

    // Iterators.
    ("%Generator.prototype%", All, "next return throw constructor @@toStringTag"),
    ("%AsyncGenerator.prototype%", All, "next return throw constructor @@toStringTag"),
    ("%AsyncIterator.prototype%", All, "@@asyncIterator"),
    ("%AsyncFromSyncIterator.prototype%", All, "next return throw"),
    ("%ArrayIterator.prototype%", All, "next @@toStringTag"),
    ("%StringIterator.prototype%", All, "next @@toStringTag"),
    ("%MapIterator.prototype%", All, "next @@toStringTag"),
    ("%SetIterator.prototype%", All, "next @@toStringTag"),
    ("%RegExpStringIterator.prototype%", All, "next @@toStringTag"),
    ("%IteratorHelper.prototype%", All, "next return @@toStringTag"),
    ("%WrapForValidIterator.prototype%", All, "next return"),
    ("%Iterator%", All, "from length name prototype"),
    ("%Iterator.prototype%", All, "map filter take drop flatMap reduce toArray forEach some every find constructor
        @@iterator @@toStringTag"),

    // The fifteen names. `Object.prototype[@@toPrimitive]` is ours: see `overrides/to_primitive.rs`.
    ("Object", All, "assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor
        getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf groupBy hasOwn is isExtensible
        isFrozen isSealed keys preventExtensions seal setPrototypeOf values length name prototype"),
    ("%Object.prototype%", All, "__proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ hasOwnProperty
        isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf constructor @@toPrimitive"),
    ("Array", All, "from isArray of length name prototype @@species"),
    ("Array.prototype", All, "length at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat
        flatMap forEach includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort
        splice toLocaleString toReversed toSorted toSpliced toString unshift values with constructor @@iterator
        @@unscopables"),
    ("Array.prototype.@@unscopables", All, "at copyWithin entries fill find findIndex findLast findLastIndex flat flatMap
        includes keys toReversed toSorted toSpliced values"),
    ("Boolean", All, "length name prototype"),
    ("Boolean.prototype", All, "toString valueOf constructor"),
    ("Date", All, "now parse UTC length name prototype"),
    ("Date.prototype", All, "getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime
        getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth
        getUTCSeconds getYear setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate
        setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setYear toDateString
        toGMTString toISOString toJSON toLocaleDateString toLocaleString toLocaleTimeString toString toTimeString
        toUTCString valueOf constructor @@toPrimitive"),
    ("JSON", All, "parse stringify @@toStringTag"),
    ("Map", All, "groupBy length name prototype @@species"),
    ("Map.prototype", All, "clear delete entries forEach get has keys set size values constructor @@iterator @@toStringTag"),
    ("Math", All, "E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos
        cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt tan tanh
        trunc @@toStringTag"),
    ("Number", All, "EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY
        isFinite isInteger isNaN isSafeInteger parseFloat parseInt length name prototype"),
    ("Number.prototype", All, "toExponential toFixed toLocaleString toPrecision toString valueOf constructor"),
    ("RegExp", All, "length name prototype @@species"),
    ("RegExp.prototype", All, "compile dotAll exec flags global hasIndices ignoreCase multiline source sticky test toString
        unicode unicodeSets constructor @@match @@matchAll @@replace @@search @@split"),
    ("Set", All, "length name prototype @@species"),
    ("Set.prototype", All, "add clear delete difference entries forEach has intersection isDisjointFrom isSubsetOf
        isSupersetOf keys size symmetricDifference union values constructor @@iterator @@toStringTag"),
    ("String", All, "fromCharCode fromCodePoint raw length name prototype"),
    ("String.prototype", All, "length anchor at big blink bold charAt charCodeAt codePointAt concat endsWith fixed fontcolor
        fontsize includes indexOf isWellFormed italics lastIndexOf link localeCompare match matchAll normalize padEnd
        padStart repeat replace replaceAll search slice small split startsWith strike sub substr substring sup
        toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase toWellFormed trim trimEnd trimLeft trimRight
        trimStart valueOf constructor @@iterator"),
    ("isFinite", All, "length name"),
    ("isNaN", All, "length name"),
    ("parseFloat", All, "length name"),
    ("parseInt", All, "length name"),

    // Reached by syntax: what is thrown and caught, `1n`, a symbol found by reflection, what an async function returns.
    ("Error", All, "length name prototype"),
    ("Error.prototype", All, "name message stack toString constructor"),
    ("AggregateError", All, "length name prototype"),
    ("AggregateError.prototype", All, "name message constructor"),
    ("EvalError", All, "length name prototype"),
    ("EvalError.prototype", All, "name message constructor"),
    ("RangeError", All, "length name prototype"),
    ("RangeError.prototype", All, "name message constructor"),
    ("ReferenceError", All, "length name prototype"),
    ("ReferenceError.prototype", All, "name message constructor"),
    ("SyntaxError", All, "length name prototype"),
    ("SyntaxError.prototype", All, "name message constructor"),
    ("TypeError", All, "length name prototype"),
    ("TypeError.prototype", All, "name message constructor"),
    ("URIError", All, "length name prototype"),
    ("URIError.prototype", All, "name message constructor"),
    ("BigInt", All, "asIntN asUintN length name prototype"),
    ("BigInt.prototype", All, "toLocaleString toString valueOf constructor @@toStringTag"),
    ("Symbol", All, "for keyFor asyncIterator hasInstance isConcatSpreadable iterator match matchAll replace search species
        split toPrimitive toStringTag unscopables dispose asyncDispose length name prototype"),
    ("Symbol.prototype", All, "description toString valueOf constructor @@toPrimitive @@toStringTag"),
    ("Promise", All, "all allSettled any race reject resolve try withResolvers length name prototype @@species"),
    ("Promise.prototype", All, "catch finally then constructor @@toStringTag"),

    // Only where the policy offers the name.
    ("%TypedArray%", Offered, "from of length name prototype @@species"),
    ("%TypedArray.prototype%", Offered, "buffer byteLength byteOffset length at copyWithin entries every fill filter find
        findIndex findLast findLastIndex forEach includes indexOf join keys lastIndexOf map reduce reduceRight reverse set
        slice some sort subarray toLocaleString toReversed toSorted toString values with constructor @@iterator
        @@toStringTag"),
    ("ArrayBuffer", Offered, "isView length name prototype @@species"),
    ("ArrayBuffer.prototype", Offered, "byteLength maxByteLength resizable resize slice constructor @@toStringTag"),
    ("DataView", Offered, "length name prototype"),
    ("DataView.prototype", Offered, "buffer byteLength byteOffset getBigInt64 getBigUint64 getFloat32 getFloat64 getInt16
        getInt32 getInt8 getUint16 getUint32 getUint8 setBigInt64 setBigUint64 setFloat32 setFloat64 setInt16 setInt32
        setInt8 setUint16 setUint32 setUint8 constructor @@toStringTag"),
    ("BigInt64Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("BigInt64Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("BigUint64Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("BigUint64Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Float32Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("Float32Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Float64Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("Float64Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Int16Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("Int16Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Int32Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("Int32Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Int8Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("Int8Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Uint16Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("Uint16Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Uint32Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("Uint32Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Uint8Array", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("Uint8Array.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Uint8ClampedArray", Offered, "BYTES_PER_ELEMENT length name prototype"),
    ("Uint8ClampedArray.prototype", Offered, "BYTES_PER_ELEMENT constructor"),
    ("Proxy", Offered, "revocable length name"),
    ("Reflect", Offered, "apply construct defineProperty deleteProperty get getOwnPropertyDescriptor getPrototypeOf has
        isExtensible ownKeys preventExtensions set setPrototypeOf @@toStringTag"),
    ("WeakMap", Offered, "length name prototype"),
    ("WeakMap.prototype", Offered, "delete get has set constructor @@toStringTag"),
    ("WeakSet", Offered, "length name prototype"),
    ("WeakSet.prototype", Offered, "add delete has constructor @@toStringTag"),
    ("decodeURI", Offered, "length name"),
    ("decodeURIComponent", Offered, "length name"),
    ("encodeURI", Offered, "length name"),
    ("encodeURIComponent", Offered, "length name"),
    ("escape", Offered, "length name"),
    ("unescape", Offered, "length name"),
];

/// What no script may have and the engine will not let go, with the reason why that is harmless.
static IRREMOVABLE: &[(&str, &str)] = &[];

/// Intrinsics without a global name, as expressions of a whole realm that yield them.
#[rustfmt::skip]
static HIDDEN: &[(&str, &str)] = &[
    ("%Object.prototype%", "Object.prototype"),
    ("%Function.prototype%", "Object.getPrototypeOf(function () {})"),
    ("%GeneratorFunction.prototype%", "Object.getPrototypeOf(function* () {})"),
    ("%AsyncFunction.prototype%", "Object.getPrototypeOf(async function () {})"),
    ("%AsyncGeneratorFunction.prototype%", "Object.getPrototypeOf(async function* () {})"),
    ("%ThrowTypeError%", "Object.getOwnPropertyDescriptor((function () { 'use strict'; return arguments; })(), 'callee').get"),
    ("%Generator.prototype%", "Object.getPrototypeOf(function* () {}).prototype"),
    ("%AsyncGenerator.prototype%", "Object.getPrototypeOf(async function* () {}).prototype"),
    ("%AsyncIterator.prototype%", "Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype)"),
    ("%ArrayIterator.prototype%", "Object.getPrototypeOf([].values())"),
    ("%StringIterator.prototype%", "Object.getPrototypeOf(''[Symbol.iterator]())"),
    ("%MapIterator.prototype%", "Object.getPrototypeOf(new Map().values())"),
    ("%SetIterator.prototype%", "Object.getPrototypeOf(new Set().values())"),
    ("%RegExpStringIterator.prototype%", "Object.getPrototypeOf(''.matchAll(/a/g))"),
    ("%IteratorHelper.prototype%", "Object.getPrototypeOf([].values().map((x) => x))"),
    ("%WrapForValidIterator.prototype%", "Object.getPrototypeOf(Iterator.from({ next() {} }))"),
    ("%Iterator%", "Iterator"),
    ("%Iterator.prototype%", "Iterator.prototype"),
    ("%TypedArray%", "Object.getPrototypeOf(Int8Array)"),
    ("%TypedArray.prototype%", "Object.getPrototypeOf(Int8Array).prototype"),
];

/// Globals that scripts reach even where the policy does not offer their names.
static BY_SYNTAX: &[&str] = &[
    "Object",
    "Error",
    "AggregateError",
    "EvalError",
    "RangeError",
    "ReferenceError",
    "SyntaxError",
    "TypeError",
    "URIError",
    "BigInt",
    "Symbol",
    "Promise",
];

/// The keys on the table.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().flat_map(|(_, _, keys)| keys.split_ascii_whitespace())
}

/// Reduces a whole realm to the table and its global object to `policy`.
///
/// # Errors
/// An engine error, or an object that the table does not name: nothing runs then.
pub(crate) fn apply(policy: &Policy, context: &mut Context) -> JsResult<()> {
    let mut prune = Prune {
        permits: TABLE.iter().map(|&(name, _, keys)| (name, keys.split_ascii_whitespace().collect())).collect(),
        seen: HashSet::new(),
        queue: hidden(context)?,
    };
    let global = context.global_object();
    for name in policy.globals().chain(BY_SYNTAX.iter().copied()) {
        if let Some(object) = global.get(JsString::from(name), context)?.as_object() {
            prune.queue.push((name.to_owned(), object));
        }
    }
    // First in, first named: the hidden intrinsics keep their own names.
    prune.queue.reverse();
    while let Some((name, object)) = prune.queue.pop() {
        prune.object(&name, &object, context)?;
    }
    for key in global.own_property_keys(context)? {
        let offered = matches!(&key, PropertyKey::String(name) if policy.offers(&name.to_std_string_lossy()));
        if !offered {
            remove(&global, "the global object", &key, context)?;
        }
    }
    Ok(())
}

/// Evaluates [`HIDDEN`].
fn hidden(context: &mut Context) -> JsResult<Vec<(String, JsObject)>> {
    let list: Vec<&str> = HIDDEN.iter().map(|(_, expression)| *expression).collect();
    let values = context.eval(Source::from_bytes(&format!("[{}]", list.join(", "))))?;
    let mut found = Vec::new();
    if let Some(values) = values.as_object() {
        for (index, (name, _)) in (0_u32..).zip(HIDDEN) {
            if let Some(object) = values.get(index, context)?.as_object() {
                found.push(((*name).to_owned(), object));
            }
        }
    }
    Ok(found)
}

struct Prune {
    permits: BTreeMap<&'static str, HashSet<&'static str>>,
    seen: HashSet<JsObject>,
    queue: Vec<(String, JsObject)>,
}

impl Prune {
    fn object(&mut self, name: &str, object: &JsObject, context: &mut Context) -> JsResult<()> {
        if !self.seen.insert(object.clone()) {
            return Ok(());
        }
        let leaf = HashSet::from(["length", "name"]);
        let permitted = match self.permits.get(name) {
            Some(permitted) => permitted,
            None if object.is_callable() => &leaf,
            None => {
                let message = format!("the intrinsic {name} is not on the permits table");
                return Err(JsNativeError::error().with_message(message).into());
            }
        };
        let mut found = Vec::new();
        for key in object.own_property_keys(context)? {
            let key_name = key_name(&key);
            if !permitted.contains(key_name.as_str()) {
                remove(object, name, &key, context)?;
                continue;
            }
            let property = object.borrow().properties().get(&key);
            match property.as_ref().map(PropertyDescriptor::kind) {
                Some(DescriptorKind::Data { value: Some(value), .. }) => {
                    found.extend(value.as_object().map(|o| (format!("{name}.{key_name}"), o)));
                }
                Some(DescriptorKind::Accessor { get, set }) => {
                    let get = get.as_ref().and_then(JsValue::as_object);
                    let set = set.as_ref().and_then(JsValue::as_object);
                    found.extend(get.map(|o| (format!("{name}.get {key_name}"), o)));
                    found.extend(set.map(|o| (format!("{name}.set {key_name}"), o)));
                }
                _ => {}
            }
        }
        found.extend(object.prototype().map(|o| (format!("{name}.[[Prototype]]"), o)));
        found.reverse();
        // Behind what is queued already, so that nearer names win.
        self.queue.splice(0..0, found);
        Ok(())
    }
}

fn remove(object: &JsObject, name: &str, key: &PropertyKey, context: &mut Context) -> JsResult<()> {
    let key_name = key_name(key);
    if IRREMOVABLE
        .iter()
        .any(|&(path, _)| path.strip_prefix(name).and_then(|p| p.strip_prefix('.')) == Some(&*key_name))
    {
        return Ok(());
    }
    object.delete_property_or_throw(key.clone(), context).map(drop)
}

/// A key as the table writes it.
fn key_name(key: &PropertyKey) -> String {
    match key {
        PropertyKey::String(name) => name.to_std_string_lossy(),
        PropertyKey::Index(index) => index.get().to_string(),
        PropertyKey::Symbol(symbol) => symbol_name(symbol),
    }
}

fn symbol_name(symbol: &JsSymbol) -> String {
    let description = symbol.description().unwrap_or_default();
    let description = description.to_std_string_lossy();
    format!("@@{}", description.strip_prefix("Symbol.").unwrap_or(&description))
}

#[cfg(test)]
mod tests;
