//! The peers that run in Node, each in a process that stays.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What the table calls them, and what `peer.js` does.
pub(crate) const PEERS: [(&str, &str); 4] = [
    ("node:vm, fresh context", "nodevm"),
    ("isolated-vm, fresh isolate", "isolated"),
    ("isolated-vm, reused isolate", "isolated-reuse"),
    ("quickjs-emscripten", "quickjs"),
];

pub(crate) struct Peer {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts a peer on the programs in `file` and waits until it has run the first.
    pub(crate) fn start(folder: &Path, which: &str, file: &Path) -> io::Result<Self> {
        let mut child = Command::new("node")
            // isolated-vm asks for it.
            .arg("--no-node-snapshot")
            .arg(folder.join("peer.js"))
            .args([which.as_ref(), file.as_os_str()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let mut peer = Self { child, to, from: BufReader::new(from) };
        peer.run(0)
            .map_err(|_| io::Error::other("it does not run; `npm install --prefix benches/peers` installs it"))?;
        Ok(peer)
    }

    /// The microseconds that a program took, and whether it passed.
    pub(crate) fn run(&mut self, index: usize) -> io::Result<(f64, bool)> {
        writeln!(self.to, "{index}")?;
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        let answer =
            line.trim().split_once(' ').and_then(|(took, passed)| Some((took.parse().ok()?, passed == "true")));
        answer.ok_or_else(|| io::Error::other("a peer has ended"))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
