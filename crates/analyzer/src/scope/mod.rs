//! What a program declares, mentions and touches: scopes and bindings after ECMA-262, with Annex B where code is sloppy.
//!
//! One walk over the AST ([`walk`]) collects declarations, references and everything that a rule may want to see; a
//! second step ([`resolve`]) binds references to declarations once hoisting is known. Both are linear in the program.

mod expressions;
mod functions;
mod patterns;
mod resolve;
mod walk;

use rustc_hash::FxHashMap;
use swc_atoms::Atom;
use swc_common::{BytePos, Span};
use swc_ecma_ast::{Expr, ExprOrSpread, ObjectLit, PropName, Str};

pub(crate) use functions::returned;
pub(crate) use walk::{Body, build, is_strict};

/// Index of an interned name.
pub(crate) type SymbolId = u32;
/// Index of a scope; scopes are numbered in the order in which they open.
pub(crate) type ScopeId = u32;
/// Index of a binding.
pub(crate) type BindingId = u32;
/// Index of a [`Source`].
pub(crate) type SourceId = u32;

/// The source of every binding whose value is not known.
pub(crate) const UNKNOWN_SOURCE: SourceId = 0;

/// The scope of the script itself.
pub(crate) const SCRIPT: ScopeId = 0;

/// Names, each once.
#[derive(Default)]
pub(crate) struct Symbols<'a> {
    ids: FxHashMap<&'a Atom, SymbolId>,
    names: Vec<&'a Atom>,
}

impl<'a> Symbols<'a> {
    fn intern(&mut self, name: &'a Atom) -> SymbolId {
        *self.ids.entry(name).or_insert_with(|| {
            self.names.push(name);
            u32::try_from(self.names.len() - 1).unwrap_or(u32::MAX)
        })
    }

    pub(crate) fn name(&self, id: SymbolId) -> &'a str {
        self.names.get(id as usize).map_or("", |name| name.as_str())
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}

/// A region in which declarations hold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope {
    /// The scope around it; the script's own is itself.
    pub(crate) parent: ScopeId,
}

/// How a name was declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BindingKind {
    /// `var`, and the function-level half of an Annex B block function.
    Var,
    /// `let`, `const`, `class` and functions in blocks.
    Lexical,
    /// A function declaration directly in a script or function body.
    Function,
    /// A parameter.
    Param,
    /// A catch parameter that is a plain name: `var` of the same name may stand in its block (Annex B.3.4).
    CatchName,
    /// The name of a function or class expression inside itself, `arguments`, and imports.
    Implicit,
}

/// A declared name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Binding {
    pub(crate) symbol: SymbolId,
    pub(crate) scope: ScopeId,
    pub(crate) kind: BindingKind,
    /// The declaring identifier.
    pub(crate) span: Span,
    /// What it is initialised with.
    pub(crate) source: SourceId,
    /// Initialisations and assignments: a value is decidable only where there is exactly one.
    pub(crate) writes: u32,
    /// Where the first of them is complete.
    pub(crate) written: BytePos,
}

/// Where the value of a binding comes from.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Unknown,
    Expr(&'a Expr),
    /// The property of a destructured value.
    Prop(SourceId, &'a PropName),
    /// The same, in the shorthand `{name}`.
    Named(SourceId, &'a Atom),
    /// The element of a destructured array.
    Index(SourceId, u32),
    /// The value, or the default where it is `undefined`.
    OrDefault(SourceId, &'a Expr),
    /// A function or class of this name; a function that only returns an expression yields that.
    Function(&'a Atom, Option<&'a Expr>),
}

/// What is done with a referenced name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Read,
    /// Plain assignment, or a target in a pattern or loop head.
    Write,
    /// `+=`, `++` and kin.
    Update,
    /// `typeof name`.
    Typeof,
}

/// A name where it is used, not declared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    pub(crate) symbol: SymbolId,
    pub(crate) scope: ScopeId,
    pub(crate) span: Span,
    pub(crate) usage: Use,
    /// Where the assignment is complete, for writes.
    pub(crate) complete: BytePos,
    /// Whether it stands in a function, which may run at any time.
    pub(crate) in_function: bool,
    /// The declaration; `None` for a free name.
    pub(crate) binding: Option<BindingId>,
}

/// What is done with a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessKind {
    /// Read, call, `+=`, `++`.
    Read,
    /// `typeof object.key`.
    Typeof,
    /// Plain assignment to it.
    Write,
    /// A key of an object pattern.
    Destructure,
}

/// The spelling of a key.
#[derive(Clone, Copy)]
pub(crate) enum Key<'a> {
    Name(&'a Atom, Span),
    Literal(&'a Str),
    Computed(&'a Expr),
}

/// A property where it is touched.
#[derive(Clone, Copy)]
pub(crate) struct Access<'a> {
    /// The object, where there is an expression for it (not in patterns and after `super`).
    pub(crate) object: Option<&'a Expr>,
    pub(crate) key: Key<'a>,
    pub(crate) kind: AccessKind,
}

/// A call with at least two arguments, or one that is spread.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) callee: &'a Expr,
    pub(crate) arguments: &'a [ExprOrSpread],
}

/// Syntax that some rule rejects wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    With,
    AsyncFunction,
    Await,
    ForAwait,
    Import,
    Export,
    DynamicImport,
    ImportMeta,
    /// An operand of a strict comparison, or `NaN` in any comparison, that equals nothing.
    NeverEqual,
    /// Syntax that plain scripts do not have; the parser is not set up to accept it.
    Foreign,
}

/// Everything that the rules look at.
pub(crate) struct Model<'a> {
    pub(crate) symbols: Symbols<'a>,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) sources: Vec<Source<'a>>,
    /// Sorted by position.
    pub(crate) references: Vec<Reference>,
    pub(crate) accesses: Vec<Access<'a>>,
    pub(crate) calls: Vec<Call<'a>>,
    pub(crate) syntax: Vec<(Syntax, Span)>,
    /// The places of `this` that mean the global object, sorted.
    pub(crate) global_this: Vec<BytePos>,
    /// The first node that is nested too deep; nothing inside it was looked at.
    pub(crate) too_deep: Option<Span>,
}

impl<'a> Model<'a> {
    pub(crate) fn binding(&self, id: BindingId) -> Option<&Binding> {
        self.bindings.get(id as usize)
    }

    pub(crate) fn source(&self, id: SourceId) -> Source<'a> {
        self.sources.get(id as usize).copied().unwrap_or(Source::Unknown)
    }

    /// The reference that stands at `position`.
    pub(crate) fn reference_at(&self, position: BytePos) -> Option<&Reference> {
        let index = self.references.binary_search_by_key(&position, |r| r.span.lo).ok()?;
        self.references.get(index)
    }

    /// Whether the `this` at `position` is the global object.
    pub(crate) fn is_global_this(&self, position: BytePos) -> bool {
        self.global_this.binary_search(&position).is_ok()
    }

    /// The names of all declarations.
    pub(crate) fn declared_names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.bindings.iter().map(|b| self.symbols.name(b.symbol))
    }
}

/// An expression without the parentheses around it.
pub(crate) fn bare(mut expr: &Expr) -> &Expr {
    while let Expr::Paren(paren) = expr {
        expr = &paren.expr;
    }
    expr
}

/// The expression that an object literal gives to `key`, with methods and accessors left out.
pub(crate) fn own_value<'a>(object: &'a ObjectLit, key: &str) -> Option<OwnValue<'a>> {
    use swc_ecma_ast::{Prop, PropOrSpread};
    // The last one wins.
    object.props.iter().rev().find_map(|prop| match prop {
        PropOrSpread::Spread(_) => Some(OwnValue::Unknown),
        PropOrSpread::Prop(prop) => match &**prop {
            Prop::Shorthand(ident) => (ident.sym == *key).then_some(OwnValue::Shorthand(ident)),
            Prop::KeyValue(pair) => match names(&pair.key, key) {
                Some(true) => Some(OwnValue::Expr(&pair.value)),
                Some(false) => None,
                None => Some(OwnValue::Unknown),
            },
            Prop::Method(method) => match names(&method.key, key) {
                Some(true) => Some(OwnValue::Method(&method.function)),
                Some(false) => None,
                None => Some(OwnValue::Unknown),
            },
            Prop::Getter(getter) => (names(&getter.key, key) != Some(false)).then_some(OwnValue::Unknown),
            Prop::Setter(setter) => (names(&setter.key, key) != Some(false)).then_some(OwnValue::Unknown),
            Prop::Assign(_) => Some(OwnValue::Unknown),
        },
    })
}

/// What [`own_value`] found.
pub(crate) enum OwnValue<'a> {
    Expr(&'a Expr),
    Shorthand(&'a swc_ecma_ast::Ident),
    Method(&'a swc_ecma_ast::Function),
    Unknown,
}

/// Whether a literal key is `key`; `None` for computed ones.
fn names(name: &PropName, key: &str) -> Option<bool> {
    match name {
        PropName::Ident(ident) => Some(ident.sym == *key),
        PropName::Str(text) => Some(text.value == *key),
        PropName::Num(number) => Some(number.value.to_string() == key),
        PropName::BigInt(number) => Some(number.value.to_string() == key),
        PropName::Computed(_) => None,
    }
}
