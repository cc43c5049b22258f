//! The limits inside the engine. What they decide is remembered outside it, so that no `catch`, `finally`, generator or
//! promise of the script can hide that a limit was exceeded.
//!
//! The printed program calls [`tick`] at every loop turn and function entry. Native code that knows beforehand what it
//! will allocate asks [`reserve`]. Both end the script with an engine error, which no script code can catch.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::error::RuntimeLimitError;
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue};
use mikoshi_types::{Code, Limits, Status};

use crate::HeapMeter;
use crate::position::{Place, call_stack};

/// Why the script was ended from within the engine.
#[derive(Debug, Clone)]
pub(crate) struct End {
    pub(crate) status: Status,
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    /// The call stack at that moment, innermost frame first.
    pub(crate) stack: Vec<Place>,
}

/// The account of the program that runs on this thread.
struct Account {
    ticks: Cell<u64>,
    /// Number of the tick that looks at the clock and the tick limit next.
    checkpoint: Cell<u64>,
    /// Distance between checkpoints; follows the speed of the program.
    stride: Cell<u64>,
    last_look: Cell<Option<Instant>>,
    begun: Cell<Option<Instant>>,
    limits: Cell<Limits>,
    /// Frames that `Context::stack_trace` may show: the program's own and one for its top level.
    frames: Cell<usize>,
    meter: Cell<Option<&'static dyn HeapMeter>>,
    /// Live bytes at which a collection is forced.
    collect_at: Cell<u64>,
    /// Live bytes at the last tick.
    live: Cell<u64>,
    end: RefCell<Option<End>>,
}

thread_local! {
    static ACCOUNT: Account = const {
        Account {
            ticks: Cell::new(0),
            checkpoint: Cell::new(u64::MAX),
            stride: Cell::new(1),
            last_look: Cell::new(None),
            begun: Cell::new(None),
            limits: Cell::new(Limits::DEFAULT),
            frames: Cell::new(usize::MAX),
            meter: Cell::new(None),
            collect_at: Cell::new(u64::MAX),
            live: Cell::new(0),
            end: RefCell::new(None),
        }
    };
}

/// Checkpoints are at most this many ticks apart.
const MAX_STRIDE: u64 = 1 << 5;
/// A checkpoint later than this after the one before it brings the next one nearer.
const LATE: Duration = Duration::from_millis(1);
const EARLY: Duration = Duration::from_micros(200);

/// Turns that a loop may take between two ticks. A constant, so that the number of ticks is the same in every run.
const TURNS: i32 = 32;
/// A heap that grew by this much since the last tick is watched at every turn.
const LEAP: u64 = 256 << 10;

/// Starts the account of a program.
pub(crate) fn begin(limits: &Limits, meter: Option<&'static dyn HeapMeter>) {
    if let Some(meter) = meter {
        meter.begin(limits.memory_bytes.saturating_mul(2));
    }
    ACCOUNT.with(|a| {
        let now = Instant::now();
        a.ticks.set(0);
        a.checkpoint.set(1);
        a.stride.set(1);
        a.last_look.set(Some(now));
        a.begun.set(Some(now));
        a.limits.set(*limits);
        a.frames.set(usize::try_from(limits.stack_frames).unwrap_or(usize::MAX).saturating_add(1));
        a.meter.set(meter);
        a.live.set(0);
        a.collect_at.set(if meter.is_some() { limits.memory_bytes / 2 } else { u64::MAX });
        a.end.replace(None);
    });
}

/// Closes the account.
pub(crate) fn finish() -> Closed {
    ACCOUNT.with(|a| {
        a.checkpoint.set(u64::MAX);
        a.frames.set(usize::MAX);
        a.collect_at.set(u64::MAX);
        let meter = a.meter.take();
        Closed { ticks: a.ticks.get(), peak: meter.map_or(0, HeapMeter::peak), end: a.end.take() }
    })
}

/// What a closed account says.
pub(crate) struct Closed {
    pub(crate) ticks: u64,
    pub(crate) peak: u64,
    pub(crate) end: Option<End>,
}

/// The safepoint that the printer weaves into the program. It answers how many turns of a loop may pass until the next one.
pub(crate) fn tick(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    ACCOUNT.with(|a| a.pass(Next::Unknown, context)).map(JsValue::from)
}

/// The safepoint where a script function is entered next that may pass none itself.
pub(crate) fn enter(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    ACCOUNT.with(|a| a.pass(Next::Script, context)).map(JsValue::from)
}

/// A safepoint inside a native function that runs long.
pub(crate) fn native_tick(context: &mut Context) -> JsResult<()> {
    ACCOUNT.with(|a| a.pass(Next::Unknown, context)).map(drop)
}

/// The safepoint of a native function that is about to call `callback`, instead of one at the head of that.
pub(crate) fn callback_tick(callback: &JsObject, context: &mut Context) -> JsResult<()> {
    ACCOUNT.with(|a| a.pass(Next::Function(callback), context)).map(drop)
}

/// Asks for `bytes` that a native function is about to allocate, before it touches them.
///
/// # Errors
/// The engine error that ends the script, when the request alone is more than the memory limit.
pub(crate) fn reserve(bytes: u64, what: &str, context: &mut Context) -> JsResult<()> {
    ACCOUNT.with(|a| {
        let limit = a.limits.get().memory_bytes;
        let live = a.meter.get().map_or(0, HeapMeter::live);
        if bytes <= limit && live.saturating_add(bytes) <= limit.saturating_mul(2) {
            return Ok(());
        }
        if bytes <= limit
            && let Some(meter) = a.meter.get()
        {
            boa_gc::force_collect();
            if meter.live().saturating_add(bytes) <= limit.saturating_mul(2) {
                return Ok(());
            }
        }
        let message = format!("{what} needs {}, more than the limit of {}", size(bytes), size(limit));
        Err(a.stop(Status::MemoryLimit, Code::MEMORY_LIMIT, message, None, context))
    })
}

/// The memory limit of the running program.
pub(crate) fn memory_limit() -> u64 {
    ACCOUNT.with(|a| a.limits.get().memory_bytes)
}

/// Ends the script. What is said first holds.
pub(crate) fn stop(status: Status, code: Code, message: String, help: Option<String>, context: &Context) -> JsError {
    ACCOUNT.with(|a| a.stop(status, code, message, help, context))
}

/// Whether the script was ended.
pub(crate) fn stopped() -> bool {
    ACCOUNT.with(|a| a.end.borrow().is_some())
}

/// Looks at the heap once more after the program's last instruction, while its top-level bindings live.
pub(crate) fn check_heap(context: &Context) {
    ACCOUNT.with(|a| {
        if let Some(meter) = a.meter.get()
            && meter.live() > a.limits.get().memory_bytes
        {
            // The answer is in the account.
            let _ = a.collect(meter, context);
        }
    });
}

/// What is called right after a safepoint.
#[derive(Clone, Copy)]
enum Next<'a> {
    /// What passes its own, if it wants a frame.
    Unknown,
    /// A function of the script that may pass none.
    Script,
    /// This function, which may pass none.
    Function(&'a JsObject),
}

impl Next<'_> {
    /// Whether the call puts a frame on the stack that nothing else counts. Natives have none.
    fn has_frame(self) -> bool {
        match self {
            Self::Unknown => false,
            Self::Script => true,
            Self::Function(function) => function.is::<OrdinaryFunction>(),
        }
    }
}

impl Account {
    /// A safepoint.
    fn pass(&self, next: Next<'_>, context: &Context) -> JsResult<i32> {
        let ticks = self.ticks.get().saturating_add(1);
        self.ticks.set(ticks);
        if ticks >= self.checkpoint.get() {
            self.look(context)?;
        }
        let frames = context.stack_trace().size_hint().0;
        if frames >= self.frames.get() && (frames > self.frames.get() || next.has_frame()) {
            return Err(self.too_deep(context));
        }
        // A bound on ticks is exact.
        let mut turns = if self.limits.get().ticks.is_some() { 1 } else { TURNS };
        if let Some(meter) = self.meter.get() {
            let live = meter.live();
            if live > self.live.replace(live).saturating_add(LEAP) {
                turns = 1;
            }
            if live > self.collect_at.get() {
                self.collect(meter, context)?;
            }
        }
        Ok(turns)
    }

    /// A checkpoint: the tick limit and the deadline.
    #[cold]
    fn look(&self, context: &Context) -> JsResult<()> {
        if self.end.borrow().is_some() {
            // Something swallowed the engine error (a promise does); say it again.
            return Err(RuntimeLimitError::LoopIteration.into());
        }
        let limits = self.limits.get();
        let ticks = self.ticks.get();
        if let Some(limit) = limits.ticks
            && ticks > limit
        {
            let message = format!("the program passed more than {limit} safepoints (loop turns and function calls)");
            return Err(self.stop(Status::Timeout, Code::TIMEOUT, message, None, context));
        }
        let now = Instant::now();
        let since_begun = self.begun.get().map_or(Duration::ZERO, |b| now.saturating_duration_since(b));
        if since_begun >= Duration::from_millis(limits.timeout_ms) {
            let message = timeout_message(limits.timeout_ms);
            return Err(self.stop(Status::Timeout, Code::TIMEOUT, message, None, context));
        }
        let since_look = self.last_look.get().map_or(Duration::ZERO, |l| now.saturating_duration_since(l));
        self.last_look.set(Some(now));
        let stride = self.stride.get();
        let stride = if since_look > LATE {
            (stride / 8).max(1)
        } else if since_look < EARLY {
            (stride * 2).min(MAX_STRIDE)
        } else {
            stride
        };
        self.stride.set(stride);
        let next = ticks.saturating_add(stride);
        self.checkpoint.set(limits.ticks.map_or(next, |limit| next.min(limit.saturating_add(1))));
        Ok(())
    }

    #[cold]
    fn too_deep(&self, context: &Context) -> JsError {
        let limit = self.limits.get().stack_frames;
        let message = format!("more than {limit} functions are on the stack at once");
        self.stop(Status::StackLimit, Code::STACK_LIMIT, message, None, context)
    }

    /// Collects garbage and sets the next mark, or ends the script when too much is still live.
    #[cold]
    fn collect(&self, meter: &dyn HeapMeter, context: &Context) -> JsResult<()> {
        boa_gc::force_collect();
        let live = meter.live();
        let limit = self.limits.get().memory_bytes;
        if live > limit {
            let message = format!("{} are in use, more than the limit of {}", size(live), size(limit));
            return Err(self.stop(Status::MemoryLimit, Code::MEMORY_LIMIT, message, None, context));
        }
        // Collections cost time in proportion to what lives, so the heap may grow by a share of that before the next one,
        // but never to the ceiling at which the meter ends the process.
        let next = live.saturating_add((live / 2).max(limit / 4));
        self.collect_at.set(next.min(limit.saturating_add(limit / 2)));
        Ok(())
    }

    fn stop(&self, status: Status, code: Code, message: String, help: Option<String>, context: &Context) -> JsError {
        let mut end = self.end.borrow_mut();
        if end.is_none() {
            *end = Some(End { status, code, message, help, stack: call_stack(context) });
        }
        // Every later tick comes to a checkpoint and ends the script again.
        self.checkpoint.set(0);
        RuntimeLimitError::LoopIteration.into()
    }
}

/// The message of a deadline.
pub(crate) fn timeout_message(timeout_ms: u64) -> String {
    format!("the program ran longer than {timeout_ms} ms")
}

/// A size for people.
fn size(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    if bytes >= MIB {
        // One decimal; the value is only shown.
        format!("{}.{} MiB", bytes / MIB, bytes % MIB * 10 / MIB)
    } else {
        format!("{} KiB", bytes.div_ceil(1 << 10))
    }
}
