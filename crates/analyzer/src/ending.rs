//! How a program ends, and what that says about a verdict that was not `true`.

use mikoshi_types::{Code, Diagnostic, LineIndex, Span, Status, Verdict};
use swc_common::Spanned;
use swc_ecma_ast::{AssignTarget, Callee, Decl, Expr, MemberProp, Pat, SimpleAssignTarget, Stmt};

use crate::{parse, slips};

/// Text of the program longer than this is not repeated in a help.
const MAX_QUOTED: usize = 40;

/// The last statement of an accepted program, as far as advice on a verdict needs it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ending {
    /// The statement's first line.
    span: Option<Span>,
    kind: Kind,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Kind {
    /// A variable is declared last.
    Variable(String),
    /// A function is declared last, with or without parameters.
    Function(String, bool),
    Class,
    /// `if`, with the text of its condition.
    If(String),
    Loop,
    /// A plain name.
    Name(String),
    /// The name of a class.
    ClassName(String),
    /// A function expression, which nobody calls.
    FunctionExpression,
    /// The call of a function by its name.
    Call(String),
    /// The call of a method.
    Method(String),
    /// A function expression that is called on the spot.
    CalledExpression,
    /// An assignment, with the text of its target.
    Assignment(String),
    #[default]
    Other,
}

impl Ending {
    /// The ending of a script.
    pub(crate) fn of(body: &[Stmt], source: &str, lines: &LineIndex<'_>) -> Self {
        let Some(last) = body.iter().rev().find(|s| !matches!(s, Stmt::Empty(_))) else { return Self::default() };
        let range = parse::range(last.span());
        let text = source.get(range.clone()).unwrap_or("");
        let line = text.find(['\n', '\r']).unwrap_or(text.len());
        let end = range.start + text.get(..line).unwrap_or("").trim_end().len();
        let kind = match kind(last, source) {
            Kind::Name(name) if is_class(&name, body) => Kind::ClassName(name),
            kind => kind,
        };
        Self { span: Some(lines.span(range.start, end)), kind }
    }

    /// Places the advice on a completion value at the last statement, and fits its help to what stands there. An exception
    /// about an unknown name takes over the help of the warning.
    pub fn advise(&self, verdict: &mut Verdict, source: &str) {
        let output_type = verdict.output_type.clone().unwrap_or_default();
        let flag =
            verdict.output.as_ref().and_then(|v| v.as_object()).and_then(|o| o.iter().find(|(_, v)| v.is_boolean()));
        let flag = flag.map(|(key, _)| key.clone());
        let text = verdict.output.as_ref().and_then(|v| v.as_str()).is_some_and(|text| text == "true");
        let object = verdict.output_text.clone().unwrap_or_default();
        for diagnostic in &mut verdict.diagnostics {
            match diagnostic.code {
                Code::NO_VALUE => self.place(diagnostic, Some(self.without_value())),
                Code::NOT_EXACTLY_TRUE => {
                    let said = builtin(&object).or_else(|| self.not_true(&output_type, flag.as_deref(), text));
                    self.place(diagnostic, said);
                }
                _ => {}
            }
        }
        if verdict.status == Status::Failed {
            verdict.diagnostics.extend(slips::find(source));
        }
        let unknown = |d: &&Diagnostic| d.code == Code::UNKNOWN_NAME;
        let warned: Vec<_> =
            verdict.diagnostics.iter().filter(unknown).map(|d| (d.message.clone(), d.help.clone())).collect();
        for thrown in verdict.diagnostics.iter_mut().filter(|d| d.code == Code::UNCAUGHT_EXCEPTION && d.help.is_none())
        {
            let name = thrown
                .message
                .strip_prefix("uncaught ReferenceError: ")
                .and_then(|m| m.strip_suffix(" is not defined"));
            let Some(name) = name else { continue };
            let quoted = format!("`{name}` ");
            thrown.help = warned.iter().find(|(message, _)| message.starts_with(&quoted)).and_then(|w| w.1.clone());
        }
    }

    fn place(&self, diagnostic: &mut Diagnostic, said: Option<(&'static str, String)>) {
        if diagnostic.span.is_some() {
            return;
        }
        diagnostic.span = self.span;
        let Some((label, help)) = said else {
            diagnostic.label = Some("the value of this statement counts".to_owned());
            return;
        };
        diagnostic.label = Some(label.to_owned());
        diagnostic.help = Some(help);
    }

    /// What to say where the value is `undefined`.
    fn without_value(&self) -> (&'static str, String) {
        let line = "put the expression to check on the last line, for example `ok;`";
        match &self.kind {
            Kind::Variable(name) => {
                ("a declaration has no value", format!("end the program with the value itself: add the line `{name};`"))
            }
            Kind::Function(name, parameters) => (
                "a declaration has no value",
                format!(
                    "end the program with a call: add the line `{name}({});`",
                    if *parameters { "..." } else { "" }
                ),
            ),
            Kind::Class => ("a declaration has no value", line.to_owned()),
            Kind::If(test) if !test.is_empty() => (
                "an `if` whose branch is not taken, or is empty, has no value",
                format!(
                    "end the program with the comparison itself, true where the answer is right, instead of `if ({test})`"
                ),
            ),
            Kind::If(_) => ("an `if` whose branch is not taken, or is empty, has no value", line.to_owned()),
            Kind::Loop => ("the loop is the last statement", format!("{line} behind the loop")),
            Kind::Name(name) | Kind::ClassName(name) => {
                ("this is `undefined`", format!("check where `{name}` gets its value"))
            }
            Kind::Call(name) => (
                "the function returned nothing",
                format!("let `{name}` return the result of the check: `return actual === expected;`"),
            ),
            Kind::CalledExpression => (
                "the function returned nothing",
                "let the function return the result of the check: `return actual === expected;`".to_owned(),
            ),
            Kind::Method(name) if name == "forEach" => (
                "`forEach` returns nothing",
                "use `every`, which is true if its callback is for all: `xs.every((x) => x > 0)`".to_owned(),
            ),
            Kind::Method(_) => ("the method returned nothing", line.to_owned()),
            Kind::Assignment(_) | Kind::FunctionExpression | Kind::Other => ("this has no value", line.to_owned()),
        }
    }

    /// What to say where the value is truthy: `flag` is a boolean property of it, `text` says that it is "true" in letters; nothing where the ending says no more than the code's own help.
    fn not_true(&self, kind: &str, flag: Option<&str>, text: bool) -> Option<(&'static str, String)> {
        Some(match (kind, &self.kind) {
            ("function", Kind::Name(name)) => ("the function is named, not called", format!("call it: `{name}()`")),
            ("function", Kind::ClassName(name)) => (
                "this gives the class itself",
                format!("compare what an object of it gives: `new {name}(...).method() === expected`"),
            ),
            ("function", Kind::FunctionExpression) => {
                ("the function is not called", "call it: put it in ( ) and `()` behind".to_owned())
            }
            ("function", _) => ("this gives a function", "call it, and return the result of the check from it".to_owned()),
            (_, Kind::Assignment(target)) if !target.is_empty() => (
                "`=` assigns, it does not compare",
                format!("end the program with a comparison, `{target} === expected`"),
            ),
            ("array", _) => (
                "this gives an array",
                "compare its length or its elements: `result.length === 3`, or `JSON.stringify(result) === JSON.stringify(expected)`"
                    .to_owned(),
            ),
            ("object", _) => match flag.filter(|key| key.len() <= MAX_QUOTED) {
                Some(key) => ("this gives an object", format!("end the program with its property `{key}` alone")),
                None => (
                    "this gives an object",
                    "compare what is in it: `JSON.stringify(result) === JSON.stringify(expected)`".to_owned(),
                ),
            },
            ("string", _) if text => {
                ("this gives a string", "end the program with the boolean, without turning it into a string".to_owned())
            }
            _ => return None,
        })
    }
}

/// What to say of an object of a builtin class, given as `[object Map]`: JSON has none of what is in it.
fn builtin(shown: &str) -> Option<(&'static str, String)> {
    let class = shown.strip_prefix("[object ")?.strip_suffix(']')?;
    let (label, help) = match class {
        "Map" => (
            "this gives a Map",
            "compare its size and what is in it: `JSON.stringify([...result]) === JSON.stringify([...expected])`",
        ),
        "Set" => (
            "this gives a Set",
            "compare its size and what is in it: `JSON.stringify([...result]) === JSON.stringify([...expected])`",
        ),
        "Date" => ("this gives a Date", "compare the time: `result.getTime() === expected.getTime()`"),
        "RegExp" => ("this gives a regular expression", "end the program with what it finds: `pattern.test(text)`"),
        "Boolean" => (
            "an object, which is not `true`",
            "drop the `new`: `Boolean(value)` is a boolean, `new Boolean(value)` an object",
        ),
        "Number" | "String" => {
            ("an object that holds a value", "drop the `new`, and compare the value: `result === expected`")
        }
        _ => return None,
    };
    Some((label, help.to_owned()))
}

/// Whether a class of the program has this name.
fn is_class(name: &str, body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Decl(Decl::Class(class)) => class.ident.sym == *name,
        Stmt::Decl(Decl::Var(var)) => var.decls.iter().any(|decl| {
            matches!(&decl.name, Pat::Ident(ident) if ident.sym == *name)
                && decl.init.as_ref().is_some_and(|init| init.is_class())
        }),
        _ => false,
    })
}

fn kind(last: &Stmt, source: &str) -> Kind {
    match last {
        Stmt::Decl(Decl::Var(var)) => match var.decls.last().map(|d| &d.name) {
            Some(Pat::Ident(name)) => Kind::Variable(name.sym.to_string()),
            _ => Kind::Other,
        },
        Stmt::Decl(Decl::Fn(function)) => {
            Kind::Function(function.ident.sym.to_string(), !function.function.params.is_empty())
        }
        Stmt::Decl(Decl::Class(_)) => Kind::Class,
        Stmt::If(stmt) => Kind::If(quoted(parse::range(stmt.test.span()), source)),
        Stmt::For(_) | Stmt::ForIn(_) | Stmt::ForOf(_) | Stmt::While(_) | Stmt::DoWhile(_) => Kind::Loop,
        Stmt::Expr(stmt) => expression(&stmt.expr, source),
        _ => Kind::Other,
    }
}

fn expression(mut expr: &Expr, source: &str) -> Kind {
    while let Expr::Paren(paren) = expr {
        expr = &paren.expr;
    }
    match expr {
        Expr::Ident(name) => Kind::Name(name.sym.to_string()),
        Expr::Fn(_) | Expr::Arrow(_) => Kind::FunctionExpression,
        Expr::Assign(assign) => match &assign.left {
            AssignTarget::Simple(SimpleAssignTarget::Ident(_) | SimpleAssignTarget::Member(_)) => {
                Kind::Assignment(quoted(parse::range(assign.left.span()), source))
            }
            _ => Kind::Other,
        },
        Expr::Call(call) => {
            let Callee::Expr(callee) = &call.callee else { return Kind::Other };
            let mut callee = &**callee;
            while let Expr::Paren(paren) = callee {
                callee = &paren.expr;
            }
            match callee {
                Expr::Ident(name) => Kind::Call(name.sym.to_string()),
                Expr::Fn(_) | Expr::Arrow(_) => Kind::CalledExpression,
                Expr::Member(member) => match &member.prop {
                    MemberProp::Ident(name) => Kind::Method(name.sym.to_string()),
                    _ => Kind::Other,
                },
                _ => Kind::Other,
            }
        }
        _ => Kind::Other,
    }
}

/// Text of the program for a help; empty if it is too long or spans lines.
fn quoted(range: std::ops::Range<usize>, source: &str) -> String {
    let text = source.get(range).unwrap_or("");
    if text.len() > MAX_QUOTED || text.contains(['\n', '\r', '`']) { String::new() } else { text.to_owned() }
}
