//! What a batch came to.

use std::time::Duration;

use mikoshi_sandbox::{Status, Verdict};

use crate::render::human::duration;

/// Every status, in the order in which they are told.
const ORDER: [Status; 9] = [
    Status::Passed,
    Status::Failed,
    Status::Rejected,
    Status::RuntimeError,
    Status::Timeout,
    Status::MemoryLimit,
    Status::StackLimit,
    Status::OutputLimit,
    Status::Crashed,
];

/// Counts verdicts in constant memory.
#[derive(Default)]
pub(super) struct Summary {
    verdicts: u64,
    statuses: [u64; ORDER.len()],
    analysis: Histogram,
    wall: Histogram,
    peak_heap_bytes: u64,
}

impl Summary {
    pub(super) fn add(&mut self, verdict: &Verdict) {
        self.verdicts += 1;
        if let Some(count) = ORDER.iter().position(|s| *s == verdict.status).and_then(|i| self.statuses.get_mut(i)) {
            *count += 1;
        }
        self.analysis.add(verdict.metrics.analysis_us);
        self.wall.add(verdict.metrics.wall_us);
        self.peak_heap_bytes = self.peak_heap_bytes.max(verdict.metrics.peak_heap_bytes);
    }

    /// The counts of the statuses that occurred.
    pub(super) fn counts(&self) -> String {
        let occurred = ORDER.iter().zip(self.statuses).filter(|&(_, count)| count > 0);
        occurred.map(|(status, count)| format!("{count} {status}")).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn text(&self, took: Duration, jobs: usize) -> String {
        let seconds = took.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "shown without decimals")]
        let rate = self.verdicts as f64 / seconds.max(1e-6);
        let head = format!("{} verdicts in {seconds:.2} s, {rate:.0} a second, {jobs} at once", self.verdicts);
        if self.verdicts == 0 {
            return head;
        }
        let (counts, wall, analysis) = (self.counts(), self.wall.text(), self.analysis.text());
        let heap = self.peak_heap_bytes.div_ceil(1024);
        format!("{head}: {counts}\nwall {wall}; analysis {analysis}; most heap {heap} KiB")
    }
}

/// Sub-buckets of each power of two.
const FINE: usize = 8;

/// Times in microseconds, to an eighth of their size.
struct Histogram {
    buckets: [u64; 64 * FINE],
    count: u64,
    most: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { buckets: [0; 64 * FINE], count: 0, most: 0 }
    }
}

impl Histogram {
    fn add(&mut self, us: u64) {
        // Three bits below the leading one choose the sub-bucket.
        let exponent = (us | 8).ilog2();
        let fine = (us >> (exponent - 3)) & 7;
        let bucket = exponent as usize * FINE + usize::try_from(fine).unwrap_or(0);
        if let Some(count) = self.buckets.get_mut(bucket) {
            *count += 1;
        }
        self.count += 1;
        self.most = self.most.max(us);
    }

    /// The time that `percent` of all do not exceed, rounded up to its bucket.
    fn percentile(&self, percent: u64) -> u64 {
        let rank = (self.count * percent).div_ceil(100);
        let mut seen = 0;
        for (bucket, count) in self.buckets.iter().enumerate() {
            seen += count;
            if seen >= rank {
                let (exponent, fine) = (bucket / FINE, (bucket % FINE) as u64);
                let upper = (u128::from(8 + fine + 1) << exponent) >> 3;
                return u64::try_from(upper).unwrap_or(u64::MAX).min(self.most);
            }
        }
        self.most
    }

    fn text(&self) -> String {
        format!(
            "p50 {}, p99 {}, max {}",
            duration(self.percentile(50)),
            duration(self.percentile(99)),
            duration(self.most)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_right_to_an_eighth() {
        let mut histogram = Histogram::default();
        (1..=1000).for_each(|us| histogram.add(us));
        assert!((500..=563).contains(&histogram.percentile(50)), "{}", histogram.percentile(50));
        assert!((990..=1000).contains(&histogram.percentile(99)));
        histogram.add(u64::MAX);
        histogram.add(0);
        assert_eq!(histogram.percentile(100), u64::MAX);
    }
}
