//! The back end for every Unix: which layers it has, and what they hold against native code.
#![expect(unsafe_code, reason = "attacks are system calls")]

use libtest_mimic::Trial;
use mikoshi_types::Status;
use mikoshi_worker::{Isolation, Layer, Pool, PoolError, PoolOptions, State};

use crate::native::{DONE, REFUSED, exit};
use crate::support::{Kind, message, native, native_within, pool, trial};

/// The required layers that it lacks.
pub(crate) const MISSING: &[Layer] =
    &[Layer::ParentDeath, Layer::NonDumpable, Layer::NoNewPrivs, Layer::Capabilities, Layer::Landlock, Layer::Seccomp];

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |name: &str, test: fn()| trial(Kind::Portable, name, test);
    vec![
        trial("layers::what_is_missing_is_an_error_unless_waived", missing_layers),
        trial("layers::the_others_are_active", other_layers),
        trial("native::the_environment_is_empty", || refused("environment")),
        trial("native::no_descriptor_is_inherited", descriptors),
        trial("native::no_descriptor_can_be_made", || refused("open")),
        trial("native::the_session_is_its_own", || refused("session")),
        trial("native::a_stopped_worker_is_killed", stopped),
        trial("native::a_worker_that_hangs_up_is_a_crash", hung_up),
        #[cfg(target_os = "linux")]
        trial("native::what_a_worker_starts_goes_with_it", started),
    ]
}

fn missing_layers() {
    let mut options = Kind::Portable.options();
    options.isolation = Isolation::required().portable();
    let Err(PoolError::Layers(missing)) = Pool::start(options.clone()) else { panic!("it started") };
    assert_eq!(missing.iter().map(|s| s.layer).collect::<Vec<_>>(), MISSING);
    for state in &missing {
        assert_eq!(state.state, State::Unavailable);
        assert!(state.required && !state.detail.is_empty(), "{state:?}");
    }
    let advice = PoolError::Layers(missing).to_string();
    println!("{advice}");
    assert!(
        advice.starts_with("6 layers cannot be had: `parent-death` (no signal comes when the host dies"),
        "{advice}"
    );
    assert!(
        advice.ends_with(
            "give each up by name: Isolation::required().waive(Layer::ParentDeath).waive(Layer::NonDumpable)\
             .waive(Layer::NoNewPrivs).waive(Layer::Capabilities).waive(Layer::Landlock).waive(Layer::Seccomp)"
        ),
        "{advice}"
    );
    // All but one is not enough.
    for kept in MISSING {
        options.isolation = MISSING
            .iter()
            .filter(|l| *l != kept)
            .fold(Isolation::required().portable(), |isolation, layer| isolation.waive(*layer));
        let Err(PoolError::Layers(missing)) = Pool::start(options.clone()) else { panic!("it started") };
        assert_eq!(missing.iter().map(|s| s.layer).collect::<Vec<_>>(), [*kept]);
    }
}

fn other_layers() {
    let posture = pool(Kind::Portable).posture();
    assert_eq!(posture.iter().map(|s| s.layer).collect::<Vec<_>>(), Layer::ALL);
    for state in posture {
        println!("{:<18} {:<12} {}", state.layer.name(), state.state.to_string(), state.detail);
        let expected = match state.layer {
            layer if MISSING.contains(&layer) => State::Waived,
            _ if !state.required => State::Unavailable,
            _ => State::Active,
        };
        assert_eq!(state.state, expected, "{state:?}");
    }
}

/// Has an attack tried in a worker, which must fail.
fn refused(name: &str) {
    refused_in(pool(Kind::Portable), name);
}

fn refused_in(pool: &Pool, name: &str) {
    let verdict = native(pool, name);
    let text = format!("the program's process ended with code {REFUSED} and without a verdict");
    assert_eq!((verdict.status, message(&verdict)), (Status::Crashed, text.as_str()));
}

/// A descriptor of the host that executed programs inherit, as careless libraries make them.
fn descriptors() {
    let mut pipe = [0; 2];
    // SAFETY: there is room for two descriptors.
    assert_eq!(unsafe { libc::pipe(pipe.as_mut_ptr()) }, 0);
    // SAFETY: a number that nothing else here uses.
    assert_eq!(unsafe { libc::dup2(pipe[1], 700) }, 700);
    let fresh = Pool::start(one_worker()).unwrap();
    refused_in(&fresh, "descriptors");
}

fn one_worker() -> PoolOptions {
    let mut options = Kind::Portable.options();
    options.workers = 1;
    options
}

fn stopped() {
    let verdict = native_within(pool(Kind::Portable), "stop", 300);
    assert_eq!((verdict.status, message(&verdict)), (Status::Timeout, "the program ran longer than 300 ms"));
}

fn hung_up() {
    let verdict = native_within(pool(Kind::Portable), "hang_up", 10_000);
    let text = "the program's process broke off, and how it ended is not known";
    assert_eq!((verdict.status, message(&verdict)), (Status::Crashed, text));
}

/// Where the user may have more processes (root may, whatever the limit), they die with their worker.
#[cfg(target_os = "linux")]
fn started() {
    let marker = "mikoshi-escaped";
    let exists = || {
        std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
            std::fs::read_to_string(entry.path().join("comm")).is_ok_and(|name| name.trim() == marker)
                && std::fs::read_to_string(entry.path().join("stat")).is_ok_and(|stat| !stat.contains(") Z "))
        })
    };
    for _ in 0..5 {
        // What it started holds the stream open.
        let verdict = native_within(pool(Kind::Portable), "start_another", 300);
        assert!(matches!(verdict.status, Status::Crashed | Status::Timeout), "{verdict:?}");
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(5);
        while exists() {
            assert!(std::time::Instant::now() < deadline, "a process is left");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

/// In the worker.
pub(crate) fn act(name: &str) {
    let succeeds = match name {
        "environment" => std::env::vars_os().next().is_some() || std::fs::read("/proc/self/environ").is_ok(),
        // SAFETY: no memory is involved.
        "descriptors" => (0..10_000).filter(|fd| *fd != 3).any(|fd| unsafe { libc::fcntl(fd, libc::F_GETFD) } >= 0),
        // SAFETY: the path is a valid string.
        "open" => unsafe { libc::open(c"/etc/passwd".as_ptr(), libc::O_RDONLY) >= 0 || libc::dup(3) >= 0 },
        // SAFETY: no memory is involved.
        "session" => unsafe { libc::getsid(0) != libc::getpid() },
        "stop" => {
            // SAFETY: no memory is involved.
            unsafe { libc::raise(libc::SIGSTOP) };
            true
        }
        "hang_up" => {
            // SAFETY: this process uses the descriptor no more.
            unsafe { libc::close(3) };
            loop {
                std::hint::spin_loop();
            }
        }
        #[cfg(target_os = "linux")]
        "start_another" => {
            // SAFETY: this process has one thread.
            if unsafe { libc::fork() } == 0 {
                // SAFETY: the name is a valid string.
                unsafe { libc::prctl(libc::PR_SET_NAME, c"mikoshi-escaped".as_ptr()) };
                loop {
                    std::hint::spin_loop();
                }
            }
            false
        }
        _ => return,
    };
    exit(if succeeds { DONE } else { REFUSED })
}
