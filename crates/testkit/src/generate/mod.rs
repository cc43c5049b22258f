//! Makes inputs: programs, mutations of programs, policies, frames. A generator makes a case; an oracle
//! ([`crate::oracle`]) decides whether it is a fault; a fuzz target only joins the two.

mod bomb;
mod choice;
mod expr;
mod frame;
mod function;
mod mutate;
mod policy;
mod reach;
mod scope;
mod stmt;
mod words;

pub use bomb::{Bomb, bomb};
pub use choice::{Choice, noise};
pub use frame::hostile_stream;
pub use mutate::{cross, mutate, parses, reduce};
pub use policy::policy_text;

use scope::{Place, Scopes};

/// What generated programs are after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// The corners of the language, for checks that hold for any program.
    Language,
    /// What must be out of reach.
    Reach,
    /// Results that two engines must agree on: nothing random, no clock, no text that engines word differently.
    Compare,
}

/// How many syntax nodes a program has at most.
const NODES: usize = 160;

/// Writes one program: mostly valid, scope-aware, with bounded loops.
///
/// The same bytes give the same program. Without bytes it is a short one.
#[must_use]
pub fn program(bytes: &[u8], aim: Aim) -> String {
    let mut pick = Choice::new(bytes);
    let extended = aim == Aim::Reach && pick.chance(1, 3);
    let nodes = 8 + pick.below(NODES);
    Generator::new(pick, aim, extended, nodes).script()
}

/// Writes one statement or one expression, to be spliced into another program.
#[must_use]
pub fn fragment(bytes: &[u8], aim: Aim, statement: bool) -> String {
    let mut generator = Generator::new(Choice::new(bytes), aim, aim == Aim::Reach, 24);
    generator.scopes.enter();
    if statement { generator.statement(2) } else { generator.expression(2) }
}

/// A program in the making.
struct Generator<'a> {
    pick: Choice<'a>,
    aim: Aim,
    extended: bool,
    scopes: Scopes,
    place: Place,
    /// Nodes that may still be written; without any, only leaves are.
    nodes: usize,
}

impl<'a> Generator<'a> {
    fn new(pick: Choice<'a>, aim: Aim, extended: bool, nodes: usize) -> Self {
        Self { pick, aim, extended, scopes: Scopes::default(), place: Place::default(), nodes }
    }

    fn script(mut self) -> String {
        self.scopes.enter();
        let mut text = String::new();
        if self.pick.chance(1, 8) {
            text.push_str("'use strict';\n");
            self.place.strict = true;
        }
        for _ in 0..=self.pick.below(9) {
            text.push_str(&self.statement(4));
            text.push('\n');
        }
        text.push_str(&self.verdict());
        text
    }

    /// The last statement: most often something that can be `true`.
    fn verdict(&mut self) -> String {
        match self.pick.below(8) {
            0 => format!("{} === {};", self.operand(2), self.operand(1)),
            1 => format!("typeof {} === '{}';", self.operand(2), self.pick.one(&["function", "object", "string"])),
            2 => format!("{};", self.expression(3)),
            3 => format!("JSON.stringify({}) === '{}';", self.operand(3), self.pick.one(&["1", "[]", "{}", "[1]"])),
            4 => format!("!!{};", self.operand(3)),
            5 => self.statement(3),
            6 => format!("String({}).length > {};", self.operand(3), self.pick.below(20)),
            _ => format!("({}) === true", self.expression(3)),
        }
    }

    /// Accounts for one node; false when only leaves may follow.
    fn spend(&mut self, depth: u32) -> bool {
        if depth == 0 || self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_programs_parse() {
        for aim in [Aim::Language, Aim::Reach, Aim::Compare] {
            let programs: Vec<_> = (0..300).map(|seed| program(&noise(seed, 3000), aim)).collect();
            let valid = programs.iter().filter(|text| parses(text)).count();
            if std::env::var_os("SHOW").is_some() {
                programs.iter().filter(|text| !parses(text)).for_each(|text| println!("{text}\n------"));
            }
            let longest = programs.iter().map(String::len).max();
            println!("{aim:?}: {valid} of {} parse, the longest has {longest:?} bytes", programs.len());
            assert!(valid * 10 >= programs.len() * 9, "{aim:?}: {valid} of {}", programs.len());
            assert!(longest < Some(64 << 10));
        }
    }

    #[test]
    fn without_bytes_a_program_is_short() {
        let text = program(&[], Aim::Language);
        assert!(text.len() < 40 && parses(&text), "{text}");
    }

    #[test]
    fn bombs_parse() {
        for seed in 0..500 {
            let bomb = bomb(&noise(seed, 32));
            assert!(parses(&bomb.source), "{}", bomb.source);
        }
    }
}
