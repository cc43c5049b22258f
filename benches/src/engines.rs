//! Engines in this process, without limits and without isolation: what a verdict costs when nothing is protected. And swc alone:
//! what reading and printing a program costs when nothing is judged.

use boa_engine::{Context as Boa, Source};
use rquickjs::{Context as QuickJs, Runtime};
use swc_common::{BytePos, SourceMap, sync::Lrc};
use swc_ecma_ast::EsVersion;
use swc_ecma_codegen::{Config, Emitter, Node, text_writer::JsWriter};
use swc_ecma_parser::{EsSyntax, Lexer, Parser, StringInput, Syntax};

/// Whether a program completes with `true` in a fresh context of raw Boa.
#[must_use]
pub fn boa(code: &str) -> bool {
    let mut context = Boa::default();
    context.eval(Source::from_bytes(code)).is_ok_and(|value| value.as_boolean() == Some(true))
}

/// Whether a program completes with `true` in a fresh runtime and context of QuickJS.
#[must_use]
pub fn quickjs(code: &str) -> bool {
    let complete = || {
        let runtime = Runtime::new()?;
        QuickJs::full(&runtime)?.with(|ctx| {
            let mut options = rquickjs::context::EvalOptions::default();
            options.strict = false;
            ctx.eval_with_options::<bool, _>(code, options)
        })
    };
    complete().unwrap_or(false)
}

/// What a script prints as when swc parses it, and prints it as it is.
#[must_use]
pub fn swc(code: &str) -> Option<String> {
    let end = BytePos(u32::try_from(code.len()).ok()?.checked_add(1)?);
    let syntax = Syntax::Es(EsSyntax::default());
    let lexer = Lexer::new(syntax, EsVersion::EsNext, StringInput::new(code, BytePos(1), end), None);
    let script = Parser::new_from(lexer).parse_script().ok()?;
    let (map, mut text) = (Lrc::new(SourceMap::default()), Vec::new());
    let wr = JsWriter::new(map.clone(), "\n", &mut text, None);
    let cfg = Config::default().with_target(EsVersion::EsNext);
    script.emit_with(&mut Emitter { cfg, cm: map, comments: None, wr }).ok()?;
    String::from_utf8(text).ok()
}
