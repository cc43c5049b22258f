//! `MK4002`: async functions, `await` and `for await`.

use mikoshi_types::Code;
use swc_common::{BytePos, Span};

use crate::parse;
use crate::rules::{Context, Findings, at, each_syntax};
use crate::scope::Syntax;

const KEYWORD: &str = "async";

pub(in crate::rules) fn check(context: &Context<'_, '_>, findings: &mut Findings) {
    each_syntax(context, Syntax::AsyncFunction, findings, |head| {
        at(context, Code::ASYNC_SYNTAX, keyword(context, head), "async functions are not available")
            .with_label("nothing here is asynchronous")
    });
    each_syntax(context, Syntax::Await, findings, |span| {
        at(context, Code::ASYNC_SYNTAX, span, "`await` is not available: nothing here is asynchronous")
            .with_label("there is nothing to wait for")
    });
    each_syntax(context, Syntax::ForAwait, findings, |span| {
        at(context, Code::ASYNC_SYNTAX, span, "`for await` is not available: nothing here is asynchronous")
            .with_help("use `for (const x of values)`")
    });
}

/// Where the word `async` stands in the head of a function or method.
fn keyword(context: &Context<'_, '_>, head: Span) -> Span {
    let range = parse::range(head);
    let from = |offset: usize| {
        let length = u32::try_from(KEYWORD.len()).unwrap_or(0);
        let moved = u32::try_from(offset.saturating_sub(range.start)).unwrap_or(0);
        let back = u32::try_from(range.start.saturating_sub(offset)).unwrap_or(0);
        let start = BytePos((head.lo.0 + moved).saturating_sub(back));
        Span::new(start, start + BytePos(length))
    };
    if context.source.get(range.start..).is_some_and(|text| text.starts_with(KEYWORD)) {
        return from(range.start);
    }
    context.source.get(..range.end).and_then(|text| text.rfind(KEYWORD)).map_or(head, from)
}
