//! `MK1002`: free names that do not exist here. A warning: the line may never run.

use mikoshi_types::names::{self, nearest};
use mikoshi_types::{Code, Policy};

use super::forbidden::made_by_program;
use crate::fold::Folder;
use crate::rules::{Context, Findings, at};
use crate::scope::{Reference, Use};

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    let model = context.model;
    // By symbol: the first use that would throw, and how many more there are.
    let mut first: Vec<Option<&Reference>> = vec![None; model.symbols.len()];
    let mut more = vec![0usize; model.symbols.len()];
    let mut assigned = vec![false; model.symbols.len()];
    // `if (typeof module !== 'undefined') module.exports = f;` knows that the name may be missing.
    let mut asked = vec![false; model.symbols.len()];
    for reference in model.references.iter().filter(|r| r.binding.is_none()) {
        let id = reference.symbol as usize;
        match reference.usage {
            Use::Typeof => asked.iter_mut().skip(id).take(1).for_each(|a| *a = true),
            Use::Read | Use::Update if asked.get(id).copied().unwrap_or(false) => {}
            // Sloppy code makes a global by assigning to it.
            Use::Write => assigned.iter_mut().skip(id).take(1).for_each(|a| *a = true),
            Use::Read | Use::Update => match first.get_mut(id) {
                Some(slot @ None) => *slot = Some(reference),
                _ => more.iter_mut().skip(id).take(1).for_each(|n| *n += 1),
            },
        }
    }
    let mut made: Option<Vec<String>> = None;
    for (id, reference) in first.iter().enumerate() {
        let Some(reference) = reference else { continue };
        let name = model.symbols.name(reference.symbol);
        let known = context.policy.offers(name)
            || names::forbidden(name).is_some()
            || assigned.get(id).copied().unwrap_or(false)
            || made.get_or_insert_with(|| made_by_program(context, &Folder::new(model))).iter().any(|m| m == name);
        if known {
            continue;
        }
        let message = format!("`{name}` does not exist here: reading it throws a ReferenceError");
        let label = match more.get(id).copied().unwrap_or(0) {
            0 => "not declared".to_owned(),
            1 => "not declared, and used once more".to_owned(),
            n => format!("not declared, and used {n} more times"),
        };
        let help = entity(name, reference, context).unwrap_or_else(|| help(name, context));
        findings.push(at(context, Code::UNKNOWN_NAME, reference.span, message).with_label(label).with_help(help));
    }
}

/// `a &amp; b` is a program, which reads `amp`.
fn entity(name: &str, reference: &Reference, context: &Context<'_, '_>) -> Option<String> {
    let meant = match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        _ => return None,
    };
    let range = crate::parse::range(reference.span);
    let escaped =
        context.source.get(..range.start)?.ends_with('&') && context.source.get(range.end..)?.starts_with(';');
    escaped.then(|| format!("`&{name};` is HTML: write `{meant}`, and send the program as plain text"))
}

fn help(name: &str, context: &Context<'_, '_>) -> String {
    if let Some(text) = absent(name) {
        return text.to_owned();
    }
    if let Some(owner) = owner(name) {
        return format!("write `{owner}.{name}`");
    }
    if names::DEFAULT_GLOBALS.contains(&name) {
        return format!("the policy leaves `{name}` out: do without it");
    }
    if Policy::extended().offers(name) {
        return format!("the policy `extended` offers `{name}`; under this one do without it");
    }
    let declared = context.model.declared_names().filter(|n| n.len() > 1);
    match nearest(name, declared.chain(context.policy.globals())).filter(|near| *near != name && name.len() > 2) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "declare it in the program, or do without it".to_owned(),
    }
}

/// The object of which a name is a method or a constant, where it is hardly anything else.
fn owner(name: &str) -> Option<&'static str> {
    Some(match name {
        "abs" | "acos" | "acosh" | "asin" | "asinh" | "atan" | "atan2" | "atanh" | "cbrt" | "ceil" | "clz32"
        | "cos" | "cosh" | "exp" | "expm1" | "floor" | "fround" | "hypot" | "imul" | "log10" | "log1p" | "log2"
        | "max" | "min" | "pow" | "random" | "round" | "sign" | "sin" | "sinh" | "sqrt" | "tan" | "tanh" | "trunc"
        | "PI" => "Math",
        "stringify" => "JSON",
        "isArray" => "Array",
        "isInteger" | "isSafeInteger" => "Number",
        "fromCharCode" | "fromCodePoint" => "String",
        _ => return None,
    })
}

/// Names of other hosts that models reach for, with what to do instead.
fn absent(name: &str) -> Option<&'static str> {
    Some(match name {
        "console" | "print" | "alert" | "puts" | "printf" | "println" | "System" => {
            "there is no output: remove it, and end the program with the expression to check"
        }
        "module" | "exports" => "nothing is exported: remove it, and end the program with the expression to check",
        "assert" | "expect" | "chai" | "should" => {
            "there is no assertion library: end the program with the comparison itself, `actual === expected`"
        }
        "describe" | "it" | "test" | "beforeEach" | "jest" => {
            "there is no test runner: call the function and end the program with the comparison"
        }
        "document" | "navigator" | "localStorage" | "location" => "there is no browser: work on plain values",
        "Buffer" | "TextEncoder" | "TextDecoder" => "work on arrays of numbers, or on strings with charCodeAt",
        "fs" | "path" | "http" | "https" | "net" | "os" | "util" | "crypto" => {
            "there are no modules: write what you need in the program"
        }
        "performance" => "use Date.now()",
        "structuredClone" => "use JSON.parse(JSON.stringify(value)) for plain data",
        "Intl" => "format numbers and dates with toFixed, padStart and the like",
        "Error" | "TypeError" | "RangeError" | "SyntaxError" => {
            "throw any other value, such as a string; the error constructors are in the policy `extended`"
        }
        "Promise" => "there is nothing to wait for: compute the value directly",
        "True" | "False" => "JavaScript writes `true` and `false`",
        "None" | "nil" | "NULL" => "JavaScript writes `null`",
        "len" => "this is Python: write `value.length`, or `value.size` for a Map or Set",
        "range" => "this is Python: write `for (let i = 0; i < n; i++)`, or `Array.from({ length: n }, (_, i) => i)`",
        "str" => "this is Python: write `String(value)`",
        "int" | "float" => "this is Python: write `Math.trunc(value)`, `parseInt(text, 10)` or `Number(text)`",
        "sum" => "there is no `sum`: write `values.reduce((a, b) => a + b, 0)`",
        "sorted" => "there is no `sorted`: write `[...values].sort((a, b) => a - b)`",
        "enumerate" | "zip" => "this is Python: write `values.forEach((value, i) => ...)` or a loop with an index",
        "isinstance" => "this is Python: write `typeof value` or `value instanceof Class`",
        "_" | "lodash" | "React" | "moment" | "axios" | "$" | "jQuery" => {
            "there are no libraries: write what you need in the program"
        }
        "URL" | "URLSearchParams" => "take the text apart with string methods or a regular expression",
        "Symbol" => {
            "the policy `extended` offers `Symbol`; under this one a generator function gives what can be iterated"
        }
        "BigInt" => {
            "the policy `extended` offers `BigInt`; under this one write the number itself with an n behind it: 10n"
        }
        "parse" => "`JSON.parse` reads JSON; any other `parse` must be declared in the program",
        "log" => "`Math.log` is the logarithm; there is no output",
        "yield" => "`yield` exists in generators only: write `function* name() { ... }`",
        "arguments" => "`arguments` exists in functions only",
        _ => return None,
    })
}
