//! A request as it comes over a connection, and what goes back. Floor 9.
//!
//! Whoever connects may be anybody, and may send nothing, or never come to an end: the head of a request has its length and its time, and
//! what is sent along is neither read nor waited for before somebody asks for it. One request a connection: it goes to this machine,
//! where the next one is made at once.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// So long may somebody take to send a request, or to read a piece of what is answered.
const PATIENCE: Duration = Duration::from_secs(10);
/// So long is listened at most to somebody who has been answered: a connection that is closed on what nobody has read may lose the answer.
const GOODBYE: Duration = Duration::from_millis(500);
/// How long the head of a request may be.
const MOST_HEAD: usize = crate::limits::HEAD_TO_BOARD;
/// How much may be sent along.
const MOST_SENT: u64 = crate::limits::SENT_TO_BOARD;

/// A request of which the head has been read.
pub(super) struct Request {
    stream: TcpStream,
    /// When it must have come to an end.
    until: Instant,
    pub(super) method: String,
    /// The address, with its query.
    pub(super) target: String,
    headers: Vec<(String, String)>,
    /// What came of the body with the head.
    begun: Vec<u8>,
}

/// Why what was sent along is not had.
pub(super) enum Unsent {
    /// It is too much.
    TooMuch,
    /// It does not say how much it is.
    Unmeasured,
    /// It has not come.
    Cut,
}

impl Request {
    /// Reads the head; none if it is none, is too long or does not come.
    pub(super) fn read(mut stream: TcpStream) -> Option<Request> {
        let until = Instant::now().checked_add(PATIENCE)?;
        stream.set_write_timeout(Some(PATIENCE)).ok()?;
        let mut read = Vec::new();
        let end = loop {
            if let Some(end) = read.windows(END.len()).position(|four| four == END) {
                break end;
            }
            if read.len() > MOST_HEAD || more(&mut stream, until, &mut read)? == 0 {
                return None;
            }
        };
        let begun = read.split_off(end + END.len());
        let head = String::from_utf8(read).ok()?;
        let mut lines = head.trim_end().split("\r\n");
        let mut first = lines.next()?.split(' ');
        let (method, target) = (first.next()?.to_owned(), first.next()?.to_owned());
        if !first.next()?.starts_with("HTTP/1.") || first.next().is_some() {
            return None;
        }
        let header = |line: &str| line.split_once(':').map(|(name, value)| (name.to_owned(), value.trim().to_owned()));
        let headers = lines.map(header).collect::<Option<Vec<_>>>()?;
        Some(Request { stream, until, method, target, headers, begun })
    }

    /// A header, the first of its name.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(one, _)| one.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// What was sent along.
    pub(super) fn body(&mut self) -> Result<Vec<u8>, Unsent> {
        if self.header("Transfer-Encoding").is_some() {
            return Err(Unsent::Unmeasured);
        }
        let length = self.header("Content-Length").map(str::parse::<u64>);
        let length = length.unwrap_or(Ok(0)).map_err(|_| Unsent::Unmeasured)?;
        let wanted = usize::try_from(length).ok().filter(|_| length <= MOST_SENT).ok_or(Unsent::TooMuch)?;
        while self.begun.len() < wanted {
            if more(&mut self.stream, self.until, &mut self.begun).ok_or(Unsent::Cut)? == 0 {
                return Err(Unsent::Cut);
            }
        }
        self.begun.truncate(wanted);
        Ok(std::mem::take(&mut self.begun))
    }

    /// Answers, and hangs up.
    pub(super) fn answer(mut self, status: u16, headers: &[(&str, &str)], body: &[u8]) {
        let mut answer = format!("HTTP/1.1 {status} {}\r\n", phrase(status)).into_bytes();
        for (name, value) in headers {
            answer.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
        }
        answer.extend_from_slice(format!("Content-Length: {}\r\nConnection: close\r\n\r\n", body.len()).as_bytes());
        if self.method != "HEAD" {
            answer.extend_from_slice(body);
        }
        // A browser that has gone hears nothing.
        if self.stream.write_all(&answer).and_then(|()| self.stream.shutdown(Shutdown::Write)).is_ok() {
            let until = Instant::now().checked_add(GOODBYE).unwrap_or(self.until);
            let mut heard = Vec::new();
            while more(&mut self.stream, until, &mut heard).is_some_and(|length| length > 0) {
                heard.clear();
            }
        }
    }
}

/// What ends the head of a request.
const END: &[u8] = b"\r\n\r\n";

/// Reads what has come, or waits for more: how much it was, 0 at the end; none if it did not come in time.
fn more(stream: &mut TcpStream, until: Instant, read: &mut Vec<u8>) -> Option<usize> {
    let mut piece = [0; 4096];
    loop {
        let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        stream.set_read_timeout(Some(left)).ok()?;
        match stream.read(&mut piece) {
            Ok(length) => {
                read.extend_from_slice(piece.get(..length)?);
                return Some(length);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// What a status is called.
fn phrase(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        303 => "See Other",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        507 => "Insufficient Storage",
        _ => "Internal Server Error",
    }
}
