//! Workers that have been taken over and say what they like.

use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use mikoshi_types::{Code, Status};

use crate::native::{exit, say};
use crate::support::{Kind, message, native_within, pool, trial};

const TIMEOUT_MS: u64 = 300;

/// A frame around `kind` and `body`.
fn frame(kind: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = u32::try_from(body.len() + 1).unwrap().to_le_bytes().to_vec();
    bytes.push(kind);
    bytes.extend_from_slice(body);
    bytes
}

/// A reply "stack limit" that is well formed.
fn well_formed() -> Vec<u8> {
    let mut body = vec![3];
    body.extend_from_slice(&[0; 24]);
    frame(3, &body)
}

/// In the child.
pub(crate) fn speak(name: &str) {
    match name {
        "well_formed" => say(&well_formed()),
        "twice" => say(&[well_formed(), well_formed()].concat()),
        "one_more_byte" => say(&[well_formed(), vec![0]].concat()),
        "length_zero" => say(&[0, 0, 0, 0]),
        "length_huge" => say(&[255, 255, 255, 255, 1]),
        "length_over_cap" => say(&[(1_u32 << 20).to_le_bytes().to_vec(), vec![1]].concat()),
        "short" => say(&[9, 0, 0, 0, 1, 2]),
        "only_length" => say(&[9, 0]),
        "unknown_kind" => say(&frame(77, &[1, 2, 3])),
        "parsed_to_a_run" => say(&frame(2, &[0])),
        "unknown_reason" => say(&frame(3, &[99; 25])),
        "early_timeout" => say(&frame(3, &[[1].as_slice(), &[0; 24]].concat())),
        "from_the_future" => say(&frame(3, &[[3].as_slice(), &[255; 24]].concat())),
        "garbage" => say(&frame(1, &[0xff; 600])),
        "garbage_zero" => say(&frame(1, &[0; 600])),
        // PASSED without an output: status 0, then nothing.
        "bare_pass" => say(&frame(1, &[0; 15])),
        // PASSED with the output `1` (one token, Signed, zigzag 2).
        "pass_with_one" => say(&frame(1, &[[0, 1, 1, 2, 2].as_slice(), &[0; 13]].concat())),
        // FAILED with the output `true`.
        "fail_with_true" => say(&frame(1, &[[1, 1, 1, 1, 1, 1, 7].as_slice(), b"boolean", &[0; 12]].concat())),
        "flood" => loop {
            say(&[0x41; 8 << 10]);
        },
        "flood_in_frame" => {
            say(&(60_000_u32).to_le_bytes());
            loop {
                say(&[1; 4096]);
            }
        }
        "trickle" => loop {
            say(&[1]);
            let start = Instant::now();
            while start.elapsed() < Duration::from_millis(20) {}
        },
        "slow_frame" => {
            for byte in well_formed() {
                say(&[byte]);
            }
        }
        "silence" => loop {
            std::hint::spin_loop();
        },
        "close" => {}
        _ => exit(8),
    }
    exit(0)
}

pub(crate) fn trials(kind: Kind) -> Vec<Trial> {
    let malformed = [
        ("twice", "bytes behind the end of the reply"),
        ("one_more_byte", "bytes behind the end of the reply"),
        ("length_zero", "a length that no reply has"),
        ("length_huge", "a length that no reply has"),
        ("length_over_cap", "a length that no reply has"),
        ("short", "a frame that is not whole"),
        ("only_length", "a frame that is not whole"),
        ("unknown_kind", "an unknown kind of frame"),
        ("parsed_to_a_run", "an unknown kind of frame"),
        ("unknown_reason", "an unknown reason"),
        ("early_timeout", "a timeout before its time"),
        ("from_the_future", "more time than has passed"),
        ("garbage", "a body that cannot be decoded"),
        ("garbage_zero", "bytes behind the end of the reply"),
        ("bare_pass", "a status that is not its output's"),
        ("pass_with_one", "a status that is not its output's"),
        ("fail_with_true", "a status that is not its output's"),
        ("flood", "a length that no reply has"),
        ("flood_in_frame", "bytes behind the end of the reply"),
        ("trickle", "a length that no reply has"),
    ];
    let mut trials: Vec<_> = malformed
        .into_iter()
        .map(|(name, what)| {
            trial(kind, format!("frame::{name}"), move || {
                let verdict = native_within(pool(kind), &format!("frame:{name}"), TIMEOUT_MS);
                assert_eq!(message(&verdict), format!("the program's process broke the protocol: {what}"));
                assert_eq!(verdict.status, Status::Crashed);
                assert_eq!(verdict.error.unwrap().code, Code::WORKER_PROTOCOL);
            })
        })
        .collect();
    for name in ["well_formed", "slow_frame"] {
        trials.push(trial(kind, format!("frame::{name}"), move || {
            let verdict = native_within(pool(kind), &format!("frame:{name}"), TIMEOUT_MS);
            assert_eq!(verdict.status, Status::StackLimit);
        }));
    }
    trials.push(trial(kind, "frame::silence", move || {
        let started = Instant::now();
        let verdict = native_within(pool(kind), "frame:silence", TIMEOUT_MS);
        assert_eq!(verdict.status, Status::Timeout);
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    }));
    trials.push(trial(kind, "frame::close", move || {
        let verdict = native_within(pool(kind), "frame:close", TIMEOUT_MS);
        assert_eq!(message(&verdict), "the program's process ended with code 0 and without a verdict");
        assert_eq!(verdict.error.unwrap().code, Code::WORKER_CRASHED);
    }));
    trials
}
