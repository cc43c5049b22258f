//! Engine fault: Boa 0.22 computes `**` with an integer exponent by repeated multiplication, which rounds at every step: half of
//! all powers such as `1.05 ** 10` end in other digits than those of `Math.pow` in any engine.
//!
//! Mend: the operator becomes a call of the runtime's own function, except where repeated multiplication is exact: squares, and
//! powers of two.
//!
//! ```js
//! a ** b      =>    $mk_x(a, b)
//! a **= b     =>    a = $mk_x(a, b)
//! o.k **= b   =>    o.k = $mk_x(o.k, b)
//! ```
//!
//! An assignment to a property stays as it is where its object or key would be evaluated twice (`docs/limitations`).
//!
//! The case `exponent` of `programs/numbers.js` in the tests of the runtime fails when the engine has learnt it.

use swc_common::Spanned;
use swc_ecma_ast::{
    AssignExpr, AssignOp, AssignTarget, BinExpr, BinaryOp, Expr, Lit, MemberProp, Script, SimpleAssignTarget,
};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::print::{build, fresh, survey::Survey};

pub(in crate::print) fn mend(script: &mut Script, survey: &Survey, names: &fresh::Names) {
    if survey.powers {
        script.visit_mut_with(&mut Powers { names });
    }
}

struct Powers<'a> {
    names: &'a fresh::Names,
}

impl VisitMut for Powers<'_> {
    fn visit_mut_expr(&mut self, node: &mut Expr) {
        node.visit_mut_children_with(self);
        match node {
            Expr::Bin(BinExpr { op: BinaryOp::Exp, left, right, span }) if !is_exact(left, right) => {
                let arguments = vec![std::mem::take(left), std::mem::take(right)];
                let at = build::at(span.lo);
                *node = *build::call(build::name(&self.names.power, at), arguments, at);
            }
            Expr::Assign(assign) if assign.op == AssignOp::ExpAssign && number(&assign.right) != Some(2.0) => {
                self.assign(assign);
            }
            _ => {}
        }
    }
}

impl Powers<'_> {
    fn assign(&self, assign: &mut AssignExpr) {
        let Some(base) = read(&assign.left) else { return };
        let at = build::at(assign.left.span().lo);
        let arguments = vec![Box::new(base), std::mem::take(&mut assign.right)];
        assign.op = AssignOp::Assign;
        assign.right = build::call(build::name(&self.names.power, at), arguments, at);
    }
}

/// The expression that reads what is assigned to, where it may be evaluated a second time.
fn read(target: &AssignTarget) -> Option<Expr> {
    let AssignTarget::Simple(target) = target else { return None };
    match target {
        SimpleAssignTarget::Ident(name) => Some(Expr::Ident(name.id.clone())),
        SimpleAssignTarget::Member(member) => {
            let named = matches!(member.prop, MemberProp::Ident(_) | MemberProp::PrivateName(_));
            let plain = matches!(*member.obj, Expr::Ident(_) | Expr::This(_));
            (named && plain).then(|| Expr::Member(member.clone()))
        }
        _ => None,
    }
}

/// Whether the engine is exact: no multiplication rounds, or there is one, or the operands are no numbers.
fn is_exact(base: &Expr, exponent: &Expr) -> bool {
    let big = |e: &Expr| matches!(e.unwrap_parens(), Expr::Lit(Lit::BigInt(_)));
    number(base) == Some(2.0) || number(exponent) == Some(2.0) || big(base) || big(exponent)
}

fn number(literal: &Expr) -> Option<f64> {
    match literal.unwrap_parens() {
        Expr::Lit(Lit::Num(number)) => Some(number.value),
        _ => None,
    }
}
