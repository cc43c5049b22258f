//! `MK4001`: `with`.

use mikoshi_types::Code;

use crate::rules::{Context, Findings, at, each_syntax};
use crate::scope::Syntax;

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    each_syntax(context, Syntax::With, findings, |span| {
        at(context, Code::WITH_STATEMENT, span, "`with` hides which names the program uses")
            .with_label("any name in its body may be a property")
    });
}
