//! The audit: what a script can reach from inside equals the table, in both directions, for both policies.

use std::collections::{BTreeMap, BTreeSet};

use mikoshi_analyzer::Program;
use mikoshi_types::{Limits, Policy, Status};

use super::{IRREMOVABLE, Offered, TABLE};
use crate::{Entropy, Realm};

fn audit(policy: &Policy) -> Vec<String> {
    crate::syntax::WAIVED.set(true);
    let mut limits = Limits::DEFAULT;
    limits.output_bytes = 1 << 20;
    let verdict =
        Realm::new(policy).run(&Program::unwoven(include_str!("audit.js")), &limits, Entropy::default(), None);
    assert_eq!(verdict.status, Status::Failed, "{:?}", verdict.error);
    serde_json::from_value(verdict.output.unwrap()).unwrap()
}

fn compare(policy: &Policy) -> (usize, usize) {
    let table: BTreeMap<&str, BTreeSet<&str>> =
        TABLE.iter().map(|&(name, _, keys)| (name, keys.split_ascii_whitespace().collect())).collect();
    let mut faults = Vec::new();
    let mut reached = BTreeSet::new();
    let mut globals = BTreeSet::new();
    let (mut objects, mut properties) = (0, 0);
    let lines = audit(policy);
    for line in &lines {
        if let Some(global) = line.strip_prefix("global ") {
            globals.insert(global.to_owned());
            continue;
        }
        let (name, rest) = line.split_once(" = ").unwrap();
        let (kind, keys) = rest.split_once(' ').unwrap();
        let keys: BTreeSet<&str> = keys.split_ascii_whitespace().collect();
        let made = name.starts_with("made: ");
        objects += 1;
        properties += keys.len();
        if let Some(permitted) = table.get(name) {
            reached.insert(name.to_owned());
            let irremovable: BTreeSet<&str> =
                IRREMOVABLE.iter().filter_map(|(path, _)| path.strip_prefix(name)?.strip_prefix('.')).collect();
            for key in keys.difference(permitted).filter(|k| !irremovable.contains(*k)) {
                faults.push(format!("{name} has {key}, which the table does not permit"));
            }
            for key in permitted.difference(&keys) {
                faults.push(format!("{name} lacks {key}, which the table promises"));
            }
        } else if made {
            for key in ["caller", "arguments", "__proto__"].into_iter().filter(|k| keys.contains(k)) {
                faults.push(format!("{name} has its own {key}"));
            }
        } else if kind != "function" || keys != BTreeSet::from(["length", "name"]) {
            faults.push(format!("{name}, {kind}, is not on the table and has {keys:?}"));
        }
    }
    let offered: BTreeSet<String> = policy.globals().map(str::to_owned).collect();
    if globals != offered {
        faults.push(format!("the global object has {globals:?}"));
    }
    for &(name, who, _) in TABLE {
        let root = name.split('.').next().unwrap();
        let typed = policy.offers("Int8Array");
        let expected = who != Offered || offered.contains(root) || (root.starts_with("%TypedArray") && typed);
        // Without the names of the other errors nothing makes one.
        let unreachable = name.starts_with("%AsyncFromSyncIterator")
            || ["AggregateError", "EvalError", "URIError"].contains(&root) && !offered.contains(root);
        if expected && !unreachable && !reached.contains(name) {
            faults.push(format!("{name} is on the table, but nothing leads to it"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    (objects, properties)
}

#[test]
fn what_scripts_reach_equals_the_table() {
    for (name, policy) in [("default", Policy::default()), ("extended", Policy::extended())] {
        let (objects, properties) = compare(&policy);
        println!("policy {name}: {objects} objects with {properties} properties reached");
    }
}

#[test]
fn the_table_names_nothing_twice() {
    let names: BTreeSet<&str> = TABLE.iter().map(|(name, _, _)| *name).collect();
    assert_eq!(names.len(), TABLE.len());
    for (name, _, keys) in TABLE {
        let list: Vec<&str> = keys.split_ascii_whitespace().collect();
        let set: BTreeSet<&str> = list.iter().copied().collect();
        assert_eq!(set.len(), list.len(), "{name} repeats a key");
    }
}
