//! Engine fault: Boa 0.22 knows a loop by the last label in front of it only. `a: b: for (...) { for (...) continue a; }`
//! never ends.
//!
//! Mend: of several labels in front of one statement the last stays, and jumps name that.
//!
//! The case `continue_first_of_two_labels` of the engine faults in `tests/print` fails when the engine has learnt it.

use swc_atoms::Atom;
use swc_ecma_ast::{ArrowExpr, BreakStmt, Class, ContinueStmt, Function, Ident, LabeledStmt, Script, Stmt};
use swc_ecma_visit::{VisitMut, VisitMutWith};

pub(in crate::print) fn mend(script: &mut Script) {
    script.visit_mut_with(&mut Merge::default());
}

#[derive(Default)]
struct Merge {
    /// Labels that gave way to others.
    merged: Vec<(Atom, Atom)>,
}

impl Merge {
    fn function(&mut self, visit: impl FnOnce(&mut Self)) {
        let merged = std::mem::take(&mut self.merged);
        visit(self);
        self.merged = merged;
    }

    fn rename(&self, label: &mut Option<Ident>) {
        if let Some(label) = label
            && let Some((_, last)) = self.merged.iter().find(|(first, _)| *first == label.sym)
        {
            label.sym = last.clone();
        }
    }
}

impl VisitMut for Merge {
    fn visit_mut_labeled_stmt(&mut self, node: &mut LabeledStmt) {
        let depth = self.merged.len();
        while let Stmt::Labeled(inner) = &mut *node.body {
            let inner = std::mem::take(inner);
            for (_, last) in self.merged.iter_mut().skip(depth) {
                *last = inner.label.sym.clone();
            }
            self.merged.push((node.label.sym.clone(), inner.label.sym.clone()));
            node.label = inner.label;
            node.body = inner.body;
        }
        node.body.visit_mut_with(self);
        self.merged.truncate(depth);
    }

    fn visit_mut_break_stmt(&mut self, node: &mut BreakStmt) {
        self.rename(&mut node.label);
    }

    fn visit_mut_continue_stmt(&mut self, node: &mut ContinueStmt) {
        self.rename(&mut node.label);
    }

    fn visit_mut_function(&mut self, node: &mut Function) {
        self.function(|merge| node.visit_mut_children_with(merge));
    }

    fn visit_mut_arrow_expr(&mut self, node: &mut ArrowExpr) {
        self.function(|merge| node.visit_mut_children_with(merge));
    }

    fn visit_mut_class(&mut self, node: &mut Class) {
        self.function(|merge| node.visit_mut_children_with(merge));
    }
}
