//! The runtime's view of the metering allocator.

use std::hint::black_box;

use mikoshi_runtime::HeapMeter;

use crate::alloc_unsafe::{arm, disarm, live, peak};

/// Meters the one program that a worker process runs.
pub(crate) struct WorkerMeter;

/// The only one: its state is the allocator's.
pub(crate) static METER: WorkerMeter = WorkerMeter;

impl HeapMeter for WorkerMeter {
    fn begin(&self, ceiling: u64) {
        arm(ceiling);
    }

    fn live(&self) -> u64 {
        live()
    }

    fn peak(&self) -> u64 {
        peak()
    }
}

/// Whether allocations of this program go through [`crate::MeteredAlloc`].
pub(crate) fn is_installed() -> bool {
    arm(u64::MAX);
    let probe = black_box(Box::new([0_u8; 64]));
    let seen = live() > 0;
    drop(black_box(probe));
    disarm();
    seen
}
