//! Engine fault: Boa 0.22 holds the class borrowed while it initializes the fields of an instance. An initializer that
//! writes to its own class, directly or through a function, panics: `class T { static n = 0; id = ++T.n }`. In an arrow
//! function of an initializer `super` is lost, too.
//!
//! Mend: initializers that run code move, in their order, to a private method that the constructor calls where the fields
//! are initialized, and the fields start out as `undefined`:
//!
//! ```js
//! class T {                        class T {
//!     static n = 0;                    static n = 0;
//!     id = ++T.n;                      id;
//! }                          =>        constructor() { this.#$mk_i(); }
//!                                      #$mk_i() { this.id = ++T.n; }
//!                                  }
//! ```
//!
//! An initializer can see by reflection that a later field exists already. A computed key keeps its initializer.
//!
//! The cases `field_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use swc_atoms::Atom;
use swc_common::{BytePos, DUMMY_SP, SyntaxContext};
use swc_ecma_ast::{
    ArrowExpr, AssignExpr, AssignOp, AssignTarget, BindingIdent, CallExpr, Callee, Class, ClassMember, ClassProp,
    ComputedPropName, Constructor, Expr, ExprOrSpread, Function, FunctionBody, IdentName, KeyValueProp, Lit,
    MemberExpr, MemberProp, MethodKind, Param, ParamOrTsParamProp, Pat, PrivateMethod, PrivateName, PrivateProp, Prop,
    PropName, PropOrSpread, RestPat, Script, SeqExpr, SimpleAssignTarget, Stmt, Super, SuperProp, SuperPropExpr,
    ThisExpr,
};
use swc_ecma_visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use crate::parse::holds;
use crate::print::{build, fresh::Names};

pub(in crate::print) fn mend(script: &mut Script, source: &str, names: &Names) {
    if holds(source, "class") {
        script.visit_mut_with(&mut Mend { names });
    }
}

struct Mend<'a> {
    names: &'a Names,
}

impl VisitMut for Mend<'_> {
    fn visit_mut_class(&mut self, node: &mut Class) {
        node.visit_mut_children_with(self);
        let moved = move_initializers(&mut node.body);
        if moved.is_empty() {
            return;
        }
        let span = build::at(node.span.lo);
        let method = PrivateName { span, name: self.names.with("i") };
        let initialize = Initialize { method: method.clone(), at: node.span.lo };
        let derived = node.super_class.is_some();
        match node.body.iter_mut().find_map(|member| match member {
            ClassMember::Constructor(constructor) => Some(constructor),
            _ => None,
        }) {
            Some(constructor) => initialize.weave_into(constructor, derived),
            None => node.body.push(ClassMember::Constructor(self.constructor(&initialize, derived))),
        }
        node.body.push(ClassMember::PrivateMethod(PrivateMethod {
            span,
            key: method,
            function: Box::new(Function {
                span,
                body: Some(FunctionBody { span: DUMMY_SP, stmts: moved }),
                ..Function::default()
            }),
            kind: MethodKind::Method,
            ..PrivateMethod::default()
        }));
    }
}

impl Mend<'_> {
    /// The constructor that the class has by default, with the call in it.
    fn constructor(&self, initialize: &Initialize, derived: bool) -> Constructor {
        let span = build::at(initialize.at);
        let mut params = Vec::new();
        let mut stmts = Vec::new();
        if derived {
            let rest = self.names.with("a");
            params.push(ParamOrTsParamProp::Param(Param {
                span: DUMMY_SP,
                decorators: Vec::new(),
                pat: Pat::Rest(RestPat {
                    span: DUMMY_SP,
                    dot3_token: DUMMY_SP,
                    arg: Box::new(Pat::Ident(BindingIdent::from(build::ident(&rest, DUMMY_SP)))),
                    type_ann: None,
                }),
            }));
            stmts.push(build::statement(Box::new(Expr::Call(CallExpr {
                span,
                ctxt: SyntaxContext::empty(),
                callee: Callee::Super(Super { span }),
                args: vec![ExprOrSpread { spread: Some(DUMMY_SP), expr: build::name(&rest, DUMMY_SP) }],
                type_args: None,
            }))));
        }
        stmts.push(build::statement(initialize.call()));
        Constructor {
            span,
            ctxt: SyntaxContext::empty(),
            key: PropName::Ident(IdentName { span, sym: "constructor".into() }),
            params,
            body: Some(FunctionBody { span: DUMMY_SP, stmts }),
            accessibility: None,
            is_optional: false,
        }
    }
}

/// Takes the initializers from the first that runs code on, as the statements that do the same.
fn move_initializers(members: &mut [ClassMember]) -> Vec<Stmt> {
    let mut moved = Vec::new();
    let private: Vec<_> = members.iter().filter_map(private_field).cloned().collect();
    // Those that are not there yet when a member's initializer runs: its own and those behind it.
    let mut missing = private.as_slice();
    for member in members {
        let names = missing;
        if private_field(member).is_some() {
            missing = missing.get(1..).unwrap_or_default();
        }
        let (target, value) = match member {
            ClassMember::ClassProp(ClassProp { key, value, is_static: false, .. }) => match property(key) {
                Some(target) => (target, value),
                None => continue,
            },
            ClassMember::PrivateProp(PrivateProp { key, value, is_static: false, .. }) => {
                (MemberProp::PrivateName(key.clone()), value)
            }
            _ => continue,
        };
        let Some(initializer) = value else { continue };
        let function = is_function(initializer);
        if if function { has_super(initializer) } else { !moved.is_empty() || !is_inert(initializer) } {
            let mut initializer = value.take().unwrap_or_default();
            initializer.visit_mut_with(&mut Missing { names });
            moved.push(set(target, if function { named(initializer, member) } else { initializer }));
        }
    }
    moved
}

/// The name of a private field of instances.
fn private_field(member: &ClassMember) -> Option<&Atom> {
    match member {
        ClassMember::PrivateProp(PrivateProp { key, is_static: false, .. }) => Some(&key.name),
        _ => None,
    }
}

/// Makes uses of private fields throw that the initializer comes before: `(void 0).#x`. Uses in functions may come later.
struct Missing<'a> {
    names: &'a [Atom],
}

impl VisitMut for Missing<'_> {
    fn visit_mut_member_expr(&mut self, node: &mut MemberExpr) {
        node.visit_mut_children_with(self);
        if let MemberProp::PrivateName(name) = &node.prop
            && matches!(*node.obj, Expr::This(_))
            && self.names.contains(&name.name)
        {
            node.obj = build::paren(build::undefined());
        }
    }

    fn visit_mut_function(&mut self, _: &mut Function) {}

    fn visit_mut_arrow_expr(&mut self, _: &mut ArrowExpr) {}

    fn visit_mut_class(&mut self, _: &mut Class) {}
}

/// `this.target = value;`
fn set(target: MemberProp, value: Box<Expr>) -> Stmt {
    let span = build::at(swc_common::Spanned::span(&target).lo);
    let member = MemberExpr { span, obj: Box::new(Expr::This(ThisExpr { span })), prop: target };
    build::statement(Box::new(Expr::Assign(AssignExpr {
        span,
        op: AssignOp::Assign,
        left: AssignTarget::Simple(SimpleAssignTarget::Member(member)),
        right: value,
    })))
}

/// The key of a field as the property of `this`, unless it has to be computed.
fn property(key: &PropName) -> Option<MemberProp> {
    let computed = |span, lit| Some(MemberProp::Computed(ComputedPropName { span, expr: Box::new(Expr::Lit(lit)) }));
    match key {
        PropName::Ident(name) => Some(MemberProp::Ident(name.clone())),
        PropName::Str(text) => computed(text.span, Lit::Str(text.clone())),
        PropName::Num(number) => computed(number.span, Lit::Num(number.clone())),
        PropName::BigInt(number) => computed(number.span, Lit::BigInt(number.clone())),
        PropName::Computed(ComputedPropName { span, expr }) => match &**expr {
            Expr::Lit(lit @ (Lit::Str(_) | Lit::Num(_))) => computed(*span, lit.clone()),
            _ => None,
        },
    }
}

/// A function that an assignment would leave without the field's name: `({ name: function }).name`.
fn named(function: Box<Expr>, member: &ClassMember) -> Box<Expr> {
    let key = match member {
        ClassMember::ClassProp(ClassProp { key, .. }) => key.clone(),
        ClassMember::PrivateProp(PrivateProp { key, .. }) => PropName::Str(format!("#{}", key.name).as_str().into()),
        _ => return function,
    };
    let Some(prop) = property(&key) else { return function };
    build::member_of(Prop::KeyValue(KeyValueProp { key, value: function }), prop)
}

fn is_function(expr: &Expr) -> bool {
    match expr {
        Expr::Fn(_) | Expr::Arrow(_) | Expr::Class(_) => true,
        Expr::Paren(paren) => is_function(&paren.expr),
        _ => false,
    }
}

/// Whether evaluating an initializer runs none of the program's code.
fn is_inert(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Ident(_) | Expr::This(_) | Expr::Fn(_) | Expr::Arrow(_) => true,
        Expr::Paren(paren) => is_inert(&paren.expr),
        Expr::Unary(unary) => matches!(*unary.arg, Expr::Lit(_)),
        Expr::Bin(bin) => is_literal(&bin.left) && is_literal(&bin.right),
        Expr::Tpl(tpl) => tpl.exprs.iter().all(|expr| is_literal(expr)),
        Expr::Array(array) => array.elems.iter().flatten().all(|item| item.spread.is_none() && is_inert(&item.expr)),
        Expr::Object(object) => object.props.iter().all(|prop| match prop {
            PropOrSpread::Prop(prop) => match &**prop {
                Prop::KeyValue(pair) => !pair.key.is_computed() && is_inert(&pair.value),
                Prop::Shorthand(_) => true,
                _ => false,
            },
            PropOrSpread::Spread(_) => false,
        }),
        // The collections of the realm, which an honest program does not replace by one that writes to this class.
        Expr::New(new) => {
            new.callee.as_ident().is_some_and(|name| matches!(&*name.sym, "Map" | "Set" | "WeakMap" | "WeakSet"))
                && new.args.iter().flatten().next().is_none()
        }
        _ => false,
    }
}

fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Bin(bin) => is_literal(&bin.left) && is_literal(&bin.right),
        Expr::Paren(paren) => is_literal(&paren.expr),
        _ => false,
    }
}

fn has_super(expr: &Expr) -> bool {
    #[derive(Default)]
    struct Finder(bool);
    impl Visit for Finder {
        fn visit_super_prop_expr(&mut self, _: &SuperPropExpr) {
            self.0 = true;
        }
        fn visit_super_prop(&mut self, _: &SuperProp) {
            self.0 = true;
        }
        fn visit_function(&mut self, _: &Function) {}
        fn visit_class(&mut self, _: &Class) {}
    }
    let mut finder = Finder::default();
    expr.visit_with(&mut finder);
    finder.0
}

/// Puts the call where the standard initializes the fields.
struct Initialize {
    method: PrivateName,
    at: BytePos,
}

impl Initialize {
    /// `this.#$mk_i()`
    fn call(&self) -> Box<Expr> {
        let span = build::at(self.at);
        let this = Box::new(Expr::This(ThisExpr { span }));
        let member = MemberExpr { span, obj: this, prop: MemberProp::PrivateName(self.method.clone()) };
        build::call(Box::new(Expr::Member(member)), Vec::new(), span)
    }

    fn weave_into(mut self, constructor: &mut Constructor, derived: bool) {
        if derived {
            constructor.params.visit_mut_with(&mut self);
            constructor.body.visit_mut_with(&mut self);
        } else if let Some(body) = &mut constructor.body {
            body.stmts.insert(build::directives(&body.stmts), build::statement(self.call()));
        }
    }
}

impl VisitMut for Initialize {
    /// `super(...)` becomes `(super(...), this.#$mk_i(), this)`.
    fn visit_mut_expr(&mut self, node: &mut Expr) {
        node.visit_mut_children_with(self);
        if let Expr::Call(CallExpr { callee: Callee::Super(_), span, .. }) = node {
            let this = Box::new(Expr::This(ThisExpr { span: build::at(span.lo) }));
            let parent = Box::new(std::mem::take(node));
            let exprs = vec![parent, self.call(), this];
            *node = *build::paren(Box::new(Expr::Seq(SeqExpr { span: DUMMY_SP, exprs })));
        }
    }

    fn visit_mut_function(&mut self, _: &mut Function) {}

    fn visit_mut_class(&mut self, _: &mut Class) {}
}
