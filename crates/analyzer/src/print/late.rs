//! Puts the safepoint of a function as late as possible: before the first thing on the way to its end that could call or loop.
//!
//! ```js
//! function fib(n) {                              function fib(n) {
//!     if (n < 0) return NaN;               =>        if (n < 0) return NaN;
//!     return n < 2 ? n : fib(n - 1) + ...            return n < 2 ? n : ($mk_e(), fib(n - 1) + ...);
//! }                                              }
//! ```
//!
//! What comes before that is *quiet*: its work is bounded by its size, and that is bounded here. Quiet code can run script
//! functions by getters and conversions, but those are reached as values and have their safepoint at their head.
//!
//! Only functions that are called by their name and never used as a value get this. A callback must pass a safepoint whatever
//! it does, because the builtin that calls it may do so for ever.

use swc_atoms::Atom;
use swc_ecma_ast::{
    AssignExpr, AssignTarget, BinaryOp, BlockStmt, CallExpr, Callee, Decl, Expr, ExprOrSpread, ExprStmt, IfStmt, Lit,
    MemberExpr, MemberProp, OptChainBase, Pat, Prop, PropName, PropOrSpread, ReturnStmt, SimpleAssignTarget, Stmt,
    UnaryOp, VarDecl, VarDeclKind,
};

use super::{build, fresh::Names, own_counter};

/// Nodes that may run before a safepoint. Some ten times as much as most functions have before their first call.
const BUDGET: u32 = 64;

/// What a loop that counts by its own variable is worth of that.
const LOOP: u32 = 24;

/// What is called first, in the order of evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
enum First {
    /// Nothing: the code is quiet.
    Nothing,
    /// One of the functions that are called by name, on every way through.
    Named,
    /// Something else, or it depends.
    Other,
}

/// Makes the expression of a safepoint. It is asked whether a function that may have none is entered next.
pub(super) type Tick<'a> = dyn Fn(bool) -> Box<Expr> + 'a;

pub(super) struct Late<'a> {
    /// Says whether a name is that of a function which is only called.
    pub(super) is_named: &'a dyn Fn(&Atom) -> bool,
    pub(super) tick: &'a Tick<'a>,
    names: &'a Names,
    left: u32,
    /// Whether making objects is quiet.
    objects: bool,
}

impl<'a> Late<'a> {
    pub(super) fn new(is_named: &'a dyn Fn(&Atom) -> bool, tick: &'a Tick<'a>, names: &'a Names) -> Self {
        Self { is_named, tick, names, left: BUDGET, objects: true }
    }

    /// Whether a loop's head declares plain names by quiet code.
    pub(super) fn quiet_head(&mut self, head: &VarDecl) -> bool {
        inits(head).is_some_and(|mut inits| inits.all(|init| self.quiet_expr(init)))
    }

    /// Whether a loop's condition is quiet.
    pub(super) fn quiet_test(&mut self, test: &Expr) -> bool {
        self.quiet_expr(test)
    }

    /// Whether the body of a loop is quiet and makes no objects, which would be garbage that only a safepoint collects.
    pub(super) fn quiet_body(&mut self, body: &Stmt) -> bool {
        let objects = std::mem::replace(&mut self.objects, false);
        let quiet = self.quiet(body);
        self.objects = objects;
        quiet
    }

    /// The first statement from `from` that is not quiet.
    pub(super) fn first_loud(&mut self, stmts: &[Stmt], from: usize) -> Option<usize> {
        (from..).zip(stmts.iter().skip(from)).find(|(_, stmt)| !self.quiet(stmt)).map(|(at, _)| at)
    }

    /// Puts safepoints into the statements of a body behind its first `from`.
    pub(super) fn put_in_body(&mut self, stmts: &mut Vec<Stmt>, mut from: usize) {
        while let Some(at) = self.first_loud(stmts, from) {
            match stmts.get_mut(at) {
                Some(Stmt::Return(ReturnStmt { arg: Some(expr), .. })) => return self.put_in_expr(expr),
                // What stands behind it runs only where it did not.
                Some(Stmt::If(IfStmt { test, cons, alt: None, .. })) if ends(cons) && self.quiet_expr(test) => {
                    match &mut **cons {
                        Stmt::Return(ReturnStmt { arg: Some(expr), .. }) => self.put_in_expr(expr),
                        Stmt::Block(block) => self.put_in_body(&mut block.stmts, 0),
                        _ => {}
                    }
                    from = at + 1;
                }
                Some(stmt) => {
                    let tick = (self.tick)(self.first_in(stmt) == First::Named);
                    return stmts.insert(at, build::statement(tick));
                }
                None => return,
            }
        }
    }

    /// Puts safepoints into an expression whose value is the function's.
    pub(super) fn put_in_expr(&mut self, expr: &mut Box<Expr>) {
        if self.quiet_expr(expr) {
            return;
        }
        match &mut **expr {
            Expr::Paren(paren) => return self.put_in_expr(&mut paren.expr),
            Expr::Cond(cond) if self.quiet_expr(&cond.test) => {
                self.put_in_expr(&mut cond.cons);
                return self.put_in_expr(&mut cond.alt);
            }
            Expr::Bin(bin) if is_logical(bin.op) && self.quiet_expr(&bin.left) => {
                return self.put_in_expr(&mut bin.right);
            }
            _ => {}
        }
        let tick = (self.tick)(self.first(expr) == First::Named);
        // A sequence in a sequence would be printed as one.
        if let Expr::Seq(seq) = &mut **expr {
            seq.exprs.insert(0, tick);
        } else {
            let inner = std::mem::take(expr);
            *expr = build::both(tick, inner);
        }
    }

    fn spend(&mut self, nodes: u32) -> bool {
        let enough = self.left >= nodes;
        self.left = self.left.saturating_sub(nodes);
        enough
    }

    fn quiet(&mut self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Empty(_) | Stmt::Break(_) | Stmt::Continue(_) => true,
            Stmt::For(node) => own_counter::is_woven(node, self.names) && self.spend(LOOP),
            Stmt::Expr(ExprStmt { expr, .. }) => self.quiet_expr(expr),
            Stmt::Return(ReturnStmt { arg, .. }) => arg.as_ref().is_none_or(|arg| self.quiet_expr(arg)),
            Stmt::Throw(throw) => self.quiet_expr(&throw.arg),
            Stmt::Block(BlockStmt { stmts, .. }) => stmts.iter().all(|stmt| self.quiet(stmt)),
            Stmt::If(IfStmt { test, cons, alt, .. }) => {
                self.quiet_expr(test) && self.quiet(cons) && alt.as_ref().is_none_or(|alt| self.quiet(alt))
            }
            Stmt::Decl(Decl::Var(decl)) => self.quiet_head(decl),
            _ => false,
        }
    }

    fn all_quiet<'b>(&mut self, exprs: impl IntoIterator<Item = &'b Box<Expr>>) -> bool {
        exprs.into_iter().all(|expr| self.quiet_expr(expr))
    }

    fn quiet_expr(&mut self, expr: &Expr) -> bool {
        if !self.spend(1) {
            return false;
        }
        match expr {
            Expr::Lit(lit) => !matches!(lit, Lit::Regex(_)),
            Expr::Ident(_) | Expr::This(_) => true,
            Expr::Paren(paren) => self.quiet_expr(&paren.expr),
            Expr::Unary(unary) => unary.op != UnaryOp::Delete && self.quiet_expr(&unary.arg),
            Expr::Update(update) => self.quiet_expr(&update.arg),
            Expr::Bin(bin) => self.quiet_expr(&bin.left) && self.quiet_expr(&bin.right),
            Expr::Cond(cond) => self.all_quiet([&cond.test, &cond.cons, &cond.alt]),
            Expr::Seq(seq) => self.all_quiet(&seq.exprs),
            Expr::Tpl(tpl) => self.all_quiet(&tpl.exprs),
            Expr::Member(member) => self.quiet_member(member),
            Expr::OptChain(chain) => match &*chain.base {
                OptChainBase::Member(member) => self.quiet_member(member),
                OptChainBase::Call(_) => false,
            },
            Expr::Assign(AssignExpr { left: AssignTarget::Simple(target), right, .. }) => {
                let quiet = match target {
                    SimpleAssignTarget::Ident(_) => true,
                    SimpleAssignTarget::Member(member) => self.quiet_member(member),
                    _ => false,
                };
                quiet && self.quiet_expr(right)
            }
            Expr::Array(_) | Expr::Object(_) if !self.objects => false,
            Expr::Array(array) => array.elems.iter().flatten().all(|e| e.spread.is_none() && self.quiet_expr(&e.expr)),
            Expr::Object(object) => object.props.iter().all(|prop| value_of(prop).is_some_and(|v| self.quiet_value(v))),
            _ => false,
        }
    }

    fn quiet_value(&mut self, value: Value<'_>) -> bool {
        match value {
            Value::Name => true,
            Value::Of(expr) => self.quiet_expr(expr),
        }
    }

    fn quiet_member(&mut self, member: &MemberExpr) -> bool {
        self.quiet_expr(&member.obj)
            && match &member.prop {
                MemberProp::Computed(key) => self.quiet_expr(&key.expr),
                MemberProp::Ident(_) | MemberProp::PrivateName(_) => true,
            }
    }

    fn first_in(&self, stmt: &Stmt) -> First {
        match stmt {
            Stmt::Expr(ExprStmt { expr, .. }) => self.first(expr),
            Stmt::If(IfStmt { test, .. }) => self.first(test).or(First::Other),
            Stmt::Decl(Decl::Var(decl)) => inits(decl)
                .map_or(First::Other, |inits| inits.fold(First::Nothing, |first, init| first.or_of(self, init))),
            _ => First::Other,
        }
    }

    /// What the evaluation of an expression calls first.
    fn first(&self, expr: &Expr) -> First {
        let nothing = First::Nothing;
        match expr {
            Expr::Paren(paren) => self.first(&paren.expr),
            Expr::Unary(unary) => self.first(&unary.arg),
            Expr::Bin(bin) if is_logical(bin.op) => self.first(&bin.left).or(First::Other),
            Expr::Bin(bin) => self.first(&bin.left).or_of(self, &bin.right),
            Expr::Cond(cond) => self.first(&cond.test).or(First::Other),
            Expr::Seq(seq) => seq.exprs.iter().fold(nothing, |first, expr| first.or_of(self, expr)),
            Expr::Tpl(tpl) => tpl.exprs.iter().fold(nothing, |first, expr| first.or_of(self, expr)),
            Expr::Assign(AssignExpr { left: AssignTarget::Simple(SimpleAssignTarget::Ident(_)), right, .. }) => {
                self.first(right)
            }
            Expr::Member(MemberExpr { obj, prop: MemberProp::Computed(key), .. }) => {
                self.first(obj).or_of(self, &key.expr)
            }
            Expr::Member(MemberExpr { obj, .. }) => self.first(obj),
            Expr::Array(array) => {
                array.elems.iter().flatten().fold(nothing, |first, item| first.or(self.first_item(item)))
            }
            Expr::Object(object) => object.props.iter().fold(nothing, |first, prop| match value_of(prop) {
                Some(Value::Name) => first,
                Some(Value::Of(expr)) => first.or_of(self, expr),
                None => first.or(First::Other),
            }),
            Expr::Call(CallExpr { callee: Callee::Expr(callee), args, .. }) => {
                let named = matches!(&**callee, Expr::Ident(name) if (self.is_named)(&name.sym));
                let before = args.iter().fold(self.first(callee), |first, arg| first.or(self.first_item(arg)));
                before.or(if named { First::Named } else { First::Other })
            }
            Expr::Update(update) => self.first(&update.arg),
            Expr::Lit(_) | Expr::Ident(_) | Expr::This(_) => nothing,
            _ => First::Other,
        }
    }

    fn first_item(&self, item: &ExprOrSpread) -> First {
        self.first(&item.expr).or(if item.spread.is_some() { First::Other } else { First::Nothing })
    }
}

impl First {
    /// What comes first of this and something evaluated after it.
    fn or(self, next: Self) -> Self {
        if self == Self::Nothing { next } else { self }
    }

    fn or_of(self, late: &Late<'_>, next: &Expr) -> Self {
        if self == Self::Nothing { late.first(next) } else { self }
    }
}

/// Whether the function has ended after the statement: it is a `return`, or a block with one at its end.
fn ends(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Return(_) => true,
        Stmt::Block(block) => matches!(block.stmts.last(), Some(Stmt::Return(_))),
        _ => false,
    }
}

fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::NullishCoalescing)
}

/// The initializers of a declaration of plain names.
fn inits(decl: &VarDecl) -> Option<impl Iterator<Item = &Expr>> {
    let plain = matches!(decl.kind, VarDeclKind::Var | VarDeclKind::Let | VarDeclKind::Const)
        && decl.decls.iter().all(|decl| matches!(decl.name, Pat::Ident(_)));
    plain.then(|| decl.decls.iter().filter_map(|decl| decl.init.as_deref()))
}

#[derive(Clone, Copy)]
enum Value<'a> {
    /// `{ name }`
    Name,
    /// `{ key: value }`
    Of(&'a Expr),
}

/// The value of a plain property, `None` for any other.
fn value_of(prop: &PropOrSpread) -> Option<Value<'_>> {
    let PropOrSpread::Prop(prop) = prop else { return None };
    match &**prop {
        Prop::Shorthand(_) => Some(Value::Name),
        Prop::KeyValue(pair) if !matches!(pair.key, PropName::Computed(_)) => Some(Value::Of(&pair.value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing;

    /// The printed text without what the test is not about.
    fn printed(code: &str) -> String {
        let text = testing::print(code).unwrap_or_else(|error| panic!("{code}: {error:?}")).text;
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace("$mk_", "$")
    }

    #[test]
    fn the_safepoint_stands_before_the_first_call() {
        for (code, expected) in [
            ("function f(n) { return n < 2 ? n : f(n - 1) } f(1)", "return n < 2 ? n : ($e(), f(n - 1));"),
            ("function f(n) { return n || g() } f(1)", "return n || ($t(), g());"),
            ("function f(n) { if (n) return 1; return f(n - 1) } f(1)", "if (n) return 1; return ($e(), f(n - 1));"),
            ("function f(n) { if (n) { return g() } return 1 } f(1)", "if (n) { return ($t(), g()); } return 1;"),
            ("function f(n) { if (n) g(); return h() } f(1)", "{ $t(); if (n) g(); return h(); }"),
            (
                "function f(n) { const a = n + 1; const b = f(a); return b } f(1)",
                "const a = n + 1; $e(); const b = f(a);",
            ),
            ("const f = (a) => a ? f(a.b) : 1; f(1)", "=>(a ? ($e(), f(a.b)) : 1)"),
            ("const f = (a) => a * 2; f(1)", "(a)=>(a * 2)"),
            ("const f = (a) => a * 2; [1].find(f)", "(a)=>($t(), a * 2)"),
            ("function f() { for (;;) break } f()", "{ let $k = $t(), $l = 1; for(;;)"),
            (
                "function f(n) { if (n) return 0; for (;;) break } f()",
                "if (n) return 0; let $k = $t(), $l = 1; for(;;)",
            ),
            ("function f() { 'use strict'; return g() } f()", "{ 'use strict'; return ($t(), g()); }"),
            ("function f(a) { return a, g(a) } f()", "return $t(), a, g(a);"),
            ("const f = (a) => (a++, g(a)); f(1)", "=>(($t(), a++, g(a)))"),
            ("function* f() { yield 1 } f()", "function* f() { $t(); yield 1; }"),
            ("function f() { return 1 } function f() { return 2 } f()", "{ $t(); return 2; }"),
            ("function f() { return 1 } f(); f.x", "{ $t(); return 1; }"),
            ("let f = () => 1; f = 2; f()", "=>($t(), 1)"),
            ("[1].map((x) => x + 1)", "[ 1 ].map((x)=>(x + 1))"),
            ("[1].map(function (x) { return x })", "(function(x) { return x; })"),
            ("[1].map(function f(x) { return x })", "{ $t(); return x; }"),
            ("[1].map(function () { return arguments })", "{ $t(); return arguments; }"),
            ("[1].map((x) => (y) => x)", "(x)=>((y)=>($t(), x))"),
            ("[1].then((x) => x + 1)", "(x)=>($t(), x + 1)"),
        ] {
            let text = printed(code);
            let text = text.replace('"', "'");
            assert!(text.contains(expected), "{code}\n{text}\nwithout\n{expected}");
        }
    }

    #[test]
    fn what_may_run_before_it_is_bounded() {
        let code = format!("function f(n) {{ {} return n }} f(1)", "n = n + 1; ".repeat(100));
        let text = printed(&code);
        let before = text.split("$t();").next().unwrap_or_default().matches("n + 1").count();
        assert!((5..30).contains(&before), "{before} statements\n{text}");
    }
}
