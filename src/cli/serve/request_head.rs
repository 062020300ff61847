//! Head of an HTTP request: the request line and the headers.
//!
//! The grammar is that of RFC 9112, without its leniencies. Bare line feeds, folded headers, blanks before a colon and repeated headers are
//! refused. No two programs can then read the same request in two ways.

use slip_limits::HEADERS_TO_BOARD;
use slip_report::uri;

/// Reason why an HTTP request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeadError {
    /// HTTP status of the reply.
    pub(super) status: u16,
    /// Message in the reply.
    pub(super) why: &'static str,
}

impl HeadError {
    /// Returns the fault of a request that breaks the grammar: status 400.
    pub(super) const fn grammar(why: &'static str) -> HeadError {
        HeadError { status: 400, why }
    }
}

/// Head of a request.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RequestHead {
    /// Method of the request, as the browser sent it.
    pub(super) method: String,
    /// Path of the request, as the browser sent it, percent-encoded; `*` for `OPTIONS *`.
    pub(super) path: String,
    /// Query of the request, as the browser sent it, without the question mark.
    pub(super) query: String,
    /// Host in a request target that is a whole URL: `http://host/path`.
    pub(super) authority: Option<String>,
    /// True if the request has version HTTP/1.0.
    pub(super) is_old: bool,
    headers: Vec<(String, String)>,
}

/// Headers that may occur only once, since they decide about access or the end of the request.
const ONCE: [&str; 6] = ["Host", "Origin", "Sec-Fetch-Site", "Content-Length", "Transfer-Encoding", "Expect"];

impl RequestHead {
    /// Parses a head without the empty line at its end.
    pub(super) fn parse(bytes: &[u8]) -> Result<RequestHead, HeadError> {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.split("\r\n");
        let mut head = request_line(lines.next().unwrap_or_default())?;
        for line in lines {
            if head.headers.len() == HEADERS_TO_BOARD {
                return Err(HeadError { status: 431, why: "the request has too many headers" });
            }
            head.headers.push(header(line)?);
        }
        if ONCE.iter().any(|name| head.count(name) > 1) {
            return Err(HeadError::grammar("a header is given twice"));
        }
        if !head.is_old && head.header("Host").is_none() {
            return Err(HeadError::grammar("the request has no `Host` header"));
        }
        if head.header("Content-Length").is_some_and(|length| length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit())) {
            return Err(HeadError::grammar("`Content-Length` is not a number"));
        }
        if head.header("Transfer-Encoding").is_some() && (head.is_old || head.header("Content-Length").is_some()) {
            return Err(HeadError::grammar("`Transfer-Encoding` is not allowed in this request"));
        }
        Ok(head)
    }

    /// Returns the value of a header, if the request has the header.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(one, _)| one.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    fn count(&self, name: &str) -> usize {
        self.headers.iter().filter(|(one, _)| one.eq_ignore_ascii_case(name)).count()
    }

    /// Returns the length of the body in bytes, which may be at most `most`.
    pub(super) fn body_length(&self, most: u64) -> Result<usize, HeadError> {
        match self.header("Transfer-Encoding") {
            None => {}
            Some(coding) if coding.eq_ignore_ascii_case("chunked") => {
                return Err(HeadError { status: 411, why: "send the body with a `Content-Length`, not in chunks" });
            }
            Some(_) => return Err(HeadError { status: 501, why: "this `Transfer-Encoding` is not supported" }),
        }
        let Some(length) = self.header("Content-Length") else { return Ok(0) };
        let within = length.parse::<u64>().ok().filter(|length| *length <= most);
        within.and_then(|length| usize::try_from(length).ok()).ok_or(HeadError { status: 413, why: "the body is too long" })
    }

    /// True if the sender waits for the status 100 before it sends the body.
    pub(super) fn waits_for_go_ahead(&self) -> Result<bool, HeadError> {
        match self.header("Expect") {
            None => Ok(false),
            Some(wanted) if wanted.eq_ignore_ascii_case("100-continue") => Ok(!self.is_old),
            Some(_) => Err(HeadError { status: 417, why: "this `Expect` is not supported" }),
        }
    }
}

/// Parses the request line: method, target and version with one blank between them.
fn request_line(line: &str) -> Result<RequestHead, HeadError> {
    let mut words = line.split(' ');
    let (Some(method), Some(target), Some(version), None) = (words.next(), words.next(), words.next(), words.next()) else {
        return Err(HeadError::grammar("the request line is not a method, an address and a version"));
    };
    if !is_token(method) {
        return Err(HeadError::grammar("the method is not a word"));
    }
    let is_old = match version.strip_prefix("HTTP/").map(str::as_bytes) {
        Some([b'1', b'.', minor @ b'0'..=b'9']) => *minor == b'0',
        Some([b'0'..=b'9', b'.', b'0'..=b'9']) => return Err(HeadError { status: 505, why: "only HTTP/1.1 and HTTP/1.0 are supported" }),
        _ => return Err(HeadError::grammar("the version is not an HTTP version")),
    };
    if !target.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#') || !is_percent_encoded(target) {
        return Err(HeadError::grammar("the address contains a character that must be percent-encoded"));
    }
    let (authority, rest) = match target.strip_prefix("http://") {
        Some(rest) => {
            let (authority, rest) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
            (Some(authority.to_owned()), rest)
        }
        None if target.starts_with('/') || (target == "*" && method == "OPTIONS") => (None, target),
        None => return Err(HeadError::grammar("the address does not begin with `/`")),
    };
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = if path.is_empty() { "/" } else { path };
    Ok(RequestHead { method: method.to_owned(), path: path.to_owned(), query: query.to_owned(), authority, is_old, headers: Vec::new() })
}

/// Parses a header line.
fn header(line: &str) -> Result<(String, String), HeadError> {
    let (name, value) = line.split_once(':').ok_or(HeadError::grammar("a header has no colon"))?;
    if !is_token(name) {
        return Err(HeadError::grammar("the name of a header is not a word"));
    }
    let value = value.trim_matches([' ', '\t']);
    if value.chars().any(|letter| letter.is_control() && letter != '\t') {
        return Err(HeadError::grammar("a header contains a control character"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// True for a token of RFC 9110: the name of a method or header.
fn is_token(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// True if every `%` is followed by two hexadecimal digits that do not encode a control character.
fn is_percent_encoded(text: &str) -> bool {
    uri::decoded_bytes(text).is_some_and(|bytes| !bytes.iter().any(u8::is_ascii_control))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn status(head: &str) -> u16 {
        RequestHead::parse(head.as_bytes()).map_or_else(|fault| fault.status, |_| 200)
    }

    #[test]
    fn request_lines_are_read_by_the_letter() {
        for (line, expected) in [
            ("GET / HTTP/1.1", 200),
            ("GET /?a=b HTTP/1.0", 200),
            ("GET http://127.0.0.1:1/x HTTP/1.1", 200),
            ("OPTIONS * HTTP/1.1", 200),
            ("GET / HTTP/2.0", 505),
            ("GET / HTTP/3", 400),
            ("GET / HTTP/1.11", 400),
            ("GET / http/1.1", 400),
            ("GET /", 400),
            ("GET  / HTTP/1.1", 400),
            ("GET /a b HTTP/1.1", 400),
            ("GET / HTTP/1.1 ", 400),
            (" GET / HTTP/1.1", 400),
            ("G(T / HTTP/1.1", 400),
            ("GET * HTTP/1.1", 400),
            ("GET board HTTP/1.1", 400),
            ("GET https://127.0.0.1:1/ HTTP/1.1", 400),
            ("CONNECT 127.0.0.1:1 HTTP/1.1", 400),
            ("GET /#top HTTP/1.1", 400),
            ("GET /% HTTP/1.1", 400),
            ("GET /%2 HTTP/1.1", 400),
            ("GET /%+1 HTTP/1.1", 400),
            ("GET /%00 HTTP/1.1", 400),
            ("GET /%0d%0a HTTP/1.1", 400),
            ("GET /\u{e9} HTTP/1.1", 400),
            ("", 400),
        ] {
            assert_eq!(status(&format!("{line}\r\nHost: x")), expected, "{line}");
        }
    }

    #[test]
    fn headers_are_read_by_the_letter() {
        for (headers, expected) in [
            ("Host: x\r\nAccept: \t*/*\t", 200),
            ("Host: x\r\nhost: x", 400),
            ("Host: x\r\nContent-Length: 1\r\ncontent-length: 1", 400),
            ("Host: x\r\nOrigin: a\r\nOrigin: b", 400),
            ("Host: x\r\nContent-Length: +1", 400),
            ("Host: x\r\nContent-Length: -1", 400),
            ("Host: x\r\nContent-Length: 1, 1", 400),
            ("Host: x\r\nContent-Length:", 400),
            ("Host: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked", 400),
            ("Host: x\r\nAccept : */*", 400),
            ("Host: x\r\n folded", 400),
            ("Host: x\r\n: y", 400),
            ("Host: x\r\nno colon", 400),
            ("Host: x\r\nA: b\rc", 400),
            ("Host: x\r\nA: b\0c", 400),
            ("Accept: */*", 400),
        ] {
            assert_eq!(status(&format!("GET / HTTP/1.1\r\n{headers}")), expected, "{headers:?}");
        }
        assert_eq!(status("GET / HTTP/1.0\r\nTransfer-Encoding: chunked"), 400);
        assert_eq!(status(&format!("GET / HTTP/1.1\r\nHost: x{}", "\r\nA: b".repeat(200))), 431);
    }

    #[test]
    fn an_address_that_was_sent_whole_has_a_host_of_its_own() {
        let head = RequestHead::parse(b"GET http://a:1?q HTTP/1.1\r\nHost: b").unwrap();
        assert_eq!((head.authority.as_deref(), head.path.as_str(), head.query.as_str()), (Some("a:1"), "/", "q"));
    }

    #[test]
    fn the_length_of_a_body_is_known_or_refused() {
        let length = |headers: &str| {
            let head = RequestHead::parse(format!("POST / HTTP/1.1\r\nHost: x\r\n{headers}").as_bytes()).unwrap();
            head.body_length(1 << 16).map_err(|fault| fault.status)
        };
        assert_eq!(length("Content-Length: 007"), Ok(7));
        assert_eq!(length("Accept: */*"), Ok(0));
        assert_eq!(length("Transfer-Encoding: Chunked"), Err(411));
        assert_eq!(length("Transfer-Encoding: gzip, chunked"), Err(501));
        assert_eq!(length("Content-Length: 65537"), Err(413));
        assert_eq!(length(&format!("Content-Length: {}", "9".repeat(40))), Err(413));
    }
}
