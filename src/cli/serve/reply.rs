//! Replies of the server, with the headers that all of them have.

use super::event_stream::EventStream;
use super::request_head::HeadError;
use std::fmt::Write;
use std::sync::Arc;

/// Content security policy of every page: only content of this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Media type of HTML pages.
pub(super) const HTML: &str = "text/html; charset=utf-8";
/// Media type of plain text.
const TEXT: &str = "text/plain; charset=utf-8";
/// Media type of JSON data.
pub(super) const JSON: &str = "application/json; charset=utf-8";

/// Media type of server-sent events.
const EVENTS: &str = "text/event-stream; charset=utf-8";

/// Reply of the server.
#[derive(Clone)]
pub(super) struct HttpReply {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
    /// Content security policy.
    policy: &'static str,
    /// Headers that only this reply has.
    headers: Vec<(&'static str, String)>,
    /// Events that are sent after the head, in place of a body.
    pub(super) events: Option<Arc<EventStream>>,
}

impl HttpReply {
    pub(super) fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> HttpReply {
        HttpReply { status, kind, body: body.into(), policy: POLICY, headers: Vec::new(), events: None }
    }

    /// Returns a reply of plain text.
    pub(super) fn text(status: u16, text: impl Into<Vec<u8>>) -> HttpReply {
        HttpReply::new(status, TEXT, text)
    }

    /// Returns a reply of events, which ends when the stream does.
    pub(super) fn stream(events: EventStream) -> HttpReply {
        HttpReply { events: Some(Arc::new(events)), ..HttpReply::new(200, EVENTS, "") }
    }

    /// Returns an error as data: `{"error": why}`.
    pub(super) fn error(status: u16, why: &str) -> HttpReply {
        HttpReply::json(status, &serde_json::json!({ "error": why }))
    }

    /// Returns the refusal of a method, with the allowed ones.
    pub(super) fn not_allowed(allowed: &str) -> HttpReply {
        HttpReply::error(405, &format!("only {allowed} is allowed here")).with("Allow", allowed.to_owned())
    }

    /// Returns the refusal of a request beyond a limit of the server.
    pub(super) fn too_many() -> HttpReply {
        HttpReply::error(503, "too many requests at once: try again").with("Retry-After", "1".to_owned())
    }

    /// Returns a value as data.
    pub(super) fn json(status: u16, value: &impl serde::Serialize) -> HttpReply {
        match serde_json::to_string(value).map(slip_printable::json_text) {
            Ok(body) => HttpReply::new(status, JSON, body),
            Err(error) => HttpReply::text(500, error.to_string()),
        }
    }

    /// Returns the HTTP status.
    pub(super) const fn status(&self) -> u16 {
        self.status
    }

    /// Replaces the content security policy of the reply.
    pub(super) fn under(mut self, policy: &'static str) -> HttpReply {
        self.policy = policy;
        self
    }

    /// Adds a header to the reply.
    pub(super) fn with(mut self, name: &'static str, value: String) -> HttpReply {
        self.headers.push((name, value));
        self
    }

    /// Returns the reply as bytes; for `HEAD`, only its head.
    pub(super) fn bytes(&self, with_body: bool) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 {} {}\r\n", self.status, phrase(self.status));
        let fixed = [
            ("Content-Type", self.kind),
            ("Content-Security-Policy", self.policy),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", "no-store"),
        ];
        for (name, value) in fixed.into_iter().chain(self.headers.iter().map(|(name, value)| (*name, value.as_str()))) {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if self.events.is_none() {
            let _ = write!(head, "Content-Length: {}\r\n", self.body.len());
        }
        head.push_str("Connection: close\r\n\r\n");
        let mut bytes = head.into_bytes();
        if with_body {
            bytes.extend_from_slice(&self.body);
        }
        bytes
    }
}

impl From<HeadError> for HttpReply {
    fn from(fault: HeadError) -> HttpReply {
        HttpReply::error(fault.status, fault.why)
    }
}

/// Returns the reason phrase of an HTTP status.
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
        410 => "Gone",
        411 => "Length Required",
        413 => "Content Too Large",
        414 => "URI Too Long",
        417 => "Expectation Failed",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        505 => "HTTP Version Not Supported",
        507 => "Insufficient Storage",
        _ => "Internal Server Error",
    }
}
