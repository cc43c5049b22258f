//! Binds references to declarations.

use swc_common::BytePos;

use super::walk::BlockFunction;
use super::{Binding, BindingId, BindingKind, Model, ScopeId, UNKNOWN_SOURCE};

const NONE: BindingId = BindingId::MAX;

/// The innermost binding of each name, while the scopes are visited in the order in which they open.
struct Visible {
    /// By symbol.
    current: Vec<BindingId>,
    /// By binding: what it hides.
    hidden: Vec<BindingId>,
    /// The open scopes, with the first of their bindings in `order`.
    open: Vec<(ScopeId, usize, usize)>,
    /// Binding ids by scope.
    order: Vec<BindingId>,
    next: usize,
}

impl Visible {
    fn new(model: &Model<'_>) -> Self {
        let mut order: Vec<BindingId> = (0..u32::try_from(model.bindings.len()).unwrap_or(NONE)).collect();
        order.sort_by_key(|&id| model.binding(id).map(|b| b.scope));
        Self {
            current: vec![NONE; model.symbols.len()],
            hidden: vec![NONE; model.bindings.len()],
            open: Vec::new(),
            order,
            next: 0,
        }
    }

    /// Leaves the scopes that `scope` is not in.
    fn leave_until(&mut self, model: &Model<'_>, parent: ScopeId) {
        while let Some(&(scope, from, to)) = self.open.last() {
            if scope == parent {
                break;
            }
            for id in self.order.get(from..to).unwrap_or_default().iter().rev() {
                if let (Some(binding), Some(&hidden)) = (model.binding(*id), self.hidden.get(*id as usize))
                    && let Some(current) = self.current.get_mut(binding.symbol as usize)
                {
                    *current = hidden;
                }
            }
            self.open.pop();
        }
    }

    /// Enters `scope`, showing those of its bindings that `shown` picks.
    fn enter(&mut self, model: &Model<'_>, scope: ScopeId, shown: impl Fn(&Binding) -> bool) {
        let from = self.next;
        while let Some(&id) = self.order.get(self.next) {
            let Some(binding) = model.binding(id).filter(|b| b.scope == scope) else { break };
            self.next += 1;
            if let (Some(current), Some(hidden)) =
                (self.current.get_mut(binding.symbol as usize), self.hidden.get_mut(id as usize))
            {
                *hidden = *current;
                if shown(binding) {
                    *current = id;
                }
            }
        }
        self.open.push((scope, from, self.next));
    }
}

/// Declares the `var` half of functions in blocks of sloppy code, where no lexical declaration stands in between.
pub(super) fn hoist_block_functions(model: &mut Model<'_>, functions: &[BlockFunction]) {
    if functions.is_empty() {
        return;
    }
    let mut pending: Vec<&BlockFunction> = functions.iter().collect();
    pending.sort_by_key(|f| f.block);
    let mut pending = pending.into_iter().peekable();
    let mut visible = Visible::new(model);
    let mut hoisted = Vec::new();
    for (scope, parent) in scopes(model) {
        visible.leave_until(model, parent);
        while let Some(function) = pending.next_if(|f| f.block == scope) {
            let around = visible.current.get(function.symbol as usize).and_then(|&id| model.binding(id));
            // A binding of the function's own level is no obstacle that matters here: the name is bound either way.
            if around.is_none_or(|b| b.scope <= function.var_scope) {
                hoisted.push(function);
            }
        }
        visible.enter(model, scope, |b| b.kind == BindingKind::Lexical);
    }
    for function in hoisted {
        model.bindings.push(Binding {
            symbol: function.symbol,
            scope: function.var_scope,
            kind: BindingKind::Var,
            span: function.span,
            source: UNKNOWN_SOURCE,
            // Written when the block is entered; twice, so that no value is ever assumed.
            writes: 2,
            written: function.span.lo,
        });
    }
}

/// Binds every reference, counts the writes of each binding, and sorts the references by position.
pub(super) fn bind(model: &mut Model<'_>) {
    let mut references = std::mem::take(&mut model.references);
    references.sort_by_key(|r| r.scope);
    let mut next = 0;
    let mut visible = Visible::new(model);
    let mut writes: Vec<(BindingId, BytePos)> = Vec::new();
    for (scope, parent) in scopes(model) {
        visible.leave_until(model, parent);
        visible.enter(model, scope, |_| true);
        while let Some(reference) = references.get_mut(next).filter(|r| r.scope == scope) {
            next += 1;
            let id = visible.current.get(reference.symbol as usize).copied().unwrap_or(NONE);
            reference.binding = (id != NONE).then_some(id);
            if id != NONE && matches!(reference.usage, super::Use::Write | super::Use::Update) {
                writes.push((id, reference.complete));
            }
        }
    }
    for (id, complete) in writes {
        if let Some(binding) = model.bindings.get_mut(id as usize) {
            // An assignment is not a value that could be decided, so it counts as many.
            binding.writes += 2;
            binding.written = binding.written.min(complete);
        }
    }
    references.sort_by_key(|r| r.span.lo);
    model.references = references;
    model.global_this.sort_unstable();
}

/// Every scope with its parent. The script's own is given a parent that is never open.
fn scopes(model: &Model<'_>) -> Vec<(ScopeId, ScopeId)> {
    let parent_of = |(id, scope): (u32, &super::Scope)| (id, if id == 0 { ScopeId::MAX } else { scope.parent });
    (0..).zip(&model.scopes).map(parent_of).collect()
}
