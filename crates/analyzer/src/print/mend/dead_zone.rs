//! Engine fault: in Boa 0.22 an assignment to a binding that is not initialized yet succeeds, if no closure holds the
//! binding: `{ x = 1; let x; }` throws no `ReferenceError`. Reading it throws as it should, except across the cases of a
//! `switch`, whose scope a later case can enter without the declaration.
//!
//! Mend: such an assignment reads its target before it assigns. The binding is local to one activation of its scope, and
//! there the order of the text is that of the execution: an assignment before the declaration always throws. The names that
//! a `switch` declares are held by a closure that nothing calls, which makes the engine check every access; and a `const`
//! that nothing assigns becomes a `let`, because the engine would read its cached value unchecked.
//!
//! ```js
//! { x = 1; let x; }                    =>    { x = (1, x); let x; }
//! switch (n) { case 0: let x; ... }    =>    switch (n) { case 0: () => [x]; let x; ... }
//! ```
//!
//! In the head of a `for` the engine takes what it declares by `let` or `const` for initialized from the start. There a use
//! before the declaration becomes what throws as it must.
//!
//! The cases `dead_zone_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use rustc_hash::{FxHashMap, FxHashSet};
use swc_atoms::Atom;
use swc_common::{BytePos, DUMMY_SP, Spanned};
use swc_ecma_ast::{
    ArrayLit, ArrowExpr, ArrowFunctionBody, AssignExpr, AssignOp, AssignTarget, BlockStmt, CatchClause, Class, Decl,
    Expr, ForHead, ForInStmt, ForOfStmt, ForStmt, Function, Pat, Script, Stmt, SwitchStmt, UpdateExpr, VarDecl,
    VarDeclKind, VarDeclOrExpr,
};
use swc_ecma_visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use super::unready;
use crate::print::{
    build, fresh,
    survey::{Mentioned, Names, Survey, each_name},
};

pub(in crate::print) fn mend(script: &mut Script, survey: &Survey, names: &fresh::Names) {
    if survey.head_reads {
        script.visit_mut_with(&mut GuardHeads);
    }
    if survey.assigned_early {
        let mut reader = ReadFirst { unused: names.with("d"), scopes: Vec::new() };
        let top = Scope::of(&script.body);
        reader.scope(top, |reader| script.body.visit_mut_children_with(reader));
    }
}

/// The second half, to be done when completion values are explicit: it adds expression statements.
pub(in crate::print) fn hold_switch_scopes(script: &mut Script, survey: &Survey) {
    if survey.switch_scope {
        script.visit_mut_with(&mut HoldSwitchScope);
    }
}

/// The names of a scope, with the place behind which each is initialized. Names that are so from the start are at zero.
#[derive(Default)]
struct Scope(FxHashMap<Atom, BytePos>);

impl Scope {
    fn of<'a>(stmts: impl IntoIterator<Item = &'a Stmt>) -> Self {
        let mut scope = Self::default();
        for stmt in stmts {
            match stmt {
                Stmt::Decl(Decl::Var(decl)) => scope.declare(decl),
                Stmt::Decl(Decl::Class(decl)) => scope.add(&decl.ident.sym, decl.class.span.hi),
                Stmt::Decl(Decl::Fn(decl)) => scope.add(&decl.ident.sym, BytePos::DUMMY),
                _ => {}
            }
        }
        scope
    }

    fn add(&mut self, name: &Atom, ready: BytePos) {
        self.0.insert(name.clone(), ready);
    }

    fn declare(&mut self, decl: &VarDecl) {
        if decl.kind != VarDeclKind::Var {
            for declarator in &decl.decls {
                each_name(&declarator.name, &mut |name| self.add(name, declarator.span.hi));
            }
        }
    }

    fn head(&mut self, head: &ForHead, ready: BytePos) {
        if let ForHead::VarDecl(decl) = head
            && decl.kind != VarDeclKind::Var
        {
            each_name(&**decl, &mut |name| self.add(name, ready));
        }
    }
}

struct ReadFirst {
    /// A name for values that go nowhere.
    unused: Atom,
    /// The scopes of the function, the innermost last.
    scopes: Vec<Scope>,
}

impl ReadFirst {
    fn scope(&mut self, scope: Scope, visit: impl FnOnce(&mut Self)) {
        self.scopes.push(scope);
        visit(self);
        self.scopes.pop();
    }

    fn function<'a>(&mut self, params: impl Iterator<Item = &'a Pat>, visit: impl FnOnce(&mut Self)) {
        let mut scope = Scope::default();
        for param in params {
            each_name(param, &mut |name| scope.add(name, param.span_hi()));
        }
        let outer = std::mem::replace(&mut self.scopes, vec![scope]);
        visit(self);
        self.scopes = outer;
    }

    fn is_dead(&self, name: &Atom, at: BytePos) -> bool {
        self.scopes.iter().rev().find_map(|scope| scope.0.get(name)).is_some_and(|ready| at < *ready)
    }

    /// The first of the names that is not initialized at `at`.
    fn dead(&self, pattern: &impl VisitWith<Names>, at: BytePos) -> Option<Atom> {
        let mut dead = None;
        each_name(pattern, &mut |name| {
            if dead.is_none() && self.is_dead(name, at) {
                dead = Some(name.clone());
            }
        });
        dead
    }

    /// A loop over a head that assigns an uninitialized name ends with the first value.
    fn loop_head(&self, head: &mut ForHead, body: &mut Box<Stmt>, at: BytePos) {
        if let ForHead::Pat(pattern) = head
            && let Some(name) = self.dead(&**pattern, at)
        {
            let read = build::statement(build::name(&name, build::at(at)));
            *head = ForHead::VarDecl(build::let_all(vec![(self.unused.clone(), None)]));
            **body = Stmt::Block(build::block(vec![read]));
        }
    }
}

impl VisitMut for ReadFirst {
    fn visit_mut_assign_expr(&mut self, node: &mut AssignExpr) {
        node.visit_mut_children_with(self);
        let at = node.span.lo;
        if node.op == AssignOp::Assign
            && let Some(name) = self.dead(&node.left, at)
        {
            let value = std::mem::take(&mut node.right);
            node.right = build::both(value, build::name(&name, build::at(at)));
        }
    }

    fn visit_mut_block_stmt(&mut self, node: &mut BlockStmt) {
        self.scope(Scope::of(&node.stmts), |reader| node.visit_mut_children_with(reader));
    }

    fn visit_mut_switch_stmt(&mut self, node: &mut SwitchStmt) {
        node.discriminant.visit_mut_with(self);
        // What a later case does to the names of an earlier one is not for the order of the text to decide.
        let scope = Scope::of(node.cases.iter().flat_map(|case| &case.cons));
        self.scope(scope, |reader| node.cases.visit_mut_with(reader));
    }

    fn visit_mut_for_stmt(&mut self, node: &mut ForStmt) {
        let mut scope = Scope::default();
        if let Some(VarDeclOrExpr::VarDecl(decl)) = &node.init {
            scope.declare(decl);
        }
        self.scope(scope, |reader| node.visit_mut_children_with(reader));
    }

    fn visit_mut_for_of_stmt(&mut self, node: &mut ForOfStmt) {
        let mut scope = Scope::default();
        scope.head(&node.left, node.right.span_hi());
        self.scope(scope, |reader| node.visit_mut_children_with(reader));
        self.loop_head(&mut node.left, &mut node.body, node.span.lo);
    }

    fn visit_mut_for_in_stmt(&mut self, node: &mut ForInStmt) {
        let mut scope = Scope::default();
        scope.head(&node.left, node.right.span_hi());
        self.scope(scope, |reader| node.visit_mut_children_with(reader));
        self.loop_head(&mut node.left, &mut node.body, node.span.lo);
    }

    fn visit_mut_catch_clause(&mut self, node: &mut CatchClause) {
        let mut scope = Scope::default();
        if let Some(param) = &node.param {
            each_name(param, &mut |name| scope.add(name, BytePos::DUMMY));
        }
        self.scope(scope, |reader| node.visit_mut_children_with(reader));
    }

    fn visit_mut_function(&mut self, node: &mut Function) {
        let Function { params, body, .. } = node;
        let patterns: Vec<Pat> = params.iter().map(|param| param.pat.clone()).collect();
        self.function(patterns.iter(), |reader| {
            params.visit_mut_with(reader);
            if let Some(body) = body {
                reader.scope(Scope::of(&body.stmts), |reader| body.visit_mut_children_with(reader));
            }
        });
    }

    fn visit_mut_arrow_expr(&mut self, node: &mut ArrowExpr) {
        let patterns = node.params.clone();
        self.function(patterns.iter(), |reader| {
            node.params.visit_mut_with(reader);
            match &mut *node.body {
                ArrowFunctionBody::FunctionBody(body) => {
                    reader.scope(Scope::of(&body.stmts), |reader| body.visit_mut_children_with(reader));
                }
                ArrowFunctionBody::Expr(expr) => expr.visit_mut_with(reader),
            }
        });
    }

    fn visit_mut_class(&mut self, node: &mut Class) {
        // A class is a place of its own: its methods and initializers run at another time.
        node.super_class.visit_mut_with(self);
        self.function(std::iter::empty(), |reader| node.body.visit_mut_with(reader));
    }
}

/// Makes uses of what a `for` declares throw, where they come before the declaration.
struct GuardHeads;

impl VisitMut for GuardHeads {
    fn visit_mut_for_stmt(&mut self, node: &mut ForStmt) {
        node.visit_mut_children_with(self);
        let Some(VarDeclOrExpr::VarDecl(decl)) = &mut node.init else { return };
        if decl.kind == VarDeclKind::Var {
            return;
        }
        let mut dead = unready::Throw::default();
        for declarator in decl.decls.iter_mut().rev() {
            each_name(&declarator.name, &mut |name| dead.add(name));
            declarator.init.visit_mut_with(&mut dead);
        }
    }
}

/// Puts `() => [x]` before what a `switch` declares as `x`.
struct HoldSwitchScope;

impl VisitMut for HoldSwitchScope {
    fn visit_mut_switch_stmt(&mut self, node: &mut SwitchStmt) {
        node.visit_mut_children_with(self);
        // From the last case to the first, with what the cases behind mention.
        let mut later = Mentioned::default();
        let mut assigned = Assigned::default();
        node.visit_with(&mut assigned);
        for case in node.cases.iter_mut().rev() {
            let mut names: Vec<_> = Scope::of(&case.cons)
                .0
                .into_iter()
                .filter(|(name, ready)| *ready != BytePos::DUMMY && later.0.contains(name))
                .map(|(name, ready)| (ready, name))
                .collect();
            names.sort();
            case.visit_with(&mut later);
            if names.is_empty() {
                continue;
            }
            for stmt in &mut case.cons {
                if let Stmt::Decl(Decl::Var(decl)) = stmt
                    && decl.kind == VarDeclKind::Const
                    && !names.iter().any(|(_, name)| assigned.0.contains(name))
                {
                    decl.kind = VarDeclKind::Let;
                }
            }
            let elems = names.iter().map(|(_, name)| Some(build::name(name, DUMMY_SP).into())).collect();
            let body = Box::new(Expr::Array(ArrayLit { span: DUMMY_SP, elems }));
            let hold = ArrowExpr { body: Box::new(ArrowFunctionBody::Expr(body)), ..ArrowExpr::default() };
            case.cons.insert(0, build::statement(Box::new(Expr::Arrow(hold))));
        }
    }
}

/// Every name that is assigned, but for declarations.
#[derive(Default)]
struct Assigned(FxHashSet<Atom>);

impl Visit for Assigned {
    fn visit_assign_target(&mut self, node: &AssignTarget) {
        each_name(node, &mut |name| {
            self.0.insert(name.clone());
        });
        node.visit_children_with(self);
    }

    fn visit_for_head(&mut self, node: &ForHead) {
        each_name(node, &mut |name| {
            self.0.insert(name.clone());
        });
        node.visit_children_with(self);
    }

    fn visit_update_expr(&mut self, node: &UpdateExpr) {
        if let Expr::Ident(name) = &*node.arg {
            self.0.insert(name.sym.clone());
        }
        node.visit_children_with(self);
    }
}
