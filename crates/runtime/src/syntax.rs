//! The realm's own look at the program: syntax that no policy has, for the day when the analyzer lets it by. An `import()` or
//! an async function needs no name to be taken away from it, so the permits cannot reach it.
//!
//! Nearly no accepted program is parsed again here: one of the words has to be in its text.

use std::ops::ControlFlow;

use boa_engine::Source;
use boa_engine::ast::expression::ImportCall;
use boa_engine::ast::expression::literal::ObjectMethodDefinition;
use boa_engine::ast::function::{
    AsyncArrowFunction, AsyncFunctionDeclaration, AsyncFunctionExpression, AsyncGeneratorDeclaration,
    AsyncGeneratorExpression, ClassElement,
};
use boa_engine::ast::property::MethodDefinitionKind;
use boa_engine::ast::scope::Scope;
use boa_engine::ast::statement::With;
use boa_engine::ast::visitor::{VisitWith, Visitor};
use boa_engine::interner::Interner;
use boa_engine::parser::Parser;
use mikoshi_types::{Code, Diagnostic};

#[cfg(test)]
thread_local! {
    /// For the audit, which wants to know what async functions would reach if one came this far.
    pub(crate) static WAIVED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// What the realm refuses in `text`. A text that does not parse is left to the engine.
pub(crate) fn refused(text: &str) -> Option<Diagnostic> {
    if !text.contains("async") && !text.contains("import") && !has_with(text) {
        return None;
    }
    #[cfg(test)]
    if WAIVED.get() {
        return None;
    }
    let mut interner = Interner::new();
    let script = Parser::new(Source::from_bytes(text)).parse_script(&Scope::new_global(), &mut interner).ok()?;
    let ControlFlow::Break(code) = script.visit_with(&mut Forbidden) else { return None };
    let what = match code {
        Code::DYNAMIC_IMPORT => "`import()`",
        Code::WITH_STATEMENT => "a `with` statement",
        _ => "an async function",
    };
    Some(Diagnostic::new(code, format!("the realm runs no program with {what}")))
}

/// Whether the text may hold a `with` statement: the word with a bracket behind it.
fn has_with(text: &str) -> bool {
    text.match_indices("with")
        .any(|(at, word)| text.get(at + word.len()..).is_some_and(|rest| rest.trim_start().starts_with(['(', '/'])))
}

struct Forbidden;

impl Forbidden {
    fn method<'a>(&mut self, kind: MethodDefinitionKind, node: &'a impl VisitWith) -> ControlFlow<Code>
    where
        Self: Visitor<'a, BreakTy = Code>,
    {
        match kind {
            MethodDefinitionKind::Async | MethodDefinitionKind::AsyncGenerator => {
                ControlFlow::Break(Code::ASYNC_SYNTAX)
            }
            _ => node.visit_with(self),
        }
    }
}

impl<'a> Visitor<'a> for Forbidden {
    type BreakTy = Code;

    fn visit_import_call(&mut self, _: &'a ImportCall) -> ControlFlow<Code> {
        ControlFlow::Break(Code::DYNAMIC_IMPORT)
    }

    fn visit_with(&mut self, _: &'a With) -> ControlFlow<Code> {
        ControlFlow::Break(Code::WITH_STATEMENT)
    }

    fn visit_async_arrow_function(&mut self, _: &'a AsyncArrowFunction) -> ControlFlow<Code> {
        ControlFlow::Break(Code::ASYNC_SYNTAX)
    }

    fn visit_async_function_declaration(&mut self, _: &'a AsyncFunctionDeclaration) -> ControlFlow<Code> {
        ControlFlow::Break(Code::ASYNC_SYNTAX)
    }

    fn visit_async_function_expression(&mut self, _: &'a AsyncFunctionExpression) -> ControlFlow<Code> {
        ControlFlow::Break(Code::ASYNC_SYNTAX)
    }

    fn visit_async_generator_declaration(&mut self, _: &'a AsyncGeneratorDeclaration) -> ControlFlow<Code> {
        ControlFlow::Break(Code::ASYNC_SYNTAX)
    }

    fn visit_async_generator_expression(&mut self, _: &'a AsyncGeneratorExpression) -> ControlFlow<Code> {
        ControlFlow::Break(Code::ASYNC_SYNTAX)
    }

    fn visit_object_method_definition(&mut self, node: &'a ObjectMethodDefinition) -> ControlFlow<Code> {
        self.method(node.kind(), node)
    }

    fn visit_class_element(&mut self, node: &'a ClassElement) -> ControlFlow<Code> {
        match node {
            ClassElement::MethodDefinition(method) => self.method(method.kind(), node),
            _ => node.visit_with(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::refused;

    #[test]
    fn syntax_is_refused_and_words_are_not() {
        for text in [
            "import('fs')",
            "with (Math) { 1 }",
            "with/**/(Math) 1",
            "async () => 1",
            "async function f() {}",
            "(async function* () {})",
            "({ async m() {} })",
            "class C { static async *m() {} }",
            "class C { static { ((a = async (x) => x) => a)() } }",
            "class C { [import('x')]() {} }",
        ] {
            assert!(stacker::grow(super::super::realm::STACK_BYTES, || refused(text)).is_some(), "{text}");
        }
        for text in [
            "var async = 1; async",
            "'with (a)'",
            "[1].with(0, 2)",
            "({ import: 1, async: 2, with: 3 })",
            "async(",
            "1",
        ] {
            assert!(stacker::grow(super::super::realm::STACK_BYTES, || refused(text)).is_none(), "{text}");
        }
    }
}
