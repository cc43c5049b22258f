//! `MK1001` and `MK1003`: free references to what reaches outside or compiles strings.

use mikoshi_types::names::{self, Forbidden, Reach};
use mikoshi_types::{Code, Diagnostic};
use swc_common::Span;
use swc_ecma_ast::Expr;

use crate::fold::{Folder, Value};
use crate::rules::{Context, Findings, at};
use crate::scope::{Access, AccessKind, BindingKind, Key, Reference, SCRIPT, Use, bare};

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    let model = context.model;
    // Each name is looked up once, however often it is used.
    let rows: Vec<Option<&'static Forbidden>> =
        (0..).take(model.symbols.len()).map(|id| names::forbidden(model.symbols.name(id))).collect();
    for reference in &model.references {
        let Some(Some(row)) = rows.get(reference.symbol as usize) else { continue };
        if reference.usage == Use::Typeof {
            continue;
        }
        if reference.binding.is_none() {
            findings.push(free(context, row, reference));
        } else if let Some(declared) = before_its_value(context, reference) {
            findings.push(free(context, row, reference).and(
                context.place(declared),
                "`var` at the top level declares the global's own property: until it is assigned, it is the global",
            ));
        }
    }
    global_properties(context, findings);
}

/// The declaration of a `var` of the script, where the reference stands before anything was assigned to it.
///
/// A script's `var process;` leaves the global `process` as it is, so the name still means the host's.
fn before_its_value(context: &Context<'_, '_>, reference: &Reference) -> Option<Span> {
    let binding = context.model.binding(reference.binding?)?;
    let hoisted = binding.kind == BindingKind::Var && binding.scope == SCRIPT;
    let written = binding.writes > 0 && (reference.in_function || binding.written <= reference.span.lo);
    (hoisted && !written && reference.usage != Use::Write).then_some(binding.span)
}

fn free(context: &Context<'_, '_>, row: &Forbidden, reference: &Reference) -> Diagnostic {
    let name = row.name;
    let code = if row.reach == Reach::DynamicCode { Code::DYNAMIC_CODE } else { Code::FORBIDDEN_NAME };
    let diagnostic = at(context, code, reference.span, format!("`{name}` is not available: it {}", row.reason))
        .with_label(label(row.reach));
    let own = format!("; if `{name}` is meant to be the program's own, declare it with `const`, `let` or `function`");
    let text = help(row, context);
    match reference.usage {
        Use::Write => diagnostic.with_help(format!("{text}{own}")),
        _ => diagnostic.with_help(text),
    }
}

fn label(reach: Reach) -> &'static str {
    match reach {
        Reach::DynamicCode => "compiles a string",
        Reach::Modules => "loads modules",
        Reach::Process => "the host's processes",
        Reach::Global => "the global object",
        Reach::Files => "a path of the host",
        Reach::Network => "the network",
        Reach::Timers => "runs after the verdict",
        Reach::Threads => "threads",
        Reach::Runtime => "the host's runtime",
        Reach::Native => "native code",
        _ => "not available here",
    }
}

/// What to write instead.
fn help(row: &Forbidden, context: &Context<'_, '_>) -> String {
    match row.reach {
        Reach::DynamicCode if row.name == "eval" => {
            "write the code itself instead of a string of it; for data use JSON.parse".to_owned()
        }
        Reach::DynamicCode => "write a function expression: (a, b) => a + b".to_owned(),
        Reach::Modules => module_help(row, context),
        Reach::Process => "drop it: there are no arguments, environment, output or exit code; \
                           the verdict is the value of the last expression"
            .to_owned(),
        Reach::Global => "use the names themselves: globals are Math, JSON, Object, Array and the like".to_owned(),
        Reach::Files => "drop it: there are no files; write the data into the program".to_owned(),
        Reach::Network => "drop it: write the data to check into the program".to_owned(),
        Reach::Timers => "call the function directly: nothing runs after the last statement".to_owned(),
        Reach::Threads => "do the work in the program itself, in order".to_owned(),
        _ => "verify the answer with plain computation".to_owned(),
    }
}

/// The advice for `require(...)` depends on the module.
fn module_help(row: &Forbidden, context: &Context<'_, '_>) -> String {
    let call = format!("{}(", row.name);
    let quoted = context.source.split_once(&call).map(|(_, rest)| rest.trim_start());
    let module = quoted.and_then(|q| q.get(1..)).and_then(|q| q.split(['\'', '"', '`']).next()).unwrap_or("");
    crate::rules::modules::advice(module)
}

/// `this.process` at the top level is the global `process`.
fn global_properties(context: &Context<'_, '_>, findings: &mut Findings) {
    let folder = Folder::new(context.model);
    let made = made_by_program(context, &folder);
    for access in &context.model.accesses {
        if access.kind != AccessKind::Read && access.kind != AccessKind::Destructure {
            continue;
        }
        let Some(object) = access.object.filter(|o| may_be_global(o)) else { continue };
        if !matches!(folder.value(object).as_slice(), [Value::GlobalThis]) {
            continue;
        }
        for (key, span) in spelled(&folder, access) {
            let Some(row) = names::forbidden(&key).filter(|row| !made.contains(&row.name.to_owned())) else { continue };
            let code = if row.reach == Reach::DynamicCode { Code::DYNAMIC_CODE } else { Code::FORBIDDEN_NAME };
            let message =
                format!("`this` is the global object here, and its `{key}` is not available: it {}", row.reason);
            findings.push(at(context, code, span, message).with_label(label(row.reach)).with_help(help(row, context)));
        }
    }
}

/// Whether an expression may be the top-level `this`, told cheaply.
fn may_be_global(object: &Expr) -> bool {
    matches!(bare(object), Expr::This(_) | Expr::Ident(_))
}

/// Names that the program itself puts on the global object.
pub(super) fn made_by_program<'a>(context: &Context<'_, 'a>, folder: &Folder<'_, 'a>) -> Vec<String> {
    let mut made = Vec::new();
    let is_global = |object: &'a Expr| matches!(folder.value(object).as_slice(), [Value::GlobalThis]);
    if context.model.global_this.is_empty() {
        return made;
    }
    for access in context.model.accesses.iter().filter(|a| a.kind == AccessKind::Write) {
        if access.object.is_some_and(|o| may_be_global(o) && is_global(o)) {
            made.extend(spelled(folder, access).into_iter().map(|(key, _)| key));
        }
    }
    for call in &context.model.calls {
        let defines =
            matches!(folder.value(call.callee).as_slice(), [Value::Builtin(crate::fold::Builtin::DefineProperty)]);
        if let (true, [object, key, ..]) = (defines, call.arguments)
            && is_global(&object.expr)
        {
            made.extend(folder.keys(&key.expr));
        }
    }
    made
}

/// What the key of an access may be, with its place.
fn spelled<'a>(folder: &Folder<'_, 'a>, access: &Access<'a>) -> Vec<(String, Span)> {
    use swc_common::Spanned as _;
    match access.key {
        Key::Name(name, span) => vec![(name.to_string(), span)],
        Key::Literal(text) => text.value.as_str().map(|t| (t.to_owned(), text.span)).into_iter().collect(),
        Key::Computed(expr) => folder.keys(expr).into_iter().map(|key| (key, expr.span())).collect(),
    }
}
