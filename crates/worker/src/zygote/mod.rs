//! The worker's side: a launcher that gives up rights, a fork server with a ready realm, and the children that run programs.
//!
//! ```text
//! host --exec--> launcher --fork--> zygote (first process of its namespace) --fork--> child: one program, then exit
//! ```
//!
//! Every process of this chain dies with the one before it, and all of them when the host's end of the control socket closes.

mod child;
mod launcher;
mod server;
mod warm;

pub(crate) use launcher::launch;

/// The exit code of a process that could not be confined. It never reads a program.
const UNCONFINED: i32 = 70;
