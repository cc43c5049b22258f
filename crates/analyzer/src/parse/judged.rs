//! For the tests of early errors: programs that are refused, and those that only look like them.

use mikoshi_types::{Code, Limits, Policy};

use crate::analyze;

/// Asserts that each has an early error, with its place.
pub(super) fn all_refused(sources: &[&str]) {
    for source in sources {
        let rejection = analyze(source, &Policy::default(), &Limits::default()).err();
        let first = rejection.and_then(|r| r.diagnostics.into_iter().next());
        assert_eq!(first.as_ref().map(|d| d.code), Some(Code::ENGINE_SYNTAX), "{source}: {first:?}");
        assert!(first.is_some_and(|d| d.span.is_some()), "{source}");
    }
}

/// Asserts that each is accepted.
pub(super) fn all_accepted(sources: &[&str]) {
    for source in sources {
        let rejection = analyze(source, &Policy::default(), &Limits::default()).err();
        assert!(rejection.is_none(), "{source}: {rejection:?}");
    }
}
