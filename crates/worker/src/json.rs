//! JSON values as a flat list of tokens. postcard cannot carry a value that describes itself; a nested form would let a hostile
//! worker choose how deep the host recurses; and text would not keep every digit of a number.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

/// A value, or the start of one that holds others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Token {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    String(String),
    /// So many values follow.
    Array(u32),
    /// So many pairs of a key and a value follow.
    Object(u32),
    Key(String),
}

/// Outputs nest less deep than this, so that a reader's recursion over the value is safe.
const DEEPEST: usize = 128;

/// The tokens of a value, in the order of its text.
pub(crate) fn flatten(value: Value) -> Vec<Token> {
    enum Step {
        Value(Value),
        Key(String),
    }
    let mut tokens = Vec::new();
    let mut steps = vec![Step::Value(value)];
    while let Some(step) = steps.pop() {
        tokens.push(match step {
            Step::Key(key) => Token::Key(key),
            Step::Value(Value::Null) => Token::Null,
            Step::Value(Value::Bool(b)) => Token::Bool(b),
            Step::Value(Value::Number(n)) => number(&n),
            Step::Value(Value::String(s)) => Token::String(s),
            Step::Value(Value::Array(items)) => {
                let count = count(items.len());
                steps.extend(items.into_iter().rev().map(Step::Value));
                Token::Array(count)
            }
            Step::Value(Value::Object(map)) => {
                let count = count(map.len());
                let pairs: Vec<_> = map.into_iter().collect();
                steps.extend(pairs.into_iter().rev().flat_map(|(k, v)| [Step::Value(v), Step::Key(k)]));
                Token::Object(count)
            }
        });
    }
    tokens
}

fn number(n: &Number) -> Token {
    if let Some(n) = n.as_i64() {
        Token::Signed(n)
    } else if let Some(n) = n.as_u64() {
        Token::Unsigned(n)
    } else {
        n.as_f64().map_or(Token::Null, Token::Float)
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// A container that waits for the rest of what it holds.
enum Open {
    Array(Vec<Value>, u32),
    Object(Map<String, Value>, Option<String>, u32),
}

/// The value of a list of tokens, if it is one value, whole, with nothing behind it and not too deep.
pub(crate) fn unflatten(tokens: Vec<Token>) -> Option<Value> {
    let mut open: Vec<Open> = Vec::new();
    let mut tokens = tokens.into_iter();
    loop {
        let mut value = match tokens.next()? {
            Token::Null => Value::Null,
            Token::Bool(b) => Value::Bool(b),
            Token::Signed(n) => Value::Number(n.into()),
            Token::Unsigned(n) => Value::Number(n.into()),
            Token::Float(n) => Value::Number(Number::from_f64(n)?),
            Token::String(s) => Value::String(s),
            Token::Array(0) => Value::Array(Vec::new()),
            Token::Object(0) => Value::Object(Map::new()),
            // What is announced is not allocated: only what comes.
            Token::Array(count) => {
                open.push(Open::Array(Vec::new(), count));
                if open.len() > DEEPEST {
                    return None;
                }
                continue;
            }
            Token::Object(count) => {
                open.push(Open::Object(Map::new(), None, count));
                if open.len() > DEEPEST {
                    return None;
                }
                continue;
            }
            Token::Key(key) => match open.last_mut() {
                Some(Open::Object(_, slot @ None, _)) => {
                    *slot = Some(key);
                    continue;
                }
                _ => return None,
            },
        };
        // Put it where it belongs, and close what it completes.
        loop {
            match open.pop() {
                None => return tokens.next().is_none().then_some(value),
                Some(Open::Array(mut items, left)) => {
                    items.push(value);
                    if left > 1 {
                        open.push(Open::Array(items, left - 1));
                        break;
                    }
                    value = Value::Array(items);
                }
                Some(Open::Object(mut map, key, left)) => {
                    if map.insert(key?, value).is_some() {
                        return None;
                    }
                    if left > 1 {
                        open.push(Open::Object(map, None, left - 1));
                        break;
                    }
                    value = Value::Object(map);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_round_trip() {
        let values = [
            json!(null),
            json!(true),
            json!(-5),
            json!(u64::MAX),
            json!(0.1 + 0.2),
            json!(5e-324),
            json!("text"),
            json!([]),
            json!({}),
            json!([[], [1, [2, {}]], 3]),
            json!({"a": [1, {"b": null}], "c": {"d": {"e": []}}, "f": 1}),
        ];
        for value in values {
            assert_eq!(unflatten(flatten(value.clone())), Some(value));
        }
    }

    #[test]
    fn what_is_no_value_is_refused() {
        let cases = [
            vec![],
            vec![Token::Null, Token::Null],
            vec![Token::Array(2), Token::Null],
            vec![Token::Array(u32::MAX)],
            vec![Token::Key("a".to_owned())],
            vec![Token::Object(1), Token::Null],
            vec![Token::Object(1), Token::Key("a".to_owned())],
            vec![Token::Object(1), Token::Key("a".to_owned()), Token::Key("b".to_owned()), Token::Null],
            vec![Token::Float(f64::NAN)],
            vec![Token::Array(1); 200],
            [
                vec![Token::Object(2)],
                vec![Token::Key("a".to_owned()), Token::Null, Token::Key("a".to_owned()), Token::Null],
            ]
            .concat(),
        ];
        for tokens in cases {
            assert_eq!(unflatten(tokens.clone()), None, "{tokens:?}");
        }
    }
}
