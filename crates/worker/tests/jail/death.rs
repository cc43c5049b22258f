//! Deaths of children, fork servers and hosts; nothing may hang, leak or be left behind.

use libtest_mimic::Trial;

pub(crate) fn play(_: &str) {}

pub(crate) fn trials() -> Vec<Trial> {
    Vec::new()
}
