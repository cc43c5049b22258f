//! `mikoshi batch`: a stream of programs in, a stream of verdicts out, in the same order.
//!
//! One thread reads lines, N threads run programs, and this one writes. What is in flight is bounded in lines and in bytes, so
//! a slow program at the head holds the others back instead of filling memory.

mod line;
mod summary;
mod window;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use mikoshi_sandbox::{Code, Diagnostic, Sandbox, Verdict};

use self::line::{Line, Lines, Request};
use self::summary::Summary;
use self::window::Window;
use crate::args::BatchArgs;
use crate::failure::Failure;
use crate::input::is_standard;
use crate::output;

/// A line on its way to a verdict. Numbers start at 1.
struct Job {
    number: u64,
    line: Line,
}

/// An answered line. It stays in the window until it is written.
struct Answer {
    number: u64,
    /// Bytes of input it stands for.
    bytes: usize,
    outcome: Result<(Verdict, String), Failure>,
}

pub(crate) fn batch(args: &BatchArgs) -> Result<bool, Failure> {
    let jobs = match args.jobs {
        Some(jobs) => usize::from(jobs),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let (input, size) = open_input(&args.input)?;
    let sandbox = args.world.sandbox(jobs)?;
    let output = open_output(args.output.as_deref(), &args.input)?;

    let begun = Instant::now();
    let window = Arc::new(Window::new(jobs));
    let (job_sender, job_receiver) = sync_channel(jobs);
    let (answer_sender, answers) = sync_channel(jobs);
    // The threads are not joined: the one that reads may wait for input for ever after the reader of the output has gone.
    let reader = {
        let window = Arc::clone(&window);
        move || read(input, &window, &job_sender)
    };
    let reader = spawn("mikoshi-read", reader)?;
    let job_receiver = Arc::new(Mutex::new(job_receiver));
    for _ in 0..jobs {
        let (jobs, answers, sandbox) = (Arc::clone(&job_receiver), answer_sender.clone(), sandbox.clone());
        spawn("mikoshi-run", move || work(&sandbox, &jobs, &answers))?;
    }
    drop(answer_sender);

    let bar = progress(size);
    let mut summary = Summary::default();
    let written = write(output, &answers, &window, &bar, &mut summary);
    bar.finish_and_clear();
    written?;
    // All answers are written, so the reader has ended or panicked.
    reader.join().map_err(|_| Failure::new("the thread that reads the input panicked"))??;
    output::note(&summary.text(begun.elapsed(), jobs));
    Ok(true)
}

fn spawn<T: Send + 'static>(
    name: &str,
    body: impl FnOnce() -> T + Send + 'static,
) -> Result<thread::JoinHandle<T>, Failure> {
    let builder = thread::Builder::new().name(name.to_owned());
    builder.spawn(body).map_err(|e| Failure::io("start", "a thread", &e))
}

type Input = Box<dyn Read + Send>;

/// The input and, for a file, its size.
fn open_input(path: &Path) -> Result<(Input, Option<u64>), Failure> {
    if is_standard(path) {
        return Ok((Box::new(io::stdin()), None));
    }
    let name = path.display().to_string();
    let fault = |e: io::Error| Failure::io("read", &name, &e);
    let file = File::open(path).map_err(fault)?;
    let meta = file.metadata().map_err(fault)?;
    if meta.is_dir() {
        return Err(Failure::new(format!("cannot read {name}: is a directory")));
    }
    Ok((Box::new(file), meta.is_file().then_some(meta.len())))
}

fn open_output(path: Option<&Path>, input: &Path) -> Result<Box<dyn Write>, Failure> {
    let Some(path) = path else { return Ok(Box::new(io::stdout().lock())) };
    let name = path.display().to_string();
    if is_same_file(path, input) {
        return Err(Failure::new(format!("{name} is the input too: name another file for the verdicts")));
    }
    let file = File::create(path).map_err(|e| Failure::io("write", &name, &e))?;
    Ok(Box::new(file))
}

/// Whether the output is the file that the input comes from, by whatever name. Opening it would empty it.
fn is_same_file(output: &Path, input: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        use std::os::unix::fs::MetadataExt;
        let of_input = if is_standard(input) {
            // A copy, so that dropping the file leaves standard input open.
            io::stdin().as_fd().try_clone_to_owned().and_then(|fd| File::from(fd).metadata())
        } else {
            input.metadata()
        };
        // A terminal or a null device may be both.
        of_input.is_ok_and(|i| i.is_file() && output.metadata().is_ok_and(|o| (i.dev(), i.ino()) == (o.dev(), o.ino())))
    }
    #[cfg(not(unix))]
    {
        let same = |a: &Path, b: &Path| Some(a.canonicalize().ok()? == b.canonicalize().ok()?);
        same(output, input) == Some(true)
    }
}

fn progress(size: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match size {
        Some(size) => (ProgressBar::new(size), "{bar:30} {percent:>3}%  {msg}  {elapsed} elapsed, {eta} left"),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}  {elapsed} elapsed"),
    };
    // A template that does not parse leaves the plain bar.
    let bar = match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Reads lines until the input or the output ends.
fn read(input: Input, window: &Window, jobs: &SyncSender<Job>) -> Result<(), Failure> {
    let mut lines = Lines::new(BufReader::with_capacity(1 << 16, input));
    let mut number = 0;
    while let Some(line) = lines.next().map_err(|e| Failure::io("read", "the input", &e))? {
        number += 1;
        if !window.enter(line.bytes) || jobs.send(Job { number, line }).is_err() {
            break;
        }
    }
    Ok(())
}

/// Answers lines until there are no more.
fn work(sandbox: &Sandbox, jobs: &Mutex<Receiver<Job>>, answers: &SyncSender<Answer>) {
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { number, line }) = next else { return };
        let outcome = answer(sandbox, number, &line);
        if answers.send(Answer { number, bytes: line.bytes, outcome }).is_err() {
            return;
        }
    }
}

fn answer(sandbox: &Sandbox, number: u64, line: &Line) -> Result<(Verdict, String), Failure> {
    let (id, at, verdict) = match Request::parse(line) {
        Ok(request) => (request.id, None, sandbox.execute(request.code.as_bytes())?),
        Err(broken) => {
            let message = format!("line {number} is not a request: {}", broken.reason);
            let verdict = Verdict::rejected(vec![Diagnostic::new(Code::BAD_REQUEST, message)]);
            (broken.id, Some(number), verdict)
        }
    };
    let json = output::json(&line::Reply { id: id.as_deref(), line: at, verdict: &verdict })?;
    Ok((verdict, json))
}

/// Writes answers in the order of the input, each as soon as all before it are written.
fn write(
    output: Box<dyn Write>,
    answers: &Receiver<Answer>,
    window: &Window,
    bar: &ProgressBar,
    summary: &mut Summary,
) -> Result<(), Failure> {
    let mut output = BufWriter::new(output);
    let mut early = BTreeMap::new();
    let mut next = 1;
    let fault = |e: io::Error| Failure::io("write to", "the output", &e);
    let result = loop {
        let Ok(answer) = answers.recv() else { break Ok(()) };
        early.insert(answer.number, answer);
        let written = loop {
            let Some(answer) = early.remove(&next) else { break Ok(()) };
            let (verdict, line) = match answer.outcome {
                Ok(answered) => answered,
                Err(failure) => break Err(failure),
            };
            if let Err(error) = output.write_all(line.as_bytes()) {
                break Err(fault(error));
            }
            summary.add(&verdict);
            window.leave(answer.bytes);
            bar.inc(answer.bytes as u64);
            bar.set_message(summary.counts());
            next += 1;
        };
        if let Err(failure) = written.and_then(|()| output.flush().map_err(fault)) {
            break Err(failure);
        }
    };
    window.close();
    match (result, early.is_empty()) {
        (Ok(()), false) => Err(Failure::new("a thread that runs programs panicked")),
        (result, _) => result,
    }
}
