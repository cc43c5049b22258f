//! Values that can be decided.

use swc_ecma_ast::{BinaryOp, Expr, ObjectLit, UnaryOp};

use super::Outcomes;

/// Texts longer than this are not followed: no key that matters is.
pub(super) const MAX_TEXT: usize = 64;

/// The value of an expression, as far as the text decides it.
#[derive(Clone)]
pub(crate) enum Value<'a> {
    Unknown,
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Outcomes<'a>>),
    Object(&'a ObjectLit),
    Function {
        name: Option<String>,
        /// What a call without arguments gives, where the body is one expression.
        returns: Option<&'a Expr>,
    },
    Builtin(Builtin),
    /// `this` at the top level.
    GlobalThis,
}

/// Intrinsics that are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Builtin {
    Object,
    Reflect,
    String,
    Array,
    Number,
    StringRaw,
    StringFromCharCode,
    StringFromCodePoint,
    ArrayOf,
    ArrayFrom,
    ObjectKeys,
    ObjectAssign,
    ObjectFreeze,
    GetOwnPropertyDescriptor,
    DefineProperty,
    ReflectGet,
    ReflectApply,
}

impl Builtin {
    pub(super) fn global(name: &str) -> Option<Self> {
        Some(match name {
            "Object" => Self::Object,
            "Reflect" => Self::Reflect,
            "String" => Self::String,
            "Array" => Self::Array,
            "Number" => Self::Number,
            _ => return None,
        })
    }

    pub(super) fn member(self, name: &str) -> Option<Self> {
        Some(match (self, name) {
            (Self::String, "raw") => Self::StringRaw,
            (Self::String, "fromCharCode") => Self::StringFromCharCode,
            (Self::String, "fromCodePoint") => Self::StringFromCodePoint,
            (Self::Array, "of") => Self::ArrayOf,
            (Self::Array, "from") => Self::ArrayFrom,
            (Self::Object, "keys" | "getOwnPropertyNames") | (Self::Reflect, "ownKeys") => Self::ObjectKeys,
            (Self::Object, "assign") => Self::ObjectAssign,
            (Self::Object, "freeze" | "seal" | "preventExtensions") => Self::ObjectFreeze,
            (Self::Object | Self::Reflect, "getOwnPropertyDescriptor") => Self::GetOwnPropertyDescriptor,
            (Self::Object | Self::Reflect, "defineProperty") => Self::DefineProperty,
            (Self::Reflect, "get") => Self::ReflectGet,
            (Self::Reflect, "apply") => Self::ReflectApply,
            _ => return None,
        })
    }
}

impl Value<'_> {
    /// A text, if it is short enough to matter.
    pub(super) fn text(text: &str) -> Self {
        if text.chars().nth(MAX_TEXT).is_some() { Self::Unknown } else { Self::Text(text.to_owned()) }
    }

    /// The number, where it is one already.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(n) => Some(*n),
            _ => None,
        }
    }

    /// What arithmetic makes of a value.
    pub(super) fn to_number(&self) -> Option<f64> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Bool(b) => Some(f64::from(u8::from(*b))),
            Self::Null => Some(0.0),
            Self::Undefined => Some(f64::NAN),
            Self::Text(text) if text.trim().is_empty() => Some(0.0),
            Self::Text(text) => Some(text.trim().parse().unwrap_or(f64::NAN)),
            Self::Array(elements) if elements.is_empty() => Some(0.0),
            _ => None,
        }
    }

    pub(super) fn maybe_undefined(&self) -> bool {
        matches!(self, Self::Undefined | Self::Unknown)
    }

    pub(super) fn truthy(&self) -> Option<bool> {
        match self {
            Self::Unknown => None,
            Self::Undefined | Self::Null => Some(false),
            Self::Bool(b) => Some(*b),
            Self::Number(n) => Some(*n != 0.0 && !n.is_nan()),
            Self::Text(text) => Some(!text.is_empty()),
            Self::Array(_) | Self::Object(_) | Self::Function { .. } | Self::Builtin(_) | Self::GlobalThis => {
                Some(true)
            }
        }
    }

    /// The text of a value that is no object.
    pub(super) fn primitive_text(&self) -> Option<String> {
        match self {
            Self::Undefined => Some("undefined".to_owned()),
            Self::Null => Some("null".to_owned()),
            Self::Bool(b) => Some(b.to_string()),
            Self::Number(n) => Some(number_text(*n)),
            Self::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

/// Decimal digits, which suffices for indices and code units.
fn number_text(n: f64) -> String {
    if n.is_infinite() {
        return if n > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if n == 0.0 { "0".to_owned() } else { n.to_string() }
}

pub(super) fn length<'a>(n: usize) -> Value<'a> {
    u32::try_from(n).map_or(Value::Unknown, |n| Value::Number(f64::from(n)))
}

pub(super) fn arithmetic<'a>(op: BinaryOp, left: &Value<'a>, right: &Value<'a>) -> Value<'a> {
    let (Some(l), Some(r)) = (left.to_number(), right.to_number()) else { return Value::Unknown };
    Value::Number(match op {
        BinaryOp::Sub => l - r,
        BinaryOp::Mul => l * r,
        BinaryOp::Div => l / r,
        BinaryOp::Mod => l % r,
        BinaryOp::Exp => l.powf(r),
        BinaryOp::BitOr => f64::from(int32(l) | int32(r)),
        BinaryOp::BitAnd => f64::from(int32(l) & int32(r)),
        BinaryOp::BitXor => f64::from(int32(l) ^ int32(r)),
        BinaryOp::LShift => f64::from(int32(l).wrapping_shl(uint32(r))),
        BinaryOp::RShift => f64::from(int32(l).wrapping_shr(uint32(r))),
        BinaryOp::ZeroFillRShift => f64::from(uint32(l).wrapping_shr(uint32(r))),
        _ => return Value::Unknown,
    })
}

/// ToInt32 of ECMA-262, for the numbers that occur in keys.
fn int32(n: f64) -> i32 {
    uint32(n).cast_signed()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the remainder is within 32 bits")]
fn uint32(n: f64) -> u32 {
    if n.is_finite() { n.trunc().rem_euclid(4_294_967_296.0) as u32 } else { 0 }
}

pub(super) fn unary<'a>(op: UnaryOp, value: &Value<'a>) -> Value<'a> {
    match op {
        UnaryOp::Void => Value::Undefined,
        UnaryOp::Bang => value.truthy().map_or(Value::Unknown, |t| Value::Bool(!t)),
        UnaryOp::Plus => value.to_number().map_or(Value::Unknown, Value::Number),
        UnaryOp::Minus => value.to_number().map_or(Value::Unknown, |n| Value::Number(-n)),
        UnaryOp::Tilde => value.to_number().map_or(Value::Unknown, |n| Value::Number(f64::from(!int32(n)))),
        UnaryOp::TypeOf => match value {
            Value::Unknown => Value::Unknown,
            Value::Undefined => Value::text("undefined"),
            Value::Bool(_) => Value::text("boolean"),
            Value::Number(_) => Value::text("number"),
            Value::Text(_) => Value::text("string"),
            Value::Function { .. } => Value::text("function"),
            _ => Value::text("object"),
        },
        UnaryOp::Delete => Value::Unknown,
    }
}
