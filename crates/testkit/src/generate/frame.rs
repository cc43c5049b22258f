//! What a worker that was taken over may write on its socket.

use super::Choice;

/// Bytes that begin like `honest`, a well-formed reply frame (a `u32` length, a kind byte, a body), and then lie.
#[must_use]
pub fn hostile_stream(bytes: &[u8], honest: &[u8]) -> Vec<u8> {
    let mut pick = Choice::new(bytes);
    let mut stream = honest.to_vec();
    for _ in 0..=pick.below(4) {
        distort(&mut stream, &mut pick);
    }
    // Most lies are about the contents: then the length must be true for anyone to read them.
    if pick.chance(2, 3) {
        let length = u32::try_from(stream.len().saturating_sub(4)).unwrap_or(u32::MAX);
        if let Some(prefix) = stream.first_chunk_mut() {
            *prefix = length.to_le_bytes();
        }
    }
    stream
}

fn distort(stream: &mut Vec<u8>, pick: &mut Choice<'_>) {
    let len = stream.len();
    let at = pick.below(len);
    match pick.below(10) {
        0 => stream.truncate(at),
        1 => stream.extend_from_within(..),
        2 => stream.extend(pick.take(64)),
        3 => set(stream, pick.below(4), pick.one(&[0, 1, 0xFF, 0x7F, 0x80])),
        4 => set(stream, 4, pick.one(&[0, 1, 2, 3, 4, 0xFF])),
        5 | 6 => {
            let bits = pick.bits().to_le_bytes()[0];
            set(stream, at, bits);
        }
        // A run of continuation bits: a number or a length without end.
        7 => (at..(at + 12).min(len)).for_each(|i| set(stream, i, 0xFF)),
        8 => {
            let piece = pick.take(16);
            stream.splice(at..at, piece);
        }
        _ => {
            let end = (at + 1 + pick.below(16)).min(len);
            stream.drain(at.min(end)..end);
        }
    }
}

fn set(stream: &mut [u8], at: usize, value: u8) {
    if let Some(byte) = stream.get_mut(at) {
        *byte = value;
    }
}
