//! Decides the value of an expression where the program's text does, so that a key is seen however it is spelled.
//!
//! Not an interpreter: what takes a loop, a callback or more than a handful of outcomes is unknown, and an unknown key is
//! left to the realm. An expression with a choice in it (`a ? 'x' : b`) has several outcomes; each is looked at.

mod methods;
mod value;

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;
use swc_ecma_ast::{
    ArrowFunctionBody, BinaryOp, Callee, Expr, ExprOrSpread, Ident, Lit, MemberExpr, MemberProp, OptChainBase,
    PropName, Tpl, UnaryOp,
};

pub(crate) use value::{Builtin, Value};

use crate::scope::{BindingKind, Model, OwnValue, Source, SourceId, bare, own_value, returned};
use value::MAX_TEXT;

/// How many outcomes of one expression are followed.
const MAX_OUTCOMES: usize = 8;
/// How deep expressions and bindings are followed into one another.
const MAX_DEPTH: u32 = 48;
/// How many steps one key may take.
const FUEL: u32 = 1_024;

/// All outcomes of an expression that can be told; never empty.
pub(crate) type Outcomes<'a> = Vec<Value<'a>>;

/// Evaluates expressions of one program.
pub(crate) struct Folder<'m, 'a> {
    model: &'m Model<'a>,
    /// The values of bindings, each worked out once.
    known: RefCell<FxHashMap<SourceId, Outcomes<'a>>>,
    depth: Cell<u32>,
    fuel: Cell<u32>,
    /// Whether a bound was met: what is unknown because of that is not remembered.
    cut: Cell<bool>,
}

fn unknown<'a>() -> Outcomes<'a> {
    vec![Value::Unknown]
}

/// Adds outcomes, without repeating "unknown" and within the bound.
fn join<'a>(mut all: Outcomes<'a>, more: Outcomes<'a>) -> Outcomes<'a> {
    for value in more {
        let repeated = matches!(value, Value::Unknown) && all.iter().any(|v| matches!(v, Value::Unknown));
        if all.len() < MAX_OUTCOMES && !repeated {
            all.push(value);
        }
    }
    all
}

/// Combines every outcome of one expression with every outcome of another.
fn cross<'a>(
    left: &Outcomes<'a>,
    right: &Outcomes<'a>,
    combine: impl Fn(&Value<'a>, &Value<'a>) -> Value<'a>,
) -> Outcomes<'a> {
    let pairs = left.iter().flat_map(|l| right.iter().map(move |r| (l, r)));
    pairs.fold(Vec::new(), |all, (l, r)| join(all, vec![combine(l, r)]))
}

impl<'m, 'a> Folder<'m, 'a> {
    pub(crate) fn new(model: &'m Model<'a>) -> Self {
        Self { model, known: RefCell::default(), depth: Cell::new(0), fuel: Cell::new(0), cut: Cell::new(false) }
    }

    /// The outcomes of a key, as property names.
    pub(crate) fn keys(&self, expr: &'a Expr) -> Vec<String> {
        let outcomes = self.value(expr);
        outcomes.iter().flat_map(|value| self.texts(value)).collect()
    }

    /// The outcomes of an expression.
    pub(crate) fn value(&self, expr: &'a Expr) -> Outcomes<'a> {
        self.fuel.set(FUEL);
        self.eval(expr)
    }

    fn eval(&self, expr: &'a Expr) -> Outcomes<'a> {
        let (depth, fuel) = (self.depth.get(), self.fuel.get());
        if depth >= MAX_DEPTH || fuel == 0 {
            self.cut.set(true);
            return unknown();
        }
        self.fuel.set(fuel - 1);
        self.depth.set(depth + 1);
        let outcomes = self.eval_inside(expr);
        self.depth.set(depth);
        outcomes
    }

    fn eval_inside(&self, expr: &'a Expr) -> Outcomes<'a> {
        match bare(expr) {
            Expr::Lit(lit) => vec![literal(lit)],
            Expr::Ident(ident) => self.ident(ident),
            Expr::Tpl(tpl) => self.template(tpl),
            Expr::Bin(bin) => match bin.op {
                BinaryOp::Add => cross(&self.eval(&bin.left), &self.eval(&bin.right), |l, r| self.add(l, r)),
                // Which side it is may depend on the run: both are looked at.
                BinaryOp::LogicalOr | BinaryOp::LogicalAnd | BinaryOp::NullishCoalescing => {
                    self.logical(bin.op, self.eval(&bin.left), &bin.right)
                }
                op => cross(&self.eval(&bin.left), &self.eval(&bin.right), |l, r| value::arithmetic(op, l, r)),
            },
            Expr::Cond(cond) => match self.eval(&cond.test).as_slice() {
                [one] if one.truthy() == Some(true) => self.eval(&cond.cons),
                [one] if one.truthy() == Some(false) => self.eval(&cond.alt),
                _ => join(self.eval(&cond.cons), self.eval(&cond.alt)),
            },
            Expr::Seq(seq) => seq.exprs.last().map_or_else(unknown, |last| self.eval(last)),
            Expr::Assign(assign) if assign.op == swc_ecma_ast::AssignOp::Assign => self.eval(&assign.right),
            Expr::Array(array) => vec![Value::Array(self.elements(array.elems.iter().map(Option::as_ref)))],
            Expr::Object(object) => vec![Value::Object(object)],
            Expr::Unary(unary) => self.unary(unary.op, &unary.arg),
            Expr::Member(member) => self.member(member),
            Expr::OptChain(chain) => match &*chain.base {
                OptChainBase::Member(member) => self.member(member),
                OptChainBase::Call(call) => self.call(&call.callee, &call.args),
            },
            Expr::Call(call) => match &call.callee {
                Callee::Expr(callee) => self.call(callee, &call.args),
                Callee::Super(_) | Callee::Import(_) => unknown(),
            },
            Expr::New(new) => self.construct(&new.callee, new.args.as_deref().unwrap_or_default()),
            Expr::TaggedTpl(tagged) => self.tagged(&tagged.tag, &tagged.tpl),
            Expr::This(this) if self.model.is_global_this(this.span.lo) => vec![Value::GlobalThis],
            Expr::Fn(function) => {
                let plain = function.function.params.is_empty()
                    && !function.function.is_generator
                    && !function.function.is_async;
                let returns = function.function.body.as_ref().filter(|_| plain).and_then(returned);
                let name = function.ident.as_ref().map(|ident| ident.sym.to_string());
                vec![Value::Function { name, returns }]
            }
            Expr::Arrow(arrow) => {
                let returns = match &*arrow.body {
                    ArrowFunctionBody::Expr(expr) => Some(&**expr),
                    ArrowFunctionBody::FunctionBody(body) => returned(body),
                };
                vec![Value::Function { name: None, returns: returns.filter(|_| !arrow.is_async) }]
            }
            Expr::Class(class) => {
                let name = class.ident.as_ref().map(|ident| ident.sym.to_string());
                vec![Value::Function { name, returns: None }]
            }
            _ => unknown(),
        }
    }

    fn elements(&self, elems: impl Iterator<Item = Option<&'a ExprOrSpread>>) -> Vec<Outcomes<'a>> {
        let mut elements: Vec<Outcomes<'a>> = Vec::new();
        for elem in elems {
            if elements.len() > MAX_TEXT {
                break;
            }
            match elem {
                None => elements.push(vec![Value::Undefined]),
                Some(elem) if elem.spread.is_none() => elements.push(self.eval(&elem.expr)),
                Some(elem) => match self.eval(&elem.expr).as_slice() {
                    [Value::Array(inner)] => elements.extend(inner.iter().cloned()),
                    [Value::Text(text)] => {
                        elements.extend(text.chars().map(|c| vec![Value::Text(c.to_string())]));
                    }
                    // What follows stands nobody knows where.
                    _ => {
                        elements.push(unknown());
                        elements.push(unknown());
                        break;
                    }
                },
            }
        }
        elements
    }

    fn ident(&self, ident: &'a Ident) -> Outcomes<'a> {
        let Some(reference) = self.model.reference_at(ident.span.lo) else { return unknown() };
        let Some(binding) = reference.binding.and_then(|id| self.model.binding(id)) else {
            return vec![match &*ident.sym {
                "undefined" => Value::Undefined,
                "NaN" => Value::Number(f64::NAN),
                "Infinity" => Value::Number(f64::INFINITY),
                name => Builtin::global(name).map_or(Value::Unknown, Value::Builtin),
            }];
        };
        // A parameter always has its argument besides; one value that is written once is the value.
        if binding.writes != 1 || binding.kind == BindingKind::CatchName {
            return unknown();
        }
        let mut outcomes = self.source(binding.source);
        // A function without a name takes that of the variable it is bound to.
        if let [Value::Function { name: name @ None, .. }] = outcomes.as_mut_slice() {
            *name = Some(self.model.symbols.name(binding.symbol).to_owned());
        }
        outcomes
    }

    fn source(&self, id: SourceId) -> Outcomes<'a> {
        if let Some(outcomes) = self.known.borrow().get(&id) {
            return outcomes.clone();
        }
        // A binding that refers to itself is unknown while it is worked out.
        self.known.borrow_mut().insert(id, unknown());
        let cut_before = self.cut.replace(false);
        let outcomes = match self.model.source(id) {
            Source::Unknown => unknown(),
            Source::Expr(expr) => self.eval(expr),
            Source::Function(name, returns) => vec![Value::Function { name: Some(name.to_string()), returns }],
            Source::Prop(of, name) => {
                let of = self.source(of);
                self.prop_name(name).map_or_else(unknown, |key| self.property(&of, &key))
            }
            Source::Named(of, name) => {
                let of = self.source(of);
                self.property(&of, name)
            }
            Source::Index(of, index) => {
                let of = self.source(of);
                self.property(&of, &index.to_string())
            }
            Source::OrDefault(of, default) => {
                let of = self.source(of);
                let (absent, present): (Vec<_>, Vec<_>) = of.into_iter().partition(Value::maybe_undefined);
                let default = if absent.is_empty() { Vec::new() } else { self.eval(default) };
                let all = join(present, default);
                if absent.iter().any(|v| matches!(v, Value::Unknown)) { join(all, unknown()) } else { all }
            }
        };
        if self.cut.get() {
            self.known.borrow_mut().remove(&id);
        } else {
            self.known.borrow_mut().insert(id, outcomes.clone());
            self.cut.set(cut_before);
        }
        outcomes
    }

    fn prop_name(&self, name: &'a PropName) -> Option<String> {
        match name {
            PropName::Ident(ident) => Some(ident.sym.to_string()),
            PropName::Str(text) => text.value.as_str().map(str::to_owned),
            PropName::Num(number) => Some(number.value.to_string()),
            PropName::BigInt(number) => Some(number.value.to_string()),
            PropName::Computed(computed) => match self.eval(&computed.expr).as_slice() {
                [one] => self.text(one),
                _ => None,
            },
        }
    }

    fn template(&self, tpl: &'a Tpl) -> Outcomes<'a> {
        let mut all = vec![Value::Text(String::new())];
        for (i, quasi) in tpl.quasis.iter().enumerate() {
            let Some(text) = quasi.cooked.as_ref().and_then(|c| c.as_str()) else { return unknown() };
            let text = vec![Value::text(text)];
            all = cross(&all, &text, |l, r| self.add(l, r));
            if let Some(expr) = tpl.exprs.get(i) {
                let parts: Outcomes<'a> = self.eval(expr).iter().flat_map(|v| self.textual(v)).collect();
                all = cross(&all, &parts, |l, r| self.add(l, r));
            }
        }
        all
    }

    /// `String.raw`, the only tag that is followed.
    fn tagged(&self, tag: &'a Expr, tpl: &'a Tpl) -> Outcomes<'a> {
        if !matches!(self.eval(tag).as_slice(), [Value::Builtin(Builtin::StringRaw)]) {
            return unknown();
        }
        let mut all = vec![Value::Text(String::new())];
        for (i, quasi) in tpl.quasis.iter().enumerate() {
            all = cross(&all, &vec![Value::text(&quasi.raw)], |l, r| self.add(l, r));
            if let Some(expr) = tpl.exprs.get(i) {
                let parts: Outcomes<'a> = self.eval(expr).iter().flat_map(|v| self.textual(v)).collect();
                all = cross(&all, &parts, |l, r| self.add(l, r));
            }
        }
        all
    }

    /// `a || b`, `a && b`, `a ?? b`: where the left side does not decide, both sides are outcomes.
    fn logical(&self, op: BinaryOp, left: Outcomes<'a>, right: &'a Expr) -> Outcomes<'a> {
        let keeps = |value: &Value<'a>| match op {
            BinaryOp::LogicalOr => value.truthy(),
            BinaryOp::LogicalAnd => value.truthy().map(|t| !t),
            _ => (!matches!(value, Value::Unknown)).then_some(!matches!(value, Value::Undefined | Value::Null)),
        };
        let right = if left.iter().all(|v| keeps(v) == Some(true)) { Vec::new() } else { self.eval(right) };
        let left: Vec<_> = left.into_iter().filter(|v| keeps(v) != Some(false)).collect();
        join(left, right)
    }

    fn unary(&self, op: UnaryOp, arg: &'a Expr) -> Outcomes<'a> {
        let values = self.eval(arg);
        values.iter().map(|v| value::unary(op, v)).collect()
    }

    fn member(&self, member: &'a MemberExpr) -> Outcomes<'a> {
        let object = self.eval(&member.obj);
        if object.iter().all(|v| matches!(v, Value::Unknown)) {
            return unknown();
        }
        match &member.prop {
            MemberProp::Ident(name) => self.property(&object, &name.sym),
            MemberProp::Computed(computed) => match self.eval(&computed.expr).as_slice() {
                [one] => self.text(one).map_or_else(unknown, |key| self.property(&object, &key)),
                _ => unknown(),
            },
            MemberProp::PrivateName(_) => unknown(),
        }
    }

    /// The property `key` of every outcome.
    fn property(&self, of: &Outcomes<'a>, key: &str) -> Outcomes<'a> {
        of.iter().fold(Vec::new(), |all, value| join(all, self.property_of(value, key)))
    }

    fn property_of(&self, value: &Value<'a>, key: &str) -> Outcomes<'a> {
        let one = |value: Value<'a>| vec![value];
        match value {
            Value::Array(elements) => match key.parse::<usize>() {
                Ok(index) => elements.get(index).cloned().unwrap_or_else(unknown),
                Err(_) if key == "length" => one(value::length(elements.len())),
                Err(_) => unknown(),
            },
            Value::Text(text) => match key.parse::<usize>() {
                Ok(index) => one(text.chars().nth(index).map_or(Value::Undefined, |c| Value::Text(c.to_string()))),
                Err(_) if key == "length" => one(value::length(text.encode_utf16().count())),
                Err(_) => unknown(),
            },
            Value::Object(object) => match own_value(object, key) {
                Some(OwnValue::Expr(expr)) => self.eval(expr),
                Some(OwnValue::Shorthand(ident)) => self.ident(ident),
                Some(OwnValue::Method(function)) => {
                    let returns = function.body.as_ref().filter(|_| function.params.is_empty()).and_then(returned);
                    one(Value::Function { name: Some(key.to_owned()), returns })
                }
                Some(OwnValue::Unknown) | None => unknown(),
            },
            Value::Function { name: Some(name), .. } if key == "name" => one(Value::text(name)),
            Value::Builtin(builtin) => builtin.member(key).map_or_else(unknown, |b| one(Value::Builtin(b))),
            Value::GlobalThis => Builtin::global(key).map_or_else(unknown, |b| one(Value::Builtin(b))),
            _ => unknown(),
        }
    }

    /// The value as a string; `None` where that is unknown or has several outcomes.
    fn text(&self, value: &Value<'a>) -> Option<String> {
        match self.texts(value).as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

    /// [`Folder::texts`] as outcomes.
    fn textual(&self, value: &Value<'a>) -> Outcomes<'a> {
        let texts = self.texts(value);
        if texts.is_empty() { unknown() } else { texts.into_iter().map(Value::Text).collect() }
    }

    /// The strings that the value may become when it is used as a key; none where that is unknown.
    fn texts(&self, value: &Value<'a>) -> Vec<String> {
        match value {
            Value::Array(elements) => self.join_elements(elements, ","),
            Value::Object(object) => {
                let method = |name| match own_value(object, name) {
                    Some(OwnValue::Expr(expr)) => match self.eval(expr).as_slice() {
                        [Value::Function { returns, .. }] => *returns,
                        _ => None,
                    },
                    Some(OwnValue::Method(function)) => function.body.as_ref().and_then(returned),
                    _ => None,
                };
                match method("toString") {
                    Some(expr) if self.depth.get() < MAX_DEPTH => {
                        self.depth.set(self.depth.get() + 1);
                        let texts = self.eval(expr).iter().filter_map(Value::primitive_text).collect();
                        self.depth.set(self.depth.get() - 1);
                        texts
                    }
                    _ => Vec::new(),
                }
            }
            primitive => primitive.primitive_text().into_iter().collect(),
        }
    }

    /// The strings that `array.join(separator)` may give.
    fn join_elements(&self, elements: &[Outcomes<'a>], separator: &str) -> Vec<String> {
        let mut all = vec![Value::Text(String::new())];
        for (i, outcomes) in elements.iter().enumerate() {
            if i > 0 {
                all = cross(&all, &vec![Value::text(separator)], |l, r| self.add(l, r));
            }
            let parts: Outcomes<'a> = outcomes
                .iter()
                .flat_map(|v| match v {
                    Value::Undefined | Value::Null => vec![Value::Text(String::new())],
                    other => self.textual(other),
                })
                .collect();
            all = cross(&all, &parts, |l, r| self.add(l, r));
        }
        all.into_iter().filter_map(|v| if let Value::Text(text) = v { Some(text) } else { None }).collect()
    }

    /// `left + right`.
    fn add(&self, left: &Value<'a>, right: &Value<'a>) -> Value<'a> {
        if let (Some(l), Some(r)) = (left.number(), right.number()) {
            return Value::Number(l + r);
        }
        if matches!(left, Value::Unknown) || matches!(right, Value::Unknown) {
            return Value::Unknown;
        }
        match (self.text(left), self.text(right)) {
            (Some(l), Some(r)) => Value::text(&(l + &r)),
            _ => Value::Unknown,
        }
    }
}

fn literal<'a>(lit: &Lit) -> Value<'a> {
    match lit {
        Lit::Str(text) => text.value.as_str().map_or(Value::Unknown, Value::text),
        Lit::Num(number) => Value::Number(number.value),
        Lit::Bool(b) => Value::Bool(b.value),
        Lit::Null(_) => Value::Null,
        Lit::BigInt(number) => Value::text(&number.value.to_string()),
        Lit::Regex(_) | Lit::JSXText(_) => Value::Unknown,
    }
}
