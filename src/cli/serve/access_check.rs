//! Access check: every request must come from a page of this server, or from a program that knows the token of this run.
//!
//! Any web page can make a browser send requests to this machine, and a host name of the web can resolve to it. A page of another port of
//! this machine even shares our cookies. A request must therefore name the loopback address and port as printed, must not come from another
//! page, and must carry the token, which the printed address contains once and a cookie from then on.

use super::http::Request;
use super::reply::{HTML, HttpReply};
use super::request_head::RequestHead;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// Reply to a browser that does not have the token of this run.
const UNKNOWN_BROWSER: &str =
    "this browser has no access to this server: open the address that slipyard serve has printed; saved games continue there";

/// Page that leads a browser on to our page, if it came by a link on another website. After a redirect the request would still count as one
/// of the other website.
const ENTRANCE: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Slipyard</title>\
    <meta http-equiv=\"refresh\" content=\"0;url=/\"></head><body><p><a href=\"/\">Open Slipyard</a></p></body></html>\n";

/// Methods that the server allows.
const METHODS: &str = "GET, HEAD, POST";

/// Names of the loopback address.
const LOOPBACK: [&str; 2] = ["127.0.0.1", "localhost"];
/// Port that an address without a port means.
const DEFAULT_PORT: u16 = 80;

/// Origin of this run, and its token.
pub(super) struct RunOrigin {
    port: u16,
    token: String,
}

impl RunOrigin {
    pub(super) fn new(port: u16) -> RunOrigin {
        // Two random hashes: 128 bits that cannot be guessed.
        let draw = || RandomState::new().build_hasher().finish();
        RunOrigin { port, token: format!("{:016x}{:016x}", draw(), draw()) }
    }

    /// Returns the address for the user to open.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// Returns the answer to a request that passes the check, or the refusal.
    pub(super) fn checked(&self, request: &mut Request<'_>, answer: impl FnOnce(&mut Request<'_>) -> HttpReply) -> HttpReply {
        let head = request.head();
        if !self.is_addressed_by(head) {
            return HttpReply::error(421, "open the address that `slipyard serve` printed");
        }
        let is_post = head.method == "POST";
        let is_ours = is_of_our_page(head, is_post);
        if head.path == "/" && !is_post && request.query("token").is_some_and(|token| is_same(token, &self.token)) {
            return self.entrance(is_ours);
        }
        if !is_ours {
            return HttpReply::error(403, "the request comes from another page");
        }
        if !self.has_cookie(head) {
            // A page that is open in the browser sends requests to `/api/`, and shows the error itself.
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
        let cookie = format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie(), self.token);
        let reply = if is_ours { HttpReply::text(303, "").with("Location", "/".to_owned()) } else { HttpReply::new(200, HTML, ENTRANCE) };
        reply.with("Set-Cookie", cookie)
    }

    /// True if the request has the cookie of this run.
    fn has_cookie(&self, head: &RequestHead) -> bool {
        let name = self.cookie();
        let cookies = head.header("Cookie").unwrap_or_default().split(';');
        let mut values = cookies.filter_map(|cookie| cookie.trim().strip_prefix(name.as_str())?.strip_prefix('='));
        values.any(|value| is_same(value, &self.token))
    }

    /// Returns the name of the cookie. Cookies ignore ports, so two servers that run at the same time need two names.
    fn cookie(&self) -> String {
        format!("slipyard-{}", self.port)
    }

    /// True if the request names the loopback address and our port wherever it names a host.
    fn is_addressed_by(&self, head: &RequestHead) -> bool {
        let hosts = [head.authority.as_deref(), head.header("Host")];
        head.header("Host").is_some() && hosts.into_iter().flatten().all(|host| self.is_own(host))
    }

    fn is_own(&self, host: &str) -> bool {
        let is_loopback = |name: &str| LOOPBACK.iter().any(|own| own.eq_ignore_ascii_case(name));
        match host.strip_suffix(format!(":{}", self.port).as_str()) {
            Some(name) => is_loopback(name),
            // Browsers leave out the default port in these headers.
            None => self.port == DEFAULT_PORT && is_loopback(host),
        }
    }
}

/// True if the request comes from a page of the address it is sent to, or from no page: a typed address, or a program that is not a
/// browser. A page of another port counts as another page, although browsers call it `same-site`.
fn is_of_our_page(head: &RequestHead, is_post: bool) -> bool {
    let host = head.header("Host").unwrap_or_default();
    let is_ours = |origin: &str| origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host));
    let site = match head.header("Sec-Fetch-Site") {
        // Browsers that do not send `Sec-Fetch-Site` send `Origin` with a POST.
        None | Some("same-origin") => true,
        Some("none") => !is_post,
        Some(_) => false,
    };
    site && head.header("Origin").is_none_or(is_ours)
}

/// Compares two texts in constant time, so that the time does not depend on how much of the secret is right.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::RunOrigin;

    #[test]
    fn browsers_leave_out_the_default_port_and_no_other() {
        let usual = RunOrigin::new(80);
        assert!(["127.0.0.1", "localhost", "127.0.0.1:80", "LocalHost:80"].iter().all(|host| usual.is_own(host)));
        assert!(["evil.example", "evil.example:80", "127.0.0.1:8080", "127.0.0.1:", ""].iter().all(|host| !usual.is_own(host)));
        let other = RunOrigin::new(8080);
        assert!(other.is_own("127.0.0.1:8080"));
        assert!(["127.0.0.1", "localhost", "127.0.0.1:80", "a@127.0.0.1:8080", "[::1]:8080"].iter().all(|host| !other.is_own(host)));
    }
}
