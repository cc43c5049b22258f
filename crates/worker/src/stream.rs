//! Streams between host and worker: whole frames by a deadline on the host's side, plain reads and writes on the worker's.

use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Instant;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::socket::{MsgFlags, recv, send};
use nix::unistd;

use crate::protocol::PREFIX;

/// Has a write to a stream that is closed at its other end fail instead of sending a signal. Where there is no such flag the
/// socket has an option, which [`stream_pair`] sets.
#[cfg(not(target_vendor = "apple"))]
pub(crate) const NO_SIGPIPE: MsgFlags = MsgFlags::MSG_NOSIGNAL;
#[cfg(target_vendor = "apple")]
pub(crate) const NO_SIGPIPE: MsgFlags = MsgFlags::empty();

/// Two connected ends of a stream that executed programs do not inherit.
pub(crate) fn stream_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let (a, b) = UnixStream::pair()?;
    let pair = (OwnedFd::from(a), OwnedFd::from(b));
    #[cfg(target_vendor = "apple")]
    for end in [&pair.0, &pair.1] {
        crate::unix_unsafe::refuse_sigpipe(end.as_fd())?;
    }
    Ok(pair)
}

/// How a talk went.
pub(crate) enum Heard {
    /// A whole frame, without its length.
    Frame(Vec<u8>),
    /// The stream ended. The worker had read the whole request, or not.
    Gone { begun: bool },
    /// The deadline came first.
    Late,
    /// What came breaks the protocol.
    Malformed(&'static str),
}

/// Sends a whole frame. `Some` if that already ends the talk.
pub(crate) fn write(link: &OwnedFd, mut bytes: &[u8], deadline: Instant) -> Option<Heard> {
    while !bytes.is_empty() {
        match send(link.as_raw_fd(), bytes, NO_SIGPIPE | MsgFlags::MSG_DONTWAIT) {
            Ok(n) => bytes = bytes.get(n..).unwrap_or(&[]),
            Err(Errno::EINTR) => {}
            Err(Errno::EAGAIN) => match wait(link.as_fd(), PollFlags::POLLOUT, deadline) {
                Ok(true) => {}
                Ok(false) => return Some(Heard::Late),
                Err(_) => return Some(Heard::Gone { begun: false }),
            },
            // It is gone and cannot have read what was not sent.
            Err(_) => return Some(Heard::Gone { begun: false }),
        }
    }
    None
}

/// Reads one frame of at most `cap` bytes. Allocates for what has come, not for what is announced.
pub(crate) fn read(link: &OwnedFd, cap: usize, deadline: Instant) -> Heard {
    let mut frame = Vec::new();
    let mut chunk = [0; 4 << 10];
    loop {
        let received = match recv(link.as_raw_fd(), &mut chunk, MsgFlags::MSG_DONTWAIT) {
            Err(Errno::EINTR) => continue,
            Err(Errno::EAGAIN) => match wait(link.as_fd(), PollFlags::POLLIN, deadline) {
                Ok(true) => continue,
                Ok(false) => return Heard::Late,
                Err(_) => return Heard::Gone { begun: true },
            },
            // The kernel says so when a socket is closed with bytes in it that nobody has read: the request.
            Err(Errno::ECONNRESET) if frame.is_empty() => return Heard::Gone { begun: false },
            Ok(0) if frame.is_empty() => return Heard::Gone { begun: true },
            Ok(0) | Err(_) => return Heard::Malformed("a frame that is not whole"),
            Ok(n) => n,
        };
        frame.extend_from_slice(chunk.get(..received).unwrap_or(&[]));
        let Some((prefix, rest)) = frame.split_first_chunk::<PREFIX>() else {
            continue;
        };
        let length = usize::try_from(u32::from_le_bytes(*prefix)).unwrap_or(usize::MAX);
        if length == 0 || length > cap {
            return Heard::Malformed("a length that no reply has");
        }
        if rest.len() > length {
            return Heard::Malformed("bytes behind the end of the reply");
        }
        if rest.len() == length {
            frame.drain(..PREFIX);
            // A second frame may be waiting behind the first.
            return match recv(link.as_raw_fd(), &mut chunk, MsgFlags::MSG_DONTWAIT) {
                Ok(n) if n > 0 => Heard::Malformed("bytes behind the end of the reply"),
                _ => Heard::Frame(frame),
            };
        }
        // A trickle keeps `wait` from ever seeing an empty socket, so the clock is looked at here too.
        if Instant::now() >= deadline {
            return Heard::Late;
        }
    }
}

/// Repeats a call that a signal interrupted.
pub(crate) fn retry<T>(mut call: impl FnMut() -> Result<T, Errno>) -> Result<T, Errno> {
    loop {
        match call() {
            Err(Errno::EINTR) => {}
            other => return other,
        }
    }
}

/// Waits until one of `events` (or the end, or an error) is there. False when `deadline` comes first.
pub(crate) fn wait(fd: BorrowedFd<'_>, events: PollFlags, deadline: Instant) -> io::Result<bool> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        // Rounded up, or the last fraction of a millisecond would be a busy loop.
        let millis = left.as_micros().div_ceil(1_000);
        let timeout = PollTimeout::try_from(millis).unwrap_or(PollTimeout::MAX);
        match poll(&mut [PollFd::new(fd, events)], timeout) {
            Ok(0) if Instant::now() >= deadline => return Ok(false),
            Ok(0) | Err(Errno::EINTR) => {}
            Ok(_) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Fills `buffer`. False when the stream ends before its first byte.
pub(crate) fn read_all(link: &OwnedFd, buffer: &mut [u8]) -> io::Result<bool> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..)
        && !rest.is_empty()
    {
        match retry(|| unistd::read(link, rest))? {
            0 if filled == 0 => return Ok(false),
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => filled += n,
        }
    }
    Ok(true)
}

pub(crate) fn write_all(link: &OwnedFd, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = retry(|| unistd::write(link, bytes))?;
        bytes = bytes.get(written..).unwrap_or(&[]);
    }
    Ok(())
}
