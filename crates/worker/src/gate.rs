//! Lets a fixed number of executions in at once, the others in the order of their arrival, and no more than fit the queue.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};

use crate::PoolError;
use crate::cancel::{Cancel, Target, is_cancelled};

#[derive(Debug)]
pub(crate) struct Gate {
    state: Mutex<State>,
    queue: usize,
}

#[derive(Debug)]
struct State {
    free: usize,
    waiting: VecDeque<Arc<Ticket>>,
}

#[derive(Debug)]
struct Ticket {
    thread: Thread,
    admitted: AtomicBool,
}

/// The right to run. Given on when it is dropped.
#[derive(Debug)]
pub(crate) struct Permit<'a>(&'a Gate);

impl Gate {
    /// A gate for `permits` at once and `queue` waiting.
    pub(crate) fn new(permits: usize, queue: usize) -> Self {
        Self { state: Mutex::new(State { free: permits, waiting: VecDeque::new() }), queue }
    }

    /// Waits for a turn.
    pub(crate) fn enter(&self, cancel: Option<&Cancel>) -> Result<Permit<'_>, PoolError> {
        let ticket = {
            let mut state = self.lock();
            if state.free > 0 {
                state.free -= 1;
                return Ok(Permit(self));
            }
            if state.waiting.len() >= self.queue {
                return Err(PoolError::Busy);
            }
            let ticket = Arc::new(Ticket { thread: thread::current(), admitted: AtomicBool::new(false) });
            state.waiting.push_back(Arc::clone(&ticket));
            ticket
        };
        let _watch = cancel.map(|c| c.watch(Target::Thread(thread::current())));
        loop {
            if ticket.admitted.load(Ordering::Acquire) {
                return Ok(Permit(self));
            }
            if is_cancelled(cancel) {
                let mut state = self.lock();
                state.waiting.retain(|t| !Arc::ptr_eq(t, &ticket));
                drop(state);
                // The turn may have come meanwhile; it goes to the next.
                if ticket.admitted.load(Ordering::Acquire) {
                    drop(Permit(self));
                }
                return Err(PoolError::Cancelled);
            }
            thread::park();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        match state.waiting.pop_front() {
            Some(next) => {
                // Under the lock, so that a waiter that gives up sees it.
                next.admitted.store(true, Ordering::Release);
                next.thread.unpark();
            }
            None => state.free += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::time::Duration;

    use super::*;

    fn free_and_waiting(gate: &Gate) -> (usize, usize) {
        let state = gate.lock();
        (state.free, state.waiting.len())
    }

    #[test]
    fn a_full_queue_is_busy_and_a_waiter_is_let_in() {
        let gate = Gate::new(1, 1);
        let first = gate.enter(None).unwrap();
        thread::scope(|scope| {
            let second = scope.spawn(|| gate.enter(None).is_ok());
            while gate.lock().waiting.is_empty() {
                thread::yield_now();
            }
            assert_eq!(gate.enter(None).unwrap_err(), PoolError::Busy);
            drop(first);
            assert!(second.join().unwrap());
        });
        assert_eq!(gate.lock().free, 1);
    }

    #[test]
    fn a_waiter_can_be_cancelled() {
        let gate = Gate::new(1, 8);
        let cancel = Cancel::new();
        let held = gate.enter(None).unwrap();
        let ready = Barrier::new(2);
        thread::scope(|scope| {
            let waiter = scope.spawn(|| {
                ready.wait();
                gate.enter(Some(&cancel)).map(drop)
            });
            ready.wait();
            thread::sleep(Duration::from_millis(10));
            cancel.cancel();
            assert_eq!(waiter.join().unwrap().unwrap_err(), PoolError::Cancelled);
        });
        drop(held);
        assert_eq!(free_and_waiting(&gate), (1, 0));
    }

    #[test]
    fn permits_are_never_lost() {
        let gate = Gate::new(3, 1_000);
        thread::scope(|scope| {
            for i in 0..16_u64 {
                let gate = &gate;
                scope.spawn(move || {
                    for n in 0..200 {
                        let cancel = Cancel::new();
                        if (n + i) % 7 == 0 {
                            cancel.cancel();
                        }
                        drop(gate.enter(Some(&cancel)));
                    }
                });
            }
        });
        assert_eq!(free_and_waiting(&gate), (3, 0));
    }
}
