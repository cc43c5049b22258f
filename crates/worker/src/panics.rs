//! Panics of the engine in a worker: noted, and told to the host instead of standard error, which workers do not have.

use std::panic::{PanicHookInfo, catch_unwind, resume_unwind, set_hook};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mikoshi_types::{Code, Diagnostic, Status, Verdict};

use crate::protocol::{WireVerdict, kind, reply_frame};
use crate::signal_unsafe::{exit_now, reply_and_exit};

/// Where the engine panicked, as the hook saw it.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

fn noted() -> MutexGuard<'static, Option<String>> {
    PANIC.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has panics noted. Also lets the unwinder set itself up now: it makes calls then that confined workers may not make.
pub(crate) fn prepare() {
    let _ = catch_unwind(|| resume_unwind(Box::new(())));
    set_hook(Box::new(note));
}

/// Forgets what an earlier program left.
pub(crate) fn forget() {
    *noted() = None;
}

/// Notes the first panic. A second before the first was caught is one that a destructor makes on the way, or the language's
/// own word that it cannot unwind further: the standard library is about to write to standard error and abort, which the
/// filter kills with nothing said. So this is the end, and it names where it began.
fn note(info: &PanicHookInfo<'_>) {
    let mut noted = noted();
    let Some(first) = noted.as_ref() else {
        *noted = Some(describe(info));
        return;
    };
    match reply_frame(kind::VERDICT, &WireVerdict::new(crashed(first))) {
        Ok(frame) => reply_and_exit(&frame),
        Err(_) => exit_now(1),
    }
}

/// The verdict after a panic of the engine, with the place where the hook knows it.
pub(crate) fn panicked(otherwise: Option<Verdict>) -> Verdict {
    match (noted().take(), otherwise) {
        (None, Some(verdict)) => verdict,
        (place, _) => crashed(place.as_deref().unwrap_or("at an unknown place")),
    }
}

fn crashed(place: &str) -> Verdict {
    Verdict::ended(Status::Crashed, Diagnostic::new(Code::WORKER_CRASHED, format!("the engine panicked {place}")))
}

/// Place and message of a panic, without the paths of the machine that built us.
fn describe(info: &PanicHookInfo<'_>) -> String {
    const LONGEST: usize = 200;
    let place = info.location().map_or_else(
        || "at an unknown place".to_owned(),
        |l| {
            let parts: Vec<_> = l.file().split(['/', '\\']).collect();
            // The name of a crate's folder stands before `src`.
            let crate_at = parts.iter().rposition(|p| *p == "src").map_or(0, |i| i.saturating_sub(1));
            let file = parts.get(crate_at..).unwrap_or(&[]).join("/");
            format!("at {file}:{}", l.line())
        },
    );
    let mut message: String = info.payload_as_str().unwrap_or("").chars().take(LONGEST).collect();
    if !message.is_empty() {
        message.insert_str(0, ": ");
    }
    place + &message
}
