//! Fault (boa_engine 0.22): `sort` and `toSorted` hand the script's comparator to Rust's `sort_by`, which panics when the
//! comparator is no total order (`() => 0.5 - Math.random()`, `(a, b) => a > b`), and reserve room for the receiver's
//! `length` whatever it claims. Test: `tests/programs/sort.js`.
//!
//! The order of comparisons is TimSort's, as in V8, so that the results of a comparator that contradicts itself agree with
//! Node's for fewer than 64 elements and are a permutation for any number.

use std::cmp::Ordering;

use boa_engine::object::builtins::{JsArray, JsFunction, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue};

use crate::limits::{callback_tick, native_tick, reserve};

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let array = context.intrinsics().constructors().array().prototype();
    super::method(&array, "sort", 1, sort, context)?;
    super::method(&array, "toSorted", 1, to_sorted, context)?;
    let typed = context.intrinsics().constructors().typed_array().prototype();
    super::wrap(&typed, "sort", typed_sort, context)?;
    super::wrap(&typed, "toSorted", typed_to_sorted, context)
}

/// `Array.prototype.sort ( comparator )`, ECMA-262 section 23.1.3.30.
fn sort(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = super::length_of(&object, context)?;
    let items = collect(&object, length, true, context)?;
    let sorted = sort_values(items, comparator.as_ref(), context)?;
    let mut next = 0;
    for value in sorted {
        object.set(super::index(next), value, true, context)?;
        next += 1;
    }
    // What were holes are at the end now.
    while next < length {
        object.delete_property_or_throw(super::index(next), context)?;
        next += 1;
        if next.is_multiple_of(1024) {
            native_tick(context)?;
        }
    }
    Ok(object.into())
}

/// `Array.prototype.toSorted ( comparator )`, ECMA-262 section 23.1.3.34.
fn to_sorted(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = super::length_of(&object, context)?;
    if length > u64::from(u32::MAX) {
        return Err(JsNativeError::range().with_message("Invalid array length").into());
    }
    let items = collect(&object, length, false, context)?;
    let sorted = sort_values(items, comparator.as_ref(), context)?;
    Ok(JsArray::from_iter(sorted, context).into())
}

/// `%TypedArray%.prototype.sort ( comparator )`; without a comparator the engine's own is right.
fn typed_sort(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let (Some(object), Some(comparator)) = (typed_array(this), comparator) else {
        return original.call(this, args, context);
    };
    sort_typed(&object, &comparator, context)?;
    Ok(object.into())
}

fn typed_to_sorted(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let copied = original.call(this, &[], context)?;
    let (Some(object), Some(copy), Some(comparator)) = (typed_array(this), copied.as_object(), comparator) else {
        return Ok(copied);
    };
    let length = super::length_of(&object, context)?;
    let items = collect(&object, length, false, context)?;
    write(&copy, sort_values(items, Some(&comparator), context)?, context)?;
    Ok(copied)
}

fn typed_array(value: &JsValue) -> Option<JsObject> {
    let object = value.as_object()?;
    JsTypedArray::from_object(object.clone()).is_ok().then_some(object)
}

fn sort_typed(object: &JsObject, comparator: &JsFunction, context: &mut Context) -> JsResult<()> {
    let length = super::length_of(object, context)?;
    let items = collect(object, length, false, context)?;
    write(object, sort_values(items, Some(comparator), context)?, context)
}

fn write(object: &JsObject, values: Vec<JsValue>, context: &mut Context) -> JsResult<()> {
    for (index, value) in (0_u64..).zip(values) {
        object.set(super::index(index), value, true, context)?;
    }
    Ok(())
}

fn comparator(args: &[JsValue]) -> JsResult<Option<JsFunction>> {
    let given = args.get_or_undefined(0);
    if given.is_undefined() {
        return Ok(None);
    }
    given.as_function().map(Some).ok_or_else(|| {
        JsNativeError::typ().with_message("The comparison function must be either a function or undefined").into()
    })
}

/// The elements to sort. Room is made as they come, not for what `length` claims.
fn collect(object: &JsObject, length: u64, skip_holes: bool, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let mut items = Vec::new();
    for index in 0..length {
        let key: PropertyKey = super::index(index);
        if !skip_holes || object.has_property(key.clone(), context)? {
            items.push(object.get(key, context)?);
        }
        if index % 1024 == 1023 {
            native_tick(context)?;
            reserve(items.len() as u64 * 16, "the copy that is sorted", context)?;
        }
    }
    Ok(items)
}

fn sort_values(
    mut items: Vec<JsValue>,
    comparator: Option<&JsFunction>,
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    let length = items.len();
    items.retain(|item| !item.is_undefined());
    if let Some(comparator) = comparator {
        let undefined = JsValue::undefined();
        let mut compare = |x: &JsValue, y: &JsValue, context: &mut Context| {
            // The printer leaves the safepoint out of a comparator that is written in the call.
            callback_tick(comparator, context)?;
            let order = comparator.call(&undefined, &[x.clone(), y.clone()], context)?.to_number(context)?;
            Ok(order < 0.0)
        };
        tim_sort(&mut items, &mut compare, context)?;
    } else if items.iter().all(|item| !item.is_object() && !item.is_symbol()) {
        // Converting these to strings runs no script code, so once is enough.
        let mut keyed = Vec::with_capacity(length);
        for item in items {
            keyed.push((item.to_string(context)?, item));
        }
        keyed.sort_by(|(x, _), (y, _)| code_unit_order(x, y));
        items = keyed.into_iter().map(|(_, item)| item).collect();
    } else {
        let mut compare = |x: &JsValue, y: &JsValue, context: &mut Context| {
            let (x, y) = (x.to_string(context)?, y.to_string(context)?);
            Ok(code_unit_order(&x, &y) == Ordering::Less)
        };
        tim_sort(&mut items, &mut compare, context)?;
    }
    items.resize(length, JsValue::undefined());
    Ok(items)
}

fn code_unit_order(x: &JsString, y: &JsString) -> Ordering {
    x.iter().cmp(y.iter())
}

/// Says whether its first argument comes strictly before the second.
type Before<'a> = dyn FnMut(&JsValue, &JsValue, &mut Context) -> Result<bool, JsError> + 'a;

/// Runs shorter than this are extended by insertion; fewer than twice as many elements are one run.
const MIN_RUN: usize = 32;

/// TimSort without galloping: finds runs that are in order already, extends short ones, and merges neighbours of similar
/// length. Stable. A comparator that contradicts itself gives some permutation.
fn tim_sort(items: &mut [JsValue], before: &mut Before<'_>, context: &mut Context) -> JsResult<()> {
    let min_run = min_run(items.len());
    // Starts and lengths of the runs that wait to be merged.
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    while start < items.len() {
        let rest = items.get_mut(start..).unwrap_or_default();
        let mut run = natural_run(rest, before, context)?;
        let wanted = min_run.min(rest.len());
        if run < wanted {
            insert(rest.get_mut(..wanted).unwrap_or_default(), run, before, context)?;
            run = wanted;
        }
        runs.push((start, run));
        start += run;
        while let Some(at) = unbalanced(&runs) {
            merge_at(items, &mut runs, at, before, context)?;
        }
    }
    while runs.len() > 1 {
        let last = runs.len() - 2;
        merge_at(items, &mut runs, last, before, context)?;
    }
    Ok(())
}

/// A length from 32 to 64 that divides `n` into a power of two of runs, or a little less.
fn min_run(mut n: usize) -> usize {
    let mut odd = 0;
    while n >= 2 * MIN_RUN {
        odd |= n & 1;
        n >>= 1;
    }
    n + odd
}

/// The length of the run at the beginning; a strictly falling one is turned round.
fn natural_run(items: &mut [JsValue], before: &mut Before<'_>, context: &mut Context) -> JsResult<usize> {
    let [first, second, rest @ ..] = &*items else { return Ok(items.len()) };
    let falling = before(second, first, context)?;
    let mut run = 2;
    let mut previous = second;
    for item in rest {
        if before(item, previous, context)? != falling {
            break;
        }
        previous = item;
        run += 1;
    }
    if falling {
        items.get_mut(..run).unwrap_or_default().reverse();
    }
    Ok(run)
}

/// Sorts `items`, of which the first `sorted` are in order, by binary insertion.
fn insert(items: &mut [JsValue], sorted: usize, before: &mut Before<'_>, context: &mut Context) -> JsResult<()> {
    for next in sorted..items.len() {
        let (head, tail) = items.split_at(next);
        let Some(pivot) = tail.first() else { break };
        let (mut low, mut high) = (0, next);
        while low < high {
            let middle = low.midpoint(high);
            match head.get(middle) {
                Some(item) if before(pivot, item, context)? => high = middle,
                _ => low = middle + 1,
            }
        }
        items.get_mut(low..=next).unwrap_or_default().rotate_right(1);
    }
    Ok(())
}

/// The pair of runs to merge next, if their lengths do not fall fast enough any more.
fn unbalanced(runs: &[(usize, usize)]) -> Option<usize> {
    let length = |back: usize| runs.len().checked_sub(back).and_then(|at| runs.get(at)).map(|(_, length)| *length);
    let (last, second) = (length(1)?, length(2)?);
    let third = length(3);
    let crowded = third.is_some_and(|third| third <= second + last)
        || length(4).zip(third).is_some_and(|(fourth, third)| fourth <= third + second);
    if crowded {
        let at = runs.len() - if third.is_some_and(|third| third < last) { 3 } else { 2 };
        return Some(at);
    }
    (second <= last).then(|| runs.len() - 2)
}

/// Merges the run at `at` with the one after it.
fn merge_at(
    items: &mut [JsValue],
    runs: &mut Vec<(usize, usize)>,
    at: usize,
    before: &mut Before<'_>,
    context: &mut Context,
) -> JsResult<()> {
    let (Some(&(start, left)), Some(&(_, right))) = (runs.get(at), runs.get(at + 1)) else { return Ok(()) };
    let both = items.get_mut(start..start + left + right).unwrap_or_default();
    let mut merged = Vec::with_capacity(both.len());
    let (mut i, mut j) = (0, left);
    while let (Some(x), Some(y)) = (both.get(i).filter(|_| i < left), both.get(j)) {
        if before(y, x, context)? {
            merged.push(y.clone());
            j += 1;
        } else {
            merged.push(x.clone());
            i += 1;
        }
    }
    merged.extend_from_slice(both.get(i..left).unwrap_or_default());
    merged.extend_from_slice(both.get(j..).unwrap_or_default());
    for (place, value) in both.iter_mut().zip(merged) {
        *place = value;
    }
    if let Some(run) = runs.get_mut(at) {
        run.1 = left + right;
    }
    runs.remove(at + 1);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(items: &[i32], before: &mut dyn FnMut(f64, f64) -> bool) -> Vec<i32> {
        let mut values: Vec<JsValue> = items.iter().map(|&i| JsValue::from(i)).collect();
        let mut context = Context::default();
        let mut compare =
            |x: &JsValue, y: &JsValue, _: &mut Context| Ok(before(x.as_number().unwrap(), y.as_number().unwrap()));
        tim_sort(&mut values, &mut compare, &mut context).unwrap();
        #[expect(clippy::cast_possible_truncation, reason = "they were i32")]
        values.iter().map(|v| v.as_number().unwrap() as i32).collect()
    }

    #[test]
    fn sorts_any_length_and_keeps_a_permutation_under_a_mad_comparator() {
        let mut state = 1_u32;
        let mut noise = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        };
        for n in [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 200, 1_000, 5_000] {
            let items: Vec<i32> = (0..n).map(|_| (noise() % 1_000).cast_signed()).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            assert_eq!(sorted(&items, &mut |x, y| x < y), expected);
            let mut shuffled = sorted(&items, &mut |_, _| noise() % 2 == 0);
            shuffled.sort_unstable();
            assert_eq!(shuffled, expected);
        }
    }

    #[test]
    fn equal_elements_keep_their_order() {
        let items: Vec<i32> = (0..500).map(|i| (i * 7919) % 500).collect();
        let sorted = sorted(&items, &mut |x, y| (x / 10.0).floor() < (y / 10.0).floor());
        for bucket in sorted.chunks(10) {
            let original: Vec<i32> = items.iter().copied().filter(|i| bucket.contains(i)).collect();
            assert_eq!(bucket, original);
        }
    }
}
