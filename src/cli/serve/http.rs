//! One HTTP request over a connection. Its head and body are read within limits of size and time, and the reply is written.
//!
//! A connection carries one request; further bytes are ignored. The body is read only when it is needed.

use super::connections::Connection;
use super::event_stream::{EventStream, NextEvent};
use super::reply::HttpReply;
use super::request_head::{HeadError, RequestHead};
use slip_limits::{
    FIRST_LINE_TO_BOARD, HEAD_TO_BOARD, SECONDS_OF_ANSWER, SECONDS_OF_BODY, SECONDS_OF_HEAD, SECONDS_OF_SILENCE, SENT_TO_BOARD,
};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Longest time to wait, after the reply, until the browser closes the connection: if the server closes it first, the reply may be lost.
const GOODBYE: Duration = Duration::from_millis(500);

/// HTTP request whose head has been read.
pub(super) struct Request<'c> {
    connection: &'c Connection<'c>,
    head: RequestHead,
    /// Bytes of the request's body that were read together with its head.
    begun: Vec<u8>,
}

impl<'c> Request<'c> {
    /// Reads the head of a request. Returns `None` if the connection ends before the first byte.
    pub(super) fn receive(connection: &'c Connection<'c>) -> Result<Option<Request<'c>>, HeadError> {
        let mut reading = Reading::default();
        let mut until = after(SECONDS_OF_SILENCE);
        let mut has_begun = false;
        loop {
            match more(connection.stream(), until, &mut reading.bytes) {
                Some(0) | None if !has_begun => return Ok(None),
                Some(0) => return Err(HeadError::grammar("the request is incomplete")),
                None => return Err(HeadError { status: 408, why: "the request did not arrive in time" }),
                Some(_) => {}
            }
            if !has_begun {
                has_begun = true;
                until = after(SECONDS_OF_HEAD);
            }
            if let Some(end) = reading.end_of_head()? {
                let begun = reading.bytes.split_off(end);
                let lines = reading.bytes.get(..end - END.len()).unwrap_or_default();
                return Ok(Some(Request { connection, head: RequestHead::parse(lines)?, begun }));
            }
        }
    }

    /// Returns the head of the request.
    pub(super) fn head(&self) -> &RequestHead {
        &self.head
    }

    /// Returns the value of a key in the query.
    pub(super) fn query(&self, key: &str) -> Option<&str> {
        self.head.query.split('&').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))
    }

    /// Reads the body of the request.
    pub(super) fn body(&mut self) -> Result<Vec<u8>, HeadError> {
        self.body_within(SENT_TO_BOARD)
    }

    /// Reads the body of a request that may have more bytes than those of the board.
    pub(super) fn body_within(&mut self, most: u64) -> Result<Vec<u8>, HeadError> {
        let length = self.head.body_length(most)?;
        if self.head.waits_for_go_ahead()? && self.begun.len() < length {
            write(self.connection.stream(), b"HTTP/1.1 100 Continue\r\n\r\n");
        }
        let cut = HeadError { status: 408, why: "the body did not arrive in time, or is shorter than its `Content-Length`" };
        let until = after(SECONDS_OF_BODY);
        self.connection.start_waiting();
        while self.begun.len() < length {
            if more(self.connection.stream(), until, &mut self.begun).is_none_or(|read| read == 0) {
                return Err(cut);
            }
        }
        if !self.connection.start_work() {
            return Err(cut);
        }
        self.begun.truncate(length);
        Ok(std::mem::take(&mut self.begun))
    }
}

/// Writes a reply and closes the connection.
pub(super) fn respond(connection: &Connection<'_>, reply: &HttpReply, with_body: bool) {
    let is_written = write(connection.stream(), &reply.bytes(with_body));
    if let Some(events) = reply.events.as_ref().filter(|_| is_written && with_body) {
        send_events(connection.stream(), events);
    }
    if is_written && connection.stream().shutdown(Shutdown::Write).is_ok() {
        connection.start_waiting();
        let until = Instant::now().checked_add(GOODBYE);
        let mut ignored = Vec::new();
        while more(connection.stream(), until, &mut ignored).is_some_and(|length| length > 0) {
            ignored.clear();
        }
    }
}

/// Writes events until their stream ends or the browser closes the connection.
fn send_events(stream: &TcpStream, events: &EventStream) {
    let mut reader = events.reader();
    loop {
        let (lines, is_last) = match reader.next() {
            NextEvent::Lines(lines) => (lines, false),
            NextEvent::Last(lines) => (lines, true),
        };
        if has_ended(stream) || !write(stream, lines.as_bytes()) || is_last {
            return;
        }
    }
}

/// True if the browser has closed the connection. Bytes that it sends are ignored.
fn has_ended(mut stream: &TcpStream) -> bool {
    let mut ignored = [0; 256];
    if stream.set_nonblocking(true).is_err() {
        return true;
    }
    let read = stream.read(&mut ignored);
    let is_open = match read {
        Ok(length) => length > 0,
        Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
    };
    stream.set_nonblocking(false).is_err() || !is_open
}

/// Bytes that end the head of a request: an empty line.
const END: &[u8] = b"\r\n\r\n";

/// Bytes of the head of a request while they are received.
#[derive(Default)]
struct Reading {
    bytes: Vec<u8>,
    /// Number of bytes in which the end of the request head was searched already.
    seen: usize,
    /// True if the request line is complete.
    has_line: bool,
}

impl Reading {
    /// Scans the new bytes for the end of the head. Returns the offset after the head if it is complete.
    fn end_of_head(&mut self) -> Result<Option<usize>, HeadError> {
        // RFC 9112 lets a client send empty lines before a request.
        while self.seen == 0 && self.bytes.starts_with(b"\r\n") {
            self.bytes.drain(..2);
        }
        if self.bytes == b"\r" {
            return Ok(None);
        }
        while let Some(byte) = self.bytes.get(self.seen).copied() {
            self.seen += 1;
            let before = self.bytes.get(..self.seen).unwrap_or_default();
            match byte {
                b'\n' if before.ends_with(END) => return Ok(Some(self.seen)),
                b'\n' if before.ends_with(b"\r\n") => self.has_line = true,
                b'\r' | b'\t' => {}
                _ if byte.is_ascii_control() => return Err(HeadError::grammar("the request contains a control character")),
                _ => {}
            }
            if self.seen > FIRST_LINE_TO_BOARD && !self.has_line {
                return Err(HeadError { status: 414, why: "the address is too long" });
            }
            if self.seen > HEAD_TO_BOARD {
                return Err(HeadError { status: 431, why: "the head of the request is too long" });
            }
        }
        Ok(None)
    }
}

/// Returns the time that is some seconds from now; `None` if the clock cannot represent it.
fn after(seconds: u64) -> Option<Instant> {
    Instant::now().checked_add(Duration::from_secs(seconds))
}

/// Returns the time left until a deadline; `None` if it has passed.
fn left(until: Option<Instant>) -> Option<Duration> {
    until?.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
}

/// Waits for bytes and appends them. Returns their number, 0 at the end of the stream, or `None` if they do not come in time.
fn more(mut stream: &TcpStream, until: Option<Instant>, read: &mut Vec<u8>) -> Option<usize> {
    let mut piece = [0; 4096];
    loop {
        stream.set_read_timeout(Some(left(until)?)).ok()?;
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

/// Writes bytes; false if the browser does not read them in time.
fn write(mut stream: &TcpStream, bytes: &[u8]) -> bool {
    let until = after(SECONDS_OF_ANSWER);
    let mut rest = bytes;
    while !rest.is_empty() {
        let Some(left) = left(until) else { return false };
        if stream.set_write_timeout(Some(left)).is_err() {
            return false;
        }
        match stream.write(rest) {
            Ok(0) => return false,
            Ok(written) => rest = rest.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return false,
        }
    }
    true
}
