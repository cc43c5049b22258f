//! A line that ends in a template ends with `\n` there, however the source spells it (ECMA-262, TV and TRV). The parser leaves
//! that to whoever reads the raw text.

use swc_atoms::Atom;
use swc_ecma_ast::{Script, TplElement};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::parse::holds;

pub(super) fn unify(script: &mut Script, source: &str) {
    if holds(source, "\r") && holds(source, "`") {
        script.visit_mut_with(&mut Unify);
    }
}

struct Unify;

impl VisitMut for Unify {
    fn visit_mut_tpl_element(&mut self, node: &mut TplElement) {
        if node.raw.contains('\r') {
            node.raw = Atom::from(node.raw.replace("\r\n", "\n").replace('\r', "\n"));
        }
    }
}
