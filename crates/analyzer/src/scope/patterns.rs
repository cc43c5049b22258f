//! Patterns: in declarations and parameters they declare names, in assignments and loop heads they write to targets.

use swc_common::{BytePos, Spanned};
use swc_ecma_ast::{AssignTargetPat, Expr, Ident, ObjectPat, ObjectPatProp, Pat, PropName, RestPat};

use super::walk::Walk;
use super::{Access, AccessKind, BindingKind, Key, ScopeId, Source, SourceId, UNKNOWN_SOURCE, Use};

/// Where and how the names of a pattern are declared; `None` when it assigns to what exists.
type Declaring = Option<(ScopeId, BindingKind)>;

impl<'a> Walk<'a> {
    /// A pattern that declares names. `source` is the value that it takes apart.
    pub(super) fn pattern(
        &mut self,
        pat: &'a Pat,
        declaring: (ScopeId, BindingKind),
        source: SourceId,
        complete: BytePos,
    ) {
        self.any_pattern(pat, Some(declaring), source, complete);
    }

    /// A pattern that assigns.
    pub(super) fn target_pattern(&mut self, pat: &'a Pat, complete: BytePos) {
        self.any_pattern(pat, None, UNKNOWN_SOURCE, complete);
    }

    pub(super) fn assign_pattern(&mut self, pat: &'a AssignTargetPat, complete: BytePos) {
        match pat {
            AssignTargetPat::Array(array) => self.array_pattern(&array.elems, None, UNKNOWN_SOURCE, complete),
            AssignTargetPat::Object(object) => self.object_pattern(object, None, UNKNOWN_SOURCE, complete),
            AssignTargetPat::Invalid(_) => {}
        }
    }

    fn any_pattern(&mut self, pat: &'a Pat, declaring: Declaring, source: SourceId, complete: BytePos) {
        self.deeper(
            || pat.span(),
            |walk| match pat {
                Pat::Ident(ident) => walk.name(&ident.id, declaring, source, complete),
                Pat::Array(array) => walk.array_pattern(&array.elems, declaring, source, complete),
                Pat::Object(object) => walk.object_pattern(object, declaring, source, complete),
                Pat::Assign(assign) => {
                    let source = walk.source(Source::OrDefault(source, &assign.right));
                    walk.any_pattern(&assign.left, declaring, source, complete);
                    walk.expr(&assign.right);
                }
                Pat::Rest(rest) => walk.rest(rest, declaring, complete),
                Pat::Expr(expr) => walk.target(expr, complete),
                Pat::Invalid(_) => {}
            },
        );
    }

    fn name(&mut self, ident: &'a Ident, declaring: Declaring, source: SourceId, complete: BytePos) {
        match declaring {
            Some((scope, kind)) => {
                let binding = self.declare(scope, ident, kind);
                self.initialise(binding, source, complete);
            }
            None => self.refer(ident, Use::Write, complete),
        }
    }

    fn array_pattern(&mut self, elems: &'a [Option<Pat>], declaring: Declaring, source: SourceId, complete: BytePos) {
        for (index, elem) in elems.iter().enumerate() {
            if let Some(pat) = elem {
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                let element = self.source(Source::Index(source, index));
                self.any_pattern(pat, declaring, element, complete);
            }
        }
    }

    fn object_pattern(&mut self, pat: &'a ObjectPat, declaring: Declaring, source: SourceId, complete: BytePos) {
        for prop in &pat.props {
            match prop {
                ObjectPatProp::KeyValue(pair) => {
                    self.pattern_key(&pair.key);
                    let part = self.source(Source::Prop(source, &pair.key));
                    self.any_pattern(&pair.value, declaring, part, complete);
                }
                ObjectPatProp::Assign(shorthand) => {
                    let ident = &shorthand.key.id;
                    self.destructured(Key::Name(&ident.sym, ident.span));
                    let mut part = self.source(Source::Named(source, &ident.sym));
                    if let Some(default) = &shorthand.value {
                        part = self.source(Source::OrDefault(part, default));
                    }
                    self.name(ident, declaring, part, complete);
                    self.maybe_expr(shorthand.value.as_deref());
                }
                ObjectPatProp::Rest(rest) => self.rest(rest, declaring, complete),
            }
        }
    }

    fn rest(&mut self, rest: &'a RestPat, declaring: Declaring, complete: BytePos) {
        self.any_pattern(&rest.arg, declaring, UNKNOWN_SOURCE, complete);
    }

    fn pattern_key(&mut self, key: &'a PropName) {
        match key {
            PropName::Ident(name) => self.destructured(Key::Name(&name.sym, name.span)),
            PropName::Str(text) => self.destructured(Key::Literal(text)),
            PropName::Computed(computed) => {
                self.destructured(Key::Computed(&computed.expr));
                self.expr(&computed.expr);
            }
            PropName::Num(_) | PropName::BigInt(_) => {}
        }
    }

    fn destructured(&mut self, key: Key<'a>) {
        self.access(Access { object: None, key, kind: AccessKind::Destructure });
    }

    /// An expression that is assigned to.
    fn target(&mut self, expr: &'a Expr, complete: BytePos) {
        match super::bare(expr) {
            Expr::Ident(ident) => self.refer(ident, Use::Write, complete),
            Expr::Member(member) => self.member(member, AccessKind::Write),
            Expr::SuperProp(prop) => self.super_prop(prop, AccessKind::Write),
            other => self.expr(other),
        }
    }
}
