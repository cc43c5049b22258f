//! The nodes of a function, or of the top level, that can throw a given exception.

use swc_common::{BytePos, Span, Spanned};
use swc_ecma_ast::{
    ArrayLit, ArrowExpr, AssignExpr, AssignTarget, AssignTargetPat, BinExpr, BinaryOp, CallExpr, Callee, Class,
    ClassProp, Constructor, Expr, ExprOrSpread, ForHead, ForOfStmt, Function, Lit, NewExpr, Pat, PrivateProp, Script,
    StaticBlock, Tpl, UnaryExpr, UnaryOp, UpdateExpr, VarDeclarator, YieldExpr,
};
use swc_ecma_visit::{Visit, VisitWith};

use super::Cause;
use crate::parse::offset;

/// A node that may have thrown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Suspect {
    /// What to mark.
    pub(super) span: Span,
    /// The value that was not what it should be, where it has a text.
    pub(super) value: Option<Span>,
}

/// Who may have thrown.
pub(super) struct Suspects {
    pub(super) list: Vec<Suspect>,
    /// The place that the engine noted is that of the call of the function that they are in.
    pub(super) called: bool,
}

/// The suspects in the function that holds byte `from`, or at the top level.
pub(super) fn find(script: &Script, cause: Cause, from: Option<usize>) -> Suspects {
    let mut search =
        Search { cause, from, here: Vec::new(), frame: None, of_params: Vec::new(), noted: None, noted_by_name: false };
    script.visit_children_with(&mut search);
    let mut list = search.frame.unwrap_or(search.here);
    let Some(noted) = search.noted else { return Suspects { list, called: false } };
    // The engine's place is that of an expression, so it is right, unless a part of that expression threw.
    let inside = |s: &Suspect| noted.lo <= s.span.lo && s.span.hi <= noted.hi;
    list.retain(inside);
    if !list.is_empty() {
        return Suspects { list, called: false };
    }
    // What a parameter's pattern throws has the place of the call.
    let mut list = search.of_params;
    // Builtins throw such exceptions, too, but are called as methods and constructors.
    if list.iter().any(inside) || !search.noted_by_name {
        list.retain(inside);
    }
    Suspects { list, called: true }
}

struct Search {
    cause: Cause,
    from: Option<usize>,
    /// Suspects in the function that is visited.
    here: Vec<Suspect>,
    /// Those of the innermost function around `from`.
    frame: Option<Vec<Suspect>>,
    /// The patterns of parameters.
    of_params: Vec<Suspect>,
    /// The smallest expression whose place the engine notes as `from`.
    noted: Option<Span>,
    /// It is a call of a plain name.
    noted_by_name: bool,
}

impl Search {
    fn add(&mut self, span: Span, value: Option<Span>) {
        self.here.push(Suspect { span, value });
    }

    /// Visits what runs in a frame of its own.
    fn function(&mut self, span: Span, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.here);
        visit(self);
        let inner = std::mem::replace(&mut self.here, outer);
        let holds = self.from.is_some_and(|from| offset(span.lo) <= from && from < offset(span.hi));
        if holds && self.frame.is_none() {
            self.frame = Some(inner);
        }
    }

    /// The engine notes `at` for the expression.
    fn note(&mut self, at: BytePos, expression: Span) -> bool {
        let smaller = self.noted.is_none_or(|old| expression.hi - expression.lo < old.hi - old.lo);
        let is_it = self.from == Some(offset(at)) && smaller;
        if is_it {
            (self.noted, self.noted_by_name) = (Some(expression), false);
        }
        is_it
    }

    /// A pattern that takes `value` apart, and the patterns in it, which take apart what nobody knows.
    fn pattern(&mut self, pattern: &Pat, value: Option<&Expr>) {
        let wanted = match pattern {
            Pat::Array(_) => self.cause == Cause::NotIterable && !value.is_some_and(is_iterable),
            Pat::Object(_) => self.cause == Cause::NotDestructurable && !value.is_some_and(is_object),
            Pat::Assign(assign) => return self.pattern(&assign.left, None),
            Pat::Rest(rest) => return self.pattern(&rest.arg, None),
            _ => false,
        };
        if wanted {
            let text = value.map(Spanned::span);
            self.add(text.unwrap_or_else(|| pattern.span()), text);
        }
        match pattern {
            Pat::Array(array) => array.elems.iter().flatten().for_each(|part| self.pattern(part, None)),
            Pat::Object(object) => {
                for prop in &object.props {
                    if let swc_ecma_ast::ObjectPatProp::KeyValue(pair) = prop {
                        self.pattern(&pair.value, None);
                    }
                }
            }
            _ => {}
        }
    }

    fn params<'p>(&mut self, params: impl Iterator<Item = &'p Pat>) {
        params.for_each(|param| self.pattern(param, None));
        self.of_params.extend_from_slice(&self.here);
    }

    fn spread(&mut self, element: &ExprOrSpread) {
        if element.spread.is_some() && self.cause == Cause::NotIterable && !is_iterable(&element.expr) {
            self.add(element.expr.span(), Some(element.expr.span()));
        }
    }
}

impl Visit for Search {
    fn visit_function(&mut self, node: &Function) {
        self.function(node.span, |search| {
            search.params(node.params.iter().map(|param| &param.pat));
            node.visit_children_with(search);
        });
    }

    fn visit_arrow_expr(&mut self, node: &ArrowExpr) {
        self.function(node.span, |search| {
            search.params(node.params.iter());
            node.visit_children_with(search);
        });
    }

    fn visit_constructor(&mut self, node: &Constructor) {
        self.function(node.span, |search| node.visit_children_with(search));
    }

    fn visit_static_block(&mut self, node: &StaticBlock) {
        self.function(node.span, |search| node.visit_children_with(search));
    }

    fn visit_class_prop(&mut self, node: &ClassProp) {
        self.function(node.span, |search| node.visit_children_with(search));
    }

    fn visit_private_prop(&mut self, node: &PrivateProp) {
        self.function(node.span, |search| node.visit_children_with(search));
    }

    fn visit_class(&mut self, node: &Class) {
        if let Some(parent) = &node.super_class
            && self.cause == Cause::Heritage
        {
            self.add(parent.span(), Some(parent.span()));
        }
        node.visit_children_with(self);
    }

    fn visit_var_declarator(&mut self, node: &VarDeclarator) {
        if let Some(init) = &node.init {
            self.pattern(&node.name, Some(init));
        }
        node.visit_children_with(self);
    }

    fn visit_assign_expr(&mut self, node: &AssignExpr) {
        match &node.left {
            AssignTarget::Pat(AssignTargetPat::Array(array)) => {
                self.pattern(&Pat::Array(array.clone()), Some(&node.right));
            }
            AssignTarget::Pat(AssignTargetPat::Object(object)) => {
                self.pattern(&Pat::Object(object.clone()), Some(&node.right));
            }
            _ => {
                self.note(node.span.lo, node.span);
            }
        }
        node.visit_children_with(self);
    }

    fn visit_update_expr(&mut self, node: &UpdateExpr) {
        self.note(node.span.lo, node.span);
        node.visit_children_with(self);
    }

    fn visit_for_of_stmt(&mut self, node: &ForOfStmt) {
        if self.cause == Cause::NotIterable && !is_iterable(&node.right) {
            self.add(node.right.span(), Some(node.right.span()));
        }
        match &node.left {
            ForHead::VarDecl(decl) => decl.decls.iter().for_each(|decl| self.pattern(&decl.name, None)),
            ForHead::Pat(pattern) => self.pattern(pattern, None),
            ForHead::UsingDecl(_) => {}
        }
        node.visit_children_with(self);
    }

    fn visit_array_lit(&mut self, node: &ArrayLit) {
        node.elems.iter().flatten().for_each(|element| self.spread(element));
        node.visit_children_with(self);
    }

    fn visit_call_expr(&mut self, node: &CallExpr) {
        node.args.iter().for_each(|argument| self.spread(argument));
        // A plain callee has the place of the call, a property that of the bracket.
        match &node.callee {
            Callee::Expr(callee) if callee.is_ident() => {
                self.noted_by_name |= self.note(node.span.lo, node.span);
            }
            Callee::Expr(callee) => {
                self.note(callee.span().hi, node.span);
            }
            Callee::Super(_) | Callee::Import(_) => {
                self.note(node.span.lo, node.span);
            }
        }
        node.visit_children_with(self);
    }

    fn visit_new_expr(&mut self, node: &NewExpr) {
        node.args.iter().flatten().for_each(|argument| self.spread(argument));
        self.note(node.span.lo, node.span);
        node.visit_children_with(self);
    }

    fn visit_yield_expr(&mut self, node: &YieldExpr) {
        if let Some(value) = &node.arg
            && node.delegate
            && self.cause == Cause::NotIterable
            && !is_iterable(value)
        {
            self.add(value.span(), Some(value.span()));
        }
        node.visit_children_with(self);
    }

    fn visit_unary_expr(&mut self, node: &UnaryExpr) {
        if self.cause == Cause::BigIntToNumber && node.op == UnaryOp::Plus {
            self.add(node.span, Some(node.arg.span()));
        }
        node.visit_children_with(self);
    }

    fn visit_bin_expr(&mut self, node: &BinExpr) {
        node.visit_children_with(self);
        let wanted = match self.cause {
            Cause::In => node.op == BinaryOp::In && !is_object(&node.right),
            Cause::InstanceOf => node.op == BinaryOp::InstanceOf,
            Cause::BigIntMixed => mixes(node),
            Cause::NoPrimitive => converts(node.op),
            _ => false,
        };
        if wanted {
            let value = if self.cause == Cause::BigIntMixed { node.span } else { node.right.span() };
            self.add(node.span, Some(value));
        }
    }

    fn visit_tpl(&mut self, node: &Tpl) {
        if self.cause == Cause::NoPrimitive {
            node.exprs.iter().filter(|e| !e.is_lit()).for_each(|e| self.add(e.span(), Some(e.span())));
        }
        node.visit_children_with(self);
    }
}

/// Whether an operator can meet a BigInt beside a number here.
fn mixes(node: &BinExpr) -> bool {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Exp, LShift, Mod, Mul, RShift, Sub};
    let arithmetic = matches!(node.op, Add | Sub | Mul | Div | Mod | Exp | BitAnd | BitOr | BitXor | LShift | RShift);
    let (left, right) = (node.left.unwrap_parens(), node.right.unwrap_parens());
    let text = |e: &Expr| matches!(e, Expr::Tpl(_) | Expr::Lit(Lit::Str(_)));
    let number = |e: &Expr| matches!(e, Expr::Lit(Lit::Num(_)));
    let big = |e: &Expr| matches!(e, Expr::Lit(Lit::BigInt(_)));
    let concatenates = node.op == Add && (text(left) || text(right));
    let alike = number(left) && number(right) || big(left) && big(right);
    arithmetic && !concatenates && !alike
}

/// Whether an operator converts objects to primitive values.
fn converts(op: BinaryOp) -> bool {
    use BinaryOp::{EqEqEq, In, InstanceOf, LogicalAnd, LogicalOr, NotEqEq, NullishCoalescing};
    !matches!(op, EqEqEq | NotEqEq | In | InstanceOf | LogicalAnd | LogicalOr | NullishCoalescing)
}

fn is_iterable(value: &Expr) -> bool {
    matches!(value.unwrap_parens(), Expr::Array(_) | Expr::Tpl(_) | Expr::Lit(Lit::Str(_)))
}

fn is_object(value: &Expr) -> bool {
    matches!(
        value.unwrap_parens(),
        Expr::Array(_) | Expr::Object(_) | Expr::Fn(_) | Expr::Arrow(_) | Expr::Class(_) | Expr::New(_) | Expr::Tpl(_)
    )
}
