//! The vocabulary of the generators: values and names that sit on the seams between parser, rules, printer and engine.

/// Literals whose conversions, signs or spellings differ in interesting ways.
pub(super) const LITERALS: &[&str] = &[
    "0", "1", "true", "false", "null", "''", "'a'", "2", "-0", "0.5", "1e21", "1e-7", "0x1F", "0b11", "0o17", "017",
    "089", "1_000", ".5", "5.", "9007199254740993", "2147483648", "-1", "NaN", "Infinity", "undefined", "'\\u0041'",
    "'\\x41'", "'\\101'", "'\\u{1F600}'", "'\\uD800'", "'\\0'", "'a\\\nb'", "'\\u2028'", "\"it's\"", "`t`", "`\\u{61}`",
    "10n", "0n", "/a/", "/[/]/g", "/(?<y>\\d+)/u", "/(?<=a)b/y", "/\\u{61}/u", "/^$/m", "[]", "{}", "[1, 2, 3]",
    "[, 1]", "'1'", "'0'", "' 12 '", "'2020-01-02'", "'[1,{\"a\":2}]'",
];

/// Names that are keywords only somewhere, that hosts define, or that mean something to the sandbox.
pub(super) const SEAM_NAMES: &[&str] = &[
    "async", "of", "get", "set", "as", "from", "target", "meta", "await", "yield", "let", "static", "constructor",
    "prototype", "process", "require", "fetch", "global", "self", "window", "module", "exports", "console", "name",
    "length", "JSON", "Math", "Object", "undefined", "$mk_t", "$mk_", "eval2", "\u{e9}", "\u{20000}", "\\u0061b",
    "\\u{63}onst", "arguments_", "NaN_", "Symbol", "Proxy", "Function_", "__proto", "toString", "valueOf",
];

/// Property names that lead somewhere.
pub(super) const SEAM_KEYS: &[&str] = &[
    "constructor", "prototype", "__proto__", "toString", "valueOf", "toJSON", "then", "next", "return", "throw", "length",
    "name", "caller", "callee", "arguments", "__defineGetter__", "__lookupGetter__", "message", "stack", "raw", "index",
    "lastIndex", "source", "flags", "size", "get", "set", "value", "done", "species", "call", "apply", "bind", "eval",
    "Function", "process", "mainModule",
];

/// Methods by the kind of receiver that they expect: the receiver, the method, the kinds of its arguments
/// (`f` function, `n` number, `s` string, `r` pattern, `a` array, `v` any value).
pub(super) const METHODS: &[(&str, &str, &str)] = &[
    ("a", "map", "f"), ("a", "filter", "f"), ("a", "reduce", "fv"), ("a", "forEach", "f"), ("a", "sort", "f"),
    ("a", "some", "f"), ("a", "every", "f"), ("a", "find", "f"), ("a", "findLast", "f"), ("a", "flatMap", "f"),
    ("a", "join", "s"), ("a", "concat", "a"), ("a", "slice", "nn"), ("a", "splice", "nnv"), ("a", "push", "v"),
    ("a", "pop", ""), ("a", "reverse", ""), ("a", "fill", "vn"), ("a", "indexOf", "v"), ("a", "includes", "v"),
    ("a", "flat", "n"), ("a", "keys", ""), ("a", "entries", ""), ("a", "copyWithin", "nn"), ("a", "at", "n"),
    ("a", "toSorted", "f"), ("a", "with", "nv"), ("a", "toString", ""),
    ("s", "replace", "rf"), ("s", "replace", "rs"), ("s", "split", "r"), ("s", "match", "r"), ("s", "matchAll", "r"),
    ("s", "search", "r"), ("s", "slice", "nn"), ("s", "padStart", "ns"), ("s", "repeat", "n"), ("s", "substr", "nn"),
    ("s", "charCodeAt", "n"), ("s", "codePointAt", "n"), ("s", "toUpperCase", ""), ("s", "localeCompare", "s"),
    ("s", "concat", "v"), ("s", "trim", ""), ("s", "at", "n"), ("s", "anchor", "s"), ("s", "normalize", ""),
    ("n", "toFixed", "n"), ("n", "toString", "n"), ("n", "toPrecision", "n"), ("n", "valueOf", ""),
    ("o", "hasOwnProperty", "s"), ("o", "toString", ""), ("o", "valueOf", ""), ("o", "isPrototypeOf", "v"),
    ("f", "call", "vv"), ("f", "apply", "va"), ("f", "bind", "v"), ("f", "toString", ""),
    ("r", "exec", "s"), ("r", "test", "s"), ("r", "toString", ""), ("r", "compile", "s"),
];

/// Functions of the whitelist with the kinds of their arguments, as in [`METHODS`].
pub(super) const FUNCTIONS: &[(&str, &str)] = &[
    ("Object.keys", "o"), ("Object.values", "o"), ("Object.entries", "o"), ("Object.assign", "oo"),
    ("Object.freeze", "o"), ("Object.create", "o"), ("Object.getPrototypeOf", "v"), ("Object.setPrototypeOf", "oo"),
    ("Object.getOwnPropertyNames", "v"), ("Object.getOwnPropertyDescriptors", "v"),
    ("Object.getOwnPropertySymbols", "v"), ("Object.fromEntries", "a"), ("Object.is", "vv"), ("Object.groupBy", "af"),
    ("Object.defineProperty", "osD"), ("Object.getOwnPropertyDescriptor", "vs"),
    ("Array.from", "vf"), ("Array.of", "vv"), ("Array.isArray", "v"), ("Array", "n"), ("String", "v"),
    ("String.raw", "ov"), ("String.fromCharCode", "nn"), ("Number", "v"), ("Number.isInteger", "v"), ("Boolean", "v"),
    ("Math.max", "nn"), ("Math.floor", "n"), ("Math.hypot", "nn"), ("Math.sign", "n"), ("Math.pow", "nn"),
    ("JSON.stringify", "vfn"), ("JSON.stringify", "v"), ("JSON.parse", "sf"), ("parseInt", "sn"), ("parseFloat", "s"),
    ("isNaN", "v"), ("isFinite", "v"), ("new Map", "a"), ("new Set", "a"), ("new Array", "nn"), ("new RegExp", "ss"),
    ("new Date", "n"), ("Date.UTC", "nn"), ("new Object", "v"), ("new String", "v"), ("new Number", "n"),
    ("Map.groupBy", "af"),
];

/// Functions that only `extended` offers.
pub(super) const EXTENDED_FUNCTIONS: &[(&str, &str)] = &[
    ("Reflect.get", "os"), ("Reflect.ownKeys", "o"), ("Reflect.construct", "faf"), ("Reflect.apply", "fva"),
    ("Reflect.getPrototypeOf", "o"), ("Reflect.defineProperty", "osD"), ("Reflect.set", "osv"), ("Symbol", "s"),
    ("Symbol.for", "s"), ("new Proxy", "oo"), ("new Proxy", "fo"), ("new WeakMap", ""), ("new WeakSet", ""),
    ("Promise.resolve", "v"), ("new Promise", "f"), ("new Uint8Array", "n"), ("new Float64Array", "a"),
    ("new ArrayBuffer", "n"), ("BigInt", "n"), ("new Error", "s"), ("TypeError", "s"), ("Iterator.from", "a"),
    ("encodeURIComponent", "s"), ("decodeURIComponent", "s"), ("escape", "s"), ("new DataView", "o"),
];

/// Well-known symbols; `default` reaches them only through what the syntax calls.
pub(super) const SYMBOLS: &[&str] =
    &["iterator", "toPrimitive", "hasInstance", "species", "toStringTag", "unscopables", "match", "replace", "split"];

/// Operators between two operands. Parentheses are the caller's.
pub(super) const BINARY: &[&str] = &[
    "+", "-", "*", "/", "%", "**", "==", "===", "!=", "!==", "<", "<=", ">", ">=", "&", "|", "^", "<<", ">>", ">>>", "&&",
    "||", "??", "in", "instanceof", ",",
];

/// Operators before one operand.
pub(super) const UNARY: &[&str] = &["!", "-", "+", "~", "typeof ", "void ", "delete "];

/// Assignments to a simple target.
pub(super) const ASSIGN: &[&str] = &["=", "+=", "-=", "*=", "**=", "&&=", "||=", "??=", ">>>=", "%="];

/// Expressions that a function constructor, or whatever else compiles or reaches, is given to prove that it does.
pub(super) const PAYLOADS: &[&str] = &[
    "'return 1'",
    "'return this'",
    "'a', 'return a'",
    "'yield 1'",
    "'return process'",
    "'return typeof require'",
    "`return ${1}`",
    "'/*', '*/){'",
];
