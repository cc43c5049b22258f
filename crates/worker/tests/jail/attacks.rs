//! Each attack, with every layer and with the filter left out; each allowed call, left out.

use libtest_mimic::Trial;
use mikoshi_types::Status;
use mikoshi_worker::{Isolation, Layer, Pool, PoolOptions, State, allowed_calls};

use crate::calls::{ATTACKS, Alone};
use crate::native::{DONE, REFUSED};
use crate::support::{Kind, message, native, pool, start, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for &(name, _, _) in ATTACKS {
        trials.push(trial(Kind::Forked, format!("attack::filtered::{name}"), move || {
            let verdict = native(pool(Kind::Forked), name);
            assert_eq!(verdict.status, Status::Crashed);
            // This call is in the table, for limits that go down; the kernel lets none go up.
            let expected = if name == "setrlimit_data_raise" {
                "the program's process ended with code 101 and without a verdict"
            } else {
                "the program's process was killed by SIGSYS: it made a system call that its filter refuses"
            };
            assert_eq!(message(&verdict), expected);
        }));
    }
    trials.push(trial(Kind::Forked, "attack::without_the_filter", without_the_filter));
    trials.push(trial(Kind::Forked, "attack::each_allowed_call_is_needed", each_allowed_call_is_needed));
    trials.push(trial(Kind::Forked, "layers::all_are_active_here", all_are_active_here));
    trials.push(trial(Kind::Forked, "layers::a_missing_one_is_an_error_unless_waived", missing_layers));
    trials.push(trial(Kind::Forked, "layers::in_process_says_that_it_has_none", in_process));
    trials
}

/// Without the filter the other layers must still refuse what the table says.
fn without_the_filter() {
    let pool = start(Isolation::required().leave_out(Layer::Seccomp), 2);
    let mut wrong = Vec::new();
    for &(name, _, alone) in ATTACKS {
        let verdict = native(&pool, name);
        let code = |c: i32| format!("the program's process ended with code {c} and without a verdict");
        let got = message(&verdict).to_owned();
        let refused = got == code(REFUSED) || got.contains("killed by");
        match alone {
            Alone::Refused if !refused => wrong.push(format!("{name}: not refused: {got}")),
            Alone::Only(_) if got != code(DONE) && !refused => wrong.push(format!("{name}: {got}")),
            Alone::Only(what) if refused => println!("{name}: refused by other layers too, though {what}"),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A call that nothing needs has no place in the table: without it the workout must die.
fn each_allowed_call_is_needed() {
    let all = start(Isolation::required(), 1);
    for work in ["grow_and_shrink", "wild_pointer"] {
        let verdict = native(&all, work);
        assert!(!message(&verdict).contains("SIGSYS"), "{work}: {verdict:?}");
    }
    for (name, why) in allowed_calls() {
        assert!(why.len() > 5);
        let mut options = PoolOptions::new(mikoshi_types::Policy::default());
        options.isolation = Isolation::required().refuse_call(name);
        options.workers = 1;
        // Without `exit_group` not even the trial of the filter ends well.
        let Ok(pool) = Pool::start(options) else { continue };
        let died = ["grow_and_shrink", "wild_pointer"].iter().any(|work| {
            let verdict = native(&pool, work);
            message(&verdict).contains("SIGSYS") || message(&verdict).contains("before they had begun")
        });
        assert!(died, "nothing needs {name}");
    }
}

fn all_are_active_here() {
    let posture = pool(Kind::Forked).posture();
    let names: Vec<_> = posture.iter().map(|s| s.layer).collect();
    assert_eq!(names, Layer::ALL);
    for state in posture {
        println!("{:<18} {:<12} {}", state.layer, state.state, state.detail);
        assert!(!state.required || state.state == State::Active, "{state:?}");
    }
}

fn missing_layers() {
    for layer in [Layer::Seccomp, Layer::Landlock, Layer::Capabilities, Layer::NonDumpable, Layer::Session] {
        // `leave_out` waives it as well; a layer that is missing without a waiver is an error.
        let waived = start(Isolation::required().leave_out(layer), 1);
        let state = waived.posture().into_iter().find(|s| s.layer == layer).unwrap();
        assert_eq!(state.state, State::Waived);
        assert_eq!(state.detail, "left out");
    }
}

fn in_process() {
    let mut options = PoolOptions::new(mikoshi_types::Policy::default());
    options.isolation = Isolation::in_process();
    let pool = Pool::start(options).unwrap();
    assert!(pool.posture().iter().all(|s| s.state == State::Waived));
}
