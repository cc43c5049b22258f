//! Fault (boa_engine 0.22): `new Date('2024/01/05')`, `new Date('Jan 5, 2024')` and every other form beyond ECMA-262's own are
//! invalid dates. Node reads them, and programs use them. Test: `tests/programs/dates.js`.
//!
//! The forms of ECMA-262 come first. What is left is read word by word: numbers before a colon are hours, a month may be a
//! name, a sign after a time or a zone starts an offset, text in parentheses is skipped, and words that mean nothing are
//! refused once a number was read.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsDate;
use boa_engine::property::PropertyDescriptor;
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::date_text::ZONE;

/// Puts a constructor that reads more into the place of the engine's.
pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let original = context.intrinsics().constructors().date().constructor();
    let prototype = context.intrinsics().constructors().date().prototype();
    let function = NativeFunction::from_copy_closure_with_captures(construct, original.clone());
    let date: JsObject = FunctionObjectBuilder::new(context.realm(), function)
        .name(js_string!("Date"))
        .length(7)
        .constructor(true)
        .build()
        .into();
    let fixed =
        PropertyDescriptor::builder().value(prototype.clone()).writable(false).enumerable(false).configurable(false);
    date.define_property_or_throw(js_string!("prototype"), fixed, context)?;
    for name in ["now", "UTC"] {
        let value = original.get(JsString::from(name), context)?;
        let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true);
        date.define_property_or_throw(JsString::from(name), property, context)?;
    }
    super::method(&date, "parse", 1, parse, context)?;
    let property =
        PropertyDescriptor::builder().value(date).writable(true).enumerable(false).configurable(true).build();
    prototype.define_property_or_throw(js_string!("constructor"), property.clone(), context)?;
    context.global_object().define_property_or_throw(js_string!("Date"), property, context).map(drop)
}

/// `Date ( ...values )`, ECMA-262 section 21.4.2.1. The engine hands a native constructor its new target as `this`.
fn construct(this: &JsValue, args: &[JsValue], original: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let Some(new_target) = this.as_object() else {
        let now = original.call(&JsValue::undefined(), &[], context)?.to_string(context)?;
        return Ok(js_string!(&now, &js_string!(ZONE)).into());
    };
    let [value] = args else { return original.construct(args, Some(&new_target), context).map(JsValue::from) };
    let is_date = value.as_object().is_some_and(|object| JsDate::from_object(object).is_ok());
    let value = if is_date { value.clone() } else { value.to_primitive(context, PreferredType::Default)? };
    let value = match value.as_string() {
        Some(text) => JsValue::from(read(&text)),
        None => value,
    };
    original.construct(&[value], Some(&new_target), context).map(JsValue::from)
}

/// `Date.parse ( string )`, ECMA-262 section 21.4.3.2.
fn parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?;
    Ok(JsValue::from(read(&text)))
}

/// The time value of a text, NaN where it is none.
fn read(text: &JsString) -> f64 {
    // No form is longer; a longer text can only be one by what stands in parentheses.
    const LONGEST: usize = 1_000;
    let text: String = text.as_str().code_points_lossy().take(LONGEST).collect();
    Reader::new(&text).date().map_or(f64::NAN, |time| {
        const RANGE: i64 = 8_640_000_000_000_000;
        #[expect(clippy::cast_precision_loss, reason = "the range of time values is exact in a double")]
        if time.abs() <= RANGE { time as f64 } else { f64::NAN }
    })
}

/// Days from 1970-01-01 to a day of the proleptic Gregorian calendar; `month` is 1 to 12.
pub(super) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Word {
    Month(i64),
    /// Hours that AM or PM add.
    Half(i64),
    /// A zone's offset in hours.
    Zone(i64),
    /// The `T` of ECMA-262's own format.
    Time,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    /// A number and how many digits it has.
    Number(i64, usize),
    Word(Word),
    Symbol(char),
    Space,
    End,
}

fn word(text: &str) -> Word {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let text = text.to_ascii_lowercase();
    // A month may be written out, or anything that begins like it.
    if let Some(month) = MONTHS.iter().position(|month| text.starts_with(month)) {
        return Word::Month(i64::try_from(month).unwrap_or(0) + 1);
    }
    match text.as_str() {
        "am" => Word::Half(0),
        "pm" => Word::Half(12),
        "z" | "ut" | "utc" | "gmt" => Word::Zone(0),
        "edt" => Word::Zone(-4),
        "est" | "cdt" => Word::Zone(-5),
        "cst" | "mdt" => Word::Zone(-6),
        "mst" | "pdt" => Word::Zone(-7),
        "pst" => Word::Zone(-8),
        "t" => Word::Time,
        _ => Word::Other,
    }
}

struct Reader<'a> {
    rest: &'a str,
    day: Vec<i64>,
    month: Option<i64>,
    time: Vec<i64>,
    half: Option<i64>,
    zone: Zone,
    /// The numbers are year, month and day of ECMA-262's own format.
    iso: bool,
}

#[derive(Default)]
struct Zone {
    sign: i64,
    hours: Option<i64>,
    minutes: Option<i64>,
}

impl Zone {
    fn set(&mut self, hours: i64) {
        *self = Self { sign: if hours < 0 { -1 } else { 1 }, hours: Some(hours.abs()), minutes: Some(0) };
    }

    fn is_utc(&self) -> bool {
        self.hours == Some(0) && self.minutes == Some(0)
    }
}

/// The text is no date.
struct Refused;

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: text.trim_start(),
            day: Vec::new(),
            month: None,
            time: Vec::new(),
            half: None,
            zone: Zone::default(),
            iso: false,
        }
    }

    fn date(mut self) -> Option<i64> {
        match self.standard() {
            Ok(true) => {}
            Ok(false) => self.loose().ok()?,
            Err(Refused) => return None,
        }
        self.value()
    }

    /// The next token and the text behind it.
    fn token(&self) -> (Token, &'a str) {
        let rest = self.rest;
        let Some(first) = rest.chars().next() else { return (Token::End, rest) };
        let take = |accept: fn(char) -> bool| rest.split_at(rest.find(|c| !accept(c)).unwrap_or(rest.len()));
        if first.is_ascii_digit() {
            let (digits, behind) = take(|c| c.is_ascii_digit());
            let value = digits.trim_start_matches('0');
            // Nine digits are more than any year; the rest is not read.
            let value = value.get(..value.len().min(9)).and_then(|v| v.parse().ok()).unwrap_or(0);
            return (Token::Number(value, digits.len()), behind);
        }
        if first.is_whitespace() {
            let (_, behind) = take(char::is_whitespace);
            return (Token::Space, behind);
        }
        if first.is_alphabetic() || !first.is_ascii() {
            let (text, behind) = take(|c| c.is_alphabetic() || (!c.is_ascii() && !c.is_whitespace()));
            return (Token::Word(word(text)), behind);
        }
        (Token::Symbol(first), rest.get(first.len_utf8()..).unwrap_or(""))
    }

    fn peek(&self) -> Token {
        self.token().0
    }

    fn next(&mut self) -> Token {
        let (token, rest) = self.token();
        self.rest = rest;
        token
    }

    fn skip(&mut self, symbol: char) -> bool {
        let found = self.peek() == Token::Symbol(symbol);
        if found {
            self.next();
        }
        found
    }

    /// A number of exactly `length` digits within bounds.
    fn fixed(&mut self, length: usize, max: i64) -> Option<i64> {
        match self.peek() {
            Token::Number(number, digits) if digits == length && number <= max => {
                self.next();
                Some(number)
            }
            _ => None,
        }
    }

    /// ECMA-262's own format (section 21.4.1.32). `Ok(false)`: it is something else, and what was read is kept for it.
    fn standard(&mut self) -> Result<bool, Refused> {
        let start = self.rest;
        let sign = match self.peek() {
            Token::Symbol(sign @ ('+' | '-')) => {
                self.next();
                Some(if sign == '-' { -1 } else { 1 })
            }
            _ => None,
        };
        let Some(year) = self.fixed(if sign.is_some() { 6 } else { 4 }, i64::MAX) else {
            self.rest = start;
            return Ok(false);
        };
        if sign == Some(-1) && year == 0 {
            self.rest = start;
            return Ok(false);
        }
        self.day.push(sign.unwrap_or(1) * year);
        for max in [12, 31] {
            if !self.skip('-') {
                break;
            }
            match self.peek() {
                Token::Number(1.., _) => {}
                _ => return Ok(false),
            }
            let Some(number) = self.fixed(2, max) else { return Ok(false) };
            self.day.push(number);
        }
        if self.peek() != Token::Word(Word::Time) {
            if self.peek() != Token::End {
                return Ok(false);
            }
            self.zone.set(0);
            self.iso = true;
            return Ok(true);
        }
        self.next();
        self.standard_time()?;
        self.iso = true;
        if self.peek() == Token::End { Ok(true) } else { Err(Refused) }
    }

    fn standard_time(&mut self) -> Result<(), Refused> {
        let hour = self.fixed(2, 24).ok_or(Refused)?;
        self.time.push(hour);
        let max = if hour == 24 { 0 } else { 59 };
        if !self.skip(':') {
            return Err(Refused);
        }
        let minute = self.fixed(2, max).ok_or(Refused)?;
        self.time.push(minute);
        if self.skip(':') {
            let second = self.fixed(2, max).ok_or(Refused)?;
            self.time.push(second);
            if self.skip('.') {
                let millis = self.milliseconds().ok_or(Refused)?;
                if hour == 24 && millis > 0 {
                    return Err(Refused);
                }
                self.time.push(millis);
            }
        }
        match self.peek() {
            Token::Word(Word::Zone(0)) => {
                self.next();
                self.zone.set(0);
            }
            Token::Symbol(sign @ ('+' | '-')) => {
                self.next();
                self.zone.sign = if sign == '-' { -1 } else { 1 };
                if let Some(both) = self.fixed(4, 2_359) {
                    self.zone.hours = Some(both / 100);
                    self.zone.minutes = Some(both % 100);
                } else {
                    self.zone.hours = Some(self.fixed(2, 23).ok_or(Refused)?);
                    if !self.skip(':') {
                        return Err(Refused);
                    }
                    self.zone.minutes = Some(self.fixed(2, 59).ok_or(Refused)?);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The digits of a fraction of a second, cut to three.
    fn milliseconds(&mut self) -> Option<i64> {
        let Token::Number(_, digits) = self.peek() else { return None };
        let text = self.rest.get(..digits.min(3))?;
        let value: i64 = text.parse().ok()?;
        self.next();
        Some(match text.len() {
            1 => value * 100,
            2 => value * 10,
            _ => value,
        })
    }

    fn expects_time(&self, number: i64) -> bool {
        match self.time.len() {
            1 | 2 => number < 60,
            3 => number < 1_000,
            _ => false,
        }
    }

    fn add_time(&mut self, number: i64) -> Result<(), Refused> {
        if self.time.len() >= 4 {
            return Err(Refused);
        }
        self.time.push(number);
        Ok(())
    }

    /// Adds the last number of a time.
    fn finish_time(&mut self, number: i64) -> Result<(), Refused> {
        self.add_time(number)?;
        self.time.resize(4, 0);
        Ok(())
    }

    fn loose(&mut self) -> Result<(), Refused> {
        let mut numbers = !self.day.is_empty();
        loop {
            match self.next() {
                Token::End => return Ok(()),
                Token::Space => {}
                Token::Number(number, _) => {
                    numbers = true;
                    self.number(number)?;
                }
                Token::Word(Word::Half(hours)) if !self.time.is_empty() => self.half = Some(hours),
                Token::Word(Word::Month(month)) => {
                    self.month = Some(month);
                    self.skip('-');
                }
                Token::Word(Word::Zone(hours)) if numbers => self.zone.set(hours),
                Token::Word(_) => {
                    if numbers || matches!(self.peek(), Token::Number(..)) {
                        return Err(Refused);
                    }
                }
                Token::Symbol(sign @ ('+' | '-')) if self.zone.is_utc() || !self.time.is_empty() => {
                    numbers = true;
                    self.offset(sign)?;
                }
                Token::Symbol('+' | '-' | ')') if numbers => return Err(Refused),
                Token::Symbol('(') => self.parentheses(),
                Token::Symbol(_) => {}
            }
        }
    }

    fn number(&mut self, number: i64) -> Result<(), Refused> {
        if self.skip(':') {
            if self.skip(':') {
                if !self.time.is_empty() {
                    return Err(Refused);
                }
                self.add_time(number)?;
                return self.add_time(0);
            }
            self.add_time(number)?;
            self.skip('.');
            return Ok(());
        }
        if self.peek() == Token::Symbol('.') {
            self.next();
            if self.expects_time(number) {
                self.add_time(number)?;
                let millis = self.milliseconds().ok_or(Refused)?;
                return self.finish_time(millis);
            }
        }
        if self.zone.hours.is_some() && self.zone.minutes.is_none() && number < 60 {
            self.zone.minutes = Some(number);
        } else if self.expects_time(number) {
            self.finish_time(number)?;
            match self.peek() {
                Token::End | Token::Space | Token::Word(Word::Zone(0)) | Token::Symbol('+' | '-') => {}
                _ => return Err(Refused),
            }
        } else {
            if self.day.len() >= 3 {
                return Err(Refused);
            }
            self.day.push(number);
            self.skip('-');
        }
        Ok(())
    }

    fn offset(&mut self, sign: char) -> Result<(), Refused> {
        self.zone.sign = if sign == '-' { -1 } else { 1 };
        let (number, length) = match self.peek() {
            Token::Number(number, length) => {
                self.next();
                (number, length)
            }
            _ => (0, 0),
        };
        (self.zone.hours, self.zone.minutes) = match length {
            _ if self.peek() == Token::Symbol(':') => (Some(number), None),
            1 | 2 => (Some(number), Some(0)),
            3 | 4 => (Some(number / 100), Some(number % 100)),
            _ => return Err(Refused),
        };
        Ok(())
    }

    fn parentheses(&mut self) {
        let mut depth = 1;
        while depth > 0 {
            match self.next() {
                Token::Symbol('(') => depth += 1,
                Token::Symbol(')') => depth -= 1,
                Token::End => return,
                _ => {}
            }
        }
    }

    fn value(&self) -> Option<i64> {
        let is_day = |number: i64| (1..=31).contains(&number);
        let part = |at: usize| self.day.get(at).copied().unwrap_or(1);
        if self.day.is_empty() {
            return None;
        }
        let (mut year, month, day) = match self.month {
            None if self.iso || !is_day(part(0)) => (part(0), part(1), part(2)),
            None => (part(2), part(0), part(1)),
            Some(month) if !is_day(part(0)) => (part(0), month, part(1)),
            Some(month) => (part(1), month, part(0)),
        };
        if !self.iso {
            year += match year {
                0..=49 => 2_000,
                50..=99 => 1_900,
                _ => 0,
            };
        }
        if !(1..=12).contains(&month) || !is_day(day) {
            return None;
        }
        let part = |at: usize| self.time.get(at).copied().unwrap_or(0);
        let mut hour = part(0);
        if let Some(half) = self.half {
            if !(0..=12).contains(&hour) {
                return None;
            }
            hour = hour % 12 + half;
        }
        let (minute, second, millis) = (part(1), part(2), part(3));
        let midnight = hour == 24 && minute == 0 && second == 0 && millis == 0;
        if !(0..24).contains(&hour) && !midnight || minute > 59 || second > 59 || millis > 999 {
            return None;
        }
        let offset = self.zone.sign * (self.zone.hours.unwrap_or(0) * 60 + self.zone.minutes.unwrap_or(0));
        let minutes = (days_from_civil(year, month, day) * 24 + hour) * 60 + minute - offset;
        Some((minutes * 60 + second) * 1_000 + millis)
    }
}

/// The receiver's time value.
pub(super) fn this_time(this: &JsValue, context: &mut Context) -> JsResult<f64> {
    match this.as_object().map(JsDate::from_object) {
        Some(Ok(date)) => date.get_time(context)?.to_number(context),
        _ => Err(JsNativeError::typ().with_message("this is not a Date object.").into()),
    }
}
