//! The completion value as JSON, converted without running any of the script's code and with work bounded by the output
//! limit, whatever the value is.
//!
//! JSON carries null, booleans, finite numbers except -0, well-formed strings, and arrays and ordinary objects that hold
//! only such values in plain own properties, nested at most [`DEPTH`] deep and without cycles. Everything else has no JSON
//! form here but a type and a short text. `toJSON` is not asked, because it is the script's code.

use boa_engine::property::{DescriptorKind, PropertyKey};
use boa_engine::value::JsVariant;
use boa_engine::{Context, JsBigInt, JsObject, JsString, JsValue};
use mikoshi_types::{Code, Diagnostic};
use serde_json::{Map, Number, Value};

use crate::raw;

/// How deep arrays and objects may nest in a value that is still given as JSON.
const DEPTH: usize = 100;

/// Elements and properties that are looked at for one byte of the output limit. Every element takes two bytes at least; holes
/// and properties that are not enumerable take none, and this bounds them.
const VISITS_PER_BYTE: u64 = 4;

/// The converted completion value.
#[derive(Debug)]
pub(crate) struct Output {
    /// `boolean`, `number`, `array`, ...
    pub(crate) kind: &'static str,
    /// The value, where JSON can carry it and the limit allows.
    pub(crate) json: Option<Value>,
    /// A short text for values that JSON cannot carry.
    pub(crate) text: Option<String>,
    /// Length as compact JSON.
    pub(crate) bytes: u64,
    /// Whether it is longer than the limit.
    pub(crate) over_limit: bool,
}

/// Why a value is not given as JSON.
enum Refusal {
    /// JSON cannot carry it.
    NotJson,
    /// It takes more bytes than the limit.
    OverLimit,
}

pub(crate) fn convert(value: &JsValue, limit: u64, context: &mut Context) -> Output {
    let kind = kind_of(value);
    let mut walk = Walk {
        bytes: 0,
        limit,
        visits: limit.saturating_mul(VISITS_PER_BYTE).saturating_add(1_000),
        path: Vec::new(),
        context,
    };
    match walk.value(value) {
        Ok(json) => Output { kind, json: Some(json), text: None, bytes: walk.bytes, over_limit: false },
        Err(Refusal::OverLimit) => Output { kind, json: None, text: None, bytes: walk.bytes, over_limit: true },
        Err(Refusal::NotJson) => {
            Output { kind, json: None, text: Some(short_text(value)), bytes: 0, over_limit: false }
        }
    }
}

/// Advice on a completion value that is not `true`.
pub(crate) fn advice(value: &JsValue, output: &Output) -> Option<Diagnostic> {
    if value.is_undefined() {
        return Some(Diagnostic::new(Code::NO_VALUE, "the program ends without a value to judge"));
    }
    let truthy = value.to_boolean();
    truthy.then(|| {
        let shown = match (&output.json, &output.text) {
            (Some(json), _) if output.bytes <= 60 => format!(" `{json}`"),
            (None, Some(text)) => format!(" {text}"),
            _ => String::new(),
        };
        let article = if output.kind.starts_with(['a', 'o', 'u']) { "an" } else { "a" };
        let message = format!("the completion value is truthy but not `true`: {article} {}{shown}", output.kind);
        Diagnostic::new(Code::NOT_EXACTLY_TRUE, message)
    })
}

/// The name of a value's type.
pub(crate) fn kind_of(value: &JsValue) -> &'static str {
    match value.variant() {
        JsVariant::Undefined => "undefined",
        JsVariant::Null => "null",
        JsVariant::Boolean(_) => "boolean",
        JsVariant::Integer32(_) | JsVariant::Float64(_) => "number",
        JsVariant::BigInt(_) => "bigint",
        JsVariant::String(_) => "string",
        JsVariant::Symbol(_) => "symbol",
        JsVariant::Object(o) if o.is_callable() => "function",
        JsVariant::Object(o) if o.is_array() => "array",
        JsVariant::Object(_) => "object",
    }
}

struct Walk<'a> {
    bytes: u64,
    limit: u64,
    visits: u64,
    /// The objects that are being converted, outermost first.
    path: Vec<JsObject>,
    context: &'a mut Context,
}

impl Walk<'_> {
    fn value(&mut self, value: &JsValue) -> Result<Value, Refusal> {
        self.visits = self.visits.checked_sub(1).ok_or(Refusal::OverLimit)?;
        match value.variant() {
            JsVariant::Null => self.take(4).map(|()| Value::Null),
            JsVariant::Boolean(b) => self.take(if b { 4 } else { 5 }).map(|()| Value::Bool(b)),
            JsVariant::Integer32(i) => self.number(f64::from(i)),
            JsVariant::Float64(f) => self.number(f),
            JsVariant::String(s) => self.string(&s).map(Value::String),
            JsVariant::Object(o) => self.object(&o),
            JsVariant::Undefined | JsVariant::BigInt(_) | JsVariant::Symbol(_) => Err(Refusal::NotJson),
        }
    }

    fn take(&mut self, bytes: u64) -> Result<(), Refusal> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.limit { Err(Refusal::OverLimit) } else { Ok(()) }
    }

    fn number(&mut self, number: f64) -> Result<Value, Refusal> {
        if !number.is_finite() || (number == 0.0 && number.is_sign_negative()) {
            return Err(Refusal::NotJson);
        }
        self.take(JsString::from(number).len() as u64)?;
        Ok(json_number(number))
    }

    /// Counts a string as JSON.stringify escapes it and converts it.
    fn string(&mut self, text: &JsString) -> Result<String, Refusal> {
        self.take(2)?;
        let mut converted = String::new();
        for c in char::decode_utf16(text.iter()) {
            // JSON.stringify escapes a lone surrogate, but no Rust string can hold what it then stands for.
            let c = c.map_err(|_| Refusal::NotJson)?;
            self.take(match c {
                '"' | '\\' | '\u{8}' | '\u{c}' | '\n' | '\r' | '\t' => 2,
                '\0'..'\u{20}' => 6,
                _ => c.len_utf8() as u64,
            })?;
            converted.push(c);
        }
        Ok(converted)
    }

    fn object(&mut self, object: &JsObject) -> Result<Value, Refusal> {
        let plain = object.is_array() || object.is_ordinary();
        if !plain || raw::is_proxy(object) || object.is_callable() || self.path.len() >= DEPTH {
            return Err(Refusal::NotJson);
        }
        if self.path.iter().any(|outer| JsObject::equals(outer, object)) {
            return Err(Refusal::NotJson);
        }
        self.path.push(object.clone());
        let converted = if object.is_array() { self.array(object) } else { self.record(object) };
        self.path.pop();
        converted
    }

    fn array(&mut self, array: &JsObject) -> Result<Value, Refusal> {
        let length = match raw::own(array, &PropertyKey::from(JsString::from("length"))) {
            raw::Raw::Data(length) => length.as_number().unwrap_or(0.0),
            _ => return Err(Refusal::NotJson),
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a length is an integer below 2**32"
        )]
        let length = length as u32;
        self.take(2)?;
        let mut elements = Vec::new();
        for index in 0..length {
            if index > 0 {
                self.take(1)?;
            }
            match raw::own(array, &PropertyKey::from(index)) {
                raw::Raw::Data(element) => elements.push(self.value(&element)?),
                // A hole reads as undefined.
                _ => return Err(Refusal::NotJson),
            }
        }
        Ok(Value::Array(elements))
    }

    fn record(&mut self, object: &JsObject) -> Result<Value, Refusal> {
        // An ordinary object runs no code for this.
        let keys = object.own_property_keys(self.context).map_err(|_| Refusal::NotJson)?;
        self.take(2)?;
        let mut record = Map::new();
        for key in keys {
            self.visits = self.visits.checked_sub(1).ok_or(Refusal::OverLimit)?;
            let Some(property) = object.borrow().properties().get(&key) else { continue };
            if property.enumerable() != Some(true) {
                continue;
            }
            let (name, value) = match (&key, property.kind()) {
                (PropertyKey::String(name), DescriptorKind::Data { value, .. }) => (name.clone(), value.clone()),
                (PropertyKey::Index(i), DescriptorKind::Data { value, .. }) => {
                    (JsString::from(i.get().to_string()), value.clone())
                }
                // Symbol keys do not show in JSON; an accessor would have to be called.
                (PropertyKey::Symbol(_), _) => continue,
                _ => return Err(Refusal::NotJson),
            };
            if !record.is_empty() {
                self.take(1)?;
            }
            let name = self.string(&name)?;
            self.take(1)?;
            let value = self.value(&value.unwrap_or_default())?;
            record.insert(name, value);
        }
        Ok(Value::Object(record))
    }
}

/// A finite number in the form in which JSON.stringify prints it, as far as JSON's own number type goes.
fn json_number(number: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "integers up to 2**53 are exact")]
        return Value::Number(Number::from(number as i64));
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

/// A few words for a value that JSON cannot carry.
pub(crate) fn short_text(value: &JsValue) -> String {
    match value.variant() {
        JsVariant::Undefined => "undefined".to_owned(),
        JsVariant::Null => "null".to_owned(),
        JsVariant::Boolean(b) => b.to_string(),
        JsVariant::Integer32(i) => i.to_string(),
        JsVariant::Float64(f) if f == 0.0 && f.is_sign_negative() => "-0".to_owned(),
        JsVariant::Float64(f) => JsString::from(f).to_std_string_lossy(),
        JsVariant::BigInt(b) => bigint_text(&b),
        JsVariant::String(s) => format!("{:?}", raw::beginning(&s)),
        JsVariant::Symbol(s) => {
            format!("Symbol({})", s.description().map_or_else(String::new, |d| raw::beginning(&d)))
        }
        JsVariant::Object(o) => object_text(&o),
    }
}

fn bigint_text(value: &JsBigInt) -> String {
    // A decimal form takes time that grows with the square of the length.
    const SHOWN_BITS: u64 = 256;
    let bits = value.as_inner().bits();
    if bits <= SHOWN_BITS { format!("{value}n") } else { format!("[BigInt of {bits} bits]") }
}

fn object_text(object: &JsObject) -> String {
    if raw::is_proxy(object) {
        return "[Proxy]".to_owned();
    }
    if object.is_callable() {
        let name = raw::function_name(object);
        return if name.is_empty() { "[Function (anonymous)]".to_owned() } else { format!("[Function: {name}]") };
    }
    if object.is_array() {
        return "[Array]".to_owned();
    }
    match raw::class_name(object) {
        Some(name) if name != "Object" => format!("[object {name}]"),
        _ => "[Object]".to_owned(),
    }
}
