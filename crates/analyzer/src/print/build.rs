//! Small constructors for the nodes that the printer adds.

use swc_atoms::{Atom, Wtf8Atom};
use swc_common::{BytePos, DUMMY_SP, Span, SyntaxContext};
use swc_ecma_ast::{
    AssignExpr, AssignOp, AssignTarget, BindingIdent, BlockStmt, CallExpr, Callee, Decl, Expr, ExprOrSpread, ExprStmt,
    Ident, Lit, MemberExpr, MemberProp, Number, ObjectLit, ParenExpr, Pat, Prop, PropOrSpread, SeqExpr,
    SimpleAssignTarget, Stmt, Str, UnaryExpr, UnaryOp, VarDecl, VarDeclKind, VarDeclarator,
};

/// A place for woven code: errors in it are reported at `pos`.
pub(super) fn at(pos: BytePos) -> Span {
    Span { lo: pos, hi: pos }
}

pub(super) fn ident(name: &Atom, span: Span) -> Ident {
    Ident { span, ctxt: SyntaxContext::empty(), sym: name.clone(), optional: false }
}

pub(super) fn name(name: &Atom, span: Span) -> Box<Expr> {
    Box::new(Expr::Ident(ident(name, span)))
}

/// `({ prop }).key`
pub(super) fn member_of(prop: Prop, key: MemberProp) -> Box<Expr> {
    let object = ObjectLit { span: DUMMY_SP, props: vec![PropOrSpread::Prop(Box::new(prop))] };
    Box::new(Expr::Member(MemberExpr { span: DUMMY_SP, obj: paren(Box::new(Expr::Object(object))), prop: key }))
}

/// `callee(args)`
pub(super) fn call(callee: Box<Expr>, args: Vec<Box<Expr>>, span: Span) -> Box<Expr> {
    Box::new(Expr::Call(CallExpr {
        span,
        ctxt: SyntaxContext::empty(),
        callee: Callee::Expr(callee),
        args: args.into_iter().map(|expr| ExprOrSpread { spread: None, expr }).collect(),
        type_args: None,
    }))
}

/// `name = value`
pub(super) fn assign(target: &Atom, value: Box<Expr>, span: Span) -> Box<Expr> {
    Box::new(Expr::Assign(AssignExpr {
        span,
        op: AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Ident(BindingIdent { id: ident(target, span), type_ann: None })),
        right: value,
    }))
}

/// `(expr)`
pub(super) fn paren(expr: Box<Expr>) -> Box<Expr> {
    Box::new(Expr::Paren(ParenExpr { span: DUMMY_SP, expr }))
}

/// `(first, second)`
pub(super) fn both(first: Box<Expr>, second: Box<Expr>) -> Box<Expr> {
    paren(Box::new(Expr::Seq(SeqExpr { span: DUMMY_SP, exprs: vec![first, second] })))
}

pub(super) fn number(value: u32) -> Box<Expr> {
    Box::new(Expr::Lit(Lit::Num(Number { span: DUMMY_SP, value: f64::from(value), raw: None })))
}

pub(super) fn string(value: &Wtf8Atom) -> Box<Expr> {
    Box::new(Expr::Lit(Lit::Str(Str { span: DUMMY_SP, value: value.clone(), raw: None })))
}

/// `void 0`
pub(super) fn undefined() -> Box<Expr> {
    Box::new(Expr::Unary(UnaryExpr { span: DUMMY_SP, op: UnaryOp::Void, arg: number(0) }))
}

/// `expr;`
pub(super) fn statement(expr: Box<Expr>) -> Stmt {
    Stmt::Expr(ExprStmt { span: DUMMY_SP, expr })
}

/// `{ stmts }`
pub(super) fn block(stmts: Vec<Stmt>) -> BlockStmt {
    BlockStmt { span: DUMMY_SP, ctxt: SyntaxContext::empty(), stmts }
}

/// `let name = init, ...`
pub(super) fn let_all(bindings: Vec<(Atom, Option<Box<Expr>>)>) -> Box<VarDecl> {
    let decls = bindings.into_iter().map(|(name, init)| VarDeclarator {
        span: DUMMY_SP,
        name: Pat::Ident(BindingIdent::from(ident(&name, DUMMY_SP))),
        init,
        definite: false,
    });
    Box::new(VarDecl {
        span: DUMMY_SP,
        ctxt: SyntaxContext::empty(),
        kind: VarDeclKind::Let,
        declare: false,
        decls: decls.collect(),
    })
}

/// `let name = init, ...;`
pub(super) fn declaration(bindings: Vec<(Atom, Option<Box<Expr>>)>) -> Stmt {
    Stmt::Decl(Decl::Var(let_all(bindings)))
}

/// Puts statements at the head of a loop's body.
pub(super) fn prepend<const N: usize>(body: &mut Box<Stmt>, first: [Stmt; N]) {
    match &mut **body {
        Stmt::Block(block) => drop(block.stmts.splice(..0, first)),
        other => {
            let mut stmts = Vec::from(first);
            match std::mem::take(other) {
                Stmt::Empty(_) => {}
                single => stmts.push(single),
            }
            *other = Stmt::Block(self::block(stmts));
        }
    }
}

/// How many statements at the head of a body are its directive prologue.
pub(super) fn directives(stmts: &[Stmt]) -> usize {
    stmts
        .iter()
        .take_while(
            |stmt| matches!(stmt, Stmt::Expr(ExprStmt { expr, .. }) if matches!(**expr, Expr::Lit(Lit::Str(_)))),
        )
        .count()
}
