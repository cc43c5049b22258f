//! What using a name in its temporal dead zone does, for the mends of the places where the engine does not do it.

use rustc_hash::FxHashSet;
use swc_atoms::Atom;
use swc_common::{DUMMY_SP, Spanned};
use swc_ecma_ast::{
    ArrowExpr, ArrowFunctionBody, AssignExpr, AssignOp, AssignTarget, Class, Expr, Function, FunctionBody, Ident,
    IdentName, KeyValueProp, Prop, PropName,
};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::print::{build, survey::each_name};

/// Replaces each use of some names that runs with the code around it by what throws as reading the name must. Uses in
/// functions stay: those may run later, when the name is initialized.
#[derive(Default)]
pub(super) struct Throw {
    names: FxHashSet<Atom>,
}

impl Throw {
    pub(super) fn add(&mut self, name: &Atom) {
        self.names.insert(name.clone());
    }

    fn holds(&self, name: &Ident) -> Option<Ident> {
        self.names.contains(&name.sym).then(|| name.clone())
    }

    /// The first of the names that an assignment writes.
    fn first_in(&self, target: &AssignTarget) -> Option<Ident> {
        let mut first = None;
        each_name(target, &mut |name| {
            if first.is_none() && self.names.contains(name) {
                first = Some(Ident::new_no_ctxt(name.clone(), target.span()));
            }
        });
        first
    }
}

/// `(() => { x; let x; })()`, which the engine knows to refuse.
fn refused(name: &Ident) -> Box<Expr> {
    let span = build::at(name.span.lo);
    let read = build::statement(build::name(&name.sym, span));
    let body = FunctionBody { span: DUMMY_SP, stmts: vec![read, build::declaration(vec![(name.sym.clone(), None)])] };
    let arrow = ArrowExpr { span, body: Box::new(ArrowFunctionBody::FunctionBody(body)), ..ArrowExpr::default() };
    build::call(build::paren(Box::new(Expr::Arrow(arrow))), Vec::new(), span)
}

impl VisitMut for Throw {
    fn visit_mut_expr(&mut self, node: &mut Expr) {
        let target = match node {
            Expr::Ident(name) => self.holds(name),
            Expr::Update(update) => match update.arg.unwrap_parens() {
                Expr::Ident(name) => self.holds(name),
                _ => None,
            },
            Expr::Assign(assign) => self.first_in(&assign.left),
            _ => None,
        };
        let Some(name) = target else {
            node.visit_mut_children_with(self);
            return;
        };
        *node = match node {
            // The value comes first, and then nothing to put it in.
            Expr::Assign(AssignExpr { op: AssignOp::Assign, right, .. }) => {
                right.visit_mut_with(self);
                *build::both(std::mem::take(right), refused(&name))
            }
            _ => *refused(&name),
        };
    }

    fn visit_mut_prop(&mut self, node: &mut Prop) {
        match node {
            Prop::Shorthand(name) if self.names.contains(&name.sym) => {
                let key = PropName::Ident(IdentName::new(name.sym.clone(), name.span));
                *node = Prop::KeyValue(KeyValueProp { key, value: refused(name) });
            }
            _ => node.visit_mut_children_with(self),
        }
    }

    fn visit_mut_function(&mut self, _: &mut Function) {}

    fn visit_mut_arrow_expr(&mut self, _: &mut ArrowExpr) {}

    fn visit_mut_class(&mut self, _: &mut Class) {}
}
