//! `MK2001`: `import` and `export` declarations.

use mikoshi_types::Code;

use super::advice;
use crate::rules::{Context, Findings, at, each_syntax};
use crate::scope::Syntax;

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    each_syntax(context, Syntax::Import, findings, |span| {
        let text = context.text(span);
        let module = text.split(['\'', '"']).nth(1).unwrap_or("");
        let message = if module.is_empty() {
            "the program imports a module, but it is a script and has none to load".to_owned()
        } else {
            format!("the program imports `{module}`, but it is a script and has no modules to load")
        };
        at(context, Code::MODULE_SYNTAX, span, message).with_help(advice(module))
    });
    each_syntax(context, Syntax::Export, findings, |span| {
        at(context, Code::MODULE_SYNTAX, span, "the program exports, but it is a script and nobody imports it")
            .with_label("remove this word")
            .with_help("remove `export` (and `default`), and end the program with the expression to check")
    });
}
