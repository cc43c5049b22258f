//! The rules. Each looks at the finished [`Model`] and adds what it finds; none depends on another.

mod modules;
mod names;
mod reach;
mod syntax;
mod text;

use mikoshi_types::{Code, Diagnostic, LineIndex, Policy, Severity};
use swc_common::Span;

use crate::parse;
use crate::scope::{Model, Syntax};

/// More than this is not listed one by one.
const MAX_FINDINGS: usize = 50;

/// What a rule may look at.
pub(crate) struct Context<'m, 'a> {
    pub(crate) model: &'m Model<'a>,
    pub(crate) policy: &'m Policy,
    pub(crate) source: &'m str,
    pub(crate) lines: &'m LineIndex<'m>,
}

impl Context<'_, '_> {
    /// A place of the AST as a place of the text.
    fn place(&self, span: Span) -> mikoshi_types::Span {
        let range = parse::range(span);
        self.lines.span(range.start, range.end)
    }

    /// The text at a place of the AST.
    fn text(&self, span: Span) -> &str {
        self.source.get(parse::range(span)).unwrap_or("")
    }
}

/// What the rules have found so far.
type Findings = Vec<Diagnostic>;

/// Applies every rule, and returns the findings, together with those of the parser, in the order of the text.
pub(crate) fn check(context: &Context<'_, '_>, mut findings: Findings) -> Findings {
    let misread = !findings.is_empty();
    if let Some(span) = context.model.too_deep {
        findings.push(parse::too_deep(context.lines, parse::range(span)));
    }
    names::forbidden::check(context, &mut findings);
    // A name that is unknown because of a syntax error, or in a `with`, is no news.
    let hidden = context.model.syntax.iter().any(|(syntax, _)| *syntax == Syntax::With);
    if !misread && !hidden {
        names::unknown::check(context, &mut findings);
    }
    modules::declaration::check(context, &mut findings);
    modules::dynamic_import::check(context, &mut findings);
    modules::import_meta::check(context, &mut findings);
    reach::check(context, &mut findings);
    syntax::with_statement::check(context, &mut findings);
    syntax::async_syntax::check(context, &mut findings);
    // What the parser could not read has its fault already.
    if !misread {
        syntax::foreign::check(context, &mut findings);
    }
    syntax::never_equal::check(context, &mut findings);
    text::division::check(context, &mut findings);
    text::hidden::check(context, &mut findings);
    in_order(findings)
}

/// Sorts, drops what is said twice about one place, and cuts a long list to a count. Errors are never cut for warnings.
fn in_order(mut findings: Findings) -> Findings {
    let position = |d: &Diagnostic| d.span.map_or((0, 0), |s| (s.start, s.end));
    findings.sort_by_key(|d| (position(d), d.code));
    findings.dedup_by(|b, a| a.code == b.code && a.span == b.span);
    if findings.len() <= MAX_FINDINGS {
        return findings;
    }
    findings.sort_by_key(|d| (d.severity != Severity::Error, position(d), d.code));
    let rest = findings.split_off(MAX_FINDINGS);
    findings.sort_by_key(|d| (position(d), d.code));
    if let Some(next) = rest.first() {
        let mut count = Diagnostic::new(next.code, format!("{} more findings are not listed", rest.len()))
            .with_help("mend the ones that are listed first");
        count.severity = next.severity;
        findings.push(count);
    }
    findings
}

/// Adds a finding for each use of one kind of syntax.
fn each_syntax(
    context: &Context<'_, '_>,
    wanted: Syntax,
    findings: &mut Findings,
    diagnostic: impl Fn(Span) -> Diagnostic,
) {
    let uses = context.model.syntax.iter().filter(|(syntax, _)| *syntax == wanted);
    findings.extend(uses.map(|(_, span)| diagnostic(*span)));
}

/// A finding at a place of the AST.
fn at(context: &Context<'_, '_>, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code, message).at(context.place(span))
}
