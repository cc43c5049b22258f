//! Policy files: well-formed, nearly well-formed and hostile, in TOML and in JSON.

use mikoshi_types::names::{DEFAULT_GLOBALS, EXTENDED_GLOBALS, FORBIDDEN};

use super::Choice;

const KEYS: &[&str] = &["extends", "allow", "forbid", "constructor_access", "deterministic", "limits"];
const LIMITS: &[&str] = &["timeout_ms", "memory_mib", "code_bytes", "stack_frames", "output_bytes", "ticks"];
/// Keys that are not known, one slip away from those that are.
const SLIPS: &[&str] = &["alow", "Extends", "allow ", "forbidden", "", "__proto__", "globals", "limit", "constructor"];
const NUMBERS: &[&str] = &["1", "250", "4096", "100"];
const BAD_NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1.5",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "1e3",
    "4294967296",
    "3600000",
    "3600001",
    "\"5\"",
    "true",
];

/// One of `good` in nine of ten cases, else one of `bad`.
fn mostly(pick: &mut Choice<'_>, good: &'static [&'static str], bad: &'static [&'static str]) -> &'static str {
    if pick.chance(1, 10) { pick.one(bad) } else { pick.one(good) }
}

/// The text of a policy file and whether it is meant as JSON.
#[must_use]
pub fn policy_text(bytes: &[u8]) -> (String, bool) {
    let mut pick = Choice::new(bytes);
    let json = pick.chance(1, 2);
    let mut entries: Vec<(String, String)> = Vec::new();
    for _ in 0..=pick.below(5) {
        let key = mostly(&mut pick, KEYS, SLIPS);
        let value = value(&mut pick, key, json);
        // A key twice is an error of the format; now and then it should be one.
        if pick.chance(1, 12) || entries.iter().all(|(k, _)| k != key) {
            entries.push((key.to_owned(), value));
        }
    }
    let (separator, ends) = if json { (", ", ("{", "}")) } else { ("\n", ("", "\n")) };
    let lines: Vec<_> = entries
        .iter()
        .map(|(key, value)| if json { format!("{key:?}: {value}") } else { format!("{key:?} = {value}") })
        .collect();
    let mut text = format!("{}{}{}", ends.0, lines.join(separator), ends.1);
    if pick.chance(1, 10) {
        text.truncate((0..=pick.below(text.len())).rev().find(|&n| text.is_char_boundary(n)).unwrap_or(0));
    }
    (text, json)
}

fn value(pick: &mut Choice<'_>, key: &str, json: bool) -> String {
    if pick.chance(1, 12) {
        return pick.one(&["1", "\"x\"", "[]", "[[[]]]", "true", "[1]", "\"\\u0000\""]).to_owned();
    }
    match key {
        "extends" => mostly(pick, &["\"default\"", "\"extended\""], &["\"all\"", "\"Default\"", "\"\""]).to_owned(),
        "constructor_access" => mostly(pick, &["\"deny\"", "\"allow\""], &["\"ALLOW\"", "\"\""]).to_owned(),
        "deterministic" if !pick.chance(1, 4) => {
            let colon = if json { ":" } else { " =" };
            let quote = if json { "\"" } else { "" };
            format!(
                "{{ {quote}seed{quote}{colon} 1, {quote}epoch_ms{quote}{colon} {} }}",
                mostly(pick, NUMBERS, BAD_NUMBERS)
            )
        }
        "deterministic" => table(pick, &["seed", "epoch_ms", "seed", "epoch_ms", "clock"], json),
        "limits" => table(pick, LIMITS, json),
        _ => names(pick),
    }
}

fn names(pick: &mut Choice<'_>) -> String {
    let names: Vec<_> = (0..pick.below(5))
        .map(|_| match pick.below(12) {
            0..=3 => pick.one(DEFAULT_GLOBALS).to_owned(),
            4..=9 => pick.one(EXTENDED_GLOBALS).to_owned(),
            10 => FORBIDDEN.get(pick.below(FORBIDDEN.len())).map_or("eval", |f| f.name).to_owned(),
            _ => pick
                .one(&[
                    "ev\u{200d}al",
                    " eval",
                    "EVAL",
                    "\u{ff45}val",
                    "Sybmol",
                    "constructor",
                    "__proto__",
                    "",
                    "Intl",
                ])
                .to_owned(),
        })
        .map(|name| format!("{name:?}"))
        .collect();
    format!("[{}]", names.join(", "))
}

fn table(pick: &mut Choice<'_>, keys: &[&str], json: bool) -> String {
    let mut rows: Vec<(&str, &str)> = Vec::new();
    for _ in 0..pick.below(5) {
        let key = pick.one(keys);
        if rows.iter().all(|(k, _)| *k != key) {
            rows.push((key, mostly(pick, NUMBERS, BAD_NUMBERS)));
        }
    }
    let rows: Vec<_> =
        rows.iter().map(|(k, v)| if json { format!("{k:?}: {v}") } else { format!("{k} = {v}") }).collect();
    format!("{{ {} }}", rows.join(", "))
}
