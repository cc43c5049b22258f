//! What is told about a program, in a form for people and for machines.

use serde::{Deserialize, Serialize};

use crate::{Code, Span};

/// How bad it is. Only an error stops a program.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The program was rejected, or its run failed.
    Error,
    /// The program runs, but something in it is probably not what was meant.
    Warning,
    /// A hint on how to do better.
    Advice,
}

/// A second place that helps to understand a diagnostic.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there.
    pub message: String,
}

impl Label {
    /// A label with its text.
    #[must_use]
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }
}

/// One finding about a program, always placed in the user's own text where it has a place at all.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// Which rule or limit speaks.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The page of the code.
    pub url: Option<String>,
    /// The offending token.
    pub span: Option<Span>,
    /// Text at the offending token, shorter than `message`.
    pub label: Option<String>,
    /// Further places.
    pub labels: Vec<Label>,
}

impl Diagnostic {
    /// A diagnostic with its code's own severity, help and page.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let info = code.info();
        Self {
            code,
            severity: info.severity,
            message: message.into(),
            help: (!info.help.is_empty()).then(|| info.help.to_owned()),
            url: Some(code.url()),
            span: None,
            label: None,
            labels: Vec::new(),
        }
    }

    /// Places it.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Replaces the help text.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the text at the offending token.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn and(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label::new(span, message));
        self
    }
}
