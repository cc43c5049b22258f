//! What this back end lacks, and why.

use crate::Layer;

const LINUX: &str = "only Linux has it";

/// Each layer that cannot be had, with the reason.
pub(super) const MISSING: [(Layer, &str); 10] = [
    (Layer::UserNamespace, LINUX),
    (Layer::PidNamespace, LINUX),
    (Layer::NetNamespace, LINUX),
    (Layer::IpcNamespace, LINUX),
    (
        Layer::ParentDeath,
        "no signal comes when the host dies; a worker notices by itself, at the end of its stream or within 0.1 s of its \
         processor time, unless native code has taken it over",
    ),
    (
        Layer::NonDumpable,
        "only Linux has it; there are no core files, but processes of the same user may trace a worker",
    ),
    (Layer::NoNewPrivs, LINUX),
    (Layer::Capabilities, "only Linux has them; what the host's user may do, native code in a worker may do"),
    (
        Layer::Landlock,
        "only Linux has it; no file can be opened, but native code in a worker may rename and delete those of the host's user",
    ),
    (Layer::Seccomp, "only Linux has it; native code in a worker may make any system call"),
];
