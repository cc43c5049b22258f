//! Engine faults in the computed keys of classes. Boa 0.22 forgets the keys of methods when it analyses scopes: a function in
//! one does not find the names outside of itself, and a variable that is used there in an inner function alone reads as
//! uninitialized. And the class's own name is initialized while its keys are evaluated, where using it must throw.
//!
//! Mend: a field's key is analysed as it should be. The keys of such a class are evaluated in that of a static field, which
//! goes at once, in their order:
//!
//! ```js
//! class C {                     class C {
//!                                   static [($mk_c = [f(() => x), k], "$mk_c")];
//!                                   static { delete this.$mk_c; }
//!     [f(() => x)]() {}    =>       [$mk_c[0]]() {}
//!     [k] = 1;                      [$mk_c[1]] = 1;
//! }                             }
//! ```
//!
//! Nothing of the program runs between the two uses of `$mk_c`, so one variable does for all classes. What is a direct use of
//! the class's name throws; a use in a function is left alone.
//!
//! The cases `class_key_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use rustc_hash::FxHashSet;
use swc_atoms::Atom;
use swc_common::DUMMY_SP;
use swc_ecma_ast::{
    ArrayLit, ArrowExpr, BinExpr, BinaryOp, BindingIdent, Class, ClassDecl, ClassExpr, ClassMember, ClassProp,
    ComputedPropName, CondExpr, Expr, FnDecl, Function, Ident, IdentName, MemberExpr, MemberProp, PropName, Script,
    SeqExpr, StaticBlock, ThisExpr, Tpl, TplElement, UnaryExpr, UnaryOp,
};
use swc_ecma_visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use super::unready;
use crate::parse::holds;
use crate::print::{build, fresh::Names};

/// Mends the classes of `script` and answers whether it uses the variable now.
pub(in crate::print) fn mend(script: &mut Script, source: &str, names: &Names) -> bool {
    if !holds(source, "class") {
        return false;
    }
    let mut finder = Finder::default();
    script.visit_with(&mut finder);
    if !finder.computed {
        return false;
    }
    let mut mend = Mend { variable: names.with("c"), bound: finder.bound, used: false };
    script.visit_mut_with(&mut mend);
    mend.used
}

/// Whether a class has a computed key, and every name that the program binds.
#[derive(Default)]
struct Finder {
    computed: bool,
    bound: FxHashSet<Atom>,
}

impl Visit for Finder {
    fn visit_class_member(&mut self, node: &ClassMember) {
        self.computed |= computed_key_of(node).is_some();
        node.visit_children_with(self);
    }

    fn visit_binding_ident(&mut self, node: &BindingIdent) {
        self.bound.insert(node.id.sym.clone());
    }

    fn visit_assign_pat_prop(&mut self, node: &swc_ecma_ast::AssignPatProp) {
        node.visit_children_with(self);
        self.bound.insert(node.key.id.sym.clone());
    }

    fn visit_fn_decl(&mut self, node: &FnDecl) {
        self.bound.insert(node.ident.sym.clone());
        node.visit_children_with(self);
    }

    fn visit_fn_expr(&mut self, node: &swc_ecma_ast::FnExpr) {
        self.bound.extend(node.ident.iter().map(|name| name.sym.clone()));
        node.visit_children_with(self);
    }

    fn visit_class_decl(&mut self, node: &ClassDecl) {
        self.bound.insert(node.ident.sym.clone());
        node.visit_children_with(self);
    }

    fn visit_class_expr(&mut self, node: &ClassExpr) {
        self.bound.extend(node.ident.iter().map(|name| name.sym.clone()));
        node.visit_children_with(self);
    }
}

fn computed_key_of(member: &ClassMember) -> Option<&Expr> {
    match member {
        ClassMember::Method(method) => method.key.as_computed().map(|key| &*key.expr),
        ClassMember::ClassProp(prop) => prop.key.as_computed().map(|key| &*key.expr),
        _ => None,
    }
}

fn computed_key_mut(member: &mut ClassMember) -> Option<&mut Box<Expr>> {
    let key = match member {
        ClassMember::Method(method) => &mut method.key,
        ClassMember::ClassProp(prop) => &mut prop.key,
        _ => return None,
    };
    key.as_mut_computed().map(|key| &mut key.expr)
}

struct Mend {
    variable: Atom,
    bound: FxHashSet<Atom>,
    used: bool,
}

impl VisitMut for Mend {
    fn visit_mut_class_decl(&mut self, node: &mut ClassDecl) {
        guard_name(&node.ident, &mut node.class);
        node.class.visit_mut_with(self);
    }

    fn visit_mut_class_expr(&mut self, node: &mut ClassExpr) {
        if let Some(name) = &node.ident {
            guard_name(name, &mut node.class);
        }
        node.class.visit_mut_with(self);
    }

    fn visit_mut_class(&mut self, node: &mut Class) {
        node.visit_mut_children_with(self);
        let forgotten = node.body.iter().any(|member| {
            member.is_method() && computed_key_of(member).is_some_and(|key| Lookup::in_key(key, &self.bound))
        });
        if forgotten {
            self.used = true;
            self.gather(node);
        }
    }
}

/// The class's own name cannot be used in its keys.
fn guard_name(name: &Ident, class: &mut Class) {
    let mut unready = unready::Throw::default();
    unready.add(&name.sym);
    for key in class.body.iter_mut().filter_map(computed_key_mut) {
        key.visit_mut_with(&mut unready);
    }
}

impl Mend {
    fn gather(&self, class: &mut Class) {
        let span = build::at(class.span.lo);
        let several = class.body.iter().filter(|member| computed_key_of(member).is_some()).count() > 1;
        let mut keys = Vec::new();
        for key in class.body.iter_mut().filter_map(computed_key_mut) {
            let index = u32::try_from(keys.len()).unwrap_or(u32::MAX);
            let at = build::at(swc_common::Spanned::span(key).lo);
            let gathered = Expr::Member(MemberExpr {
                span: at,
                obj: build::name(&self.variable, at),
                prop: MemberProp::Computed(ComputedPropName { span: at, expr: build::number(index) }),
            });
            let value = std::mem::replace(key, Box::new(gathered));
            // Each key becomes one before the next is evaluated.
            keys.push(if several && !is_key(&value) { self.to_key(value) } else { value });
        }
        let elems = keys.into_iter().map(|key| Some(key.into())).collect();
        let all = Box::new(Expr::Array(ArrayLit { span, elems }));
        let exprs = vec![build::assign(&self.variable, all, span), build::string(&self.variable.clone().into())];
        let field = ClassProp {
            span,
            key: PropName::Computed(ComputedPropName {
                span,
                expr: build::paren(Box::new(Expr::Seq(SeqExpr { span, exprs }))),
            }),
            is_static: true,
            ..ClassProp::default()
        };
        let this = MemberExpr {
            span,
            obj: Box::new(Expr::This(ThisExpr { span })),
            prop: MemberProp::Ident(IdentName::new(self.variable.clone(), span)),
        };
        let delete = UnaryExpr { span, op: UnaryOp::Delete, arg: Box::new(Expr::Member(this)) };
        let body = build::block(vec![build::statement(Box::new(Expr::Unary(delete)))]);
        class.body.splice(0..0, [ClassMember::ClassProp(field), ClassMember::StaticBlock(StaticBlock { span, body })]);
    }

    /// ``typeof ($mk_c = value) === "symbol" ? $mk_c : `${$mk_c}` ``
    fn to_key(&self, value: Box<Expr>) -> Box<Expr> {
        let held = || build::name(&self.variable, DUMMY_SP);
        let kept = build::paren(build::assign(&self.variable, value, DUMMY_SP));
        let kind = Box::new(Expr::Unary(UnaryExpr { span: DUMMY_SP, op: UnaryOp::TypeOf, arg: kept }));
        let test = BinExpr { span: DUMMY_SP, op: BinaryOp::EqEqEq, left: kind, right: build::string(&"symbol".into()) };
        let part = |tail| TplElement { span: DUMMY_SP, tail, cooked: Some("".into()), raw: "".into() };
        let text = Tpl { span: DUMMY_SP, exprs: vec![held()], quasis: vec![part(false), part(true)] };
        Box::new(Expr::Cond(CondExpr {
            span: DUMMY_SP,
            test: Box::new(Expr::Bin(test)),
            cons: held(),
            alt: Box::new(Expr::Tpl(text)),
        }))
    }
}

/// Whether a value is a property's key already.
fn is_key(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) | Expr::Tpl(_) => true,
        Expr::Paren(paren) => is_key(&paren.expr),
        _ => false,
    }
}

/// Whether the engine has to look up something in a key that it forgets to analyse.
struct Lookup<'a> {
    bound: &'a FxHashSet<Atom>,
    found: bool,
}

impl<'a> Lookup<'a> {
    fn in_key(key: &Expr, bound: &'a FxHashSet<Atom>) -> bool {
        let mut lookup = Self { bound, found: false };
        key.visit_with(&mut lookup);
        lookup.found
    }
}

impl Visit for Lookup<'_> {
    fn visit_ident(&mut self, node: &Ident) {
        self.found |= self.bound.contains(&node.sym);
    }

    fn visit_function(&mut self, _: &Function) {
        self.found = true;
    }

    fn visit_arrow_expr(&mut self, _: &ArrowExpr) {
        self.found = true;
    }

    fn visit_class(&mut self, _: &Class) {
        self.found = true;
    }
}
