//! The forms in which verdicts and findings are shown.

pub(crate) mod agent;
pub(crate) mod escape;
pub(crate) mod human;
pub(crate) mod sarif;
mod view;

use mikoshi_sandbox::{Code, Diagnostic};

/// The findings that tell a reader something: a warning about a name is none where the exception about that name follows
/// from it. The forms for machines have them all.
pub(crate) fn worth_telling(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    diagnostics.iter().filter(|warning| {
        let told = |d: &Diagnostic| {
            d.code == Code::UNCAUGHT_EXCEPTION && d.help.is_some() && d.span == warning.span && d.help == warning.help
        };
        warning.code != Code::UNKNOWN_NAME || warning.span.is_none() || !diagnostics.iter().any(told)
    })
}
