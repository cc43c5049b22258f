//! Deaths of children, fork servers and hosts; nothing may hang, leak or be left behind.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use mikoshi_analyzer::Program;
use mikoshi_types::Status;
use mikoshi_worker::{Cancel, Isolation, Layer, Pool, PoolError};

use crate::support::{Kind, descendants, limits, message, name_of, native_within, start, state_of, trial};

/// Every test runs in a host of its own, which is this program again: they look at the processes of their pool, or hurt them.
const HOSTS: &[(&str, fn())] = &[
    ("thousands_of_executions_leak_nothing", thousands),
    ("a_dropped_pool_leaves_no_process", dropped_pool),
    ("a_killed_child_is_a_crash", killed_child),
    ("a_killed_spare_is_replaced", killed_spare),
    ("a_host_that_ignores_signals", ignored_signals),
    ("a_host_with_a_secret", secret),
    ("a_reused_worker_runs_so_many_programs", reused),
    ("a_killed_host_leaves_no_process", killed_host),
    ("a_cancelled_execution_ends_at_once", cancelled),
    ("a_full_queue_is_busy", busy),
    ("several_pools_side_by_side", several_pools),
    ("a_wrong_worker_is_a_clear_error", wrong_workers),
];

/// What only fork servers go through.
const FORKED_HOSTS: &[(&str, fn())] = &[
    ("a_killed_fork_server_is_replaced", killed_zygote),
    ("fork_servers_killed_under_load", zygotes_killed_under_load),
    ("without_namespaces_nothing_is_left_either", without_namespaces),
];

/// The environment variable that tells a host which test it runs, and the one for where its workers come from.
const ROLE: &str = "MIKOSHI_TEST_ROLE";
const KIND: &str = "MIKOSHI_TEST_KIND";

pub(crate) fn trials() -> Vec<Trial> {
    let everywhere = Kind::ALL.iter().flat_map(|kind| HOSTS.iter().map(|(name, _)| (*kind, *name)));
    let forked = FORKED_HOSTS.iter().map(|(name, _)| (Kind::Forked, *name));
    everywhere
        .chain(forked)
        .map(|(kind, name)| trial(kind, format!("death::{name}"), move || in_host(kind, name)))
        .collect()
}

/// Where the workers of this host come from.
fn kind() -> Kind {
    if std::env::var_os(KIND).is_some_and(|k| k == "portable") { Kind::Portable } else { Kind::Forked }
}

/// Starts a host.
fn host(kind: Kind, role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.env(ROLE, role).env("SECRET", "swordfish").stdin(Stdio::null()).stdout(Stdio::piped());
    if kind == Kind::Portable {
        command.env(KIND, "portable");
    }
    command
}

fn in_host(kind: Kind, role: &str) {
    let output = host(kind, role).output().unwrap();
    print!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{role}: {} {}", output.status, String::from_utf8_lossy(&output.stderr));
}

/// What a host does.
pub(crate) fn play(role: &str) {
    match HOSTS.iter().chain(FORKED_HOSTS).find(|(name, _)| *name == role) {
        Some((_, act)) => act(),
        None => run_until_killed(),
    }
}

fn mine() -> Vec<u32> {
    descendants(std::process::id())
}

fn run_honest(pool: &Pool) {
    let verdict = pool.execute(&Program::unwoven("1 + 1 === 2"), &limits(5_000), None).unwrap();
    assert_eq!(verdict.status, Status::Passed, "{verdict:?}");
}

fn open_descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Resident bytes of this process.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn ignored_signals() {
    // SAFETY: a disposition without a handler runs no code.
    #[expect(unsafe_code, reason = "signal dispositions have no safe interface")]
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_IGN);
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
    let pool = start(kind().isolation(), 2);
    for _ in 0..50 {
        run_honest(&pool);
    }
    let verdict = native_within(&pool, "wild_pointer", 2_000);
    // The kernel tells a host that ignores its children's ends nothing about its own; the fork server hears of its children's.
    let how = if kind() == Kind::Portable { "how it ended is not known" } else { "SIGSEGV" };
    assert!(message(&verdict).contains(how), "{verdict:?}");
    drop(pool);
    assert_eq!(mine(), [] as [u32; 0]);
}

fn secret() {
    let secret = std::env::var("SECRET").unwrap();
    let pool = start(kind().isolation(), 1);
    run_honest(&pool);
    // The next spare may be on its way.
    let family = if kind() == Kind::Portable { 1 } else { 3 };
    wait_until("its processes", || mine().len() >= family);
    let knows = |pid: &u32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.windows(secret.len()).any(|w| w == secret.as_bytes())
    };
    // A spare that is just being started is still this process until it executes the worker.
    wait_until("a worker knows its host's environment", || !mine().iter().any(knows));
}

/// Many hosts grant no namespaces; then each process must die with its parent by itself.
fn without_namespaces() {
    let mut isolation = Isolation::required();
    for layer in [Layer::UserNamespace, Layer::PidNamespace, Layer::NetNamespace, Layer::IpcNamespace] {
        isolation = isolation.leave_out(layer);
    }
    let pool = start(isolation, 2);
    run_honest(&pool);
    let old = mine();
    let verdict = while_spinning(&pool, || kill_all(|pid| name_of(pid) == "mikoshi-zygote"));
    assert_eq!(verdict.status, Status::Crashed);
    wait_until("the old generation", || old.iter().all(|p| state_of(*p).is_none_or(|s| s == 'Z')));
    run_honest(&pool);
    drop(pool);
    assert_eq!(mine(), [] as [u32; 0]);
}

/// Whether a process of ours runs programs or waits for one: of a fork server's family only its children do.
fn is_runner(pid: u32) -> bool {
    kind() == Kind::Portable || name_of(pid) == "mikoshi-run"
}

/// The processes that run programs or wait for one.
fn runners() -> Vec<u32> {
    let mut runners: Vec<_> = mine().into_iter().filter(|p| is_runner(*p)).collect();
    runners.sort_unstable();
    runners
}

fn reused() {
    let mut options = kind().options();
    options.workers = 1;
    options.reuse = 3;
    let pool = Pool::start(options).unwrap();
    let run = |text: &str, timeout_ms: u64| pool.execute(&Program::unwoven(text), &limits(timeout_ms), None).unwrap();
    wait_until("a spare", || !runners().is_empty());
    let first = runners();
    // Nothing of a program is left for the next, and each is measured by itself.
    for text in ["var left = 1; Array.prototype.left = 1; true", "typeof left === 'undefined' && [].left === undefined"]
    {
        let verdict = run(text, 5_000);
        assert_eq!(verdict.status, Status::Passed, "{text}: {verdict:?}");
        assert!(verdict.metrics.peak_heap_bytes < 1 << 20, "{verdict:?}");
        // There may be a second spare by now, but the first must still be there to take its turns.
        let now = runners();
        assert!(first.iter().all(|p| now.contains(p)), "{now:?} without {first:?}");
    }
    assert_eq!(run("throw 1", 5_000).status, Status::RuntimeError);
    wait_until("the end of a worker that has had its turns", || {
        let now = runners();
        first.iter().any(|p| !now.contains(p))
    });
    // Nor does a worker outlive a program that was stopped, or serve one with other limits.
    for (text, timeout_ms, status) in
        [("while (true);", 100, Status::Timeout), ("true", 100, Status::Passed), ("true", 200, Status::Passed)]
    {
        wait_until("a spare", || !runners().is_empty());
        let before = runners();
        assert_eq!(run(text, timeout_ms).status, status, "{text}");
        if timeout_ms == 200 || status == Status::Timeout {
            wait_until("the end of its worker", || {
                let now = runners();
                before.iter().any(|p| !now.contains(p))
            });
        }
    }
    for text in ["native:wild_pointer", "native:frame:twice", "native:exit_silently"] {
        assert_eq!(run(text, 5_000).status, Status::Crashed, "{text}");
        run_honest(&pool);
    }
    for n in 0..200 {
        assert_eq!(run(&format!("{n} === {n}"), 5_000).status, Status::Passed);
    }
    drop(pool);
    assert_eq!(mine(), [] as [u32; 0]);
}

fn run_until_killed() {
    let pool = start(kind().isolation(), 2);
    run_honest(&pool);
    println!("ready");
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    native_within(&pool, "spin", 60_000);
                }
            });
        }
    });
}

fn thousands() {
    let pool = start(kind().isolation(), 2);
    let honest = ("1 + 1 === 2", Status::Passed);
    // It touches 256 MiB, so it is rare.
    let overflow = ("native:overflow", Status::StackLimit);
    let mixed = [
        ("native:allocate_much", Status::MemoryLimit),
        ("native:wild_pointer", Status::Crashed),
        ("native:frame:twice", Status::Crashed),
        ("native:exit_silently", Status::Crashed),
        ("native:panic", Status::Crashed),
        ("native:fork", Status::Crashed),
    ];
    let round = |from: usize, to: usize| {
        let next = AtomicUsize::new(from);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= to {
                            return;
                        }
                        let (text, status) = match n {
                            n if n % 256 == 0 => overflow,
                            n if n % 4 == 0 => mixed[n / 4 % mixed.len()],
                            _ => honest,
                        };
                        if n.is_multiple_of(128) {
                            let zombies = mine().into_iter().filter(|p| state_of(*p) == Some('Z')).count();
                            assert!(zombies <= 16, "{zombies} zombies under load");
                        }
                        let verdict = pool.execute(&Program::unwoven(text), &limits(10_000), None).unwrap();
                        assert_eq!(verdict.status, status, "{text}: {verdict:?}");
                    }
                });
            }
        });
    };
    round(0, 500);
    thread::sleep(Duration::from_millis(200));
    let before = (open_descriptors(), resident());
    let started = Instant::now();
    round(500, 3_500);
    let took = started.elapsed();
    wait_until("zombies", || mine().iter().all(|p| state_of(*p) != Some('Z')) && open_descriptors() <= before.0);
    let after = (open_descriptors(), resident());
    println!(
        "3,000 mixed executions in {took:?}; descriptors {} -> {}; resident {} KiB -> {} KiB; processes {}",
        before.0,
        after.0,
        before.1 >> 10,
        after.1 >> 10,
        mine().len(),
    );
    assert!(after.1 < before.1 + (2 << 20), "the host grew");
    // Launcher, fork server and spares.
    assert!(mine().len() <= 2 + 8);
}

fn dropped_pool() {
    let pool = start(kind().isolation(), 2);
    run_honest(&pool);
    assert!(mine().len() >= if kind() == Kind::Portable { 1 } else { 3 });
    drop(pool);
    assert_eq!(mine(), [] as [u32; 0]);
}

fn killed_child() {
    let pool = start(kind().isolation(), 1);
    let verdict = while_spinning(&pool, || {
        kill_all(|pid| is_runner(pid) && cpu_seconds(pid) > 0.05);
    });
    assert_eq!(verdict.status, Status::Crashed);
    assert_eq!(
        message(&verdict),
        "the program's process was killed by SIGKILL: the kernel ran out of memory, or somebody killed it",
    );
    run_honest(&pool);
}

fn killed_spare() {
    let pool = start(kind().isolation(), 1);
    run_honest(&pool);
    for _ in 0..50 {
        kill_all(is_runner);
        run_honest(&pool);
    }
}

fn killed_zygote() {
    let pool = start(kind().isolation(), 2);
    run_honest(&pool);
    let old = mine();
    let verdict = while_spinning(&pool, || kill_all(|pid| name_of(pid) == "mikoshi-zygote"));
    assert_eq!(verdict.status, Status::Crashed, "{verdict:?}");
    run_honest(&pool);
    wait_until("the old generation", || old.iter().all(|p| state_of(*p).is_none()));
    kill_all(|pid| name_of(pid) == "mikoshi-worker");
    for _ in 0..20 {
        run_honest(&pool);
    }
}

fn zygotes_killed_under_load() {
    let pool = start(kind().isolation(), 2);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let runners: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let mut ends = [0_usize; 2];
                    while !stop.load(Ordering::Relaxed) {
                        match pool.execute(&Program::unwoven("1 + 1 === 2"), &limits(5_000), None) {
                            Ok(v) if v.status == Status::Passed => ends[0] += 1,
                            Ok(v) if v.status == Status::Crashed => ends[1] += 1,
                            other => panic!("{other:?}"),
                        }
                    }
                    ends
                })
            })
            .collect();
        for _ in 0..40 {
            thread::sleep(Duration::from_millis(100));
            kill_all(|pid| name_of(pid) == "mikoshi-zygote");
        }
        stop.store(true, Ordering::Relaxed);
        for runner in runners {
            println!("[passed, crashed]: {:?}", runner.join().unwrap());
        }
    });
    run_honest(&pool);
    drop(pool);
    assert_eq!(mine(), [] as [u32; 0]);
}

/// Does `act` while a program spins, and returns how that ended.
fn while_spinning(pool: &Pool, act: impl FnOnce()) -> mikoshi_types::Verdict {
    thread::scope(|scope| {
        let run = scope.spawn(|| native_within(pool, "spin", 20_000));
        thread::sleep(Duration::from_millis(500));
        act();
        run.join().unwrap()
    })
}

/// Processor time of a process.
fn cpu_seconds(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = stat.rsplit_once(") ").map_or("", |(_, r)| r);
    rest.split(' ').nth(11).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
}

#[expect(unsafe_code, reason = "signals have no safe interface")]
fn kill_all(pick: impl Fn(u32) -> bool) {
    for pid in mine().into_iter().filter(|p| pick(*p)) {
        // SAFETY: no memory is involved.
        unsafe { libc::kill(pid.cast_signed(), libc::SIGKILL) };
    }
}

fn killed_host() {
    for _ in 0..10 {
        let mut child = host(kind(), "run_until_killed").spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        thread::sleep(Duration::from_millis(50));
        let processes = descendants(child.id());
        assert!(processes.len() >= 2, "{line} {processes:?}");
        child.kill().unwrap();
        child.wait().unwrap();
        wait_until("orphans", || processes.iter().all(|p| state_of(*p).is_none_or(|s| s == 'Z')));
    }
}

fn cancelled() {
    let pool = start(kind().isolation(), 1);
    let cancel = Cancel::new();
    thread::scope(|scope| {
        let running = scope.spawn(|| pool.execute(&Program::unwoven("native:spin"), &limits(20_000), Some(&cancel)));
        let queued = scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            pool.execute(&Program::unwoven("1"), &limits(20_000), Some(&cancel))
        });
        thread::sleep(Duration::from_millis(300));
        let started = Instant::now();
        cancel.cancel();
        assert_eq!(running.join().unwrap().unwrap_err(), PoolError::Cancelled);
        assert_eq!(queued.join().unwrap().unwrap_err(), PoolError::Cancelled);
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    });
    assert_eq!(pool.execute(&Program::unwoven("1"), &limits(100), Some(&cancel)).unwrap_err(), PoolError::Cancelled);
    run_honest(&pool);
}

fn busy() {
    let mut options = kind().options();
    options.workers = 1;
    options.queue = 0;
    let pool = Pool::start(options).unwrap();
    thread::scope(|scope| {
        let run = scope.spawn(|| native_within(&pool, "spin", 600));
        thread::sleep(Duration::from_millis(200));
        assert_eq!(pool.execute(&Program::unwoven("1"), &limits(100), None).unwrap_err(), PoolError::Busy);
        assert_eq!(run.join().unwrap().status, Status::Timeout);
    });
    run_honest(&pool);
}

fn several_pools() {
    let pools: Vec<_> = (0..3).map(|_| start(kind().isolation(), 2)).collect();
    thread::scope(|scope| {
        for pool in &pools {
            for _ in 0..3 {
                scope.spawn(|| (0..20).for_each(|_| run_honest(pool)));
            }
        }
    });
}

fn wrong_workers() {
    let error = |path: &str| {
        let mut options = kind().options();
        options.worker = Some(path.into());
        Pool::start(options).unwrap_err().to_string()
    };
    assert_eq!(
        error("/no/such/file"),
        "the worker did not start: /no/such/file cannot be run: No such file or directory (os error 2)",
    );
    assert_eq!(
        error("/bin/true"),
        "the worker did not start: /bin/true ended before it was ready; is it the `mikoshi` command, or a program that calls \
         init() first thing in main?",
    );
}
