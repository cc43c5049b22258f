//! Datagrams with descriptors between host and fork server.

use std::io::{self, IoSlice, IoSliceMut};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::time::Instant;

use nix::cmsg_space;
use nix::errno::Errno;
use nix::poll::PollFlags;
use nix::sys::socket::{
    AddressFamily, ControlMessage, ControlMessageOwned, MsgFlags, SockFlag, SockType, recvmsg, sendmsg, socketpair,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::stream::{retry, wait};
use crate::unix_unsafe::take_descriptor;

/// A policy names at most some hundreds of globals; everything else is far shorter.
const LONGEST: usize = 64 << 10;

/// One end of a connection that keeps the bounds of messages and carries descriptors.
#[derive(Debug)]
pub(crate) struct Channel(OwnedFd);

/// What came: a message with its descriptors, or the end.
pub(crate) type Received<T> = Option<(T, Vec<OwnedFd>)>;

impl Channel {
    /// Two connected ends.
    pub(crate) fn pair() -> io::Result<(Self, OwnedFd)> {
        let (a, b) = socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)?;
        Ok((Self(a), b))
    }

    pub(crate) fn new(fd: OwnedFd) -> Self {
        Self(fd)
    }

    /// Sends a message and waits until there is room for it.
    pub(crate) fn send(&self, message: &impl Serialize, descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
        self.send_with(message, descriptors, MsgFlags::empty())
    }

    /// Sends a message if there is room for it now.
    pub(crate) fn try_send(&self, message: &impl Serialize) -> io::Result<()> {
        self.send_with(message, &[], MsgFlags::MSG_DONTWAIT)
    }

    fn send_with(&self, message: &impl Serialize, descriptors: &[BorrowedFd<'_>], flags: MsgFlags) -> io::Result<()> {
        let flags = flags | MsgFlags::MSG_NOSIGNAL;
        let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
        let raw: Vec<_> = descriptors.iter().map(AsRawFd::as_raw_fd).collect();
        let rights = [ControlMessage::ScmRights(&raw)];
        let control: &[ControlMessage<'_>] = if raw.is_empty() { &[] } else { &rights };
        retry(|| sendmsg::<()>(self.0.as_raw_fd(), &[IoSlice::new(&bytes)], control, flags, None))?;
        Ok(())
    }

    /// Waits for a message. `None` when the other end is closed.
    pub(crate) fn receive<T: DeserializeOwned>(&self, deadline: Option<Instant>) -> io::Result<Received<T>> {
        if let Some(deadline) = deadline
            && !wait(self.as_fd(), PollFlags::POLLIN, deadline)?
        {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let mut bytes = vec![0; LONGEST];
        let mut control = cmsg_space!([i32; 2]);
        let (length, descriptors, flags) = {
            let mut slices = [IoSliceMut::new(&mut bytes)];
            let message = loop {
                let flags = MsgFlags::MSG_CMSG_CLOEXEC;
                match recvmsg::<()>(self.0.as_raw_fd(), &mut slices, Some(&mut control), flags) {
                    Err(Errno::EINTR) => {}
                    Err(Errno::ECONNRESET) => return Ok(None),
                    other => break other?,
                }
            };
            let mut descriptors = Vec::new();
            for part in message.cmsgs()? {
                if let ControlMessageOwned::ScmRights(raw) = part {
                    descriptors.extend(raw.into_iter().map(take_descriptor));
                }
            }
            (message.bytes, descriptors, message.flags)
        };
        if length == 0 {
            return Ok(None);
        }
        if flags.intersects(MsgFlags::MSG_TRUNC | MsgFlags::MSG_CTRUNC) {
            return Err(io::Error::other("a message was longer than any that we send"));
        }
        let message = postcard::from_bytes(bytes.get(..length).unwrap_or(&[])).map_err(io::Error::other)?;
        Ok(Some((message, descriptors)))
    }
}

impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
