//! Expressions.

use super::scope::Holds;
use super::words::{ASSIGN, BINARY, EXTENDED_FUNCTIONS, FUNCTIONS, LITERALS, METHODS, SEAM_KEYS, SEAM_NAMES, UNARY};
use super::{Aim, Generator};

impl Generator<'_> {
    /// An assignment expression.
    pub(super) fn expression(&mut self, depth: u32) -> String {
        if !self.spend(depth) {
            return self.leaf();
        }
        let d = depth - 1;
        match self.pick.weighted(&[4, 4, 6, 2, 3, 6, 6, 5, 3, 2, 2, 2]) {
            0 => self.leaf(),
            1 => self.primary(d),
            2 => self.binary(d),
            3 => format!("{} ? {} : {}", self.operand(d), self.expression(d), self.expression(d)),
            4 => self.unary(d),
            5 => self.method_call(d),
            6 => self.function_call(d),
            7 => self.arrow(d),
            8 => self.assignment(d),
            9 if self.place.generator => format!("(yield{} {})", self.pick.one(&["", "*"]), self.primary(d)),
            10 => self.binding_call(d),
            _ if self.aim == Aim::Reach => self.attempt(d),
            _ => self.template(d),
        }
    }

    /// An expression that can stand on either side of any operator.
    pub(super) fn operand(&mut self, depth: u32) -> String {
        if depth == 0 || self.nodes == 0 { self.parenthesised_leaf() } else { format!("({})", self.expression(depth)) }
    }

    /// An expression that can be called and have its properties read.
    pub(super) fn primary(&mut self, depth: u32) -> String {
        if !self.spend(depth) {
            return self.parenthesised_leaf();
        }
        let d = depth - 1;
        match self.pick.below(9) {
            0 => self.name(),
            1 => self.array(d),
            2 => format!("({})", self.object(d)),
            3 => format!("({})", self.function_expression(d)),
            4 => format!("({})", self.class_text("", d)),
            5 => self.member(d),
            6 if self.place.own_arguments => {
                self.pick.one(&["this", "arguments", "new.target", "arguments[0]"]).to_owned()
            }
            6 => "this".to_owned(),
            7 if self.place.method => format!("super.{}", self.plain_key()),
            _ => format!("({})", self.expression(d)),
        }
    }

    fn parenthesised_leaf(&mut self) -> String {
        format!("({})", self.leaf())
    }

    fn leaf(&mut self) -> String {
        if self.pick.chance(1, 3) { self.name() } else { self.literal().to_owned() }
    }

    /// A literal that is valid where the generator stands.
    pub(super) fn literal(&mut self) -> &'static str {
        let text = self.pick.one(LITERALS);
        let octal = matches!(text, "017" | "089" | "'\\101'");
        if octal && self.place.strict { "8" } else { text }
    }

    /// A name in sight, now and then one that nothing binds.
    pub(super) fn name(&mut self) -> String {
        if self.aim != Aim::Compare && self.pick.chance(1, 16) {
            return format!("typeof {}", self.pick.one(SEAM_NAMES));
        }
        self.scopes.any(&mut self.pick).unwrap_or_else(|| self.literal().to_owned())
    }

    fn binary(&mut self, d: u32) -> String {
        let operator = self.pick.one(BINARY);
        let (left, right) = (self.operand(d), self.operand(d));
        match operator {
            "," => format!("({left}, {right})"),
            "in" | "instanceof" => format!("({left} {operator} Object({right}))"),
            "**" => format!("({left}) ** {right}"),
            _ => format!("{left} {operator} {right}"),
        }
    }

    fn unary(&mut self, d: u32) -> String {
        let operator = self.pick.one(UNARY);
        if operator == "delete " {
            format!("delete {}", self.member(d))
        } else {
            format!("{operator}{}", self.operand(d))
        }
    }

    fn member(&mut self, d: u32) -> String {
        let of = self.primary(d);
        let dot = self.pick.one(&["", "", "", "?."]);
        match self.pick.below(5) {
            0 => format!("{of}{dot}[{}]", self.expression(d)),
            1 if self.aim == Aim::Reach => {
                let key = self.pick.one(SEAM_KEYS);
                format!("{of}{dot}[{}]", self.key_spelling(key))
            }
            2 if !self.place.privates.is_empty() => {
                let name = self.place.privates[self.pick.below(self.place.privates.len())].clone();
                format!("{of}.{name}")
            }
            _ => format!("{of}{}{}", if dot.is_empty() { "." } else { dot }, self.plain_key()),
        }
    }

    /// A property name that may follow a dot.
    pub(super) fn plain_key(&mut self) -> &'static str {
        let key = if self.pick.chance(1, 3) { self.pick.one(SEAM_KEYS) } else { self.pick.one(&["a", "b", "x", "k"]) };
        // Engines word these differently, or they end the program at once.
        let kept_out = self.aim != Aim::Reach && (key.starts_with("__") || matches!(key, "constructor" | "stack"));
        if kept_out { "length" } else { key }
    }

    fn assignment(&mut self, d: u32) -> String {
        if self.pick.chance(1, 6) {
            let target = self.member(d).replace("?.[", "[").replace("?.", ".");
            return format!("{target} {} {}", self.pick.one(ASSIGN), self.expression(d));
        }
        let Some(name) = self.scopes.assignable(&mut self.pick) else { return self.leaf() };
        match self.pick.below(5) {
            0 => format!("{name}{}", self.pick.one(&["++", "--"])),
            1 => format!("[{name} = {}] = {}", self.expression(d), self.array(d)),
            2 => format!("({{ a: {name}, ...{name} }} = {})", self.operand(d)),
            _ => format!("{name} {} {}", self.pick.one(ASSIGN), self.expression(d)),
        }
    }

    pub(super) fn array(&mut self, d: u32) -> String {
        let items: Vec<_> = (0..self.pick.below(4))
            .map(|_| match self.pick.below(6) {
                0 => String::new(),
                1 => format!("...{}", self.array(d.saturating_sub(1))),
                _ => self.expression(d),
            })
            .collect();
        format!("[{}]", items.join(", "))
    }

    /// An object literal without the parentheses.
    pub(super) fn object(&mut self, d: u32) -> String {
        let properties: Vec<_> = (0..=self.pick.below(4)).map(|_| self.property(d)).collect();
        format!("{{ {} }}", properties.join(", "))
    }

    fn property(&mut self, d: u32) -> String {
        let key = self.property_key(d);
        match self.pick.below(9) {
            0 => format!("...{}", self.operand(d)),
            1 => format!("get {key}() {}", self.method_body(&[], false, d)),
            2 => format!("set {key}(v) {}", self.method_body(&["v"], false, d)),
            3 => format!("{key}(a, b = {}) {}", self.expression(d), self.method_body(&["a", "b"], false, d)),
            4 => format!("*{key}() {}", self.method_body(&[], true, d)),
            5 => match self.scopes.any(&mut self.pick) {
                Some(name) => name,
                None => format!("{key}: 1"),
            },
            6 => format!("toString() {}", self.method_body(&[], false, d)),
            _ => format!("{key}: {}", self.expression(d)),
        }
    }

    pub(super) fn property_key(&mut self, d: u32) -> String {
        match self.pick.below(7) {
            0 => format!("'{}'", self.plain_key()),
            1 => format!("[{}]", self.expression(d.min(1))),
            2 => self.pick.one(&["0", "1e3", "0x10", ".5", "'a b'", "\\u0061"]).to_owned(),
            3 if self.extended => format!("[Symbol.{}]", self.pick.one(super::words::SYMBOLS)),
            4 => self.pick.one(&["get", "set", "static", "async", "if", "class", "valueOf"]).to_owned(),
            _ => self.plain_key().to_owned(),
        }
    }

    fn template(&mut self, d: u32) -> String {
        let tag = self.scopes.holding(&mut self.pick, Holds::Function).filter(|_| self.pick.chance(1, 3));
        let hole = self.expression(d);
        let cooked = self.pick.one(&["", "a", "\\n", "\\u{62}", "$", "\\`", "{}"]);
        match tag {
            Some(tag) => format!("{tag}`{cooked}${{{hole}}}\\u00g`"),
            None => format!("`{cooked}${{{hole}}}b`"),
        }
    }

    fn method_call(&mut self, d: u32) -> String {
        let (receiver, method, kinds) = self.pick.one(METHODS);
        let of = self.of_kind(receiver, d);
        let arguments = self.arguments(kinds, d);
        format!("{of}.{method}({arguments})")
    }

    fn function_call(&mut self, d: u32) -> String {
        let table = if self.extended && self.pick.chance(1, 2) { EXTENDED_FUNCTIONS } else { FUNCTIONS };
        let (function, kinds) = self.pick.one(table);
        let arguments = self.arguments(kinds, d);
        format!("{function}({arguments})")
    }

    fn binding_call(&mut self, d: u32) -> String {
        let class = self.scopes.holding(&mut self.pick, Holds::Class).filter(|_| self.pick.chance(1, 2));
        if let Some(class) = class {
            return format!("new {class}({})", self.arguments("v", d));
        }
        let Some(function) = self.scopes.holding(&mut self.pick, Holds::Function) else { return self.primary(d) };
        match self.pick.below(5) {
            0 => format!("[...{function}({})]", self.arguments("v", d)),
            1 => format!("{function}?.(...{})", self.array(d)),
            2 => format!("{function}({}).next?.().value", self.arguments("v", d)),
            _ => format!("{function}({})", self.arguments("vv", d)),
        }
    }

    fn arguments(&mut self, kinds: &str, d: u32) -> String {
        let d = d.saturating_sub(1);
        let arguments: Vec<_> = kinds.split("").filter(|k| !k.is_empty()).map(|k| self.of_kind(k, d)).collect();
        arguments.join(", ")
    }

    /// A value of a kind, as [`METHODS`] names them; now and then of another.
    fn of_kind(&mut self, kind: &str, d: u32) -> String {
        if self.pick.chance(1, 12) {
            return self.operand(d);
        }
        match kind {
            "a" => self.array(d),
            "f" if self.pick.chance(1, 2) => {
                self.scopes.holding(&mut self.pick, Holds::Function).unwrap_or_else(|| format!("({})", self.arrow(d)))
            }
            "f" => format!("({})", self.arrow(d)),
            "n" => match self.scopes.holding(&mut self.pick, Holds::Number) {
                Some(name) if self.pick.chance(1, 2) => name,
                _ => self.pick.one(&["(1)", "(0)", "(2)", "(-1)", "(3.7)", "(12)"]).to_owned(),
            },
            "s" => self.pick.one(&["'ab'", "''", "'1,2'", "'a'", "'\\u{1F600}x'", "'k'"]).to_owned(),
            "r" => self.pick.one(&["/a/", "/b/g", "'a'", "/(?<n>.)/g", "/(a)|b/y", "/[^]/u", "/\\d+/"]).to_owned(),
            "o" => format!("({})", self.object(d)),
            "D" => format!("{{ get: {}, configurable: true }}", self.arrow(d)),
            _ => self.operand(d),
        }
    }
}
