//! `MK2002`: `import(...)`, wherever it stands.

use mikoshi_types::Code;

use crate::rules::{Context, Findings, at, each_syntax};
use crate::scope::Syntax;

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    each_syntax(context, Syntax::DynamicImport, findings, |span| {
        at(context, Code::DYNAMIC_IMPORT, span, "`import(...)` loads a module, and there are none")
            .with_label("loads a module at run time")
    });
}
