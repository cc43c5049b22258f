//! Attempts to reach what must be out of reach, in many spellings.

use super::Generator;
use super::words::{PAYLOADS, SEAM_KEYS, SYMBOLS};

/// Values that have a prototype chain, by syntax alone.
const ROOTS: &[&str] = &[
    "[]",
    "''",
    "(() => 0)",
    "(function () {})",
    "(function* () {})",
    "(class {})",
    "/x/",
    "this",
    "Math",
    "JSON",
    "Object",
    "(0)",
    "10n",
    "({ get a() { return 1 } })",
    "(function () { return arguments })()",
    "[].map",
    "''.replace",
    "[].values()",
    "(function* () {})()",
    "((t) => t)``",
    "Object.getOwnPropertyDescriptor({ get a() { return 1 } }, 'a').get",
    "(() => { try { null.x } catch (e) { return e } })()",
    "new Map()[Object.getOwnPropertySymbols(Map.prototype)[0]]",
];

impl Generator<'_> {
    /// An attempt as an expression: a value, a way to its hidden property, a use of what it gave.
    pub(super) fn attempt(&mut self, depth: u32) -> String {
        let root = self.root(depth);
        let way = self.way(&root);
        let way = if self.pick.chance(1, 3) { self.way(&way) } else { way };
        match self.pick.below(6) {
            0 => way,
            1 => format!("{way}({})()", self.pick.one(PAYLOADS)),
            2 => format!("(0, {way})({})()", self.pick.one(PAYLOADS)),
            3 => format!("new ({way})({})()", self.pick.one(PAYLOADS)),
            4 => format!("{way}.call(null, {})()", self.pick.one(PAYLOADS)),
            _ => format!("[{}].map({way})[0]()", self.pick.one(PAYLOADS)),
        }
    }

    fn root(&mut self, depth: u32) -> String {
        match self.pick.below(5) {
            0 => self.primary(depth),
            1 => format!("Object.getPrototypeOf({})", self.pick.one(ROOTS)),
            _ => self.pick.one(ROOTS).to_owned(),
        }
    }

    /// Takes a property off `of` in one of the ways that the language has.
    fn way(&mut self, of: &str) -> String {
        let key = if self.pick.chance(1, 4) { self.pick.one(SEAM_KEYS) } else { "constructor" };
        let spelled = self.key_spelling(key);
        match self.pick.below(16) {
            0 => format!("{of}.{key}"),
            1 => format!("{of}[{spelled}]"),
            2 => format!("{of}?.[{spelled}]"),
            3 => format!("(({{ {key}: k }}) => k)({of})"),
            4 => format!("(({{ [{spelled}]: k }}) => k)({of})"),
            5 => format!("(() => {{ for (const {{ {key}: k = 0 }} of [{of}]) return k }})()"),
            6 => format!("(() => {{ try {{ throw {of} }} catch ({{ [{spelled}]: k }}) {{ return k }} }})()"),
            7 => format!("Object.getOwnPropertyDescriptor({of}, {spelled})?.value"),
            8 => format!("Object.values(Object.getOwnPropertyDescriptors({of})).map((d) => d.value).at(-1)"),
            9 => format!("Object.getOwnPropertyNames({of}).map((k) => {of}[k]).at({})", self.pick.below(9)),
            10 => format!("[{of}].map((o) => o[{spelled}])[0]"),
            11 => format!("(class {{ static k = {of}[{spelled}] }}).k"),
            12 => format!("({{ __proto__: {of}, k() {{ return super[{spelled}] }} }}).k()"),
            13 if self.extended => format!("Reflect.get({of}, {spelled})"),
            14 if self.extended => {
                format!("new Proxy({of}, {{ get: (t, k) => t[k] }})[{spelled}]")
            }
            15 if self.extended => format!("{of}[Symbol.{}]", self.pick.one(SYMBOLS)),
            _ => format!("((k) => {of}[k])({spelled})"),
        }
    }

    /// An expression whose value is the string `key`, some decidable, some not.
    pub(super) fn key_spelling(&mut self, key: &str) -> String {
        let half = (key.len() / 2).max(1).min(key.len());
        let (left, right) = key.split_at(half);
        match self.pick.below(18) {
            0 => format!("'{key}'"),
            1 => format!("\"{left}\" + \"{right}\""),
            2 => format!("`{left}${{'{right}'}}`"),
            3 => format!("'{}'", escaped(key, self.pick.below(3))),
            4 => format!("['{left}', '{right}'].join('')"),
            5 => format!("['{key}']"),
            6 => format!("'{}'.split('').reverse().join('')", key.chars().rev().collect::<String>()),
            7 => {
                let codes: Vec<_> = key.chars().map(|c| u32::from(c).to_string()).collect();
                format!("String.fromCharCode({})", codes.join(", "))
            }
            8 => format!("({{ toString() {{ return '{key}' }} }})"),
            9 => format!("'{left}'.concat('{right}')"),
            10 => format!("Object.keys({{ {key}: 1 }})[0]"),
            11 => format!("(function {left}{right}() {{}}).name"),
            12 => format!("'_{key}_'.slice(1, -1)"),
            13 => format!("'{}'.toLowerCase()", key.to_uppercase()),
            14 => format!("(0, '{key}')"),
            15 => format!("[['{key}']]"),
            16 => format!("`{left}` + String('{right}')"),
            _ => self.bound_key(key),
        }
    }

    /// A key that a constant of the program holds.
    fn bound_key(&mut self, key: &str) -> String {
        match self.scopes.text_binding(&mut self.pick) {
            Some(name) => name,
            None => format!("((k = '{key}') => k)()"),
        }
    }
}

/// `key` with one character escaped: as `\x`, `\u` or `\u{}`.
pub(super) fn escaped(key: &str, form: usize) -> String {
    let Some(first) = key.chars().next() else { return String::new() };
    let rest = &key[first.len_utf8()..];
    match form {
        0 => format!("\\x{:02x}{rest}", u32::from(first)),
        1 => format!("\\u{:04x}{rest}", u32::from(first)),
        _ => format!("\\u{{{:x}}}{rest}", u32::from(first)),
    }
}
