//! Makes a program that shows a fault as small as it can be while it still shows it.

use swc_ecma_ast::{Expr, Script, Stmt};
use swc_ecma_visit::{VisitMut, VisitMutWith};

use super::on_big_stack;
use super::tree::{at_expression, at_list, count, number, parenthesised, parse, print};

/// Programs that are tried before the smallest so far is taken.
const TRIES: usize = 3_000;

/// Drops statements and replaces expressions by what they are made of, as long as `shows` is true of the result.
/// Returns `source` itself if it is no program.
#[must_use]
pub fn reduce(source: &str, shows: &mut dyn FnMut(&str) -> bool) -> String {
    let mut best = source.to_owned();
    let mut tries = 0;
    // A program that loses its layout only is a start; if even that hides the fault, so will everything else.
    loop {
        let before = best.len();
        for step in [statements, expressions] {
            step(&mut best, &mut |text| {
                tries += 1;
                tries <= TRIES && shows(text)
            });
        }
        if best.len() >= before || tries > TRIES {
            return best;
        }
    }
}

/// Offers every change of `best` that `change` knows, by number, from the last to the first.
fn each(
    best: &mut String,
    total: fn(&mut Script) -> usize,
    change: &dyn Fn(&mut Script, usize) -> Vec<Script>,
    shows: &mut dyn FnMut(&str) -> bool,
) {
    let Some(mut at) = on_big_stack(|| parse(best).map(|mut s| total(&mut s))) else { return };
    while at > 0 {
        at -= 1;
        let made = on_big_stack(|| {
            let mut script = parse(best)?;
            let changed = change(&mut script, at);
            Some(changed.iter().filter_map(print).collect::<Vec<_>>())
        });
        let smaller = made.unwrap_or_default().into_iter().find(|text| text.len() < best.len() && shows(text));
        if let Some(smaller) = smaller {
            *best = smaller;
            // What followed has changed its numbers; what comes next is near.
            at = at.min(on_big_stack(|| parse(best).map_or(0, |mut s| total(&mut s))));
        }
    }
}

fn statements(best: &mut String, shows: &mut dyn FnMut(&str) -> bool) {
    each(
        best,
        |s| count(s).lists,
        &|script, at| {
            let mut length = 0;
            at_list(script, at, &mut |list| length = list.len());
            let mut changed = Vec::new();
            for index in (0..length).rev() {
                let mut less = script.clone();
                at_list(&mut less, at, &mut |list| {
                    list.remove(index);
                });
                changed.push(less);
                let mut opened = script.clone();
                at_list(&mut opened, at, &mut |list| {
                    let inner = inner_statements(list.remove(index));
                    list.splice(index..index, inner);
                });
                changed.push(opened);
            }
            changed
        },
        shows,
    );
}

/// What a statement does when nothing around it decides whether.
fn inner_statements(statement: Stmt) -> Vec<Stmt> {
    match statement {
        Stmt::Block(block) => block.stmts,
        Stmt::Try(tried) => {
            let handler = tried.handler.map(|h| h.body.stmts).unwrap_or_default();
            let finally = tried.finalizer.map(|f| f.stmts).unwrap_or_default();
            tried.block.stmts.into_iter().chain(handler).chain(finally).collect()
        }
        Stmt::If(it) => [Some(it.cons), it.alt].into_iter().flatten().flat_map(|s| inner_statements(*s)).collect(),
        Stmt::For(it) => inner_statements(*it.body),
        Stmt::ForOf(it) => inner_statements(*it.body),
        Stmt::ForIn(it) => inner_statements(*it.body),
        Stmt::While(it) => inner_statements(*it.body),
        Stmt::Labeled(it) => inner_statements(*it.body),
        Stmt::Switch(it) => it.cases.into_iter().flat_map(|c| c.cons).collect(),
        other => vec![other],
    }
}

fn expressions(best: &mut String, shows: &mut dyn FnMut(&str) -> bool) {
    each(
        best,
        |s| count(s).expressions,
        &|script, at| {
            let mut parts = vec![number(0)];
            at_expression(script, at, &mut |e| parts.extend(parts_of(e)));
            parts
                .into_iter()
                .map(|part| {
                    let mut part = Some(part);
                    let mut less = script.clone();
                    at_expression(&mut less, at, &mut |e| {
                        if let Some(part) = part.take() {
                            *e = parenthesised(part);
                        }
                    });
                    less
                })
                .collect()
        },
        shows,
    );
}

/// The expressions right inside an expression.
fn parts_of(expression: &mut Expr) -> Vec<Expr> {
    struct Parts(Vec<Expr>);
    impl VisitMut for Parts {
        fn visit_mut_expr(&mut self, expression: &mut Expr) {
            self.0.push(expression.clone());
        }
    }
    let mut parts = Parts(Vec::new());
    expression.visit_mut_children_with(&mut parts);
    parts.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let source = "let a = 1; for (const x of [1, 2]) { try { f(1, [g(null.x)]); } finally { a++; } } a === 2;";
        let reduced = reduce(source, &mut |text| text.contains("null.x"));
        assert!(reduced.len() < 30, "{reduced}");
    }

    #[test]
    fn what_is_no_program_stays() {
        assert_eq!(reduce("let = (", &mut |_| true), "let = (");
    }
}
