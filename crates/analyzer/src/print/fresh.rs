//! Names that occur nowhere in the program.

use swc_atoms::Atom;
use swc_ecma_ast::{Ident, IdentName, PrivateName, Script};
use swc_ecma_visit::{Visit, VisitWith};

use crate::Program;
use crate::parse::holds;

/// The names woven into one program.
pub(super) struct Names {
    pub(super) prefix: String,
    /// The safepoint function.
    pub(super) tick: Atom,
    /// The safepoint function where a function that may have no safepoint is entered next.
    pub(super) enter: Atom,
    /// The function that computes powers.
    pub(super) power: Atom,
    /// How many turns a function's loops may take before they tick again.
    pub(super) turns: Atom,
    /// The number of turns at which they do.
    pub(super) last: Atom,
    /// The value of a loop's own variable at which it ticks.
    pub(super) mark: Atom,
}

impl Names {
    /// Picks a prefix that no identifier of the program begins with.
    pub(super) fn for_program(script: &Script, source: &str) -> Self {
        let mut prefix = Program::PREFIX.to_owned();
        // An identifier can only begin with the prefix if the text spells it, or spells something with an escape.
        if holds(source, "$mk") || holds(source, "\\u") {
            let mut taken = Taken::default();
            script.visit_with(&mut taken);
            let mut number = 0_u32;
            while taken.names.iter().any(|name| name.starts_with(&prefix)) {
                number += 1;
                prefix = format!("$mk{number}_");
            }
        }
        let name = |suffix: &str| Atom::from(format!("{prefix}{suffix}"));
        Self {
            tick: name(Program::TICK),
            enter: name(Program::ENTER),
            power: name(Program::POWER),
            turns: name(Program::TURNS),
            last: name(Program::LAST),
            mark: name(Program::MARK),
            prefix,
        }
    }

    pub(super) fn with(&self, suffix: &str) -> Atom {
        Atom::from(format!("{}{suffix}", self.prefix))
    }
}

/// Every name of the program that begins like a woven one could.
#[derive(Default)]
struct Taken {
    names: Vec<Atom>,
}

impl Taken {
    fn add(&mut self, name: &Atom) {
        if name.starts_with("$mk") && !self.names.contains(name) {
            self.names.push(name.clone());
        }
    }
}

impl Visit for Taken {
    fn visit_ident(&mut self, node: &Ident) {
        self.add(&node.sym);
    }

    fn visit_ident_name(&mut self, node: &IdentName) {
        self.add(&node.sym);
    }

    fn visit_private_name(&mut self, node: &PrivateName) {
        self.add(&node.name);
    }
}
