//! Engine fault: `boa_parser` 0.22 refuses `await` as a name, which a script may use (`var await = 1`).
//!
//! Mend: bindings of and references to `await` get another name; properties keep theirs, and shorthands are written out.
//! A function called `await` shows the other name as its `name`.
//!
//! The same goes for the labels `async:` and `let:`, which Boa takes for the heads of other statements.
//!
//! The test `engine_still_refuses_await` fails when the engine has learnt it.

use swc_atoms::Atom;
use swc_ecma_ast::{
    AssignPat, BindingIdent, BreakStmt, ContinueStmt, Expr, Ident, IdentName, KeyValuePatProp, KeyValueProp,
    LabeledStmt, ObjectPatProp, Pat, Prop, PropName, Script,
};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::print::fresh::Names;

const AWAIT: &str = "await";

pub(in crate::print) fn mend(script: &mut Script, source: &str, names: &Names) {
    if source.contains(AWAIT) || source.contains("let:") || source.contains("async:") || source.contains("\\u") {
        script.visit_mut_with(&mut Rename { name: names.with(AWAIT), names });
    }
}

struct Rename<'a> {
    names: &'a Names,
    name: Atom,
}

impl Rename<'_> {
    fn label(&self, label: &mut Ident) {
        if matches!(&*label.sym, "let" | "async") {
            label.sym = self.names.with(&label.sym);
        }
    }
}

impl VisitMut for Rename<'_> {
    fn visit_mut_labeled_stmt(&mut self, node: &mut LabeledStmt) {
        self.label(&mut node.label);
        node.visit_mut_children_with(self);
    }

    fn visit_mut_break_stmt(&mut self, node: &mut BreakStmt) {
        node.label.iter_mut().for_each(|label| self.label(label));
        node.visit_mut_children_with(self);
    }

    fn visit_mut_continue_stmt(&mut self, node: &mut ContinueStmt) {
        node.label.iter_mut().for_each(|label| self.label(label));
        node.visit_mut_children_with(self);
    }

    fn visit_mut_ident(&mut self, node: &mut Ident) {
        if node.sym == AWAIT {
            node.sym = self.name.clone();
        }
    }

    fn visit_mut_prop(&mut self, node: &mut Prop) {
        node.visit_mut_children_with(self);
        if let Prop::Shorthand(ident) = node
            && ident.sym == self.name
        {
            *node = Prop::KeyValue(KeyValueProp { key: key(ident), value: Box::new(Expr::Ident(ident.clone())) });
        }
    }

    fn visit_mut_object_pat_prop(&mut self, node: &mut ObjectPatProp) {
        node.visit_mut_children_with(self);
        if let ObjectPatProp::Assign(prop) = node
            && prop.key.id.sym == self.name
        {
            let target = Pat::Ident(BindingIdent::from(prop.key.id.clone()));
            let value = match prop.value.take() {
                Some(right) => Pat::Assign(AssignPat { span: prop.span, left: Box::new(target), right }),
                None => target,
            };
            *node = ObjectPatProp::KeyValue(KeyValuePatProp { key: key(&prop.key.id), value: Box::new(value) });
        }
    }
}

fn key(ident: &Ident) -> PropName {
    PropName::Ident(IdentName { span: ident.span, sym: AWAIT.into() })
}
