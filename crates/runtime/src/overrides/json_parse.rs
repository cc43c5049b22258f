//! Fault (boa_engine 0.22): `JSON.parse` refuses text that nests deeper than 128, and its messages are those of a JavaScript
//! parser. Here nesting has no limit but memory, and the messages are V8's. Test: `tests/programs/json.js`.

use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::string::JsStrVariant;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsStr, JsString, JsValue, NativeFunction, js_string,
};

use crate::limits::native_tick;

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let json = context.intrinsics().objects().json();
    let object = context.intrinsics().constructors().object().constructor();
    let Some(keys) = object.get(js_string!("keys"), context)?.as_object() else {
        return Err(JsNativeError::error().with_message("Object.keys is missing").into());
    };
    let array = context.intrinsics().constructors().array().constructor();
    let Some(is_array) = array.get(js_string!("isArray"), context)?.as_object() else {
        return Err(JsNativeError::error().with_message("Array.isArray is missing").into());
    };
    let function = NativeFunction::from_copy_closure_with_captures(parse, [keys, is_array]);
    super::install(&json, "parse", 2, function, context).map(drop)
}

/// `JSON.parse ( text, reviver )`, ECMA-262 section 25.5.1. `builtins` are the realm's `Object.keys` and `Array.isArray`.
fn parse(_: &JsValue, args: &[JsValue], builtins: &[JsObject; 2], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?;
    let value = match text.as_str().variant() {
        JsStrVariant::Latin1(units) => Parser { units, at: 0, steps: 0 }.document(context),
        JsStrVariant::Utf16(units) => Parser { units, at: 0, steps: 0 }.document(context),
    };
    let value = value.map_err(|fault| fault.into_error(&text))?;
    let Some(reviver) = args.get_or_undefined(1).as_callable() else { return Ok(value) };
    let root = JsObject::with_object_proto(context.intrinsics());
    root.create_data_property_or_throw(js_string!(""), value, context)?;
    revive(&root, &js_string!(""), &reviver, builtins, context)
}

/// InternalizeJSONProperty (ECMA-262 section 25.5.1.1).
fn revive(
    holder: &JsObject,
    name: &JsString,
    reviver: &JsObject,
    builtins: &[JsObject; 2],
    context: &mut Context,
) -> JsResult<JsValue> {
    let [keys, is_array] = builtins;
    let value = holder.get(name.clone(), context)?;
    if let Some(object) = value.as_object() {
        let names: Vec<JsString> =
            if is_array.call(&JsValue::undefined(), std::slice::from_ref(&value), context)?.to_boolean() {
                let length = super::length_of(&object, context)?;
                (0..length).map(|index| JsString::from(index.to_string())).collect()
            } else {
                let keys = keys.call(&JsValue::undefined(), std::slice::from_ref(&value), context)?;
                let Some(keys) = keys.as_object() else { return Ok(value) };
                let length = super::length_of(&keys, context)?;
                (0..length)
                    .map(|index| keys.get(super::index(index), context)?.to_string(context))
                    .collect::<JsResult<_>>()?
            };
        for name in names {
            let element = revive(&object, &name, reviver, builtins, context)?;
            if element.is_undefined() {
                // A property that stays is no error here.
                delete(&object, &name, context)?;
            } else {
                object.create_data_property(name, element, context)?;
            }
        }
    }
    reviver.call(&holder.clone().into(), &[name.clone().into(), value], context)
}

/// [[Delete]], whose refusal does not matter.
fn delete(object: &JsObject, name: &JsString, context: &mut Context) -> JsResult<()> {
    match object.delete_property_or_throw(name.clone(), context) {
        Err(error) if error.as_native().is_some_and(JsNativeError::is_type) => Ok(()),
        other => other.map(drop),
    }
}

/// A code unit of the text, one byte or two.
trait Unit: Copy + Into<u16> {
    fn string(units: &[Self]) -> JsString;
}

impl Unit for u8 {
    fn string(units: &[Self]) -> JsString {
        JsString::from(JsStr::latin1(units))
    }
}

impl Unit for u16 {
    fn string(units: &[Self]) -> JsString {
        JsString::from(units)
    }
}

struct Parser<'a, U> {
    units: &'a [U],
    at: usize,
    steps: usize,
}

/// Why a text is not JSON.
enum Fault {
    /// A unit that cannot stand at this place.
    Token(usize),
    /// What is wrong, and where.
    At(&'static str, usize),
    /// Something follows the value.
    Rest(usize),
    /// The text ends too early.
    End,
    /// A limit, not a fault of the text.
    Engine(JsError),
}

impl From<JsError> for Fault {
    fn from(error: JsError) -> Self {
        Self::Engine(error)
    }
}

impl Fault {
    fn into_error(self, text: &JsString) -> JsError {
        let message = match self {
            Self::Engine(error) => return error,
            Self::End => "Unexpected end of JSON input".to_owned(),
            Self::At(what, at) => format!("{what} in JSON at position {at}"),
            Self::Rest(at) => format!("Unexpected non-whitespace character after JSON at position {at}"),
            Self::Token(at) => token_message(text, at),
        };
        JsNativeError::syntax().with_message(message).into()
    }
}

/// `Unexpected token 'x', "...context..." is not valid JSON`, with ten units of context on either side.
fn token_message(text: &JsString, at: usize) -> String {
    const CONTEXT: usize = 10;
    let length = text.len();
    let piece =
        |from: usize, to: usize| text.as_str().get(from..to).map_or_else(String::new, |s| s.to_std_string_lossy());
    let token = piece(at, at + 1);
    if at == 0 && ["undefined", "NaN", "Infinity", "[object Object]"].contains(&piece(0, length.min(20)).as_str()) {
        return format!("\"{}\" is not valid JSON", piece(0, length));
    }
    let from = if length <= 4 * CONTEXT { 0 } else { at.saturating_sub(CONTEXT) };
    let to = if length <= 4 * CONTEXT { length } else { length.min(at + CONTEXT) };
    let before = if from > 0 { "..." } else { "" };
    let after = if to < length { "..." } else { "" };
    format!("Unexpected token '{token}', {before}\"{}\"{after} is not valid JSON", piece(from, to))
}

/// An array or object that is not closed yet. Nesting is kept here, not on the native stack.
enum Open {
    Array(Vec<JsValue>),
    Object(JsObject, JsString),
}

impl<U: Unit> Parser<'_, U> {
    fn document(mut self, context: &mut Context) -> Result<JsValue, Fault> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.steps += 1;
            if self.steps.is_multiple_of(1024) {
                native_tick(context)?;
            }
            // A value begins here.
            let mut value = match self.skip_space() {
                None => return Err(Fault::End),
                Some(b'[') => {
                    self.at += 1;
                    if self.skip_space() == Some(b']') {
                        self.at += 1;
                        JsArray::from_iter([], context).into()
                    } else {
                        open.push(Open::Array(Vec::new()));
                        continue;
                    }
                }
                Some(b'{') => {
                    self.at += 1;
                    let object = JsObject::with_object_proto(context.intrinsics());
                    if self.skip_space() == Some(b'}') {
                        self.at += 1;
                        object.into()
                    } else {
                        let name = self.name("Expected property name or '}'")?;
                        open.push(Open::Object(object, name));
                        continue;
                    }
                }
                Some(_) => self.scalar()?,
            };
            // A value ends here; so may the arrays and objects around it.
            loop {
                match open.pop() {
                    None => {
                        return match self.skip_space() {
                            None => Ok(value),
                            _ => Err(Fault::Rest(self.at)),
                        };
                    }
                    Some(Open::Array(mut elements)) => {
                        elements.push(value);
                        match self.skip_space() {
                            Some(b',') => {
                                self.at += 1;
                                open.push(Open::Array(elements));
                                break;
                            }
                            Some(b']') => {
                                self.at += 1;
                                value = JsArray::from_iter(elements, context).into();
                            }
                            _ => return Err(Fault::At("Expected ',' or ']' after array element", self.at)),
                        }
                    }
                    Some(Open::Object(object, name)) => {
                        object.create_data_property_or_throw(PropertyKey::from(name), value, context)?;
                        match self.skip_space() {
                            Some(b',') => {
                                self.at += 1;
                                self.skip_space();
                                let name = self.name("Expected double-quoted property name")?;
                                open.push(Open::Object(object, name));
                                break;
                            }
                            Some(b'}') => {
                                self.at += 1;
                                value = object.into();
                            }
                            _ => return Err(Fault::At("Expected ',' or '}' after property value", self.at)),
                        }
                    }
                }
            }
        }
    }

    fn unit(&self, at: usize) -> Option<u16> {
        self.units.get(at).map(|&unit| unit.into())
    }

    /// The unit at the cursor, if it is ASCII.
    fn ascii(&self) -> Option<u8> {
        self.unit(self.at).and_then(|unit| u8::try_from(unit).ok())
    }

    /// Skips white space. What follows is `None` at the end of the text, and 0xFF for a unit that JSON never starts with.
    fn skip_space(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.ascii() {
            self.at += 1;
        }
        self.unit(self.at).map(|unit| u8::try_from(unit).unwrap_or(0xFF))
    }

    /// A property's name and the colon after it.
    fn name(&mut self, expected: &'static str) -> Result<JsString, Fault> {
        if self.ascii() != Some(b'"') {
            return Err(Fault::At(expected, self.at));
        }
        let name = self.string()?;
        if self.skip_space() != Some(b':') {
            return Err(Fault::At("Expected ':' after property name", self.at));
        }
        self.at += 1;
        Ok(name)
    }

    fn scalar(&mut self) -> Result<JsValue, Fault> {
        match self.ascii() {
            Some(b'"') => self.string().map(JsValue::from),
            Some(b'-' | b'0'..=b'9') => self.number().map(JsValue::from),
            Some(b't') => self.word(b"true", JsValue::from(true)),
            Some(b'f') => self.word(b"false", JsValue::from(false)),
            Some(b'n') => self.word(b"null", JsValue::null()),
            _ => Err(Fault::Token(self.at)),
        }
    }

    fn word(&mut self, word: &[u8], value: JsValue) -> Result<JsValue, Fault> {
        for &expected in word {
            match self.unit(self.at) {
                Some(unit) if unit == u16::from(expected) => self.at += 1,
                Some(_) => return Err(Fault::Token(self.at)),
                None => return Err(Fault::End),
            }
        }
        Ok(value)
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.ascii() {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<f64, Fault> {
        let start = self.at;
        if self.ascii() == Some(b'-') {
            self.at += 1;
        }
        if self.ascii() == Some(b'0') {
            self.at += 1;
            if let Some(b'0'..=b'9') = self.ascii() {
                return Err(Fault::At("Unexpected number", self.at));
            }
        } else if self.digits() == 0 {
            return Err(Fault::At("No number after minus sign", self.at));
        }
        if self.ascii() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return Err(Fault::At("Unterminated fractional number", self.at));
            }
        }
        if let Some(b'e' | b'E') = self.ascii() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.ascii() {
                self.at += 1;
            }
            if self.digits() == 0 {
                return Err(Fault::At("Exponent part is missing a number", self.at));
            }
        }
        let text: String =
            (start..self.at).filter_map(|at| self.unit(at)).filter_map(|u| char::from_u32(u.into())).collect();
        text.parse().map_err(|_| Fault::At("Unexpected number", start))
    }

    fn string(&mut self) -> Result<JsString, Fault> {
        self.at += 1;
        let start = self.at;
        // Most strings have no escape and are taken whole.
        loop {
            match self.unit(self.at) {
                None => return Err(Fault::At("Unterminated string", self.at)),
                Some(0x22) => {
                    let text = U::string(self.units.get(start..self.at).unwrap_or_default());
                    self.at += 1;
                    return Ok(text);
                }
                Some(0x5C) => break,
                Some(..0x20) => return Err(Fault::At("Bad control character in string literal", self.at)),
                Some(_) => self.at += 1,
            }
        }
        let mut units: Vec<u16> = (start..self.at).filter_map(|at| self.unit(at)).collect();
        loop {
            match self.unit(self.at) {
                None => return Err(Fault::At("Unterminated string", self.at)),
                Some(0x22) => {
                    self.at += 1;
                    return Ok(JsString::from(units.as_slice()));
                }
                Some(0x5C) => {
                    self.at += 1;
                    units.push(self.escape()?);
                }
                Some(..0x20) => return Err(Fault::At("Bad control character in string literal", self.at)),
                Some(unit) => {
                    units.push(unit);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self) -> Result<u16, Fault> {
        let unit = match self.ascii() {
            Some(c @ (b'"' | b'\\' | b'/')) => u16::from(c),
            Some(b'b') => 0x8,
            Some(b'f') => 0xC,
            Some(b'n') => 0xA,
            Some(b'r') => 0xD,
            Some(b't') => 0x9,
            Some(b'u') => {
                let mut code = 0;
                for _ in 0..4 {
                    self.at += 1;
                    let digit = self.ascii().and_then(|c| char::from(c).to_digit(16));
                    let digit = digit.and_then(|d| u16::try_from(d).ok());
                    code = code * 16 + digit.ok_or(Fault::At("Bad Unicode escape", self.at))?;
                }
                code
            }
            Some(_) => return Err(Fault::At("Bad escaped character", self.at)),
            None if self.at >= self.units.len() => return Err(Fault::At("Unterminated string", self.at)),
            None => return Err(Fault::At("Bad escaped character", self.at)),
        };
        self.at += 1;
        Ok(unit)
    }
}
