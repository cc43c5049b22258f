//! Early errors that neither swc nor the engine reports: a name declared twice in a function, a reserved word spelled with
//! an escape, the deletion of a private member.
//!
//! ECMA-262 refuses such programs before their first instruction, and so must a verdict.

use mikoshi_types::{Code, Diagnostic, LineIndex};
use rustc_hash::FxHashMap;
use swc_atoms::Atom;
use swc_common::Span;
use swc_ecma_ast::{
    ArrowExpr, ArrowFunctionBody, BlockStmt, CatchClause, Class, ClassDecl, Constructor, Decl, Expr, FnDecl, ForInStmt,
    ForOfStmt, ForStmt, Function, Ident, IfStmt, MemberProp, ObjectPatProp, OptChainBase, ParamOrTsParamProp, Pat,
    Script, StaticBlock, Stmt, SwitchStmt, UnaryExpr, UnaryOp, VarDecl, VarDeclKind,
};
use swc_ecma_visit::{Visit, VisitWith};

use super::range;
use crate::scope::is_strict;

/// Whether a word can be no name in any code (ECMA-262 section 12.7.2), unless swc reads it as what it is.
pub(super) fn is_reserved(word: &str) -> bool {
    matches!(
        word,
        "break"
            | "case"
            | "catch"
            | "class"
            | "const"
            | "continue"
            | "debugger"
            | "default"
            | "delete"
            | "do"
            | "else"
            | "enum"
            | "export"
            | "extends"
            | "false"
            | "finally"
            | "for"
            | "function"
            | "if"
            | "import"
            | "in"
            | "instanceof"
            | "new"
            | "null"
            | "return"
            | "super"
            | "switch"
            | "this"
            | "throw"
            | "true"
            | "try"
            | "typeof"
            | "var"
            | "void"
            | "while"
            | "with"
    )
}

/// Finds the early errors of a script that swc took.
pub(super) fn errors(script: &Script, lines: &LineIndex<'_>) -> Vec<Diagnostic> {
    let mut early = Early { scopes: Vec::new(), strict: is_strict(&script.body), faults: Vec::new(), lines };
    early.in_scope(Kind::Body, |e| e.body(&script.body));
    early.faults
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The top level of a script, a function or a static block: `var` goes no further.
    Body,
    Block,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Declared {
    Lexical,
    /// A plain function in a block: sloppy code may have several of one name.
    BlockFunction,
    /// A catch parameter that is a plain name: a `var` may share it.
    CatchName,
    /// A parameter: a `var` or a function of the body may share it.
    Param,
    /// `var`, or a function at the top level of a body.
    Var,
}

struct Scope {
    kind: Kind,
    names: FxHashMap<Atom, (Declared, Span)>,
}

struct Early<'l> {
    scopes: Vec<Scope>,
    strict: bool,
    faults: Vec<Diagnostic>,
    lines: &'l LineIndex<'l>,
}

impl Early<'_> {
    fn in_scope(&mut self, kind: Kind, inside: impl FnOnce(&mut Self)) {
        self.scopes.push(Scope { kind, names: FxHashMap::default() });
        inside(self);
        self.scopes.pop();
    }

    fn place(&self, span: Span) -> mikoshi_types::Span {
        let range = range(span);
        self.lines.span(range.start, range.end)
    }

    fn twice(&mut self, name: &Atom, first: Span, again: Span) {
        let fault = Diagnostic::new(Code::ENGINE_SYNTAX, format!("`{name}` is declared twice"))
            .at(self.place(again))
            .with_label("declared again here")
            .and(self.place(first), "first declared here")
            .with_help("rename one of the two, or assign to the first instead of declaring it again");
        self.faults.push(fault);
    }

    /// Declares a name in the innermost scope.
    fn lexical(&mut self, ident: &Ident, how: Declared) {
        let strict = self.strict;
        let Some(scope) = self.scopes.last_mut() else { return };
        match scope.names.get(&ident.sym) {
            None => {
                scope.names.insert(ident.sym.clone(), (how, ident.span));
            }
            Some((Declared::BlockFunction, _)) if how == Declared::BlockFunction && !strict => {}
            Some(&(_, first)) => self.twice(&ident.sym, first, ident.span),
        }
    }

    /// Declares a name in the innermost body. It must not cross a lexical declaration on its way there.
    fn var(&mut self, ident: &Ident) {
        let mut clash = None;
        for scope in self.scopes.iter_mut().rev() {
            match scope.names.get(&ident.sym) {
                Some(&(Declared::Lexical | Declared::BlockFunction, first)) => {
                    clash = Some(first);
                    break;
                }
                Some(_) => {}
                None => {
                    scope.names.insert(ident.sym.clone(), (Declared::Var, ident.span));
                }
            }
            if scope.kind == Kind::Body {
                break;
            }
        }
        if let Some(first) = clash {
            self.twice(&ident.sym, first, ident.span);
        }
    }

    /// The statements of a body: functions right in it are declared like `var`.
    fn body(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            let mut inner = stmt;
            while let Stmt::Labeled(labelled) = inner {
                inner = &labelled.body;
            }
            if let Stmt::Decl(Decl::Fn(function)) = inner {
                self.var(&function.ident);
                self.visit_ident(&function.ident);
                function.function.visit_with(self);
            } else {
                stmt.visit_with(self);
            }
        }
    }

    /// A branch of an `if`: a function there stands as if in a block of its own.
    fn branch(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Decl(Decl::Fn(_)) => self.in_scope(Kind::Block, |early| stmt.visit_with(early)),
            _ => stmt.visit_with(self),
        }
    }

    fn function<'p>(&mut self, params: impl Iterator<Item = &'p Pat>, body: Option<&[Stmt]>) {
        let outer = self.strict;
        self.strict |= body.is_some_and(is_strict);
        self.in_scope(Kind::Body, |early| {
            for param in params {
                bound(param, &mut |ident| {
                    if let Some(scope) = early.scopes.last_mut() {
                        scope.names.insert(ident.sym.clone(), (Declared::Param, ident.span));
                    }
                });
                param.visit_with(early);
            }
            early.body(body.unwrap_or(&[]));
        });
        self.strict = outer;
    }

    fn block(&mut self, stmts: &[Stmt]) {
        self.in_scope(Kind::Block, |early| stmts.visit_with(early));
    }
}

/// Calls `with` with each name that a pattern binds.
fn bound(pattern: &Pat, with: &mut dyn FnMut(&Ident)) {
    match pattern {
        Pat::Ident(name) => with(&name.id),
        Pat::Array(array) => array.elems.iter().flatten().for_each(|element| bound(element, with)),
        Pat::Object(object) => {
            for property in &object.props {
                match property {
                    ObjectPatProp::KeyValue(pair) => bound(&pair.value, with),
                    ObjectPatProp::Assign(name) => with(&name.key.id),
                    ObjectPatProp::Rest(rest) => bound(&rest.arg, with),
                }
            }
        }
        Pat::Rest(rest) => bound(&rest.arg, with),
        Pat::Assign(default) => bound(&default.left, with),
        Pat::Expr(_) | Pat::Invalid(_) => {}
    }
}

/// Whether an expression is a reference to a private member.
fn ends_in_private(expression: &Expr) -> bool {
    let member = match expression {
        Expr::Paren(inner) => return ends_in_private(&inner.expr),
        Expr::Member(member) => member,
        Expr::OptChain(chain) => match &*chain.base {
            OptChainBase::Member(member) => member,
            OptChainBase::Call(_) => return false,
        },
        _ => return false,
    };
    matches!(member.prop, MemberProp::PrivateName(_))
}

impl Visit for Early<'_> {
    fn visit_ident(&mut self, ident: &Ident) {
        if is_reserved(&ident.sym) {
            let fault = Diagnostic::new(
                Code::ENGINE_SYNTAX,
                format!("`{}` is a reserved word and cannot be a name", ident.sym),
            )
            .at(self.place(ident.span))
            .with_help("an escape does not make a name of a reserved word; choose another name");
            self.faults.push(fault);
        }
    }

    fn visit_unary_expr(&mut self, unary: &UnaryExpr) {
        if unary.op == UnaryOp::Delete && ends_in_private(&unary.arg) {
            let fault =
                Diagnostic::new(Code::ENGINE_SYNTAX, "private members cannot be deleted").at(self.place(unary.span));
            self.faults.push(fault);
        }
        unary.visit_children_with(self);
    }

    fn visit_var_decl(&mut self, decl: &VarDecl) {
        for declarator in &decl.decls {
            bound(&declarator.name, &mut |ident| match decl.kind {
                VarDeclKind::Var => self.var(ident),
                VarDeclKind::Let | VarDeclKind::Const => self.lexical(ident, Declared::Lexical),
            });
        }
        decl.visit_children_with(self);
    }

    /// A function in a block; those right in a body do not come here.
    fn visit_fn_decl(&mut self, decl: &FnDecl) {
        let plain = !decl.function.is_generator && !decl.function.is_async;
        self.lexical(&decl.ident, if plain { Declared::BlockFunction } else { Declared::Lexical });
        decl.visit_children_with(self);
    }

    fn visit_class_decl(&mut self, decl: &ClassDecl) {
        self.lexical(&decl.ident, Declared::Lexical);
        decl.visit_children_with(self);
    }

    fn visit_class(&mut self, class: &Class) {
        let outer = std::mem::replace(&mut self.strict, true);
        class.visit_children_with(self);
        self.strict = outer;
    }

    fn visit_constructor(&mut self, constructor: &Constructor) {
        let params = constructor.params.iter().filter_map(|param| match param {
            ParamOrTsParamProp::Param(param) => Some(&param.pat),
            ParamOrTsParamProp::TsParamProp(_) => None,
        });
        self.function(params, constructor.body.as_ref().map(|b| b.stmts.as_slice()));
    }

    fn visit_function(&mut self, function: &Function) {
        let body = function.body.as_ref().map(|b| b.stmts.as_slice());
        self.function(function.params.iter().map(|p| &p.pat), body);
    }

    fn visit_arrow_expr(&mut self, arrow: &ArrowExpr) {
        match &*arrow.body {
            ArrowFunctionBody::FunctionBody(body) => self.function(arrow.params.iter(), Some(&body.stmts)),
            ArrowFunctionBody::Expr(expr) => self.in_scope(Kind::Body, |early| {
                arrow.params.visit_with(early);
                expr.visit_with(early);
            }),
        }
    }

    fn visit_block_stmt(&mut self, block: &BlockStmt) {
        self.block(&block.stmts);
    }

    fn visit_if_stmt(&mut self, stmt: &IfStmt) {
        stmt.test.visit_with(self);
        self.branch(&stmt.cons);
        if let Some(alt) = &stmt.alt {
            self.branch(alt);
        }
    }

    fn visit_switch_stmt(&mut self, switch: &SwitchStmt) {
        switch.discriminant.visit_with(self);
        self.in_scope(Kind::Block, |early| switch.cases.visit_with(early));
    }

    fn visit_catch_clause(&mut self, clause: &CatchClause) {
        self.in_scope(Kind::Block, |early| {
            if let Some(param) = &clause.param {
                let how = if matches!(param, Pat::Ident(_)) { Declared::CatchName } else { Declared::Lexical };
                bound(param, &mut |ident| early.lexical(ident, how));
                param.visit_with(early);
            }
            // The block shares the parameter's scope: its own declarations must differ from it.
            clause.body.stmts.visit_with(early);
        });
    }

    fn visit_for_stmt(&mut self, stmt: &ForStmt) {
        self.in_scope(Kind::Block, |early| stmt.visit_children_with(early));
    }

    fn visit_for_in_stmt(&mut self, stmt: &ForInStmt) {
        self.in_scope(Kind::Block, |early| stmt.visit_children_with(early));
    }

    fn visit_for_of_stmt(&mut self, stmt: &ForOfStmt) {
        self.in_scope(Kind::Block, |early| stmt.visit_children_with(early));
    }

    fn visit_static_block(&mut self, block: &StaticBlock) {
        self.in_scope(Kind::Body, |early| early.body(&block.body.stmts));
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::judged;

    /// Programs that Node 20 refuses before they run.
    const REFUSED: &[&str] = &[
        "let a; let a;",
        "let a; var a;",
        "var a; const a = 1;",
        "let f; function f() {}",
        "function f() { const k = 1; const k = 2; }",
        "function f() { let x; { var x; } }",
        "function f() { { var x; } let x; }",
        "function f(x) { let x; }",
        "function f({ x }) { const x = 1; }",
        "(x) => { let x; };",
        "((a = 0) => { let i; let i; });",
        "({ m(b = 0) { var i; let i; } });",
        "({ set m(b) { let b; } });",
        "class C { constructor(a) { let a; } }",
        "class C { static { let a; var a; } }",
        "class C { static m() { class D {} class D {} } }",
        "{ function f() {} let f; }",
        "{ function f() {} var f; }",
        "{ function f() {} function* f() {} }",
        "'use strict'; { function f() {} function f() {} }",
        "switch (1) { case 0: let a; case 1: let a; }",
        "switch (1) { case 0: let a; default: var a; }",
        "for (let i of []) { var i; }",
        "for (let [i, i] of []) {}",
        "for (let i, i;;) {}",
        "try {} catch (e) { let e; }",
        "try {} catch ({ e }) { var e; }",
        "try {} catch ([e, e]) {}",
        "let { a, b: a } = {};",
        "((\\u{63}onst) => 0);",
        "[1].indexOf(\\u{63}onst);",
        "class C { #p; m() { delete this.#p; } }",
        "class C { #p = delete (0)?.x.#p; }",
        "class C { #p; m(o) { delete ((o.#p)); } }",
    ];

    /// Programs that look like those and are fine.
    const ACCEPTED: &[&str] = &[
        "var a; var a; function a() {} var a = 1;",
        "function f() {} function f() {}",
        "function f(x) { var x; function x() {} }",
        "function f(x) { { let x; } }",
        "(x) => { { const x = 1; } };",
        "function f() { function f() {} let g; } let g;",
        "{ function f() {} function f() {} }",
        "{ function f() {} } var f;",
        "let x; { let x; { let x; } }",
        "if (1) function f() {} else function f() {}",
        "let f; if (1) function f() {}",
        "l: function f() {} var f;",
        "for (let i = 0; i < 1; i++) { let i; }",
        "for (var i of []) { let i; }",
        "for (let i of []) {} for (let i of []) {}",
        "switch (1) { case 0: { let a; } case 1: { let a; } }",
        "try {} catch (e) { var e; }",
        "try {} catch (e) { { let e; } }",
        "try {} catch { let e; }",
        "const f = function f() { let f; };",
        "class C { constructor() {} m() { class C {} } }",
        "function f(a, a) { var a; }",
        "function f() { var arguments; } function g() { let x; (() => { let x; })(); }",
        "({ if: 1, \\u{63}onst: 2 }).\\u{63}onst;",
        "class C { #p; m() { delete this.#p.q; delete this.p; } }",
        "var async, of, get, let, yield, static, await;",
    ];

    #[test]
    fn early_errors_are_refused() {
        judged::all_refused(REFUSED);
    }

    #[test]
    fn what_only_looks_like_one_is_accepted() {
        judged::all_accepted(ACCEPTED);
    }
}
