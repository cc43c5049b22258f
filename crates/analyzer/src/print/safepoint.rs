//! Weaves safepoints: calls of the tick function at every loop's back edge and every function's entry.
//!
//! A tick is a call into the host and costs as much as some ten turns of a tight loop, so loops count down in between:
//! the tick answers how many turns may pass until the next one, and a local variable counts them. The engine has one
//! instruction for `--x;` where nothing reads the value, and one for a branch on the comparison of two local variables;
//! any other form takes three or more.
//!
//! ```js
//! function sum(list) {           function sum(list) {
//!                                    let $mk_k = $mk_t(), $mk_l = 1;
//!     let all = 0;                   let all = 0;
//!     for (const x of list)    =>    for (const x of list) {
//!         all += x;                      --$mk_k;
//!                                        if ($mk_k < $mk_l) $mk_k = $mk_t();
//!                                        all += x;
//!                                    }
//!     return all;                    return all;
//! }                              }
//! ```
//!
//! A function enters the tick before its first statement, so that the frames on the stack are counted exactly. What runs
//! before the body is a safepoint too: the defaults of parameters, and the initializers of fields. Two kinds of functions
//! are spared some of it: those that are only ever called by their name tick as late as possible (see [`late`](super::late)), and
//! an anonymous function that is written as the argument of `map` and kin leaves the tick to the builtin
//! ([`Program::WALKS`]).
//!
//! The weaver also marks where functions stand (see [`Marks`]), because it visits each of them anyway.

use swc_common::{BytePos, Span};
use swc_ecma_ast::{
    ArrowExpr, ArrowFunctionBody, AssignPat, AssignPatProp, BinExpr, BinaryOp, CallExpr, Callee, Class, ClassMethod,
    ClassProp, ComputedPropName, Constructor, DoWhileStmt, Expr, ExprOrSpread, FnDecl, FnExpr, ForInStmt, ForOfStmt,
    ForStmt, Function, FunctionBody, GetterProp, IfStmt, MemberExpr, MemberProp, MethodProp, ParenExpr, Pat,
    PrivateMethod, PrivateProp, SeqExpr, SetterProp, StaticBlock, Stmt, UpdateExpr, UpdateOp, VarDeclarator, WhileStmt,
};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use super::{
    build,
    fresh::Names,
    late::Late,
    own_counter,
    survey::Survey,
    writer::{Marks, SEMICOLON},
};
use crate::Program;

/// Where the variable that counts a loop's turns is declared.
#[derive(Clone, Copy, PartialEq)]
enum Counter {
    /// Nowhere yet: the code is outside of functions, and the outermost loop brings a block with the variable.
    Missing,
    /// At the head of the function, if one of its loops wants it.
    OfFunction,
    /// In scope.
    Ready,
}

/// Where the safepoint of the next function stands.
#[derive(Clone, Copy, PartialEq)]
enum Entry {
    AtHead,
    /// As late as possible.
    Late,
    /// In the builtin that calls it.
    Outside,
}

pub(super) struct Weaver<'a> {
    names: &'a Names,
    survey: &'a Survey,
    marks: &'a mut Marks,
    entry: Entry,
    counter: Counter,
    /// The patterns visited are parameters.
    in_params: bool,
}

impl<'a> Weaver<'a> {
    pub(super) fn new(names: &'a Names, survey: &'a Survey, marks: &'a mut Marks) -> Self {
        Self { names, survey, marks, entry: Entry::AtHead, counter: Counter::Missing, in_params: false }
    }

    /// `$mk_t()`
    fn tick(&self, pos: BytePos) -> Box<Expr> {
        let span = build::at(pos);
        build::call(build::name(&self.names.tick, span), Vec::new(), span)
    }

    /// `let $mk_k = $mk_t(), $mk_l = 1;`
    fn start_counting(&self, pos: BytePos) -> Stmt {
        build::declaration(vec![
            (self.names.turns.clone(), Some(self.tick(pos))),
            (self.names.last.clone(), Some(build::number(1))),
        ])
    }

    /// `--$mk_k; if ($mk_k < $mk_l) $mk_k = $mk_t();`
    fn count(&self, pos: BytePos) -> [Stmt; 2] {
        let span = build::at(pos);
        let down = Expr::Update(UpdateExpr {
            span,
            op: UpdateOp::MinusMinus,
            prefix: true,
            arg: build::name(&self.names.turns, span),
        });
        let used_up = Expr::Bin(BinExpr {
            span,
            op: BinaryOp::Lt,
            left: build::name(&self.names.turns, span),
            right: build::name(&self.names.last, span),
        });
        let again = build::statement(build::assign(&self.names.turns, self.tick(pos), span));
        let branch = IfStmt { span, test: Box::new(used_up), cons: Box::new(again), alt: None };
        [build::statement(Box::new(down)), Stmt::If(branch)]
    }

    fn turn(&mut self, body: &mut Box<Stmt>, loop_span: Span) {
        if self.counter == Counter::OfFunction {
            self.counter = Counter::Ready;
        }
        build::prepend(body, self.count(loop_span.lo));
    }

    /// Visits what belongs to a function: its own counter, if its loops want one.
    fn inside<T>(&mut self, visit: impl FnOnce(&mut Self, Entry) -> T) -> T {
        let entry = std::mem::replace(&mut self.entry, Entry::AtHead);
        let counter = std::mem::replace(&mut self.counter, Counter::OfFunction);
        let in_params = std::mem::replace(&mut self.in_params, false);
        let result = visit(self, entry);
        self.counter = counter;
        self.in_params = in_params;
        result
    }

    fn params(&mut self, params: &mut impl VisitMutWith<Self>) {
        self.in_params = true;
        params.visit_mut_with(self);
        self.in_params = false;
    }

    /// Puts safepoints into a function's code by `put`.
    fn late(&self, pos: BytePos, put: impl FnOnce(&mut Late<'_>)) {
        let span = build::at(pos);
        let tick = |enters: bool| {
            let name = if enters { &self.names.enter } else { &self.names.tick };
            build::call(build::name(name, span), Vec::new(), span)
        };
        put(&mut Late::new(&|name| self.survey.is_only_called(name), &tick, self.names));
    }

    /// Visits a body and puts its safepoint in.
    fn body(&mut self, body: &mut FunctionBody, pos: BytePos, entry: Entry) {
        body.stmts.visit_mut_with(self);
        let head = build::directives(&body.stmts);
        match (self.counter, entry) {
            (Counter::Ready, Entry::AtHead | Entry::Outside) => body.stmts.insert(head, self.start_counting(pos)),
            (Counter::Ready, Entry::Late) => {
                let start = self.start_counting(pos);
                self.late(pos, |late| {
                    let at = late.first_loud(&body.stmts, head).unwrap_or(head);
                    body.stmts.insert(at, start);
                });
            }
            (Counter::OfFunction | Counter::Missing, Entry::AtHead) => {
                body.stmts.insert(head, build::statement(self.tick(pos)));
            }
            (Counter::OfFunction | Counter::Missing, Entry::Late) => {
                self.late(pos, |late| late.put_in_body(&mut body.stmts, head));
            }
            (Counter::OfFunction | Counter::Missing, Entry::Outside) => {}
        }
    }

    /// Weaves into a function and marks it as standing at `source`. Answers the mark for its first byte.
    fn function(&mut self, function: &mut Function, source: Span, is_static: bool) -> BytePos {
        let (first, last) = self.marks.add(source, is_static);
        self.inside(|weaver, entry| {
            weaver.params(&mut function.params);
            if let Some(body) = &mut function.body {
                // A generator's body does not run when it is called.
                weaver.body(body, source.lo, if function.is_generator { Entry::AtHead } else { entry });
                body.span.hi = last;
            }
        });
        first
    }

    /// Makes an expression that runs before a function's body a safepoint.
    fn guard(&self, expr: &mut Box<Expr>, pos: BytePos) {
        if !is_simple(expr) {
            let inner = std::mem::take(expr);
            *expr = build::both(self.tick(pos), inner);
        }
    }

    fn field(&mut self, value: &mut Option<Box<Expr>>, span: Span) {
        if let Some(value) = value {
            let in_params = std::mem::replace(&mut self.in_params, false);
            value.visit_mut_with(self);
            self.in_params = in_params;
            self.guard(value, span.lo);
        }
    }
}

/// Whether evaluating an expression calls nothing. Anonymous functions and classes are simple too, and have to be: they
/// take their name from the place they stand in.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Ident(_) | Expr::This(_) | Expr::Fn(_) | Expr::Arrow(_) | Expr::Class(_) => true,
        Expr::Array(array) => array.elems.is_empty(),
        Expr::Object(object) => object.props.is_empty(),
        Expr::Paren(paren) => is_simple(&paren.expr),
        Expr::Unary(unary) => matches!(*unary.arg, Expr::Lit(_)),
        _ => false,
    }
}

impl VisitMut for Weaver<'_> {
    fn visit_mut_stmt(&mut self, stmt: &mut Stmt) {
        if self.counter != Counter::Missing || !is_loop(stmt) {
            stmt.visit_mut_children_with(self);
            return;
        }
        self.counter = Counter::Ready;
        stmt.visit_mut_children_with(self);
        self.counter = Counter::Missing;
        let start = self.start_counting(swc_common::Spanned::span(stmt).lo);
        let looping = std::mem::take(stmt);
        *stmt = Stmt::Block(build::block(vec![start, looping]));
    }

    fn visit_mut_for_stmt(&mut self, node: &mut ForStmt) {
        let mut variable = None;
        self.late(node.span.lo, |late| variable = own_counter::variable(node, late));
        node.visit_mut_children_with(self);
        match variable {
            Some(variable) => own_counter::weave(node, variable, self.counter == Counter::Ready, self.names),
            None => self.turn(&mut node.body, node.span),
        }
    }

    fn visit_mut_for_in_stmt(&mut self, node: &mut ForInStmt) {
        node.visit_mut_children_with(self);
        self.turn(&mut node.body, node.span);
    }

    fn visit_mut_for_of_stmt(&mut self, node: &mut ForOfStmt) {
        node.visit_mut_children_with(self);
        self.turn(&mut node.body, node.span);
    }

    fn visit_mut_while_stmt(&mut self, node: &mut WhileStmt) {
        node.visit_mut_children_with(self);
        self.turn(&mut node.body, node.span);
    }

    fn visit_mut_do_while_stmt(&mut self, node: &mut DoWhileStmt) {
        node.visit_mut_children_with(self);
        self.turn(&mut node.body, node.span);
        node.span.hi = SEMICOLON;
    }

    fn visit_mut_fn_decl(&mut self, node: &mut FnDecl) {
        let source = node.function.span;
        if self.survey.is_only_called(&node.ident.sym) {
            self.entry = Entry::Late;
        }
        node.function.span.lo = self.function(&mut node.function, source, false);
    }

    fn visit_mut_fn_expr(&mut self, node: &mut FnExpr) {
        let source = node.function.span;
        node.function.span.lo = self.function(&mut node.function, source, false);
    }

    fn visit_mut_method_prop(&mut self, node: &mut MethodProp) {
        node.key.visit_mut_with(self);
        let source = node.function.span;
        node.function.span.lo = self.function(&mut node.function, source, false);
    }

    fn visit_mut_getter_prop(&mut self, node: &mut GetterProp) {
        node.key.visit_mut_with(self);
        node.span.lo = self.function(&mut node.function, node.span, false);
    }

    fn visit_mut_setter_prop(&mut self, node: &mut SetterProp) {
        node.key.visit_mut_with(self);
        node.span.lo = self.function(&mut node.function, node.span, false);
    }

    fn visit_mut_class_method(&mut self, node: &mut ClassMethod) {
        node.key.visit_mut_with(self);
        node.span.lo = self.function(&mut node.function, node.span, node.is_static);
    }

    fn visit_mut_private_method(&mut self, node: &mut PrivateMethod) {
        node.span.lo = self.function(&mut node.function, node.span, node.is_static);
    }

    fn visit_mut_constructor(&mut self, node: &mut Constructor) {
        self.inside(|weaver, entry| {
            weaver.params(&mut node.params);
            if let Some(body) = &mut node.body {
                weaver.body(body, node.span.lo, entry);
            }
        });
    }

    fn visit_mut_arrow_expr(&mut self, node: &mut ArrowExpr) {
        let pos = node.span.lo;
        let (first, last) = self.marks.add(node.span, false);
        self.inside(|weaver, entry| {
            weaver.params(&mut node.params);
            match &mut *node.body {
                ArrowFunctionBody::FunctionBody(body) => {
                    weaver.body(body, pos, entry);
                    body.span.hi = last;
                }
                ArrowFunctionBody::Expr(expr) => {
                    expr.visit_mut_with(weaver);
                    if entry == Entry::Late {
                        weaver.late(pos, |late| late.put_in_expr(expr));
                    }
                    let mut inner = std::mem::take(expr);
                    if entry == Entry::AtHead {
                        let exprs = vec![weaver.tick(pos), inner];
                        inner = Box::new(Expr::Seq(SeqExpr { span: build::at(pos), exprs }));
                    }
                    **expr = Expr::Paren(ParenExpr { span: Span { lo: BytePos::DUMMY, hi: last }, expr: inner });
                }
            }
        });
        node.span.lo = first;
    }

    fn visit_mut_call_expr(&mut self, node: &mut CallExpr) {
        let walks = is_walk(node, self.survey.arguments);
        node.callee.visit_mut_with(self);
        let mut args = node.args.iter_mut();
        if walks && let Some(callback) = args.next() {
            self.entry = Entry::Outside;
            callback.visit_mut_with(self);
        }
        args.for_each(|arg| arg.visit_mut_with(self));
    }

    fn visit_mut_var_declarator(&mut self, node: &mut VarDeclarator) {
        node.name.visit_mut_with(self);
        if let Some(init) = &mut node.init {
            if let Pat::Ident(name) = &node.name
                && matches!(**init, Expr::Arrow(_) | Expr::Fn(_))
                && self.survey.is_only_called(&name.id.sym)
            {
                self.entry = Entry::Late;
            }
            init.visit_mut_with(self);
        }
    }

    fn visit_mut_class(&mut self, node: &mut Class) {
        let (first, last) = self.marks.add(node.span, false);
        let in_params = std::mem::replace(&mut self.in_params, false);
        node.visit_mut_children_with(self);
        self.in_params = in_params;
        node.span = Span { lo: first, hi: last };
    }

    fn visit_mut_class_prop(&mut self, node: &mut ClassProp) {
        node.key.visit_mut_with(self);
        self.field(&mut node.value, node.span);
    }

    fn visit_mut_private_prop(&mut self, node: &mut PrivateProp) {
        self.field(&mut node.value, node.span);
    }

    fn visit_mut_static_block(&mut self, node: &mut StaticBlock) {
        let counter = std::mem::replace(&mut self.counter, Counter::Missing);
        node.body.visit_mut_with(self);
        self.counter = counter;
    }

    fn visit_mut_assign_pat(&mut self, node: &mut AssignPat) {
        let in_params = std::mem::replace(&mut self.in_params, false);
        node.right.visit_mut_with(self);
        self.in_params = in_params;
        node.left.visit_mut_with(self);
        if in_params {
            self.guard(&mut node.right, node.span.lo);
        }
    }

    fn visit_mut_computed_prop_name(&mut self, node: &mut ComputedPropName) {
        let in_params = std::mem::replace(&mut self.in_params, false);
        node.expr.visit_mut_with(self);
        self.in_params = in_params;
        if in_params {
            self.guard(&mut node.expr, node.span.lo);
        }
    }

    fn visit_mut_assign_pat_prop(&mut self, node: &mut AssignPatProp) {
        let Some(value) = &mut node.value else { return };
        let in_params = std::mem::replace(&mut self.in_params, false);
        value.visit_mut_with(self);
        self.in_params = in_params;
        if in_params {
            self.guard(value, node.span.lo);
        }
    }
}

/// Whether the call is of a method that passes the safepoint for the function written as its first argument. That one must
/// have no way to call itself: a name, or `arguments.callee`.
fn is_walk(call: &CallExpr, arguments: bool) -> bool {
    let Callee::Expr(callee) = &call.callee else { return false };
    let Expr::Member(MemberExpr { prop: MemberProp::Ident(method), .. }) = &**callee else { return false };
    Program::WALKS.contains(&&*method.sym)
        && match call.args.first() {
            Some(ExprOrSpread { spread: None, expr }) => match &**expr {
                Expr::Arrow(_) => true,
                Expr::Fn(function) => function.ident.is_none() && !arguments,
                _ => false,
            },
            _ => false,
        }
}

/// A loop, with or without labels.
fn is_loop(mut stmt: &Stmt) -> bool {
    while let Stmt::Labeled(labeled) = stmt {
        stmt = &labeled.body;
    }
    matches!(stmt, Stmt::For(_) | Stmt::ForIn(_) | Stmt::ForOf(_) | Stmt::While(_) | Stmt::DoWhile(_))
}
