//! One look through the program for what the rarer mends need, so that programs without it are not visited again.

use rustc_hash::{FxHashMap, FxHashSet};
use swc_atoms::Atom;
use swc_ecma_ast::{
    ArrowExpr, AssignExpr, AssignOp, AssignPat, AssignPatProp, AssignTarget, BinExpr, BinaryOp, BindingIdent, CallExpr,
    Callee, ClassDecl, Decl, Expr, FnDecl, ForHead, ForInStmt, ForOfStmt, ForStmt, Ident, KeyValuePatProp, LabeledStmt,
    Lit, MemberExpr, MemberProp, Param, ParenExpr, Pat, PropName, Script, SimpleAssignTarget, Stmt, SwitchCase,
    ThisExpr, UpdateExpr, VarDecl, VarDeclKind, VarDeclOrExpr, VarDeclarator,
};
use swc_ecma_visit::{Visit, VisitWith};

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says whether one mend has work, independently of the others")]
pub(super) struct Survey {
    /// There is a statement with a label.
    pub(super) labels: bool,
    /// A name is assigned before the text that declares it by `let`, `const` or `class`, or as a parameter.
    pub(super) assigned_early: bool,
    /// A `switch` declares names by `let`, `const` or `class`.
    pub(super) switch_scope: bool,
    /// A pattern has a key that is no name, or a target in parentheses.
    pub(super) odd_patterns: bool,
    /// The head of a `for` declares by `let` or `const` and mentions a name that it declares.
    pub(super) head_reads: bool,
    /// A property called `length` is assigned.
    pub(super) sets_length: bool,
    /// `this` stands in an arrow function inside of another.
    pub(super) nested_this: bool,
    /// There is an operator `**` or `**=`.
    pub(super) powers: bool,
    /// A pattern has a default or a computed key, and there is a `var`.
    pub(super) param_expressions: bool,
    /// The name `arguments` is used.
    pub(super) arguments: bool,
    has_var: bool,
    /// Names of functions, and whether each is that of one function.
    functions: FxHashMap<Atom, bool>,
    /// Names that are used other than to call what they hold.
    values: FxHashSet<Atom>,
    /// How many arrow functions are around.
    arrows: usize,
    declared: FxHashSet<Atom>,
    assigned: FxHashSet<Atom>,
}

impl Survey {
    pub(super) fn of(script: &Script) -> Self {
        let mut survey = Self::default();
        script.visit_with(&mut survey);
        survey.param_expressions &= survey.has_var;
        survey.arguments = survey.values.contains(&Atom::from("arguments"));
        survey
    }

    /// Whether a name is that of one function, which the program calls by it and never uses as a value. A program can find
    /// another way to it, such as a property of the global object; what relies on this may be too late then, but not wrong.
    pub(super) fn is_only_called(&self, name: &Atom) -> bool {
        self.functions.get(name) == Some(&true) && !self.values.contains(name)
    }

    fn function(&mut self, name: &Atom) {
        self.functions.entry(name.clone()).and_modify(|only| *only = false).or_insert(true);
    }

    fn declare(&mut self, name: &Atom) {
        if self.assigned.contains(name) {
            self.assigned_early = true;
        }
        if !self.declared.contains(name) {
            self.declared.insert(name.clone());
        }
    }

    fn assign(&mut self, name: &Atom) {
        if !self.declared.contains(name) && !self.assigned.contains(name) {
            self.assigned.insert(name.clone());
        }
    }

    fn declare_all(&mut self, pattern: &Pat) {
        each_name(pattern, &mut |name| self.declare(name));
    }
}

/// Calls `then` for every name that a pattern binds or assigns.
pub(super) fn each_name(pattern: &(impl VisitWith<Names> + ?Sized), then: &mut dyn FnMut(&Atom)) {
    let mut names = Names(Vec::new());
    pattern.visit_with(&mut names);
    names.0.iter().for_each(then);
}

/// The names in a pattern.
pub(super) struct Names(Vec<Atom>);

impl Visit for Names {
    fn visit_binding_ident(&mut self, node: &BindingIdent) {
        self.0.push(node.id.sym.clone());
    }

    fn visit_assign_pat(&mut self, node: &AssignPat) {
        node.left.visit_with(self);
    }

    fn visit_assign_pat_prop(&mut self, node: &AssignPatProp) {
        self.0.push(node.key.id.sym.clone());
    }

    fn visit_pat(&mut self, node: &Pat) {
        match node {
            Pat::Expr(target) => self.paren(target),
            _ => node.visit_children_with(self),
        }
    }

    fn visit_paren_expr(&mut self, node: &ParenExpr) {
        self.paren(&node.expr);
    }

    fn visit_expr(&mut self, _: &Expr) {}
}

impl Names {
    /// `(x)` is a target as `x` is.
    fn paren(&mut self, target: &Expr) {
        if let Expr::Ident(name) = target.unwrap_parens() {
            self.0.push(name.sym.clone());
        }
    }
}

fn is_length_target(target: &Expr) -> bool {
    matches!(target.unwrap_parens(), Expr::Member(member) if is_length(member))
}

/// Whether it is `object.length`.
pub(super) fn is_length(member: &MemberExpr) -> bool {
    matches!(&member.prop, MemberProp::Ident(name) if name.sym == *"length")
}

/// Every name that is used.
#[derive(Default)]
pub(super) struct Mentioned(pub(super) FxHashSet<Atom>);

impl Visit for Mentioned {
    fn visit_ident(&mut self, node: &Ident) {
        self.0.insert(node.sym.clone());
    }
}

/// How often names are written.
struct Mentions {
    names: Vec<Atom>,
    found: usize,
}

impl Visit for Mentions {
    fn visit_ident(&mut self, node: &Ident) {
        self.found += usize::from(self.names.contains(&node.sym));
    }
}

impl Visit for Survey {
    fn visit_ident(&mut self, node: &Ident) {
        if !self.values.contains(&node.sym) {
            self.values.insert(node.sym.clone());
        }
    }

    fn visit_fn_decl(&mut self, node: &FnDecl) {
        self.function(&node.ident.sym);
        node.function.visit_with(self);
    }

    fn visit_call_expr(&mut self, node: &CallExpr) {
        if !matches!(&node.callee, Callee::Expr(callee) if callee.is_ident()) {
            node.callee.visit_with(self);
        }
        node.args.visit_with(self);
    }

    fn visit_labeled_stmt(&mut self, node: &LabeledStmt) {
        self.labels = true;
        node.visit_children_with(self);
    }

    fn visit_bin_expr(&mut self, node: &BinExpr) {
        self.powers |= node.op == BinaryOp::Exp;
        node.visit_children_with(self);
    }

    fn visit_assign_expr(&mut self, node: &AssignExpr) {
        self.powers |= node.op == AssignOp::ExpAssign;
        if let AssignTarget::Simple(target) = &node.left {
            self.sets_length |= match target {
                SimpleAssignTarget::Member(member) => is_length(member),
                SimpleAssignTarget::Paren(paren) => is_length_target(&paren.expr),
                _ => false,
            };
        }
        each_name(&node.left, &mut |name| self.assign(name));
        node.visit_children_with(self);
    }

    fn visit_update_expr(&mut self, node: &UpdateExpr) {
        self.sets_length |= is_length_target(&node.arg);
        node.visit_children_with(self);
    }

    fn visit_arrow_expr(&mut self, node: &ArrowExpr) {
        self.arrows += 1;
        node.visit_children_with(self);
        self.arrows -= 1;
    }

    fn visit_this_expr(&mut self, _: &ThisExpr) {
        // A function between the two only has the mend look closer.
        self.nested_this |= self.arrows > 1;
    }

    fn visit_pat(&mut self, node: &Pat) {
        self.sets_length |= matches!(node, Pat::Expr(target) if is_length_target(target));
        self.odd_patterns |= matches!(node, Pat::Expr(target) if matches!(**target, Expr::Paren(_)));
        self.param_expressions |= matches!(node, Pat::Assign(_));
        node.visit_children_with(self);
    }

    fn visit_key_value_pat_prop(&mut self, node: &KeyValuePatProp) {
        self.odd_patterns |= match &node.key {
            PropName::Ident(_) => false,
            PropName::Str(text) => text.value.as_bytes().first().is_some_and(u8::is_ascii_digit),
            _ => true,
        };
        self.param_expressions |= matches!(node.key, PropName::Computed(_));
        node.visit_children_with(self);
    }

    fn visit_assign_pat_prop(&mut self, node: &AssignPatProp) {
        self.param_expressions |= node.value.is_some();
        node.visit_children_with(self);
    }

    fn visit_for_stmt(&mut self, node: &ForStmt) {
        if let Some(VarDeclOrExpr::VarDecl(decl)) = &node.init
            && decl.kind != VarDeclKind::Var
            && decl.decls.iter().any(|decl| !matches!(decl.init.as_deref(), None | Some(Expr::Lit(Lit::Num(_)))))
        {
            let mut names = Vec::new();
            each_name(&**decl, &mut |name| names.push(name.clone()));
            let mut mentions = Mentions { names, found: 0 };
            decl.visit_with(&mut mentions);
            self.head_reads |= mentions.found > mentions.names.len();
        }
        node.visit_children_with(self);
    }

    fn visit_for_of_stmt(&mut self, node: &ForOfStmt) {
        node.right.visit_with(self);
        if let ForHead::Pat(pattern) = &node.left {
            each_name(&**pattern, &mut |name| self.assign(name));
        }
        node.left.visit_with(self);
        node.body.visit_with(self);
    }

    fn visit_for_in_stmt(&mut self, node: &ForInStmt) {
        node.right.visit_with(self);
        if let ForHead::Pat(pattern) = &node.left {
            each_name(&**pattern, &mut |name| self.assign(name));
        }
        node.left.visit_with(self);
        node.body.visit_with(self);
    }

    fn visit_var_decl(&mut self, node: &VarDecl) {
        self.has_var |= node.kind == VarDeclKind::Var;
        for decl in &node.decls {
            let VarDeclarator { name, init, .. } = decl;
            init.visit_with(self);
            match (name, init.as_deref()) {
                (Pat::Ident(name), Some(Expr::Arrow(_) | Expr::Fn(_))) => self.function(&name.id.sym),
                _ => name.visit_with(self),
            }
            if node.kind != VarDeclKind::Var {
                self.declare_all(name);
            }
        }
    }

    fn visit_class_decl(&mut self, node: &ClassDecl) {
        node.class.visit_with(self);
        self.declare(&node.ident.sym);
    }

    fn visit_param(&mut self, node: &Param) {
        node.visit_children_with(self);
        if matches!(node.pat, Pat::Assign(_) | Pat::Array(_) | Pat::Object(_)) || !self.assigned.is_empty() {
            self.declare_all(&node.pat);
        }
    }

    fn visit_switch_case(&mut self, node: &SwitchCase) {
        self.switch_scope |= node.cons.iter().any(|stmt| match stmt {
            Stmt::Decl(Decl::Var(decl)) => decl.kind != VarDeclKind::Var,
            Stmt::Decl(Decl::Class(_)) => true,
            _ => false,
        });
        node.visit_children_with(self);
    }
}
