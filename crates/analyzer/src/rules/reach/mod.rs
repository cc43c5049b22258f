//! Reads of the properties that lead out of an object: `constructor`, `__proto__` and the legacy accessor methods.
//!
//! A read is a member expression, a key of a pattern, `+=` and `++`, and the calls that take a key
//! (`Object.getOwnPropertyDescriptor`, `Reflect.get`), with a key that can be decided. Mentioning a key is none: `in`,
//! `hasOwn`, `delete`, plain `=` and definitions are fine.

mod accessor;
mod constructor;
mod proto;
mod story;

use swc_common::{Span, Spanned};
use swc_ecma_ast::{Expr, ExprOrSpread};

use super::{Context, Findings};
use crate::fold::{Builtin, Folder, Value};
use crate::scope::{AccessKind, Call, Key, bare};

/// A read of a property.
struct Read<'a> {
    key: String,
    /// The key as it is spelled.
    span: Span,
    /// The expression that the key comes from, where it is not spelled out.
    computed: Option<&'a Expr>,
    kind: AccessKind,
}

pub(super) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    let folder = Folder::new(context.model);
    let mut report = |read: &Read<'_>| {
        let finding = constructor::check(context, read)
            .or_else(|| proto::check(context, read))
            .or_else(|| accessor::check(context, read));
        if let Some(finding) = finding {
            findings.push(story::tell(context, read, finding));
        }
    };
    for access in context.model.accesses.iter().filter(|a| a.kind != AccessKind::Write) {
        let kind = access.kind;
        match access.key {
            Key::Name(name, span) if is_reach(name) => {
                report(&Read { key: name.to_string(), span, computed: None, kind });
            }
            Key::Name(..) => {}
            Key::Literal(text) => {
                if let Some(key) = text.value.as_str().filter(|key| is_reach(key)) {
                    report(&Read { key: key.to_owned(), span: text.span, computed: None, kind });
                }
            }
            Key::Computed(expr) => {
                if let Some(key) = folder.keys(expr).into_iter().find(|key| is_reach(key)) {
                    report(&Read { key, span: expr.span(), computed: Some(expr), kind });
                }
            }
        }
    }
    for call in &context.model.calls {
        if let Some(argument) = key_argument(&folder, call)
            && let Some(key) = folder.keys(argument).into_iter().find(|key| is_reach(key))
        {
            report(&Read { key, span: argument.span(), computed: Some(argument), kind: AccessKind::Read });
        }
    }
}

fn is_reach(key: &str) -> bool {
    constructor::KEYS.contains(&key) || proto::KEYS.contains(&key) || accessor::KEYS.contains(&key)
}

/// The argument that is a key, if the call reads a property by it.
fn key_argument<'a>(folder: &Folder<'_, 'a>, call: &Call<'a>) -> Option<&'a Expr> {
    let reads = |expr: &'a Expr| {
        matches!(
            folder.value(expr).as_slice(),
            [Value::Builtin(Builtin::GetOwnPropertyDescriptor | Builtin::ReflectGet)]
        )
    };
    let at = |args: &'a [ExprOrSpread], index: usize| -> Option<&'a Expr> {
        args.iter().take(index + 1).all(|a| a.spread.is_none()).then(|| args.get(index))?.map(|a| &*a.expr)
    };
    if reads(call.callee) {
        return at(call.arguments, 1).or_else(|| spread_key(call.arguments, 1));
    }
    if matches!(folder.value(call.callee).as_slice(), [Value::Builtin(Builtin::ReflectApply)]) {
        return at(call.arguments, 0).filter(|f| reads(f)).and_then(|_| in_list(at(call.arguments, 2)?, 1));
    }
    let Expr::Member(member) = bare(call.callee) else { return None };
    let method = member.prop.as_ident()?;
    if !reads(&member.obj) {
        return None;
    }
    match &*method.sym {
        "call" => at(call.arguments, 2),
        "apply" => in_list(at(call.arguments, 1)?, 1),
        _ => None,
    }
}

/// The element of an array literal.
fn in_list(list: &Expr, index: usize) -> Option<&Expr> {
    let Expr::Array(array) = bare(list) else { return None };
    array.elems.get(index)?.as_ref().filter(|e| e.spread.is_none()).map(|e| &*e.expr)
}

/// `f(...[object, key])`.
fn spread_key(args: &[ExprOrSpread], index: usize) -> Option<&Expr> {
    match args {
        [only] if only.spread.is_some() => in_list(&only.expr, index),
        _ => None,
    }
}
