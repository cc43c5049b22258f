//! Bombs: whatever they use up, the limits inside the engine end them, soon and with the right status.

use std::time::{Duration, Instant};

use mikoshi_analyzer::analyze;
use mikoshi_runtime::{Entropy, HeapMeter, Realm};
use mikoshi_types::{Limits, Policy, Status};

use super::engine_panic::inside_engine;
use super::escape::consistent;
use super::{Checked, Fault, Seen};
use crate::generate::{Bomb, bomb};

const ORACLE: &str = "limits";

/// How long after its deadline a program may still run in this process, on a loaded machine with an instrumented engine.
/// Past it only the process layer would end it.
const GRACE: Duration = Duration::from_millis(1_500);

/// Makes a bomb of `bytes` and lets it go off under small limits, with `meter` telling the heap.
///
/// # Errors
/// The limit that did not hold.
pub fn limits(bytes: &[u8], meter: Option<&'static dyn HeapMeter>) -> Checked {
    judge(&bomb(bytes), meter, true)
}

fn small_limits() -> Limits {
    let mut limits = Limits::default();
    limits.timeout_ms = 300;
    limits.memory_bytes = 8 << 20;
    limits
}

/// `woven` is false where a test leaves the safepoints out of the program.
fn judge(bomb: &Bomb, meter: Option<&'static dyn HeapMeter>, woven: bool) -> Checked {
    let (policy, limits) = (Policy::default(), small_limits());
    let fault = |what: String| Fault::new(ORACLE, what, &bomb.source);
    let program = match analyze(&bomb.source, &policy, &limits) {
        Ok(accepted) if woven => accepted.program,
        Ok(_) => mikoshi_analyzer::Program::unwoven(&bomb.source),
        Err(rejection) => return Err(fault(format!("the analyzer rejects a bomb: {rejection}"))),
    };
    let realm = Realm::new(&policy);
    let begun = Instant::now();
    let verdict = inside_engine(|| realm.run(&program, &limits, Entropy::default(), meter));
    let took = begun.elapsed();
    consistent(&verdict, &bomb.source).map_err(fault)?;
    // Without a meter nothing counts the heap, and time is what runs out.
    let unmetered = meter.is_none() && bomb.allowed.contains(&Status::MemoryLimit);
    if !bomb.allowed.contains(&verdict.status) && !(unmetered && verdict.status == Status::RuntimeError) {
        return Err(fault(format!("ended as {}, but only {:?} is right", verdict.status, bomb.allowed)));
    }
    if took > Duration::from_millis(limits.timeout_ms) + GRACE {
        // `fuzz/ci.sh` knows this fault by its first words.
        return Err(fault(format!("ran late: {took:?} under a limit of {} ms", limits.timeout_ms)));
    }
    Ok(Seen::Taken(Some(verdict.status)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: &str, allowed: &'static [Status]) -> Bomb {
        Bomb { source: source.to_owned(), allowed }
    }

    #[test]
    fn a_program_without_safepoints_fires() {
        let long = of("let i = 0; while (i < 3e6) i++; true", &[Status::Timeout]);
        let fault = judge(&long, None, false).unwrap_err();
        assert_eq!(fault.oracle, ORACLE, "{fault}");
    }

    #[test]
    fn a_wrong_status_fires() {
        let fault = judge(&of("true", &[Status::StackLimit]), None, true).unwrap_err();
        assert!(fault.what.starts_with("ended as PASSED"), "{fault}");
    }
}
