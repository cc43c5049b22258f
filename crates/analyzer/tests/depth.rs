//! Hostile nesting: whatever the shape, there is an answer, in time, and no stack overflows.

use std::time::{Duration, Instant};

use mikoshi_analyzer::analyze;
use mikoshi_types::{Code, Limits, Policy};

/// Shapes as (opening, middle, closing), repeated around the middle.
const SHAPES: &[(&str, &str, &str)] = &[
    ("(", "1", ")"),
    ("[", "1", "]"),
    ("{", "", "}"),
    ("({a:", "1", "})"),
    ("`${", "1", "}`"),
    ("!", "1", ""),
    ("-", "1", ""),
    ("- -", "1", ""),
    ("~", "1", ""),
    ("typeof ", "1", ""),
    ("void ", "1", ""),
    ("delete ", "a.b", ""),
    ("new ", "a", ""),
    ("++", "a", ""),
    ("a=>", "1", ""),
    ("()=>", "1", ""),
    ("(a)=>", "1", ""),
    ("async a=>", "1", ""),
    ("a?", "1", ":1"),
    ("a?1:", "1", ""),
    ("a**", "1", ""),
    ("a=", "1", ""),
    ("a+=", "1", ""),
    ("a,", "1", ""),
    ("", "1", "+1"),
    ("", "1", "&&1"),
    ("", "1", "||1"),
    ("", "1", "??1"),
    ("", "a", ".a"),
    ("", "a", "?.a"),
    ("", "a", "[0]"),
    ("", "a", "()"),
    ("", "a", "``"),
    ("a[", "1", "]"),
    ("a(", "1", ")"),
    ("a?.[", "1", "]"),
    ("f`${", "1", "}`"),
    ("[...", "1", "]"),
    ("a:", ";", ""),
    ("if(1)", ";", ""),
    ("if(1);else ", ";", ""),
    ("if(1){", "", "}"),
    ("for(;;)", ";", ""),
    ("for(a of b)", ";", ""),
    ("for(a in b)", ";", ""),
    ("while(1)", ";", ""),
    ("do ", ";", " while(1);"),
    ("do{", "", "}while(1)"),
    ("try{", "", "}finally{}"),
    ("try{}catch{", "", "}"),
    ("try{}catch{}finally{", "", "}"),
    ("with(a)", ";", ""),
    ("switch(1){case 1:", "", "}"),
    ("switch(", "1", "){}"),
    ("function f(){", "", "}"),
    ("(function(){", "", "})"),
    ("(function(a=", "1", "){})"),
    ("function*f(){yield ", "1", "}"),
    ("(async()=>await ", "1", ")"),
    ("class A{m(){", "", "}}"),
    ("class A{static{", "", "}}"),
    ("class A{a=", "1", "}"),
    ("class A extends ", "B", "{}"),
    ("(class extends ", "B", "{})"),
    ("class A{[", "1", "](){}}"),
    ("({get a(){return ", "1", "}})"),
    ("({m(){", "", "}})"),
    ("({[", "1", "]:1})"),
    ("let[", "a", "]=1"),
    ("[", "a", "]=1"),
    ("({a:", "b", "}=1)"),
    ("(a=", "1", ")=>1"),
    ("([", "a", "])=>1"),
    ("({a:[", "b", "]})=>1"),
    ("import(", "1", ")"),
    ("return ", "1", ""),
    ("throw ", "1", ""),
    ("{a:", "", "}"),
    ("((", "a", ")=>1)"),
    ("(a,", "b", ")"),
    ("async(", "1", ")"),
    ("x=async(", "1", ")"),
    ("(x=", "1", ")"),
    ("a=[", "b", "]"),
    ("a={b:", "c", "}"),
    ("<a>", "1", "</a>"),
    ("/", "1", "/"),
    ("/*", "", ""),
    ("<!--", "", ""),
    ("\\u{", "61", "}"),
    ("@a ", "class A{}", ""),
    ("a\n++", "b", ""),
    ("let let=", "1", ""),
    ("yield ", "1", ""),
    ("await ", "1", ""),
    ("super.", "a", ""),
    ("a.#b in ", "1", ""),
    ("1 in ", "1", ""),
    ("a<", "1", ""),
    ("function f(a){'use strict';", "", "}"),
];

fn nested(shape: (&str, &str, &str), bytes: usize, closed: bool) -> String {
    let (open, middle, close) = shape;
    let times = bytes.saturating_sub(middle.len()) / (open.len() + if closed { close.len() } else { 0 }).max(1);
    let close = if closed { close.repeat(times) } else { String::new() };
    format!("{}{middle}{close}", open.repeat(times))
}

fn judge(source: &str) -> (Option<Code>, Duration) {
    let mut limits = Limits::default();
    limits.code_bytes = 2 << 20;
    let start = Instant::now();
    let first = analyze(source, &Policy::default(), &limits).err().and_then(|r| r.diagnostics.first().map(|d| d.code));
    (first, start.elapsed())
}

#[test]
fn every_shape_of_the_default_size_gets_an_answer() {
    for &shape in SHAPES {
        for closed in [true, false] {
            let (code, took) = judge(&nested(shape, 10_240, closed));
            assert_ne!(code, Some(Code::ANALYSIS_FAULT), "{shape:?}");
            assert!(took < Duration::from_secs(2), "{shape:?} closed {closed}: {took:?}");
        }
    }
}

#[test]
fn every_shape_of_a_mebibyte_gets_an_answer() {
    for &shape in SHAPES {
        for closed in [true, false] {
            let (code, took) = judge(&nested(shape, 1 << 20, closed));
            assert_ne!(code, Some(Code::ANALYSIS_FAULT), "{shape:?}");
            assert!(took < Duration::from_secs(20), "{shape:?} closed {closed}: {took:?}");
        }
    }
}

#[test]
fn legal_nesting_of_five_hundred_passes() {
    for shape in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{", "", "}"),
        ("`${", "1", "}`"),
        ("!", "1", ""),
        ("()=>", "1", ""),
        ("(function(){", "", "})"),
        ("if(1){", "", "}"),
        ("({a:", "1", "})"),
        ("Math.max(", "1", ")"),
    ] {
        let (open, middle, close) = shape;
        let source = format!("{}{middle}{}", open.repeat(500), close.repeat(500));
        assert_eq!(judge(&source).0, None, "{shape:?}");
    }
}

#[test]
fn long_chains_pass() {
    for piece in ["+1", "&&1", "||1", "-1", "*1", ",1", "+'a'"] {
        assert_eq!(judge(&format!("1{}", piece.repeat(2_000))).0, None, "{piece}");
    }
    assert_eq!(judge(&format!("[1]{}", ".concat([1])".repeat(800))).0, None);
}

#[test]
fn over_deep_is_named_with_its_place() {
    for open in ["(", "[", "{"] {
        let source = open.repeat(10_000);
        let mut limits = Limits::default();
        limits.code_bytes = 1 << 20;
        let rejection = analyze(&source, &Policy::default(), &limits).unwrap_err();
        assert_eq!(rejection.diagnostics[0].code, Code::TOO_DEEP, "{open}");
        assert_eq!(rejection.diagnostics[0].span.unwrap().start, 2_000);
    }
}
