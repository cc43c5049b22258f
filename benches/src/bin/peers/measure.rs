//! Runs programs in engines, in turn.

use std::io;
use std::time::{Duration, Instant};

use mikoshi_benches::programs::Program;

use crate::node::Peer;

/// Something that runs programs.
pub(crate) struct Engine<'a> {
    name: &'static str,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Here(Box<dyn Fn(&str) -> bool + 'a>),
    Node(Peer),
}

impl<'a> Engine<'a> {
    /// An engine that this process calls.
    pub(crate) fn here(name: &'static str, run: impl Fn(&str) -> bool + 'a) -> Self {
        Self { name, kind: Kind::Here(Box::new(run)) }
    }

    /// An engine in a process of Node, which measures the time itself.
    pub(crate) fn node(name: &'static str, peer: Peer) -> Self {
        Self { name, kind: Kind::Node(peer) }
    }

    /// The microseconds that a program took, and whether it passed.
    fn run(&mut self, index: usize, code: &str) -> io::Result<(f64, bool)> {
        match &mut self.kind {
            Kind::Here(run) => {
                let begun = Instant::now();
                let passed = run(code);
                Ok((begun.elapsed().as_secs_f64() * 1e6, passed))
            }
            Kind::Node(peer) => peer.run(index),
        }
    }
}

/// What one engine took.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Whether each program passed.
    verdicts: Vec<bool>,
    /// The median of each program in microseconds, in their order.
    pub(crate) medians: Vec<f64>,
    /// What each round of each program took.
    rounds: Vec<Vec<f64>>,
}

impl Row {
    /// p50, p90, p99 and mean.
    pub(crate) fn figures(&self) -> [f64; 4] {
        let mut sorted = self.medians.clone();
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len();
        let at =
            |percent: usize| sorted.get((count * percent / 100).min(count.saturating_sub(1))).copied().unwrap_or(0.0);
        #[expect(clippy::cast_precision_loss, reason = "a number of programs")]
        let mean = sorted.iter().sum::<f64>() / count.max(1) as f64;
        [at(50), at(90), at(99), mean]
    }

    pub(crate) fn passed(&self) -> usize {
        self.verdicts.iter().filter(|passed| **passed).count()
    }

    /// How much longer each program took here than in another engine: the median over the rounds of the ratio in one round, which
    /// a machine that is slower for a while does not change.
    pub(crate) fn ratios_to<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = f64> + 'a {
        self.rounds.iter().zip(&other.rounds).map(|(ours, theirs)| {
            let mut ratios: Vec<f64> = ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect();
            median(&mut ratios)
        })
    }

    /// How many verdicts are the same as another engine's.
    pub(crate) fn agreeing_with(&self, other: &Self) -> usize {
        self.verdicts.iter().zip(&other.verdicts).filter(|(ours, theirs)| ours == theirs).count()
    }
}

/// The middle one of the values, which are sorted for it.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

pub(crate) fn measure(
    programs: &[Program],
    engines: &mut [Engine<'_>],
    rounds: usize,
    pause: Duration,
) -> io::Result<Vec<Row>> {
    let mut rows: Vec<Row> = engines
        .iter()
        .map(|e| Row { name: e.name, verdicts: Vec::new(), medians: Vec::new(), rounds: Vec::new() })
        .collect();
    for (index, program) in programs.iter().enumerate() {
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); engines.len()];
        // The first round warms the caches and is not counted.
        for round in 0..=rounds {
            for ((engine, times), row) in engines.iter_mut().zip(&mut times).zip(&mut rows) {
                std::thread::sleep(pause);
                let (took, passed) = engine.run(index, &program.code)?;
                if round == 0 {
                    row.verdicts.push(passed);
                } else {
                    times.push(took);
                }
            }
        }
        for (times, row) in times.into_iter().zip(&mut rows) {
            row.medians.push(median(&mut times.clone()));
            row.rounds.push(times);
        }
    }
    Ok(rows)
}
