//! Where an exception is said to have been thrown, where the engine itself does not know. `«...»` marks the place and is no part of
//! the program; what stands behind it is the help, in part.

use mikoshi_sandbox::Status;

use crate::support::ends;

const PLACES: &[(&str, &str)] = &[
    ("const [b] = «5»;", "`5` must be an array"),
    ("const n = null; const { b } = «n»;", "`n` is null or undefined here"),
    ("let { a: «{ b }» } = {};", "what is taken apart"),
    ("let a = [...«5»];", "`5` must be"),
    ("let n = 5; Math.max(...«n»);", "`n` must be"),
    ("for (const x of «5») ;", "`5` must be"),
    ("for (const «[k, v]» of [1]) ;", "what is taken apart"),
    ("function* g() { yield* «5» } [...g()];", "`5` must be"),
    ("let f = («{ a }») => a; f();", "what is taken apart"),
    ("[1].map((«{ a: { b } }») => b);", "what is taken apart"),
    ("let o = {}; o.q = [...«5»];", "`5` must be"),
    ("let a = Math.max(1, 2); let b = «10n + 1»;", "`1n`"),
    ("const f = (n) => n <= 1n ? 1n : n * f(«n - 1»); f(5n);", "`1n`"),
    ("let a = «+10n»;", "`Number(...)`"),
    ("function f(x) { let y = x; return «x in 5» } f('a')", "`.includes(...)`"),
    ("const n = 1; «n instanceof n»;", "a class or a function"),
    ("class A extends «1» {}", "must be a class"),
    ("`${«Object.create(null)»}`;", ""),
    // Several places could have thrown: the first is named, the others are marked.
    ("const a = 1; const [p] = «a»; const [q] = a;", "what is taken apart"),
    // The engine's own place stands where the exception is a builtin's.
    ("const f = ([a]) => a; f([1]); «new» Map(5);", ""),
    ("const f = ({ a }) => a; f({}); [1].map«(»5);", ""),
    // A name in its dead zone is declared, though too late.
    ("const r = «x»; let x = 2;", "move the declaration of `x`"),
    ("function f() { return «x» } f(); let x = 2;", "move the declaration of `x`"),
    ("let k = «k» + 1;", "move the declaration of `k`"),
    ("class Q extends «Q» {}", "move the declaration of `Q`"),
    ("function h(y) { if («z» > y) { } let z; } h();", "move the declaration of `z`"),
    ("const f = () => «nowhere»; let x = f();", "declare it"),
];

#[test]
fn exceptions_are_placed_at_what_threw() {
    for (marked, help) in PLACES {
        let code = marked.replace(['«', '»'], "");
        let verdict = ends(&code, Status::RuntimeError);
        let span = verdict.error.as_ref().and_then(|e| e.span);
        let span = span.unwrap_or_else(|| panic!("{marked}: {verdict:#?}"));
        let start = marked.find('«').unwrap();
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        assert_eq!((span.start as usize, span.end as usize), (start, end), "{marked}\n{verdict:#?}");
        let diagnostic = &verdict.diagnostics[0];
        assert_eq!(diagnostic.span, Some(span));
        assert!(diagnostic.help.as_deref().unwrap_or("").contains(help), "{marked}: {:?}", diagnostic.help);
    }
}

#[test]
fn a_script_cannot_choose_the_place_of_its_exception() {
    // The messages are the engine's, but the script's own to throw.
    for message in ["x is not iterable", "nothing is not defined", "access of uninitialized binding", " is not defined"]
    {
        let verdict = ends(&format!("throw new Array({message:?}, 1)[0] + ''"), Status::RuntimeError);
        assert!(verdict.error.is_some_and(|e| e.span.is_some()));
    }
}
