//! The walk over statements, and the state that the whole walk shares.
//!
//! Written out by hand and exhaustive, without a default case: a kind of node that the parser learns one day does not slip
//! through unseen, and the borrowed nodes may be kept for the rules.

use rustc_hash::FxHashMap;
use swc_common::{BytePos, Span, Spanned};
use swc_ecma_ast::{
    BlockStmt, CatchClause, Decl, DefaultDecl, ForHead, Ident, ImportSpecifier, Module, ModuleDecl, ModuleItem, Pat,
    Script, Stmt, SwitchStmt, VarDecl, VarDeclKind, VarDeclOrExpr, VarDeclarator,
};

use super::{
    Binding, BindingId, BindingKind, Model, Reference, SCRIPT, Scope, ScopeId, Source, SourceId, SymbolId, Symbols,
    Syntax, UNKNOWN_SOURCE, Use, resolve,
};

/// How deep expressions, statements and patterns may be nested in one another.
///
/// The engine's own parser is recursive too, with a stack that fits any text of the default size: an honest chain of 5,000
/// `+1` is in, and longer texts may not nest deeper than that. A function counts twice.
pub(crate) const MAX_DEPTH: u32 = 5_200;

/// What was parsed.
#[derive(Clone, Copy)]
pub(crate) enum Body<'a> {
    Script(&'a Script),
    /// Only to name every fault of a program that was written as a module; it is rejected in any case.
    Module(&'a Module),
}

/// Where `var` and function declarations of a body go, and what its code may assume.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The scope that `var` declares in.
    pub(super) var_scope: ScopeId,
    /// The scope of the parameters of the innermost function that has `arguments`.
    pub(super) arguments: Option<ScopeId>,
    pub(super) strict: bool,
    pub(super) in_function: bool,
    /// Whether `this` is the global object.
    pub(super) global_this: bool,
}

/// A function in a block of sloppy code, which may declare a `var` as well (Annex B.3.3).
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockFunction {
    pub(super) symbol: SymbolId,
    pub(super) span: Span,
    pub(super) block: ScopeId,
    pub(super) var_scope: ScopeId,
}

pub(super) struct Walk<'a> {
    pub(super) model: Model<'a>,
    pub(super) scope: ScopeId,
    pub(super) frame: Frame,
    declared: FxHashMap<(ScopeId, SymbolId), BindingId>,
    pub(super) block_functions: Vec<BlockFunction>,
    pub(super) depth: u32,
}

/// Collects and resolves everything in `body`.
pub(crate) fn build(body: Body<'_>) -> Model<'_> {
    let model = Model {
        symbols: Symbols::default(),
        scopes: vec![Scope { parent: SCRIPT }],
        bindings: Vec::new(),
        sources: vec![Source::Unknown],
        references: Vec::new(),
        accesses: Vec::new(),
        calls: Vec::new(),
        syntax: Vec::new(),
        global_this: Vec::new(),
        too_deep: None,
    };
    let module = matches!(body, Body::Module(_));
    let frame = Frame { var_scope: SCRIPT, arguments: None, strict: module, in_function: false, global_this: !module };
    let mut walk =
        Walk { model, scope: SCRIPT, frame, declared: FxHashMap::default(), block_functions: Vec::new(), depth: 0 };
    match body {
        Body::Script(script) => {
            walk.frame.strict = is_strict(&script.body);
            walk.body(&script.body);
        }
        Body::Module(module) => {
            for item in &module.body {
                walk.module_item(item);
            }
        }
    }
    let Walk { mut model, block_functions, .. } = walk;
    resolve::hoist_block_functions(&mut model, &block_functions);
    resolve::bind(&mut model);
    model
}

/// Whether a body begins with a `"use strict"` directive.
pub(crate) fn is_strict(body: &[Stmt]) -> bool {
    for stmt in body {
        let Stmt::Expr(stmt) = stmt else { return false };
        let swc_ecma_ast::Expr::Lit(swc_ecma_ast::Lit::Str(text)) = &*stmt.expr else { return false };
        if text.raw.as_ref().is_some_and(|raw| raw == "'use strict'" || raw == "\"use strict\"") {
            return true;
        }
    }
    false
}

impl<'a> Walk<'a> {
    /// Runs `inside` one level deeper, or notes that the program is nested too deep and does nothing.
    pub(super) fn deeper(&mut self, span: impl FnOnce() -> Span, inside: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            self.model.too_deep.get_or_insert_with(span);
            return;
        }
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }

    /// Runs `inside` in a new scope.
    pub(super) fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        let outer = self.scope;
        self.scope = u32::try_from(self.model.scopes.len()).unwrap_or(u32::MAX);
        self.model.scopes.push(Scope { parent: outer });
        inside(self);
        self.scope = outer;
    }

    pub(super) fn source(&mut self, source: Source<'a>) -> SourceId {
        self.model.sources.push(source);
        u32::try_from(self.model.sources.len() - 1).unwrap_or(UNKNOWN_SOURCE)
    }

    /// Declares a name in `scope`; a name that the scope has already is the same binding.
    pub(super) fn declare(&mut self, scope: ScopeId, ident: &'a Ident, kind: BindingKind) -> BindingId {
        let symbol = self.model.symbols.intern(&ident.sym);
        // `var x` in a body with a parameter `x` starts with the parameter's value, so it counts as the parameter.
        let parent = self.model.scopes.get(scope as usize).map_or(scope, |s| s.parent);
        let existing = self.declared.get(&(scope, symbol)).or_else(|| {
            let shared = kind == BindingKind::Var && self.frame.in_function && self.frame.var_scope == scope;
            self.declared
                .get(&(parent, symbol))
                .filter(|&&id| shared && self.model.binding(id).is_some_and(|b| b.kind == BindingKind::Param))
        });
        if let Some(&id) = existing {
            return id;
        }
        let id = u32::try_from(self.model.bindings.len()).unwrap_or(u32::MAX);
        self.model.bindings.push(Binding {
            symbol,
            scope,
            kind,
            span: ident.span,
            source: UNKNOWN_SOURCE,
            writes: 0,
            written: BytePos(u32::MAX),
        });
        self.declared.insert((scope, symbol), id);
        id
    }

    /// Notes that a binding gets its value from `source`, complete at `position`.
    pub(super) fn initialise(&mut self, id: BindingId, source: SourceId, position: BytePos) {
        if let Some(binding) = self.model.bindings.get_mut(id as usize) {
            binding.writes += 1;
            binding.source = source;
            binding.written = binding.written.min(position);
        }
    }

    /// Notes a use of a name.
    pub(super) fn refer(&mut self, ident: &'a Ident, usage: Use, complete: BytePos) {
        let symbol = self.model.symbols.intern(&ident.sym);
        if let Some(scope) = self.frame.arguments
            && ident.sym == *"arguments"
        {
            self.declare(scope, ident, BindingKind::Implicit);
        }
        self.model.references.push(Reference {
            symbol,
            scope: self.scope,
            span: ident.span,
            usage,
            complete,
            in_function: self.frame.in_function,
            binding: None,
        });
    }

    pub(super) fn note(&mut self, syntax: Syntax, span: Span) {
        self.model.syntax.push((syntax, span));
    }

    /// The statements directly in a script or in the body of a function or static block.
    pub(super) fn body(&mut self, stmts: &'a [Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Decl(Decl::Fn(decl)) => self.function_declaration(decl, BindingKind::Function),
                _ => self.stmt(stmt),
            }
        }
    }

    fn stmts(&mut self, stmts: &'a [Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn block(&mut self, block: &'a BlockStmt) {
        self.scoped(|walk| walk.stmts(&block.stmts));
    }

    pub(super) fn stmt(&mut self, stmt: &'a Stmt) {
        self.deeper(|| stmt.span(), |walk| walk.stmt_inside(stmt));
    }

    fn stmt_inside(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Expr(stmt) => self.expr(&stmt.expr),
            Stmt::Decl(decl) => self.decl(decl),
            Stmt::Return(stmt) => self.maybe_expr(stmt.arg.as_deref()),
            Stmt::Block(block) => self.block(block),
            Stmt::If(stmt) => {
                self.expr(&stmt.test);
                self.nested(&stmt.cons);
                if let Some(alt) = &stmt.alt {
                    self.nested(alt);
                }
            }
            Stmt::For(stmt) => self.scoped(|walk| {
                match &stmt.init {
                    Some(VarDeclOrExpr::VarDecl(decl)) => walk.var_decl(decl),
                    Some(VarDeclOrExpr::Expr(expr)) => walk.expr(expr),
                    None => {}
                }
                walk.maybe_expr(stmt.test.as_deref());
                walk.maybe_expr(stmt.update.as_deref());
                walk.nested(&stmt.body);
            }),
            Stmt::ForIn(stmt) => self.for_each(&stmt.left, &stmt.right, &stmt.body),
            Stmt::ForOf(stmt) => {
                if stmt.is_await {
                    self.note(Syntax::ForAwait, Span::new(stmt.span.lo, stmt.left.span().lo));
                }
                self.for_each(&stmt.left, &stmt.right, &stmt.body);
            }
            Stmt::While(stmt) => {
                self.expr(&stmt.test);
                self.nested(&stmt.body);
            }
            Stmt::DoWhile(stmt) => {
                self.nested(&stmt.body);
                self.expr(&stmt.test);
            }
            Stmt::Switch(stmt) => self.switch(stmt),
            Stmt::Throw(stmt) => self.expr(&stmt.arg),
            Stmt::Try(stmt) => {
                self.block(&stmt.block);
                if let Some(handler) = &stmt.handler {
                    self.catch(handler);
                }
                if let Some(finalizer) = &stmt.finalizer {
                    self.block(finalizer);
                }
            }
            Stmt::Labeled(stmt) => self.nested(&stmt.body),
            Stmt::With(stmt) => {
                let keyword = Span::new(stmt.span.lo, stmt.span.lo + BytePos(4));
                self.note(Syntax::With, keyword);
                self.expr(&stmt.obj);
                self.nested(&stmt.body);
            }
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Empty(_) | Stmt::Debugger(_) => {}
        }
    }

    /// The body of a compound statement: a function there stands as if in a block of its own.
    fn nested(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Decl(Decl::Fn(_)) => self.scoped(|walk| walk.stmt(stmt)),
            _ => self.stmt(stmt),
        }
    }

    fn for_each(&mut self, left: &'a ForHead, right: &'a swc_ecma_ast::Expr, body: &'a Stmt) {
        let complete = right.span().hi;
        self.scoped(|walk| {
            match left {
                ForHead::VarDecl(decl) => {
                    for declarator in &decl.decls {
                        // `for (var x = 1 in o)` is Annex B.
                        walk.maybe_expr(declarator.init.as_deref());
                        let declaring = walk.declaring(decl.kind);
                        walk.pattern(&declarator.name, declaring, UNKNOWN_SOURCE, complete);
                    }
                }
                ForHead::UsingDecl(decl) => walk.note(Syntax::Foreign, decl.span),
                ForHead::Pat(pat) => walk.target_pattern(pat, complete),
            }
            walk.expr(right);
            walk.nested(body);
        });
    }

    fn switch(&mut self, stmt: &'a SwitchStmt) {
        self.expr(&stmt.discriminant);
        self.scoped(|walk| {
            for case in &stmt.cases {
                walk.maybe_expr(case.test.as_deref());
                walk.stmts(&case.cons);
            }
        });
    }

    fn catch(&mut self, clause: &'a CatchClause) {
        self.scoped(|walk| {
            if let Some(param) = &clause.param {
                let kind = if matches!(param, Pat::Ident(_)) { BindingKind::CatchName } else { BindingKind::Lexical };
                let scope = walk.scope;
                walk.pattern(param, (scope, kind), UNKNOWN_SOURCE, param.span().hi);
            }
            walk.block(&clause.body);
        });
    }

    fn decl(&mut self, decl: &'a Decl) {
        match decl {
            Decl::Var(decl) => self.var_decl(decl),
            Decl::Fn(decl) => self.function_declaration(decl, BindingKind::Lexical),
            Decl::Class(decl) => {
                let binding = self.declare(self.scope, &decl.ident, BindingKind::Lexical);
                let source = self.source(Source::Function(&decl.ident.sym, None));
                self.initialise(binding, source, decl.ident.span.hi);
                self.class(Some(&decl.ident), &decl.class);
            }
            Decl::Using(decl) => self.note(Syntax::Foreign, decl.span),
            Decl::TsInterface(_) | Decl::TsTypeAlias(_) | Decl::TsEnum(_) | Decl::TsModule(_) => {
                self.note(Syntax::Foreign, decl.span());
            }
        }
    }

    /// Where and how a `var`, `let` or `const` declares.
    fn declaring(&self, kind: VarDeclKind) -> (ScopeId, BindingKind) {
        match kind {
            VarDeclKind::Var => (self.frame.var_scope, BindingKind::Var),
            VarDeclKind::Let | VarDeclKind::Const => (self.scope, BindingKind::Lexical),
        }
    }

    fn var_decl(&mut self, decl: &'a VarDecl) {
        let declaring = self.declaring(decl.kind);
        for declarator in &decl.decls {
            self.declarator(declarator, declaring);
        }
    }

    fn declarator(&mut self, declarator: &'a VarDeclarator, declaring: (ScopeId, BindingKind)) {
        match &declarator.init {
            Some(init) => {
                let source = self.source(Source::Expr(init));
                self.pattern(&declarator.name, declaring, source, init.span().hi);
                self.expr(init);
            }
            // Without a value nothing is written: `var x;` leaves `x` as it is.
            None => match &declarator.name {
                Pat::Ident(name) => {
                    self.declare(declaring.0, &name.id, declaring.1);
                }
                name => self.pattern(name, declaring, UNKNOWN_SOURCE, name.span().hi),
            },
        }
    }

    fn module_item(&mut self, item: &'a ModuleItem) {
        match item {
            ModuleItem::Stmt(Stmt::Decl(Decl::Fn(decl))) => self.function_declaration(decl, BindingKind::Function),
            ModuleItem::Stmt(stmt) => self.stmt(stmt),
            ModuleItem::ModuleDecl(decl) => self.module_decl(decl),
        }
    }

    fn module_decl(&mut self, decl: &'a ModuleDecl) {
        match decl {
            ModuleDecl::Import(import) => {
                self.note(Syntax::Import, import.span);
                for specifier in &import.specifiers {
                    let local = match specifier {
                        ImportSpecifier::Named(named) => &named.local,
                        ImportSpecifier::Default(default) => &default.local,
                        ImportSpecifier::Namespace(namespace) => &namespace.local,
                    };
                    self.declare(SCRIPT, local, BindingKind::Implicit);
                }
                return;
            }
            ModuleDecl::ExportDecl(export) => self.decl(&export.decl),
            ModuleDecl::ExportDefaultDecl(export) => match &export.decl {
                DefaultDecl::Class(class) => self.class(class.ident.as_ref(), &class.class),
                DefaultDecl::Fn(function) => self.function_expression(function),
                DefaultDecl::TsInterfaceDecl(interface) => self.note(Syntax::Foreign, interface.span),
            },
            ModuleDecl::ExportDefaultExpr(export) => self.expr(&export.expr),
            ModuleDecl::ExportNamed(_) | ModuleDecl::ExportAll(_) => {}
            ModuleDecl::TsImportEquals(_) | ModuleDecl::TsExportAssignment(_) | ModuleDecl::TsNamespaceExport(_) => {
                self.note(Syntax::Foreign, decl.span());
            }
        }
        let start = decl.span().lo;
        self.note(Syntax::Export, Span::new(start, start + BytePos(6)));
    }
}
