//! What host, fork server and worker say to each other.
//!
//! Host and fork server exchange datagrams ([`Setup`], `FromZygote`); they trust each other. So do host and worker of the portable
//! back end until the first program ([`Setup`], [`Hello`]). Host and worker exchange one
//! [`Header`] with a [`Request`] and one reply over a stream socket. The worker's reply is hostile: [`crate::reply`] judges it.

use std::io;

use mikoshi_analyzer::Program;
use mikoshi_types::{Diagnostic, Limits, Metrics, Policy, Status, Verdict, VerdictError};
use serde::{Deserialize, Serialize};

use crate::json::{self, Token};
use crate::{Layer, LayerState, PoolError, PoolOptions};

/// Host and worker executable must be of one version: frames carry no description of themselves.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));

/// The first argument of a process that is started as the launcher of a fork server.
#[cfg(target_os = "linux")]
pub(crate) const WORKER_ARGUMENT: &str = "--mikoshi-worker";

/// The first argument of a worker of the portable back end.
pub(crate) const PORTABLE_ARGUMENT: &str = "--mikoshi-portable-worker";

/// The name of such a process in the process list.
pub(crate) const WORKER_NAME: &str = "mikoshi-worker";

/// The first datagram from the host.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) version: String,
    pub(crate) policy: Policy,
    pub(crate) waived: Vec<Layer>,
    pub(crate) left_out: Vec<Layer>,
    pub(crate) refused_calls: Vec<String>,
    /// How many programs one worker runs, one after the other. At least 1.
    pub(crate) reuse: u32,
}

impl Setup {
    pub(crate) fn new(options: &PoolOptions) -> Self {
        Self {
            version: VERSION.to_owned(),
            policy: options.policy.clone(),
            waived: options.isolation.waived.clone(),
            left_out: options.isolation.left_out.clone(),
            refused_calls: options.isolation.refused_calls.clone(),
            reuse: options.reuse.max(1),
        }
    }

    /// # Errors
    /// When host and worker are of two versions.
    pub(crate) fn check_version(&self) -> io::Result<()> {
        if self.version == VERSION {
            return Ok(());
        }
        let (host, worker) = (&self.version, VERSION);
        let message = format!("the host is `{host}` and the worker is `{worker}`: they must be of one version");
        Err(io::Error::other(message))
    }
}

/// A datagram from the fork server.
#[cfg(target_os = "linux")]
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum FromZygote {
    /// From the launcher, with a pidfd of the fork server attached.
    Launched,
    /// The answer to [`Setup`].
    Greeting(Greeting),
    /// A worker that waits for its program, with its socket and a pidfd attached.
    Spare { child: u64 },
    /// A worker is gone and reaped.
    Exited { child: u64, exit: Exit },
}

/// The answer to [`Setup`].
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Greeting {
    /// Every layer, of which all that are required hold or are waived.
    Ready(Vec<LayerState>),
    /// The layers that are required, not waived, and cannot be had.
    Missing(Vec<LayerState>),
    /// Any other failure.
    Failed(String),
}

impl Greeting {
    /// Every layer, in the order of [`Layer::ALL`].
    pub(crate) fn posture(self) -> Result<Vec<LayerState>, PoolError> {
        let sorted = |mut states: Vec<LayerState>| {
            states.sort_by_key(|s| Layer::ALL.iter().position(|l| *l == s.layer));
            states
        };
        match self {
            Self::Ready(states) => Ok(sorted(states)),
            Self::Missing(states) => Err(PoolError::Layers(sorted(states))),
            Self::Failed(detail) => Err(PoolError::Start(detail)),
        }
    }
}

/// The first frame from a worker of the portable back end.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// Processor time that it has used to become ready.
    pub(crate) cpu_us: u64,
    pub(crate) greeting: Greeting,
}

/// How a worker ended, as the kernel tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exit {
    /// The signal that killed it.
    pub(crate) signal: Option<i32>,
    pub(crate) code: i32,
    /// Processor time, user and system.
    pub(crate) cpu_us: u64,
}

/// The fixed-size start of a request. The worker lowers its resource limits by it before it reads the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    /// Length of the encoded [`Request`].
    pub(crate) length: u32,
    pub(crate) memory_bytes: u64,
    pub(crate) timeout_ms: u64,
}

impl Header {
    pub(crate) const SIZE: usize = 20;

    pub(crate) fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        let (length, rest) = bytes.split_at_mut(4);
        let (memory, timeout) = rest.split_at_mut(8);
        length.copy_from_slice(&self.length.to_le_bytes());
        memory.copy_from_slice(&self.memory_bytes.to_le_bytes());
        timeout.copy_from_slice(&self.timeout_ms.to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        let (length, rest) = bytes.split_at(4);
        let (memory, timeout) = rest.split_at(8);
        Self {
            length: length.try_into().map_or(0, u32::from_le_bytes),
            memory_bytes: memory.try_into().map_or(0, u64::from_le_bytes),
            timeout_ms: timeout.try_into().map_or(0, u64::from_le_bytes),
        }
    }
}

/// What a worker is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Run the program to its verdict.
    Run,
    /// Only let the engine's parser judge it.
    Parse,
}

/// The request as the worker gets it.
#[derive(Debug, Deserialize)]
pub(crate) struct Request {
    pub(crate) task: Task,
    /// The host's monotonic clock at the hand-over, in nanoseconds; the worker reads the same clock.
    pub(crate) sent_ns: u64,
    pub(crate) seed: u64,
    pub(crate) limits: Limits,
    pub(crate) program: Program,
}

/// The request as the host writes it.
#[derive(Debug, Serialize)]
pub(crate) struct RequestRef<'a> {
    pub(crate) task: Task,
    pub(crate) sent_ns: u64,
    pub(crate) seed: u64,
    pub(crate) limits: Limits,
    pub(crate) program: &'a Program,
}

/// Length of the prefix of a reply: the length of the rest as a little-endian `u32`.
pub(crate) const PREFIX: usize = 4;

/// A reply is one kind byte and a body.
pub(crate) mod kind {
    /// The body is an encoded [`super::WireVerdict`].
    pub(crate) const VERDICT: u8 = 1;
    /// The body is an encoded `Option<Diagnostic>`.
    pub(crate) const PARSED: u8 = 2;
    /// The body is a [`super::Ended`].
    pub(crate) const ENDED: u8 = 3;
}

/// Why a worker ended itself from a place where nothing can be allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Reason {
    /// The timer went off in native code.
    Timeout = 1,
    /// The heap came to its ceiling.
    Memory = 2,
    /// The native stack is full.
    Stack = 3,
}

/// The reply that a worker can write from a signal handler or from within the allocator: all of it has a fixed place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) reason: Reason,
    pub(crate) run_us: u64,
    pub(crate) peak_heap_bytes: u64,
    /// Line and column, in the printed text, of the builtin that was at work; zeros for none.
    pub(crate) place: (u32, u32),
}

impl Ended {
    pub(crate) const BODY: usize = 25;
    pub(crate) const FRAME: usize = PREFIX + 1 + Self::BODY;

    /// The whole frame. Does not allocate and cannot panic.
    pub(crate) fn to_frame(self) -> [u8; Self::FRAME] {
        #[expect(clippy::cast_possible_truncation, reason = "26")]
        let length = (Self::BODY as u32 + 1).to_le_bytes();
        let (run, peak) = (self.run_us.to_le_bytes(), self.peak_heap_bytes.to_le_bytes());
        let (line, column) = (self.place.0.to_le_bytes(), self.place.1.to_le_bytes());
        let parts: [&[u8]; 6] = [&length, &[kind::ENDED, self.reason as u8], &run, &peak, &line, &column];
        let mut frame = [0; Self::FRAME];
        for (slot, byte) in frame.iter_mut().zip(parts.into_iter().flatten()) {
            *slot = *byte;
        }
        frame
    }

    pub(crate) fn from_body(body: &[u8]) -> Option<Self> {
        let (&reason, rest) = body.split_first()?;
        let (run, rest) = rest.split_at_checked(8)?;
        let (peak, rest) = rest.split_at_checked(8)?;
        let (line, column) = rest.split_at_checked(4)?;
        let reason = match reason {
            1 => Reason::Timeout,
            2 => Reason::Memory,
            3 => Reason::Stack,
            _ => return None,
        };
        Some(Self {
            reason,
            run_us: u64::from_le_bytes(run.try_into().ok()?),
            peak_heap_bytes: u64::from_le_bytes(peak.try_into().ok()?),
            place: (u32::from_le_bytes(line.try_into().ok()?), u32::from_le_bytes(column.try_into().ok()?)),
        })
    }
}

/// A [`Verdict`] for the wire. `passed` is missing: the host derives it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WireVerdict {
    pub(crate) status: Status,
    pub(crate) output: Option<Vec<Token>>,
    pub(crate) output_type: Option<String>,
    pub(crate) output_text: Option<String>,
    pub(crate) error: Option<VerdictError>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) metrics: Metrics,
}

impl WireVerdict {
    pub(crate) fn new(verdict: Verdict) -> Self {
        Self {
            status: verdict.status,
            output: verdict.output.map(json::flatten),
            output_type: verdict.output_type,
            output_text: verdict.output_text,
            error: verdict.error,
            diagnostics: verdict.diagnostics,
            metrics: verdict.metrics,
        }
    }
}

/// A reply frame around `body`.
pub(crate) fn reply_frame(kind: u8, body: &impl Serialize) -> postcard::Result<Vec<u8>> {
    behind_length(&[kind], body)
}

/// A frame around `body` between a host and a worker that has not read a program.
pub(crate) fn frame(body: &impl Serialize) -> postcard::Result<Vec<u8>> {
    behind_length(&[], body)
}

fn behind_length(start: &[u8], body: &impl Serialize) -> postcard::Result<Vec<u8>> {
    let mut frame = vec![0; PREFIX];
    frame.extend_from_slice(start);
    let mut frame = postcard::to_extend(body, frame)?;
    let length = u32::try_from(frame.len().saturating_sub(PREFIX)).map_err(|_| postcard::Error::SerializeBufferFull)?;
    if let Some(prefix) = frame.first_chunk_mut() {
        *prefix = length.to_le_bytes();
    }
    Ok(frame)
}

/// A request frame: header and body.
pub(crate) fn request_frame(request: &RequestRef<'_>) -> postcard::Result<Vec<u8>> {
    let mut frame = postcard::to_extend(request, vec![0; Header::SIZE])?;
    let length =
        u32::try_from(frame.len().saturating_sub(Header::SIZE)).map_err(|_| postcard::Error::SerializeBufferFull)?;
    let header = Header { length, memory_bytes: request.limits.memory_bytes, timeout_ms: request.limits.timeout_ms };
    if let Some(start) = frame.first_chunk_mut() {
        *start = header.to_bytes();
    }
    Ok(frame)
}

/// The most that a reply may be long under `limits`: what a program can say is cut to its output limit, in the output, in
/// the error and in its diagnostics; the rest is ours.
pub(crate) fn reply_cap(limits: &Limits) -> usize {
    const OURS: u64 = 64 << 10;
    usize::try_from(limits.output_bytes.saturating_mul(8).saturating_add(OURS)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_frames_round_trip() {
        let header = Header { length: 7, memory_bytes: 1 << 33, timeout_ms: 5_000 };
        assert_eq!(Header::from_bytes(header.to_bytes()), header);
        let ended = Ended { reason: Reason::Stack, run_us: 123_456, peak_heap_bytes: 1 << 40, place: (3, 1 << 20) };
        let frame = ended.to_frame();
        assert_eq!(u32::from_le_bytes(*frame.first_chunk().unwrap()) as usize, frame.len() - PREFIX);
        assert_eq!(frame[PREFIX], kind::ENDED);
        assert_eq!(Ended::from_body(&frame[PREFIX + 1..]), Some(ended));
        assert_eq!(Ended::from_body(&frame[PREFIX + 1..frame.len() - 1]), None);
        assert_eq!(Ended::from_body(&[9; Ended::BODY]), None);
    }

    #[test]
    fn setup_and_policy_round_trip() {
        let setup = Setup {
            version: VERSION.to_owned(),
            policy: Policy::extended(),
            waived: vec![Layer::Landlock],
            left_out: Vec::new(),
            refused_calls: Vec::new(),
            reuse: 1,
        };
        let bytes = postcard::to_stdvec(&setup).unwrap();
        let back: Setup = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(back.policy, setup.policy);
        assert_eq!(back.waived, setup.waived);
    }
}
