//! Statements.

use super::scope::Holds;
use super::words::SEAM_KEYS;
use super::{Aim, Generator};

impl Generator<'_> {
    /// One statement, with what ends it.
    pub(super) fn statement(&mut self, depth: u32) -> String {
        if !self.spend(depth) {
            return format!("{};", self.expression_statement(0));
        }
        let d = depth - 1;
        match self.pick.weighted(&[8, 8, 5, 3, 4, 5, 3, 2, 3, 2, 3, 1, 2]) {
            0 => format!("{};", self.expression_statement(depth)),
            1 => self.declaration(depth),
            2 => self.function_declaration(d),
            3 => self.class_declaration(d),
            4 => self.conditional(d),
            5 => self.bounded_loop(d),
            6 => self.try_statement(d),
            7 => self.switch(d),
            8 => self.labelled(d),
            9 => self.block(d),
            10 => self.jump(d),
            11 => self.pick.one(&[";", "debugger;", "if (0);", "{}", "l: ;"]).to_owned(),
            _ if self.aim == Aim::Reach => format!("{};", self.attempt(d)),
            _ => self.annex_b(d),
        }
    }

    /// An expression that does not begin like a declaration or a block.
    fn expression_statement(&mut self, d: u32) -> String {
        let text = self.expression(d);
        let first = text.trim_start();
        let ambiguous = ["{", "function", "class", "let", "async"].iter().any(|word| first.starts_with(word));
        if ambiguous { format!("({text})") } else { text }
    }

    fn declaration(&mut self, d: u32) -> String {
        match self.pick.below(6) {
            0 => {
                let name = self.scopes.fresh("k");
                let key = self.pick.one(SEAM_KEYS);
                let spelled = if self.aim == Aim::Reach { self.key_spelling(key) } else { "'a'".to_owned() };
                self.scopes.bind(&name, Holds::Text, true);
                format!("const {name} = {spelled};")
            }
            1 => {
                let name = self.scopes.fresh("n");
                self.scopes.bind(&name, Holds::Number, false);
                format!("let {name} = {};", self.pick.one(&["0", "1", "7", "-3", "0.1", "1e9"]))
            }
            2 => {
                let (name, arrow) = (self.scopes.fresh("f"), self.arrow(d));
                self.scopes.bind(&name, Holds::Function, true);
                format!("const {name} = {arrow};")
            }
            _ => {
                let kind = self.pick.one(&["var", "let", "const"]);
                // Outside a function a top-level `var` may well name what the global has: `binding_name` avoids that.
                let value = if self.pick.chance(1, 2) { self.expression(d) } else { self.operand(d) };
                let pattern = self.pattern(d.min(2), Holds::Value, kind == "const", false);
                let value = if pattern.starts_with('[') { self.array(d) } else { value };
                format!("{kind} {pattern} = {value};")
            }
        }
    }

    fn function_declaration(&mut self, d: u32) -> String {
        let name = self.scopes.fresh("f");
        let generator = self.pick.chance(1, 4);
        let text = self.function_text(&name, generator, d);
        self.scopes.bind(&name, Holds::Function, false);
        text
    }

    fn class_declaration(&mut self, d: u32) -> String {
        let name = self.scopes.fresh("C");
        let text = self.class_text(&name, d);
        self.scopes.bind(&name, Holds::Class, true);
        text
    }

    fn conditional(&mut self, d: u32) -> String {
        let test = self.expression(d);
        let then = self.block(d);
        match self.pick.below(3) {
            0 => format!("if ({test}) {then}"),
            1 => format!("if ({test}) {then} else {}", self.block(d)),
            _ => format!("if ({test}) {then} else if ({}) {}", self.expression(d), self.block(d)),
        }
    }

    /// Statements in braces with a scope of their own.
    pub(super) fn block(&mut self, d: u32) -> String {
        self.scopes.enter();
        let inner: Vec<_> = (0..self.pick.below(3)).map(|_| self.statement(d)).collect();
        self.scopes.leave();
        format!("{{ {} }}", inner.join(" "))
    }

    /// A loop that ends after a few turns unless its body tampers with the counter.
    fn bounded_loop(&mut self, d: u32) -> String {
        let counter = self.scopes.fresh("i");
        let turns = self.pick.one(&["3", "1", "0", "10"]);
        let head = match self.pick.below(8) {
            0 => format!("for (let {counter} = 0; {counter} < {turns}; {counter}++)"),
            1 => format!("for (var {counter} = {turns}; {counter}-- > 0;)"),
            2 => format!("for (const {counter} of {})", self.array(d)),
            3 => format!("for (const {counter} in {})", self.operand(d)),
            4 => format!("for (let [{counter}, j = {counter}] of Object.entries({}))", self.operand(d)),
            5 => format!("for (var {counter} of 'ab')"),
            6 => {
                let body = self.loop_body(&counter, d);
                return format!("var {counter} = {turns}; do {body} while ({counter}-- > 0);");
            }
            _ => {
                let body = self.loop_body(&counter, d);
                return format!("let {counter} = {turns}; while ({counter}--) {body}");
            }
        };
        format!("{head} {}", self.loop_body(&counter, d))
    }

    fn loop_body(&mut self, counter: &str, d: u32) -> String {
        let was = std::mem::replace(&mut self.place.in_loop, true);
        self.scopes.enter();
        // The body may read the counter, not set it.
        self.scopes.bind(counter, Holds::Number, true);
        let body = self.block(d);
        self.scopes.leave();
        self.place.in_loop = was;
        body
    }

    fn try_statement(&mut self, d: u32) -> String {
        let body = self.block(d);
        let finally = format!("finally {}", self.block(d));
        let catch = self.pick.below(4);
        if catch == 0 {
            return format!("try {body} {finally}");
        }
        self.scopes.enter();
        let parameter = match catch {
            1 => String::new(),
            2 => "({ message = 0 })".to_owned(),
            _ => {
                let name = self.scopes.fresh("e");
                self.scopes.bind(&name, Holds::Value, false);
                format!("({name})")
            }
        };
        let handler = self.block(d);
        self.scopes.leave();
        let finally = if self.pick.chance(1, 2) { finally } else { String::new() };
        format!("try {body} catch {parameter} {handler} {finally}")
    }

    fn switch(&mut self, d: u32) -> String {
        let on = self.expression(d);
        let was = std::mem::replace(&mut self.place.in_switch, true);
        self.scopes.enter();
        let mut cases: Vec<_> = (0..self.pick.below(3))
            .map(|_| {
                let test = self.expression(d.min(1));
                let end = self.pick.one(&["break;", "", "break;"]);
                format!("case {test}: {} {end}", self.statement(d))
            })
            .collect();
        let at = self.pick.below(cases.len() + 1);
        cases.insert(at, format!("default: {}", self.statement(d)));
        self.scopes.leave();
        self.place.in_switch = was;
        format!("switch ({on}) {{ {} }}", cases.join(" "))
    }

    fn labelled(&mut self, d: u32) -> String {
        let label = self.scopes.fresh("l");
        let is_loop = self.pick.chance(1, 2);
        self.place.labels.push((label.clone(), is_loop));
        let body = if is_loop {
            let counter = self.scopes.fresh("i");
            format!("for (let {counter} = 0; {counter} < 3; {counter}++) {}", self.loop_body(&counter, d))
        } else {
            self.block(d)
        };
        self.place.labels.pop();
        format!("{label}: {body}")
    }

    /// `break`, `continue`, `return` or `throw`, whichever the place allows.
    fn jump(&mut self, d: u32) -> String {
        let guard = if self.pick.chance(1, 2) { format!("if ({}) ", self.expression(d.min(1))) } else { String::new() };
        let jump = match self.pick.below(5) {
            0 if !self.place.labels.is_empty() => {
                let (label, is_loop) = self.place.labels[self.pick.below(self.place.labels.len())].clone();
                // `continue` to a loop's label must come from inside that loop; the label is in sight only there.
                format!("{} {label};", if is_loop && self.pick.chance(1, 2) { "continue" } else { "break" })
            }
            1 if self.place.in_loop => "continue;".to_owned(),
            2 if self.place.in_loop || self.place.in_switch => "break;".to_owned(),
            3 if self.place.function => format!("return {};", self.expression(d)),
            _ if self.pick.chance(1, 3) => format!("throw {};", self.expression(d)),
            _ => return format!("{};", self.expression_statement(d)),
        };
        format!("{guard}{jump}")
    }

    /// Forms that only sloppy code has.
    fn annex_b(&mut self, d: u32) -> String {
        if self.place.strict {
            return ";".to_owned();
        }
        let name = self.scopes.fresh("b");
        let text = match self.pick.below(5) {
            0 => format!("{{ function {name}() {{ return {} }} }}", self.expression(0)),
            1 => format!("if ({}) function {name}() {{ }}", self.expression(d.min(1))),
            2 => format!("{name}: function {name}_() {{ }} var {name} = {name}_;"),
            3 => format!("try {{ throw 1 }} catch ({name}) {{ var {name} = 2; }}"),
            _ => format!("var {name} = 1\n{name}\n++\n{name}"),
        };
        self.scopes.bind(&name, Holds::Value, false);
        text
    }
}
