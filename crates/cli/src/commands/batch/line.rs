//! Lines of the batch: what is read of them, and what they mean.

use std::borrow::Cow;
use std::io::{self, BufRead};

use mikoshi_sandbox::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A longer line is skipped over and answered with an error.
const LINE_CAP: usize = 16 << 20;

/// A line as it was read.
#[derive(Debug)]
pub(super) struct Line {
    /// Its text without the line feed; empty if it is too long.
    pub(super) text: Vec<u8>,
    /// How many bytes of input it took.
    pub(super) bytes: usize,
    too_long: bool,
}

/// Reads lines with bounded memory.
pub(super) struct Lines<R> {
    input: R,
    first: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, first: true }
    }

    /// The next line, or `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Line { text: Vec::new(), bytes: 0, too_long: false };
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if buffer.is_empty() {
                break;
            }
            let end = buffer.iter().position(|&b| b == b'\n');
            let part = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or(buffer);
            if !line.too_long && line.text.len() + part.len() > LINE_CAP {
                line.too_long = true;
                line.text = Vec::new();
            }
            if !line.too_long {
                line.text.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            line.bytes += used;
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if std::mem::take(&mut self.first) && line.text.starts_with(b"\xEF\xBB\xBF") {
            line.text.drain(..3);
        }
        Ok((line.bytes > 0).then_some(line))
    }
}

/// A line that asks for a verdict.
#[derive(Debug, Deserialize)]
pub(super) struct Request<'a> {
    #[serde(default)]
    pub(super) id: Option<Box<RawValue>>,
    #[serde(borrow)]
    pub(super) code: Cow<'a, str>,
}

/// A line that does not, with its id if it has one.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) id: Option<Box<RawValue>>,
    pub(super) reason: String,
}

impl Request<'_> {
    pub(super) fn parse(line: &Line) -> Result<Request<'_>, Broken> {
        let nameless = |reason: String| Broken { id: None, reason };
        if line.too_long {
            return Err(nameless(format!("it has {} bytes, over {LINE_CAP}", line.bytes)));
        }
        let text = match std::str::from_utf8(&line.text) {
            Ok(text) => text,
            Err(error) => {
                let reason = format!("it is not UTF-8 at byte {}", error.valid_up_to());
                return Err(Broken { id: id_of(&String::from_utf8_lossy(&line.text)), reason });
            }
        };
        if text.trim().is_empty() {
            return Err(nameless("it is empty".to_owned()));
        }
        // A struct can be read from an array too, but a request must be an object.
        if !text.trim_start().starts_with('{') {
            return Err(nameless("it is not a JSON object".to_owned()));
        }
        serde_json::from_str(text).map_err(|error| {
            let reason = error.to_string().replace(" at line 1 column ", " at column ");
            Broken { id: id_of(text), reason }
        })
    }
}

/// The id of an object that is no request.
fn id_of(text: &str) -> Option<Box<RawValue>> {
    #[derive(Deserialize)]
    struct Named {
        id: Option<Box<RawValue>>,
    }
    if !text.trim_start().starts_with('{') {
        return None;
    }
    serde_json::from_str::<Named>(text).ok().and_then(|named| named.id)
}

/// A line of the output.
#[derive(Debug, Serialize)]
pub(super) struct Reply<'a> {
    pub(super) id: Option<&'a RawValue>,
    /// Only for a line that was no request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u64>,
    #[serde(flatten)]
    pub(super) verdict: &'a Verdict,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        let mut lines = Lines::new(io::BufReader::with_capacity(5, input));
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    fn broken(text: &str) -> (Option<String>, String) {
        let line = lines(text.as_bytes()).remove(0);
        let broken = Request::parse(&line).unwrap_err();
        (broken.id.map(|id| id.get().to_owned()), broken.reason)
    }

    #[test]
    fn lines_end_at_line_feeds() {
        let read = lines(b"\xEF\xBB\xBFone\r\n\ntwo two");
        let texts: Vec<_> = read.iter().map(|l| (l.text.as_slice(), l.bytes)).collect();
        assert_eq!(texts, [(&b"one\r"[..], 8), (b"", 1), (b"two two", 7)]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_line_over_the_cap_takes_no_memory() {
        let long = vec![b'x'; LINE_CAP + 1];
        let read = lines(&[&long[..], b"\n{}"].concat());
        assert!(read[0].too_long && read[0].text.is_empty() && read[0].bytes == LINE_CAP + 2);
        assert_eq!(read[1].text, b"{}");
    }

    #[test]
    fn requests_are_objects_with_a_string_of_code() {
        let line = lines(br#" {"id": 12345678901234567890123, "code": "tr\u0075e", "more": []} "#).remove(0);
        let request = Request::parse(&line).unwrap();
        assert_eq!((request.id.unwrap().get(), request.code.as_ref()), ("12345678901234567890123", "true"));

        let none = || None::<String>;
        let some = |id: &str| Some(id.to_owned());
        assert_eq!(broken(r#"[1, "true"]"#), (none(), "it is not a JSON object".to_owned()));
        assert_eq!(broken(" \r"), (none(), "it is empty".to_owned()));
        assert_eq!(broken(r#"{"id": "a"}"#), (some("\"a\""), "missing field `code` at column 11".to_owned()));
        let wrong = "invalid type: integer `1`, expected a string at column 19";
        assert_eq!(broken(r#"{"id":[1],"code": 1}"#), (some("[1]"), wrong.to_owned()));
        assert_eq!(broken(r#"{"code":"true","code":"1"}"#), (none(), "duplicate field `code` at column 21".to_owned()));
        assert_eq!(broken(r#"{"id":7,"code":"\ud800"}"#).0, some("7"));
        assert!(broken(&format!("{{\"id\":7,\"code\":{}1", "[".repeat(9999))).0.is_none());
    }

    #[test]
    fn the_id_of_a_line_that_is_not_utf8_is_kept() {
        let line = lines(b"{\"id\":7,\"code\":\"\xff\"}").remove(0);
        let broken = Request::parse(&line).unwrap_err();
        assert_eq!((broken.id.unwrap().get(), broken.reason.as_str()), ("7", "it is not UTF-8 at byte 16"));
    }
}
