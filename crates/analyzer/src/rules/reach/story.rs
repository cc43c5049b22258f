//! How a computed key came to be what it is, as secondary labels.

use mikoshi_types::Diagnostic;
use swc_common::{Span, Spanned};
use swc_ecma_ast::{Callee, Expr, Lit};

use super::Read;
use crate::rules::Context;
use crate::scope::{Source, SourceId, bare};

/// More labels than this confuse.
const MAX_LABELS: usize = 6;
/// How far bindings are followed.
const MAX_STEPS: u32 = 12;

/// Adds the pieces of a computed key and the places where its names were bound.
pub(super) fn tell(context: &Context<'_, '_>, read: &Read<'_>, mut finding: Diagnostic) -> Diagnostic {
    let Some(expr) = read.computed else { return finding };
    let spelled = matches!(bare(expr), Expr::Lit(_));
    if !spelled {
        finding = finding.with_label(format!("evaluates to `{}`", read.key));
    }
    let mut story = Story { context, labels: Vec::new(), steps: 0 };
    if !spelled {
        story.expr(expr);
    }
    for (span, text) in story.labels.into_iter().take(MAX_LABELS) {
        finding = finding.and(context.place(span), text);
    }
    finding
}

struct Story<'c, 'm, 'a> {
    context: &'c Context<'m, 'a>,
    labels: Vec<(Span, String)>,
    steps: u32,
}

impl Story<'_, '_, '_> {
    fn add(&mut self, span: Span, text: &str) {
        if self.labels.iter().all(|(s, _)| *s != span) {
            self.labels.push((span, text.to_owned()));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.labels.len() >= MAX_LABELS {
            return;
        }
        match bare(expr) {
            Expr::Lit(Lit::Str(text)) => self.add(text.span, "a piece of the key"),
            Expr::Bin(bin) => {
                self.expr(&bin.left);
                self.expr(&bin.right);
            }
            Expr::Tpl(tpl) => {
                for (i, quasi) in tpl.quasis.iter().enumerate() {
                    if !quasi.raw.is_empty() && !tpl.exprs.is_empty() {
                        self.add(quasi.span, "a piece of the key");
                    }
                    if let Some(part) = tpl.exprs.get(i) {
                        self.expr(part);
                    }
                }
            }
            Expr::Array(array) => {
                for elem in array.elems.iter().flatten() {
                    self.expr(&elem.expr);
                }
            }
            Expr::Cond(cond) => {
                self.expr(&cond.cons);
                self.expr(&cond.alt);
            }
            Expr::Seq(seq) => {
                if let Some(last) = seq.exprs.last() {
                    self.expr(last);
                }
            }
            Expr::Call(call) => {
                if let Callee::Expr(callee) = &call.callee {
                    self.expr(callee);
                }
                for arg in &call.args {
                    self.expr(&arg.expr);
                }
            }
            Expr::Member(member) => self.expr(&member.obj),
            Expr::Ident(ident) => self.name(ident.span),
            _ => {}
        }
    }

    fn name(&mut self, span: Span) {
        let model = self.context.model;
        let binding = model.reference_at(span.lo).and_then(|r| r.binding).and_then(|id| model.binding(id));
        if let Some(binding) = binding {
            self.add(binding.span, "bound here");
            self.source(binding.source);
        }
    }

    fn source(&mut self, id: SourceId) {
        match self.context.model.source(id) {
            Source::Expr(expr) => self.expr(expr),
            Source::OrDefault(of, default) => {
                self.source(of);
                self.expr(default);
            }
            Source::Prop(of, _) | Source::Named(of, _) | Source::Index(of, _) => self.source(of),
            Source::Function(_, Some(expr)) => self.add(expr.span(), "returned here"),
            Source::Function(_, None) | Source::Unknown => {}
        }
    }
}
