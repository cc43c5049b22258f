//! The rejection as a report: for miette, as an error, and as data.
#![expect(clippy::unwrap_used, reason = "a helper of tests")]

use miette::Diagnostic as _;
use mikoshi_analyzer::{Rejection, analyze};
use mikoshi_types::{Code, ConstructorAccess, Limits, Policy};

fn rejected(source: &str) -> Rejection {
    analyze(source, &Policy::default(), &Limits::default()).unwrap_err()
}

#[test]
fn a_rejection_is_one_report_with_the_others_related() {
    let rejection = rejected("console.log(1);\nprocess.exit();\neval('1')");
    assert_eq!(
        rejection.to_string(),
        "`process` is not available: it gives the host process, its environment and its exit"
    );
    assert_eq!(rejection.code().unwrap().to_string(), "MK1001");
    assert!(rejection.url().unwrap().to_string().ends_with("/MK1001.md"));
    let related: Vec<String> = rejection.related().unwrap().map(|d| d.code().unwrap().to_string()).collect();
    assert_eq!(related, ["MK1002", "MK1003"]);
    let label = rejection.labels().unwrap().next().unwrap();
    assert_eq!((label.offset(), label.len(), label.primary()), (16, 7, true));
    let error: &dyn std::error::Error = &rejection;
    assert!(error.source().is_none());
}

#[test]
fn a_key_in_pieces_tells_its_story() {
    let rejection = rejected("const piece = 'stru';\nconst name = `con${piece}ct${'o'}r`;\nString[name]");
    let finding = &rejection.diagnostics[0];
    assert_eq!(finding.code, Code::CONSTRUCTOR_REACH);
    assert_eq!(finding.label.as_deref(), Some("evaluates to `constructor`"));
    let places: Vec<_> = finding.labels.iter().map(|l| (l.span.line, l.span.column, l.message.as_str())).collect();
    assert_eq!(places[0], (2, 7, "bound here"));
    assert_eq!(places[1], (2, 15, "a piece of the key"));
    assert_eq!(places[2], (1, 7, "bound here"));
    assert_eq!(places[3], (1, 15, "a piece of the key"));
}

#[test]
fn as_data_it_has_the_findings_alone() {
    let json = serde_json::to_value(rejected("eval")).unwrap();
    assert_eq!(json["diagnostics"][0]["code"], "MK1003");
    assert_eq!(json["diagnostics"][0]["span"]["end"], 4);
    assert!(json.get("source").is_none());
}

#[test]
fn a_policy_may_allow_reads_of_constructor_and_of_nothing_else() {
    let policy = Policy::default().with_constructor_access(ConstructorAccess::Allow);
    let limits = Limits::default();
    assert!(analyze("[].constructor === Array", &policy, &limits).is_ok());
    assert!(analyze("[].__proto__", &policy, &limits).is_err());
    assert!(analyze("({}).__lookupGetter__('a')", &policy, &limits).is_err());
}

#[test]
fn help_fits_the_case() {
    let help = |source: &str| {
        let findings = match analyze(source, &Policy::default(), &Limits::default()) {
            Ok(accepted) => accepted.warnings,
            Err(rejection) => rejection.diagnostics,
        };
        findings[0].help.clone().unwrap()
    };
    assert!(help("const assert = require('assert'); assert(true)").contains("actual === expected"));
    assert!(help("import { readFileSync } from 'fs'; true").contains("no files"));
    assert!(help("console.log(1); true").contains("no output"));
    assert!(help("return true").contains("`ok;` instead of `return ok;`"));
    assert!(help("const result = 1; reslut === 1").contains("did you mean `result`?"));
    assert!(help("new Function('return 1')").contains("function expression"));
    assert!(help("Symbol.iterator").contains("extended"));
}
