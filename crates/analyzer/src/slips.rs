//! `MK8003`: slips that make a right answer fail, looked for only where a program has run and did not end in `true`.
//!
//! Each is a form that has no honest use, or none that such a verdict would leave standing.

use mikoshi_types::{Code, Diagnostic, LineIndex};
use swc_common::{Span, Spanned};
use swc_ecma_ast::{
    ArrowExpr, ArrowFunctionBody, BinExpr, BinaryOp, BlockStmt, CallExpr, Callee, Expr, ExprStmt, Function,
    FunctionBody, Lit, MemberExpr, MemberProp, ReturnStmt, Stmt, ThrowStmt, UnaryOp,
};
use swc_ecma_visit::{Visit, VisitWith};

use crate::{again, parse};

/// More than this is not told.
const MAX_SLIPS: usize = 3;

/// What `typeof` gives.
const TYPES: [&str; 8] = ["undefined", "boolean", "number", "string", "function", "object", "symbol", "bigint"];

/// Methods that are nothing without what their callback returns.
const WANTS_RESULT: [&str; 10] =
    ["every", "some", "filter", "map", "find", "findIndex", "findLast", "findLastIndex", "reduce", "flatMap"];

/// The slips of a program that was accepted.
pub(crate) fn find(source: &str) -> Vec<Diagnostic> {
    let lines = LineIndex::new(source);
    let found = again::look(source, &lines, |script| {
        let mut slips = Slips { source, lines: &lines, found: Vec::new() };
        script.visit_with(&mut slips);
        slips.found
    });
    let mut found = found.unwrap_or_default();
    found.sort_by_key(|slip| slip.span.map(|span| span.start));
    found
}

struct Slips<'s> {
    source: &'s str,
    lines: &'s LineIndex<'s>,
    found: Vec<Diagnostic>,
}

impl Slips<'_> {
    /// Whether enough is found: a hostile program may hold thousands, and what they quote may be long.
    fn is_full(&self) -> bool {
        self.found.len() >= MAX_SLIPS
    }

    fn add(&mut self, span: Span, message: String, label: &str, help: String) {
        if self.is_full() {
            return;
        }
        let range = parse::range(span);
        let place = self.lines.span(range.start, range.end);
        self.found.push(Diagnostic::new(Code::KNOWN_SLIP, message).at(place).with_label(label).with_help(help));
    }

    fn text(&self, span: Span) -> &str {
        self.source.get(parse::range(span)).unwrap_or("")
    }

    /// `typeof [] === "array"`.
    fn type_name(&mut self, bin: &BinExpr) {
        for (side, other) in [(&bin.left, &bin.right), (&bin.right, &bin.left)] {
            let asks = matches!(&**side, Expr::Unary(unary) if unary.op == UnaryOp::TypeOf);
            let Expr::Lit(Lit::Str(name)) = &**other else { continue };
            let Some(text) = name.value.as_str().filter(|text| asks && !TYPES.contains(text)) else { continue };
            let help = match text {
                "array" | "Array" => "write `Array.isArray(value)`".to_owned(),
                "null" => "write `value === null`".to_owned(),
                "NaN" | "nan" => "write `Number.isNaN(value)`".to_owned(),
                "integer" | "int" => "write `Number.isInteger(value)`".to_owned(),
                _ => format!("`typeof` gives one of {}", TYPES.join(", ")),
            };
            self.add(name.span, "`typeof` never gives this".to_owned(), "no name of a type", help);
        }
    }

    /// `0.1 + 0.2 === 0.3`: the literal is not the number that it spells.
    fn decimal(&mut self, bin: &BinExpr) {
        for (side, other) in [(&bin.left, &bin.right), (&bin.right, &bin.left)] {
            let Expr::Lit(Lit::Num(number)) = &**side else { continue };
            // What has a short binary form is exact, and so are sums of it.
            let scaled = number.value * f64::from(1u32 << 20);
            let exact = scaled.fract() == 0.0;
            if exact || matches!(&**other, Expr::Lit(_)) {
                continue;
            }
            let literal = self.text(number.span).to_owned();
            let message =
                format!("`{literal}` has no exact binary form, so a computed value may miss it by a rounding error");
            let help = format!("compare with a tolerance: `Math.abs(value - {literal}) < 1e-9`");
            self.add(number.span, message, "compared exactly", help);
        }
    }

    /// `values == [1, 2]`.
    fn array(&mut self, bin: &BinExpr) {
        for (side, other) in [(&bin.left, &bin.right), (&bin.right, &bin.left)] {
            if matches!(&**side, Expr::Array(array) if array.elems.len() > 1)
                && !matches!(&**other, Expr::Lit(_) | Expr::Tpl(_))
            {
                let message = "a new array is equal to no other array, whatever is in it".to_owned();
                let help = "compare what is in it: `JSON.stringify(a) === JSON.stringify(b)`".to_owned();
                self.add(side.span(), message, "made anew here", help);
                return;
            }
        }
    }

    /// `a < b < c`.
    fn chain(&mut self, bin: &BinExpr) {
        let Expr::Bin(left) = &*bin.left else { return };
        if relates(bin.op) && relates(left.op) {
            let [a, b, c] = [&left.left, &left.right, &bin.right].map(|side| self.text(side.span()).to_owned());
            let short = [&a, &b, &c].iter().all(|text| text.len() <= 20 && !text.contains(['\n', '`']));
            let help = if short {
                format!("write `{a} {} {b} && {b} {} {c}`", left.op.as_str(), bin.op.as_str())
            } else {
                "write two comparisons with `&&` between them: `a < b && b < c`".to_owned()
            };
            self.add(bin.span, "this compares the first comparison's `true` or `false`".to_owned(), "a chain", help);
        }
    }

    /// `!key in object`.
    fn negated(&mut self, bin: &BinExpr) {
        if matches!(&*bin.left, Expr::Unary(unary) if unary.op == UnaryOp::Bang) {
            let (op, right) = (bin.op.as_str(), self.text(bin.right.span()).to_owned());
            let left = self.text(bin.left.span()).trim_start_matches('!').to_owned();
            let message = format!("`!` binds closer than `{op}`");
            self.add(
                bin.span,
                message,
                "`!` applies to the left side alone",
                format!("write `!({left} {op} {right})`"),
            );
        }
    }

    /// `xs.every((x) => { x > 0; })`.
    fn callback(&mut self, call: &CallExpr) {
        let Callee::Expr(callee) = &call.callee else { return };
        let Expr::Member(MemberExpr { prop: MemberProp::Ident(method), .. }) = &**callee else { return };
        let Some(callback) = call.args.first().filter(|_| WANTS_RESULT.contains(&&*method.sym)) else { return };
        let body = match &*callback.expr {
            Expr::Arrow(ArrowExpr { body, .. }) => match &**body {
                ArrowFunctionBody::FunctionBody(block) => block,
                ArrowFunctionBody::Expr(_) => return,
            },
            Expr::Fn(function) if !function.function.is_generator => match &function.function.body {
                Some(block) => block,
                None => return,
            },
            _ => return,
        };
        let mut leaves = Leaves(false);
        body.visit_children_with(&mut leaves);
        if !leaves.0 {
            let brace = Span { lo: body.span.lo, hi: body.span.lo + swc_common::BytePos(1) };
            let message = format!("the callback of `{}` returns nothing", method.sym);
            let help = format!("write `return` before the value, or drop the {{ }}: `xs.{}((x) => x > 0)`", method.sym);
            self.add(brace, message, "a body with { } needs `return`", help);
        }
    }

    /// `return`, and what it was to return in the next line.
    fn returns(&mut self, stmts: &[Stmt]) {
        for pair in stmts.windows(2) {
            if let [Stmt::Return(ReturnStmt { arg: None, span }), Stmt::Expr(_) | Stmt::Block(_)] = pair
                && !self.text(*span).ends_with(';')
            {
                let message = "a line break ends `return`: it returns nothing".to_owned();
                let help = "begin the value on the line of `return`, or put it in ( ) that open there".to_owned();
                self.add(*span, message, "the value must begin on this line", help);
            }
        }
    }
}

fn relates(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::LtEq | BinaryOp::Gt | BinaryOp::GtEq)
}

impl Visit for Slips<'_> {
    fn visit_expr(&mut self, expr: &Expr) {
        if !self.is_full() {
            expr.visit_children_with(self);
        }
    }

    fn visit_bin_expr(&mut self, bin: &BinExpr) {
        match bin.op {
            BinaryOp::EqEq | BinaryOp::NotEq | BinaryOp::EqEqEq | BinaryOp::NotEqEq => {
                self.type_name(bin);
                self.decimal(bin);
                // The strict ones have a warning of their own.
                if matches!(bin.op, BinaryOp::EqEq | BinaryOp::NotEq) {
                    self.array(bin);
                }
            }
            BinaryOp::In | BinaryOp::InstanceOf => self.negated(bin),
            _ => self.chain(bin),
        }
        bin.visit_children_with(self);
    }

    fn visit_member_expr(&mut self, member: &MemberExpr) {
        if let MemberProp::Computed(key) = &member.prop
            && let Expr::Unary(minus) = &*key.expr
            && minus.op == UnaryOp::Minus
            && let Expr::Lit(Lit::Num(index)) = &*minus.arg
        {
            let help =
                format!("write `.at(-{})`, or count from the length: `xs[xs.length - {}]`", index.value, index.value);
            self.add(key.span, "an array has no negative indices".to_owned(), "this is `undefined`", help);
        }
        member.visit_children_with(self);
    }

    fn visit_expr_stmt(&mut self, stmt: &ExprStmt) {
        // `xs.map((x) => { sum += x; });` does what it is to do.
        match &*stmt.expr {
            Expr::Call(call) if self.text(call.callee.span()).rsplit('.').next() == Some("map") => {
                call.visit_children_with(self);
            }
            _ => stmt.visit_children_with(self),
        }
    }

    fn visit_call_expr(&mut self, call: &CallExpr) {
        self.callback(call);
        call.visit_children_with(self);
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        self.returns(&body.stmts);
        body.visit_children_with(self);
    }

    fn visit_block_stmt(&mut self, block: &BlockStmt) {
        self.returns(&block.stmts);
        block.visit_children_with(self);
    }
}

/// Whether a body is left by `return` or `throw`, other than those of functions in it.
struct Leaves(bool);

impl Visit for Leaves {
    fn visit_return_stmt(&mut self, _: &ReturnStmt) {
        self.0 = true;
    }

    fn visit_throw_stmt(&mut self, _: &ThrowStmt) {
        self.0 = true;
    }

    fn visit_function(&mut self, _: &Function) {}

    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {}
}
