//! Function declarations as the whole body of an `if`, which sloppy code may have (ECMA-262 section B.3.3): they mean what
//! they mean in a block of their own. swc objects to every one of them, but reads past it.

use rustc_hash::FxHashSet;
use swc_common::{BytePos, DUMMY_SP, Spanned, SyntaxContext};
use swc_ecma_ast::{ArrowExpr, ArrowFunctionBody, BlockStmt, Class, Decl, EmptyStmt, Function, IfStmt, Script, Stmt};
use swc_ecma_parser::error::{Error, SyntaxError};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::scope::is_strict;

/// Puts such declarations in blocks and takes back what the parser said of them.
pub(super) fn accept(script: &mut Script, errors: &mut Vec<Error>) {
    let objects = |error: &Error| matches!(error.kind(), SyntaxError::DeclNotAllowed);
    if !errors.iter().any(objects) {
        return;
    }
    let mut wrap = Wrap { strict: is_strict(&script.body), wrapped: FxHashSet::default() };
    script.visit_mut_with(&mut wrap);
    errors.retain(|error| !(objects(error) && wrap.wrapped.contains(&error.span().lo)));
}

struct Wrap {
    strict: bool,
    /// Where the declarations began.
    wrapped: FxHashSet<BytePos>,
}

impl Wrap {
    fn branch(&mut self, branch: &mut Box<Stmt>) {
        if let Stmt::Decl(Decl::Fn(declared)) = &**branch
            && !self.strict
            && !declared.function.is_async
            && !declared.function.is_generator
        {
            let span = branch.span();
            self.wrapped.insert(span.lo);
            let stmts = vec![*std::mem::replace(branch, Box::new(Stmt::Empty(EmptyStmt { span: DUMMY_SP })))];
            **branch = Stmt::Block(BlockStmt { span, ctxt: SyntaxContext::empty(), stmts });
        }
    }

    fn inside(&mut self, strict: bool, visit: impl FnOnce(&mut Self)) {
        let outer = self.strict;
        self.strict |= strict;
        visit(self);
        self.strict = outer;
    }
}

impl VisitMut for Wrap {
    fn visit_mut_if_stmt(&mut self, statement: &mut IfStmt) {
        self.branch(&mut statement.cons);
        if let Some(alternative) = &mut statement.alt {
            self.branch(alternative);
        }
        statement.visit_mut_children_with(self);
    }

    fn visit_mut_function(&mut self, function: &mut Function) {
        let strict = function.body.as_ref().is_some_and(|body| is_strict(&body.stmts));
        self.inside(strict, |inner| function.visit_mut_children_with(inner));
    }

    fn visit_mut_arrow_expr(&mut self, arrow: &mut ArrowExpr) {
        let strict = matches!(&*arrow.body, ArrowFunctionBody::FunctionBody(body) if is_strict(&body.stmts));
        self.inside(strict, |inner| arrow.visit_mut_children_with(inner));
    }

    fn visit_mut_class(&mut self, class: &mut Class) {
        // All code of a class is strict.
        self.inside(true, |inner| class.visit_mut_children_with(inner));
    }
}
