//! Expressions.

use swc_common::{BytePos, Span, Spanned};
use swc_ecma_ast::{
    AssignExpr, AssignOp, AssignTarget, BinaryOp, CallExpr, Callee, Expr, ExprOrSpread, Lit, MemberExpr, MemberProp,
    MetaPropKind, ObjectLit, OptChainBase, OptChainExpr, Prop, PropName, PropOrSpread, SimpleAssignTarget, SuperProp,
    SuperPropExpr, UnaryExpr, UnaryOp, UpdateExpr,
};

use super::walk::Walk;
use super::{Access, AccessKind, Call, Key, Syntax, Use, bare};

impl<'a> Walk<'a> {
    pub(super) fn maybe_expr(&mut self, expr: Option<&'a Expr>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    pub(super) fn expr(&mut self, expr: &'a Expr) {
        self.deeper(|| expr.span(), |walk| walk.expr_inside(expr));
    }

    fn expr_inside(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Ident(ident) => self.refer(ident, Use::Read, ident.span.hi),
            Expr::Lit(Lit::JSXText(text)) => self.note(Syntax::Foreign, text.span),
            Expr::Lit(_) => {}
            Expr::This(this) => {
                if self.frame.global_this {
                    self.model.global_this.push(this.span.lo);
                }
            }
            Expr::Member(member) => self.member(member, AccessKind::Read),
            Expr::SuperProp(prop) => self.super_prop(prop, AccessKind::Read),
            Expr::Call(call) => self.call(call),
            Expr::OptChain(chain) => self.opt_chain(chain, AccessKind::Read),
            Expr::Bin(bin) => {
                if matches!(bin.op, BinaryOp::EqEqEq | BinaryOp::NotEqEq | BinaryOp::EqEq | BinaryOp::NotEq) {
                    let strict = matches!(bin.op, BinaryOp::EqEqEq | BinaryOp::NotEqEq);
                    if let Some(side) = [&bin.right, &bin.left].into_iter().find(|side| equals_nothing(side, strict)) {
                        self.note(Syntax::NeverEqual, side.span());
                    }
                }
                // `#name in object` is the only place for a private name of its own.
                if !(bin.op == BinaryOp::In && bin.left.is_private_name()) {
                    self.expr(&bin.left);
                }
                self.expr(&bin.right);
            }
            Expr::Unary(unary) => self.unary(unary),
            Expr::Update(update) => self.update(update),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Cond(cond) => {
                self.expr(&cond.test);
                self.expr(&cond.cons);
                self.expr(&cond.alt);
            }
            Expr::Paren(paren) => self.expr(&paren.expr),
            Expr::Array(array) => self.elements(array.elems.iter().flatten()),
            Expr::Object(object) => self.object(object),
            Expr::Fn(function) => self.function_expression(function),
            Expr::Arrow(arrow) => self.arrow(arrow),
            Expr::Class(class) => self.class(class.ident.as_ref(), &class.class),
            Expr::New(new) => {
                self.expr(&new.callee);
                self.elements(new.args.iter().flatten());
            }
            Expr::Seq(seq) => {
                for expr in &seq.exprs {
                    self.expr(expr);
                }
            }
            Expr::Tpl(tpl) => {
                for expr in &tpl.exprs {
                    self.expr(expr);
                }
            }
            Expr::TaggedTpl(tagged) => {
                self.expr(&tagged.tag);
                for expr in &tagged.tpl.exprs {
                    self.expr(expr);
                }
            }
            Expr::Yield(expr) => self.maybe_expr(expr.arg.as_deref()),
            Expr::Await(expr) => {
                self.note(Syntax::Await, Span::new(expr.span.lo, expr.span.lo + BytePos(5)));
                self.expr(&expr.arg);
            }
            Expr::MetaProp(meta) => match meta.kind {
                MetaPropKind::ImportMeta => self.note(Syntax::ImportMeta, meta.span),
                MetaPropKind::NewTarget => {}
            },
            Expr::JSXMember(_)
            | Expr::JSXNamespacedName(_)
            | Expr::JSXEmpty(_)
            | Expr::JSXElement(_)
            | Expr::JSXFragment(_)
            | Expr::TsTypeAssertion(_)
            | Expr::TsConstAssertion(_)
            | Expr::TsNonNull(_)
            | Expr::TsAs(_)
            | Expr::TsInstantiation(_)
            | Expr::TsSatisfies(_)
            | Expr::PrivateName(_)
            | Expr::Invalid(_) => self.note(Syntax::Foreign, expr.span()),
        }
    }

    fn elements(&mut self, elements: impl Iterator<Item = &'a ExprOrSpread>) {
        for element in elements {
            self.expr(&element.expr);
        }
    }

    pub(super) fn access(&mut self, access: Access<'a>) {
        self.model.accesses.push(access);
    }

    pub(super) fn member(&mut self, member: &'a MemberExpr, kind: AccessKind) {
        self.expr(&member.obj);
        let key = match &member.prop {
            MemberProp::Ident(name) => Some(Key::Name(&name.sym, name.span)),
            MemberProp::Computed(computed) => self.computed(&computed.expr),
            MemberProp::PrivateName(_) => None,
        };
        if let Some(key) = key {
            self.access(Access { object: Some(&member.obj), key, kind });
        }
    }

    pub(super) fn super_prop(&mut self, prop: &'a SuperPropExpr, kind: AccessKind) {
        let key = match &prop.prop {
            SuperProp::Ident(name) => Some(Key::Name(&name.sym, name.span)),
            SuperProp::Computed(computed) => self.computed(&computed.expr),
        };
        if let Some(key) = key {
            self.access(Access { object: None, key, kind });
        }
    }

    /// Walks a key in brackets; `None` for a number, which no rule asks for.
    fn computed(&mut self, expr: &'a Expr) -> Option<Key<'a>> {
        match expr {
            Expr::Lit(Lit::Num(_)) => None,
            Expr::Lit(Lit::Str(text)) => Some(Key::Literal(text)),
            _ => {
                self.expr(expr);
                Some(Key::Computed(expr))
            }
        }
    }

    fn call(&mut self, call: &'a CallExpr) {
        match &call.callee {
            Callee::Expr(callee) => {
                self.expr(callee);
                self.note_call(callee, &call.args);
            }
            Callee::Super(_) => {}
            Callee::Import(import) => self.note(Syntax::DynamicImport, import.span),
        }
        self.elements(call.args.iter());
    }

    fn note_call(&mut self, callee: &'a Expr, arguments: &'a [ExprOrSpread]) {
        if arguments.len() >= 2 || arguments.iter().any(|a| a.spread.is_some()) {
            self.model.calls.push(Call { callee, arguments });
        }
    }

    fn opt_chain(&mut self, chain: &'a OptChainExpr, kind: AccessKind) {
        match &*chain.base {
            OptChainBase::Member(member) => self.member(member, kind),
            OptChainBase::Call(call) => {
                self.expr(&call.callee);
                self.note_call(&call.callee, &call.args);
                self.elements(call.args.iter());
            }
        }
    }

    fn unary(&mut self, unary: &'a UnaryExpr) {
        match (unary.op, bare(&unary.arg)) {
            (UnaryOp::TypeOf, Expr::Ident(ident)) => self.refer(ident, Use::Typeof, ident.span.hi),
            (UnaryOp::TypeOf, Expr::Member(member)) => self.member(member, AccessKind::Typeof),
            // `delete object.key` reads the object but not the key, and so does a plain assignment.
            (UnaryOp::Delete, Expr::Member(member)) => self.member(member, AccessKind::Write),
            (UnaryOp::Delete, Expr::SuperProp(prop)) => self.super_prop(prop, AccessKind::Write),
            (UnaryOp::Delete, Expr::OptChain(chain)) => self.opt_chain(chain, AccessKind::Write),
            _ => self.expr(&unary.arg),
        }
    }

    fn update(&mut self, update: &'a UpdateExpr) {
        match bare(&update.arg) {
            Expr::Ident(ident) => self.refer(ident, Use::Update, update.span.hi),
            other => self.expr(other),
        }
    }

    fn assign(&mut self, assign: &'a AssignExpr) {
        let plain = assign.op == AssignOp::Assign;
        let (usage, kind) = if plain { (Use::Write, AccessKind::Write) } else { (Use::Update, AccessKind::Read) };
        let complete = assign.span.hi;
        match &assign.left {
            AssignTarget::Pat(pat) => self.assign_pattern(pat, complete),
            AssignTarget::Simple(target) => match target {
                SimpleAssignTarget::Ident(ident) => self.refer(&ident.id, usage, complete),
                SimpleAssignTarget::Member(member) => self.member(member, kind),
                SimpleAssignTarget::SuperProp(prop) => self.super_prop(prop, kind),
                SimpleAssignTarget::OptChain(chain) => self.opt_chain(chain, kind),
                SimpleAssignTarget::Paren(paren) => match bare(&paren.expr) {
                    Expr::Ident(ident) => self.refer(ident, usage, complete),
                    Expr::Member(member) => self.member(member, kind),
                    Expr::SuperProp(prop) => self.super_prop(prop, kind),
                    other => self.expr(other),
                },
                SimpleAssignTarget::TsAs(_)
                | SimpleAssignTarget::TsSatisfies(_)
                | SimpleAssignTarget::TsNonNull(_)
                | SimpleAssignTarget::TsTypeAssertion(_)
                | SimpleAssignTarget::TsInstantiation(_)
                | SimpleAssignTarget::Invalid(_) => self.note(Syntax::Foreign, target.span()),
            },
        }
        self.expr(&assign.right);
    }

    fn object(&mut self, object: &'a ObjectLit) {
        for prop in &object.props {
            match prop {
                PropOrSpread::Spread(spread) => self.expr(&spread.expr),
                PropOrSpread::Prop(prop) => match &**prop {
                    Prop::Shorthand(ident) => self.refer(ident, Use::Read, ident.span.hi),
                    Prop::KeyValue(pair) => {
                        self.prop_name(&pair.key);
                        self.expr(&pair.value);
                    }
                    Prop::Method(method) => self.method(&method.key, &method.function),
                    Prop::Getter(getter) => self.method(&getter.key, &getter.function),
                    Prop::Setter(setter) => self.method(&setter.key, &setter.function),
                    // `{name = value}` is only legal as a pattern.
                    Prop::Assign(assign) => self.note(Syntax::Foreign, assign.span),
                },
            }
        }
    }

    /// The key of a definition: no reach, but a computed one is an expression.
    pub(super) fn prop_name(&mut self, key: &'a PropName) {
        if let PropName::Computed(computed) = key {
            self.expr(&computed.expr);
        }
    }
}

/// Whether an operand makes its comparison a foregone one: a new object is no other, and `NaN` is not even itself.
fn equals_nothing(operand: &Expr, strict: bool) -> bool {
    match bare(operand) {
        Expr::Array(_) | Expr::Object(_) | Expr::Fn(_) | Expr::Arrow(_) | Expr::Class(_) | Expr::Lit(Lit::Regex(_)) => {
            strict
        }
        Expr::Ident(name) => name.sym == *"NaN",
        Expr::Member(member) => {
            matches!(&*member.obj, Expr::Ident(object) if object.sym == *"Number")
                && matches!(&member.prop, MemberProp::Ident(name) if name.sym == *"NaN")
        }
        _ => false,
    }
}
