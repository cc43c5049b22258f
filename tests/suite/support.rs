//! What the tests of this suite share.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{fs, thread};

use mikoshi_sandbox::{Builder, Isolation, Layer, Sandbox, Status, Verdict};

/// The command, which is the worker too.
pub(crate) const MIKOSHI: &str = env!("CARGO_BIN_EXE_mikoshi-under-test");

/// Nothing that these tests start may take longer, on any machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// A sandbox to set up, with the command as its worker.
pub(crate) fn builder() -> Builder {
    Sandbox::builder().worker_path(MIKOSHI)
}

/// The back end that other Unix systems have, with what it lacks given up by name.
pub(crate) fn portable() -> Isolation {
    let missing = [
        Layer::ParentDeath,
        Layer::NonDumpable,
        Layer::NoNewPrivs,
        Layer::Capabilities,
        Layer::Landlock,
        Layer::Seccomp,
    ];
    missing.into_iter().fold(Isolation::required().portable(), Isolation::waive)
}

/// A sandbox with every default, for all tests.
pub(crate) static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| builder().build().unwrap());

pub(crate) fn verdict(code: impl AsRef<[u8]>) -> Verdict {
    SANDBOX.execute(code).unwrap()
}

/// Asserts how a program ends and that it says why.
#[track_caller]
pub(crate) fn ends(code: &str, status: Status) -> Verdict {
    let verdict = verdict(code);
    assert_eq!(verdict.status, status, "{code}\n{verdict:#?}");
    assert_eq!(verdict.passed, status == Status::Passed);
    assert_eq!(verdict.error.is_none(), matches!(status, Status::Passed | Status::Failed), "{code}\n{verdict:#?}");
    verdict
}

/// The codes of a verdict's diagnostics.
pub(crate) fn codes(verdict: &Verdict) -> Vec<String> {
    verdict.diagnostics.iter().map(|d| d.code.to_string()).collect()
}

/// What a run of the command gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) exit: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// The one line of JSON on standard output.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.stdout.lines().count(), 1, "{self:?}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }
}

/// Runs the command.
#[track_caller]
pub(crate) fn mikoshi<const N: usize>(args: [&str; N]) -> Ran {
    mikoshi_with(&args, b"")
}

/// Runs the command with an input.
#[track_caller]
pub(crate) fn mikoshi_with(args: &[&str], input: &[u8]) -> Ran {
    let mut command = Command::new(MIKOSHI);
    command.args(args).current_dir(fixtures()).env_remove("NO_COLOR").env_remove("TERM");
    run(command, input)
}

/// Runs any command to its end, which must come.
#[track_caller]
pub(crate) fn run(mut command: Command, input: &[u8]) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_vec());
    // A command that fails early does not read its input.
    thread::spawn(move || stdin.write_all(&input));
    let stdout = drain(child.stdout.take().unwrap());
    let stderr = drain(child.stderr.take().unwrap());
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the command did not end: {command:?}");
        }
        thread::sleep(Duration::from_millis(2));
    };
    Ran { exit: status.code(), stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

fn drain(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        from.read_to_string(&mut text).unwrap();
        text
    })
}

/// The folder of the fixtures, where the command runs.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// A folder of its own for a test, with files in it.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// The path of a file in a folder, as an argument.
pub(crate) fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}
