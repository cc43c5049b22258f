//! Fault (regress 0.12, the engine's regex library): without the flags `u` and `v`, ignoring case must not take a character
//! beyond ASCII for an ASCII one, nor follow Unicode's case folding in classes. It takes U+017F for `s`, U+212A for `k`, and
//! a few kin. Test: `tests/programs/regexp.js`, "case is ignored by upper case".
//!
//! These characters are equal to none but themselves then. Where one occurs in the text or in the pattern, both are
//! matched with private-use characters in their place, which have no case. Other patterns and texts take the usual way.

use boa_engine::builtins::regexp::RegExp;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use crate::busy::Busy;

/// Characters whose only match, case ignored, is themselves.
const ALONE: [u16; 6] = [0x131, 0x17F, 0x1E9E, 0x2126, 0x212A, 0x212B];

/// Flags that the stand-in of a regex shares with it, and the accessors that tell them.
const FLAGS: [(&str, &str); 5] =
    [("hasIndices", "d"), ("global", "g"), ("multiline", "m"), ("dotAll", "s"), ("sticky", "y")];

/// Where the builtins stand in the captured list; the accessors of [`FLAGS`] follow.
const EXEC: usize = 0;
const CONSTRUCTOR: usize = 1;
const SOURCE: usize = 2;
const IGNORE_CASE: usize = 3;
const UNICODE: usize = 4;
const UNICODE_SETS: usize = 5;

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let regexp = context.intrinsics().constructors().regexp().clone();
    let prototype = regexp.prototype();
    let missing = || JsNativeError::error().with_message("a builtin of RegExp.prototype is missing");
    let exec = prototype.get(js_string!("exec"), context)?.as_object().ok_or_else(missing)?;
    let mut builtins = vec![exec, regexp.constructor()];
    let accessors =
        ["source", "ignoreCase", "unicode", "unicodeSets"].into_iter().chain(FLAGS.iter().map(|(name, _)| *name));
    for name in accessors {
        let property = prototype.borrow().properties().get(&JsString::from(name).into());
        let getter = property.as_ref().and_then(PropertyDescriptor::get).and_then(JsValue::as_object);
        builtins.push(getter.ok_or_else(missing)?);
    }
    let function = NativeFunction::from_copy_closure_with_captures(
        |this: &JsValue, args: &[JsValue], builtins: &Vec<JsObject>, context: &mut Context| {
            exec_with(this, args, builtins, context)
        },
        builtins,
    );
    super::install(&prototype, "exec", 1, function, context).map(drop)
}

/// `RegExp.prototype.exec ( string )`, ECMA-262 section 22.2.6.2.
fn exec_with(this: &JsValue, args: &[JsValue], builtins: &[JsObject], context: &mut Context) -> JsResult<JsValue> {
    let call = |at: usize, this: &JsValue, args: &[JsValue], context: &mut Context| match builtins.get(at) {
        Some(function) => function.call(this, args, context),
        None => Ok(JsValue::undefined()),
    };
    let Some(regexp) = this.as_object().filter(JsObject::is::<RegExp>) else { return call(EXEC, this, args, context) };
    let text = args.get_or_undefined(0).to_string(context)?;
    let _busy = Busy::start(context);
    let plain = [JsValue::from(text.clone())];
    if !call(IGNORE_CASE, this, &[], context)?.to_boolean()
        || call(UNICODE, this, &[], context)?.to_boolean()
        || call(UNICODE_SETS, this, &[], context)?.to_boolean()
    {
        return call(EXEC, this, &plain, context);
    }
    let source = super::regexp_source::pattern(&call(SOURCE, this, &[], context)?.to_string(context)?.to_vec());
    let units = text.to_vec();
    let stand_ins = StandIns::choose(&source, &units);
    let pattern = stand_ins.pattern(&source);
    if pattern == source && !units.iter().any(|unit| ALONE.contains(unit)) {
        return call(EXEC, this, &plain, context);
    }

    let mut flags = "i".to_owned();
    for (at, (_, flag)) in (UNICODE_SETS + 1..).zip(FLAGS) {
        if call(at, this, &[], context)?.to_boolean() {
            flags.push_str(flag);
        }
    }
    let moving = flags.contains(['g', 'y']);
    let Some(constructor) = builtins.get(CONSTRUCTOR) else { return Ok(JsValue::null()) };
    let pattern = JsString::from(pattern.as_slice());
    let twin = constructor.construct(&[pattern.into(), JsString::from(flags).into()], None, context)?;
    let last_index = regexp.get(js_string!("lastIndex"), context)?;
    twin.set(js_string!("lastIndex"), last_index, true, context)?;
    let shown = JsString::from(stand_ins.text(&units).as_slice());
    let found = call(EXEC, &twin.clone().into(), &[shown.into()], context)?;
    if moving {
        let last_index = twin.get(js_string!("lastIndex"), context)?;
        regexp.set(js_string!("lastIndex"), last_index, true, context)?;
    }
    if let Some(result) = found.as_object() {
        stand_ins.restore(&result, text, context)?;
    }
    Ok(found)
}

/// The private-use characters that stand for [`ALONE`], in order, from this one on.
struct StandIns(u16);

impl StandIns {
    /// Characters that neither the pattern nor the text uses.
    fn choose(source: &[u16], text: &[u16]) -> Self {
        const PRIVATE: std::ops::Range<u16> = 0xE000..0xF8F0;
        let free = PRIVATE.step_by(ALONE.len()).find(|&first| {
            let taken = first..first + 6;
            !source.iter().chain(text).any(|unit| taken.contains(unit))
        });
        Self(free.unwrap_or(PRIVATE.start))
    }

    fn of(&self, unit: u16) -> u16 {
        (self.0..).zip(ALONE).find(|(_, alone)| *alone == unit).map_or(unit, |(stand_in, _)| stand_in)
    }

    fn back(&self, unit: u16) -> u16 {
        (self.0..).zip(ALONE).find(|(stand_in, _)| *stand_in == unit).map_or(unit, |(_, alone)| alone)
    }

    fn text(&self, units: &[u16]) -> Vec<u16> {
        units.iter().map(|&unit| self.of(unit)).collect()
    }

    /// The pattern with stand-ins, also where an escape or a range of a class means one of the characters.
    fn pattern(&self, source: &[u16]) -> Vec<u16> {
        let mut out = Vec::with_capacity(source.len());
        let mut at = 0;
        let mut in_class = false;
        while let Some(&unit) = source.get(at) {
            let (atom, length) = atom(source.get(at..).unwrap_or_default());
            if in_class
                && let Some(low) = atom
                && source.get(at + length) == Some(&u16::from(b'-'))
                && let (Some(high), high_length) = self::atom(source.get(at + length + 1..).unwrap_or_default())
                && (high_length > 1 || high != u16::from(b']'))
            {
                let end = at + length + 1 + high_length;
                if ALONE.iter().any(|alone| (low..=high).contains(alone)) {
                    self.range(low, high, &mut out);
                } else {
                    out.extend_from_slice(source.get(at..end).unwrap_or_default());
                }
                at = end;
                continue;
            }
            match atom {
                Some(code) if ALONE.contains(&code) => out.push(self.of(code)),
                _ => out.extend_from_slice(source.get(at..at + length).unwrap_or_default()),
            }
            if length == 1 {
                in_class = match char::from_u32(unit.into()) {
                    Some('[') => true,
                    Some(']') => false,
                    _ => in_class,
                };
            }
            at += length;
        }
        out
    }

    /// A range of a class without the characters of [`ALONE`], and their stand-ins.
    fn range(&self, low: u16, high: u16, out: &mut Vec<u16>) {
        let mut start = Some(low);
        for alone in ALONE.into_iter().filter(|alone| (low..=high).contains(alone)) {
            if let Some(start) = start
                && start < alone
            {
                out.extend(format!("\\u{start:04x}-\\u{:04x}", alone - 1).encode_utf16());
            }
            out.push(self.of(alone));
            start = alone.checked_add(1);
        }
        if let Some(start) = start
            && start <= high
        {
            out.extend(format!("\\u{start:04x}-\\u{high:04x}").encode_utf16());
        }
    }

    /// Puts the characters back into a match.
    fn restore(&self, result: &JsObject, text: JsString, context: &mut Context) -> JsResult<()> {
        let restored = |value: &JsValue| {
            let units: Vec<u16> = value.as_string()?.iter().map(|unit| self.back(unit)).collect();
            Some(JsValue::from(JsString::from(units.as_slice())))
        };
        for index in 0..super::length_of(result, context)? {
            if let Some(value) = restored(&result.get(super::index(index), context)?) {
                result.create_data_property(super::index(index), value, context)?;
            }
        }
        result.create_data_property(js_string!("input"), text, context)?;
        if let Some(groups) = result.get(js_string!("groups"), context)?.as_object() {
            for name in groups.own_property_keys(context)? {
                if let Some(value) = restored(&groups.get(name.clone(), context)?) {
                    groups.create_data_property(name, value, context)?;
                }
            }
        }
        Ok(())
    }
}

/// The character that a pattern's next atom means, if it means one, and the atom's length. Escapes that mean ASCII are not
/// decoded: no range that starts or ends with one is read wrongly by that, it is only left alone.
fn atom(rest: &[u16]) -> (Option<u16>, usize) {
    const BACKSLASH: u16 = b'\\' as u16;
    match rest {
        [BACKSLASH, kind, digits @ ..] => {
            let count = match char::from_u32((*kind).into()) {
                Some('u') => 4,
                Some('x') => 2,
                _ => return (None, 2),
            };
            let mut code = 0;
            for at in 0..count {
                let digit = digits.get(at).and_then(|&unit| char::from_u32(unit.into())).and_then(|c| c.to_digit(16));
                match digit.and_then(|digit| u16::try_from(digit).ok()) {
                    Some(digit) => code = code * 16 + digit,
                    None => return (None, 2),
                }
            }
            (Some(code), 2 + count)
        }
        [unit, ..] => (Some(*unit), 1),
        [] => (None, 1),
    }
}
