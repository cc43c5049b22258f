//! What the engine asks its host: may strings be compiled, what time is it, where are we.

use boa_engine::context::time::JsInstant;
use boa_engine::context::{Clock, HostHooks};
use boa_engine::realm::Realm;
use boa_engine::{Context, JsResult, JsString};
use mikoshi_types::{Code, Status};

use crate::limits::stop;

/// The host of a realm: it compiles no strings and lies in UTC.
#[derive(Debug)]
pub(crate) struct Hooks;

impl HostHooks for Hooks {
    fn ensure_can_compile_strings(
        &self,
        _realm: Realm,
        _parameters: &[JsString],
        body: &JsString,
        _direct: bool,
        context: &mut Context,
    ) -> JsResult<()> {
        Err(refuse_compilation(&excerpt(body), context))
    }

    fn local_timezone_offset_seconds(&self, _unix_time_seconds: i64) -> i32 {
        0
    }

    fn max_buffer_size(&self, _context: &mut Context) -> u64 {
        crate::limits::memory_limit()
    }
}

/// Ends the script because it tried to compile a string. No handler of the script can take that back.
pub(crate) fn refuse_compilation(what: &str, context: &Context) -> boa_engine::JsError {
    let message = format!("the program tried to compile a string to code: {what}");
    stop(Status::RuntimeError, Code::DYNAMIC_CODE_ATTEMPT, message, None, context)
}

/// The beginning of a text that the script wanted compiled.
pub(crate) fn excerpt(text: &JsString) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text.as_str().code_points_lossy().take(SHOWN).collect();
    if text.len() > SHOWN {
        shown.push_str("...");
    }
    format!("`{shown}`")
}

/// The clock of a realm: the system's, or one that stands still.
#[derive(Debug)]
pub(crate) struct RealmClock {
    /// Milliseconds since 1970-01-01 UTC.
    pub(crate) fixed: Option<i64>,
}

impl Clock for RealmClock {
    fn now(&self) -> JsInstant {
        let millis = u64::try_from(self.system_time_millis()).unwrap_or(0);
        JsInstant::new(millis / 1000, u32::try_from(millis % 1000).unwrap_or(0) * 1_000_000)
    }

    fn system_time_millis(&self) -> i64 {
        self.fixed.unwrap_or_else(|| {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
        })
    }
}
