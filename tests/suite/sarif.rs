//! SARIF: what the command writes is what the standard (SARIF 2.1.0, OASIS, sections 3.13 to 3.52) says of the properties used.
//!
//! The schema below is written from the standard's text for the part that mikoshi writes, and is stricter than the official
//! one in that a property it does not name is a fault.

use std::fs;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::support::{fixtures, folder, mikoshi_with, path};

fn object(required: &[&str], properties: &Value) -> Value {
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}

fn list(items: &str, unique: bool) -> Value {
    json!({ "type": "array", "uniqueItems": unique, "items": { "$ref": format!("#/$defs/{items}") } })
}

fn schema() -> Validator {
    let level = json!({ "enum": ["none", "note", "warning", "error"] });
    let text = json!({ "type": "string", "minLength": 1 });
    let uri = json!({ "type": "string", "format": "uri" });
    let (one, zero) = (json!({ "type": "integer", "minimum": 1 }), json!({ "type": "integer", "minimum": 0 }));
    let message = json!({ "$ref": "#/$defs/message" });
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/$defs/log",
        "$defs": {
            "log": object(&["version", "runs"], &json!({
                "$schema": uri, "version": { "const": "2.1.0" }, "runs": list("run", false),
            })),
            "run": object(&["tool"], &json!({
                "tool": { "$ref": "#/$defs/tool" },
                "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
                "newlineSequences": { "type": "array", "minItems": 1, "uniqueItems": true, "items": text },
                "results": list("result", false),
            })),
            "tool": object(&["driver"], &json!({ "driver": { "$ref": "#/$defs/component" } })),
            "component": object(&["name"], &json!({
                "name": text, "version": text, "informationUri": uri, "rules": list("rule", true),
            })),
            "rule": object(&["id"], &json!({
                "id": text, "name": text, "shortDescription": message, "fullDescription": message, "help": message,
                "helpUri": uri, "defaultConfiguration": object(&[], &json!({ "level": level })),
            })),
            "result": object(&["message"], &json!({
                "ruleId": text, "ruleIndex": { "type": "integer", "minimum": -1 }, "level": level, "message": message,
                "locations": list("location", false), "relatedLocations": list("location", true),
            })),
            "location": object(&[], &json!({
                "physicalLocation": { "$ref": "#/$defs/place" }, "message": message,
            })),
            "place": object(&["artifactLocation"], &json!({
                "artifactLocation": object(&["uri"], &json!({ "uri": { "type": "string", "format": "uri-reference" } })),
                "region": object(&["startLine"], &json!({
                    "startLine": one, "startColumn": one, "endLine": one, "endColumn": one,
                    "byteOffset": zero, "byteLength": zero,
                })),
            })),
            "message": object(&["text"], &json!({ "text": text })),
        },
    });
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

/// The log about some programs, which must fit.
fn fits(schema: &Validator, args: &[&str], input: &[u8]) -> Value {
    let log = mikoshi_with(&[&["check", "--format", "sarif"][..], args].concat(), input).json();
    let faults: Vec<String> = schema.iter_errors(&log).map(|e| format!("{e} at {}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{args:?} {faults:#?}");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let region = &result["locations"][0]["physicalLocation"]["region"];
        let at = |line: &str, column: &str| (region[line].as_u64(), region[column].as_u64());
        assert!(at("startLine", "startColumn") <= at("endLine", "endColumn"), "{result:#}");
    }
    log
}

#[test]
fn logs_are_what_the_standard_says() {
    let schema = schema();
    let mut files: Vec<String> = Vec::new();
    let cases = ["mistakes", "cases/escapes", "cases/falsepositives"];
    for case in cases {
        let entries = fs::read_dir(fixtures().join(case)).unwrap();
        let programs = entries.map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "js"));
        files.extend(programs.map(|p| p.to_str().unwrap().to_owned()));
    }
    assert!(files.len() > 250, "{}", files.len());
    let all: Vec<&str> = files.iter().map(String::as_str).collect();
    let log = fits(&schema, &all, b"");
    assert!(log["runs"][0]["results"].as_array().unwrap().len() > 150);
}

#[test]
fn odd_programs_and_odd_names_fit_too() {
    let schema = schema();
    for program in ["true", "", "\u{FEFF}eval /* \u{202E} */", "eval\r\n\u{2028}eval", "'\u{1F600}'; eval"] {
        fits(&schema, &["-"], program.as_bytes());
    }
    fits(&schema, &["-"], b"tru\xff");
    fits(&schema, &["-"], &vec![b'x'; 20_000]);
    let folder = folder(&[("a b%20\u{FC}#?.js", b"eval"), ("c:d[1].js", b"eval")]);
    let paths = [path(&folder, "a b%20\u{FC}#?.js"), path(&folder, "c:d[1].js")];
    let log = fits(&schema, &[&paths[0], &paths[1]], b"");
    let uri =
        |i: usize| log["runs"][0]["results"][i]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert!(uri(0).as_str().unwrap().ends_with("/a%20b%2520%C3%BC%23%3F.js"), "{}", uri(0));
    assert!(uri(1).as_str().unwrap().ends_with("/c%3Ad%5B1%5D.js"), "{}", uri(1));
}

#[test]
fn the_schema_refuses_what_is_no_log() {
    let schema = schema();
    let log = fits(&schema, &["-"], b"const a = eval; a.constructor");
    let changes: [fn(&mut Value); 5] = [
        |log| log["version"] = "2.0.0".into(),
        |log| log["runs"][0]["tool"] = json!({}),
        |log| log["runs"][0]["results"][0]["level"] = "fatal".into(),
        |log| log["runs"][0]["results"][0]["message"] = json!({ "text": "" }),
        |log| log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0.into(),
    ];
    for change in changes {
        let mut changed = log.clone();
        change(&mut changed);
        assert!(!schema.is_valid(&changed));
    }
}
