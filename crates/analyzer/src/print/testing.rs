//! Checks of the printer for tests and fuzzing. Not part of the interface.

use swc_common::{EqIgnoreSpan, FileName, SourceMap, sync::Lrc};
use swc_ecma_ast::{EsVersion, Script};
use swc_ecma_parser::{EsSyntax, Parser, StringInput, Syntax, lexer::Lexer};

use crate::Program;

/// Prints a script without judging it.
///
/// # Errors
/// What the parser says about a text that is not a script.
pub fn print(source: &str) -> Result<Program, String> {
    let (script, start) = parse(source)?;
    super::print(script, source, start).map_err(|error| error.to_string())
}

/// Prints a script and reads the text again: it must be the script that was printed.
///
/// # Errors
/// What the parser says about a text that is not a script, or how the two differ.
pub fn round_trip(source: &str) -> Result<(), String> {
    let (script, start) = parse(source)?;
    let (woven, program) = super::weave(script, source, start).map_err(|error| error.to_string())?;
    differs(&woven, &program.text).map_or(Ok(()), Err)
}

/// How `text` differs from the script it was printed from.
pub(super) fn differs(script: &Script, text: &str) -> Option<String> {
    match parse(text) {
        Err(error) => Some(format!("the printed text does not parse: {error}\n{text}")),
        Ok((again, _)) if again.eq_ignore_span(script) => None,
        Ok(_) => Some(format!("the printed text is another program:\n{text}")),
    }
}

fn parse(source: &str) -> Result<(Script, swc_common::BytePos), String> {
    let sources: Lrc<SourceMap> = Lrc::default();
    let file = sources.new_source_file(FileName::Anon.into(), source.to_owned());
    let lexer = Lexer::new(Syntax::Es(EsSyntax::default()), EsVersion::EsNext, StringInput::from(&*file), None);
    let mut parser = Parser::new_from(lexer);
    let script = parser.parse_script().map_err(|error| format!("{:?}", error.kind()))?;
    match parser.take_errors().first() {
        Some(error) => Err(format!("{:?}", error.kind())),
        None => Ok((script, file.start_pos)),
    }
}
