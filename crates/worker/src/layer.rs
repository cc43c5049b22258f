//! The layers of confinement, by name.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A layer of confinement around the process that runs a program.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Layer {
    /// A process of its own for each program.
    Process,
    /// `no_new_privs`: nothing that is executed can gain rights.
    NoNewPrivs,
    /// A seccomp filter that kills the process on every system call outside a short list.
    Seccomp,
    /// A Landlock domain without any right.
    Landlock,
    /// Resource limits: no core files, no file writes, no descriptors, no processes; bounded data and processor time.
    Rlimits,
    /// No descriptor but the one socket to the host.
    Descriptors,
    /// An empty environment.
    Environment,
    /// A session of its own, so no controlling terminal.
    Session,
    /// No core dumps and no tracing by other processes of the same user.
    NonDumpable,
    /// Every process dies with the one that started it.
    ParentDeath,
    /// No capabilities, whatever the user.
    Capabilities,
    /// An allocator that counts what the program holds and ends the process at the ceiling.
    MeteredAllocator,
    /// A user namespace: the process has no rights over anything that is not its own.
    UserNamespace,
    /// A process namespace: other processes cannot be named.
    PidNamespace,
    /// A network namespace without interfaces.
    NetNamespace,
    /// A namespace of its own for System V and POSIX message queues and shared memory.
    IpcNamespace,
}

impl Layer {
    /// Every layer, from the outermost in.
    pub const ALL: [Self; 16] = [
        Self::Process,
        Self::UserNamespace,
        Self::PidNamespace,
        Self::NetNamespace,
        Self::IpcNamespace,
        Self::Environment,
        Self::Descriptors,
        Self::Session,
        Self::ParentDeath,
        Self::NonDumpable,
        Self::NoNewPrivs,
        Self::Capabilities,
        Self::Rlimits,
        Self::Landlock,
        Self::Seccomp,
        Self::MeteredAllocator,
    ];

    /// The name that people see and that a waiver is given by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Process => "process",
            Self::NoNewPrivs => "no-new-privs",
            Self::Seccomp => "seccomp",
            Self::Landlock => "landlock",
            Self::Rlimits => "rlimits",
            Self::Descriptors => "descriptors",
            Self::Environment => "environment",
            Self::Session => "session",
            Self::NonDumpable => "non-dumpable",
            Self::ParentDeath => "parent-death",
            Self::Capabilities => "capabilities",
            Self::MeteredAllocator => "metered-allocator",
            Self::UserNamespace => "user-namespace",
            Self::PidNamespace => "pid-namespace",
            Self::NetNamespace => "net-namespace",
            Self::IpcNamespace => "ipc-namespace",
        }
    }

    /// Finds a layer by its name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|l| l.name() == name)
    }

    /// Whether [`Isolation::required`] demands it. The namespaces are not demanded: many hosts (containers, hardened
    /// distributions) refuse them to ordinary users, and each only repeats what seccomp and Landlock hold already.
    #[must_use]
    pub const fn is_required(self) -> bool {
        !matches!(self, Self::UserNamespace | Self::PidNamespace | Self::NetNamespace | Self::IpcNamespace)
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which layers an execution must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Isolation {
    pub(crate) in_process: bool,
    pub(crate) portable: bool,
    pub(crate) waived: Vec<Layer>,
    pub(crate) left_out: Vec<Layer>,
    pub(crate) refused_calls: Vec<String>,
}

impl Isolation {
    /// Every layer that [`Layer::is_required`] names; a missing one is an error. Only Linux has them all: on other Unix systems each
    /// that is missing must be waived before programs run, and elsewhere there are no processes to run them in.
    #[must_use]
    pub fn required() -> Self {
        Self { in_process: false, portable: false, waived: Vec::new(), left_out: Vec::new(), refused_calls: Vec::new() }
    }

    /// No process at all: for tests, fuzzing and trusted code.
    ///
    /// The program runs in the calling thread. What does not hold then: a deadline inside native code of the engine (a
    /// backtracking regular expression runs as long as it likes), the ceiling on memory, a crash of the engine, a native
    /// stack that overflows, and everything that the kernel layers keep from code that has broken out of the engine.
    #[must_use]
    pub fn in_process() -> Self {
        Self { in_process: true, ..Self::required() }
    }

    /// Goes on without `layer` where it cannot be had.
    #[must_use]
    pub fn waive(mut self, layer: Layer) -> Self {
        if !self.waived.contains(&layer) {
            self.waived.push(layer);
        }
        self
    }

    /// Takes the back end that other Unix systems have on Linux too. Only for its tests: it lacks required layers, and each must
    /// still be given up by name.
    #[doc(hidden)]
    #[must_use]
    pub fn portable(mut self) -> Self {
        self.portable = true;
        self
    }

    /// Does not even try `layer`. Only for tests that show what the other layers hold alone.
    #[doc(hidden)]
    #[must_use]
    pub fn leave_out(mut self, layer: Layer) -> Self {
        self.left_out.push(layer);
        self.waive(layer)
    }

    /// Has the filter refuse an allowed call as well. Only for tests that show that each is needed.
    #[doc(hidden)]
    #[must_use]
    pub fn refuse_call(mut self, name: &str) -> Self {
        self.refused_calls.push(name.to_owned());
        self
    }
}

/// What a layer is doing.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerState {
    /// The layer.
    pub layer: Layer,
    /// Whether it holds.
    pub state: State,
    /// Details: the ABI in use, or why it is missing.
    pub detail: String,
    /// Whether [`Isolation::required`] demands it.
    pub required: bool,
}

impl LayerState {
    pub(crate) fn new(layer: Layer, state: State, detail: impl Into<String>) -> Self {
        Self { layer, state, detail: detail.into(), required: layer.is_required() }
    }
}

/// Whether a layer holds.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// It holds.
    Active,
    /// It does not hold, and the caller gave it up by name.
    Waived,
    /// The platform cannot give it.
    Unavailable,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Active => "active",
            Self::Waived => "waived",
            Self::Unavailable => "unavailable",
        })
    }
}
