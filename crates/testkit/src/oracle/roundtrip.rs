//! Any script: what is printed is the same program to swc, and a program to the engine if the original is one.

use mikoshi_analyzer::{Program, Rejection, analyze, testing};
use mikoshi_runtime::Realm;
use mikoshi_types::{Code, Limits, Policy};

use super::engine_panic::{contained, inside_engine};
use super::{Checked, Fault, Seen};

const ORACLE: &str = "roundtrip";
/// Reserved, not touched. Unoptimised code takes several times the stack of what runs in production.
const STACK: usize = 1 << 30;

/// Prints `source`, judged or not, and reads the text again.
///
/// # Errors
/// How the two programs differ.
pub fn roundtrip(source: &str) -> Checked {
    let fault = |what: String| Fault::new(ORACLE, what, source);
    // Early errors are found after parsing and before printing. What a policy has against a program is no matter here.
    let mut limits = Limits::default();
    limits.code_bytes = 64 << 10;
    let policy = Policy::extended();
    let is_malformed = |rejection: &Rejection| rejection.diagnostics.iter().any(|d| d.code.number() < 1000);
    if analyze(source, &policy, &limits).err().as_ref().is_some_and(is_malformed) {
        return Ok(Seen::Malformed);
    }
    // Parsers and trees recurse; the analyzer grows the stack itself, its parts do not.
    let printed = contained(|| {
        stacker::grow(STACK, || match testing::print(source) {
            Err(_) => Ok(None),
            Ok(program) => testing::round_trip(source).map(|()| Some(program)),
        })
    });
    let Some(program) = printed.and_then(|p| p).map_err(fault)? else { return Ok(Seen::Malformed) };
    judge(&program).map_err(fault)
}

/// Whether the engine takes the printed text wherever it takes the original.
fn judge(program: &Program) -> Result<Seen, String> {
    let refused = |program: &Program| inside_engine(|| Realm::new(&Policy::extended()).parse(program));
    match refused(program) {
        None => Ok(Seen::Taken(None)),
        Some(panic) if panic.code == Code::WORKER_CRASHED => {
            Err(format!("the engine's parser died: {}", panic.message))
        }
        Some(error) if refused(&Program::unwoven(&program.source)).is_none() => {
            Err(format!("the engine takes the original, but not what was printed: {}\n{}", error.message, program.text))
        }
        Some(_) => Ok(Seen::Refused),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_text_that_the_engine_refuses_fires() {
        let mut program = Program::unwoven("let a = 1; a");
        program.text = "let a = 1; let a = 2; a".to_owned();
        assert!(judge(&program).is_err());
    }

    #[test]
    fn what_neither_parser_takes_is_no_fault() {
        assert_eq!(roundtrip("let a = ;"), Ok(Seen::Malformed));
        assert_eq!(roundtrip("let a; let a;"), Ok(Seen::Malformed));
        assert_eq!(roundtrip("/(/"), Ok(Seen::Refused));
        assert_eq!(roundtrip("x = 1; x"), Ok(Seen::Taken(None)));
    }
}
