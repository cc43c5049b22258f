//! The one table of diagnostic codes.
//!
//! A code keeps its meaning for life and is never given to another. Families: `MK0xxx` input and syntax, `MK1xxx` names,
//! `MK2xxx` modules, `MK3xxx` reach for constructors and prototypes, `MK4xxx` other syntax, `MK5xxx` errors of the running
//! script, `MK6xxx` limits, `MK7xxx` worker and operating system, `MK8xxx` advice on a verdict.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Severity;

/// Where the pages of the codes live.
pub const PAGES: &str = "https://github.com/mikoshi-rs/mikoshi/blob/main/crates/sandbox/docs/codes";

/// A diagnostic code. Its text form is `MK` and four digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(u16);

/// What there is to know about a code.
#[non_exhaustive]
#[derive(Debug, Clone, Copy)]
pub struct CodeInfo {
    /// The code itself.
    pub code: Code,
    /// A short name in kebab case, as stable as the code.
    pub slug: &'static str,
    /// The severity it has unless a rule says otherwise.
    pub severity: Severity,
    /// One line that says what it is about.
    pub title: &'static str,
    /// What it means and when it is given.
    pub explanation: &'static str,
    /// Why it matters, with the attack or the standard it stems from.
    pub why: &'static str,
    /// A program that gets it.
    pub rejected: &'static str,
    /// The nearest program that does not.
    pub accepted: &'static str,
    /// What to do, when the rule has nothing more exact to say.
    pub help: &'static str,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $number:literal $slug:literal $severity:ident {
        title: $title:literal, explanation: $explanation:literal, why: $why:literal,
        rejected: $rejected:literal, accepted: $accepted:literal, help: $help:literal $(,)?
    })*) => {
        impl Code {
            $(#[doc = $title] pub const $name: Self = Self($number);)*
        }
        /// Every code, in order.
        pub static CODES: &[CodeInfo] = &[$(CodeInfo {
            code: Code($number), slug: $slug, severity: Severity::$severity, title: $title, explanation: $explanation,
            why: $why, rejected: $rejected, accepted: $accepted, help: $help,
        }),*];
    };
}

codes! {
    SOURCE_TOO_LARGE = 1 "source-too-large" Error {
        title: "the source is longer than the limit",
        explanation: "The program's text has more bytes of UTF-8 than `code_bytes` allows (10,240 unless the caller says otherwise). It was not parsed.",
        why: "The cost of analysing and compiling grows with the text; a bound on the text bounds both before any work is done.",
        rejected: "a program of 10,241 bytes", accepted: "a program of 10,240 bytes",
        help: "shorten the program: drop comments, compute tables instead of spelling them out; or raise the limit with --code-bytes",
    }
    INVALID_UTF8 = 2 "invalid-utf8" Error {
        title: "the source is not UTF-8",
        explanation: "The program's bytes are not valid UTF-8, so there is no text to analyse.",
        why: "A parser and an engine that repair broken text in different ways read different programs.",
        rejected: "the bytes 74 72 75 FF", accepted: "true",
        help: "save the program as UTF-8",
    }
    SYNTAX_ERROR = 3 "syntax-error" Error {
        title: "the program is not a valid script",
        explanation: "The text does not parse as an ECMAScript script (sloppy mode, no module). Nothing of it ran.",
        why: "What does not parse has no meaning to check.",
        rejected: "let a = ;", accepted: "let a = 1; a === 1",
        help: "correct the syntax at the marked place; the program is plain JavaScript, not TypeScript, JSX or Markdown",
    }
    TOO_DEEP = 4 "nested-too-deep" Error {
        title: "the program is nested too deep",
        explanation: "Brackets, operators, chains or statements are nested so deep that the parser or the engine would run out of stack.",
        why: "Deeply nested input overflows the native stack of recursive parsers (swc-project/swc#12024) and takes the process down.",
        rejected: "10,000 opening parentheses", accepted: "((1)) === 1",
        help: "flatten the expression: put parts into variables, build long sums in a loop",
    }
    ENGINE_SYNTAX = 5 "engine-syntax-error" Error {
        title: "the engine cannot compile the program",
        explanation: "The text parses, but the engine's own early checks refuse it, for example a name declared twice or an invalid regular expression. Nothing of it ran.",
        why: "Early errors are part of the language (ECMA-262, section 17): a script that has one has no meaning.",
        rejected: "let a = 1; let a = 2; true", accepted: "let a = 1; a = 2; true",
        help: "correct the syntax at the marked place",
    }
    ANALYSIS_FAULT = 6 "analysis-fault" Error {
        title: "the analyzer gave up on the program",
        explanation: "The analyzer met something that it was not made for. The program was rejected, because nothing unanalysed runs. This is a bug in mikoshi.",
        why: "Fail closed: what cannot be judged does not run.",
        rejected: "no program is known", accepted: "true",
        help: "report the program to mikoshi's maintainers; a simpler form of it may be accepted",
    }
    BAD_REQUEST = 7 "bad-request" Error {
        title: "a line of the batch is not a request",
        explanation: "A line of `mikoshi batch` must be a JSON object with a string `code` and, if wanted, an `id`.",
        why: "One broken line must not stop or shift the verdicts of the others.",
        rejected: "{\"id\":1}", accepted: "{\"id\":1,\"code\":\"true\"}",
        help: "write one JSON object a line: {\"id\": \"...\", \"code\": \"...\"}",
    }
    HIDDEN_CHARACTER = 8 "hidden-character" Warning {
        title: "the source holds a character that is not shown",
        explanation: "The text holds a control character, or one of the nine characters that change the order in which text is shown (U+202A to U+202E, U+2066 to U+2069). It runs as it is; reports show such characters escaped.",
        why: "A reader sees another program than the one that runs: text can be made to look like a comment, or a comment like text (\"Trojan Source\", CVE-2021-42574).",
        rejected: "a comment that holds U+202E", accepted: "'\\u202e'.length === 1 // שלום, café",
        help: "delete the character, or write it as an escape",
    }
    FORBIDDEN_NAME = 1001 "forbidden-name" Error {
        title: "the program uses a name that reaches outside the sandbox",
        explanation: "A free reference (one that no declaration in the program binds) names a host facility: a module loader, a process, the network, a timer, the global object, another thread. A local variable, a property, a string or a comment of the same name is fine, and so is `typeof` directly on the name.",
        why: "Such names are the first step of nearly every published sandbox escape (for example vm2's GHSA list, CVE-2017-16088 in safe-eval).",
        rejected: "process.exit(0)", accepted: "const process = { exit: (n) => n }; process.exit(0) === 0",
        help: "verify the answer with plain computation; nothing outside the script can be reached",
    }
    UNKNOWN_NAME = 1002 "unknown-name" Warning {
        title: "the program uses a name that does not exist here",
        explanation: "A free reference names something that is neither declared in the program nor on the policy's list of globals. Reading it throws a ReferenceError when that line runs. It is a warning, because the line may never run.",
        why: "Models write for Node or for a browser; here the global object is a whitelist.",
        rejected: "const log = (x) => console.log(x); true", accepted: "typeof console === 'undefined'",
        help: "declare it in the program, or do without it",
    }
    DYNAMIC_CODE = 1003 "dynamic-code" Error {
        title: "the program compiles a string to code",
        explanation: "A free reference to `eval` or to the `Function` constructor, called or not. Code made from strings at run time cannot be analysed.",
        why: "ECMA-262 section 19.2.1 (eval) and 20.2.1 (Function): the way in of most escapes, for what is compiled was never checked.",
        rejected: "eval('1 + 1') === 2", accepted: "1 + 1 === 2",
        help: "write the code itself instead of a string of it; use JSON.parse for data",
    }
    MODULE_SYNTAX = 2001 "module-syntax" Error {
        title: "the program imports or exports",
        explanation: "`import` and `export` declarations belong to modules. A verification program is a script and has no modules to load.",
        why: "A module loader reads files or the network.",
        rejected: "import fs from 'fs'; true", accepted: "const { max } = Math; max(1, 2) === 2",
        help: "remove it and write what you need in the program; end the script with the expression to check",
    }
    DYNAMIC_IMPORT = 2002 "dynamic-import" Error {
        title: "the program imports a module at run time",
        explanation: "`import(...)` loads a module at run time. There is nothing to load here.",
        why: "Dynamic import goes past every check of the script's own text (vm2 GHSA-g644-9gfx-q4q4 and kin).",
        rejected: "import('fs'); true", accepted: "const imports = []; imports.length === 0",
        help: "remove it and write what you need in the program",
    }
    IMPORT_META = 2003 "import-meta" Error {
        title: "the program reads import.meta",
        explanation: "`import.meta` exists only in modules; a verification program is a script.",
        why: "It tells where the code lives on the host.",
        rejected: "import.meta.url", accepted: "const meta = { url: '' }; meta.url === ''",
        help: "remove it",
    }
    CONSTRUCTOR_REACH = 3001 "constructor-reach" Error {
        title: "the program reads a property named `constructor`",
        explanation: "Reading `constructor` from any value leads to the function that made it, and from there to the function constructors, which compile strings. Every spelling that can be decided counts: dot, string, template, concatenation, escapes, constants, destructuring, Reflect and Object calls. Defining is fine: a class's own constructor, an object literal's own key, an assignment.",
        why: "`x.constructor.constructor('...')()` is the classic escape: CVE-2017-16088 (safe-eval), CVE-2025-68613 and CVE-2026-25049 (n8n), CVE-2025-1302 (jsonpath-plus).",
        rejected: "[].constructor === Array", accepted: "Array.isArray([])",
        help: "use `instanceof`, `Array.isArray` or `typeof` to ask for the kind of a value",
    }
    PROTO_REACH = 3002 "proto-reach" Error {
        title: "the program touches `__proto__`",
        explanation: "`__proto__` is an accessor that reads or replaces an object's prototype. An object literal's own `__proto__:` key is a definition and is fine.",
        why: "Prototype pollution (CWE-1321) and the way around a check for `constructor`.",
        rejected: "({}).__proto__", accepted: "Object.getPrototypeOf({}) === Object.prototype",
        help: "use Object.getPrototypeOf, Object.create or a class",
    }
    ACCESSOR_REACH = 3003 "accessor-reach" Error {
        title: "the program touches a legacy accessor method",
        explanation: "`__defineGetter__`, `__defineSetter__`, `__lookupGetter__` and `__lookupSetter__` (Annex B) define and find accessors on any object, the builtin ones too.",
        why: "They were used to take accessors off one object and call them on another (vm2 advisories).",
        rejected: "({}).__lookupGetter__('a')", accepted: "Object.getOwnPropertyDescriptor({ get a() { return 1 } }, 'a').get() === 1",
        help: "use Object.defineProperty and Object.getOwnPropertyDescriptor",
    }
    WITH_STATEMENT = 4001 "with-statement" Error {
        title: "the program uses `with`",
        explanation: "Inside `with` any name may be a property of the object, so no name can be decided.",
        why: "It hides which names a program uses (Symbol.unscopables tricks among them) and does not exist in strict mode.",
        rejected: "with (Math) { max(1, 2) === 2 }", accepted: "const { max } = Math; max(1, 2) === 2",
        help: "take the properties out with destructuring: const { max } = Math",
    }
    ASYNC_SYNTAX = 4002 "async-syntax" Error {
        title: "the program uses async syntax",
        explanation: "async functions, arrows, methods and generators, `await` and `for await` are not available. The verdict is the value of the last statement, and no job runs after it.",
        why: "A promise is never `true`; what runs later cannot change a verdict that was already given.",
        rejected: "(async () => true)()", accepted: "(() => true)()",
        help: "drop `async` and `await` and call the function directly: there is nothing to wait for here",
    }
    NEVER_EQUAL = 4003 "never-equal" Warning {
        title: "a comparison is decided before it is made",
        explanation: "An operand of `===` or `!==` is an array, an object, a function, a class or a regular expression that is made on the spot, or `NaN` is compared. A new object equals no other, and NaN not even itself (ECMA-262 section 7.2.14), so the result is always the same.",
        why: "Objects are compared by identity: a right answer is judged wrong, or a wrong one right.",
        rejected: "[1, 2] === [1, 2]", accepted: "JSON.stringify([1, 2]) === JSON.stringify([1, 2])",
        help: "compare what is in the objects, for example with JSON.stringify; use Number.isNaN for NaN",
    }
    SWALLOWED_DIVISION = 4004 "swallowed-division" Warning {
        title: "`//` begins a comment where a division may be meant",
        explanation: "Behind a value stands `//` where a comment would not look like this: with a number or a declared name and a semicolon (`n // 2;`), behind a sum in brackets (`(a + b) // 2`), behind an assignment to itself (`n = n // 10`). In Python that divides; here it is a comment, and the statement goes on in the next line.",
        why: "The program is valid and means something else than its author thinks.",
        rejected: "const half = 7 // 2;\nhalf === 3", accepted: "const half = Math.floor(7 / 2); // 2 halves\nhalf === 3",
        help: "write Math.floor(a / b)",
    }
    UNCAUGHT_EXCEPTION = 5001 "uncaught-exception" Error {
        title: "the program threw an exception",
        explanation: "An exception left the program without being caught. The message and the position are the script's own.",
        why: "A program that throws has not verified anything.",
        rejected: "null.x", accepted: "let ok = false; try { null.x } catch { ok = true } ok",
        help: "",
    }
    DYNAMIC_CODE_ATTEMPT = 5002 "dynamic-code-attempt" Error {
        title: "the running program tried to compile a string to code",
        explanation: "The program reached a function constructor or an indirect eval at run time. The engine's host hook refused it. The attempt is reported even if the program caught the refusal.",
        why: "HostEnsureCanCompileStrings (ECMA-262 section 19.2.1.2) is the last line behind the analyzer and the realm.",
        rejected: "let k = ''; for (const part of ['con', 'structor']) k += part; (() => 1)[k]('return 1')()", accepted: "(() => 1)() === 1",
        help: "write the code itself instead of a string of it",
    }
    TIMEOUT = 6001 "timeout" Error {
        title: "the program ran out of time",
        explanation: "It did not end within `timeout_ms` of wall-clock time (5,000 unless the caller says otherwise), or within `ticks`, if those are bounded.",
        why: "A program that never ends would hold a worker for ever (CWE-835).",
        rejected: "while (true) {}", accepted: "let i = 0; while (i < 1000) i++; i === 1000",
        help: "look for a loop that never ends, or a method that is too slow for the size of the input",
    }
    MEMORY_LIMIT = 6002 "memory-limit" Error {
        title: "the program used too much memory",
        explanation: "More than `memory_bytes` (32 MiB unless the caller says otherwise) was still in use after a garbage collection, or twice as much was in use at any instant.",
        why: "Without a bound one program starves the host (CWE-770).",
        rejected: "const a = []; for (;;) a.push(new Array(1000).fill(0))", accepted: "new Array(1000).fill(0).length === 1000",
        help: "keep less at once: compute values as they are needed instead of storing them all",
    }
    STACK_LIMIT = 6003 "stack-limit" Error {
        title: "the program recursed too deep",
        explanation: "More than `stack_frames` script functions (100 unless the caller says otherwise) were on the stack at once, or a builtin recursed until the native stack was full.",
        why: "Unbounded recursion overflows the native stack (CWE-674).",
        rejected: "const f = () => f(); f()", accepted: "const f = (n) => n === 0 || f(n - 1); f(50)",
        help: "check the end of the recursion, or write it as a loop with a stack of its own",
    }
    OUTPUT_LIMIT = 6004 "output-limit" Error {
        title: "the completion value is too large",
        explanation: "The value of the last statement, as compact JSON, is longer than `output_bytes` (1,024 unless the caller says otherwise).",
        why: "The verdict is a yes or a no; a large value is a way to carry data out.",
        rejected: "'x'.repeat(2000)", accepted: "'x'.repeat(2000).length === 2000",
        help: "end the program with a comparison that gives true or false",
    }
    WORKER_CRASHED = 7001 "worker-crashed" Error {
        title: "the program's process died",
        explanation: "The process that ran the program ended without a verdict: a signal, or a fault in the engine. Other executions are not affected.",
        why: "Whatever kills the process is contained in it, but a verdict is only what the process managed to say.",
        rejected: "no program is known", accepted: "true",
        help: "report the program to mikoshi's maintainers",
    }
    WORKER_PROTOCOL = 7002 "worker-protocol" Error {
        title: "the program's process said something malformed",
        explanation: "The frame that came from the worker broke the protocol: a wrong length, a wrong tag, contents that contradict each other. It was discarded.",
        why: "Everything that comes from the worker is hostile input: the program may have taken it over.",
        rejected: "no program is known", accepted: "true",
        help: "treat the program as hostile and report it to mikoshi's maintainers",
    }
    NOT_EXACTLY_TRUE = 8001 "not-exactly-true" Advice {
        title: "the completion value is not exactly `true`",
        explanation: "Only `true` itself passes. Truthy values such as 1, \"true\", [true] or new Boolean(true) fail.",
        why: "A verdict that depends on truthiness is easily wrong: an empty array and the string \"false\" are truthy.",
        rejected: "1", accepted: "1 === 1",
        help: "end the program with a comparison, such as `result === expected`",
    }
    NO_VALUE = 8002 "no-completion-value" Advice {
        title: "the program ends without a value",
        explanation: "The last statement yields `undefined`, so there is nothing to judge. Declarations, empty functions and calls of functions that return nothing yield no value.",
        why: "The verdict is the value of the last expression statement.",
        rejected: "const ok = 1 + 1 === 2;", accepted: "const ok = 1 + 1 === 2; ok",
        help: "put the expression to check on the last line, for example `ok;`",
    }
    KNOWN_SLIP = 8003 "known-slip" Advice {
        title: "the program did not pass, and holds a slip that may be why",
        explanation: "The program ran to its end, its value is not `true`, and it holds a form that hardly ever means what it says: `typeof x === 'array'`, a decimal such as 0.3 compared exactly, `xs[-1]`, `!key in object`, `a < b < c`, `xs == [1, 2]`, a callback of `every`, `filter` or `map` that returns nothing, a line break behind `return`. It is not looked for in a program that passes.",
        why: "A right answer is judged wrong by a mistake in the check.",
        rejected: "typeof [] === 'array'", accepted: "Array.isArray([])",
        help: "correct the check at the marked place",
    }
}

impl Code {
    /// The number behind `MK`.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Finds a code by its text form (`MK1001`, in any case) or its slug.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        let text = text.trim();
        CODES
            .iter()
            .find(|i| i.code.to_string().eq_ignore_ascii_case(text) || i.slug.eq_ignore_ascii_case(text))
            .map(|i| i.code)
    }

    /// Its row in the table.
    ///
    /// # Panics
    /// Never: a `Code` can only be made from a row.
    #[must_use]
    #[expect(clippy::expect_used, reason = "a Code is only ever made from a row of CODES")]
    pub fn info(self) -> &'static CodeInfo {
        CODES.iter().find(|i| i.code == self).expect("every code has a row")
    }

    /// Its page.
    #[must_use]
    pub fn url(self) -> String {
        format!("{PAGES}/{self}.md")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MK{:04}", self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Code {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A diagnostic code; `mikoshi explain CODE` tells what it means.",
            "type": "string",
            "pattern": "^MK[0-9]{4}$"
        })
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { serializer.serialize_u16(self.0) }
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let found = if deserializer.is_human_readable() {
            Self::find(&String::deserialize(deserializer)?)
        } else {
            let number = u16::deserialize(deserializer)?;
            CODES.iter().find(|i| i.code.0 == number).map(|i| i.code)
        };
        found.ok_or_else(|| D::Error::custom("not a diagnostic code of mikoshi"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_slugs_are_unique_and_in_order() {
        assert!(CODES.windows(2).all(|w| w[0].code < w[1].code));
        let mut slugs: Vec<_> = CODES.iter().map(|i| i.slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), CODES.len());
    }

    #[test]
    fn text_form_goes_both_ways() {
        assert_eq!(Code::SOURCE_TOO_LARGE.to_string(), "MK0001");
        for info in CODES {
            let json = serde_json::to_string(&info.code).unwrap();
            assert_eq!(serde_json::from_str::<Code>(&json).unwrap(), info.code);
            assert_eq!(Code::find(info.slug), Some(info.code));
        }
        assert!(serde_json::from_str::<Code>("\"MK9999\"").is_err());
    }
}
