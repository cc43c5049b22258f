//! What standard error can show.

use std::env;
use std::io::{IsTerminal, stderr};

use crate::args::Color;

/// How reports are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// Colours and lines drawn with Unicode, against plain ASCII.
    pub(crate) fancy: bool,
    /// Columns.
    pub(crate) width: usize,
}

impl Look {
    /// Fancy on a terminal, plain elsewhere, unless the user or the environment says otherwise (<https://no-color.org>).
    pub(crate) fn of_stderr(color: Color) -> Self {
        let terminal = stderr().is_terminal();
        let fancy = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                terminal
                    && env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
                    && env::var_os("TERM").is_none_or(|t| t != "dumb")
            }
        };
        let columns =
            if terminal { terminal_size::terminal_size_of(stderr()).map(|(w, _)| usize::from(w.0)) } else { None };
        Self { fancy, width: columns.unwrap_or(100).clamp(40, 140) }
    }
}
