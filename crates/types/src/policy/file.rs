//! Policy files: the keys that there are, and what each takes.

use std::fmt;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{ConstructorAccess, Deterministic, Policy, PolicyError, PolicyLimits};
use crate::names::nearest;

const KEYS: &[&str] = &["extends", "allow", "forbid", "constructor_access", "deterministic", "limits"];
const LIMITS: &[&str] = &["timeout_ms", "memory_mib", "code_bytes", "stack_frames", "output_bytes", "ticks"];

pub(super) fn toml(text: &str) -> Result<Value, PolicyError> {
    let value: toml::Value = toml::from_str(text).map_err(|e| PolicyError::new(format!("not valid TOML: {e}")))?;
    serde_json::to_value(value).map_err(|e| PolicyError::new(format!("not representable: {e}")))
}

pub(super) fn json(text: &str) -> Result<Value, PolicyError> {
    let Strict(value) = serde_json::from_str(text).map_err(|e| PolicyError::new(format!("not valid JSON: {e}")))?;
    Ok(value)
}

/// The policy that a file holds.
pub(super) fn policy(file: &Value) -> Result<Policy, PolicyError> {
    let table = file.as_object().ok_or_else(|| PolicyError::new("the file must hold a table of keys"))?;
    known_keys(table, KEYS, "")?;
    let mut policy = match table.get("extends") {
        None => Policy::default(),
        Some(name) => name.as_str().and_then(Policy::named).ok_or_else(|| {
            PolicyError::new(format!("`extends` is {name}, but it must be \"default\" or \"extended\""))
        })?,
    };
    let (allowed, denied) = (name_list(table, "allow")?, name_list(table, "forbid")?);
    if let Some(name) = allowed.iter().find(|name| denied.contains(name)) {
        return Err(PolicyError::new(format!("`{name}` stands in both `allow` and `forbid`")));
    }
    allowed.into_iter().try_for_each(|name| policy.allow(name))?;
    denied.into_iter().try_for_each(|name| policy.forbid(name))?;
    if let Some(access) = table.get("constructor_access") {
        policy.constructor_access = match access.as_str() {
            Some("deny") => ConstructorAccess::Deny,
            Some("allow") => ConstructorAccess::Allow,
            _ => {
                let text = format!("`constructor_access` is {access}, but it must be \"deny\" or \"allow\"");
                return Err(PolicyError::new(text));
            }
        };
    }
    if let Some(fixed) = table.get("deterministic") {
        policy.deterministic = Some(deterministic(fixed)?);
    }
    if let Some(value) = table.get("limits") {
        policy.limits = limits(value)?;
        policy.check_limits()?;
    }
    Ok(policy)
}

fn deterministic(value: &Value) -> Result<Deterministic, PolicyError> {
    let table = value.as_object().ok_or_else(|| PolicyError::new("`deterministic` must be a table"))?;
    known_keys(table, &["seed", "epoch_ms"], "deterministic.")?;
    let needs = |key| table.get(key).ok_or_else(|| PolicyError::new(format!("`deterministic` needs `{key}`")));
    let (seed, epoch) = (needs("seed")?, needs("epoch_ms")?);
    Ok(Deterministic {
        seed: seed.as_u64().ok_or_else(|| no_number("deterministic.seed", seed))?,
        epoch_ms: epoch.as_i64().ok_or_else(|| no_number("deterministic.epoch_ms", epoch))?,
    })
}

fn limits(value: &Value) -> Result<PolicyLimits, PolicyError> {
    let table = value.as_object().ok_or_else(|| PolicyError::new("`limits` must be a table"))?;
    known_keys(table, LIMITS, "limits.")?;
    let number = |key| match table.get(key) {
        None => Ok(None),
        Some(value) => value.as_u64().map(Some).ok_or_else(|| no_number(&format!("limits.{key}"), value)),
    };
    let frames = number("stack_frames")?.map(|n| {
        u32::try_from(n)
            .map_err(|_| PolicyError::new(format!("stack_frames is {n}, but it must be between 1 and 10000")))
    });
    Ok(PolicyLimits {
        timeout_ms: number("timeout_ms")?,
        memory_mib: number("memory_mib")?,
        code_bytes: number("code_bytes")?,
        stack_frames: frames.transpose()?,
        output_bytes: number("output_bytes")?,
        ticks: number("ticks")?,
    })
}

fn no_number(key: &str, value: &Value) -> PolicyError {
    PolicyError::new(format!("`{key}` is {value}, but it must be a whole number"))
}

fn known_keys(table: &Map<String, Value>, known: &[&'static str], prefix: &str) -> Result<(), PolicyError> {
    for key in table.keys() {
        if !known.contains(&key.as_str()) {
            let hint = match nearest(key, known.iter().copied()) {
                Some(near) => format!("did you mean `{prefix}{near}`?"),
                None => format!("the keys are {}", known.join(", ")),
            };
            return Err(PolicyError::new(format!("unknown key `{prefix}{key}`: {hint}")));
        }
    }
    Ok(())
}

fn name_list<'a>(table: &'a Map<String, Value>, key: &str) -> Result<Vec<&'a str>, PolicyError> {
    let Some(value) = table.get(key) else { return Ok(Vec::new()) };
    let wrong = || PolicyError::new(format!("`{key}` must be a list of names"));
    value.as_array().ok_or_else(wrong)?.iter().map(|v| v.as_str().ok_or_else(wrong)).collect()
}

/// JSON in which no object has a key twice. What a reader of the file sees first is then what counts.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut table = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let Strict(value) = map.next_value()?;
            if table.contains_key(&key) {
                return Err(A::Error::custom(format!("the key `{key}` stands there twice")));
            }
            table.insert(key, value);
        }
        Ok(Value::Object(table))
    }
}
