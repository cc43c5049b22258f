//! Any policy file: an error, or a policy that still excludes what every policy excludes.

use std::cell::RefCell;
use std::collections::HashSet;

use mikoshi_analyzer::{Program, analyze};
use mikoshi_runtime::{Entropy, Realm};
use mikoshi_types::names::{DEFAULT_GLOBALS, EXTENDED_GLOBALS, FORBIDDEN};
use mikoshi_types::{Limits, Policy, Status};

use super::engine_panic::contained;
use super::{Checked, Fault, Seen};
use crate::generate::policy_text;

const ORACLE: &str = "policy";

/// Programs that no policy lets through.
const NEVER: &[&str] = &[
    "eval('1')",
    "Function('return 1')()",
    "new Function('return 1')",
    "process.exit(0)",
    "require('fs')",
    "import('fs')",
    "globalThis.x",
    "setTimeout(() => 0)",
    "fetch('x')",
    "({}).__proto__",
    "with (Math) { max(1) }",
];

/// Reads `bytes` as a policy: an odd first byte says that the rest is text of its own, an even one that it is decisions
/// for the generator.
///
/// # Errors
/// The hole in the policy that came of it.
pub fn policy(bytes: &[u8]) -> Checked {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    if first % 2 == 0 {
        let (text, json) = policy_text(rest);
        return read(&text, json);
    }
    let text = String::from_utf8_lossy(rest);
    let toml = read(&text, false)?;
    let json = read(&text, true)?;
    Ok(if toml == Seen::Malformed { json } else { toml })
}

fn read(text: &str, json: bool) -> Checked {
    let made = if json { Policy::from_json(text) } else { Policy::from_toml(text) };
    let seen = match &made {
        Ok(policy) => {
            sound(policy).map_err(|what| Fault::new(ORACLE, what, text))?;
            Seen::Taken(None)
        }
        Err(error) if error.to_string().is_empty() => {
            return Err(Fault::new(ORACLE, "an error that says nothing", text));
        }
        Err(error) if error.to_string().starts_with("not valid") => Seen::Malformed,
        Err(_) => Seen::Refused,
    };
    // The form that policies take between processes is a way in as well.
    if let Ok(policy) = serde_json::from_str::<Policy>(text) {
        sound(&policy).map_err(|what| Fault::new(ORACLE, format!("deserialised: {what}"), text))?;
    }
    Ok(seen)
}

/// Whether a policy excludes the forbidden core and stays finite.
fn sound(policy: &Policy) -> Result<(), String> {
    if let Some(row) = FORBIDDEN.iter().find(|row| policy.offers(row.name)) {
        return Err(format!("the policy offers `{}`", row.name));
    }
    let known = |name: &&str| DEFAULT_GLOBALS.contains(name) || EXTENDED_GLOBALS.contains(name);
    if let Some(name) = policy.globals().find(|name| !known(name)) {
        return Err(format!("the policy offers `{name}`, which is no intrinsic"));
    }
    policy.limits().validate().map_err(|error| format!("the policy has a limit out of range: {error}"))?;
    let limits = Limits::default();
    world(policy, &limits)?;
    match NEVER.iter().find(|program| analyze(program, policy, &limits).is_ok()) {
        Some(program) => Err(format!("the policy lets `{program}` through")),
        None => Ok(()),
    }
}

thread_local! {
    /// The sets of names that a realm was built for: it takes a hundred times as long as all else here.
    static BUILT: RefCell<HashSet<Vec<String>>> = RefCell::default();
}

/// Whether a realm can be built of the policy: every program would be `CRASHED` else.
fn world(policy: &Policy, limits: &Limits) -> Result<(), String> {
    let names = policy.globals().map(str::to_owned).collect();
    if !BUILT.with_borrow_mut(|built| built.insert(names)) {
        return Ok(());
    }
    let verdict = contained(|| {
        let program = Program::unwoven("true");
        Realm::new(policy).run(&program, limits, Entropy::default(), None)
    })?;
    match verdict.status {
        Status::Passed => Ok(()),
        status => Err(format!("`true` is {status} under the policy: {:?}", verdict.error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::noise;

    #[test]
    fn generated_policies_are_read_or_refused_and_sound() {
        let mut taken = 0;
        for seed in 0..600 {
            taken += usize::from(policy(&noise(seed, 128)).unwrap() == Seen::Taken(None));
        }
        assert!(taken > 30, "only {taken} policies were taken");
    }

    #[test]
    fn a_policy_in_its_own_form_is_judged_too() {
        let mut form = serde_json::to_value(Policy::default()).unwrap();
        form["globals"] = serde_json::json!(["eval"]);
        assert!(serde_json::from_value::<Policy>(form).is_err());
    }
}
