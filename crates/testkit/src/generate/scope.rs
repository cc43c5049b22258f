//! Which names the generated program has bound so far, and what it may say where it stands.

use super::choice::Choice;

/// What a binding holds, as far as the generator knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Value,
    Number,
    Text,
    Function,
    Class,
}

#[derive(Debug, Clone)]
struct Binding {
    name: String,
    holds: Holds,
    constant: bool,
}

/// The bindings in sight, innermost scope last.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    stack: Vec<Vec<Binding>>,
    fresh: usize,
}

impl Scopes {
    pub(super) fn enter(&mut self) {
        self.stack.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        self.stack.pop();
    }

    /// A name that nothing in the program has yet.
    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    pub(super) fn bind(&mut self, name: &str, holds: Holds, constant: bool) {
        if self.stack.is_empty() {
            self.enter();
        }
        if let Some(scope) = self.stack.last_mut() {
            scope.push(Binding { name: name.to_owned(), holds, constant });
        }
    }

    pub(super) fn is_bound(&self, name: &str) -> bool {
        self.stack.iter().flatten().any(|b| b.name == name)
    }

    fn choose(&self, pick: &mut Choice<'_>, fits: impl Fn(&Binding) -> bool) -> Option<String> {
        let found: Vec<_> = self.stack.iter().flatten().filter(|b| fits(b)).collect();
        (!found.is_empty()).then(|| found[pick.below(found.len())].name.clone())
    }

    /// Any binding.
    pub(super) fn any(&self, pick: &mut Choice<'_>) -> Option<String> {
        self.choose(pick, |_| true)
    }

    /// A binding that an assignment does not always throw on.
    pub(super) fn assignable(&self, pick: &mut Choice<'_>) -> Option<String> {
        self.choose(pick, |b| !b.constant)
    }

    pub(super) fn holding(&self, pick: &mut Choice<'_>, holds: Holds) -> Option<String> {
        self.choose(pick, |b| b.holds == holds)
    }

    /// A constant that holds a string.
    pub(super) fn text_binding(&self, pick: &mut Choice<'_>) -> Option<String> {
        self.choose(pick, |b| b.holds == Holds::Text)
    }
}

/// What the grammar allows where the generator stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// `return` may stand here.
    pub(super) function: bool,
    /// `arguments` and `new.target` may.
    pub(super) own_arguments: bool,
    pub(super) generator: bool,
    pub(super) method: bool,
    pub(super) strict: bool,
    pub(super) in_loop: bool,
    pub(super) in_switch: bool,
    /// Labels in sight; true where the label is a loop's.
    pub(super) labels: Vec<(String, bool)>,
    /// Private names of the classes around.
    pub(super) privates: Vec<String>,
}

impl Place {
    /// The place inside a function that starts here.
    pub(super) fn inside_function(&self, generator: bool, method: bool) -> Self {
        Self {
            function: true,
            own_arguments: true,
            generator,
            method,
            strict: self.strict,
            privates: self.privates.clone(),
            ..Self::default()
        }
    }

    /// The place inside an arrow function: `super` goes through it.
    pub(super) fn inside_arrow(&self) -> Self {
        Self { own_arguments: self.own_arguments, ..self.inside_function(false, self.method) }
    }
}
