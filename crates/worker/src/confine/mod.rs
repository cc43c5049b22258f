//! What is taken away from a process before it reads a program. One mechanism a file.

pub(crate) mod landlock;
pub(crate) mod namespaces;
pub(crate) mod rlimits;
pub(crate) mod seccomp;
