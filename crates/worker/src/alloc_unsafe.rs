//! The metering allocator. Until a worker arms it, it is the system's allocator behind one relaxed load.
#![expect(unsafe_code, reason = "a global allocator is unsafe by its nature")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};

/// The global allocator of a program that is its own worker.
///
/// ```
/// use mikoshi_worker::MeteredAlloc;
///
/// #[global_allocator]
/// static ALLOCATOR: MeteredAlloc = MeteredAlloc;
/// # let _ = vec![1, 2, 3];
/// ```
///
/// It passes every request on to the system's allocator. In a worker that runs a program it also counts what the program
/// holds and ends the process with `MEMORY_LIMIT` *before* it hands out more than the ceiling.
#[derive(Debug, Default, Clone, Copy)]
pub struct MeteredAlloc;

static ARMED: AtomicBool = AtomicBool::new(false);
// A worker has one thread, so these need no read-modify-write instructions. They are atomics because statics must be `Sync`,
// and signed because what was allocated before the arming may be freed after it.
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);
static CEILING: AtomicI64 = AtomicI64::new(i64::MAX);

/// Starts counting from zero.
pub(crate) fn arm(ceiling: u64) {
    LIVE.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    CEILING.store(i64::try_from(ceiling).unwrap_or(i64::MAX), Relaxed);
    ARMED.store(true, Relaxed);
}

/// Stops counting. [`live`] and [`peak`] stay readable.
pub(crate) fn disarm() {
    ARMED.store(false, Relaxed);
}

/// Bytes held above what was held at [`arm`].
pub(crate) fn live() -> u64 {
    LIVE.load(Relaxed).try_into().unwrap_or(0)
}

/// The most that [`live`] has been.
pub(crate) fn peak() -> u64 {
    PEAK.load(Relaxed).try_into().unwrap_or(0)
}

/// What a request costs the system's allocator: its own word and its rounding, so that a million tiny values count as what
/// they take.
fn cost(size: usize) -> i64 {
    const WORD: usize = size_of::<usize>();
    const ROUND: usize = 2 * WORD - 1;
    let rounded = size.saturating_add(WORD + ROUND) & !ROUND;
    i64::try_from(rounded.max(4 * WORD)).unwrap_or(i64::MAX)
}

/// Counts `more` bytes (or fewer, if negative), or ends the process.
fn charge(more: i64) {
    let live = LIVE.load(Relaxed).saturating_add(more);
    if live > CEILING.load(Relaxed) {
        exhausted();
    }
    LIVE.store(live, Relaxed);
    if live > PEAK.load(Relaxed) {
        PEAK.store(live, Relaxed);
    }
}

#[cold]
fn exhausted() -> ! {
    #[cfg(unix)]
    crate::signal_unsafe::end_now(crate::protocol::Reason::Memory);
    #[cfg(not(unix))]
    std::process::abort();
}

/// What a null pointer means while a program runs: the kernel's own limit on data was met first.
fn checked(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() && ARMED.load(Relaxed) {
        exhausted();
    }
    pointer
}

// SAFETY: every method hands its arguments to `System` unchanged and returns what it returned, so the contract is that of
// `System`. Nothing in here allocates or unwinds.
unsafe impl GlobalAlloc for MeteredAlloc {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if ARMED.load(Relaxed) {
            charge(cost(layout.size()));
        }
        // SAFETY: the caller's promises are those that `System` asks for.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if ARMED.load(Relaxed) {
            charge(cost(layout.size()));
        }
        // SAFETY: the caller's promises are those that `System` asks for.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if ARMED.load(Relaxed) {
            charge(-cost(layout.size()));
        }
        // SAFETY: `pointer` came from `System` with this layout, because all of ours do.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if ARMED.load(Relaxed) {
            charge(cost(new_size).saturating_sub(cost(layout.size())));
        }
        // SAFETY: `pointer` came from `System` with this layout, because all of ours do.
        checked(unsafe { System.realloc(pointer, layout, new_size) })
    }
}

#[cfg(test)]
mod tests {
    use super::cost;

    #[test]
    fn cost_is_what_the_system_allocator_takes() {
        let cases = [(0, 32), (1, 32), (24, 32), (25, 48), (40, 48), (41, 64), (4096, 4112)];
        for (size, taken) in cases {
            assert_eq!(cost(size), taken, "{size}");
        }
        assert!(cost(usize::MAX) > 1 << 60);
    }
}
