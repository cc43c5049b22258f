//! Makes the completion value explicit where the engine could get it wrong.
//!
//! The verdict is the completion value of the script, so it has to be ECMA-262's, down to `UpdateEmpty`. When the last
//! statement that has a value is an expression statement, any engine gets it right and the program stays as it is. Otherwise
//! the program ends in a loop, a conditional, a `try` or the like, and the engine keeps book of values in its own way
//! (Boa 0.22: `true; skip: { break skip; }` is `undefined`). Then a variable keeps book instead:
//!
//! ```js
//!                                let $mk_v;
//! try {                          $mk_v = void 0;
//!     check();                   try {
//!     true;                          check();
//! } catch (e) {            =>        $mk_v = true;
//!     false;                     } catch (e) {
//! }                                  $mk_v = false;
//!                                }
//!                                $mk_v;
//! ```
//!
//! Assigning the variable in every expression statement and resetting it before every statement that never completes empty
//! would follow the standard exactly. Only where the variable is *live* is it done: where what it holds can still become
//! the completion value.

use std::cell::Cell;

use swc_atoms::Atom;
use swc_common::{DUMMY_SP, Spanned};
use swc_ecma_ast::{BlockStmt, Decl, Expr, Ident, Lit, Pat, Script, Stmt, SwitchStmt, TryStmt};

use super::{build, fresh::Names};
use crate::Program;

pub(super) fn make_explicit(script: &mut Script, names: &Names) {
    if ends_in_expression(&script.body) {
        return;
    }
    let prologue = build::directives(&script.body);
    let mut body = script.body.split_off(prologue);
    let mut keeper = Keeper { names, targets: Vec::new(), finally: 0, deepest: Cell::new(0) };
    let live = keeper.list(&mut body, true);
    // What the statements after the prologue leave as it was is the value of the last directive.
    let directive = script.body.last().filter(|_| live).and_then(|last| match last {
        Stmt::Expr(stmt) => match &*stmt.expr {
            Expr::Lit(Lit::Str(text)) => Some(build::string(&text.value)),
            _ => None,
        },
        _ => None,
    });
    let mut variables = vec![(keeper.variable(0), directive)];
    variables.extend((1..=keeper.deepest.get()).map(|depth| (keeper.variable(depth), None)));
    let result = build::statement(build::name(&keeper.variable(0), DUMMY_SP));
    script.body.push(build::declaration(variables));
    script.body.append(&mut body);
    script.body.push(result);
}

/// Whether the last statement that can have a value is an expression statement, or there is none. (A `debugger` statement
/// has none, but Boa 0.22 forgets what came before it; and before a declaration that calls something, such as
/// `const y = f();` or a class with static members.)
fn ends_in_expression(body: &[Stmt]) -> bool {
    body.iter().rev().find(|stmt| !is_inert(stmt)).is_none_or(|stmt| matches!(stmt, Stmt::Expr(_)))
}

/// Whether a statement has no value and calls nothing, for sure.
fn is_inert(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Empty(_) | Stmt::Decl(Decl::Fn(_)) => true,
        Stmt::Decl(Decl::Var(decl)) => decl.decls.iter().all(|declarator| {
            let value = declarator.init.as_deref();
            matches!(declarator.name, Pat::Ident(_))
                && value.is_none_or(|v| matches!(v, Expr::Lit(_) | Expr::Ident(_) | Expr::Arrow(_) | Expr::Fn(_)))
        }),
        _ => false,
    }
}

/// A statement that `break` or `continue` can name.
struct Target {
    labels: Vec<Atom>,
    kind: TargetKind,
    /// Whether the value is live behind the statement.
    live: bool,
    /// How many `finally` blocks the statement stands in.
    finally: usize,
}

#[derive(PartialEq)]
enum TargetKind {
    Loop,
    Switch,
    Other,
}

struct Keeper<'a> {
    names: &'a Names,
    targets: Vec<Target>,
    /// How many `finally` blocks the statement stands in. Each has a variable of its own, because what a `finally`
    /// block computes counts only if it ends in a jump.
    finally: usize,
    /// The deepest of them that a value is kept for.
    deepest: Cell<usize>,
}

impl Keeper<'_> {
    fn variable(&self, depth: usize) -> Atom {
        match depth {
            0 => self.names.with(Program::VALUE),
            _ => self.names.with(&format!("{}{depth}", Program::VALUE)),
        }
    }

    /// `$mk_v = value;`
    fn set(&self, value: Box<Expr>) -> Stmt {
        let span = build::at(value.span().lo);
        self.deepest.set(self.deepest.get().max(self.finally));
        build::statement(build::assign(&self.variable(self.finally), value, span))
    }

    fn reset(&self) -> Stmt {
        self.set(build::undefined())
    }

    /// Works through a statement list whose value is live behind it if `live`. Answers whether it is live before.
    fn list(&mut self, stmts: &mut [Stmt], mut live: bool) -> bool {
        for stmt in stmts.iter_mut().rev() {
            live = self.stmt(stmt, &mut Vec::new(), live);
        }
        live
    }

    /// Works through one statement; `labels` are those in front of it.
    fn stmt(&mut self, stmt: &mut Stmt, labels: &mut Vec<Atom>, live: bool) -> bool {
        let entry = match stmt {
            Stmt::Expr(expr) => {
                if live {
                    let value = keep_anonymous(std::mem::take(&mut expr.expr));
                    *stmt = self.set(value);
                }
                return false;
            }
            Stmt::Decl(_) | Stmt::Empty(_) | Stmt::Debugger(_) => return live,
            Stmt::Return(_) | Stmt::Throw(_) => return false,
            Stmt::Block(block) => {
                return self.target(labels, TargetKind::Other, live, |keeper| keeper.list(&mut block.stmts, live));
            }
            Stmt::Labeled(labeled) => {
                labels.push(labeled.label.sym.clone());
                let entry = self.stmt(&mut labeled.body, labels, live);
                if let Stmt::Block(block) = &mut *labeled.body
                    && let [_, _] = block.stmts.as_slice()
                    && block.span.is_dummy()
                    && is_iteration(block.stmts.last())
                {
                    // The reset moves out of the label, which has to stay on its loop.
                    let mut parts = std::mem::take(&mut block.stmts);
                    if let Some(body) = parts.pop() {
                        *labeled.body = body;
                    }
                    let this = std::mem::take(stmt);
                    parts.push(this);
                    *stmt = Stmt::Block(build::block(parts));
                }
                return entry;
            }
            Stmt::Break(jump) => {
                let target = self.find(jump.label.as_ref(), |kind| *kind != TargetKind::Other);
                return self.jump(stmt, target);
            }
            Stmt::Continue(jump) => {
                let target = self.find(jump.label.as_ref(), |kind| *kind == TargetKind::Loop);
                return self.jump(stmt, target);
            }
            Stmt::If(branch) => self.target(labels, TargetKind::Other, live, |keeper| {
                let then = keeper.stmt(&mut branch.cons, &mut Vec::new(), live);
                let otherwise = match &mut branch.alt {
                    Some(alt) => keeper.stmt(alt, &mut Vec::new(), live),
                    None => live,
                };
                then || otherwise
            }),
            Stmt::With(with) => self
                .target(labels, TargetKind::Other, live, |keeper| keeper.stmt(&mut with.body, &mut Vec::new(), live)),
            Stmt::Switch(switch) => self.target(labels, TargetKind::Switch, live, |keeper| keeper.cases(switch, live)),
            Stmt::Try(attempt) => self.target(labels, TargetKind::Other, live, |keeper| keeper.attempt(attempt, live)),
            Stmt::For(node) => self.turns(&mut node.body, labels, live) || live,
            Stmt::ForIn(node) => self.turns(&mut node.body, labels, live) || live,
            Stmt::ForOf(node) => self.turns(&mut node.body, labels, live) || live,
            Stmt::While(node) => self.turns(&mut node.body, labels, live) || live,
            Stmt::DoWhile(node) => self.turns(&mut node.body, labels, live),
        };
        // These never complete empty: what came before them is forgotten.
        if entry {
            let this = std::mem::take(stmt);
            *stmt = Stmt::Block(build::block(vec![self.reset(), this]));
        }
        false
    }

    fn target<T>(&mut self, labels: &[Atom], kind: TargetKind, live: bool, visit: impl FnOnce(&mut Self) -> T) -> T {
        self.targets.push(Target { labels: labels.to_vec(), kind, live, finally: self.finally });
        let result = visit(self);
        self.targets.pop();
        result
    }

    /// A loop's body. What one turn leaves lasts through the next ones, which may leave the loop by a jump.
    fn turns(&mut self, body: &mut Stmt, labels: &[Atom], live: bool) -> bool {
        let live_behind = live || self.targets.iter().any(|target| target.live);
        self.target(labels, TargetKind::Loop, live, |keeper| keeper.stmt(body, &mut Vec::new(), live_behind))
    }

    fn cases(&mut self, switch: &mut SwitchStmt, live: bool) -> bool {
        let mut entry = live && switch.cases.iter().all(|case| case.test.is_some());
        let mut next = live;
        for case in switch.cases.iter_mut().rev() {
            next = self.list(&mut case.cons, next);
            entry |= next;
        }
        entry
    }

    fn attempt(&mut self, node: &mut TryStmt, live: bool) -> bool {
        let entry = self.list(&mut node.block.stmts, live);
        if let Some(handler) = &mut node.handler {
            self.forgetful(&mut handler.body, live);
        }
        if let Some(finalizer) = &mut node.finalizer {
            self.finally += 1;
            self.forgetful(finalizer, false);
            self.finally -= 1;
        }
        entry
    }

    /// A block that begins without a value, whatever came before it.
    fn forgetful(&mut self, block: &mut BlockStmt, live: bool) {
        if self.list(&mut block.stmts, live) {
            let reset = self.reset();
            block.stmts.insert(0, reset);
        }
    }

    fn find(&self, label: Option<&Ident>, suits: impl Fn(&TargetKind) -> bool) -> Option<usize> {
        self.targets.iter().rposition(|target| match label {
            Some(label) => target.labels.contains(&label.sym),
            None => suits(&target.kind),
        })
    }

    /// A jump carries the value so far to its target, out of `finally` blocks too.
    fn jump(&self, stmt: &mut Stmt, target: Option<usize>) -> bool {
        let Some(target) = target.and_then(|index| self.targets.get(index)) else { return true };
        let live = target.live || target.kind == TargetKind::Loop && self.targets.iter().any(|target| target.live);
        if live && target.finally < self.finally {
            let carried = build::name(&self.variable(self.finally), DUMMY_SP);
            let carry = build::statement(build::assign(&self.variable(target.finally), carried, DUMMY_SP));
            let jump = std::mem::take(stmt);
            *stmt = Stmt::Block(build::block(vec![carry, jump]));
        }
        live
    }
}

fn is_iteration(stmt: Option<&Stmt>) -> bool {
    match stmt {
        Some(Stmt::Labeled(labeled)) => is_iteration(Some(&labeled.body)),
        Some(stmt) => {
            matches!(stmt, Stmt::For(_) | Stmt::ForIn(_) | Stmt::ForOf(_) | Stmt::While(_) | Stmt::DoWhile(_))
        }
        None => false,
    }
}

/// Keeps a function or class without a name from taking that of the variable.
fn keep_anonymous(value: Box<Expr>) -> Box<Expr> {
    let mut inner = &*value;
    while let Expr::Paren(paren) = inner {
        inner = &paren.expr;
    }
    match inner {
        Expr::Fn(_) | Expr::Class(_) | Expr::Arrow(_) => build::both(build::number(0), value),
        // A comma binds looser than the assignment.
        _ if matches!(*value, Expr::Seq(_)) => build::paren(value),
        _ => value,
    }
}
