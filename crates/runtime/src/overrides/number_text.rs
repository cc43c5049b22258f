//! Fault (boa_engine 0.22): `toExponential` and `toPrecision` round a tie to the even digit where ECMA-262 takes the larger
//! number (`1.25.toExponential(1)` is 1.3e+0). Test: `tests/programs/numbers.js`, "toPrecision and toExponential".
//!
//! Also the decimal digits that `toLocaleString` rounds.

use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue};

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().number().prototype();
    super::method(&prototype, "toExponential", 1, to_exponential, context)?;
    super::method(&prototype, "toPrecision", 1, to_precision, context)?;
    Ok(())
}

/// ThisNumberValue (ECMA-262 section 21.1.3).
pub(super) fn this_number(this: &JsValue) -> JsResult<f64> {
    let boxed = this.as_object().and_then(|object| object.downcast_ref::<f64>().map(|number| *number));
    this.as_number().or(boxed).ok_or_else(|| JsNativeError::typ().with_message("'this' is not a number").into())
}

/// Decimal digits d1 d2 ... and the exponent e of d1.d2... x 10^e.
pub(super) struct Decimal {
    pub(super) digits: Vec<u8>,
    pub(super) exponent: i32,
}

impl Decimal {
    /// The shortest digits that give `number` back, as scripts see them; `number` is finite and not negative.
    pub(super) fn shortest(number: f64) -> Self {
        let text = JsString::from(number).to_std_string_lossy();
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|digit| digit.wrapping_sub(b'0')).collect();
        let zeros = digits.iter().take_while(|digit| **digit == 0).count().min(digits.len() - 1);
        let places = |count: usize| i32::try_from(count).unwrap_or(0);
        let mut significant = digits.get(zeros..).unwrap_or_default().to_vec();
        // Scripts see 100, not 1e+2.
        while significant.len() > 1 && significant.last() == Some(&0) {
            significant.pop();
        }
        Self { exponent: exponent.parse().unwrap_or(0) + places(whole.len()) - 1 - places(zeros), digits: significant }
    }

    /// Every digit of the binary value.
    fn exact(number: f64) -> Self {
        // No double has more than 767 significant digits.
        Self::read(&format!("{number:.767e}"))
    }

    fn read(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let digits = mantissa.bytes().filter(u8::is_ascii_digit).map(|d| d - b'0').collect();
        Self { digits, exponent: exponent.parse().unwrap_or(0) }
    }

    /// Rounds to `count` digits, ties upwards. A count below one may leave no digit or a carried one.
    pub(super) fn round(&mut self, count: i64) {
        let Ok(keep) = usize::try_from(count) else {
            self.digits.clear();
            return;
        };
        let up = self.digits.get(keep).is_some_and(|&digit| digit >= 5);
        self.digits.truncate(keep);
        if !up {
            return;
        }
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.exponent += 1;
        if keep > 0 {
            self.digits.pop();
        }
    }

    fn text(&self, from: usize, to: usize) -> String {
        (from..to).map(|at| char::from(b'0' + self.digits.get(at).copied().unwrap_or(0))).collect()
    }
}

fn digits_argument(value: &JsValue, context: &mut Context) -> JsResult<Option<i64>> {
    Ok(match value.to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(digits) => Some(digits),
        _ => None,
    })
}

/// What `toExponential` and `toPrecision` share: a sign and the size, or the text of a number that is not finite.
fn sign(number: f64) -> Result<(&'static str, f64), JsValue> {
    if !number.is_finite() {
        return Err(JsString::from(number).into());
    }
    Ok((if number < 0.0 { "-" } else { "" }, number.abs()))
}

/// `Number.prototype.toExponential ( fractionDigits )`, ECMA-262 section 21.1.3.2.
fn to_exponential(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = this_number(this)?;
    let given = args.get_or_undefined(0);
    let wanted = digits_argument(given, context)?;
    let (sign, size) = match sign(number) {
        Ok(parts) => parts,
        Err(text) => return Ok(text),
    };
    let Some(wanted) = wanted.filter(|digits| (0..=100).contains(digits)) else {
        let message = "toExponential() argument must be between 0 and 100";
        return Err(JsNativeError::range().with_message(message).into());
    };
    let decimal = if given.is_undefined() {
        Decimal::shortest(size)
    } else {
        let mut decimal = Decimal::exact(size);
        decimal.round(wanted + 1);
        decimal
    };
    Ok(JsString::from(format!("{sign}{}", scientific(&decimal))).into())
}

fn scientific(decimal: &Decimal) -> String {
    let fraction = decimal.text(1, decimal.digits.len());
    let point = if fraction.is_empty() { "" } else { "." };
    let exponent_sign = if decimal.exponent < 0 { '-' } else { '+' };
    format!("{}{point}{fraction}e{exponent_sign}{}", decimal.text(0, 1), decimal.exponent.abs())
}

/// `Number.prototype.toPrecision ( precision )`, ECMA-262 section 21.1.3.5.
fn to_precision(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = this_number(this)?;
    let given = args.get_or_undefined(0);
    if given.is_undefined() {
        return Ok(JsString::from(number).into());
    }
    let wanted = digits_argument(given, context)?;
    let (sign, size) = match sign(number) {
        Ok(parts) => parts,
        Err(text) => return Ok(text),
    };
    let Some(wanted) = wanted.filter(|digits| (1..=100).contains(digits)) else {
        let message = "toPrecision() argument must be between 1 and 100";
        return Err(JsNativeError::range().with_message(message).into());
    };
    let mut decimal = Decimal::exact(size);
    decimal.round(wanted);
    let exponent = i64::from(decimal.exponent);
    let length = decimal.digits.len();
    let text = if exponent < -6 || exponent >= wanted {
        scientific(&decimal)
    } else if let Ok(whole) = usize::try_from(exponent + 1)
        && whole > 0
    {
        let fraction = decimal.text(whole, length);
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{}{point}{fraction}", decimal.text(0, whole))
    } else {
        let zeros = usize::try_from(-(exponent + 1)).unwrap_or(0);
        format!("0.{}{}", "0".repeat(zeros), decimal.text(0, length))
    };
    Ok(JsString::from(format!("{sign}{text}")).into())
}
