//! Early errors that only the text shows, or that the printed program would hide from the engine: a keyword or a separator
//! that swc reads past, and statements that may not stand where they stand.

use mikoshi_types::{Code, Diagnostic, LineIndex};
use swc_common::{BytePos, Span, Spanned};
use swc_ecma_ast::{
    Decl, DoWhileStmt, Expr, ForInStmt, ForOfStmt, ForStmt, GetterProp, Ident, MemberExpr, MetaPropExpr, MetaPropKind,
    Script, SetterProp, Stmt, VarDeclOrExpr, WhileStmt,
};
use swc_ecma_visit::{Visit, VisitWith};

use super::{offset, range};

/// Finds such errors in a script that swc took.
pub(super) fn errors(script: &Script, source: &str, lines: &LineIndex<'_>) -> Vec<Diagnostic> {
    let mut spelling = Spelling { source, lines, escapes: super::holds(source, "\\"), faults: Vec::new() };
    script.visit_with(&mut spelling);
    spelling.faults
}

struct Spelling<'s> {
    source: &'s str,
    lines: &'s LineIndex<'s>,
    /// The text holds a backslash.
    escapes: bool,
    faults: Vec<Diagnostic>,
}

impl Spelling<'_> {
    fn fault(&mut self, span: Span, message: &str) {
        let range = range(span);
        self.faults.push(Diagnostic::new(Code::ENGINE_SYNTAX, message).at(self.lines.span(range.start, range.end)));
    }

    fn text(&self, span: Span) -> &str {
        self.source.get(range(span)).unwrap_or_default()
    }

    /// The place of the first token at or behind `at`.
    fn token(&self, at: usize) -> usize {
        let mut rest = self.source.get(at..).unwrap_or_default();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
            let behind = if let Some(comment) = rest.strip_prefix("/*") {
                comment.find("*/").and_then(|end| comment.get(end + 2..))
            } else if rest.starts_with("//") || rest.starts_with("<!--") {
                rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).and_then(|end| rest.get(end..))
            } else {
                None
            };
            match behind {
                Some(behind) => rest = behind,
                None => return self.source.len() - rest.len(),
            }
        }
    }

    /// The place behind `token`, if that is what comes at or behind `at`.
    fn behind(&self, token: &str, at: usize) -> Option<usize> {
        let at = self.token(at);
        self.source.get(at..).is_some_and(|rest| rest.starts_with(token)).then_some(at + token.len())
    }

    /// Whether both semicolons of a head are in the text: a line's end does not stand for them.
    fn has_semicolons(&self, stmt: &ForStmt) -> bool {
        let end_of = |at: BytePos| Some(offset(at));
        let first = match &stmt.init {
            Some(VarDeclOrExpr::VarDecl(decl)) => decl.decls.last().and_then(|last| end_of(last.span.hi)),
            Some(VarDeclOrExpr::Expr(expr)) => end_of(expr.span_hi()),
            None => self.behind("for", offset(stmt.span.lo)).and_then(|at| self.behind("(", at)),
        };
        let second = first.and_then(|at| self.behind(";", at)).map(|at| match &stmt.test {
            Some(test) => offset(test.span_hi()),
            None => at,
        });
        second.and_then(|at| self.behind(";", at)).is_some()
    }

    /// A function with a label is no statement that could be a body, in any mode.
    fn body(&mut self, body: &Stmt) {
        let mut inner = body;
        while let Stmt::Labeled(labelled) = inner {
            inner = &labelled.body;
        }
        if matches!((body, inner), (Stmt::Labeled(_), Stmt::Decl(Decl::Fn(_)))) {
            self.fault(body.span(), "a function with a label cannot be the body of another statement");
        }
    }

    fn accessor(&mut self, span: Span, keyword: &str) {
        if !self.text(span).starts_with(keyword) {
            self.fault(span, &format!("the keyword `{keyword}` cannot be spelled with an escape"));
        }
    }
}

/// Whether an expression begins with `let [`.
fn begins_like_a_declaration(expr: &Expr) -> bool {
    let member_does = |member: &MemberExpr| match &*member.obj {
        Expr::Ident(name) => &*name.sym == "let" && member.prop.is_computed(),
        inner => begins_like_a_declaration(inner),
    };
    match expr {
        Expr::Member(member) => member_does(member),
        Expr::Call(call) => call.callee.as_expr().is_some_and(|callee| begins_like_a_declaration(callee)),
        Expr::Bin(binary) => begins_like_a_declaration(&binary.left),
        Expr::Cond(conditional) => begins_like_a_declaration(&conditional.test),
        Expr::Seq(sequence) => sequence.exprs.first().is_some_and(|first| begins_like_a_declaration(first)),
        Expr::Assign(assign) => assign.left.as_simple().and_then(|target| target.as_member()).is_some_and(member_does),
        Expr::Update(update) => !update.prefix && begins_like_a_declaration(&update.arg),
        Expr::TaggedTpl(tagged) => begins_like_a_declaration(&tagged.tag),
        _ => false,
    }
}

impl Visit for Spelling<'_> {
    fn visit_ident(&mut self, ident: &Ident) {
        if self.escapes
            && self
                .text(ident.span)
                .split("\\u{")
                .skip(1)
                .any(|code| code.split('}').next().is_some_and(|digits| digits.contains('_')))
        {
            self.fault(ident.span, "an escape holds no separators");
        }
    }

    fn visit_meta_prop_expr(&mut self, node: &MetaPropExpr) {
        if self.escapes && node.kind == MetaPropKind::NewTarget && self.text(node.span).contains("\\u") {
            self.fault(node.span, "`new.target` cannot be spelled with an escape");
        }
    }

    fn visit_getter_prop(&mut self, node: &GetterProp) {
        if self.escapes {
            self.accessor(node.span, "get");
        }
        node.visit_children_with(self);
    }

    fn visit_setter_prop(&mut self, node: &SetterProp) {
        if self.escapes {
            self.accessor(node.span, "set");
        }
        node.visit_children_with(self);
    }

    fn visit_stmt(&mut self, node: &Stmt) {
        match node {
            Stmt::Expr(stmt) if begins_like_a_declaration(&stmt.expr) => {
                self.fault(stmt.span, "a statement that begins with `let [` is a declaration, which cannot stand here");
            }
            Stmt::For(stmt) => {
                if !self.has_semicolons(stmt) {
                    let head = Span { lo: stmt.span.lo, hi: stmt.body.span_lo() };
                    self.fault(head, "the head of a `for` needs its semicolons");
                    if let Some(fault) = self.faults.last_mut() {
                        fault.help = Some(
                            "write all three parts, with `;` between them: `for (let i = 0; i < n; i++)`".to_owned(),
                        );
                    }
                }
                self.body(&stmt.body);
            }
            Stmt::ForIn(ForInStmt { body, .. })
            | Stmt::ForOf(ForOfStmt { body, .. })
            | Stmt::While(WhileStmt { body, .. })
            | Stmt::DoWhile(DoWhileStmt { body, .. }) => self.body(body),
            Stmt::If(stmt) => {
                self.body(&stmt.cons);
                if let Some(alternative) = &stmt.alt {
                    self.body(alternative);
                }
            }
            _ => {}
        }
        node.visit_children_with(self);
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::judged;

    /// Programs that Node 20 refuses before they run.
    const REFUSED: &[&str] = &[
        "for (false; false\n) { break; }",
        "for (false\n;false\n) ;",
        "for (\n;false\n) ;",
        "for (var i = 0; i < 2 /* ; */\n) ;",
        "while (false) let\n[a] = 0;",
        "if (0) let\n[a].b;",
        "do let\n[0]\nwhile (0)",
        "while (0) l: function f() {}",
        "for (;0;) a: b: function f() {}",
        "for (var i in {}) l: function f() {}",
        "for (var i of []) l: function f() {}",
        "do l: function f() {} while (0)",
        "if (0) l: function f() {}",
        "({ g\\u0065t m() {} });",
        "({ s\\u0065t m(v) {} });",
        "function f() { new.t\\u0061rget }",
        "var \\u{00_76} = 1;",
    ];

    /// Programs that look like those and are fine.
    const ACCEPTED: &[&str] = &[
        "for (;;) break;",
        "for (/* a */;/* ; */;) break;",
        "for (/*/ a */;/*/;/*/;) break;",
        "for (var i = 0 // ;\n; i < 1\n; i++) ;",
        "for (let i = (0); (i < 1); (i++)) ;",
        "for (const x = {}, y = `;`;;) break;",
        "for (let [a] = [1], { b } = {}; a--;) ;",
        "for (var i = 0, f = () => { ; }; i++ < 1;) f();",
        "for (x = 1; x--;) ; var x;",
        "for (var q;;) break;",
        "var let = [1]; (let)[0] = 2; let.length; if (1) let\nlet.x = 1;",
        "l: function f() {}",
        "if (1) function f() {}",
        "var x = '\\u0061'; ({ get m() { return 1 }, set m(v) {}, g\\u0065t() {}, \\u0067et: 1 });",
        "var \\u{76} = 1; v;",
    ];

    #[test]
    fn wrong_spellings_are_refused() {
        judged::all_refused(REFUSED);
    }

    #[test]
    fn right_ones_are_accepted() {
        judged::all_accepted(ACCEPTED);
    }
}
