//! The first process after exec: leaves everything of the host behind and becomes the parent of the fork server.

use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, setsid};

use super::server;
use crate::Layer;
use crate::channel::Channel;
use crate::confine::namespaces;
use crate::ledger::Ledger;
use crate::protocol::{FromZygote, Greeting, Setup};
use crate::signal_unsafe::{exit_now, reset_signals};
use crate::stream::retry;
use crate::sys_unsafe::{close_from, fork, pidfd_open};
use crate::unix_unsafe::take_descriptor;

/// The host sends [`Setup`] before it starts us.
const SETUP_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs the launcher, and in its child the fork server. The control socket is descriptor 0.
pub(crate) fn launch() -> ! {
    // Whatever the host left open is closed before anything else.
    let closed = close_from(3);
    reset_signals();
    let control = Channel::new(take_descriptor(0));
    let code = match start(&control, closed.map_err(|e| e.to_string())) {
        Ok(()) => 0,
        Err(error) => {
            // If the host is gone there is nobody to tell.
            let _ = control.send(&FromZygote::Greeting(Greeting::Failed(error.to_string())), &[]);
            1
        }
    };
    exit_now(code)
}

fn start(control: &Channel, closed: Result<(), String>) -> io::Result<()> {
    let Some((setup, _)) = control.receive::<Setup>(Some(Instant::now() + SETUP_TIMEOUT))? else {
        return Ok(());
    };
    setup.check_version()?;
    let mut ledger = Ledger::new(&setup);
    ledger.note(Layer::Process, Ok("one process per program".to_owned()));
    ledger.environment();
    ledger.note(Layer::Descriptors, closed.map(|()| "one socket to the host".to_owned()));
    ledger.install(Layer::Session, || setsid().map(|_| "of its own".to_owned()).map_err(|e| e.to_string()));
    ledger
        .install(Layer::NoNewPrivs, || prctl::set_no_new_privs().map(|()| "set".to_owned()).map_err(|e| e.to_string()));
    for (layer, outcome) in namespaces::enter(&setup.left_out) {
        ledger.note(layer, outcome);
    }
    // After the user namespace, entering which clears the signal that the parent's death sends.
    ledger.install(Layer::ParentDeath, || die_with_parent().map(|()| "SIGKILL".to_owned()));

    match fork()? {
        ForkResult::Child => {
            if !setup.left_out.contains(&Layer::ParentDeath) && die_with_parent().is_err() {
                exit_now(super::UNCONFINED);
            }
            server::serve(&setup, control, ledger)
        }
        ForkResult::Parent { child } => {
            if !setup.left_out.contains(&Layer::NonDumpable) {
                let _ = prctl::set_dumpable(false);
            }
            // The child is not waited for yet, so the number still means it.
            let zygote = pidfd_open(child)?;
            control.send(&FromZygote::Launched, &[zygote.as_fd()])?;
            drop(zygote);
            // The host must see the end of the socket when the fork server ends.
            close_from(0)?;
            let _ = retry(|| waitpid(child, None));
            exit_now(0)
        }
    }
}

/// Asks the kernel to kill this process when its parent dies. If that has happened already, the control socket is closed.
pub(super) fn die_with_parent() -> Result<(), String> {
    prctl::set_pdeathsig(Signal::SIGKILL).map_err(|e| e.to_string())
}
