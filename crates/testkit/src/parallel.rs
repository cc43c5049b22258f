//! Many things at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` on every item from `threads` threads; the results are in the order of the items.
///
/// # Panics
/// When `work` does.
#[must_use]
#[expect(clippy::expect_used, reason = "a panic of `work` is the caller's own")]
pub fn parallel<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(item), Some(slot)) = (items.get(index), results.get(index)) else { return };
                    let result = work(item);
                    *slot.lock().expect("only one thread has this slot") = Some(result);
                }
            });
        }
    });
    let take =
        |slot: Mutex<Option<R>>| slot.into_inner().expect("no thread panicked").expect("every item was worked on");
    results.into_iter().map(take).collect()
}

#[cfg(test)]
mod tests {
    use super::parallel;

    #[test]
    fn results_keep_the_order() {
        let items: Vec<u64> = (0..100).collect();
        assert_eq!(parallel(&items, 7, |n| n * n), items.iter().map(|n| n * n).collect::<Vec<_>>());
    }
}
