//! The safest way to run an AI's verification JavaScript: text in, verdict out.
//!
//! Verification code is a small script whose last expression is `true` if a candidate answer is right. A [`Sandbox`] judges
//! the text by rules, prints it anew from its syntax tree, and runs it in a confined process of its own, against a whitelist
//! for a global object and under finite limits. The [`Verdict`] says how it ended: [`Verdict::passed`] is true only when the
//! completion value is exactly `true`.
//!
//! ```rust,standalone_crate
//! use mikoshi_sandbox::{Sandbox, Status};
//!
//! mikoshi_sandbox::host! {
//!     fn main() -> Result<(), mikoshi_sandbox::Error> {
//!         let sandbox = Sandbox::builder().build()?;
//!
//!         let verdict = sandbox.execute("const sorted = [3, 1, 2].sort(); sorted.join() === '1,2,3'")?;
//!         assert!(verdict.passed);
//!
//!         let verdict = sandbox.execute("require('fs').readFileSync('/etc/passwd')")?;
//!         assert_eq!(verdict.status, Status::Rejected);
//!         assert_eq!(verdict.diagnostics[0].code.to_string(), "MK1001");
//!         Ok(())
//!     }
//! }
//! ```
//!
//! # The worker
//!
//! Programs run in worker processes, which need an executable. The first of these is taken:
//!
//! 1. the path given to [`Builder::worker_path`];
//! 2. the path in the environment variable `MIKOSHI_WORKER`;
//! 3. the host's own executable, if it called [`init`]: that is what [`host!`] prepares;
//! 4. the command `mikoshi` in the folder of the host's executable.
//!
//! A host whose `main` is not its own (a plugin, a test harness) names a worker executable, such as the command `mikoshi`.
//!
//! # Limits and policy
//!
//! ```rust,standalone_crate
//! use mikoshi_sandbox::{Limits, Policy, Sandbox, Status};
//!
//! mikoshi_sandbox::host! {
//!     fn main() -> Result<(), mikoshi_sandbox::Error> {
//!         let mut limits = Limits::default();
//!         limits.timeout_ms = 200;
//!         let sandbox = Sandbox::builder().policy(Policy::extended()).limits(limits).workers(1).build()?;
//!         assert_eq!(sandbox.execute("while (true) {}")?.status, Status::Timeout);
//!         assert!(sandbox.execute("typeof Symbol() === 'symbol'")?.passed);
//!         Ok(())
//!     }
//! }
//! ```
//!
//! # Judging without running
//!
//! [`Sandbox::check`] asks the analyzer and the engine's parser. The analyzer alone needs no process at all; it is the crate
//! `mikoshi-analyzer`.
//!
//! # Async hosts
//!
//! With the feature `tokio` there are `Sandbox::execute_async`, `Sandbox::execute_with_async` and `Sandbox::check_async`.
//! Dropping such a future kills its worker.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "tokio")]
mod asynchronous;
mod builder;
mod error;
mod explain;
mod host;
mod sandbox;

pub use builder::Builder;
pub use error::Error;
pub use explain::explain;
pub use mikoshi_types::{
    Code, CodeInfo, ConstructorAccess, Deterministic, Diagnostic, Label, LimitError, Limits, LineIndex, Metrics,
    Policy, PolicyError, Severity, Span, Status, Verdict, VerdictError, codes,
};
pub use mikoshi_worker::{Cancel, Isolation, Layer, LayerState, MeteredAlloc, PoolError, State, init};
pub use sandbox::{Check, Sandbox};
