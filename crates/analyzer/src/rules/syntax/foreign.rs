//! `MK0003` for nodes that no script has. The parser is set up to refuse them; this holds if it does not.

use mikoshi_types::Code;

use crate::rules::{Context, Findings, at, each_syntax};
use crate::scope::Syntax;

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    each_syntax(context, Syntax::Foreign, findings, |span| {
        if context.text(span).starts_with('#') {
            return at(
                context,
                Code::SYNTAX_ERROR,
                span,
                "`#` does not begin a comment, and no private name fits here",
            )
            .with_help("comments begin with // or stand between /* and */");
        }
        at(context, Code::SYNTAX_ERROR, span, "this syntax is not JavaScript, or not yet")
    });
}
