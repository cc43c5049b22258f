//! Engine fault: in Boa 0.22 a `var` that declares a parameter's name again is never initialized, if the parameters have
//! expressions: reading it throws a `ReferenceError`. By ECMA-262 (10.2.11, step 28) it begins with the parameter's value.
//!
//! Mend: the declaration becomes the assignments that it makes, to the parameter itself. What else the statement declares is
//! declared at the head of the body.
//!
//! ```js
//! function f(a, b = 1) { var a = a || 2, c = 3; }    =>    function f(a, b = 1) { var c; a = a || 2, c = 3; }
//! ```
//!
//! The standard has two variables there. They can be told apart by a function among the parameters' expressions that uses the
//! name; then the program stays as it is (`docs/limitations`).
//!
//! The cases `redeclared_param_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use rustc_hash::FxHashSet;
use swc_atoms::Atom;
use swc_common::{DUMMY_SP, Spanned};
use swc_ecma_ast::{
    ArrowExpr, ArrowFunctionBody, AssignExpr, AssignOp, AssignTarget, Class, Constructor, Decl, EmptyStmt, Expr,
    ForHead, Function, FunctionBody, Pat, Script, SeqExpr, Stmt, VarDecl, VarDeclKind, VarDeclOrExpr,
};
use swc_ecma_visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use crate::print::{
    build,
    survey::{Mentioned, Survey, each_name},
};

pub(in crate::print) fn mend(script: &mut Script, survey: &Survey) {
    if survey.param_expressions {
        script.visit_mut_with(&mut Functions);
    }
}

struct Functions;

impl VisitMut for Functions {
    fn visit_mut_function(&mut self, node: &mut Function) {
        node.visit_mut_children_with(self);
        if let Some(body) = &mut node.body {
            assign_instead(&node.params, body, true);
        }
    }

    fn visit_mut_constructor(&mut self, node: &mut Constructor) {
        node.visit_mut_children_with(self);
        if let Some(body) = &mut node.body {
            assign_instead(&node.params, body, true);
        }
    }

    fn visit_mut_arrow_expr(&mut self, node: &mut ArrowExpr) {
        node.visit_mut_children_with(self);
        if let ArrowFunctionBody::FunctionBody(body) = &mut *node.body {
            assign_instead(&node.params, body, false);
        }
    }
}

fn assign_instead<P>(params: &P, body: &mut FunctionBody, has_arguments: bool)
where
    P: VisitWith<crate::print::survey::Names> + VisitWith<Expressions> + ?Sized,
{
    let mut expressions = Expressions::default();
    params.visit_with(&mut expressions);
    if !expressions.any {
        return;
    }
    let mut names: FxHashSet<Atom> = FxHashSet::default();
    each_name(params, &mut |name| {
        names.insert(name.clone());
    });
    if has_arguments {
        names.insert("arguments".into());
    }
    names.retain(|name| !expressions.captured.0.contains(name));
    let mut assign = Assign { names, homeless: Vec::new() };
    body.stmts.visit_mut_with(&mut assign);
    if !assign.homeless.is_empty() {
        let mut declaration = build::let_all(assign.homeless.into_iter().map(|name| (name, None)).collect());
        declaration.kind = VarDeclKind::Var;
        body.stmts.insert(build::directives(&body.stmts), Stmt::Decl(Decl::Var(declaration)));
    }
}

/// The expressions among parameters: whether there are any, and the names that functions in them use.
#[derive(Default)]
pub(in crate::print) struct Expressions {
    any: bool,
    captured: Mentioned,
}

impl Visit for Expressions {
    fn visit_expr(&mut self, node: &Expr) {
        self.any = true;
        node.visit_children_with(self);
    }

    fn visit_function(&mut self, node: &Function) {
        node.visit_with(&mut self.captured);
    }

    fn visit_arrow_expr(&mut self, node: &ArrowExpr) {
        node.visit_with(&mut self.captured);
    }

    fn visit_class(&mut self, node: &Class) {
        node.visit_with(&mut self.captured);
    }
}

/// Makes assignments of the declarations of `names`.
struct Assign {
    names: FxHashSet<Atom>,
    /// What else those declarations declare.
    homeless: Vec<Atom>,
}

impl Assign {
    fn concerns(&mut self, decl: &VarDecl) -> bool {
        let mut found = false;
        if decl.kind == VarDeclKind::Var {
            each_name(decl, &mut |name| found |= self.names.contains(name));
        }
        if found {
            each_name(decl, &mut |name| {
                if !self.names.contains(name) && !self.homeless.contains(name) {
                    self.homeless.push(name.clone());
                }
            });
        }
        found
    }
}

/// The assignments that a declaration makes.
fn assignments(decl: &mut VarDecl) -> Option<Box<Expr>> {
    let assign = |(name, right): (Pat, Box<Expr>)| {
        let left = AssignTarget::try_from(name).ok()?;
        let span = build::at(left.span().lo);
        Some(Box::new(Expr::Assign(AssignExpr { span, op: AssignOp::Assign, left, right })))
    };
    let initialized = decl.decls.drain(..).filter_map(|decl| decl.init.map(|init| (decl.name, init)));
    let mut exprs: Vec<Box<Expr>> = initialized.filter_map(assign).collect();
    match exprs.len() {
        0 | 1 => exprs.pop(),
        _ => Some(Box::new(Expr::Seq(SeqExpr { span: DUMMY_SP, exprs }))),
    }
}

impl VisitMut for Assign {
    fn visit_mut_stmt(&mut self, node: &mut Stmt) {
        node.visit_mut_children_with(self);
        if let Stmt::Decl(Decl::Var(decl)) = node
            && self.concerns(decl)
        {
            // An object pattern would begin a block.
            *node = assignments(decl)
                .map_or_else(|| Stmt::Empty(EmptyStmt { span: DUMMY_SP }), |expr| build::statement(build::paren(expr)));
        }
    }

    fn visit_mut_var_decl_or_expr(&mut self, node: &mut VarDeclOrExpr) {
        if let VarDeclOrExpr::VarDecl(decl) = node
            && self.concerns(decl)
        {
            *node = VarDeclOrExpr::Expr(assignments(decl).unwrap_or_else(build::undefined));
        }
    }

    fn visit_mut_for_head(&mut self, node: &mut ForHead) {
        if let ForHead::VarDecl(decl) = node
            && self.concerns(decl)
            && let Some(declarator) = decl.decls.pop()
        {
            *node = ForHead::Pat(Box::new(declarator.name));
        }
    }

    fn visit_mut_expr(&mut self, _: &mut Expr) {}

    fn visit_mut_function(&mut self, _: &mut Function) {}

    fn visit_mut_class(&mut self, _: &mut Class) {}
}
