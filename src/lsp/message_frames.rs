//! Splits a byte stream into messages of an editor.
//!
//! A message is a header with its length, and that many bytes of JSON. A bad message is a [`FrameError`] with the protocol's error
//! response, and reading continues at the next header. A header is recognised at any place in the stream, since its words followed by a
//! line end cannot occur inside JSON. After a wrong length only one message is lost. Memory is only allocated for bytes that have arrived.

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Map, Value, json};
use slip_limits::{EDITOR_HEADER_LINE, EDITOR_MESSAGE};
use std::io::{self, ErrorKind, Read};

/// Name of the header with the length, in lower case.
const LENGTH: &[u8] = b"content-length:";
/// Upper limit in bytes of a header line with the length: its name, blanks and digits.
const LENGTH_LINE: usize = 64;
/// Number of bytes that are read in one step.
const CHUNK: usize = 16 << 10;
/// Buffer capacity that stays allocated for the next message.
const KEPT: usize = 1 << 20;

/// Message that cannot be read.
#[derive(Debug, PartialEq)]
pub(super) struct FrameError {
    code: i32,
    why: String,
    /// Id of the request in the message; null if it cannot be read.
    id: Value,
}

impl FrameError {
    fn parse(why: impl ToString) -> FrameError {
        FrameError { code: ErrorCode::ParseError as i32, why: why.to_string(), id: Value::Null }
    }

    fn invalid(why: impl ToString, id: Value) -> FrameError {
        FrameError { code: ErrorCode::InvalidRequest as i32, why: why.to_string(), id }
    }

    /// Returns the error response that the protocol prescribes.
    pub(super) fn answer(&self) -> Value {
        json!({ "jsonrpc": "2.0", "id": self.id, "error": { "code": self.code, "message": self.why } })
    }
}

/// Iterator over the messages of a stream.
pub(super) struct Frames<R> {
    source: R,
    bytes: Vec<u8>,
    /// Number of bytes at the start of the buffer that were processed.
    done: usize,
    /// True after a faulty message, until the beginning of the next message is found.
    is_lost: bool,
}

/// Header of a message: length of the JSON in bytes, and true if the JSON is encoded in UTF-8.
struct Header {
    length: u64,
    is_utf8: bool,
}

/// Result of reading a line of a header.
enum HeaderLine {
    /// The line has this length in bytes, with its line end.
    Whole(usize),
    /// The bytes cannot be a line of a header.
    Garbage,
    /// The stream ends before the line does.
    End,
}

impl<R: Read> Frames<R> {
    pub(super) fn new(source: R) -> Frames<R> {
        Frames { source, bytes: Vec::new(), done: 0, is_lost: false }
    }

    /// Returns the next message, or the fault of an unreadable one; `None` at the end of the stream.
    pub(super) fn next(&mut self) -> io::Result<Option<Result<Message, FrameError>>> {
        loop {
            if self.is_lost && !self.find_header()? {
                return Ok(None);
            }
            self.is_lost = false;
            let body = match self.header()? {
                None => return Ok(None),
                Some(Err(fault)) => Some(Err(fault)),
                Some(Ok(header)) => match self.body(header.length)? {
                    Some(Ok(_)) if !header.is_utf8 => Some(Err(FrameError::parse("a message has a `Content-Type` other than UTF-8"))),
                    body => body,
                },
            };
            match body {
                None => return Ok(None),
                Some(Err(fault)) => return Ok(Some(Err(fault))),
                Some(Ok(value)) => match message(value) {
                    Ok(Some(message)) => return Ok(Some(Ok(message))),
                    Err(fault) => return Ok(Some(Err(fault))),
                    Ok(None) => {}
                },
            }
        }
    }

    /// Returns the bytes that were read but have not been processed.
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.done..).unwrap_or_default()
    }

    /// Waits for more bytes; false at the end of the stream.
    fn fill(&mut self) -> io::Result<bool> {
        if self.done > self.bytes.len() / 2 {
            self.bytes.drain(..self.done);
            self.bytes.shrink_to(KEPT);
            self.done = 0;
        }
        let mut chunk = [0; CHUNK];
        loop {
            match self.source.read(&mut chunk) {
                Ok(length) => {
                    self.bytes.extend_from_slice(chunk.get(..length).unwrap_or_default());
                    return Ok(length > 0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Skips to the next line that contains a length; false if the stream ends first.
    fn find_header(&mut self) -> io::Result<bool> {
        loop {
            if let Some(start) = length_line(self.rest(), 0) {
                self.done += start;
                return Ok(true);
            }
            // The end of the buffer may be the beginning of a line with a length, so it is kept.
            self.done = self.done.max(self.bytes.len().saturating_sub(LENGTH_LINE));
            if !self.fill()? {
                return Ok(false);
            }
        }
    }

    /// Reads a header, or returns a fault. Empty lines before the header are skipped.
    fn header(&mut self) -> io::Result<Option<Result<Header, FrameError>>> {
        let (mut length, mut is_utf8) = (None, true);
        let mut end = 0;
        loop {
            let line = match self.header_line(end)? {
                HeaderLine::End => return Ok(None),
                HeaderLine::Garbage => return Ok(Some(Err(self.give_up(end, "this is not a header: write `Content-Length: N`")))),
                HeaderLine::Whole(line) => line,
            };
            if line == 2 && end == 0 {
                self.done += line;
                continue;
            }
            let start = end;
            end += line;
            if line == 2 {
                break;
            }
            let text = String::from_utf8_lossy(self.rest().get(start..end - 2).unwrap_or_default()).into_owned();
            let Some((name, value)) = text.split_once(':') else { continue };
            let value = value.trim();
            if name.eq_ignore_ascii_case("Content-Type") {
                is_utf8 = names_utf8(value);
            }
            if !name.eq_ignore_ascii_case("Content-Length") {
                continue;
            }
            if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
                return Ok(Some(Err(self.give_up(end, "`Content-Length` is not a number"))));
            }
            if length.replace(value.parse().unwrap_or(u64::MAX)).is_some() {
                return Ok(Some(Err(self.give_up(end, "`Content-Length` is given twice"))));
            }
        }
        match length {
            // The search for the next header restarts inside this one, since the name of an unknown header may end in `Content-Length`.
            None => Ok(Some(Err(self.give_up(0, "a header has no `Content-Length`")))),
            Some(length) if length > EDITOR_MESSAGE => {
                let why = format!("a message of {length} bytes is too long: at most {EDITOR_MESSAGE} are read");
                let code = ErrorCode::InvalidRequest as i32;
                Ok(Some(Err(FrameError { code, ..self.give_up(end, &why) })))
            }
            Some(length) => {
                self.done += end;
                Ok(Some(Ok(Header { length, is_utf8 })))
            }
        }
    }

    /// Skips a faulty header and returns the error. Skips at least one byte, because otherwise the same header would be found again.
    fn give_up(&mut self, read: usize, why: &str) -> FrameError {
        self.is_lost = true;
        self.done = self.bytes.len().min(self.done + read.max(1));
        FrameError::parse(why)
    }

    /// Reads a line of a header at an offset: a name, a colon and a value, or an empty line.
    fn header_line(&mut self, start: usize) -> io::Result<HeaderLine> {
        let mut has_colon = false;
        for at in start..start + EDITOR_HEADER_LINE {
            while self.rest().len() <= at {
                if !self.fill()? {
                    return Ok(HeaderLine::End);
                }
            }
            let line = self.rest().get(start..=at).unwrap_or_default();
            match line {
                b"\r\n" => return Ok(HeaderLine::Whole(2)),
                [.., b'\r', b'\n'] if has_colon => return Ok(HeaderLine::Whole(line.len())),
                b"\r" => {}
                [.., b'\r'] if has_colon => {}
                [.., b'\r', _] => return Ok(HeaderLine::Garbage),
                [_, .., b':'] => has_colon = true,
                [.., byte] if byte.is_ascii_alphanumeric() || *byte == b'-' => {}
                [.., byte] if has_colon && (byte.is_ascii_graphic() || matches!(byte, b' ' | b'\t')) => {}
                _ => return Ok(HeaderLine::Garbage),
            }
        }
        Ok(HeaderLine::Garbage)
    }

    /// Reads the JSON of a message; `None` if the stream ends before the message does.
    fn body(&mut self, length: u64) -> io::Result<Option<Result<Value, FrameError>>> {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let mut seen = 0;
        loop {
            let have = self.rest().len().min(length);
            let come = self.rest().get(..have).unwrap_or_default();
            if let Some(start) = length_line(come, seen) {
                self.done += start;
                return Ok(Some(Err(FrameError::parse("a message is shorter than its `Content-Length`"))));
            }
            if have == length {
                break;
            }
            seen = have;
            if !self.fill()? {
                return Ok(None);
            }
        }
        let value = serde_json::from_slice(self.rest().get(..length).unwrap_or_default());
        match value {
            Ok(value) => {
                self.done += length;
                Ok(Some(Ok(value)))
            }
            Err(error) => {
                // The next header may begin inside the bytes that were taken for this message.
                self.is_lost = true;
                Ok(Some(Err(FrameError::parse(format!("a message is not JSON: {error}")))))
            }
        }
    }
}

/// Returns the offset of the first line that states the length of a message, among the lines that end after the offset `seen`.
fn length_line(bytes: &[u8], seen: usize) -> Option<usize> {
    // The line end may be split between the old bytes and the new bytes.
    let mut from = seen.saturating_sub(1);
    while let Some(at) = bytes.get(from..)?.iter().position(|byte| *byte == b'\r') {
        let end = from + at;
        from = end + 1;
        if bytes.get(from) != Some(&b'\n') {
            continue;
        }
        let line = bytes.get(end.saturating_sub(LENGTH_LINE - 2)..end)?;
        let digits = line.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let before = line.get(..line.len() - digits)?;
        let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let name = before.get(..before.len() - blanks)?;
        let name = name.get(name.len().saturating_sub(LENGTH.len())..)?;
        if digits > 0 && name.eq_ignore_ascii_case(LENGTH) {
            return Some(end - digits - blanks - LENGTH.len());
        }
    }
    None
}

/// True if the value of a `Content-Type` names UTF-8, also by its old name, or no encoding.
fn names_utf8(value: &str) -> bool {
    let charset = value.split(';').filter_map(|part| part.trim().split_once('=')).find(|(key, _)| key.eq_ignore_ascii_case("charset"));
    charset.is_none_or(|(_, name)| ["utf-8", "utf8"].iter().any(|known| name.trim_matches('"').eq_ignore_ascii_case(known)))
}

/// Reads a JSON-RPC message; `None` for a response without an id, which needs no reaction.
fn message(value: Value) -> Result<Option<Message>, FrameError> {
    let Value::Object(mut fields) = value else {
        let why = if value.is_array() { "batches of messages are not read" } else { "a message is not an object" };
        return Err(FrameError::invalid(why, Value::Null));
    };
    let id = fields.remove("id");
    let shown = id.clone().filter(|id| id.is_string() || id.is_i64() || id.is_u64()).unwrap_or_default();
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(FrameError::invalid("a message is not of `jsonrpc` 2.0", shown));
    }
    let Some(method) = fields.remove("method") else { return response(fields, id, shown) };
    let Value::String(method) = method else { return Err(FrameError::invalid("the method of a message is not a string", shown)) };
    let params = fields.remove("params").unwrap_or_default();
    if !(params.is_object() || params.is_array() || params.is_null()) {
        return Err(FrameError::invalid(format!("the params of `{method}` are neither an object nor a list"), shown));
    }
    let Some(id) = id else { return Ok(Some(Notification { method, params }.into())) };
    match serde_json::from_value::<RequestId>(id) {
        Ok(id) => Ok(Some(Request { id, method, params }.into())),
        Err(_) => Err(FrameError::invalid(format!("the id of `{method}` is neither a string nor a whole number of 32 bits"), shown)),
    }
}

/// Reads the response to a request of the server.
fn response(mut fields: Map<String, Value>, id: Option<Value>, shown: Value) -> Result<Option<Message>, FrameError> {
    let result = match (fields.remove("result"), fields.remove("error")) {
        (Some(result), None) => Ok(result),
        // An error takes precedence over a null result, since some editors send both.
        (None | Some(Value::Null), Some(error)) => Err(serde_json::from_value::<ResponseError>(error)),
        _ => return Err(FrameError::invalid("a message has neither a method nor a result or an error", shown)),
    };
    let response_result = match result {
        Ok(result) => Ok(result),
        Err(Ok(error)) => Err(error),
        Err(Err(error)) => return Err(FrameError::invalid(format!("cannot read the error of an answer: {error}"), Value::Null)),
    };
    // If a response has no id, the editor could not read the message of the server that it answers.
    let id = serde_json::from_value::<RequestId>(id.unwrap_or_default()).ok();
    Ok(id.map(|id| Response { id, response_result }.into()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    /// Stream for tests that returns at most a fixed number of bytes in each read.
    struct Drops<'b>(&'b [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let (now, later) = self.0.split_at(self.1.min(self.0.len()));
            self.0 = later;
            into.get_mut(..now.len()).unwrap().copy_from_slice(now);
            Ok(now.len())
        }
    }

    fn frame(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    fn request(id: i32) -> String {
        frame(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#))
    }

    /// Returns the content of a stream: methods with ids, and codes of faults. The test checks that it is the same for every division of
    /// the bytes.
    fn read(bytes: &[u8]) -> Vec<String> {
        let all = |step: usize| {
            let mut frames = Frames::new(Drops(bytes, step));
            let mut found = Vec::new();
            while let Some(next) = frames.next().unwrap() {
                found.push(match next {
                    Ok(Message::Request(request)) => format!("{} {}", request.method, request.id),
                    Ok(Message::Notification(news)) => news.method,
                    Ok(Message::Response(response)) => format!("answer {}", response.id),
                    Err(fault) => fault.code.to_string(),
                });
            }
            found
        };
        let whole = all(CHUNK);
        for step in [1, 2, 3, 7, 64] {
            assert_eq!(all(step), whole, "{step} bytes at once");
        }
        whole
    }

    #[test]
    fn a_bad_frame_is_one_fault_and_the_next_message_is_read() {
        let next = request(2);
        for bad in [
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(),
            r#"{"jsonrpc":"2.0","id":1,"method":"m"}"#.to_owned(),
            "garbage".to_owned(),
            "\u{0}\u{1}\u{2}\n\n\n".to_owned(),
            "Content-Length: -5\r\n\r\n{}".to_owned(),
            "Content-Length: +2\r\n\r\n{}".to_owned(),
            "Content-Length: two\r\n\r\n{}".to_owned(),
            "Content-Length:\r\n\r\n{}".to_owned(),
            "Content-Length 5\r\n\r\n{}".to_owned(),
            "Content-Length: 2\n\n{}".to_owned(),
            "Content-Type: application/vscode-jsonrpc\r\n\r\n{}".to_owned(),
            "Content-Type: text/plain; charset=latin1\r\nContent-Length: 2\r\n\r\n{}".to_owned(),
            "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}".to_owned(),
            "Content-Length: 2\r\nnonsense\r\n\r\n{}".to_owned(),
            "Content-Length: 0\r\n\r\n".to_owned(),
            "Content-Length: 4\r\n\r\n{}".to_owned(),
            "Content-Length: 9\r\n\r\n{}".to_owned(),
            "Content-Length: 20\r\n\r\n{}".to_owned(),
            "Content-Length: 60\r\n\r\n{}".to_owned(),
            "Content-Length: 500000000\r\n\r\n{}".to_owned(),
            "Content-Length: 1\r\n\r\n{}".to_owned(),
            frame("{"),
            frame("nonsense"),
            format!("X: {}\r\n\r\n", "y".repeat(5000)),
        ] {
            let found = read(format!("{}{bad}{next}", request(1)).as_bytes());
            assert_eq!(found, ["m 1", "-32700", "m 2"], "{bad:?}");
        }
        let mut bytes = b"Content-Length: 4\r\n\r\n\"\xff\"\n".to_vec();
        bytes.extend_from_slice(next.as_bytes());
        assert_eq!(read(&bytes), ["-32700", "m 2"]);
    }

    #[test]
    fn a_message_beyond_the_limit_is_refused_before_it_comes() {
        for length in ["536870913", "99999999999999", "99999999999999999999999999"] {
            assert_eq!(read(format!("Content-Length: {length}\r\n\r\n{{{}", request(2)).as_bytes()), ["-32600", "m 2"]);
        }
    }

    #[test]
    fn json_of_the_wrong_shape_is_an_invalid_request_with_its_id_if_it_has_one() {
        for (text, id) in [
            ("5", Value::Null),
            ("null", Value::Null),
            ("[]", Value::Null),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#, Value::Null),
            ("{}", Value::Null),
            (r#"{"jsonrpc":"2.0"}"#, Value::Null),
            (r#"{"jsonrpc":"2.0","id":7}"#, json!(7)),
            (r#"{"jsonrpc":"1.0","id":7,"method":"m"}"#, json!(7)),
            (r#"{"id":"a","method":"m"}"#, json!("a")),
            (r#"{"jsonrpc":"2.0","id":7,"method":5}"#, json!(7)),
            (r#"{"jsonrpc":"2.0","method":5}"#, Value::Null),
            (r#"{"jsonrpc":"2.0","id":7,"method":"m","params":5}"#, json!(7)),
            (r#"{"jsonrpc":"2.0","method":"m","params":"x"}"#, Value::Null),
            (r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, Value::Null),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, Value::Null),
            (r#"{"jsonrpc":"2.0","id":[1],"method":"m"}"#, Value::Null),
            (r#"{"jsonrpc":"2.0","id":4294967296,"method":"m"}"#, json!(4_294_967_296_u64)),
            (r#"{"jsonrpc":"2.0","id":7,"result":1,"error":{"code":1,"message":""}}"#, json!(7)),
            (r#"{"jsonrpc":"2.0","id":7,"error":"x"}"#, Value::Null),
        ] {
            let found = message(serde_json::from_str(text).unwrap());
            let fault = found.err().unwrap_or_else(|| panic!("{text} is taken"));
            assert_eq!((fault.code, &fault.id), (-32600, &id), "{text}");
        }
    }

    #[test]
    fn what_the_protocol_allows_is_read() {
        let text = r#"{"jsonrpc":"2.0","method":"n","params":[]}"#;
        let typed = format!("content-length:{}\r\nContent-Type: application/vscode-jsonrpc; charset=utf8\r\n\r\n{text}", text.len());
        let answer = r#"{"jsonrpc":"2.0","id":"w","result":null}"#;
        let nameless = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#;
        let written = "{\r\n  \"jsonrpc\": \"2.0\",\r\n  \"method\": \"Content-Length: 5\\r\\n\\r\\n\"\r\n}";
        let all = [typed, "\r\n\r\n".to_owned(), request(1), frame(answer), frame(nameless), frame(written), request(2)].concat();
        assert_eq!(read(all.as_bytes()), ["n", "m 1", "answer \"w\"", "Content-Length: 5\r\n\r\n", "m 2"]);
        assert_eq!(read(&request(1).as_bytes()[..30]), Vec::<String>::new(), "the stream ends in the middle");
    }
}
