//! Engine fault: `boa_parser` 0.22 reads the parameters of an arrow function, and what stands left of an assignment, as an
//! expression first and makes a pattern of it later. It refuses some that it does not know how to convert: below a key that is
//! a number or computed, a name with a default and a pattern without one; and a target in parentheses.
//!
//! And the machine does not find the property of a string primitive below a key like `'0'` in a pattern.
//!
//! Mend: the parentheses go, and a string that is an index becomes a number. Below a key that is a number or computed, a
//! pattern gets the default `void 0`, which changes nothing, and a name with a default becomes the target of a setter or, in
//! parameters, a declaration in the body:
//!
//! ```js
//! [(v)] = o                        =>    [v] = o
//! let { '0': v } = o               =>    let { 0: v } = o
//! ({ [k]: [v] }) => v              =>    ({ [k]: [v] = void 0 }) => v
//! ({ [k]: v = 1 } = o)             =>    ({ [k]: ({ set $mk_p($mk_p) { v = $mk_p } }).$mk_p = 1 } = o)
//! (a, { [k]: v = 1 }) => a + v     =>    ($mk_p0, $mk_p1) => { let a = $mk_p0, { [k]: v = 1 } = $mk_p1; return a + v }
//! ```
//!
//! The cases `pattern_*` of the engine faults in `tests/print` fail when the engine has learnt it.

use swc_atoms::Atom;
use swc_common::{BytePos, DUMMY_SP, Spanned, SyntaxContext};
use swc_ecma_ast::{
    ArrowExpr, ArrowFunctionBody, AssignPat, AssignTarget, AssignTargetPat, BindingIdent, Decl, Expr, ForHead,
    Function, FunctionBody, IdentName, KeyValuePatProp, KeyValueProp, MemberProp, Number, ObjectLit, ObjectPat,
    ObjectPatProp, Param, ParenExpr, Pat, Prop, PropName, PropOrSpread, RestPat, ReturnStmt, Script, SetterProp, Stmt,
    VarDecl, VarDeclKind, VarDeclarator,
};
use swc_ecma_visit::{Visit, VisitMut, VisitMutWith, VisitWith};

use crate::print::{
    build,
    fresh::Names,
    survey::{Mentioned, Survey, each_name},
};

pub(in crate::print) fn mend(script: &mut Script, survey: &Survey, names: &Names) {
    if survey.odd_patterns {
        script.visit_mut_with(&mut Mend { names });
    }
}

struct Mend<'a> {
    names: &'a Names,
}

impl VisitMut for Mend<'_> {
    fn visit_mut_assign_target(&mut self, node: &mut AssignTarget) {
        node.visit_mut_children_with(self);
        let mut repair = Repair { assignment: Some(self.names.with("p")), stuck: false };
        match node {
            AssignTarget::Pat(AssignTargetPat::Array(array)) => array.elems.iter_mut().for_each(|e| repair.element(e)),
            AssignTarget::Pat(AssignTargetPat::Object(object)) => repair.object(object),
            _ => {}
        }
    }

    fn visit_mut_for_head(&mut self, node: &mut ForHead) {
        node.visit_mut_children_with(self);
        if let ForHead::Pat(pattern) = node {
            Repair { assignment: Some(self.names.with("p")), stuck: false }.pattern(pattern);
        }
    }

    fn visit_mut_key_value_pat_prop(&mut self, node: &mut KeyValuePatProp) {
        node.visit_mut_children_with(self);
        if let Some(index) = index(&node.key) {
            node.key = PropName::Num(Number { span: node.key.span(), value: f64::from(index), raw: None });
        }
    }

    fn visit_mut_arrow_expr(&mut self, node: &mut ArrowExpr) {
        node.visit_mut_children_with(self);
        let mut repair = Repair { assignment: None, stuck: false };
        node.params.iter_mut().for_each(|param| repair.pattern(param));
        if repair.stuck {
            self.move_parameters(node);
        }
    }
}

/// Rewrites one pattern. It does not enter the expressions in it.
struct Repair {
    /// The pattern assigns; here is a name for the parameter of a setter. Otherwise it declares parameters.
    assignment: Option<Atom>,
    /// The parameters cannot stay where they are.
    stuck: bool,
}

impl Repair {
    fn pattern(&mut self, pattern: &mut Pat) {
        match pattern {
            Pat::Array(array) => array.elems.iter_mut().for_each(|element| self.element(element)),
            Pat::Object(object) => self.object(object),
            Pat::Assign(assign) => self.pattern(&mut assign.left),
            Pat::Rest(rest) => self.target(&mut rest.arg),
            Pat::Ident(_) | Pat::Expr(_) | Pat::Invalid(_) => {}
        }
    }

    fn element(&mut self, element: &mut Option<Pat>) {
        if let Some(element) = element {
            self.target(element);
        }
    }

    fn target(&mut self, target: &mut Pat) {
        unwrap(target);
        self.pattern(target);
    }

    fn object(&mut self, object: &mut ObjectPat) {
        for prop in &mut object.props {
            match prop {
                ObjectPatProp::KeyValue(KeyValuePatProp { key, value }) => {
                    self.target(value);
                    if !matches!(key, PropName::Ident(_) | PropName::Str(_)) {
                        self.below_computed_key(value);
                    }
                }
                ObjectPatProp::Assign(_) => {}
                ObjectPatProp::Rest(rest) => self.target(&mut rest.arg),
            }
        }
    }

    fn below_computed_key(&mut self, value: &mut Box<Pat>) {
        match &mut **value {
            Pat::Array(_) | Pat::Object(_) => {
                let left = std::mem::take(value);
                **value = Pat::Assign(AssignPat { span: DUMMY_SP, left, right: build::undefined() });
            }
            Pat::Assign(assign) => {
                let named = matches!(*assign.left, Pat::Ident(_));
                unwrap(&mut assign.left);
                let Pat::Ident(name) = &*assign.left else { return };
                let Some(parameter) = &self.assignment else {
                    self.stuck = true;
                    return;
                };
                let name = name.id.sym.clone();
                if named {
                    assign.right = under_name(std::mem::take(&mut assign.right), &name);
                }
                *assign.left = Pat::Expr(setter(&name, parameter, assign.left.span_lo()));
            }
            _ => {}
        }
    }
}

/// A target without its parentheses.
fn unwrap(target: &mut Pat) {
    while let Pat::Expr(expr) = target
        && let Expr::Paren(ParenExpr { expr: inner, .. }) = &mut **expr
    {
        *target = match std::mem::take(&mut **inner) {
            Expr::Ident(name) => Pat::Ident(BindingIdent::from(name)),
            other => Pat::Expr(Box::new(other)),
        };
    }
}

/// The array index that a key spells, if it spells one as `String` would.
fn index(key: &PropName) -> Option<u32> {
    let PropName::Str(text) = key else { return None };
    let text = text.value.as_str()?;
    text.parse().ok().filter(|index: &u32| index.to_string() == text)
}

/// `({ name: function }).name`: a function under the name that it takes from where it stands.
fn under_name(value: Box<Expr>, name: &Atom) -> Box<Expr> {
    let anonymous = match &*value {
        Expr::Arrow(_) => true,
        Expr::Fn(function) => function.ident.is_none(),
        Expr::Class(class) => class.ident.is_none(),
        _ => false,
    };
    if !anonymous {
        return value;
    }
    let key = PropName::Ident(IdentName::new(name.clone(), DUMMY_SP));
    member(Prop::KeyValue(KeyValueProp { key, value }), name)
}

/// `({ set parameter(parameter) { name = parameter } }).parameter`
fn setter(name: &Atom, parameter: &Atom, pos: BytePos) -> Box<Expr> {
    let span = build::at(pos);
    let assign = build::assign(name, build::name(parameter, span), span);
    let function = Function {
        span,
        params: vec![Param { span: DUMMY_SP, decorators: Vec::new(), pat: plain(parameter) }],
        body: Some(FunctionBody { span: DUMMY_SP, stmts: vec![build::statement(assign)] }),
        ..Function::default()
    };
    let key = PropName::Ident(IdentName::new(parameter.clone(), DUMMY_SP));
    member(Prop::Setter(SetterProp { span, key, function: Box::new(function) }), parameter)
}

/// `({ prop }).name`
fn member(prop: Prop, name: &Atom) -> Box<Expr> {
    build::member_of(prop, MemberProp::Ident(IdentName::new(name.clone(), DUMMY_SP)))
}

fn plain(name: &Atom) -> Pat {
    Pat::Ident(BindingIdent::from(build::ident(name, DUMMY_SP)))
}

impl Mend<'_> {
    /// Declares in its body what an arrow function has as parameters. All of them, so that they see each other as before.
    fn move_parameters(&self, node: &mut ArrowExpr) {
        let mut names = Vec::new();
        node.params.iter().for_each(|param| each_name(param, &mut |name| names.push(name.clone())));
        let mut mentioned = Mentioned::default();
        node.params.visit_with(&mut mentioned);
        let mut decls = Vec::new();
        for (index, param) in node.params.iter_mut().enumerate() {
            let passed = self.names.with(&format!("p{index}"));
            let span = param.span();
            let original = std::mem::replace(param, plain(&passed));
            let value = build::name(&passed, build::at(span.lo));
            let (name, value) = match original {
                Pat::Rest(RestPat { arg, .. }) => {
                    *param = Pat::Rest(RestPat {
                        span: DUMMY_SP,
                        dot3_token: DUMMY_SP,
                        arg: Box::new(plain(&passed)),
                        type_ann: None,
                    });
                    (*arg, value)
                }
                Pat::Assign(assign) => {
                    // The function's `length` ends before the first default.
                    *param = Pat::Assign(AssignPat {
                        span: DUMMY_SP,
                        left: Box::new(plain(&passed)),
                        right: build::undefined(),
                    });
                    self.with_default(assign, value)
                }
                other => (other, value),
            };
            decls.push(VarDeclarator { span, name, init: Some(value), definite: false });
        }
        let declaration = Stmt::Decl(Decl::Var(Box::new(VarDecl {
            span: DUMMY_SP,
            ctxt: SyntaxContext::empty(),
            kind: VarDeclKind::Let,
            declare: false,
            decls,
        })));
        let mut again = Declared::default();
        let body = match std::mem::replace(&mut *node.body, ArrowFunctionBody::Expr(Box::default())) {
            ArrowFunctionBody::Expr(value) => vec![returned(value)],
            ArrowFunctionBody::FunctionBody(body) => {
                body.visit_with(&mut again);
                names.retain(|name| again.0.contains(name));
                let clear = again.0.iter().all(|name| !mentioned.0.contains(name));
                if clear { body.stmts } else { vec![returned(apart(&names, body))] }
            }
        };
        let stmts = std::iter::once(declaration).chain(body).collect();
        *node.body = ArrowFunctionBody::FunctionBody(FunctionBody { span: DUMMY_SP, stmts });
    }

    /// `{ p: target = default } = { p: value }`: the target keeps its default, whatever it is.
    fn with_default(&self, assign: AssignPat, value: Box<Expr>) -> (Pat, Box<Expr>) {
        let key = PropName::Ident(IdentName::new(self.names.with("p"), DUMMY_SP));
        let held = Prop::KeyValue(KeyValueProp { key: key.clone(), value });
        let held = ObjectLit { span: DUMMY_SP, props: vec![PropOrSpread::Prop(Box::new(held))] };
        let prop = KeyValuePatProp { key, value: Box::new(Pat::Assign(assign)) };
        let pattern =
            ObjectPat { span: DUMMY_SP, props: vec![ObjectPatProp::KeyValue(prop)], optional: false, type_ann: None };
        (Pat::Object(pattern), Box::new(Expr::Object(held)))
    }
}

fn returned(value: Box<Expr>) -> Stmt {
    Stmt::Return(ReturnStmt { span: DUMMY_SP, arg: Some(value) })
}

/// `((v) => { body })(v)`: a body that declares names which the parameters use. Those of the parameters that it declares
/// again begin with their values.
fn apart(names: &[Atom], body: FunctionBody) -> Box<Expr> {
    let inner = ArrowExpr {
        params: names.iter().map(plain).collect(),
        body: Box::new(ArrowFunctionBody::FunctionBody(body)),
        ..ArrowExpr::default()
    };
    let values = names.iter().map(|name| build::name(name, DUMMY_SP)).collect();
    build::call(build::paren(Box::new(Expr::Arrow(inner))), values, DUMMY_SP)
}

/// What a body declares for itself: its variables, and what stands at its top.
#[derive(Default)]
struct Declared(Vec<Atom>);

impl Visit for Declared {
    fn visit_function_body(&mut self, node: &FunctionBody) {
        for stmt in &node.stmts {
            match stmt {
                Stmt::Decl(Decl::Fn(function)) => self.0.push(function.ident.sym.clone()),
                Stmt::Decl(Decl::Class(class)) => self.0.push(class.ident.sym.clone()),
                Stmt::Decl(Decl::Var(decl)) => each_name(&**decl, &mut |name| self.0.push(name.clone())),
                _ => {}
            }
        }
        node.visit_children_with(self);
    }

    fn visit_var_decl(&mut self, node: &VarDecl) {
        if node.kind == VarDeclKind::Var {
            node.decls.iter().for_each(|decl| each_name(&decl.name, &mut |name| self.0.push(name.clone())));
        }
    }

    fn visit_function(&mut self, _: &Function) {}

    fn visit_expr(&mut self, _: &Expr) {}

    fn visit_class(&mut self, _: &swc_ecma_ast::Class) {}
}
