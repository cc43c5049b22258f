//! What is taken away from a process before it reads a program. One mechanism a file.

#[cfg(target_os = "linux")]
pub(crate) mod landlock;
#[cfg(target_os = "linux")]
pub(crate) mod namespaces;
pub(crate) mod rlimits;
#[cfg(target_os = "linux")]
pub(crate) mod seccomp;
