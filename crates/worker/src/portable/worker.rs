//! The worker's side.

use std::io;
use std::os::fd::{AsFd as _, OwnedFd};

use mikoshi_runtime::Realm;
use nix::unistd::{chdir, setsid};
use serde::de::DeserializeOwned;

use super::layers::MISSING;
use crate::confine::rlimits;
use crate::ledger::Ledger;
use crate::protocol::{Greeting, Hello, PREFIX, Setup, frame};
use crate::runner::{self, Turns};
use crate::signal_unsafe::{LINK, cpu_since_ns, exit_now, install_handlers, reset_signals, watch_parent};
use crate::stream::{read_all, write_all};
use crate::unix_unsafe::{close_all_but, duplicate_to, take_descriptor};
use crate::{Layer, panics};

/// Runs the worker. The stream to the host is descriptor 0.
pub(crate) fn launch() -> ! {
    let Ok(link) = duplicate_to(take_descriptor(0).as_fd(), LINK) else { exit_now(1) };
    // Whatever the host left open is closed before anything else.
    let closed = close_all_but(LINK);
    reset_signals();
    stacker::grow(mikoshi_runtime::STACK_BYTES, || exit_now(i32::from(run(&link, closed).is_err())))
}

fn run(link: &OwnedFd, closed: io::Result<()>) -> io::Result<()> {
    let Some(setup) = receive::<Setup>(link)? else {
        return Ok(());
    };
    let (greeting, prepared) = match prepare(&setup, closed) {
        Ok((ledger, prepared)) => (ledger.greeting(), Some(prepared)),
        Err(error) => (Greeting::Failed(error.to_string()), None),
    };
    let ready = matches!(greeting, Greeting::Ready(_));
    // From here on the clock of processor time is the program's.
    let cpu_us = cpu_since_ns() / 1_000;
    write_all(link, &frame(&Hello { cpu_us, greeting }).map_err(io::Error::other)?)?;
    match prepared {
        Some((realm, mut turns)) if ready => {
            if let Some(base) = &mut turns.base {
                base.cpu_ms = cpu_us.div_ceil(1_000);
            }
            runner::answer(realm, link, &turns)
        }
        _ => Ok(()),
    }
}

/// Takes the layers and builds the realm for the first program.
fn prepare(setup: &Setup, closed: io::Result<()>) -> io::Result<(Ledger, (Realm, Turns))> {
    setup.check_version()?;
    let mut ledger = Ledger::new(setup);
    ledger.note(Layer::Process, Ok("one process per program".to_owned()));
    ledger.environment();
    let closed =
        closed.map(|()| "one stream to the host".to_owned()).map_err(|e| format!("they cannot be closed: {e}"));
    ledger.note(Layer::Descriptors, closed);
    ledger.install(Layer::Session, || setsid().map(|_| "of its own".to_owned()).map_err(|e| e.to_string()));
    for (layer, why) in MISSING {
        ledger.note(layer, Err(why.to_owned()));
    }
    let _ = chdir("/");
    install_handlers(runner::stack_limit())?;
    watch_parent()?;
    panics::prepare();
    // No program to warm up on: it would cost what it saves, and under load somebody waits for this worker.
    let realm = Realm::new(&setup.policy);
    ledger.metered_allocator();
    let mut base = None;
    ledger.install(Layer::Rlimits, || {
        // Known while files can still be opened.
        let data = rlimits::Gauge::open().read();
        rlimits::close().map_err(|e| format!("the kernel refused them: {e}"))?;
        base = Some(rlimits::Base { data, cpu_ms: 0 });
        Ok(rlimits::DETAIL.to_owned())
    });
    let turns = Turns { reuse: setup.reuse, policy: setup.policy.clone(), base };
    Ok((ledger, (realm, turns)))
}

/// Reads one frame from the host, which is trusted. `None` when it is gone.
fn receive<T: DeserializeOwned>(link: &OwnedFd) -> io::Result<Option<T>> {
    let mut prefix = [0; PREFIX];
    if !read_all(link, &mut prefix)? {
        return Ok(None);
    }
    let mut body = vec![0; usize::try_from(u32::from_le_bytes(prefix)).unwrap_or(usize::MAX)];
    if !read_all(link, &mut body)? {
        return Ok(None);
    }
    postcard::from_bytes(&body).map(Some).map_err(io::Error::other)
}
