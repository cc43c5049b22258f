//! What must hold for any text: an answer, the same answer twice, in order, with places inside the text.

use mikoshi_analyzer::{analyze, analyze_bytes};
use mikoshi_types::{Code, Diagnostic, Limits, Policy, Severity};

/// Pieces that programs and attacks are made of.
const PIECES: &[&str] = &[
    "a",
    "b",
    "é",
    "😀",
    "\u{2028}",
    "\u{FEFF}",
    "\n",
    "\t",
    " ",
    " ",
    " ",
    ";",
    ",",
    ".",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "=>",
    "=",
    "==",
    "+",
    "-",
    "*",
    "**",
    "/",
    "!",
    "?",
    ":",
    "?.",
    "...",
    "#",
    "@",
    "\\u0061",
    "\\u{62}",
    "'",
    "\"",
    "`",
    "${",
    "//",
    "/*",
    "*/",
    "<!--",
    "-->",
    "#!",
    "1",
    "0x1",
    "1n",
    "'constructor'",
    "\"con\"+'structor'",
    "constructor",
    "__proto__",
    "process",
    "eval",
    "console",
    "function ",
    "class ",
    "extends ",
    "super",
    "static ",
    "get ",
    "set ",
    "async ",
    "await ",
    "yield ",
    "import ",
    "export ",
    "from ",
    "const ",
    "let ",
    "var ",
    "of ",
    "in ",
    "for(",
    "while(",
    "if(",
    "else ",
    "do ",
    "switch(",
    "case ",
    "default:",
    "try{",
    "}catch(",
    "}finally{",
    "return ",
    "throw ",
    "new ",
    "new.target",
    "import.meta",
    "delete ",
    "typeof ",
    "void ",
    "with(",
    "debugger;",
    "this",
    "null",
    "true",
    "```",
    "“",
    "/[/]/g",
    "|| ",
    "&& ",
    "?? ",
    "<div>",
    ": number",
    "Object.getOwnPropertyDescriptor(",
    "Reflect.get(",
    "\0",
];

/// A small generator of pseudo-random numbers, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % n
    }
}

fn judge(source: &str) -> (bool, Vec<Diagnostic>) {
    match analyze(source, &Policy::default(), &Limits::default()) {
        Ok(accepted) => (true, accepted.warnings),
        Err(rejection) => (false, rejection.diagnostics),
    }
}

fn check(source: &str) {
    let (accepted, findings) = judge(source);
    assert_eq!((accepted, &findings), (judge(source).0, &judge(source).1), "{source:?}");
    assert_eq!(accepted, findings.iter().all(|d| d.severity != Severity::Error), "{source:?}");
    let mut last = 0;
    for finding in &findings {
        // swc asserts, in debug builds only, that a regular expression after an HTML-like comment begins with `/`.
        let html_comment = source.contains("<!--") || source.contains("-->");
        assert!(finding.code != Code::ANALYSIS_FAULT || html_comment, "{source:?}");
        let spans = finding.span.into_iter().chain(finding.labels.iter().map(|l| l.span));
        for span in spans {
            assert!(source.get(span.start as usize..span.end as usize).is_some(), "{source:?} {finding:?}");
        }
        if let Some(span) = finding.span {
            assert!(span.start >= last, "{source:?}: not in order");
            last = span.start;
        }
    }
}

#[test]
fn any_soup_of_pieces_gets_a_sound_answer() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..4_000 {
        let length = 1 + random.below(24);
        let source: String = (0..length).map(|_| PIECES[random.below(PIECES.len())]).collect();
        check(&source);
    }
}

#[test]
fn any_cut_of_a_program_gets_a_sound_answer() {
    let program = "#!/usr/bin/env node\nclass A extends B { static #x = `a${[1, {...c}]}`; get 'é'() { return super.y; } }\n\
                   const { constructor: k = 'con' + \"structor\", ...rest } = eval; label: for (const [😀] of x?.[k]) {}\n";
    for (cut, _) in program.char_indices() {
        check(&program[..cut]);
        check(&program[cut..]);
    }
}

#[test]
fn bytes_that_are_no_text_are_rejected_with_their_place() {
    let rejection = analyze_bytes(b"true\n\xFF", &Policy::default(), &Limits::default()).unwrap_err();
    let first = &rejection.diagnostics[0];
    assert_eq!(first.code, Code::INVALID_UTF8);
    assert_eq!(first.message, "the source is not UTF-8: the byte 0xFF at offset 5 (line 2, column 1)");
}

#[test]
fn the_size_limit_is_exact() {
    let text = format!("{}true", " ".repeat(10_236));
    assert!(judge(&text).0);
    let (accepted, findings) = judge(&format!(" {text}"));
    assert!(!accepted);
    assert_eq!(findings[0].code, Code::SOURCE_TOO_LARGE);
    assert_eq!(findings[0].message, "the source has 10241 bytes, 1 more than the limit of 10240");
}

#[test]
fn what_stands_before_the_program_is_no_part_of_it() {
    for source in ["\u{FEFF}true", "#!/usr/bin/env node\ntrue", "\u{FEFF}#!x\ntrue", "", " ", "// only a comment"] {
        assert_eq!(judge(source), (true, Vec::new()), "{source:?}");
    }
    let (_, findings) = judge("\u{FEFF}eval('1')");
    let span = findings[0].span.unwrap();
    assert_eq!((span.start, span.end, span.line), (3, 7, 1));
    // A line separator ends the hashbang, so the code after it counts.
    assert!(!judge("#!x\u{2028}eval('1')").0);
    assert!(!judge("// x\u{2028}eval('1')").0);
}

#[test]
fn fifty_findings_and_a_count() {
    let (accepted, findings) = judge(&format!("{}{}", "x1;".repeat(3), "eval;".repeat(80)));
    assert!(!accepted);
    assert_eq!(findings.len(), 51);
    assert_eq!(findings[50].message, "31 more findings are not listed");
    // Warnings never crowd out the error.
    let names = (0..80).fold(String::new(), |all, i| format!("{all}unknown{i};"));
    let (accepted, findings) = judge(&format!("{names}eval"));
    assert!(!accepted);
    assert!(findings.iter().any(|d| d.code == Code::DYNAMIC_CODE && d.span.is_some()));
}
