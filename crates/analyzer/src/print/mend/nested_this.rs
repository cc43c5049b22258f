//! Engine fault: Boa 0.22 loses `this` in an arrow function inside of another, unless the outermost one mentions `this` itself:
//! the inner one marks the arrow around it, and not the function whose `this` it is, as one that must keep it.
//!
//! Mend: the outermost arrow function mentions it, without evaluating it, which would throw before a `super()`.
//!
//! ```js
//! m() { return a.map((x) => b.map((y) => this.f(x, y))) }
//!     =>    m() { return a.map((x) => (0 && this, b.map((y) => this.f(x, y)))) }
//! m() { a.map((x) => { b.map((y) => this.f(x, y)) }) }
//!     =>    m() { a.map((x) => { b.map((y) => this.f(x, y)); 0 && this; }) }
//! ```
//!
//! The cases `nested_this_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use swc_common::DUMMY_SP;
use swc_ecma_ast::{
    ArrowExpr, ArrowFunctionBody, BinExpr, BinaryOp, ClassProp, Constructor, Expr, Function, PrivateProp, Script,
    StaticBlock, ThisExpr,
};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::print::{build, survey::Survey};

pub(in crate::print) fn mend(script: &mut Script, survey: &Survey) {
    if survey.nested_this {
        script.visit_mut_with(&mut Arrows { in_function: false, depth: 0, own: false, inner: false });
    }
}

struct Arrows {
    /// There is a function with a `this` of its own around.
    in_function: bool,
    /// How many arrow functions are around, up to that function.
    depth: usize,
    /// The outermost arrow function mentions `this`.
    own: bool,
    /// An arrow function inside of it does.
    inner: bool,
}

impl Arrows {
    /// Visits what has a `this` of its own.
    fn apart(visit: impl FnOnce(&mut Self)) {
        let mut inside = Self { in_function: true, depth: 0, own: false, inner: false };
        visit(&mut inside);
    }
}

/// `0 && this`
fn mention() -> Box<Expr> {
    let this = Box::new(Expr::This(ThisExpr { span: DUMMY_SP }));
    Box::new(Expr::Bin(BinExpr { span: DUMMY_SP, op: BinaryOp::LogicalAnd, left: build::number(0), right: this }))
}

impl VisitMut for Arrows {
    fn visit_mut_arrow_expr(&mut self, node: &mut ArrowExpr) {
        let outermost = self.depth == 0;
        if outermost {
            (self.own, self.inner) = (false, false);
        }
        self.depth += 1;
        node.visit_mut_children_with(self);
        self.depth -= 1;
        if outermost && self.in_function && self.inner && !self.own {
            match &mut *node.body {
                ArrowFunctionBody::Expr(value) => *value = build::both(mention(), std::mem::take(value)),
                ArrowFunctionBody::FunctionBody(body) => body.stmts.push(build::statement(mention())),
            }
        }
    }

    fn visit_mut_this_expr(&mut self, _: &mut ThisExpr) {
        match self.depth {
            0 => {}
            1 => self.own = true,
            _ => self.inner = true,
        }
    }

    fn visit_mut_function(&mut self, node: &mut Function) {
        Self::apart(|inside| node.visit_mut_children_with(inside));
    }

    fn visit_mut_constructor(&mut self, node: &mut Constructor) {
        Self::apart(|inside| node.visit_mut_children_with(inside));
    }

    fn visit_mut_class_prop(&mut self, node: &mut ClassProp) {
        node.key.visit_mut_with(self);
        Self::apart(|inside| node.value.visit_mut_with(inside));
    }

    fn visit_mut_private_prop(&mut self, node: &mut PrivateProp) {
        Self::apart(|inside| node.value.visit_mut_with(inside));
    }

    fn visit_mut_static_block(&mut self, node: &mut StaticBlock) {
        Self::apart(|inside| node.body.visit_mut_with(inside));
    }
}
