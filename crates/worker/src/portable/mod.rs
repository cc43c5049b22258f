//! Workers for every Unix: each is started by exec, builds a realm, and waits for its one program.
//!
//! ```text
//! host --exec--> worker: closes descriptors, session, resource limits, realm; greets; reads a program, replies, is killed
//! ```
//!
//! Linux has more to give: a fork server, and layers that hold native code. Each of those is missing here, and said to be.
//! A worker that has not taken over its process is held by the same code as there; one that has, only by its resource limits
//! and by its end.

mod layers;
mod process;
mod stock;
mod worker;

pub(crate) use process::Process;
pub(crate) use stock::Stock;
pub(crate) use worker::launch;
