//! Hosts by which a listener may be addressed, and the pages that its requests may come from.

use super::request_head::RequestHead;

/// Port that an address without a port means.
const DEFAULT_PORT: u16 = 80;

/// Names and port by which a listener may be addressed.
pub(super) struct OwnHosts {
    names: Vec<String>,
    port: u16,
}

impl OwnHosts {
    pub(super) fn new(names: impl IntoIterator<Item = impl Into<String>>, port: u16) -> OwnHosts {
        OwnHosts { names: names.into_iter().map(Into::into).collect(), port }
    }

    /// Returns the port of the listener.
    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    /// True if the request names the listener wherever it names a host.
    pub(super) fn is_addressed_by(&self, head: &RequestHead) -> bool {
        let hosts = [head.authority.as_deref(), head.header("Host")];
        head.header("Host").is_some() && hosts.into_iter().flatten().all(|host| self.is_own(host))
    }

    fn is_own(&self, host: &str) -> bool {
        let is_name = |name: &str| self.names.iter().any(|own| own.eq_ignore_ascii_case(name));
        match host.strip_suffix(format!(":{}", self.port).as_str()) {
            Some(name) => is_name(name),
            // Browsers leave out the default port in these headers.
            None => self.port == DEFAULT_PORT && is_name(host),
        }
    }
}

/// True if the request comes from a page of the address it is sent to, or from no page: a typed address, or a program that is not a
/// browser. A page of another port counts as another page, although browsers call it `same-site`.
pub(super) fn is_of_our_page(head: &RequestHead, is_post: bool) -> bool {
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

/// Returns the values of a cookie in a request.
pub(super) fn cookies<'h>(head: &'h RequestHead, name: &'h str) -> impl Iterator<Item = &'h str> {
    let cookies = head.header("Cookie").unwrap_or_default().split(';');
    cookies.filter_map(move |cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))
}

#[cfg(test)]
mod tests {
    use super::OwnHosts;

    #[test]
    fn browsers_leave_out_the_default_port_and_no_other() {
        let own = |port| OwnHosts::new(["127.0.0.1", "localhost"], port);
        let usual = own(80);
        assert!(["127.0.0.1", "localhost", "127.0.0.1:80", "LocalHost:80"].iter().all(|host| usual.is_own(host)));
        assert!(["evil.example", "evil.example:80", "127.0.0.1:8080", "127.0.0.1:", ""].iter().all(|host| !usual.is_own(host)));
        let other = own(8080);
        assert!(other.is_own("127.0.0.1:8080"));
        assert!(["127.0.0.1", "localhost", "127.0.0.1:80", "a@127.0.0.1:8080", "[::1]:8080"].iter().all(|host| !other.is_own(host)));
    }
}
