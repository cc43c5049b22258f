//! Engine fault: Boa 0.22 caches where an assignment by name puts its value, and at its second turn `array.length = n` writes the
//! number there without removing elements. The next element that is assigned is then not counted either.
//!
//! Mend: the key is computed, which the engine does not cache.
//!
//! ```js
//! stack.length = 0    =>    stack["length"] = 0
//! ```
//!
//! The cases `length_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use swc_ecma_ast::{
    AssignExpr, AssignTarget, ComputedPropName, Expr, Lit, MemberExpr, MemberProp, Pat, Script, SimpleAssignTarget,
    Str, UpdateExpr,
};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::print::survey::{Survey, is_length};

pub(in crate::print) fn mend(script: &mut Script, survey: &Survey) {
    if survey.sets_length {
        script.visit_mut_with(&mut Compute);
    }
}

struct Compute;

impl VisitMut for Compute {
    fn visit_mut_assign_expr(&mut self, node: &mut AssignExpr) {
        node.visit_mut_children_with(self);
        match &mut node.left {
            AssignTarget::Simple(SimpleAssignTarget::Member(member)) => compute(member),
            AssignTarget::Simple(SimpleAssignTarget::Paren(paren)) => target(&mut paren.expr),
            _ => {}
        }
    }

    fn visit_mut_update_expr(&mut self, node: &mut UpdateExpr) {
        node.visit_mut_children_with(self);
        target(&mut node.arg);
    }

    fn visit_mut_pat(&mut self, node: &mut Pat) {
        node.visit_mut_children_with(self);
        if let Pat::Expr(expr) = node {
            target(expr);
        }
    }
}

/// Computes the key of what is assigned to.
fn target(mut expr: &mut Expr) {
    while let Expr::Paren(paren) = expr {
        expr = &mut paren.expr;
    }
    if let Expr::Member(member) = expr {
        compute(member);
    }
}

fn compute(member: &mut MemberExpr) {
    if is_length(member)
        && let MemberProp::Ident(name) = &member.prop
    {
        let key = Str { span: name.span, value: "length".into(), raw: None };
        let expr = Box::new(Expr::Lit(Lit::Str(key)));
        member.prop = MemberProp::Computed(ComputedPropName { span: name.span, expr });
    }
}
