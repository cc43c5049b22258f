//! `MK2003`: `import.meta`.

use mikoshi_types::Code;

use crate::rules::{Context, Findings, at, each_syntax};
use crate::scope::Syntax;

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    each_syntax(context, Syntax::ImportMeta, findings, |span| {
        at(context, Code::IMPORT_META, span, "`import.meta` exists only in modules")
    });
}
