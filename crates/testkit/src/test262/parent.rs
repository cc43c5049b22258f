//! Hands the files out to child processes and adds up what they say.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

use super::{Engine, Outcome, Said};

/// What to run.
#[derive(Debug, Clone)]
pub struct Options {
    /// The checkout of tc39/test262.
    pub root: PathBuf,
    /// Folders or files below `test/`.
    pub paths: Vec<String>,
    /// Child processes at once.
    pub jobs: usize,
    /// Every how manyth file; 1 is all.
    pub every: usize,
    /// Where the losses are listed, a path a line.
    pub losses: Option<PathBuf>,
}

type Key = (PathBuf, bool);
type Results = BTreeMap<Key, BTreeMap<Engine, Outcome>>;

/// Longer than any honest test takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Runs all files and returns the report for people, and whether the pipeline lost nothing against raw Boa.
///
/// # Errors
/// When the checkout cannot be read or a child process cannot be started.
pub fn run(options: &Options, progress: impl Fn(usize, usize) + Sync) -> io::Result<(String, bool)> {
    let mut files = Vec::new();
    for path in &options.paths {
        collect(&options.root.join("test").join(path), &mut files)?;
    }
    files.sort();
    let files: Vec<_> = files.into_iter().step_by(options.every.max(1)).collect();
    let total = files.len();
    let queue = Mutex::new(files.into_iter());
    let results = Mutex::new((0, Results::new()));
    thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1))
            .map(|_| {
                scope.spawn(|| -> io::Result<()> {
                    let mut runner = Runner::start(&options.root)?;
                    loop {
                        let Some(path) = queue.lock().unwrap_or_else(PoisonError::into_inner).next() else {
                            return Ok(());
                        };
                        let said = runner.file(&path)?;
                        let mut all = results.lock().unwrap_or_else(PoisonError::into_inner);
                        for (engine, strict, outcome) in said {
                            all.1.entry((path.clone(), strict)).or_default().insert(engine, outcome);
                        }
                        all.0 += 1;
                        progress(all.0, total);
                    }
                })
            })
            .collect();
        workers.into_iter().try_for_each(|w| w.join().unwrap_or_else(|_| Err(io::Error::other("a runner panicked"))))
    })?;
    let (_, results) = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (report, losses) = report(&options.root, total, &results);
    if let Some(path) = &options.losses {
        fs::write(path, losses.join("\n"))?;
    }
    Ok((report, losses.is_empty()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        let is_test = path.extension().is_some_and(|extension| extension == "js")
            && path.file_stem().is_some_and(|stem| !stem.to_string_lossy().ends_with("_FIXTURE"));
        if path.is_dir() || is_test {
            collect(&path, files)?;
        }
    }
    Ok(())
}

/// One child process, started again whenever it dies.
struct Runner {
    root: PathBuf,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Runner {
    fn start(root: &Path) -> io::Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["--child", "--test262"])
            .arg(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().ok_or_else(|| io::Error::other("no pipe to the child"))?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("no pipe from the child"))?;
        let (sender, lines) = channel();
        thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).try_for_each(|l| sender.send(l)));
        Ok(Self { root: root.to_owned(), child, input, lines })
    }

    fn file(&mut self, path: &Path) -> io::Result<Vec<(Engine, bool, Outcome)>> {
        let mut results = Vec::new();
        let mut begun = None;
        writeln!(self.input, "{}", path.display())?;
        loop {
            let why = match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => match serde_json::from_str(&line) {
                    Ok(Said::Begin { engine, strict }) => {
                        begun = Some((engine, strict));
                        continue;
                    }
                    Ok(Said::Result { engine, strict, outcome }) => {
                        results.push((engine, strict, outcome));
                        continue;
                    }
                    Ok(Said::End) => return Ok(results),
                    Err(error) => format!("said something else: {error}"),
                },
                Err(RecvTimeoutError::Timeout) => "hung".to_owned(),
                Err(RecvTimeoutError::Disconnected) => "died".to_owned(),
            };
            let _ = self.child.kill();
            let _ = self.child.wait();
            *self = Self::start(&self.root)?;
            if let Some((engine, strict)) = begun {
                results.push((engine, strict, Outcome::Crash(why)));
            }
            return Ok(results);
        }
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn report(root: &Path, files: usize, results: &Results) -> (String, Vec<String>) {
    let mut excluded: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut ran, mut both, mut gained, mut neither) = (0, 0, 0, 0);
    let mut losses = Vec::new();
    for ((path, strict), by) in results {
        let raw = by.get(&Engine::Raw);
        let ours = by.get(&Engine::Pipeline);
        if let Some(Outcome::Excluded(reason)) = ours {
            *excluded.entry(reason).or_default() += 1;
            continue;
        }
        ran += 1;
        match (raw == Some(&Outcome::Pass), ours == Some(&Outcome::Pass)) {
            (true, true) => both += 1,
            (false, true) => gained += 1,
            (false, false) => neither += 1,
            (true, false) => {
                let path = path.strip_prefix(root).unwrap_or(path).display();
                let mode = if *strict { "strict" } else { "sloppy" };
                losses.push(format!("{path} ({mode}): {ours:?}"));
            }
        }
    }
    let mut text = format!(
        "{files} files, {} runs; {ran} ran in both: {both} pass in both, {gained} only in the pipeline, {neither} in neither, {} lost by the pipeline\n",
        results.len(),
        losses.len()
    );
    let _ = writeln!(text, "excluded, by reason:");
    let mut rows: Vec<_> = excluded.into_iter().collect();
    rows.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
    for (reason, n) in rows {
        let _ = writeln!(text, "  {n:6}  {reason}");
    }
    (text, losses)
}
