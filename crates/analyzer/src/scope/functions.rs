//! Functions and classes.

use swc_common::{BytePos, Span, Spanned};
use swc_ecma_ast::{
    ArrowExpr, ArrowFunctionBody, Class, ClassMember, Expr, FnDecl, FnExpr, Function, FunctionBody, Ident, Key, Param,
    ParamOrTsParamProp, Pat, PropName, Stmt,
};

use super::walk::{BlockFunction, Frame, Walk, is_strict};
use super::{BindingKind, Source, Syntax, UNKNOWN_SOURCE};

/// The expression of a body that does nothing but return it.
pub(crate) fn returned(body: &FunctionBody) -> Option<&Expr> {
    match body.stmts.as_slice() {
        [Stmt::Return(stmt)] => stmt.arg.as_deref(),
        _ => None,
    }
}

impl<'a> Walk<'a> {
    pub(super) fn function_declaration(&mut self, decl: &'a FnDecl, kind: BindingKind) {
        let function = &decl.function;
        let binding = self.declare(self.scope, &decl.ident, kind);
        let source = self.source(Source::Function(&decl.ident.sym, returns(function)));
        self.initialise(binding, source, BytePos(0));
        let plain = !function.is_async && !function.is_generator;
        if kind == BindingKind::Lexical && plain && !self.frame.strict {
            let symbol = self.model.symbols.intern(&decl.ident.sym);
            let (block, var_scope) = (self.scope, self.frame.var_scope);
            self.block_functions.push(BlockFunction { symbol, span: decl.ident.span, block, var_scope });
        }
        self.function(function, decl.ident.span.lo);
    }

    pub(super) fn function_expression(&mut self, expr: &'a FnExpr) {
        match &expr.ident {
            Some(ident) => self.scoped(|walk| {
                let binding = walk.declare(walk.scope, ident, BindingKind::Implicit);
                let source = walk.source(Source::Function(&ident.sym, returns(&expr.function)));
                walk.initialise(binding, source, BytePos(0));
                walk.function(&expr.function, ident.span.lo);
            }),
            None => self.function(&expr.function, expr.function.span.lo),
        }
    }

    /// Parameters and body. `name` is where the name or key stands; `async` stands before it.
    fn function(&mut self, function: &'a Function, name: BytePos) {
        if function.is_async {
            let start = function.span.lo;
            self.note(Syntax::AsyncFunction, Span::new(start.min(name), start.max(name)));
        }
        self.decorators(&function.decorators);
        let strict = self.frame.strict || function.body.as_ref().is_some_and(|b| is_strict(&b.stmts));
        self.callable(strict, |walk| {
            for Param { pat, decorators, .. } in &function.params {
                walk.decorators(decorators);
                walk.parameter(pat);
            }
            if let Some(body) = &function.body {
                walk.function_body(&body.stmts);
            }
        });
    }

    /// Runs `inside` in the scope of the parameters of a function with its own `this` and `arguments`.
    fn callable(&mut self, strict: bool, inside: impl FnOnce(&mut Self)) {
        let outer = self.frame;
        self.depth += 1;
        self.scoped(|walk| {
            let var_scope = walk.scope;
            walk.frame = Frame { var_scope, arguments: Some(var_scope), strict, in_function: true, global_this: false };
            inside(walk);
        });
        self.depth -= 1;
        self.frame = outer;
    }

    fn parameter(&mut self, pat: &'a Pat) {
        let scope = self.scope;
        self.pattern(pat, (scope, BindingKind::Param), UNKNOWN_SOURCE, BytePos(0));
    }

    /// The body has a scope of its own: closures in parameter defaults do not see what it declares.
    fn function_body(&mut self, stmts: &'a [Stmt]) {
        self.scoped(|walk| {
            walk.frame.var_scope = walk.scope;
            walk.body(stmts);
        });
    }

    pub(super) fn arrow(&mut self, arrow: &'a ArrowExpr) {
        if arrow.is_async {
            self.note(Syntax::AsyncFunction, Span::new(arrow.span.lo, arrow.span.lo));
        }
        let outer = self.frame;
        if let ArrowFunctionBody::FunctionBody(body) = &*arrow.body {
            self.frame.strict |= is_strict(&body.stmts);
        }
        self.depth += 1;
        self.scoped(|walk| {
            walk.frame.in_function = true;
            walk.frame.var_scope = walk.scope;
            for pat in &arrow.params {
                walk.parameter(pat);
            }
            match &*arrow.body {
                ArrowFunctionBody::FunctionBody(body) => walk.function_body(&body.stmts),
                ArrowFunctionBody::Expr(expr) => walk.expr(expr),
            }
        });
        self.depth -= 1;
        self.frame = outer;
    }

    pub(super) fn method(&mut self, key: &'a PropName, function: &'a Function) {
        self.prop_name(key);
        self.function(function, key.span().lo);
    }

    pub(super) fn class(&mut self, name: Option<&'a Ident>, class: &'a Class) {
        self.decorators(&class.decorators);
        let outer = self.frame;
        // All of a class is strict code, its heritage and its computed keys too.
        self.frame.strict = true;
        self.scoped(|walk| {
            if let Some(ident) = name {
                let binding = walk.declare(walk.scope, ident, BindingKind::Implicit);
                let source = walk.source(Source::Function(&ident.sym, None));
                walk.initialise(binding, source, BytePos(0));
            }
            walk.maybe_expr(class.super_class.as_deref());
            for member in &class.body {
                walk.class_member(member);
            }
        });
        self.frame = outer;
    }

    fn class_member(&mut self, member: &'a ClassMember) {
        match member {
            ClassMember::Constructor(constructor) => self.callable(true, |walk| {
                for param in &constructor.params {
                    match param {
                        ParamOrTsParamProp::Param(param) => walk.parameter(&param.pat),
                        ParamOrTsParamProp::TsParamProp(param) => walk.note(Syntax::Foreign, param.span),
                    }
                }
                if let Some(body) = &constructor.body {
                    walk.function_body(&body.stmts);
                }
            }),
            ClassMember::Method(method) => self.method(&method.key, &method.function),
            ClassMember::PrivateMethod(method) => self.function(&method.function, method.key.span.lo),
            ClassMember::ClassProp(prop) => {
                self.decorators(&prop.decorators);
                self.prop_name(&prop.key);
                self.initialiser(prop.value.as_deref());
            }
            ClassMember::PrivateProp(prop) => {
                self.decorators(&prop.decorators);
                self.initialiser(prop.value.as_deref());
            }
            ClassMember::AutoAccessor(accessor) => {
                self.note(Syntax::Foreign, accessor.span);
                self.decorators(&accessor.decorators);
                if let Key::Public(key) = &accessor.key {
                    self.prop_name(key);
                }
                self.initialiser(accessor.value.as_deref());
            }
            ClassMember::StaticBlock(block) => self.callable(true, |walk| walk.function_body(&block.body.stmts)),
            ClassMember::Empty(_) => {}
            ClassMember::TsIndexSignature(signature) => self.note(Syntax::Foreign, signature.span),
        }
    }

    /// A field's initializer runs like a method of its own.
    fn initialiser(&mut self, value: Option<&'a Expr>) {
        if let Some(value) = value {
            self.callable(true, |walk| walk.expr(value));
        }
    }

    fn decorators(&mut self, decorators: &'a [swc_ecma_ast::Decorator]) {
        for decorator in decorators {
            self.note(Syntax::Foreign, decorator.span);
            self.expr(&decorator.expr);
        }
    }
}

/// What a function without parameters returns, where that is all it does.
fn returns(function: &Function) -> Option<&Expr> {
    let plain = !function.is_async && !function.is_generator && function.params.is_empty();
    function.body.as_ref().filter(|_| plain).and_then(returned)
}
