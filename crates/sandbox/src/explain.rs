//! The pages of the diagnostic codes.

use mikoshi_types::Code;

/// The page of a code in Markdown: what `mikoshi explain` prints and what stands under `docs/codes`.
///
/// ```
/// use mikoshi_sandbox::{Code, explain};
/// assert!(explain(Code::FORBIDDEN_NAME).starts_with("# MK1001: "));
/// ```
#[must_use]
pub fn explain(code: Code) -> String {
    let info = code.info();
    let severity = match info.severity {
        mikoshi_types::Severity::Error => "error",
        mikoshi_types::Severity::Warning => "warning",
        _ => "advice",
    };
    let example = |text: &str| format!("```{}\n{text}\n```\n", language(code, text));
    let help = if info.help.is_empty() { String::new() } else { format!("\n## What to do\n\n{}\n", info.help) };
    [
        format!("# {code}: {}\n\n`{}`, {severity}\n\n{}\n\n", info.title, info.slug, info.explanation),
        format!("## Why\n\n{}\n\n", info.why),
        format!("## Gets it\n\n{}\n## Does not\n\n{}", example(info.rejected), example(info.accepted)),
        help,
    ]
    .concat()
}

/// What an example is written in: some rows describe a program that cannot be shown.
fn language(code: Code, example: &str) -> &'static str {
    let described = match code {
        Code::SOURCE_TOO_LARGE => true,
        Code::INVALID_UTF8
        | Code::TOO_DEEP
        | Code::ANALYSIS_FAULT
        | Code::HIDDEN_CHARACTER
        | Code::WORKER_CRASHED
        | Code::WORKER_PROTOCOL => example == code.info().rejected,
        Code::BAD_REQUEST => return "json",
        _ => false,
    };
    if described { "text" } else { "js" }
}
