//! Changes a program at its syntax tree: most results are programs too, where changed bytes would rarely be.

mod reduce;
mod tree;

pub use reduce::reduce;

use swc_ecma_ast::{Expr, ExprStmt, MemberProp, Script, Stmt};

use super::words::{BINARY, LITERALS, SEAM_KEYS, SEAM_NAMES};
use super::{Aim, Choice, Generator, fragment, noise};
use tree::{Hole, at_expression, at_list, count, names, parenthesised, parse, print, rename};

/// Ways to wrap an expression; `HOLE` is the expression.
const AROUND_EXPRESSIONS: &[&str] = &[
    "[HOLE][0]",
    "(0, HOLE)",
    "(() => HOLE)()",
    "({ k: HOLE }).k",
    "({ get k() { return HOLE } }).k",
    "[...[HOLE]][0]",
    "(function* () { yield HOLE })().next().value",
    "[HOLE].map((v) => v)[0]",
    "((v = HOLE) => v)()",
    "(({ v = HOLE }) => v)({})",
    "(class { static v = HOLE }).v",
    "new (class { #v = HOLE; v() { return this.#v } })().v()",
    "(() => { try { return HOLE } finally { } })()",
    "(() => { try { throw HOLE } catch (e) { return e } })()",
    "(() => { l: { for (const v of [HOLE]) { return v } } })()",
    "`${HOLE}`",
    "String(HOLE)",
    "({ toString() { return HOLE } })",
    "(HOLE)?.valueOf()",
    "Object.assign({}, { v: HOLE }).v",
    "JSON.parse('1', () => HOLE)",
    "'a'.replace(/a/, () => HOLE)",
    "((...a) => a[0])(...[HOLE])",
    "[[HOLE]].flat()[0]",
    "(function () { return arguments[0] })(HOLE)",
    "(() => { switch (1) { default: return HOLE } })()",
    "Array.from([0], () => HOLE)[0]",
    "((v) => v?.[0] ?? v)(HOLE)",
    "HOLE === HOLE",
    "typeof HOLE",
    "!HOLE",
];

/// Ways to wrap a statement; `HOLE;` is the statement.
const AROUND_STATEMENTS: &[&str] = &[
    "{ HOLE; }",
    "if (true) { HOLE; }",
    "if (0) ; else { HOLE; }",
    "try { HOLE; } finally { }",
    "try { HOLE; } catch { }",
    "try { throw 0 } catch (e) { HOLE; }",
    "try { } finally { HOLE; }",
    "for (let i = 0; i < 2; i++) { HOLE; }",
    "for (const i of [1]) { HOLE; }",
    "for (const i in { a: 1 }) { HOLE; }",
    "do { HOLE; } while (0);",
    "switch (0) { case 0: HOLE; break; default: }",
    "l: { HOLE; }",
    "l: { HOLE; break l; }",
    "(() => { HOLE; })();",
    "(function () { 'use strict'; HOLE; })();",
    "[...(function* () { HOLE; })()];",
    "(class { static { HOLE; } });",
    "[1].forEach(() => { HOLE; });",
];

/// Changes `source` in one to four places, after `seed`. `None` when it is no program, or nothing came of it.
#[must_use]
pub fn mutate(source: &str, seed: u32, aim: Aim) -> Option<String> {
    let bytes = noise(u64::from(seed), 512);
    on_big_stack(|| {
        let mut script = parse(source)?;
        let mut pick = Choice::new(&bytes);
        for round in 0..=pick.below(4) {
            edit(&mut script, &mut pick, aim, seed.wrapping_add(u32::try_from(round).unwrap_or(0)));
        }
        print(&script)
    })
}

/// Puts a piece of `donor` into `source`. `None` when either is no program.
#[must_use]
pub fn cross(source: &str, donor: &str, seed: u32) -> Option<String> {
    let bytes = noise(u64::from(seed), 64);
    on_big_stack(|| {
        let (mut script, mut donor) = (parse(source)?, parse(donor)?);
        let mut pick = Choice::new(&bytes);
        if pick.chance(1, 2) {
            let expression = some_expression(&mut donor, &mut pick)?;
            replace_expression(&mut script, &mut pick, expression);
        } else {
            let statement = some_statement(&mut donor, &mut pick)?;
            insert(&mut script, &mut pick, statement);
        }
        print(&script)
    })
}

/// Whether swc's parser takes `source` as a script without errors.
#[must_use]
pub fn parses(source: &str) -> bool {
    on_big_stack(|| parse(source).is_some())
}

/// Parsers, visitors and drops of trees recurse as deep as a hostile program nests.
fn on_big_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::grow(256 << 20, work)
}

fn edit(script: &mut Script, pick: &mut Choice<'_>, aim: Aim, seed: u32) {
    match pick.below(13) {
        0 | 1 => {
            if let Some(made) = generated_expression(aim, seed) {
                replace_expression(script, pick, made);
            }
        }
        2 => {
            if let Some(copy) = some_expression(script, pick) {
                replace_expression(script, pick, copy);
            }
        }
        3 => swap(script, pick),
        4 | 5 => wrap_expression(script, pick),
        6 => wrap_statement(script, pick),
        7 => at_some_list(script, pick, &mut |list, pick| {
            if list.len() > 1 {
                list.remove(pick.below(list.len()));
            }
        }),
        8 => {
            if let Some(copy) = some_statement(script, pick) {
                insert(script, pick, copy);
            }
        }
        9 => {
            let text = fragment(&noise(u64::from(seed) << 8, 256), aim, true);
            for statement in parse(&text).map(|s| s.body).unwrap_or_default() {
                insert(script, pick, statement);
            }
        }
        10 => rename_one(script, pick),
        11 => change_key(script, pick, aim),
        _ => change_token(script, pick),
    }
}

fn generated_expression(aim: Aim, seed: u32) -> Option<Expr> {
    only_expression(&fragment(&noise(u64::from(seed) << 8 | 1, 256), aim, false))
}

/// The expression that `text` is.
fn only_expression(text: &str) -> Option<Expr> {
    match parse(&format!("({text}\n)"))?.body.pop()? {
        Stmt::Expr(ExprStmt { expr, .. }) => Some(*expr),
        _ => None,
    }
}

fn some_expression(script: &mut Script, pick: &mut Choice<'_>) -> Option<Expr> {
    let mut found = None;
    let at = pick.below(count(script).expressions);
    at_expression(script, at, &mut |e| found = Some(e.clone()));
    found
}

fn some_statement(script: &mut Script, pick: &mut Choice<'_>) -> Option<Stmt> {
    let mut found = None;
    at_some_list(script, pick, &mut |list, pick| {
        if !list.is_empty() {
            found = list.get(pick.below(list.len())).cloned();
        }
    });
    found
}

fn replace_expression(script: &mut Script, pick: &mut Choice<'_>, with: Expr) {
    let mut with = Some(parenthesised(with));
    let at = pick.below(count(script).expressions);
    at_expression(script, at, &mut |e| {
        if let Some(with) = with.take() {
            *e = with;
        }
    });
}

fn at_some_list(script: &mut Script, pick: &mut Choice<'_>, change: &mut dyn FnMut(&mut Vec<Stmt>, &mut Choice<'_>)) {
    let number = pick.below(count(script).lists);
    at_list(script, number, &mut |list| change(list, pick));
}

fn insert(script: &mut Script, pick: &mut Choice<'_>, statement: Stmt) {
    let mut statement = Some(statement);
    at_some_list(script, pick, &mut |list, pick| {
        if let Some(statement) = statement.take() {
            list.insert(pick.below(list.len() + 1), statement);
        }
    });
}

fn swap(script: &mut Script, pick: &mut Choice<'_>) {
    let total = count(script).expressions;
    let (first, second) = (pick.below(total), pick.below(total));
    let (mut a, mut b) = (None, None);
    at_expression(script, first, &mut |e| a = Some(e.clone()));
    at_expression(script, second, &mut |e| b = Some(e.clone()));
    let (Some(a), Some(b)) = (a, b) else { return };
    // The later one first: what stands before it keeps its index.
    let ((early, for_early), (late, for_late)) =
        if first < second { ((first, b), (second, a)) } else { ((second, a), (first, b)) };
    for (at, with) in [(late, for_late), (early, for_early)] {
        let mut with = Some(parenthesised(with));
        at_expression(script, at, &mut |e| {
            if let Some(with) = with.take() {
                *e = with;
            }
        });
    }
}

fn wrap_expression(script: &mut Script, pick: &mut Choice<'_>) {
    let Some(mut around) = only_expression(pick.one(AROUND_EXPRESSIONS)) else { return };
    let at = pick.below(count(script).expressions);
    at_expression(script, at, &mut |e| {
        Hole::Expression(parenthesised(e.clone())).fill_expression(&mut around);
        *e = parenthesised(around.clone());
    });
}

fn wrap_statement(script: &mut Script, pick: &mut Choice<'_>) {
    let Some(around) = parse(pick.one(AROUND_STATEMENTS)).and_then(|mut s| s.body.pop()) else { return };
    at_some_list(script, pick, &mut |list, pick| {
        let at = pick.below(list.len());
        if let Some(statement) = list.get_mut(at) {
            let mut around = around.clone();
            Hole::Statement(statement.clone()).fill_statement(&mut around);
            *statement = around;
        }
    });
}

fn rename_one(script: &mut Script, pick: &mut Choice<'_>) {
    let names = names(script);
    if names.is_empty() {
        return;
    }
    let from = names[pick.below(names.len())].clone();
    let to =
        if pick.chance(1, 2) { pick.one(SEAM_NAMES).to_owned() } else { names[pick.below(names.len())].to_string() };
    rename(script, &from, &to);
}

/// Makes a property access lead elsewhere, or spells its key in another way.
fn change_key(script: &mut Script, pick: &mut Choice<'_>, aim: Aim) {
    let members = count(script).members;
    let key = if aim == Aim::Reach { pick.one(SEAM_KEYS) } else { pick.one(&["length", "name", "valueOf", "a", "0"]) };
    let spelled = Generator::new(Choice::new(&noise(u64::from(pick.bits()), 32)), aim, false, 8).key_spelling(key);
    let Some(key) = only_expression(&spelled) else { return };
    let mut left = pick.below(members);
    tree::each_member(script, &mut |member| {
        if left == 0
            && let MemberProp::Ident(_) | MemberProp::Computed(_) = member
        {
            *member = tree::computed(key.clone());
        }
        left = left.wrapping_sub(1);
    });
}

/// Another literal, or another operator between the same operands.
fn change_token(script: &mut Script, pick: &mut Choice<'_>) {
    let literal = only_expression(pick.one(LITERALS));
    let operator = pick.one(BINARY);
    let like = only_expression(&format!("(0) {operator} (0)"));
    let mut at = pick.below(count(script).tokens);
    tree::each_expression(script, &mut |e| {
        if !matches!(e, Expr::Lit(_) | Expr::Bin(_)) {
            return;
        }
        if at == 0 {
            match (&mut *e, &literal, &like) {
                (Expr::Lit(_), Some(new), _) => *e = new.clone(),
                (Expr::Bin(bin), _, Some(Expr::Paren(like))) => {
                    if let Expr::Bin(like) = &*like.expr {
                        bin.op = like.op;
                        for side in [&mut bin.left, &mut bin.right] {
                            **side = parenthesised((**side).clone());
                        }
                    }
                }
                _ => {}
            }
        }
        at = at.wrapping_sub(1);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::program;

    #[test]
    fn mutants_of_programs_are_programs() {
        let (mut valid, mut made, mut source) = (0, 0, String::from("let a = 1; a === 1;"));
        for seed in 0..400 {
            if seed % 20 == 0 {
                source = program(&noise(seed.into(), 2048), Aim::Reach);
            }
            let Some(mutant) = mutate(&source, seed, Aim::Reach) else { continue };
            made += 1;
            if parses(&mutant) {
                valid += 1;
                source = mutant;
            } else if std::env::var_os("SHOW").is_some() {
                println!("{mutant}\n------");
            }
        }
        println!("{valid} of {made} mutants parse");
        assert!(made > 300 && valid * 10 >= made * 8, "{valid} of {made} mutants parse");
    }

    #[test]
    fn what_is_no_program_stays_with_the_byte_mutator() {
        assert_eq!(mutate("let let = (", 1, Aim::Language), None);
        // An assertion of the parser, where those are compiled in.
        assert_eq!(mutate("(1, import(...a) => a)", 1, Aim::Language), None);
        assert_eq!(cross("1;", "(", 1), None);
    }

    #[test]
    fn a_donor_leaves_a_piece() {
        let crossed = (0..40).filter_map(|seed| cross("one; two(3);", "alpha.beta;", seed)).collect::<Vec<_>>();
        assert!(crossed.iter().any(|text| text.contains("alpha") && text.contains("two")), "{crossed:?}");
    }

    #[test]
    fn every_wrapping_parses_and_holds_its_hole() {
        for text in AROUND_EXPRESSIONS.iter().chain(AROUND_STATEMENTS) {
            assert!(text.contains("HOLE") && parse(text).is_some(), "{text}");
        }
    }
}
