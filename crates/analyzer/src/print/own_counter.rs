//! Loops that count their turns by their own variable.
//!
//! ```js
//! for (let i = 2; i < n; i++) {        for (let i = 2, $mk_m = i + 31; i < n; i++) {
//!                                  =>      if ($mk_m <= i) $mk_m = i + $mk_t();
//!     if (n % i === 0) return i;           if (n % i === 0) return i;
//! }                                    }
//! ```
//!
//! That is one instruction of the engine a turn, where a counter takes two, and the function needs no safepoint to start
//! with: the first turns are free. So the body has to be quiet ([`Late::quiet_body`]), and the variable has to come past every
//! mark: it begins as a number that is written out, and nothing but the loop's own step, written out too, changes it. It would
//! take more turns than there is time for to reach a number that such a step leaves as it is.

use swc_atoms::Atom;
use swc_ecma_ast::{
    AssignExpr, AssignOp, AssignTarget, BinExpr, BinaryOp, Expr, ForStmt, Ident, IfStmt, Lit, Pat, SimpleAssignTarget,
    Stmt, UnaryOp, UpdateExpr, UpdateOp, VarDecl, VarDeclKind, VarDeclOrExpr, VarDeclarator,
};
use swc_ecma_visit::{Visit, VisitWith};

use super::{build, fresh::Names, late::Late};

/// Turns before the first safepoint, one less than the runtime allows between two.
const FREE: u32 = 31;
/// Beyond this, adding one to a number may change nothing.
const EXACT: f64 = 2_147_483_648.0;

/// Where a loop's variable goes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Way {
    Up,
    Down,
}

/// The variable of a loop that can count by it, and where it goes.
pub(super) fn variable(node: &ForStmt, late: &mut Late<'_>) -> Option<(Atom, Way)> {
    let (Some(VarDeclOrExpr::VarDecl(head)), Some(update)) = (&node.init, &node.update) else { return None };
    let (name, way) = step(update)?;
    let fits = begins_as_number(head, &name)
        && late.quiet_head(head)
        && node.test.as_ref().is_none_or(|test| late.quiet_test(test))
        && late.quiet_body(&node.body)
        && !writes(node, &name);
    fits.then_some((name, way))
}

/// Weaves the mark into a loop that [`variable`] is about. With `counted`, the turns that are left of the function's counter are
/// the free ones.
pub(super) fn weave(node: &mut ForStmt, (name, way): (Atom, Way), counted: bool, names: &Names) {
    let span = build::at(node.span.lo);
    let variable = || build::name(&name, span);
    let distance = |left: Box<Expr>, right: Box<Expr>| {
        let op = if way == Way::Up { BinaryOp::Add } else { BinaryOp::Sub };
        Box::new(Expr::Bin(BinExpr { span, op, left, right }))
    };
    let free = if counted {
        let (left, right) = (build::name(&names.turns, span), build::name(&names.last, span));
        build::paren(Box::new(Expr::Bin(BinExpr { span, op: BinaryOp::Sub, left, right })))
    } else {
        build::number(FREE)
    };
    if let Some(VarDeclOrExpr::VarDecl(head)) = &mut node.init {
        head.decls.push(VarDeclarator {
            span,
            name: Pat::Ident(build::ident(&names.mark, span).into()),
            init: Some(distance(variable(), free)),
            definite: false,
        });
    }
    let mark = build::name(&names.mark, span);
    let (left, right) = if way == Way::Up { (mark, variable()) } else { (variable(), mark) };
    let tick = build::call(build::name(&names.tick, span), Vec::new(), span);
    let again = build::statement(build::assign(&names.mark, distance(variable(), tick), span));
    let test = Box::new(Expr::Bin(BinExpr { span, op: BinaryOp::LtEq, left, right }));
    build::prepend(&mut node.body, [Stmt::If(IfStmt { span, test, cons: Box::new(again), alt: None })]);
}

/// Whether [`weave`] has been here.
pub(super) fn is_woven(node: &ForStmt, names: &Names) -> bool {
    let last = match &node.init {
        Some(VarDeclOrExpr::VarDecl(head)) => head.decls.last(),
        _ => None,
    };
    matches!(last.map(|decl| &decl.name), Some(Pat::Ident(name)) if name.id.sym == names.mark)
}

/// What `i++`, `--i`, `i += 2` and kin change.
fn step(update: &Expr) -> Option<(Atom, Way)> {
    match update {
        Expr::Update(UpdateExpr { op, arg, .. }) => {
            let way = if *op == UpdateOp::PlusPlus { Way::Up } else { Way::Down };
            Some((arg.as_ident()?.sym.clone(), way))
        }
        Expr::Assign(AssignExpr { op, left: AssignTarget::Simple(SimpleAssignTarget::Ident(name)), right, .. }) => {
            let way = match op {
                AssignOp::AddAssign => Way::Up,
                AssignOp::SubAssign => Way::Down,
                _ => return None,
            };
            number(right).filter(|step| (1.0..EXACT).contains(step)).map(|_| (name.id.sym.clone(), way))
        }
        _ => None,
    }
}

fn number(expr: &Expr) -> Option<f64> {
    match expr.unwrap_parens() {
        Expr::Lit(Lit::Num(number)) => Some(number.value),
        Expr::Unary(unary) if unary.op == UnaryOp::Minus => number(&unary.arg).map(|value| -value),
        _ => None,
    }
}

/// Whether the head declares the variable by `let`, as a number that is written out.
fn begins_as_number(head: &VarDecl, name: &Atom) -> bool {
    let declared = head.decls.iter().find(|decl| declares(decl, name));
    let begin = declared.and_then(|decl| number(decl.init.as_deref()?));
    head.kind == VarDeclKind::Let && begin.is_some_and(|begin| begin.abs() < EXACT)
}

fn declares(decl: &VarDeclarator, name: &Atom) -> bool {
    matches!(&decl.name, Pat::Ident(declared) if declared.id.sym == *name)
}

/// Whether anything in a quiet loop but its step changes the variable, or declares another one of its name.
fn writes(node: &ForStmt, name: &Atom) -> bool {
    let mut writes = Writes { name: name.clone(), found: false };
    if let Some(VarDeclOrExpr::VarDecl(head)) = &node.init {
        head.decls.iter().for_each(|decl| decl.init.visit_with(&mut writes));
    }
    node.test.visit_with(&mut writes);
    node.body.visit_with(&mut writes);
    writes.found
}

struct Writes {
    name: Atom,
    found: bool,
}

impl Visit for Writes {
    fn visit_simple_assign_target(&mut self, node: &SimpleAssignTarget) {
        self.found |= matches!(node, SimpleAssignTarget::Ident(name) if name.id.sym == self.name);
        node.visit_children_with(self);
    }

    fn visit_update_expr(&mut self, node: &UpdateExpr) {
        self.found |= matches!(node.arg.unwrap_parens(), Expr::Ident(name) if name.sym == self.name);
        node.visit_children_with(self);
    }

    fn visit_pat(&mut self, node: &Pat) {
        self.found |= matches!(node, Pat::Ident(name) if name.id.sym == self.name);
    }

    fn visit_ident(&mut self, _: &Ident) {}
}

#[cfg(test)]
mod tests {
    use crate::testing;

    fn printed(code: &str) -> String {
        let text = testing::print(code).unwrap_or_else(|error| panic!("{code}: {error:?}")).text;
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace("$mk_", "$")
    }

    #[test]
    fn quiet_loops_count_by_their_own_variable() {
        for (code, expected) in [
            (
                "function f(n) { for (let i = 2; i < n; i++) if (n % i === 0) return 1; return 2 } f(9)",
                "function f(n) { for(let i = 2, $m = i + 31; i < n; i++){ if ($m <= i) $m = i + $t(); if (n % i === 0) return 1; }",
            ),
            (
                "for (let i = 9; i > 0; i -= 2) ;",
                "for(let i = 9, $m = i - ($k - $l); i > 0; i -= 2){ if (i <= $m) $m = i - $t(); }",
            ),
            ("for (let i = -1, n = 3; ; ++i) break;", "for(let i = -1, n = 3, $m = i + ($k - $l);; ++i)"),
            (
                "const f = (a) => { for (let i = 0; i < 9; i++) a += i; g() }; f(1)",
                "$m = i + $t(); a += i; } $t(); g();",
            ),
        ] {
            let text = printed(code);
            assert!(text.contains(expected), "{code}\n{text}\nwithout\n{expected}");
        }
    }

    #[test]
    fn loops_whose_variable_may_not_come_past_the_mark_count_by_a_counter() {
        for code in [
            "for (var i = 0; i < 9; i++) ;",
            "for (let i = a; i < 9; i++) ;",
            "for (let i = a + 1; i < 9; i++) ;",
            "for (let i = 0n; i < 9; i++) ;",
            "for (let i = '0'; i < 9; i++) ;",
            "for (let i = 4294967296; i < 9; i++) ;",
            "for (let i; i < 9; i++) ;",
            "for (let [i] = 0; i < 9; i++) ;",
            "for (let i = 0; i < 9; i += a) ;",
            "for (let i = 0; i < 9; i += 0.5) ;",
            "for (let i = 0; i < 9; i += -1) ;",
            "for (let i = 0; i < 9; i *= 2) ;",
            "for (let i = 0; i < 9; a++) ;",
            "for (let i = 0; i < 9;) ;",
            "for (let i = 0; i < 9; i++) i = 0;",
            "for (let i = 0; i < 9; i++) { if (a) i--; }",
            "for (let i = 0; i < 9; i++) { let i = 0; }",
            "for (let i = 0; i-- < 9; i++) ;",
            "for (let i = 0, n = (i = 1); i < 9; i++) ;",
            "for (let i = 0, n = () => { i = 0 }; i < 9; i++) ;",
            "for (let i = 0; i < 9; i++) a(i);",
            "for (let i = 0; i < a(i); i++) ;",
            "for (let i = 0; i < 9; i++) a = [i];",
            "for (let i = 0; i < 9; i++) a = { i };",
            "for (let i = 0; i < 9; i++) a = () => i;",
            "for (let i = 0; i < 9; i++) while (a) ;",
            "for (let i = 0; i < 9; i++) for (let j = 0; j < 9; j++) ; for (let i = 0; i < 9; i++) a();",
        ] {
            let text = printed(&format!("let a; {code}"));
            assert!(text.contains("--$k"), "{code}\n{text}");
        }
    }
}
