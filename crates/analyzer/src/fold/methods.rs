//! Calls that are followed: pure methods of strings and arrays, a few intrinsics, and functions that only return.

use swc_ecma_ast::{Expr, ExprOrSpread, MemberProp, OptChainBase};

use super::value::{Builtin, MAX_TEXT, Value};
use super::{Folder, Outcomes, unknown};
use crate::scope::bare;

impl<'a> Folder<'_, 'a> {
    pub(super) fn call(&self, callee: &'a Expr, args: &'a [ExprOrSpread]) -> Outcomes<'a> {
        let callee = bare(callee);
        let member = match callee {
            Expr::Member(member) => Some(member),
            Expr::OptChain(chain) => match &*chain.base {
                OptChainBase::Member(member) => Some(member),
                OptChainBase::Call(_) => None,
            },
            _ => None,
        };
        if let Some(member) = member {
            let name = match &member.prop {
                MemberProp::Ident(name) => Some(name.sym.to_string()),
                MemberProp::Computed(computed) => match self.eval(&computed.expr).as_slice() {
                    [one] => self.text(one),
                    _ => None,
                },
                MemberProp::PrivateName(_) => None,
            };
            let Some(name) = name else { return unknown() };
            let object = self.eval(&member.obj);
            if object.iter().all(|v| matches!(v, Value::Unknown)) {
                return unknown();
            }
            let args = self.arguments(args);
            return object.iter().fold(Vec::new(), |all, value| super::join(all, self.method(value, &name, &args)));
        }
        match self.eval(callee).as_slice() {
            [Value::Function { returns: Some(expr), .. }] => self.eval(expr),
            [Value::Builtin(builtin)] => self.builtin(*builtin, &self.arguments(args)),
            _ => unknown(),
        }
    }

    /// `new String(...)` and kin: as a key it is the text all the same.
    pub(super) fn construct(&self, callee: &'a Expr, args: &'a [ExprOrSpread]) -> Outcomes<'a> {
        match self.eval(callee).as_slice() {
            [Value::Builtin(builtin @ (Builtin::String | Builtin::Object | Builtin::Array))] => {
                self.builtin(*builtin, &self.arguments(args))
            }
            _ => unknown(),
        }
    }

    fn arguments(&self, args: &'a [ExprOrSpread]) -> Vec<Outcomes<'a>> {
        self.elements(args.iter().map(Some))
    }

    /// The only outcome of an argument.
    fn one<'v>(args: &'v [Outcomes<'a>], index: usize) -> Option<&'v Value<'a>> {
        match args.get(index)?.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    fn builtin(&self, builtin: Builtin, args: &[Outcomes<'a>]) -> Outcomes<'a> {
        let first = || args.first().cloned().unwrap_or_else(unknown);
        match builtin {
            Builtin::String => match args.first() {
                Some(outcomes) => outcomes.iter().flat_map(|v| self.textual(v)).collect(),
                None => vec![Value::Text(String::new())],
            },
            Builtin::Number => first().iter().map(|v| v.to_number().map_or(Value::Unknown, Value::Number)).collect(),
            Builtin::Object | Builtin::ObjectFreeze => first(),
            Builtin::ObjectAssign => match args {
                [_, last] => last.clone(),
                _ => unknown(),
            },
            Builtin::Array if args.len() == 1 => unknown(),
            Builtin::Array | Builtin::ArrayOf => vec![Value::Array(args.to_vec())],
            Builtin::ArrayFrom => match args {
                [of] => match of.as_slice() {
                    [Value::Array(elements)] => vec![Value::Array(elements.clone())],
                    [Value::Text(text)] => vec![Value::Array(characters(text))],
                    _ => unknown(),
                },
                _ => unknown(),
            },
            Builtin::StringFromCharCode | Builtin::StringFromCodePoint => {
                let character = |outcomes: &Outcomes<'a>| match outcomes.as_slice() {
                    [one] => one.to_number().and_then(code_point),
                    _ => None,
                };
                match args.iter().map(character).collect::<Option<String>>() {
                    Some(text) => vec![Value::text(&text)],
                    None => unknown(),
                }
            }
            Builtin::ObjectKeys => match args {
                [of] => match of.as_slice() {
                    [Value::Object(object)] => self.object_keys(object),
                    _ => unknown(),
                },
                _ => unknown(),
            },
            _ => unknown(),
        }
    }

    fn object_keys(&self, object: &'a swc_ecma_ast::ObjectLit) -> Outcomes<'a> {
        use swc_ecma_ast::{Prop, PropOrSpread};
        let key = |prop: &'a PropOrSpread| match prop {
            PropOrSpread::Spread(_) => None,
            PropOrSpread::Prop(prop) => match &**prop {
                Prop::Shorthand(ident) => Some(ident.sym.to_string()),
                Prop::KeyValue(pair) => self.prop_name(&pair.key),
                Prop::Method(method) => self.prop_name(&method.key),
                Prop::Getter(getter) => self.prop_name(&getter.key),
                Prop::Setter(setter) => self.prop_name(&setter.key),
                Prop::Assign(_) => None,
            },
        };
        match object.props.iter().take(MAX_TEXT).map(key).collect::<Option<Vec<_>>>() {
            Some(keys) => vec![Value::Array(keys.iter().map(|k| vec![Value::text(k)]).collect())],
            None => unknown(),
        }
    }

    fn method(&self, value: &Value<'a>, name: &str, args: &[Outcomes<'a>]) -> Outcomes<'a> {
        match value {
            Value::Text(text) => self.text_method(text, name, args),
            Value::Array(elements) => self.array_method(elements, name, args),
            Value::Number(n) => match (name, Self::one(args, 0).and_then(Value::to_number)) {
                ("toString", Some(radix)) => vec![radix_text(*n, radix)],
                ("toString" | "valueOf", None) => self.textual(value),
                _ => unknown(),
            },
            Value::Object(_) if name == "toString" => self.textual(value),
            _ => match self.property_of(value, name).as_slice() {
                [Value::Builtin(builtin)] => self.builtin(*builtin, args),
                [Value::Function { returns: Some(expr), .. }] => self.eval(expr),
                _ => unknown(),
            },
        }
    }

    fn text_method(&self, text: &str, name: &str, args: &[Outcomes<'a>]) -> Outcomes<'a> {
        let one = |text: &str| vec![Value::text(text)];
        let number = |index: usize| Self::one(args, index).and_then(Value::to_number);
        let string = |index: usize| Self::one(args, index).and_then(|v| self.text(v));
        let chars: Vec<char> = text.chars().collect();
        match name {
            "toString" | "valueOf" | "normalize" => one(text),
            "trim" => one(text.trim()),
            "trimStart" | "trimLeft" => one(text.trim_start()),
            "trimEnd" | "trimRight" => one(text.trim_end()),
            "toLowerCase" | "toLocaleLowerCase" => one(&text.to_lowercase()),
            "toUpperCase" | "toLocaleUpperCase" => one(&text.to_uppercase()),
            "concat" => {
                let start = vec![Value::text(text)];
                args.iter().fold(start, |all, arg| {
                    let parts: Outcomes<'a> = arg.iter().flat_map(|v| self.textual(v)).collect();
                    super::cross(&all, &parts, |l, r| self.add(l, r))
                })
            }
            "charAt" => one(&pick(&chars, number(0).unwrap_or(0.0)).map(String::from).unwrap_or_default()),
            "at" => pick_relative(&chars, number(0).unwrap_or(0.0))
                .map_or_else(|| vec![Value::Undefined], |c| one(&c.to_string())),
            "slice" => {
                let range = relative_range(chars.len(), number(0), number(1));
                one(&chars.get(range).unwrap_or_default().iter().collect::<String>())
            }
            "substring" => {
                let clamp = |n: Option<f64>, default: usize| n.map_or(default, |n| index(n.max(0.0)).min(chars.len()));
                let (a, b) = (clamp(number(0), 0), clamp(number(1), chars.len()));
                one(&chars.get(a.min(b)..a.max(b)).unwrap_or_default().iter().collect::<String>())
            }
            "substr" => {
                let start = relative_range(chars.len(), number(0), None).start;
                let count = number(1).map_or(chars.len(), |n| index(n.max(0.0)));
                one(&chars.iter().skip(start).take(count).collect::<String>())
            }
            "repeat" => match number(0) {
                Some(n) if (0.0..=64.0).contains(&n) => one(&text.repeat(index(n))),
                _ => unknown(),
            },
            "replace" | "replaceAll" => match (string(0), string(1)) {
                (Some(from), Some(to)) if !to.contains('$') => {
                    one(&if name == "replace" { text.replacen(&from, &to, 1) } else { text.replace(&from, &to) })
                }
                _ => unknown(),
            },
            "padStart" | "padEnd" => match (number(0), string(1)) {
                (Some(n), Some(fill)) if n <= 64.0 => {
                    let missing = index(n).saturating_sub(chars.len());
                    let fill: String = fill.chars().cycle().take(missing).collect();
                    one(&if name == "padStart" { fill + text } else { text.to_owned() + &fill })
                }
                _ => unknown(),
            },
            "split" => match (args.len(), string(0)) {
                (1, Some(separator)) if separator.is_empty() => vec![Value::Array(characters(text))],
                (1, Some(separator)) => {
                    vec![Value::Array(text.split(&separator).map(|part| vec![Value::text(part)]).collect())]
                }
                _ => unknown(),
            },
            "charCodeAt" | "codePointAt" => match pick(&chars, number(0).unwrap_or(0.0)) {
                Some(c) => vec![Value::Number(f64::from(u32::from(c)))],
                None => unknown(),
            },
            _ => unknown(),
        }
    }

    fn array_method(&self, elements: &[Outcomes<'a>], name: &str, args: &[Outcomes<'a>]) -> Outcomes<'a> {
        let number = |index: usize| Self::one(args, index).and_then(Value::to_number);
        match name {
            "join" | "toString" => {
                let separator = match args.first() {
                    Some(_) if name == "join" => match Self::one(args, 0).map(|v| self.text(v)) {
                        Some(Some(separator)) => separator,
                        _ => return unknown(),
                    },
                    _ => ",".to_owned(),
                };
                let texts = self.join_elements(elements, &separator);
                if texts.is_empty() { unknown() } else { texts.iter().map(|t| Value::text(t)).collect() }
            }
            "reverse" | "toReversed" => vec![Value::Array(elements.iter().rev().cloned().collect())],
            "slice" => {
                let range = relative_range(elements.len(), number(0), number(1));
                vec![Value::Array(elements.get(range).unwrap_or_default().to_vec())]
            }
            "concat" => {
                let mut all = elements.to_vec();
                for arg in args {
                    match arg.as_slice() {
                        [Value::Array(more)] => all.extend(more.iter().cloned()),
                        _ => all.push(arg.clone()),
                    }
                }
                vec![Value::Array(all)]
            }
            "at" => pick_relative(elements, number(0).unwrap_or(0.0)).unwrap_or_else(unknown),
            "pop" => elements.last().cloned().unwrap_or_else(unknown),
            "shift" => elements.first().cloned().unwrap_or_else(unknown),
            "valueOf" | "values" => vec![Value::Array(elements.to_vec())],
            "flat" if elements.iter().all(|e| !matches!(e.as_slice(), [Value::Array(_)])) => {
                vec![Value::Array(elements.to_vec())]
            }
            _ => unknown(),
        }
    }
}

fn characters<'a>(text: &str) -> Vec<Outcomes<'a>> {
    text.chars().map(|c| vec![Value::Text(c.to_string())]).collect()
}

fn code_point(n: f64) -> Option<char> {
    if !(0.0..=1_114_111.0).contains(&n) {
        return None;
    }
    char::from_u32(u32::try_from(index(n)).ok()?)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float-to-int cast saturates")]
fn index(n: f64) -> usize {
    n as usize
}

fn pick<T: Clone>(items: &[T], n: f64) -> Option<T> {
    if n < 0.0 { None } else { items.get(index(n)).cloned() }
}

fn pick_relative<T: Clone>(items: &[T], n: f64) -> Option<T> {
    let from_end = index(-n);
    if n < 0.0 { items.len().checked_sub(from_end).and_then(|i| items.get(i)).cloned() } else { pick(items, n) }
}

/// The range that `slice(from, to)` means.
fn relative_range(len: usize, from: Option<f64>, to: Option<f64>) -> std::ops::Range<usize> {
    let absolute = |n: f64| if n < 0.0 { len.saturating_sub(index(-n)) } else { index(n).min(len) };
    let start = from.map_or(0, absolute);
    let end = to.map_or(len, absolute);
    start..end.max(start)
}

/// `n.toString(radix)` for whole numbers, a way to spell letters with digits.
fn radix_text<'a>(n: f64, radix: f64) -> Value<'a> {
    let (mut rest, radix) = (index(n), index(radix));
    if n < 0.0 || n.fract() != 0.0 || n > 9_007_199_254_740_991.0 || !(2..=36).contains(&radix) {
        return Value::Unknown;
    }
    let mut digits = Vec::new();
    loop {
        let digit = u32::try_from(rest % radix).unwrap_or(0);
        digits.push(char::from_digit(digit, 36).unwrap_or('0'));
        rest /= radix;
        if rest == 0 {
            break;
        }
    }
    Value::text(&digits.iter().rev().collect::<String>())
}
