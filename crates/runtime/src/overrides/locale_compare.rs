//! Fault (boa_engine 0.22 without its `intl` feature): `localeCompare` compares code units, so 'a' comes after 'B'.
//!
//! Here ICU4X's collator does it, with the root collation that Node's en-US uses and the tailorings of other languages. Its
//! tables are constants of the binary: nothing is set up and nothing is allocated until a program compares.
//! Test: `tests/programs/locale.js`.

use std::cmp::Ordering;

use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string};
use icu_collator::options::{AlternateHandling, CaseLevel, CollatorOptions, Strength};
use icu_collator::preferences::{CollationCaseFirst, CollationNumericOrdering};
use icu_collator::{CollatorBorrowed, CollatorPreferences};
use icu_locale_core::Locale;

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().string().prototype();
    super::method(&prototype, "localeCompare", 1, locale_compare, context).map(drop)
}

/// `String.prototype.localeCompare ( that, locales, options )`, ECMA-402 section 19.1.1.
fn locale_compare(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if this.is_null_or_undefined() {
        let message = "String.prototype.localeCompare called on null or undefined";
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let left = this.to_string(context)?;
    let right = args.get_or_undefined(0).to_string(context)?;
    let (preferences, options) = settings(args.get_or_undefined(1), args.get_or_undefined(2), context)?;
    let collator = CollatorBorrowed::try_new(preferences, options)
        .map_err(|_| JsNativeError::range().with_message("Incorrect locale information provided"))?;
    let order = match (left.as_str().as_latin1(), right.as_str().as_latin1()) {
        (Some(left), Some(right)) if left.is_ascii() && right.is_ascii() => collator.compare_utf8(left, right),
        _ => collator.compare_utf16(&left.to_vec(), &right.to_vec()),
    };
    Ok(JsValue::from(match order {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }))
}

fn settings(
    locales: &JsValue,
    options: &JsValue,
    context: &mut Context,
) -> JsResult<(CollatorPreferences, CollatorOptions)> {
    let mut preferences = match locale(locales, context)? {
        Some(locale) => CollatorPreferences::from(&locale),
        None => CollatorPreferences::default(),
    };
    let mut collator = CollatorOptions::default();
    if options.is_undefined() {
        return Ok((preferences, collator));
    }
    let options = options.to_object(context)?;
    let numeric = options.get(js_string!("numeric"), context)?;
    if !numeric.is_undefined() {
        preferences.numeric_ordering =
            Some(if numeric.to_boolean() { CollationNumericOrdering::True } else { CollationNumericOrdering::False });
    }
    preferences.case_first = match choice(&options, "caseFirst", &["upper", "lower", "false"], context)? {
        Some(0) => Some(CollationCaseFirst::Upper),
        Some(1) => Some(CollationCaseFirst::Lower),
        Some(_) => Some(CollationCaseFirst::False),
        None => preferences.case_first,
    };
    match choice(&options, "sensitivity", &["base", "accent", "case", "variant"], context)? {
        Some(0) => collator.strength = Some(Strength::Primary),
        Some(1) => collator.strength = Some(Strength::Secondary),
        Some(2) => {
            collator.strength = Some(Strength::Primary);
            collator.case_level = Some(CaseLevel::On);
        }
        _ => collator.strength = Some(Strength::Tertiary),
    }
    let ignore = options.get(js_string!("ignorePunctuation"), context)?;
    if ignore.to_boolean() {
        collator.alternate_handling = Some(AlternateHandling::Shifted);
    }
    Ok((preferences, collator))
}

/// The first locale of a `locales` argument; `None` where it asks for none.
pub(super) fn locale(locales: &JsValue, context: &mut Context) -> JsResult<Option<Locale>> {
    let first = match locales.as_object() {
        None if locales.is_null() || locales.is_string() => locales.clone(),
        // Other primitives are looked at as the objects they convert to, which are empty lists.
        None => return Ok(None),
        Some(list) if super::length_of(&list, context)? == 0 => return Ok(None),
        Some(list) => list.get(0, context)?,
    };
    if !first.is_string() && !first.is_object() {
        return Err(JsNativeError::typ().with_message("Incorrect locale information provided").into());
    }
    let tag = first.to_string(context)?.to_std_string_lossy();
    // ICU4X also takes underscores, which BCP 47 does not know.
    let parsed = if tag.contains('_') { None } else { Locale::try_from_str(&tag).ok() };
    parsed.map(Some).ok_or_else(|| JsNativeError::range().with_message("Incorrect locale information provided").into())
}

/// Reads an option that must be one of `choices`.
pub(super) fn choice(
    options: &JsObject,
    name: &'static str,
    choices: &[&str],
    context: &mut Context,
) -> JsResult<Option<usize>> {
    let value = options.get(JsString::from(name), context)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let text = value.to_string(context)?.to_std_string_lossy();
    match choices.iter().position(|choice| *choice == text) {
        Some(at) => Ok(Some(at)),
        None => Err(JsNativeError::range()
            .with_message(format!("Value {text} out of range for options property {name}"))
            .into()),
    }
}
