//! Fault (boa_engine 0.22 without its `intl` feature): `toLocaleString` of numbers puts no separators.
//!
//! This is the format of en-US, whatever the locale: decimal, percent and currency styles with their digit options. Other
//! languages, units and notations are a limitation. Test: `tests/programs/numbers.js`, "thousands".

use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string};

use super::locale_compare::{choice, locale};
use super::number_text::{Decimal, this_number};

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let number = context.intrinsics().constructors().number().prototype();
    super::method(&number, "toLocaleString", 0, to_locale_string, context)?;
    let bigint = context.intrinsics().constructors().bigint().prototype();
    super::wrap(&bigint, "toLocaleString", bigint_to_locale_string, context)
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    Decimal,
    Percent,
    Currency,
}

struct Format {
    style: Style,
    /// What stands before the digits.
    symbol: String,
    min_integer: usize,
    fraction: (i64, i64),
    significant: Option<(i64, i64)>,
    grouping: bool,
    always_sign: bool,
}

fn to_locale_string(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = this_number(this)?;
    locale(args.get_or_undefined(0), context)?;
    let format = read(args.get_or_undefined(1), context)?;
    let digits = if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        "\u{221E}".to_owned()
    } else {
        format.digits(Decimal::shortest(number.abs()))
    };
    Ok(format.finish(&digits, number.is_sign_negative() && !number.is_nan()).into())
}

fn bigint_to_locale_string(
    this: &JsValue,
    args: &[JsValue],
    original: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    // The engine's own checks the receiver and gives plain digits.
    let plain = original.call(this, &[], context)?.to_string(context)?.to_std_string_lossy();
    locale(args.get_or_undefined(0), context)?;
    let format = read(args.get_or_undefined(1), context)?;
    let (negative, digits) = match plain.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, plain.as_str()),
    };
    let decimal = Decimal {
        exponent: i32::try_from(digits.len()).unwrap_or(i32::MAX) - 1,
        digits: digits.bytes().map(|d| d.wrapping_sub(b'0')).collect(),
    };
    Ok(format.finish(&format.digits(decimal), negative).into())
}

/// Reads the options that this format knows.
fn read(options: &JsValue, context: &mut Context) -> JsResult<Format> {
    let mut format = Format {
        style: Style::Decimal,
        symbol: String::new(),
        min_integer: 1,
        fraction: (0, 3),
        significant: None,
        grouping: true,
        always_sign: false,
    };
    if options.is_undefined() {
        return Ok(format);
    }
    let options = options.to_object(context)?;
    format.style = match choice(&options, "style", &["decimal", "percent", "currency", "unit"], context)? {
        Some(1) => Style::Percent,
        Some(2) => Style::Currency,
        _ => Style::Decimal,
    };
    let mut fraction = match format.style {
        Style::Percent => (0, 0),
        Style::Decimal => (0, 3),
        Style::Currency => {
            let (symbol, digits) = currency(&options, context)?;
            format.symbol = symbol;
            (digits, digits)
        }
    };
    if let Some(min) = digits(&options, "minimumIntegerDigits", 1, 21, context)? {
        format.min_integer = usize::try_from(min).unwrap_or(1);
    }
    let min = digits(&options, "minimumFractionDigits", 0, 100, context)?;
    let max = digits(&options, "maximumFractionDigits", 0, 100, context)?;
    fraction = match (min, max) {
        (None, None) => fraction,
        (Some(min), None) => (min, fraction.1.max(min)),
        (None, Some(max)) => (fraction.0.min(max), max),
        (Some(min), Some(max)) if min <= max => (min, max),
        (Some(_), Some(_)) => return Err(out_of_range("maximumFractionDigits")),
    };
    format.fraction = fraction;
    let min = digits(&options, "minimumSignificantDigits", 1, 21, context)?;
    let max = digits(&options, "maximumSignificantDigits", min.unwrap_or(1), 21, context)?;
    if min.is_some() || max.is_some() {
        format.significant = Some((min.unwrap_or(1), max.unwrap_or(21)));
    }
    let grouping = options.get(js_string!("useGrouping"), context)?;
    let off = grouping.as_string().is_some_and(|text| text == js_string!("false"));
    format.grouping = grouping.is_undefined() || (grouping.to_boolean() && !off);
    let shown = choice(&options, "signDisplay", &["auto", "never", "always", "exceptZero", "negative"], context)?;
    format.always_sign = shown == Some(2);
    Ok(format)
}

fn digits(options: &JsObject, name: &'static str, min: i64, max: i64, context: &mut Context) -> JsResult<Option<i64>> {
    let value = options.get(JsString::from(name), context)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let number = value.to_number(context)?.floor();
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "the range is small")]
    if number >= min as f64 && number <= max as f64 {
        return Ok(Some(number as i64));
    }
    Err(out_of_range(name))
}

fn out_of_range(name: &str) -> boa_engine::JsError {
    JsNativeError::range().with_message(format!("{name} value is out of range.")).into()
}

/// The symbol of a currency and its usual number of decimals.
fn currency(options: &JsObject, context: &mut Context) -> JsResult<(String, i64)> {
    let code = options.get(js_string!("currency"), context)?;
    if code.is_undefined() {
        return Err(JsNativeError::typ().with_message("Currency code is required with currency style.").into());
    }
    let code = code.to_string(context)?.to_std_string_lossy().to_ascii_uppercase();
    if code.len() != 3 || !code.bytes().all(|b| b.is_ascii_alphabetic()) {
        return Err(JsNativeError::range().with_message(format!("Invalid currency code : {code}")).into());
    }
    let digits = if matches!(code.as_str(), "JPY" | "KRW" | "VND" | "CLP" | "ISK") { 0 } else { 2 };
    let by_code = choice(options, "currencyDisplay", &["symbol", "narrowSymbol", "code", "name"], context)? == Some(2);
    let symbol = match code.as_str() {
        _ if by_code => None,
        "USD" => Some("$"),
        "EUR" => Some("\u{20AC}"),
        "GBP" => Some("\u{A3}"),
        "JPY" => Some("\u{A5}"),
        "INR" => Some("\u{20B9}"),
        "KRW" => Some("\u{20A9}"),
        "ILS" => Some("\u{20AA}"),
        "VND" => Some("\u{20AB}"),
        "CNY" => Some("CN\u{A5}"),
        "CAD" => Some("CA$"),
        "AUD" => Some("A$"),
        "NZD" => Some("NZ$"),
        "MXN" => Some("MX$"),
        "BRL" => Some("R$"),
        _ => None,
    };
    Ok((symbol.map_or_else(|| format!("{code}\u{A0}"), str::to_owned), digits))
}

impl Format {
    fn digits(&self, mut decimal: Decimal) -> String {
        if self.style == Style::Percent && decimal.digits.iter().any(|&digit| digit != 0) {
            decimal.exponent += 2;
        }
        let (min_fraction, max_fraction) = match self.significant {
            Some((min, max)) => {
                decimal.round(max);
                let exponent = i64::from(decimal.exponent);
                ((min - 1 - exponent).max(0), (max - 1 - exponent).max(0))
            }
            None => {
                decimal.round(i64::from(decimal.exponent) + 1 + self.fraction.1);
                self.fraction
            }
        };
        let exponent = i64::from(decimal.exponent);
        let digit = |place: i64| {
            // The digit that stands for 10^place.
            usize::try_from(exponent - place).ok().and_then(|at| decimal.digits.get(at)).copied().unwrap_or(0)
        };
        let whole = usize::try_from(exponent + 1).unwrap_or(0).max(self.min_integer);
        let mut text = String::new();
        for place in (0..whole).rev() {
            text.push(char::from(b'0' + digit(i64::try_from(place).unwrap_or(0))));
            if self.grouping && place > 0 && place.is_multiple_of(3) {
                text.push(',');
            }
        }
        let mut fraction: Vec<u8> = (1..=max_fraction).map(|place| digit(-place)).collect();
        while fraction.last() == Some(&0) && fraction.len() > usize::try_from(min_fraction).unwrap_or(0) {
            fraction.pop();
        }
        if !fraction.is_empty() {
            text.push('.');
            text.extend(fraction.into_iter().map(|digit| char::from(b'0' + digit)));
        }
        text
    }

    fn finish(&self, digits: &str, negative: bool) -> JsString {
        let sign = if negative {
            "-"
        } else if self.always_sign {
            "+"
        } else {
            ""
        };
        let percent = if self.style == Style::Percent { "%" } else { "" };
        JsString::from(format!("{sign}{}{digits}{percent}", self.symbol))
    }
}
