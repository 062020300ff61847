//! Access check: every request must come from a page of this server, or from a program that knows the token of this run.
//!
//! Any web page can make a browser send requests to this machine, and a host name of the web can resolve to it. A page of another port of
//! this machine even shares our cookies. A request must therefore name the loopback address and port as printed, and must not come from
//! another page. It must also carry the token, which is in the printed address and later in a cookie.

use super::http::Request;
use super::own_host::{OwnHosts, cookies, is_of_our_page};
use super::reply::{HTML, HttpReply};
use super::request_head::RequestHead;
use super::token::Token;

/// Reply to a browser that does not have the token of this run.
const UNKNOWN_BROWSER: &str =
    "this browser has no access to this server: open the address that slipyard serve has printed; saved games continue there";

/// Page that sends a browser on to our page, if it came by a link on another website. A redirect would not be enough: the request after it
/// still counts as one of the other website.
const ENTRANCE: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Slipyard</title>\
    <meta http-equiv=\"refresh\" content=\"0;url=/\"></head><body><p><a href=\"/\">Open Slipyard</a></p></body></html>\n";

/// Methods that the server allows.
const METHODS: &str = "GET, HEAD, POST";

/// Names of the loopback address.
const LOOPBACK: [&str; 2] = ["127.0.0.1", "localhost"];

/// Addresses of this server and the token of this run, with which requests are checked.
pub(super) struct RunOrigin {
    hosts: OwnHosts,
    token: Token,
}

impl RunOrigin {
    pub(super) fn new(port: u16, token: Token) -> RunOrigin {
        RunOrigin { hosts: OwnHosts::new(LOOPBACK, port), token }
    }

    /// Returns the address for the user to open.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.hosts.port(), self.token.text())
    }

    /// Returns the answer to a request that passes the check, or the refusal.
    pub(super) fn checked(&self, request: &mut Request<'_>, answer: impl FnOnce(&mut Request<'_>) -> HttpReply) -> HttpReply {
        let head = request.head();
        if !self.hosts.is_addressed_by(head) {
            return HttpReply::error(421, "open the address that `slipyard serve` printed");
        }
        let is_post = head.method == "POST";
        let is_ours = is_of_our_page(head, is_post);
        if head.path == "/" && !is_post && request.query("token").is_some_and(|token| self.token.is(token)) {
            return self.entrance(is_ours);
        }
        if !is_ours {
            return HttpReply::error(403, "the request comes from another page");
        }
        if !self.has_cookie(head) {
            // A request to `/api/` comes from a page that is open in the browser. The page shows the error of the request itself.
            if head.path.starts_with("/api/") {
                return HttpReply::error(401, UNKNOWN_BROWSER);
            }
            return HttpReply::text(401, format!("{UNKNOWN_BROWSER}.\n"));
        }
        if !METHODS.split(", ").any(|method| method == head.method) {
            return HttpReply::not_allowed(METHODS);
        }
        answer(request)
    }

    /// Sets the cookie of a browser that opened the printed address.
    fn entrance(&self, is_ours: bool) -> HttpReply {
        let cookie = format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie(), self.token.text());
        let reply = if is_ours { HttpReply::text(303, "").with("Location", "/".to_owned()) } else { HttpReply::new(200, HTML, ENTRANCE) };
        reply.with("Set-Cookie", cookie)
    }

    /// True if the request has the cookie that this run of the server has set.
    fn has_cookie(&self, head: &RequestHead) -> bool {
        let name = self.cookie();
        cookies(head, &name).any(|value| self.token.is(value))
    }

    /// Returns the name of the cookie. Cookies ignore ports, so two servers that run at the same time need two names.
    fn cookie(&self) -> String {
        format!("slipyard-{}", self.hosts.port())
    }
}
