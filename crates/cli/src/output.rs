//! Where output goes.

use std::io::{self, Write};

use serde::Serialize;

use crate::failure::Failure;
use crate::render::escape;

/// Writes a result to standard output. A reader that has gone away is no failure: the exit code still tells the answer.
pub(crate) fn result(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::io("write to", "standard output", &error))
        }
        _ => Ok(()),
    }
}

/// Writes a line for people to standard error, with what could disturb a terminal escaped. Nobody may be listening.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", escape::text(text));
}

/// Writes a finished report to standard error.
pub(crate) fn report(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A value as one line of JSON in which nothing can disturb a terminal.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, escape::Json);
    value.serialize(&mut serializer).map_err(|e| Failure::new(format!("cannot write JSON: {e}")))?;
    let mut line = String::from_utf8(bytes).map_err(|e| Failure::new(format!("cannot write JSON: {e}")))?;
    line.push('\n');
    Ok(line)
}
