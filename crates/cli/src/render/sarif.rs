//! SARIF 2.1.0, the form that code scanning tools read.

use mikoshi_sandbox::codes::CODES;
use mikoshi_sandbox::{CodeInfo, Diagnostic, LineIndex, Severity, Span};
use serde_json::{Value, json};

/// One program and what was found in it.
pub(crate) struct Findings<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
    pub(crate) diagnostics: &'a [Diagnostic],
}

/// The log of one run over several programs. The rules are the table of codes.
pub(crate) fn log(files: &[Findings<'_>]) -> Value {
    let results: Vec<Value> = files
        .iter()
        .flat_map(|file| {
            let index = LineIndex::new(file.text);
            file.diagnostics.iter().map(move |d| result(file, &index, d))
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "mikoshi",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": CODES.iter().map(rule).collect::<Vec<_>>(),
            } },
            "columnKind": "utf16CodeUnits",
            "newlineSequences": ["\r\n", "\n", "\r", "\u{2028}", "\u{2029}"],
            "results": results,
        }],
    })
}

fn rule(info: &CodeInfo) -> Value {
    // Advice of a rule may not be empty; where the table has none, the explanation is all there is.
    let help = if info.help.is_empty() { info.explanation } else { info.help };
    json!({
        "id": info.code,
        "name": info.slug,
        "shortDescription": { "text": info.title },
        "fullDescription": { "text": info.explanation },
        "help": { "text": help },
        "helpUri": info.code.url(),
        "defaultConfiguration": { "level": level(info.severity) },
    })
}

fn result(file: &Findings<'_>, index: &LineIndex<'_>, diagnostic: &Diagnostic) -> Value {
    let message = match &diagnostic.help {
        Some(help) => format!("{}. {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut related: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| {
            let place = place(file, index, Some(label.span));
            json!({ "physicalLocation": place, "message": { "text": label.message } })
        })
        .collect();
    // The standard wants each but once.
    let mut seen = Vec::new();
    related.retain(|location| {
        !seen.contains(location) && {
            seen.push(location.clone());
            true
        }
    });
    json!({
        "ruleId": diagnostic.code,
        "ruleIndex": CODES.iter().position(|info| info.code == diagnostic.code),
        "level": level(diagnostic.severity),
        "message": { "text": message },
        "locations": [{ "physicalLocation": place(file, index, diagnostic.span) }],
        "relatedLocations": related,
    })
}

fn place(file: &Findings<'_>, index: &LineIndex<'_>, span: Option<Span>) -> Value {
    let artifact = json!({ "uri": uri(file.name) });
    let Some(span) = span else { return json!({ "artifactLocation": artifact }) };
    let end = index.span(span.end as usize, span.end as usize);
    // A program that is not text has a place, but no text to count the end in.
    let end = if (end.line, end.column_utf16) < (span.line, span.column_utf16) { span } else { end };
    json!({
        "artifactLocation": artifact,
        "region": {
            "startLine": span.line, "startColumn": span.column_utf16, "endLine": end.line, "endColumn": end.column_utf16,
            "byteOffset": span.start, "byteLength": span.end.saturating_sub(span.start),
        },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        _ => "note",
    }
}

/// A path as a relative reference of RFC 3986.
fn uri(name: &str) -> String {
    use std::fmt::Write;
    let mut uri = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.' | b'~') {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("a b/ü.js"), "a%20b/%C3%BC.js");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }
}
