//! Cost: a callback's own safepoint is a call from the script into the host, a third of what a short arrow function takes. So the
//! printer leaves it out of a function that is handed straight to one of [`Program::WALKS`], and these methods pass the
//! safepoint themselves before each call. That takes a tenth, and a walk over a plain array reads the elements where they are
//! stored. Test: `tests/walks.rs`.
//!
//! Everything else that these methods can be called on, and every call that is an error, is the engine's own matter.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_string};
use mikoshi_analyzer::Program;

use super::plain::{self, Made};
use crate::limits::{callback_tick, native_tick};

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let array = constructors.array().prototype();
    let others = [constructors.typed_array(), constructors.iterator(), constructors.map(), constructors.set()]
        .map(boa_engine::context::intrinsics::StandardConstructor::prototype);
    let walks: [(&'static str, super::Wrapper); 12] = [
        ("every", every),
        ("filter", filter),
        ("find", find),
        ("findIndex", find_index),
        ("findLast", find_last),
        ("findLastIndex", find_last_index),
        ("flatMap", ticking),
        ("forEach", for_each),
        ("map", map),
        ("reduce", reduce),
        ("reduceRight", reduce_right),
        ("some", some),
    ];
    for (name, walk) in walks {
        debug_assert!(Program::WALKS.contains(&name));
        super::wrap(&array, name, walk, context)?;
        for prototype in &others {
            if prototype.has_own_property(js_string!(name), context)? {
                super::wrap(prototype, name, ticking, context)?;
            }
        }
    }
    Ok(())
}

/// Hands the engine's own method a function that passes the safepoint before it calls the script's.
fn ticking(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let Some(callback) = args.first().and_then(JsValue::as_callable) else { return original.call(this, args, context) };
    let guarded = NativeFunction::from_copy_closure_with_captures(
        |this: &JsValue, args: &[JsValue], callback: &JsObject, context: &mut Context| {
            callback_tick(callback, context)?;
            callback.call(this, args, context)
        },
        callback,
    )
    .to_js_function(context.realm());
    let mut args = args.to_vec();
    if let Some(first) = args.first_mut() {
        *first = guarded.into();
    }
    original.call(this, &args, context)
}

/// A plain array, and the function that is called with its elements.
struct Walk<'a> {
    array: JsObject,
    length: u64,
    callback: JsObject,
    /// What the function gets as `this`.
    receiver: &'a JsValue,
}

impl<'a> Walk<'a> {
    /// `None` where the engine's own method has to do it.
    fn of(this: &JsValue, args: &'a [JsValue], context: &mut Context) -> JsResult<Option<Self>> {
        let Some(array) = this.as_object().filter(JsObject::is_array) else { return Ok(None) };
        let Some(callback) = args.first().and_then(JsValue::as_callable) else { return Ok(None) };
        let length = super::length_of(&array, context)?;
        Ok(Some(Self { array, length, callback, receiver: args.get_or_undefined(1) }))
    }

    /// The element, if there is one.
    fn element(&self, k: u64, context: &mut Context) -> JsResult<Option<JsValue>> {
        let key = super::index(k);
        if let Some(value) = plain::stored(&self.array, &key) {
            return Ok(Some(value));
        }
        if self.array.has_property(key.clone(), context)? {
            return self.array.get(key, context).map(Some);
        }
        if k % 1024 == 1023 {
            native_tick(context)?;
        }
        Ok(None)
    }

    /// The element, or `undefined`.
    fn get(&self, k: u64, context: &mut Context) -> JsResult<JsValue> {
        let key = super::index(k);
        match plain::stored(&self.array, &key) {
            Some(value) => Ok(value),
            None => self.array.get(key, context),
        }
    }

    fn call(&self, value: JsValue, k: u64, context: &mut Context) -> JsResult<JsValue> {
        callback_tick(&self.callback, context)?;
        self.callback.call(self.receiver, &[value, k.into(), self.array.clone().into()], context)
    }

    /// Calls the function with the elements in order until `done` says so of its answer.
    fn until(&self, done: impl Fn(&JsValue) -> bool, context: &mut Context) -> JsResult<bool> {
        for k in 0..self.length {
            if let Some(value) = self.element(k, context)?
                && done(&self.call(value, k, context)?)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// FindViaPredicate (ECMA-262 section 23.1.3.12.1).
    fn find(&self, order: impl Iterator<Item = u64>, context: &mut Context) -> JsResult<Option<(u64, JsValue)>> {
        for k in order {
            let value = self.get(k, context)?;
            if self.call(value.clone(), k, context)?.to_boolean() {
                return Ok(Some((k, value)));
            }
        }
        Ok(None)
    }

    /// What is left of `reduce` when an element or the argument is the first accumulator.
    fn fold(
        &self,
        first: Option<&JsValue>,
        order: impl Iterator<Item = u64>,
        context: &mut Context,
    ) -> JsResult<Option<JsValue>> {
        let mut folded = first.cloned();
        for k in order {
            let Some(value) = self.element(k, context)? else { continue };
            folded = Some(match folded {
                None => value,
                Some(so_far) => {
                    callback_tick(&self.callback, context)?;
                    let args = [so_far, value, k.into(), self.array.clone().into()];
                    self.callback.call(&JsValue::undefined(), &args, context)?
                }
            });
        }
        Ok(folded)
    }
}

/// `Array.prototype.every ( callback, thisArg )`, ECMA-262 section 23.1.3.6.
fn every(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    match Walk::of(this, args, context)? {
        Some(walk) => walk.until(|answer| !answer.to_boolean(), context).map(|failed| (!failed).into()),
        None => ticking(this, args, original, context),
    }
}

/// `Array.prototype.some ( callback, thisArg )`, ECMA-262 section 23.1.3.29.
fn some(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    match Walk::of(this, args, context)? {
        Some(walk) => walk.until(JsValue::to_boolean, context).map(JsValue::from),
        None => ticking(this, args, original, context),
    }
}

/// `Array.prototype.forEach ( callback, thisArg )`, ECMA-262 section 23.1.3.15.
fn for_each(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    match Walk::of(this, args, context)? {
        Some(walk) => walk.until(|_| false, context).map(|_| JsValue::undefined()),
        None => ticking(this, args, original, context),
    }
}

/// `Array.prototype.find ( predicate, thisArg )`, ECMA-262 section 23.1.3.9.
fn find(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    match Walk::of(this, args, context)? {
        Some(walk) => walk.find(0..walk.length, context).map(found_value),
        None => ticking(this, args, original, context),
    }
}

/// `Array.prototype.findIndex ( predicate, thisArg )`, ECMA-262 section 23.1.3.10.
fn find_index(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    match Walk::of(this, args, context)? {
        Some(walk) => walk.find(0..walk.length, context).map(|found| found_index(found.as_ref())),
        None => ticking(this, args, original, context),
    }
}

/// `Array.prototype.findLast ( predicate, thisArg )`, ECMA-262 section 23.1.3.11.
fn find_last(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    match Walk::of(this, args, context)? {
        Some(walk) => walk.find((0..walk.length).rev(), context).map(found_value),
        None => ticking(this, args, original, context),
    }
}

/// `Array.prototype.findLastIndex ( predicate, thisArg )`, ECMA-262 section 23.1.3.12.
fn find_last_index(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    match Walk::of(this, args, context)? {
        Some(walk) => walk.find((0..walk.length).rev(), context).map(|found| found_index(found.as_ref())),
        None => ticking(this, args, original, context),
    }
}

fn found_value(found: Option<(u64, JsValue)>) -> JsValue {
    found.map(|(_, value)| value).unwrap_or_default()
}

fn found_index(found: Option<&(u64, JsValue)>) -> JsValue {
    found.map_or_else(|| JsValue::from(-1), |(k, _)| JsValue::from(*k))
}

/// `Array.prototype.reduce ( callback, initialValue )`, ECMA-262 section 23.1.3.24.
fn reduce(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    if let Some(walk) = Walk::of(this, args, context)?
        && let Some(folded) = walk.fold(args.get(1), 0..walk.length, context)?
    {
        return Ok(folded);
    }
    // Nothing to fold is an error, and the engine's own to say.
    ticking(this, args, original, context)
}

/// `Array.prototype.reduceRight ( callback, initialValue )`, ECMA-262 section 23.1.3.25.
fn reduce_right(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    if let Some(walk) = Walk::of(this, args, context)?
        && let Some(folded) = walk.fold(args.get(1), (0..walk.length).rev(), context)?
    {
        return Ok(folded);
    }
    ticking(this, args, original, context)
}

/// `Array.prototype.map ( callback, thisArg )`, ECMA-262 section 23.1.3.21.
fn map(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let Some(walk) = Walk::of(this, args, context)? else { return ticking(this, args, original, context) };
    let mut mapped = Made::like(&walk.array, walk.length, context)?;
    for k in 0..walk.length {
        match walk.element(k, context)? {
            Some(value) => {
                let value = walk.call(value, k, context)?;
                mapped.push(value, context)?;
            }
            None => mapped.skip(),
        }
    }
    mapped.finish(false, context)
}

/// `Array.prototype.filter ( callback, thisArg )`, ECMA-262 section 23.1.3.8.
fn filter(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let Some(walk) = Walk::of(this, args, context)? else { return ticking(this, args, original, context) };
    let mut kept = Made::like(&walk.array, 0, context)?;
    for k in 0..walk.length {
        if let Some(value) = walk.element(k, context)?
            && walk.call(value.clone(), k, context)?.to_boolean()
        {
            kept.push(value, context)?;
        }
    }
    kept.finish(false, context)
}
