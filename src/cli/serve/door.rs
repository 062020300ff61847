//! Who is let in: requests of a browser on this machine that has the token of this run. Floor 9.
//!
//! Any page of the web can make a browser send requests to this machine, and a name of the web can be made to mean it. So the host must
//! be the loopback address as we printed it, whoever says where a request comes from must be us, and nothing is said without the
//! token, which the printed address carries once and a cookie from then on.

use super::wire::{Request, Unsent};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// What pages may do: nothing but what we serve.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// What may be done with an address.
const METHODS: [&str; 3] = ["GET", "HEAD", "POST"];

/// What is said to whoever has no token, or that of an earlier run.
const STRANGER: &str =
    "this run of slipyard serve does not know this browser: open the address that it printed; games that are kept go on there";

/// Names of this machine, for itself.
const LOOPBACK: [&str; 2] = ["127.0.0.1", "localhost"];
/// The port of addresses that name none.
const USUAL_PORT: u16 = 80;

/// The door of a run.
pub(super) struct Door {
    port: u16,
    token: String,
}

/// What is sent back.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) kind: &'static str,
    pub(super) body: Vec<u8>,
    cookie: Option<String>,
    to: Option<&'static str>,
}

impl Reply {
    pub(super) fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Reply {
        Reply { status, kind, body: body.into(), cookie: None, to: None }
    }

    /// A sentence on what is wrong, for programs.
    pub(super) fn error(status: u16, why: &str) -> Reply {
        Reply::json(status, &serde_json::json!({ "error": why }))
    }

    pub(super) fn json(status: u16, value: &impl serde::Serialize) -> Reply {
        match serde_json::to_vec(value) {
            Ok(body) => Reply::new(status, "application/json; charset=utf-8", body),
            Err(error) => Reply::new(500, "text/plain; charset=utf-8", error.to_string()),
        }
    }
}

/// A request.
pub(super) struct Knock {
    request: Request,
    pub(super) path: String,
    pub(super) query: String,
    pub(super) is_post: bool,
}

impl Knock {
    pub(super) fn of(request: Request) -> Knock {
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let (path, query, is_post) = (path.to_owned(), query.to_owned(), request.method == "POST");
        Knock { path, query, is_post, request }
    }

    /// A value of the query.
    pub(super) fn asked(&self, key: &str) -> Option<&str> {
        self.query.split('&').find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))
    }

    /// What was sent along, or what is answered if it is not had.
    pub(super) fn body(&mut self) -> Result<Vec<u8>, Reply> {
        self.request.body().map_err(|why| match why {
            Unsent::TooMuch => Reply::error(413, "that is too much"),
            Unsent::Unmeasured => Reply::error(411, "say how much is sent"),
            Unsent::Cut => Reply::error(408, "what was to be sent has not come"),
        })
    }

    pub(super) fn reply(self, reply: &Reply) {
        let mut headers = vec![
            ("Content-Type", reply.kind),
            ("Content-Security-Policy", POLICY),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", "no-store"),
        ];
        headers.extend(reply.cookie.as_deref().map(|cookie| ("Set-Cookie", cookie)));
        headers.extend(reply.to.map(|to| ("Location", to)));
        self.request.answer(reply.status, &headers, &reply.body);
    }
}

impl Door {
    pub(super) fn new(port: u16) -> Door {
        // Two hashes of the system's randomness: 128 bits that nobody guesses while this runs.
        let draw = || RandomState::new().build_hasher().finish();
        Door { port, token: format!("{:016x}{:016x}", draw(), draw()) }
    }

    /// The address to open.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// What is answered, or why nothing is.
    pub(super) fn guarded(&self, knock: &mut Knock, answer: impl FnOnce(&mut Knock) -> Reply) -> Reply {
        if !self.is_ours(knock.request.header("Host")) {
            return Reply::error(421, "this is not the address that was printed");
        }
        let origin = knock.request.header("Origin").map(|origin| origin.strip_prefix("http://"));
        if origin.is_some_and(|origin| !self.is_ours(origin))
            || knock.request.header("Sec-Fetch-Site").is_some_and(|site| site == "cross-site") && knock.path != "/"
        {
            return Reply::error(403, "another page asks for this");
        }
        if knock.asked("token").is_some_and(|token| same(token, &self.token)) && knock.path == "/" {
            let cookie = format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie(), self.token);
            return Reply { cookie: Some(cookie), to: Some("/"), ..Reply::new(303, "text/plain; charset=utf-8", "") };
        }
        let name = self.cookie();
        let shown = knock
            .request
            .header("Cookie")
            .and_then(|cookies| cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(name.as_str())?.strip_prefix('=')));
        if !shown.is_some_and(|shown| same(shown, &self.token)) {
            // A page that is still open says it in its own words: every run has a token of its own.
            if knock.path.starts_with("/api/") {
                return Reply::error(401, STRANGER);
            }
            return Reply::new(401, "text/plain; charset=utf-8", format!("{STRANGER}.\n"));
        }
        if !METHODS.contains(&knock.request.method.as_str()) {
            return Reply::error(405, "pages are read, and games are played by what is posted to them");
        }
        answer(knock)
    }

    /// Cookies know no ports: two runs side by side have names of their own.
    fn cookie(&self) -> String {
        format!("slipyard-{}", self.port)
    }

    fn is_ours(&self, host: Option<&str>) -> bool {
        let port = format!(":{}", self.port);
        let is_own = |host: &str| match host.strip_suffix(port.as_str()) {
            Some(name) => LOOPBACK.contains(&name),
            // Browsers leave out the port that is usual.
            None => self.port == USUAL_PORT && LOOPBACK.contains(&host),
        };
        host.is_some_and(is_own)
    }
}

/// Compares without telling by the time it takes how much is right.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::Door;

    #[test]
    fn browsers_leave_out_the_usual_port_and_no_other() {
        let usual = Door::new(80);
        assert!(["127.0.0.1", "localhost", "127.0.0.1:80", "localhost:80"].iter().all(|host| usual.is_ours(Some(host))));
        assert!(["evil.example", "evil.example:80", "127.0.0.1:8080", "127.0.0.1:", ""].iter().all(|host| !usual.is_ours(Some(host))));
        let other = Door::new(8080);
        assert!(other.is_ours(Some("127.0.0.1:8080")));
        assert!(["127.0.0.1", "localhost", "127.0.0.1:80"].iter().all(|host| !other.is_ours(Some(host))));
    }
}
