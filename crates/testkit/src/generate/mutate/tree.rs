//! Finding and changing places of a syntax tree by their number.

use std::collections::BTreeSet;

use swc_atoms::Atom;
use swc_common::{BytePos, DUMMY_SP, Span, input::StringInput};
use swc_ecma_ast::{
    ComputedPropName, EsVersion, Expr, ExprStmt, Ident, Lit, MemberProp, Number, ParenExpr, Script, Stmt,
};
use swc_ecma_codegen::to_code;
use swc_ecma_parser::{EsSyntax, Parser, Syntax, lexer::Lexer};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use crate::oracle::contained;

/// The tree of a script without errors. The parser's own assertions, which builds with debug assertions have, are errors.
pub(super) fn parse(source: &str) -> Option<Script> {
    contained(|| parse_unguarded(source)).ok().flatten()
}

fn parse_unguarded(source: &str) -> Option<Script> {
    let end = BytePos(u32::try_from(source.len()).ok()?.checked_add(1)?);
    let input = StringInput::new(source, BytePos(1), end);
    let lexer = Lexer::new(Syntax::Es(EsSyntax::default()), EsVersion::EsNext, input, None);
    let mut parser = Parser::new_from(lexer);
    let script = parser.parse_script().ok()?;
    parser.take_errors().is_empty().then_some(script)
}

/// The text of a tree, without the places it came from: trees from several texts share their numbers.
pub(super) fn print(script: &Script) -> Option<String> {
    let mut script = script.clone();
    script.visit_mut_with(&mut NoSpans);
    Some(to_code(&script))
}

struct NoSpans;

impl VisitMut for NoSpans {
    fn visit_mut_span(&mut self, span: &mut Span) {
        *span = DUMMY_SP;
    }
}

pub(super) fn parenthesised(expression: Expr) -> Expr {
    match expression {
        Expr::Paren(_) | Expr::Ident(_) | Expr::This(_) => expression,
        other => Expr::Paren(ParenExpr { span: DUMMY_SP, expr: Box::new(other) }),
    }
}

pub(super) fn number(value: u8) -> Expr {
    Expr::Lit(Lit::Num(Number { span: DUMMY_SP, value: value.into(), raw: None }))
}

pub(super) fn computed(key: Expr) -> MemberProp {
    MemberProp::Computed(ComputedPropName { span: DUMMY_SP, expr: Box::new(key) })
}

/// How many places of each kind a tree has.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) expressions: usize,
    pub(super) lists: usize,
    pub(super) members: usize,
    /// Literals and binary expressions.
    pub(super) tokens: usize,
}

pub(super) fn count(script: &mut Script) -> Counts {
    let mut counts = Counts::default();
    each_expression(script, &mut |e| {
        counts.expressions += 1;
        counts.tokens += usize::from(matches!(e, Expr::Lit(_) | Expr::Bin(_)));
    });
    each_member(script, &mut |_| counts.members += 1);
    script.visit_mut_with(&mut Lists(&mut |_| counts.lists += 1));
    counts
}

/// Runs `change` on the expression with this number.
pub(super) fn at_expression(script: &mut Script, number: usize, change: &mut dyn FnMut(&mut Expr)) {
    let mut left = number;
    each_expression(script, &mut |e| {
        if left == 0 {
            change(e);
        }
        left = left.wrapping_sub(1);
    });
}

/// Runs `change` on the statement list with this number: the script's own, a block's, a function body's or a case's.
pub(super) fn at_list(script: &mut Script, number: usize, change: &mut dyn FnMut(&mut Vec<Stmt>)) {
    let mut left = number;
    script.visit_mut_with(&mut Lists(&mut |list| {
        if left == 0 {
            change(list);
        }
        left = left.wrapping_sub(1);
    }));
}

/// Inner expressions come first, so that a change is not visited again.
pub(super) fn each_expression(script: &mut Script, work: &mut dyn FnMut(&mut Expr)) {
    script.visit_mut_with(&mut Expressions(work));
}

struct Expressions<'f>(&'f mut dyn FnMut(&mut Expr));

impl VisitMut for Expressions<'_> {
    fn visit_mut_expr(&mut self, expression: &mut Expr) {
        expression.visit_mut_children_with(self);
        (self.0)(expression);
    }
}

struct Lists<'f>(&'f mut dyn FnMut(&mut Vec<Stmt>));

impl VisitMut for Lists<'_> {
    fn visit_mut_stmts(&mut self, list: &mut Vec<Stmt>) {
        list.visit_mut_children_with(self);
        (self.0)(list);
    }
}

pub(super) fn each_member(script: &mut Script, work: &mut dyn FnMut(&mut MemberProp)) {
    struct Members<'f>(&'f mut dyn FnMut(&mut MemberProp));
    impl VisitMut for Members<'_> {
        fn visit_mut_member_prop(&mut self, member: &mut MemberProp) {
            member.visit_mut_children_with(self);
            (self.0)(member);
        }
    }
    script.visit_mut_with(&mut Members(work));
}

/// The identifiers of a tree, each once. Property names are none.
pub(super) fn names(script: &mut Script) -> Vec<Atom> {
    struct Names(BTreeSet<Atom>);
    impl VisitMut for Names {
        fn visit_mut_ident(&mut self, ident: &mut Ident) {
            self.0.insert(ident.sym.clone());
        }
    }
    let mut names = Names(BTreeSet::new());
    script.visit_mut_with(&mut names);
    names.0.into_iter().collect()
}

pub(super) fn rename(script: &mut Script, from: &Atom, to: &str) {
    struct Rename<'a> {
        from: &'a Atom,
        to: Atom,
    }
    impl VisitMut for Rename<'_> {
        fn visit_mut_ident(&mut self, ident: &mut Ident) {
            if ident.sym == *self.from {
                ident.sym = self.to.clone();
            }
        }
    }
    script.visit_mut_with(&mut Rename { from, to: Atom::from(to) });
}

/// What goes where a template says `HOLE`.
pub(super) enum Hole {
    Expression(Expr),
    Statement(Stmt),
}

impl Hole {
    pub(super) fn fill_expression(mut self, template: &mut Expr) {
        template.visit_mut_with(&mut self);
    }

    pub(super) fn fill_statement(mut self, template: &mut Stmt) {
        template.visit_mut_with(&mut self);
    }

    fn is_hole(expression: &Expr) -> bool {
        matches!(expression, Expr::Ident(i) if i.sym == "HOLE")
    }
}

impl VisitMut for Hole {
    fn visit_mut_expr(&mut self, expression: &mut Expr) {
        match self {
            Self::Expression(with) if Self::is_hole(expression) => *expression = with.clone(),
            _ => expression.visit_mut_children_with(self),
        }
    }

    fn visit_mut_stmt(&mut self, statement: &mut Stmt) {
        match (&*self, &*statement) {
            (Self::Statement(with), Stmt::Expr(ExprStmt { expr, .. })) if Self::is_hole(expr) => {
                *statement = with.clone();
            }
            _ => statement.visit_mut_children_with(self),
        }
    }
}
