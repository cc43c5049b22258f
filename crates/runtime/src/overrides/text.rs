//! Builds a string piece by piece and asks for its memory before it grows.

use boa_engine::{Context, JsResult, JsStr, JsString};

use crate::limits::reserve;

/// A string under construction: one byte a unit as long as every piece allows it.
pub(super) enum Text {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// Growth below this asks nobody.
const FREE: usize = 1 << 16;

impl Text {
    pub(super) const fn new() -> Self {
        Self::Narrow(Vec::new())
    }

    /// Appends a piece. `what` names the builtin for the message of the memory limit.
    pub(super) fn push(&mut self, piece: JsStr<'_>, what: &str, context: &mut Context) -> JsResult<()> {
        match (&mut *self, piece.as_latin1()) {
            (Self::Narrow(units), Some(piece)) => {
                ask(units.len(), units.capacity(), piece.len(), 1, what, context)?;
                units.extend_from_slice(piece);
            }
            (Self::Narrow(units), None) => {
                let mut wide: Vec<u16> = Vec::new();
                ask(0, 0, units.len() + piece.len(), 2, what, context)?;
                wide.extend(units.iter().map(|&unit| u16::from(unit)));
                wide.extend(piece.iter());
                *self = Self::Wide(wide);
            }
            (Self::Wide(units), _) => {
                ask(units.len(), units.capacity(), piece.len(), 2, what, context)?;
                units.extend(piece.iter());
            }
        }
        Ok(())
    }

    pub(super) fn build(&self) -> JsString {
        match self {
            Self::Narrow(units) => JsString::from(JsStr::latin1(units)),
            Self::Wide(units) => JsString::from(units.as_slice()),
        }
    }
}

fn ask(length: usize, capacity: usize, more: usize, width: usize, what: &str, context: &mut Context) -> JsResult<()> {
    let wanted = length.saturating_add(more);
    if wanted <= capacity || wanted <= FREE {
        return Ok(());
    }
    reserve(wanted.saturating_mul(width) as u64, what, context)
}
