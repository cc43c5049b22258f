//! `MK4003`: comparisons that are decided before they are made.

use mikoshi_types::Code;

use crate::parse;
use crate::rules::{Context, Findings, at};
use crate::scope::Syntax;

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    let operands = context.model.syntax.iter().filter(|(syntax, _)| *syntax == Syntax::NeverEqual);
    for &(_, span) in operands {
        let text = context.text(span).trim_start_matches('(');
        let nan = text.starts_with("NaN") || text.starts_with("Number");
        // A program may have its own `NaN`.
        let shift = u32::try_from(parse::range(span).len() - text.len()).unwrap_or(0);
        let name = span.lo + swc_common::BytePos(shift);
        if nan && context.model.reference_at(name).is_none_or(|r| r.binding.is_some()) {
            continue;
        }
        let (message, label, help) = if nan {
            ("nothing is equal to NaN, not even NaN", "equals nothing", "use `Number.isNaN(value)`")
        } else if text.starts_with('[') {
            (
                "a new array is equal to no other value, whatever is in it",
                "made anew here",
                "compare what is in it: `JSON.stringify(a) === JSON.stringify(b)`, or its length and elements",
            )
        } else {
            (
                "a new object is equal to no other value, whatever is in it",
                "made anew here",
                "compare what is in it: `JSON.stringify(a) === JSON.stringify(b)`, or property by property",
            )
        };
        findings.push(at(context, Code::NEVER_EQUAL, span, message).with_label(label).with_help(help));
    }
}
