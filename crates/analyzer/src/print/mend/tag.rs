//! Engine fault: Boa 0.22 calls a parenthesized tag without its object: in ``(o.f)`x` `` the function's `this` is
//! `undefined` where it must be `o`.
//!
//! Mend: the parentheses go; around a member they mean nothing.
//!
//! The case `parenthesized_tag` of the engine faults in `tests/print` fails when the engine has learnt it.

use swc_ecma_ast::{Expr, Script, TaggedTpl};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::parse::holds;

pub(in crate::print) fn mend(script: &mut Script, source: &str) {
    if holds(source, "`") {
        script.visit_mut_with(&mut Unwrap);
    }
}

struct Unwrap;

impl VisitMut for Unwrap {
    fn visit_mut_tagged_tpl(&mut self, node: &mut TaggedTpl) {
        node.visit_mut_children_with(self);
        while let Expr::Paren(paren) = &mut *node.tag
            && matches!(*paren.expr, Expr::Member(_) | Expr::SuperProp(_) | Expr::Paren(_))
        {
            node.tag = std::mem::take(&mut paren.expr);
        }
    }
}
