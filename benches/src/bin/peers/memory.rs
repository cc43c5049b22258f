//! What an idle pool holds, and what executions that wait add to the host.

use std::fs;
use std::io::Write;
use std::thread;
use std::time::Duration;

use mikoshi_sandbox::Sandbox;

use crate::throughput::family;

/// Executions that wait at once.
const WAITING: usize = 1_000;

pub(crate) fn print(out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    for workers in [1, 2, 4, 8] {
        let sandbox = Sandbox::builder().workers(workers).build()?;
        sandbox.execute("true")?;
        thread::sleep(Duration::from_millis(300));
        let shares = family().into_iter().filter(|pid| *pid != std::process::id()).map(|pid| share_kib(pid, "Pss:"));
        let (count, total) = shares.fold((0, 0), |(count, total), share| (count + 1, total + share));
        writeln!(out, "an idle pool of {workers}: {total} KiB in {count} processes, shared pages counted once")?;
    }
    let sandbox = Sandbox::builder().workers(2).queue(WAITING).build()?;
    let before = share_kib(std::process::id(), "Rss:");
    let most = thread::scope(|scope| {
        for _ in 0..WAITING {
            // Waits in the queue, as a request to a service does. What a thread costs is not ours, so its stack is small.
            let run =
                || sandbox.execute("let n = 0; for (let i = 0; i < 5000; i++) n += i; n > 0").is_ok_and(|v| v.passed);
            let _ = thread::Builder::new().stack_size(128 << 10).spawn_scoped(scope, run);
        }
        let mut most = 0;
        for _ in 0..20 {
            most = most.max(share_kib(std::process::id(), "Rss:"));
            thread::sleep(Duration::from_millis(25));
        }
        most
    });
    let after = share_kib(std::process::id(), "Rss:");
    writeln!(
        out,
        "{WAITING} executions at once on 2 workers: the host held {before} KiB before, {most} KiB at most, {after} KiB after"
    )?;
    Ok(())
}

/// A figure of `/proc/PID/smaps_rollup` in KiB; 0 where it cannot be read.
fn share_kib(pid: u32, figure: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(figure));
    line.and_then(|rest| rest.split_ascii_whitespace().next()?.parse().ok()).unwrap_or(0)
}
