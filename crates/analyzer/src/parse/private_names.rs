//! Private names that no class around them declares: an early error that swc does not report, and that the engine reports
//! without its place.

use mikoshi_types::{Code, Diagnostic, LineIndex};
use rustc_hash::FxHashSet;
use swc_atoms::Atom;
use swc_ecma_ast::{BinExpr, BinaryOp, Class, ClassMember, Expr, Key, PrivateName, Script};
use swc_ecma_visit::{Visit, VisitWith};

use super::range;

/// Finds the private names of a script that mean nothing.
pub(super) fn errors(script: &Script, source: &str, lines: &LineIndex<'_>) -> Vec<Diagnostic> {
    if !super::holds(source, "#") {
        return Vec::new();
    }
    let mut finder = Finder { classes: Vec::new(), faults: Vec::new(), lines };
    script.visit_with(&mut finder);
    finder.faults
}

struct Finder<'a> {
    /// What the classes around declare, the innermost last.
    classes: Vec<FxHashSet<Atom>>,
    faults: Vec<Diagnostic>,
    lines: &'a LineIndex<'a>,
}

impl Visit for Finder<'_> {
    fn visit_class(&mut self, node: &Class) {
        // What a class extends stands outside of it.
        node.super_class.visit_with(self);
        let declared = node.body.iter().filter_map(|member| match member {
            ClassMember::PrivateMethod(method) => Some(method.key.name.clone()),
            ClassMember::PrivateProp(prop) => Some(prop.key.name.clone()),
            ClassMember::AutoAccessor(accessor) => match &accessor.key {
                Key::Private(name) => Some(name.name.clone()),
                Key::Public(_) => None,
            },
            _ => None,
        });
        self.classes.push(declared.collect());
        node.body.visit_with(self);
        self.classes.pop();
    }

    fn visit_bin_expr(&mut self, node: &BinExpr) {
        match &*node.left {
            Expr::PrivateName(name) if node.op == BinaryOp::In => self.visit_private_name(name),
            left => left.visit_with(self),
        }
        node.right.visit_with(self);
    }

    fn visit_expr(&mut self, node: &Expr) {
        // Elsewhere it is no expression, and has a rule of its own.
        if !node.is_private_name() {
            node.visit_children_with(self);
        }
    }

    fn visit_private_name(&mut self, node: &PrivateName) {
        // A hostile text may have thousands.
        if self.faults.len() >= super::MAX_FAULTS || self.classes.iter().any(|names| names.contains(&node.name)) {
            return;
        }
        let at = range(node.span);
        let known = self.classes.iter().flatten().map(|name| &**name);
        let help = match mikoshi_types::names::nearest(&node.name, known) {
            Some(near) => format!("did you mean `#{near}`?"),
            None if self.classes.is_empty() => {
                "a private member can be used only inside of its class: add a method that answers what you need"
                    .to_owned()
            }
            None => format!("declare it in the class: `#{};`", node.name),
        };
        self.faults.push(
            Diagnostic::new(Code::ENGINE_SYNTAX, format!("no class here declares `#{}`", node.name))
                .at(self.lines.span(at.start, at.end))
                .with_label("a private name")
                .with_help(help),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::judged::{all_accepted, all_refused};

    #[test]
    fn undeclared_names_are_refused() {
        all_refused(&[
            "class A { #x = 1 } new A().#x",
            "class A { #x = 1; f() { return this.#y } }",
            "class A { f() { return #x in this } }",
            "class A extends (o.#x) { #x }",
            "class A { #x } class B { f() { return this.#x } }",
            "({}).#x",
        ]);
    }

    #[test]
    fn declared_names_are_accepted() {
        all_accepted(&[
            "class A { #x = 1; f() { return this.#x && #x in this } }",
            "class A { #x() {} get #y() { return 1 } set #y(v) {} static #z = A; f() { return (() => this.#x() + this.#y)() } }",
            "class A { #x; f() { return class { g(o) { return o.#x } } } }",
            "class A { f() { return this.#x } #x }",
            "class A { static { A.#x } static #x = 1; [A.name]() {} }",
            "'#x'; `#x`; /#x/",
        ]);
    }
}
