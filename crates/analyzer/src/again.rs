//! A second look at a program that was accepted, when its run has raised a question that nobody had asked before.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mikoshi_types::LineIndex;
use swc_ecma_ast::Script;

use crate::{parse, stack};

/// Parses `source` again and shows its tree to `look`, which must leave nothing of it behind. `None` where there is no tree:
/// what is looked for then is not found, and nothing else depends on it.
pub(crate) fn look<T>(source: &str, lines: &LineIndex<'_>, look: impl FnOnce(&Script) -> T) -> Option<T> {
    let seen = catch_unwind(AssertUnwindSafe(|| {
        stack::grown(source.len(), || {
            let parse::Parsed { tree: parse::Tree::Script(script), .. } = parse::parse(source, lines).ok()? else {
                return None;
            };
            Some(look(&script))
        })
    }));
    seen.ok()?.ok().flatten()
}
