//! Prints the program that runs: canonical text of the AST that was judged, with safepoints woven in, completion values
//! made explicit, and engine faults desugared; and the way back to the user's own text.
//!
//! The text is printed from the AST, never copied from the source, so the engine's parser sees no comment, hashbang,
//! HTML-like comment or escaped identifier that it could read otherwise than the analyzer did.

#![expect(clippy::unnecessary_box_returns, clippy::vec_box, reason = "the AST holds its expressions in boxes")]

mod build;
mod completion;
mod fresh;
mod late;
mod line_ends;
mod mend;
mod own_counter;
mod safepoint;
mod survey;
pub mod testing;
mod writer;

use std::io;

use swc_common::BytePos;
use swc_ecma_ast::Script;
use swc_ecma_visit::VisitMutWith;

use self::{fresh::Names, safepoint::Weaver, survey::Survey, writer::Marks};
use crate::Program;

/// Prints `script`, which was parsed from `source` with `start` as the position of its first byte.
///
/// # Errors
/// None in practice: swc's code generator writes into memory.
pub(crate) fn print(script: Script, source: &str, start: BytePos) -> io::Result<Program> {
    let (woven, program) = weave(script, source, start)?;
    // The printed text is longer and nested deeper than the source that the stack was made for.
    debug_assert_eq!(crate::stack::grown(program.text.len(), || testing::differs(&woven, &program.text))?, None);
    Ok(program)
}

/// Prints `script` and answers it as it was printed, too.
fn weave(mut script: Script, source: &str, start: BytePos) -> io::Result<(Script, Program)> {
    script.shebang = None;
    let names = Names::for_program(&script, source);
    let survey = Survey::of(&script);
    line_ends::unify(&mut script, source);
    mend::async_call::mend(&mut script, source);
    mend::length::mend(&mut script, &survey);
    mend::nested_this::mend(&mut script, &survey);
    mend::redeclared_param::mend(&mut script, &survey);
    mend::pattern::mend(&mut script, &survey, &names);
    mend::dead_zone::mend(&mut script, &survey, &names);
    mend::exponent::mend(&mut script, &survey, &names);
    mend::arguments_key::mend(&mut script, source);
    let keys = mend::class_key::mend(&mut script, source, &names);
    mend::field_initializer::mend(&mut script, source, &names);
    mend::tag::mend(&mut script, source);
    if survey.labels {
        mend::label_name::mend(&mut script, &names);
        mend::label_chain::mend(&mut script);
    }
    completion::make_explicit(&mut script, &names);
    if survey.labels {
        mend::labelled_break::mend(&mut script, &names);
    }
    mend::dead_zone::hold_switch_scopes(&mut script, &survey);
    if keys {
        script.body.insert(build::directives(&script.body), build::declaration(vec![(names.with("c"), None)]));
    }
    let mut marks = Marks::default();
    script.visit_mut_with(&mut Weaver::new(&names, &survey, &mut marks));
    let printed = writer::emit(&script, &marks, source, start)?;
    let program = Program {
        source: source.to_owned(),
        text: printed.text,
        prefix: names.prefix,
        positions: printed.positions,
        functions: printed.functions,
    };
    Ok((script, program))
}
