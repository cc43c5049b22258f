//! What a program finds in its world.

mod file;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Limits;
use crate::names::{DEFAULT_GLOBALS, EXTENDED_GLOBALS, FIXED_GLOBALS, forbidden, nearest};

/// Whether a program may read properties named `constructor`.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConstructorAccess {
    /// Every read that can be decided is rejected.
    #[default]
    Deny,
    /// Reads are accepted. The realm still holds: no function constructor can be reached.
    Allow,
}

/// Fixes everything that varies from run to run.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deterministic {
    /// Seed of `Math.random`.
    pub seed: u64,
    /// What the clock says, always, in milliseconds since 1970-01-01 UTC.
    pub epoch_ms: i64,
}

impl Deterministic {
    /// A fixed seed and a stopped clock.
    #[must_use]
    pub const fn new(seed: u64, epoch_ms: i64) -> Self {
        Self { seed, epoch_ms }
    }
}

/// What a program finds on its global object and what syntax it may use.
///
/// ```
/// use mikoshi_types::Policy;
/// let policy = Policy::from_toml("extends = 'default'\nallow = ['Symbol']\nforbid = ['Date']\n[limits]\ntimeout_ms = 250\n")?;
/// assert!(policy.offers("Symbol") && !policy.offers("Date"));
/// assert_eq!(policy.limits().timeout_ms, 250);
/// let slip = Policy::from_toml("alow = ['Symbol']").unwrap_err();
/// assert!(slip.to_string().contains("did you mean `allow`?"));
/// # Ok::<(), mikoshi_types::PolicyError>(())
/// ```
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Policy {
    globals: BTreeSet<String>,
    constructor_access: ConstructorAccess,
    deterministic: Option<Deterministic>,
    limits: PolicyLimits,
}

/// A policy as it is deserialised, before it is known to exclude what every policy excludes.
#[derive(Deserialize)]
struct Unchecked {
    globals: BTreeSet<String>,
    constructor_access: ConstructorAccess,
    deterministic: Option<Deterministic>,
    limits: PolicyLimits,
}

impl TryFrom<Unchecked> for Policy {
    type Error = PolicyError;

    fn try_from(unchecked: Unchecked) -> Result<Self, PolicyError> {
        let Unchecked { globals, constructor_access, deterministic, limits } = unchecked;
        let mut policy = Self { globals: BTreeSet::new(), constructor_access, deterministic, limits };
        globals.iter().try_for_each(|name| policy.allow(name))?;
        if let Some(name) = FIXED_GLOBALS.iter().find(|name| !policy.offers(name)) {
            return Err(fixed_global(name));
        }
        policy.check_limits()?;
        Ok(policy)
    }
}

/// [`Limits`] in the units of the policy file; what is absent keeps its default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
struct PolicyLimits {
    timeout_ms: Option<u64>,
    memory_mib: Option<u64>,
    code_bytes: Option<u64>,
    stack_frames: Option<u32>,
    output_bytes: Option<u64>,
    ticks: Option<u64>,
}

impl Default for Policy {
    fn default() -> Self {
        Self::with_globals(DEFAULT_GLOBALS.iter().copied())
    }
}

impl Policy {
    /// `default` with the language's other intrinsics that carry no capability.
    #[must_use]
    pub fn extended() -> Self {
        Self::with_globals(DEFAULT_GLOBALS.iter().chain(EXTENDED_GLOBALS).copied())
    }

    /// The policy called `default` or `extended`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "default" => Some(Self::default()),
            "extended" => Some(Self::extended()),
            _ => None,
        }
    }

    fn with_globals<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        Self {
            globals: names.map(str::to_owned).collect(),
            constructor_access: ConstructorAccess::Deny,
            deterministic: None,
            limits: PolicyLimits::default(),
        }
    }

    /// The same policy with reads of `constructor` allowed or denied.
    #[must_use]
    pub fn with_constructor_access(mut self, access: ConstructorAccess) -> Self {
        self.constructor_access = access;
        self
    }

    /// The same policy with `Math.random` and the clock fixed: the same program then gets the same verdict, bit for bit.
    #[must_use]
    pub fn deterministic(mut self, seed: u64, epoch_ms: i64) -> Self {
        self.deterministic = Some(Deterministic { seed, epoch_ms });
        self
    }

    /// The names on the global object, sorted.
    pub fn globals(&self) -> impl Iterator<Item = &str> {
        self.globals.iter().map(String::as_str)
    }

    /// Whether the global object has `name`.
    #[must_use]
    pub fn offers(&self, name: &str) -> bool {
        self.globals.contains(name)
    }

    /// Whether reads of `constructor` are accepted.
    #[must_use]
    pub fn constructor_access(&self) -> ConstructorAccess {
        self.constructor_access
    }

    /// The fixed seed and clock, if any.
    #[must_use]
    pub fn fixed(&self) -> Option<Deterministic> {
        self.deterministic
    }

    /// The limits that the policy sets; the rest are the defaults.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let d = Limits::DEFAULT;
        let l = &self.limits;
        Limits {
            timeout_ms: l.timeout_ms.unwrap_or(d.timeout_ms),
            memory_bytes: l.memory_mib.map_or(d.memory_bytes, |m| m.saturating_mul(1 << 20)),
            code_bytes: l.code_bytes.unwrap_or(d.code_bytes),
            stack_frames: l.stack_frames.unwrap_or(d.stack_frames),
            output_bytes: l.output_bytes.unwrap_or(d.output_bytes),
            ticks: l.ticks.or(d.ticks),
        }
    }

    /// Reads a policy file in TOML.
    ///
    /// Keys: `extends` (`"default"` or `"extended"`), `allow` and `forbid` (lists of global names), `constructor_access`
    /// (`"deny"` or `"allow"`), `deterministic` (`seed`, `epoch_ms`), and `limits` (`timeout_ms`, `memory_mib`, `code_bytes`,
    /// `stack_frames`, `output_bytes`, `ticks`).
    ///
    /// # Errors
    /// [`PolicyError`] says what is wrong: broken TOML, an unknown key (with the nearest one), a name that cannot be offered.
    pub fn from_toml(text: &str) -> Result<Self, PolicyError> {
        file::policy(&file::toml(text)?)
    }

    /// Reads a policy file in JSON, with the keys of [`Policy::from_toml`].
    ///
    /// # Errors
    /// As [`Policy::from_toml`]; a key that is there twice is an error in both forms.
    pub fn from_json(text: &str) -> Result<Self, PolicyError> {
        file::policy(&file::json(text)?)
    }

    /// Takes a global away. A name that the policy does not offer stays away.
    ///
    /// # Errors
    /// [`PolicyError`] when the name is no intrinsic, or one that ECMA-262 fixes on the global object (19.1): `Infinity`, `NaN`,
    /// `undefined`.
    pub fn forbid(&mut self, name: &str) -> Result<(), PolicyError> {
        if FIXED_GLOBALS.contains(&name) {
            return Err(fixed_global(name));
        }
        if !self.globals.remove(name) && forbidden(name).is_none() && !EXTENDED_GLOBALS.contains(&name) {
            return Err(unknown_global("forbid", name));
        }
        Ok(())
    }

    /// Whether every limit lies in its range, by the names of the policy file.
    fn check_limits(&self) -> Result<(), PolicyError> {
        self.limits().validate().map_err(|error| PolicyError::new(error.in_mebibytes().to_string()))
    }

    /// Adds a global.
    ///
    /// # Errors
    /// [`PolicyError`] when the name is forbidden for every policy or is no intrinsic that can be offered.
    pub fn allow(&mut self, name: &str) -> Result<(), PolicyError> {
        if let Some(row) = forbidden(name) {
            return Err(PolicyError::new(format!(
                "`{name}` cannot be allowed by any policy, because it {}",
                row.reason
            )));
        }
        if !DEFAULT_GLOBALS.contains(&name) && !EXTENDED_GLOBALS.contains(&name) {
            return Err(unknown_global("allow", name));
        }
        self.globals.insert(name.to_owned());
        Ok(())
    }
}

fn fixed_global(name: &str) -> PolicyError {
    PolicyError::new(format!("`{name}` is fixed on the global object of every realm: no policy can take it away"))
}

fn unknown_global(key: &str, name: &str) -> PolicyError {
    let hint = match nearest(name, DEFAULT_GLOBALS.iter().chain(EXTENDED_GLOBALS).copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "it must be an intrinsic of the language that `extended` offers".to_owned(),
    };
    PolicyError::new(format!("`{key}` names `{name}`, which cannot be offered: {hint}"))
}

/// Why a policy cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError {
    message: String,
}

impl PolicyError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PolicyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_in_both_forms() {
        let toml = Policy::from_toml("extends = 'extended'\nconstructor_access = 'allow'\n[limits]\nmemory_mib = 8\n")
            .unwrap();
        let json = r#"{"extends":"extended","constructor_access":"allow","limits":{"memory_mib":8}}"#;
        assert_eq!(toml, Policy::from_json(json).unwrap());
        assert_eq!(toml.limits().memory_bytes, 8 << 20);
    }

    #[test]
    fn a_deserialised_policy_is_checked_like_a_file() {
        let honest = serde_json::to_value(Policy::extended()).unwrap();
        assert_eq!(serde_json::from_value::<Policy>(honest.clone()).unwrap(), Policy::extended());
        let mut offers_eval = honest.clone();
        offers_eval["globals"] = serde_json::json!(["Math", "eval"]);
        assert!(serde_json::from_value::<Policy>(offers_eval).is_err());
        let mut without = honest.clone();
        without["globals"] = serde_json::json!(["Math"]);
        assert!(serde_json::from_value::<Policy>(without).is_err());
        let mut endless = honest;
        endless["limits"]["timeout_ms"] = serde_json::json!(u64::MAX);
        assert!(serde_json::from_value::<Policy>(endless).is_err());
    }

    #[test]
    fn keys_stand_once() {
        for text in [r#"{"forbid":["Date"],"forbid":[]}"#, r#"{"limits":{"ticks":1,"ticks":2}}"#] {
            let error = Policy::from_json(text).unwrap_err().to_string();
            assert!(error.contains("stands there twice"), "{error}");
        }
    }

    #[test]
    fn every_name_but_the_fixed_ones_can_be_forbidden() {
        for name in DEFAULT_GLOBALS.iter().chain(EXTENDED_GLOBALS) {
            let mut policy = Policy::extended();
            let fixed = FIXED_GLOBALS.contains(name);
            assert_eq!(policy.forbid(name).is_err(), fixed, "{name}");
            assert_eq!(policy.offers(name), fixed, "{name}");
            assert_eq!(Policy::default().forbid(name).is_err(), fixed, "{name}");
        }
        assert!(Policy::default().forbid("eval").is_ok());
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("alow = []", "unknown key `alow`: did you mean `allow`?"),
            ("[limits]\ntimeout = 1", "unknown key `limits.timeout`: did you mean `limits.timeout_ms`?"),
            (
                "allow = ['eval']",
                "`eval` cannot be allowed by any policy, because it compiles a string to code that was never analysed",
            ),
            ("allow = ['Sybmol']", "`allow` names `Sybmol`, which cannot be offered: did you mean `Symbol`?"),
            ("extends = 'all'", "`extends` is \"all\", but it must be \"default\" or \"extended\""),
            ("[limits]\ntimeout_ms = 0", "timeout_ms is 0, but it must be between 1 and 3600000"),
            ("[limits]\nmemory_mib = 18446744073709551615", "not valid TOML"),
            ("allow = 3", "`allow` must be a list of names"),
            ("forbid = ['NaN']", "`NaN` is fixed on the global object of every realm: no policy can take it away"),
            ("forbid = ['Dat']", "`forbid` names `Dat`, which cannot be offered: did you mean `Date`?"),
            ("allow = ['Symbol']\nforbid = ['Symbol']", "`Symbol` stands in both `allow` and `forbid`"),
            ("[limits]\ntimeout_ms = '5'", "`limits.timeout_ms` is \"5\", but it must be a whole number"),
            ("[limits]\nstack_frames = 4294967296", "stack_frames is 4294967296, but it must be between 1 and 10000"),
            ("[limits]\nmemory_mib = 0", "memory_mib is 0, but it must be between 1 and 4096"),
            (
                "deterministic = { seed = -1, epoch_ms = 0 }",
                "`deterministic.seed` is -1, but it must be a whole number",
            ),
            ("deterministic = { seed = 1 }", "`deterministic` needs `epoch_ms`"),
        ];
        for (text, message) in cases {
            let error = Policy::from_toml(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
