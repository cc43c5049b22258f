//! Engine fault: `boa_parser` 0.22 reads a call of a function named `async` as the head of an async arrow function and
//! refuses what follows (`async(1) === 2`).
//!
//! Mend: the name stands in parentheses, `(async)(1) === 2`, which calls the same function with the same `this`.
//!
//! The case `async_call` of the engine faults in `tests/print` fails when the engine has learnt it.

use swc_ecma_ast::{Expr, ForHead, ForOfStmt, Pat, Script};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::parse::holds;
use crate::print::build;

const ASYNC: &str = "async";

pub(in crate::print) fn mend(script: &mut Script, source: &str) {
    if holds(source, ASYNC) || holds(source, "\\u") {
        script.visit_mut_with(&mut Parenthesize);
    }
}

struct Parenthesize;

impl VisitMut for Parenthesize {
    fn visit_mut_expr(&mut self, node: &mut Expr) {
        node.visit_mut_children_with(self);
        if node.as_ident().is_some_and(|ident| ident.sym == ASYNC) {
            let name = std::mem::take(node);
            *node = *build::paren(Box::new(name));
        }
    }

    /// `for (async of list)` would be no program in any parser; the source has an escape in the name, or parentheses.
    fn visit_mut_for_of_stmt(&mut self, node: &mut ForOfStmt) {
        node.visit_mut_children_with(self);
        if let ForHead::Pat(pattern) = &mut node.left
            && let Pat::Ident(name) = &**pattern
            && name.id.sym == ASYNC
        {
            **pattern = Pat::Expr(build::paren(Box::new(Expr::Ident(name.id.clone()))));
        }
    }
}
