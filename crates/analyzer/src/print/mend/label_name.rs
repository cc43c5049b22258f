//! Engine fault: `boa_parser` 0.22 refuses the labels `let:` and `async:`, which it takes for the heads of other statements.
//!
//! Mend: such labels, and the jumps to them, get another name.
//!
//! The cases `label_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use swc_ecma_ast::{BreakStmt, ContinueStmt, Ident, LabeledStmt, Script};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::print::fresh::Names;

pub(in crate::print) fn mend(script: &mut Script, names: &Names) {
    script.visit_mut_with(&mut Rename { names });
}

struct Rename<'a> {
    names: &'a Names,
}

impl Rename<'_> {
    fn rename(&self, label: &mut Ident) {
        if matches!(&*label.sym, "let" | "async") {
            label.sym = self.names.with(&label.sym);
        }
    }
}

impl VisitMut for Rename<'_> {
    fn visit_mut_labeled_stmt(&mut self, node: &mut LabeledStmt) {
        self.rename(&mut node.label);
        node.body.visit_mut_with(self);
    }

    fn visit_mut_break_stmt(&mut self, node: &mut BreakStmt) {
        node.label.iter_mut().for_each(|label| self.rename(label));
    }

    fn visit_mut_continue_stmt(&mut self, node: &mut ContinueStmt) {
        node.label.iter_mut().for_each(|label| self.rename(label));
    }
}
