//! Engine fault: in Boa 0.22 a `break` with a label that leaves an inner `for-of` or `for-in` loop does not close that
//! loop's iterator. The iterator is never told to return, and a loop further out goes on with the wrong one, for ever or
//! not at all:
//!
//! ```js
//! for (const x of [1, 2]) {
//!     found: for (const y of [3]) for (const z of [4]) break found;
//! }
//! ```
//!
//! Mend: `continue` closes iterators properly. The labelled statement becomes the body of a loop that runs once, and such a
//! `break` becomes a `continue` of that loop:
//!
//! ```js
//! $mk_b0: do found: for (const y of [3]) for (const z of [4]) continue $mk_b0; while (false);
//! ```
//!
//! A jump without a label that leaves the labelled statement would now mean the new loop, so it gets a label too.
//!
//! The cases `break_closes_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use rustc_hash::{FxHashMap, FxHashSet};
use swc_atoms::Atom;
use swc_common::{BytePos, DUMMY_SP, Spanned};
use swc_ecma_ast::{
    ArrowExpr, Bool, BreakStmt, Class, ContinueStmt, DoWhileStmt, Expr, Function, Ident, LabeledStmt, Lit, Script, Stmt,
};
use swc_ecma_visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use crate::print::{build, fresh::Names};

pub(in crate::print) fn mend(script: &mut Script, names: &Names) {
    let mut survey = Survey::default();
    script.visit_with(&mut survey);
    if !survey.crossed.is_empty() {
        script.visit_mut_with(&mut survey.plan(names));
    }
}

/// A statement that a jump can mean, or has to pass. It is known by where it begins, labels included.
struct Target {
    at: BytePos,
    labels: Vec<Atom>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A `for-of` or `for-in` loop.
    Iterator,
    Loop,
    Switch,
    /// Any other statement with a label.
    Other,
}

impl Target {
    fn of(stmt: &Stmt) -> Option<(Self, &Stmt)> {
        let mut labels = Vec::new();
        let mut inner = stmt;
        while let Stmt::Labeled(labeled) = inner {
            labels.push(labeled.label.sym.clone());
            inner = &labeled.body;
        }
        let kind = match inner {
            Stmt::ForOf(_) | Stmt::ForIn(_) => Kind::Iterator,
            Stmt::For(_) | Stmt::While(_) | Stmt::DoWhile(_) => Kind::Loop,
            Stmt::Switch(_) => Kind::Switch,
            _ if labels.is_empty() => return None,
            _ => Kind::Other,
        };
        Some((Self { at: stmt.span().lo, labels, kind }, inner))
    }
}

/// A jump without a label.
struct Jump {
    at: BytePos,
    /// The labelled statements that it leaves.
    passes: Vec<BytePos>,
    /// The loop or `switch` that it means, and that one's own label.
    target: BytePos,
    label: Option<Atom>,
}

/// Finds the labelled statements that a `break` leaves through an inner iterator.
#[derive(Default)]
struct Survey {
    enclosing: Vec<Target>,
    crossed: FxHashSet<BytePos>,
    /// The `break` statements that do so, and the statement each leaves.
    breaks: FxHashMap<BytePos, BytePos>,
    jumps: Vec<Jump>,
}

impl Survey {
    fn function(&mut self, visit: impl FnOnce(&mut Self)) {
        let enclosing = std::mem::take(&mut self.enclosing);
        visit(self);
        self.enclosing = enclosing;
    }

    fn unlabelled(&mut self, at: BytePos, means: impl Fn(Kind) -> bool) {
        let Some(index) = self.enclosing.iter().rposition(|target| means(target.kind)) else { return };
        let (outer, inner) = self.enclosing.split_at(index + 1);
        let passes: Vec<_> = inner.iter().filter(|target| !target.labels.is_empty()).map(|target| target.at).collect();
        if let Some(target) = outer.last().filter(|_| !passes.is_empty()) {
            self.jumps.push(Jump { at, passes, target: target.at, label: target.labels.last().cloned() });
        }
    }

    /// Decides which names are needed.
    fn plan(self, names: &Names) -> Mend {
        let mut count = 0;
        let mut fresh = || {
            count += 1;
            names.with(&format!("b{count}"))
        };
        let once: FxHashMap<_, _> = self.crossed.into_iter().map(|at| (at, fresh())).collect();
        let mut labels = FxHashMap::default();
        let mut jumps = FxHashMap::default();
        for jump in self.jumps {
            if jump.passes.iter().any(|at| once.contains_key(at)) {
                let label = jump.label.unwrap_or_else(|| labels.entry(jump.target).or_insert_with(&mut fresh).clone());
                jumps.insert(jump.at, label);
            }
        }
        let continues = self.breaks.into_iter().filter_map(|(at, target)| Some((at, once.get(&target)?.clone())));
        Mend { continues: continues.collect(), once, labels, jumps }
    }
}

impl Visit for Survey {
    fn visit_stmt(&mut self, node: &Stmt) {
        match Target::of(node) {
            Some((target, inner)) => {
                self.enclosing.push(target);
                inner.visit_children_with(self);
                self.enclosing.pop();
            }
            None => node.visit_children_with(self),
        }
    }

    fn visit_break_stmt(&mut self, node: &BreakStmt) {
        let Some(label) = &node.label else {
            self.unlabelled(node.span.lo, |kind| kind != Kind::Other);
            return;
        };
        let Some(index) = self.enclosing.iter().rposition(|target| target.labels.contains(&label.sym)) else { return };
        let (outer, inner) = self.enclosing.split_at(index + 1);
        if let Some(target) = outer.last()
            && inner.iter().any(|target| target.kind == Kind::Iterator)
        {
            self.crossed.insert(target.at);
            self.breaks.insert(node.span.lo, target.at);
        }
    }

    fn visit_continue_stmt(&mut self, node: &ContinueStmt) {
        if node.label.is_none() {
            self.unlabelled(node.span.lo, |kind| matches!(kind, Kind::Iterator | Kind::Loop));
        }
    }

    fn visit_function(&mut self, node: &Function) {
        self.function(|survey| node.visit_children_with(survey));
    }

    fn visit_arrow_expr(&mut self, node: &ArrowExpr) {
        self.function(|survey| node.visit_children_with(survey));
    }

    fn visit_class(&mut self, node: &Class) {
        self.function(|survey| node.visit_children_with(survey));
    }
}

/// Everything by where the statement begins.
struct Mend {
    /// The statements that become the body of a loop that runs once, with the loop's label.
    once: FxHashMap<BytePos, Atom>,
    /// The `break` statements that become a `continue` of such a loop.
    continues: FxHashMap<BytePos, Atom>,
    /// The jumps that get a label.
    jumps: FxHashMap<BytePos, Atom>,
    /// The statements that get one.
    labels: FxHashMap<BytePos, Atom>,
}

impl VisitMut for Mend {
    fn visit_mut_stmt(&mut self, node: &mut Stmt) {
        node.visit_mut_children_with(self);
        let at = node.span().lo;
        match node {
            Stmt::Break(jump) => {
                if let Some(label) = self.continues.get(&at) {
                    let label = Some(build::ident(label, DUMMY_SP));
                    *node = Stmt::Continue(ContinueStmt { span: jump.span, label });
                } else if let Some(label) = self.jumps.get(&at) {
                    jump.label = Some(build::ident(label, DUMMY_SP));
                }
            }
            Stmt::Continue(jump) => {
                if let Some(label) = self.jumps.get(&at) {
                    jump.label = Some(build::ident(label, DUMMY_SP));
                }
            }
            _ => {
                if let Some(label) = self.labels.get(&at) {
                    labelled(node, build::ident(label, DUMMY_SP));
                }
                if let Some(label) = self.once.get(&at) {
                    let body = Box::new(std::mem::take(node));
                    let test = Box::new(Expr::Lit(Lit::Bool(Bool { span: DUMMY_SP, value: false })));
                    *node = Stmt::DoWhile(DoWhileStmt { span: build::at(at), test, body });
                    labelled(node, build::ident(label, DUMMY_SP));
                }
            }
        }
    }
}

fn labelled(stmt: &mut Stmt, label: Ident) {
    let body = Box::new(std::mem::take(stmt));
    *stmt = Stmt::Labeled(LabeledStmt { span: DUMMY_SP, label, body });
}
