//! Functions, classes and the patterns of their parameters.

use super::Generator;
use super::scope::{Holds, Place};
use super::words::SEAM_NAMES;

impl Generator<'_> {
    /// Runs `body` in a scope of its own at `place`, and comes back.
    pub(super) fn within<T>(&mut self, place: Place, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.place, place);
        self.scopes.enter();
        let made = body(self);
        self.scopes.leave();
        self.place = outer;
        made
    }

    pub(super) fn arrow(&mut self, d: u32) -> String {
        let place = self.place.inside_arrow();
        self.within(place, |g| {
            let parameters = g.parameters(d);
            match g.pick.below(4) {
                0 => format!("({parameters}) => ({})", g.object(d)),
                1 => format!("({parameters}) => {}", g.body(d)),
                _ => format!("({parameters}) => {}", g.operand(d)),
            }
        })
    }

    /// A function expression, called on the spot every other time.
    pub(super) fn function_expression(&mut self, d: u32) -> String {
        let name = if self.pick.chance(1, 3) { self.scopes.fresh("f") } else { String::new() };
        let generator = self.pick.chance(1, 4);
        let text = self.function_text(&name, generator, d);
        match (self.pick.chance(1, 2), generator) {
            (true, true) => format!("[...({text})()]"),
            (true, false) => format!("({text})({})", self.expression(d)),
            (false, _) => text,
        }
    }

    pub(super) fn function_text(&mut self, name: &str, generator: bool, d: u32) -> String {
        let place = self.place.inside_function(generator, false);
        let star = if generator { "*" } else { "" };
        self.within(place, |g| {
            if !name.is_empty() {
                g.scopes.bind(name, Holds::Value, true);
            }
            g.place.generator = false;
            let parameters = g.parameters(d);
            g.place.generator = generator;
            format!("function{star} {name}({parameters}) {}", g.body(d))
        })
    }

    /// The body of a method with these parameters, braces included.
    pub(super) fn method_body(&mut self, parameters: &[&str], generator: bool, d: u32) -> String {
        let place = self.place.inside_function(generator, true);
        self.within(place, |g| {
            for parameter in parameters {
                g.scopes.bind(parameter, Holds::Value, false);
            }
            g.body(d)
        })
    }

    fn body(&mut self, d: u32) -> String {
        let mut text = String::from("{ ");
        for _ in 0..self.pick.below(3) {
            text.push_str(&self.statement(d));
            text.push(' ');
        }
        text.push_str(&format!("return {} }}", self.expression(d)));
        text
    }

    fn parameters(&mut self, d: u32) -> String {
        let count = self.pick.below(4);
        let mut list: Vec<_> = (0..count).map(|_| self.pattern(d, Holds::Value, false, true)).collect();
        if self.pick.chance(1, 8) {
            let rest = self.scopes.fresh("r");
            self.scopes.bind(&rest, Holds::Value, false);
            list.push(format!("...{rest}"));
        }
        list.join(", ")
    }

    /// A binding pattern. Only a destructuring one needs an initialiser, and with `default` brings it along.
    pub(super) fn pattern(&mut self, d: u32, holds: Holds, constant: bool, default: bool) -> String {
        if d == 0 || self.pick.chance(2, 3) {
            let name = self.binding_name();
            let initial = if default && self.pick.chance(1, 4) {
                format!(" = {}", self.expression(d.min(2)))
            } else {
                String::new()
            };
            self.scopes.bind(&name, holds, constant);
            return format!("{name}{initial}");
        }
        let d = d - 1;
        if self.pick.chance(1, 2) {
            let (first, rest) = (self.pattern(d, Holds::Value, constant, true), self.scopes.fresh("r"));
            self.scopes.bind(&rest, Holds::Value, constant);
            let initial = if default { format!(" = {}", self.array(d)) } else { String::new() };
            return format!("[{first}, , ...{rest}]{initial}");
        }
        let key = self.property_key(d);
        let value = self.pattern(d, Holds::Value, constant, true);
        let name = self.scopes.fresh("p");
        let shorthand = format!("{name} = {}", self.expression(d.min(1)));
        self.scopes.bind(&name, Holds::Value, constant);
        let initial = if default { format!(" = ({})", self.object(d)) } else { String::new() };
        format!("{{ {key}: {value}, {shorthand} }}{initial}")
    }

    /// A fresh name most of the time, else one that is a keyword elsewhere.
    pub(super) fn binding_name(&mut self) -> String {
        if !self.pick.chance(1, 6) {
            return self.scopes.fresh("v");
        }
        let name = self.pick.one(SEAM_NAMES);
        let reserved = matches!(name, "let" | "static" | "yield" | "await" | "undefined");
        // The program must be able to use what it shadows, and must not declare a name twice.
        if reserved || self.scopes.is_bound(name) || name.chars().next().is_some_and(char::is_uppercase) {
            return self.scopes.fresh("v");
        }
        name.to_owned()
    }

    /// A class; `name` may be empty. Class code is strict.
    pub(super) fn class_text(&mut self, name: &str, d: u32) -> String {
        let heritage = if self.pick.chance(1, 3) { format!(" extends {}", self.heritage(d)) } else { String::new() };
        let mut place = self.place.clone();
        place.strict = true;
        place.generator = false;
        place.privates.push(self.scopes.fresh("#p"));
        let private = place.privates.last().cloned().unwrap_or_default();
        self.within(place, |g| {
            let mut members = vec![format!("{} = {};", private, g.field_value(d))];
            for _ in 0..g.pick.below(5) {
                members.push(g.member_text(d));
            }
            if g.pick.chance(1, 3) {
                let call = if heritage.is_empty() { "" } else { "super(...a); " };
                let place = g.place.inside_function(false, true);
                let first = g.within(place, |g| g.statement(d));
                members.push(format!("constructor(...a) {{ {call}{first} }}"));
            }
            format!("class {name}{heritage} {{ {} }}", members.join(" "))
        })
    }

    fn heritage(&mut self, d: u32) -> String {
        match self.pick.below(4) {
            0 => "null".to_owned(),
            1 => self.pick.one(&["Array", "Map", "Object", "RegExp", "String"]).to_owned(),
            2 => self.scopes.holding(&mut self.pick, Holds::Class).unwrap_or_else(|| "Set".to_owned()),
            _ => self.primary(d),
        }
    }

    /// A field's initialiser: a place where `arguments` and `yield` are not allowed.
    fn field_value(&mut self, d: u32) -> String {
        let mut place = self.place.clone();
        (place.function, place.own_arguments, place.method) = (false, false, true);
        self.within(place, |g| g.expression(d))
    }

    fn member_text(&mut self, d: u32) -> String {
        let key = self.property_key(d.min(1));
        // A class may have one method called `constructor`, and no static one called `prototype`.
        let key = if key.contains("constructor") || key.contains("prototype") { "m".to_owned() } else { key };
        let prefix = self.pick.one(&["", "", "static "]);
        match self.pick.below(7) {
            0 => format!("{prefix}{key}(a) {}", self.method_body(&["a"], false, d)),
            1 => format!("{prefix}get {key}() {}", self.method_body(&[], false, d)),
            2 => format!("{prefix}*{key}() {}", self.method_body(&[], true, d)),
            3 => {
                let place =
                    Place { strict: true, method: true, privates: self.place.privates.clone(), ..Place::default() };
                format!("static {{ {} }}", self.within(place, |g| g.statement(d)))
            }
            4 => {
                let name = self.scopes.fresh("#m");
                self.place.privates.push(name.clone());
                format!("{prefix}{name}() {}", self.method_body(&[], false, d))
            }
            5 => format!("{prefix}set {key}(v) {}", self.method_body(&["v"], false, d)),
            _ => format!("{prefix}{key} = {};", self.field_value(d)),
        }
    }
}
