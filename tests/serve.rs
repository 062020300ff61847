//! Tests of `slipyard serve` as browsers use it: access control, displayed pages, and a whole game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod events;
mod pointing;
mod shared;
mod shared_attacks;
mod web;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Running server, stopped at the end of the test.
struct Served {
    child: Child,
    port: u16,
    token: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Starts a server whose boards ask the players every question.
fn serve(package: &Path, games: &Path) -> Served {
    serve_asking(package, games, "full")
}

fn serve_asking(package: &Path, games: &Path, what: &str) -> Served {
    serve_with(package, games, &["--ask", what])
}

/// Starts a server with more arguments.
fn serve_with(package: &Path, games: &Path, more: &[&str]) -> Served {
    let mut child = Command::new(env!("CARGO_BIN_EXE_slipyard"))
        .arg("serve")
        .arg(package)
        .args(["--port", "0", "--games"])
        .arg(games)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let rest = line.trim().strip_prefix("http://127.0.0.1:").expect("it prints its address");
    let (port, token) = rest.split_once("/?token=").unwrap();
    Served { child, port: port.parse().unwrap(), token: token.to_owned() }
}

struct Reply {
    status: u16,
    head: String,
    body: String,
}

/// Sends a request to a port of this machine, with exactly these headers and this body.
fn send_to(port: u16, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{request}\r\n{body}").as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let (head, body) = (String::from_utf8(answer[..end].to_vec()).unwrap(), &answer[end + 4..]);
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).expect("it says how long its answer is");
    assert!(method == "HEAD" || length.parse() == Ok(body.len()), "{} bytes came:\n{head}", body.len());
    let body = String::from_utf8(body.to_vec()).unwrap();
    Reply { status, head, body }
}

impl Served {
    /// Sends a request to the server, with exactly these headers and this body.
    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        send_to(self.port, method, path, headers, body)
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn cookie(&self) -> String {
        format!("slipyard-{}={}", self.port, self.token)
    }

    /// Sends a request as the page of the server does.
    fn ask(&self, path: &str, body: Option<Value>) -> (u16, Value) {
        let (host, cookie, origin) = (self.host(), self.cookie(), format!("http://{}", self.host()));
        let headers = [("Host", host.as_str()), ("Cookie", &cookie), ("Sec-Fetch-Site", "same-origin"), ("Origin", &origin)];
        let reply = match body {
            Some(body) => self.send("POST", path, &headers, &body.to_string()),
            None => self.send("GET", path, &headers[..3], ""),
        };
        (reply.status, serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{path}: {}", reply.body)))
    }

    /// Opens a game of the list as the page of the server does. Returns the status and the JSON of the reply.
    fn open(&self, file: &str) -> (u16, Value) {
        self.ask(&format!("/api/games/{file}"), Some(json!({ "do": "open" })))
    }

    /// Sends raw bytes and returns the status of the answer, or `None` without an answer.
    fn status_of(&self, bytes: &[u8]) -> Option<u16> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let answers = answer.split("HTTP/1.1 ").skip(1).filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
        assert!(answers.count() <= 1, "more than one answer: {answer}");
        answer.split(' ').nth(1).map(|status| status.parse().unwrap())
    }

    /// Sends an action in the displayed game as the page of the server does. Returns the status and the JSON of the reply.
    fn act(&self, path: &str, shown: &Value, deed: Value) -> (u16, Value) {
        self.ask(&format!("{path}?moment={}", shown["moment"].as_str().unwrap()), Some(deed))
    }

    fn begin(&self, encounter: &str, seats: Value, more: Value) -> String {
        let mut body = json!({ "encounter": encounter, "seats": seats });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, said) = self.ask("/api/games", Some(body));
        assert_eq!(status, 201, "{said}");
        said["game"].as_str().unwrap().to_owned()
    }
}

/// Returns the reply to a page that was left open from an earlier run, and so has an old token.
fn served_without_token(served: &Served) -> (u16, Value) {
    let reply = served.send("GET", "/api/stamp", &[("Host", &served.host())], "");
    (reply.status, serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{}", reply.body)))
}

#[test]
fn nobody_is_let_in_without_the_token_and_no_other_page_may_ask() {
    let served = serve(Path::new("content/quiet_docket"), &folder("door"));
    let (host, cookie) = (served.host(), served.cookie());
    let ours = ("Host", host.as_str());
    let with = ("Cookie", cookie.as_str());
    let status = |headers: &[(&str, &str)]| served.send("GET", "/api/house", headers, "").status;
    assert_eq!(status(&[ours, with]), 200);
    assert_eq!(status(&[ours]), 401);
    assert_eq!(status(&[ours, ("Cookie", &format!("slipyard-{}=0123456789abcdef0123456789abcdef", served.port))]), 401);
    // The answer tells a page that was left open from an earlier run how to continue.
    let (_, said) = served_without_token(&served);
    assert!(said["error"].as_str().unwrap().contains("open the address that slipyard serve has printed"), "{said}");
    // A DNS name that was made to point at this machine.
    assert_eq!(status(&[("Host", "evil.example"), with]), 421);
    assert_eq!(status(&[with]), 400);
    assert_eq!(status(&[ours, with, ("Origin", "https://evil.example")]), 403);
    assert_eq!(status(&[ours, with, ("Origin", &format!("http://127.0.0.1:{}", served.port + 1))]), 403);
    assert_eq!(status(&[ours, with, ("Origin", &format!("http://{host}"))]), 200);
    // The printed address gives access, and its token is removed from the address at once.
    let first = served.send("GET", &format!("/?token={}", served.token), &[ours], "");
    assert_eq!(first.status, 303);
    assert!(first.head.contains("HttpOnly; SameSite=Strict") && first.head.contains("Location: /\r"), "{}", first.head);
    assert_eq!(served.send("GET", "/?token=wrong", &[ours], "").status, 401);
    let page = served.send("GET", "/", &[ours, with], "");
    assert!(page.head.contains("default-src 'none'") && !page.head.to_lowercase().contains("access-control"), "{}", page.head);
}

/// A client that sends less than it announced, or announces more than fits into memory, does not block other clients and does not end the
/// server.
#[test]
fn nobody_who_stalls_keeps_others_waiting_and_nobody_who_boasts_ends_the_server() {
    let served = serve(Path::new("content/quiet_docket"), &folder("stalled"));
    let (host, cookie) = (served.host(), served.cookie());
    let send = |text: String| {
        let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let mut stalled = Vec::new();
    for length in ["100000", "999999999999999", "99999999999999999999999"] {
        for _ in 0..6 {
            stalled.push(send(format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\nx")));
            stalled.push(send(format!("POST /api/games HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nContent-Length: 60\r\n\r\n{{")));
            stalled.push(send("GET / HT".to_owned()));
        }
    }
    let began = Instant::now();
    assert_eq!(served.ask("/api/stamp", None).0, 200);
    assert!(began.elapsed() < Duration::from_secs(5), "others wait for {:?}", began.elapsed());
    drop(stalled);
    assert_eq!(served.ask("/api/stamp", None).0, 200);
    let with = [("Host", host.as_str()), ("Cookie", cookie.as_str())];
    for method in ["PUT", "DELETE", "PATCH", "TRACE", "DANCE"] {
        assert_eq!(served.send(method, "/api/stamp", &with, "").status, 405, "{method}");
    }
    let head = served.send("HEAD", "/", &with, "");
    assert!(head.status == 200 && head.body.is_empty());
}

#[test]
fn idle_connections_block_nobody_and_are_closed() {
    let served = serve(Path::new("content/quiet_docket"), &folder("idle"));
    let connect = || TcpStream::connect(("127.0.0.1", served.port)).unwrap();
    let idle: Vec<TcpStream> = (0..300).map(|_| connect()).collect();
    let half: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut stream = connect();
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHo");
            stream
        })
        .collect();
    let began = Instant::now();
    assert_eq!(served.ask("/api/stamp", None).0, 200);
    assert!(began.elapsed() < Duration::from_secs(2), "a request waits for {:?}", began.elapsed());
    // Each of these connections ends by itself, even the one on which the request is sent byte by byte.
    let mut slow = connect();
    let feed = slow.try_clone().unwrap();
    std::thread::spawn(move || {
        let mut feed = feed;
        for byte in b"GET / HTTP/1.1\r\nHost: abcdefghijklmnopqrstuvwxyz".iter().cycle() {
            if feed.write_all(&[*byte]).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(300));
        }
    });
    for mut stream in idle.into_iter().chain(half) {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut answer = Vec::new();
        if stream.read_to_end(&mut answer).is_ok() && !answer.is_empty() {
            assert!(answer.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&answer));
        }
    }
    let mut answer = Vec::new();
    slow.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let _ = slow.read_to_end(&mut answer);
    assert!(began.elapsed() < Duration::from_secs(40), "{:?}", began.elapsed());
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&answer));
    assert_eq!(served.ask("/api/stamp", None).0, 200);
}

#[test]
fn requests_that_are_not_http_are_answered_with_their_status() {
    let served = serve(Path::new("content/quiet_docket"), &folder("http"));
    let own = format!("Host: {}\r\nCookie: {}\r\n", served.host(), served.cookie());
    let get = |target: &str| format!("GET {target} HTTP/1.1\r\n{own}\r\n");
    let long = "x".repeat(40_000);
    for (request, status) in [
        (get("/api/stamp"), 200),
        (format!("\r\n{}", get("/")), 200),
        (format!("{}{}", get("/"), get("/")), 200),
        (format!("GET / HTTP/1.0\r\n{own}\r\n"), 200),
        (format!("GET / HTTP/1.0\r\nCookie: {}\r\n\r\n", served.cookie()), 421),
        (get(&format!("http://{}/api/stamp", served.host())), 200),
        (get("http://evil.example/api/stamp"), 421),
        (get(&format!("http://a@{}/", served.host())), 421),
        (format!("GET / HTTP/1.1\r\nHost: evil.example\r\nCookie: {}\r\n\r\n", served.cookie()), 421),
        (format!("GET / HTTP/1.1\r\n{own}Host: evil.example\r\n\r\n"), 400),
        (get("/../../Cargo.toml"), 404),
        (get("/%2e%2e/%2e%2e/Cargo.toml"), 404),
        (get("/site/..%2f..%2fCargo.toml"), 404),
        (get("/%00"), 400),
        (get("/%zz"), 400),
        (get("/\0"), 400),
        (get("/a b"), 400),
        (get("api/stamp"), 400),
        (get(&format!("/api/games/{}", "../".repeat(50))), 404),
        (get(&format!("/{long}")), 414),
        (format!("GET / HTTP/1.1\r\n{own}X: {long}\r\n\r\n"), 431),
        (format!("GET / HTTP/1.1\r\n{own}{}\r\n", "X: y\r\n".repeat(200)), 431),
        (format!("GET / HTTP/9.9\r\n{own}\r\n"), 505),
        (format!("GET / HTTP\r\n{own}\r\n"), 400),
        ("\r\n\r\nhello\r\n\r\n".to_owned(), 400),
        ("\u{16}\u{3}\u{1}\u{2}".to_owned(), 400),
        ("GET / HTTP/1.1\nHost: x\n\n".to_owned(), 400),
        (format!("BREW / HTTP/1.1\r\n{own}\r\n"), 405),
        (format!("OPTIONS * HTTP/1.1\r\n{own}\r\n"), 405),
        (format!("POST / HTTP/1.1\r\n{own}Content-Length: 0\r\n\r\n"), 405),
        (format!("POST /api/games HTTP/1.1\r\n{own}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{{}}"), 400),
        (format!("POST /api/games HTTP/1.1\r\n{own}Content-Length: 2, 2\r\n\r\n{{}}"), 400),
        (format!("POST /api/games HTTP/1.1\r\n{own}Content-Length: -2\r\n\r\n{{}}"), 400),
        (format!("POST /api/games HTTP/1.1\r\n{own}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400),
        (format!("POST /api/games HTTP/1.1\r\n{own}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 411),
        (format!("POST /api/games HTTP/1.1\r\n{own}Transfer-Encoding: gzip\r\n\r\n"), 501),
        (format!("POST /api/games HTTP/1.1\r\n{own}Expect: miracles\r\nContent-Length: 2\r\n\r\n{{}}"), 417),
        (format!("POST /api/games HTTP/1.1\r\n{own}Content-Length: 99999999999999999999\r\n\r\n"), 413),
        (format!("POST /api/games HTTP/1.1\r\n{own}Content-Length: 2\r\n\r\n{{}}"), 400),
        (format!("POST /api/games HTTP/1.1\r\n{own}Content-Length: 2\r\n\r\n{{}}{}", get("/")), 400),
    ] {
        let answered = served.status_of(request.as_bytes());
        assert_eq!(answered, Some(status), "{}", request.get(..200).unwrap_or(&request));
    }
    // A client that waits for `100 Continue` gets it.
    let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
    write!(stream, "POST /api/games HTTP/1.1\r\n{own}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    lines.read_line(&mut line).unwrap();
    assert_eq!(line, "HTTP/1.1 100 Continue\r\n");
    stream.write_all(b"{}").unwrap();
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert!(rest.starts_with("\r\nHTTP/1.1 400 "), "{rest}");
    assert!(served.send("POST", "/", &[("Host", &served.host()), ("Cookie", &served.cookie())], "").head.contains("Allow: GET, HEAD"));
}

#[test]
fn what_a_page_asks_for_that_is_not_there_is_refused_with_a_reason() {
    let games = folder("refused");
    std::fs::write(games.join("other.jsonl"), "not a game\n").unwrap();
    std::fs::write(games.parent().unwrap().join("secret.jsonl"), "secret\n").unwrap();
    let served = serve(Path::new("content/quiet_docket"), &games);
    for path in
        ["/api/nowhere", "/api/games/..%2Fsecret.jsonl", "/api/games/../secret.jsonl", "/api/games/other.jsonl", "/api/games/none.jsonl"]
    {
        let (status, said) = served.ask(path, None);
        assert_eq!(status, 404, "{path}: {said}");
        assert!(!said.to_string().contains("secret\\n"));
    }
    // A browser gets a page with a link back, which reloads when a file is saved.
    for path in ["/nowhere", "/../Cargo.toml", "/site/quiet_docket/npc/nobody.html"] {
        let reply = served.send("GET", path, &[("Host", &served.host()), ("Cookie", &served.cookie())], "");
        assert!(reply.status == 404 && reply.head.contains("Content-Type: text/html"), "{path}: {}", reply.head);
        assert!(reply.body.contains("<h1>There is no such page</h1>") && reply.body.contains("href=\"/table\""), "{path}: {}", reply.body);
        assert!(reply.body.contains("/live.js") && reply.body.contains("/slipyard.css"), "{path}: {}", reply.body);
    }
    let begin = |body: Value| served.ask("/api/games", Some(body));
    let encounter = "quiet_docket.sealed_hold";
    for (body, why) in [
        (json!({ "encounter": "quiet_docket.none", "seats": {} }), "there is no encounter"),
        (json!({ "encounter": encounter, "seats": { "nobody": "human" } }), "has no side `nobody`"),
        (json!({ "encounter": encounter, "seats": { "wardens": "program:touch /tmp/x" } }), "are allowed only on the command line"),
        (json!({ "encounter": encounter, "seats": { "wardens": "script:/etc/passwd" } }), "are allowed only on the command line"),
        (json!({ "encounter": encounter }), "missing field `seats`"),
    ] {
        let (status, said) = begin(body);
        assert!((400..500).contains(&status) && said["error"].as_str().unwrap().contains(why), "{status} {said}");
    }
    let (status, _) = served.ask("/api/games", Some(json!({ "encounter": "x".repeat(100_000), "seats": {} })));
    assert_eq!(status, 413);
}

/// Returns names, bytes and times of the files in a folder.
fn files_in(folder: &Path) -> Vec<(PathBuf, Vec<u8>, std::time::SystemTime)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.map(|path| (path.clone(), std::fs::read(&path).unwrap(), std::fs::metadata(&path).unwrap().modified().unwrap())).collect();
    files.sort();
    files
}

/// Creates a folder with a game that was begun by a server that has ended.
fn with_a_game(name: &str) -> (PathBuf, String) {
    let games = folder(name);
    let served = serve(Path::new("content/wreck_coast"), &games);
    let file = served.begin("wreck_coast.night_on_the_candle", json!({ "crew": "human" }), json!({ "seed": 7 }));
    (games, file)
}

#[test]
fn reading_changes_nothing_and_takes_no_game_from_others() {
    let (games, file) = with_a_game("reading");
    let before = files_in(&games);
    let served = serve(Path::new("content/wreck_coast"), &games);
    let path = format!("/api/games/{file}");
    let (host, cookie) = (served.host(), served.cookie());
    let with = [("Host", host.as_str()), ("Cookie", cookie.as_str())];
    let at = [format!("{path}?at=3"), format!("{path}?do=open"), format!("{path}?moment=1.0"), format!("/board?game={file}")];
    for method in ["GET", "HEAD"] {
        for address in ["/", "/api/house", "/api/stamp", "/site/", "/api/games", &path].into_iter().chain(at.iter().map(String::as_str)) {
            // The body of such a request is not read.
            let status = served.send(method, address, &with, "{\"do\":\"open\"}").status;
            assert_eq!(
                status,
                if address.starts_with(&path) {
                    409
                } else if address == "/api/games" {
                    405
                } else {
                    200
                },
                "{method} {address}"
            );
        }
    }
    let (_, said) = served.ask(&path, None);
    assert!(said["is_closed"] == true && said["error"] == "this game is not open here", "{said}");
    // An answer to a game that is not open does not open it.
    let (status, said) = served.ask(&format!("{path}?moment=1.0"), Some(json!({ "do": "undo" })));
    assert!(status == 409 && said["is_closed"] == true, "{said}");
    assert_eq!(files_in(&games), before);
    let (_, said) = ended(resumed(&games.join(&file)));
    assert!(!said.contains("is being played"), "{said}");
    // Once the game is opened, the answer is accepted.
    let (status, view) = served.open(&file);
    assert!(status == 200 && view["question"].is_object(), "{view}");
    assert_eq!(served.ask(&path, None), (200, view.clone()));
    assert_eq!(served.open(&file), (200, view), "a game that is open is only shown");
    let (code, said) = ended(resumed(&games.join(&file)));
    assert!(code == 2 && said.contains("is open in another `slipyard play`"), "{said}");
}

#[test]
fn only_a_page_of_this_run_changes_anything() {
    let (games, file) = with_a_game("origins");
    let before = files_in(&games);
    let served = serve(Path::new("content/wreck_coast"), &games);
    let (host, cookie) = (served.host(), served.cookie());
    let (own, by_name) = (format!("http://{host}"), format!("http://localhost:{}", served.port));
    let next = format!("http://127.0.0.1:{}", served.port + 1);
    let begin = json!({ "encounter": "wreck_coast.night_on_the_candle", "seats": {} }).to_string();
    let open = format!("/api/games/{file}");
    let post = |headers: &[(&str, &str)]| {
        let headers = [&[("Host", host.as_str()), ("Cookie", cookie.as_str())], headers].concat();
        let begun = served.send("POST", "/api/games", &headers, &begin).status;
        assert_eq!(served.send("POST", &open, &headers, "{\"do\":\"open\"}").status, if begun == 201 { 200 } else { begun }, "{headers:?}");
        begun
    };
    for headers in [
        &[("Sec-Fetch-Site", "same-site")][..],
        &[("Sec-Fetch-Site", "same-site"), ("Origin", &own)],
        &[("Sec-Fetch-Site", "cross-site"), ("Origin", &own)],
        &[("Sec-Fetch-Site", "none")],
        &[("Sec-Fetch-Site", "")],
        &[("Sec-Fetch-Site", "same-origin"), ("Origin", &next)],
        &[("Origin", &next)],
        &[("Origin", &by_name)],
        &[("Origin", "null")],
        &[("Origin", "")],
        &[("Origin", "https://evil.example")],
        &[("Origin", &host)],
        &[("Origin", &format!("{own}/"))],
    ] {
        assert_eq!(post(headers), 403, "{headers:?}");
    }
    assert_eq!(post(&[("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "same-site")]), 400);
    assert_eq!(post(&[("Origin", &own), ("Origin", &next)]), 400);
    // A page of another port gets no content, and a link on another page does not open the board.
    for (address, site) in [("/", "same-site"), (&*open, "same-site"), ("/board?game=x", "cross-site"), ("/api/house", "cross-site")] {
        let headers = [("Host", host.as_str()), ("Cookie", &cookie), ("Sec-Fetch-Site", site)];
        assert_eq!(served.send("GET", address, &headers, "").status, 403, "{address}");
    }
    assert_eq!(files_in(&games), before);
    // A link to the printed address gives access through a page of ours.
    let entrance = served.send("GET", &format!("/?token={}", served.token), &[("Host", &host), ("Sec-Fetch-Site", "cross-site")], "");
    assert!(entrance.status == 200 && entrance.head.contains("SameSite=Strict") && entrance.body.contains("0;url=/"), "{}", entrance.body);
    // A browser that sends only one of the two headers is accepted, and so is a program that sends neither but has the token.
    assert_eq!(post(&[("Sec-Fetch-Site", "same-origin"), ("Origin", &own)]), 201);
    assert_eq!(post(&[("Sec-Fetch-Site", "same-origin")]), 201);
    assert_eq!(post(&[("Origin", &own)]), 201);
    assert_eq!(post(&[]), 201);
    assert_eq!(served.send("POST", "/api/games", &[("Host", &host)], &begin).status, 401);
}

#[test]
fn only_games_of_the_list_are_opened() {
    let (games, file) = with_a_game("listed");
    std::fs::copy(games.join(&file), games.parent().unwrap().join("outside.jsonl")).unwrap();
    std::fs::copy(games.join(&file), games.join(".hidden.jsonl")).unwrap();
    std::fs::create_dir(games.join("folder.jsonl")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../outside.jsonl", games.join("link.jsonl")).unwrap();
    let served = serve(Path::new("content/wreck_coast"), &games);
    let (_, house) = served.ask("/api/house", None);
    assert_eq!(house["games"].as_array().unwrap().len(), 1, "{house}");
    let outside = games.parent().unwrap().join("outside.jsonl").display().to_string().replace('/', "%2F");
    for path in [
        "../outside.jsonl",
        "..%2Foutside.jsonl",
        ".%2E%2Foutside.jsonl",
        ".hidden.jsonl",
        "folder.jsonl",
        "link.jsonl",
        ".",
        "..",
        &outside,
    ] {
        assert_eq!(served.open(path).0, 404, "{path}");
    }
    assert_eq!(served.open(&file).0, 200);
}

#[test]
fn a_log_in_the_folder_of_games_starts_no_program() {
    let (package, games) = (Path::new("content/quiet_docket"), folder("hostile"));
    let file = serve(package, &games).begin("quiet_docket.sealed_hold", json!({}), json!({ "seed": 7 }));
    let log = std::fs::read_to_string(games.join(&file)).unwrap();
    let head = log.lines().next().unwrap();
    let made = games.join("SHOULD_NOT_EXIST");
    for by in ["search", "doctrine"] {
        let seat = format!("\"by\":\"{by}\",\"doctrine\":\"program:touch {}\"", made.display());
        let hostile = head.replacen("\"by\":\"human\"", &seat, 1);
        assert_ne!(hostile, head);
        std::fs::write(games.join("hostile.jsonl"), format!("{hostile}\n")).unwrap();
        let served = serve(package, &games);
        let (status, said) = served.open("hostile.jsonl");
        assert!((400..500).contains(&status), "{status} {said}");
        assert!(!made.exists());
    }
}

/// Answers every question with its default until the game is over; returns the number of answers.
fn finish(served: &Served, file: &str) -> usize {
    let path = format!("/api/games/{file}");
    let (_, mut view) = served.ask(&path, None);
    let mut answers = 0;
    while !view["question"].is_null() {
        answers += 1;
        assert!(answers < 2_000, "it does not end");
        let asked = view["question"]["text"].as_str().unwrap();
        assert!(!asked.contains("Enter") && !asked.contains('`'), "a browser has neither the key nor the word: {asked}");
        let (status, next) = served.act(&path, &view, json!({ "do": "answer", "ask": view["question"]["ask"], "option": 0 }));
        assert_eq!(status, 200, "{next}");
        view = next;
    }
    assert_eq!(view["over"], true);
    answers
}

#[test]
fn a_whole_game_is_played_and_the_server_may_die_in_the_middle() {
    let games = folder("whole");
    let package = Path::new("content/wreck_coast");
    let file;
    let before;
    {
        let served = serve(package, &games);
        let (_, house) = served.ask("/api/house", None);
        let scene =
            house["packages"][0]["encounters"].as_array().unwrap().iter().find(|scene| scene["key"] == "wreck_coast.night_on_the_candle");
        let side = scene.unwrap()["sides"][0].as_str().unwrap().to_owned();
        file = served.begin("wreck_coast.night_on_the_candle", json!({ side: "human" }), json!({ "seed": 7 }));
        assert_eq!(file, "night_on_the_candle-7.jsonl");
        let path = format!("/api/games/{file}");
        let (_, mut view) = served.ask(&path, None);
        assert!(view["picture"].as_str().unwrap().starts_with("<svg"));
        for _ in 0..6 {
            let ask = view["question"]["ask"].clone();
            let shown = view;
            view = served.act(&path, &shown, json!({ "do": "answer", "ask": ask, "option": 0 })).1;
            // A second click on the same button changes nothing.
            let (status, _) = served.act(&path, &shown, json!({ "do": "answer", "ask": ask, "option": 0 }));
            assert_eq!(status, 409);
        }
        before = view;
    }
    // Another run of the program finds the game in the same state.
    let served = serve(package, &games);
    let path = format!("/api/games/{file}");
    assert_eq!(served.open(&file), (200, before.clone()));
    let (_, after) = served.ask(&path, None);
    assert_eq!(after, before);
    // If an answer is undone and given again, the same dice are rolled.
    let (_, back) = served.act(&path, &after, json!({ "do": "undo", "answers": 1 }));
    let (_, again) = served.act(&path, &back, json!({ "do": "answer", "ask": back["question"]["ask"], "option": 0 }));
    assert_eq!(again["question"], before["question"]);
    // The game can also be viewed at an earlier record.
    let stop = before["stops"][3].as_u64().unwrap();
    let (_, then) = served.ask(&format!("{path}?at={stop}"), None);
    assert_eq!(then["at"], stop);
    assert!(then["question"].is_null() && then["account"].as_array().unwrap().len() < again["account"].as_array().unwrap().len());
    assert!(finish(&served, &file) > 3);
    // The file is a log like the terminal's: it replays byte for byte.
    let replayed = Command::new(env!("CARGO_BIN_EXE_slipyard"))
        .arg("replay")
        .arg(games.join(&file))
        .args(["--in", "content/wreck_coast"])
        .output()
        .unwrap();
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
}

#[test]
fn an_old_page_answers_no_other_question_takes_nothing_else_back_and_rolls_no_other_dice() {
    let served = serve(Path::new("content/harrow_reach"), &folder("old_page"));
    let file = served.begin("harrow_reach.arrears", json!({ "crew": "human" }), json!({ "seed": 11 }));
    let path = format!("/api/games/{file}");
    let option = |view: &Value, words: &str| view["question"]["options"].as_array().unwrap().iter().position(|way| way["words"] == words);
    let answer = |view: &Value, option: usize| json!({ "do": "answer", "ask": view["question"]["ask"], "option": option });
    let (_, mut view) = served.ask(&path, None);
    let (attack, maneuver) = loop {
        if let (Some(attack), Some(maneuver)) = (option(&view, "attack"), option(&view, "maneuver")) {
            break (attack, maneuver);
        }
        view = served.act(&path, &view, answer(&view, 0)).1;
    };
    // The correct half of a line is kept, and the player is asked for the rest.
    let words = json!({ "do": "words", "ask": view["question"]["ask"], "words": "attack on nobody" });
    let (status, half) = served.act(&path, &view, words);
    assert!(status == 200 && half["notice"] == "there is no `nobody` here (already answered: attack)", "{half}");
    assert!(option(&half, "on bailiff_sergeant").is_some() || half["question"]["text"].as_str().unwrap().contains("attack?"), "{half}");
    view = served.act(&path, &half, json!({ "do": "undo", "answers": 1 })).1;
    // One page asks for a target of the attack; the other page undoes that, and then a question with the same number is about the
    // maneuver's target.
    let (_, old) = served.act(&path, &view, answer(&view, attack));
    let (_, back) = served.act(&path, &old, json!({ "do": "undo", "answers": 1 }));
    let (_, now) = served.act(&path, &back, answer(&back, maneuver));
    assert!(old["question"]["ask"] == now["question"]["ask"] && old["question"]["text"] != now["question"]["text"], "{now}");
    for deed in [answer(&old, 0), json!({ "do": "undo", "answers": 1 }), json!({ "do": "seat", "words": "crew=doctrine" })] {
        let (status, said) = served.act(&path, &old, deed);
        assert!(status == 409 && said["error"] == "the game has changed in the meantime", "{status} {said}");
    }
    assert_eq!(served.ask(&path, None).1, now);
    assert_eq!(served.ask(&path, Some(answer(&now, 0))).0, 400, "what says no moment is not done");
    assert_eq!(served.act(&path, &now, answer(&now, 0)).0, 200);

    // Dice requested by one page do not belong to another answer, even if no record was written in between.
    let file = served.begin("harrow_reach.arrears", json!({}), json!({ "table_dice": true }));
    let path = format!("/api/games/{file}");
    let (_, mut view) = served.ask(&path, None);
    let mut before = view.clone();
    // An answer that waits for its dice has not written a record yet.
    while view["dice"].is_null() || before["dice"].is_string() || view["last"] != before["last"] {
        let deed = if view["dice"].is_string() { json!({ "do": "roll", "faces": "+ 0 - +" }) } else { answer(&view, 0) };
        let (status, next) = served.act(&path, &view, deed);
        assert_eq!(status, 200, "{next}");
        before = std::mem::replace(&mut view, next);
    }
    let (_, back) = served.act(&path, &view, json!({ "do": "undo" }));
    assert_eq!(back["question"], before["question"]);
    let (_, again) = served.act(&path, &back, answer(&back, 0));
    assert_eq!(again["dice"], view["dice"]);
    assert_eq!(again["last"], view["last"]);
    assert_eq!(served.act(&path, &view, json!({ "do": "roll", "faces": "+ 0 - +" })).0, 409);
    assert_eq!(served.act(&path, &again, json!({ "do": "roll", "faces": "+ 0 - +" })).0, 200);
}

/// Starts `slipyard play --resume` in the terminal, without any input yet.
fn resumed(file: &Path) -> Child {
    let mut play = Command::new(env!("CARGO_BIN_EXE_slipyard"));
    play.args(["play", "--in", "content/wreck_coast", "--resume"]).arg(file);
    play.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Returns the exit code and the error message.
fn ended(mut play: Child) -> (i32, String) {
    drop(play.stdin.take());
    let output = play.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn one_at_a_time_plays_a_game_and_nobody_who_was_killed_is_in_the_way() {
    let games = folder("held");
    let package = Path::new("content/wreck_coast");
    let served = serve(package, &games);
    let (_, house) = served.ask("/api/house", None);
    let scene =
        house["packages"][0]["encounters"].as_array().unwrap().iter().find(|scene| scene["key"] == "wreck_coast.night_on_the_candle");
    let side = scene.unwrap()["sides"][0].as_str().unwrap();
    let file = served.begin("wreck_coast.night_on_the_candle", json!({ side: "human" }), json!({ "seed": 7 }));
    let kept = games.join(&file);
    let text = std::fs::read(&kept).unwrap();
    let (code, said) = ended(resumed(&kept));
    assert!(code == 2 && said.contains("is open in another `slipyard play` or at the board of `slipyard serve`"), "{said}");
    assert_eq!(std::fs::read(&kept).unwrap(), text, "nothing of the file has changed");
    drop(served);
    // After the server was killed, the terminal resumes the game. While the game is open there, no server can open it.
    let mut play = resumed(&kept);
    let mut line = String::new();
    // A program whose output is closed ends, so the output is read to the end.
    let mut screen = BufReader::new(play.stdout.take().unwrap());
    screen.read_line(&mut line).unwrap();
    let (code, said) = ended(resumed(&kept));
    assert!(code == 2 && said.contains("is open in another `slipyard play`"), "{said}");
    let served = serve(package, &games);
    let (_, house) = served.ask("/api/house", None);
    assert!(house["games"].as_array().unwrap().iter().any(|game| game["file"] == file.as_str()), "it is listed all the same");
    let (status, said) = served.open(&file);
    assert!(status == 409 && said["error"].as_str().unwrap().contains("is open in another `slipyard play`"), "{said}");
    play.kill().unwrap();
    play.wait().unwrap();
    drop(screen);
    assert_eq!(served.open(&file).0, 200);
}

#[test]
fn games_that_begin_at_once_have_a_file_each_and_a_file_may_be_called_as_its_player_likes() {
    let games = folder("names");
    let served = serve(Path::new("content/quiet_docket"), &games);
    let mark = || served.ask("/api/stamp", None).1["games"].clone();
    let none = mark();
    let mut files: Vec<String> = std::thread::scope(|scope| {
        let begin = || served.begin("quiet_docket.sealed_hold", json!({}), json!({ "seed": 5 }));
        let all: Vec<_> = (0..6).map(|_| scope.spawn(begin)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    files.sort();
    files.dedup();
    assert_eq!(files.len(), 6, "{files:?}");
    assert_ne!(mark(), none, "pages learn of games that others began");
    drop(served);
    for name in ["friday night.jsonl", "\u{e9}t\u{e9}.jsonl", "evening", "50% done.jsonl"] {
        std::fs::copy(games.join(&files[0]), games.join(name)).unwrap();
    }
    let served = serve(Path::new("content/quiet_docket"), &games);
    let (_, house) = served.ask("/api/house", None);
    let listed: Vec<&str> = house["games"].as_array().unwrap().iter().map(|game| game["file"].as_str().unwrap()).collect();
    assert_eq!(listed.len(), 10, "{listed:?}");
    for path in ["friday%20night.jsonl", "%C3%A9t%C3%A9.jsonl", "evening", "50%25%20done.jsonl"] {
        assert_eq!(served.open(path).0, 200, "{path}");
        assert_eq!(served.ask(&format!("/api/games/{path}"), None).0, 200, "{path}");
    }
    for path in ["%FF.jsonl", "%2e%2e%2fnames%2fevening", "..%5Cevening", "%252e", "none.jsonl", ""] {
        assert_eq!((served.open(path).0, served.ask(&format!("/api/games/{path}"), None).0), (404, 404), "{path}");
    }
    for path in ["50%", "evening%00", "%2", "%+1", "evening%0a"] {
        assert_eq!((served.open(path).0, served.ask(&format!("/api/games/{path}"), None).0), (400, 400), "{path}");
    }
}

/// The officers aboard a ship are shown as in the fight as long as the ship is.
#[test]
fn whoever_is_aboard_a_ship_is_not_out() {
    let served = serve(Path::new("content/thin_lanes"), &folder("aboard"));
    let file = served.begin("thin_lanes.chase", json!({}), json!({ "seed": 7 }));
    let (_, view) = served.ask(&format!("/api/games/{file}"), None);
    let people = view["people"].as_array().unwrap();
    let officers = people.iter().filter(|one| one["line"].as_str().unwrap().starts_with("aboard Patient Widow"));
    assert!(officers.count() > 1 && people.iter().all(|one| one["active"] == true), "{people:?}");
}

#[test]
fn every_kind_of_conflict_is_played_at_the_board() {
    let games = folder("kinds");
    for (package, encounter) in
        [("thin_lanes", "duel"), ("glass_shore", "payroll"), ("quiet_docket", "sealed_hold"), ("nine_sluices", "garden_supper")]
    {
        let served = serve(&Path::new("content").join(package), &games);
        let key = format!("{package}.{encounter}");
        let watched = served.begin(&key, json!({}), json!({ "seed": 3 }));
        let (_, house) = served.ask("/api/house", None);
        assert!(house["games"].as_array().unwrap().iter().any(|game| game["file"] == watched.as_str()), "{house}");
        let (_, view) = served.ask(&format!("/api/games/{watched}"), None);
        let me = view["people"].as_array().unwrap();
        assert!(!me.is_empty() && !view["account"].as_array().unwrap().is_empty(), "{key}: {view}");
        // Actors of a token are in the token's zone; ships are placed only after detection.
        let picture = view["picture"].as_str().filter(|_| encounter != "duel");
        assert!(picture.is_none_or(|picture| picture.contains("<g>\n<title>")), "{key}: {picture:?}");
        // A player who takes the defaults reaches the end as well.
        finish(&served, &watched);
    }
}

/// The events of the detection ranking arrive one by one, but the account has the ranking as one complete line.
#[test]
fn the_ranking_of_detection_is_one_line_of_the_account() {
    let served = serve(Path::new("content/thin_lanes"), &folder("ranking"));
    let file = served.begin("thin_lanes.border_patrol", json!({ "packet": "doctrine", "patrol": "doctrine" }), json!({ "seed": 7 }));
    let (_, view) = served.ask(&format!("/api/games/{file}"), None);
    let lines: Vec<&str> = view["account"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    let rankings: Vec<&&str> = lines.iter().filter(|line| line.contains("Ranking: ")).collect();
    assert!(!rankings.is_empty(), "{lines:?}");
    for ranking in rankings {
        assert!(ranking.contains(", 2. ") && ranking.ends_with(")."), "{ranking}");
    }
    assert!(!lines.iter().any(|line| line.starts_with(',') || *line == "."), "{lines:?}");
}

/// The map shows titles, but answers are typed with names from the files. An answer with such a name also says the title of the zone.
#[test]
fn an_answer_says_what_the_map_calls_its_zone_if_its_own_words_are_not_in_that() {
    let served = serve(Path::new("content/nine_sluices"), &folder("titles"));
    let file = served.begin("nine_sluices.garden_supper", json!({ "callers": "human" }), json!({ "seed": 7 }));
    let path = format!("/api/games/{file}");
    let (_, view) = served.ask(&path, None);
    let text = |words: &str| {
        let ways = view["question"]["options"].as_array().unwrap();
        let way = ways.iter().find(|way| way["words"] == words).unwrap_or_else(|| panic!("{words}: {ways:?}"));
        format!("{}; {}", way["sentence"].as_str().unwrap(), way["about"].as_str().unwrap_or_default())
    };
    assert!(text("maneuver on just_friends").contains("At the long table"), "{}", text("maneuver on just_friends"));
    let border = text("border ring_2--lovers");
    assert!(border.contains("Ring 2") && border.contains("The boat house"), "{border}");
    assert_eq!(text("maneuver on ring_2").matches("Ring 2").count(), 1, "{}", text("maneuver on ring_2"));
}

#[cfg(unix)]
#[test]
fn a_game_behind_a_link_out_of_the_folder_is_neither_listed_nor_opened() {
    let (games, elsewhere) = (folder("linked"), folder("linked_elsewhere"));
    let package = Path::new("content/quiet_docket");
    let file = serve(package, &elsewhere).begin("quiet_docket.sealed_hold", json!({}), json!({ "seed": 7 }));
    let before = std::fs::read(elsewhere.join(&file)).unwrap();
    std::os::unix::fs::symlink(elsewhere.canonicalize().unwrap().join(&file), games.join("linked.jsonl")).unwrap();
    std::fs::copy(elsewhere.join(&file), games.join("own.jsonl")).unwrap();
    let served = serve(package, &games);
    let (_, house) = served.ask("/api/house", None);
    assert!(house.to_string().contains("own.jsonl") && !house.to_string().contains("linked.jsonl"), "{house}");
    for body in [None, Some(json!({}))] {
        let (status, said) = served.ask("/api/games/linked.jsonl", body);
        assert!(status >= 400, "{said}");
    }
    assert_eq!(std::fs::read(elsewhere.join(&file)).unwrap(), before);
}

#[test]
fn scenarios_are_listed_with_what_they_go_through() {
    let served = serve(Path::new("content/thin_lanes"), &folder("evenings"));
    let (_, house) = served.ask("/api/house", None);
    let evenings = house["packages"][0]["evenings"].as_array().unwrap();
    let week = evenings.iter().find(|one| one["key"] == "thin_lanes.bad_week").unwrap_or_else(|| panic!("{evenings:?}"));
    assert!(week["valid"] == true && week["steps"][0] == "The Widow alone", "{week}");
    assert_eq!(house["path"], "content/thin_lanes");
}

#[test]
fn real_dice_are_typed_in_and_words_answer() {
    let games = folder("dice");
    let served = serve(Path::new("content/wreck_coast"), &games);
    let file = served.begin("wreck_coast.night_on_the_candle", json!({}), json!({ "table_dice": true }));
    let path = format!("/api/games/{file}");
    let (mut rolled, mut answered) = (0, 0);
    let (_, mut view) = served.ask(&path, None);
    while rolled < 5 {
        let deed = if view["dice"].is_string() {
            rolled += 1;
            let (status, said) = served.act(&path, &view, json!({ "do": "roll", "faces": "seven" }));
            assert_eq!(status, 422, "{said}");
            json!({ "do": "roll", "faces": "+ 0 - +" })
        } else {
            answered += 1;
            assert!(answered < 200, "no dice are rolled");
            json!({ "do": "words", "ask": view["question"]["ask"], "words": view["question"]["options"][0]["words"] })
        };
        let (status, next) = served.act(&path, &view, deed);
        assert_eq!(status, 200, "{next}");
        view = next;
    }
    let (status, said) =
        served.act(&path, &view, json!({ "do": "words", "ask": view["question"]["ask"], "words": "dance on the ceiling" }));
    assert!(status == 422 || status == 409, "{said}");
    let (status, said) = served.act(&path, &view, json!({ "do": "seat", "words": "crew=program:sh" }));
    assert_eq!(status, 422, "{said}");
}

/// The input field of the board accepts `goal` and `sheet`, as the prompt in the terminal does.
#[test]
fn goals_and_sheets_are_looked_up_in_the_words_field() {
    let served = serve(Path::new("content/harrow_reach"), &folder("looked_up"));
    let file = served.begin("harrow_reach.arrears", json!({ "crew": "human" }), json!({ "seed": 11 }));
    let path = format!("/api/games/{file}");
    let (_, view) = served.ask(&path, None);
    let look = |view: &Value, words: &str| {
        let (status, next) = served.act(&path, view, json!({ "do": "words", "ask": view["question"]["ask"], "words": words }));
        assert_eq!(next.get("question").unwrap_or(&view["question"]), &view["question"], "{words} answers nothing");
        (status, next)
    };
    let (status, view) = look(&view, "goal");
    assert!(status == 200 && view["notice"].as_str().unwrap().contains("Victory for crew: Lamp room is held"), "{view}");
    let (status, view) = look(&view, "sheet Davit Kole");
    assert!(status == 200 && view["notice"].as_str().unwrap().contains("Davit Kole"), "{view}");
    let (status, wrong) = look(&view, "sheet noman");
    assert!(status == 422 && wrong["error"].as_str().unwrap().contains("there is no `noman`"), "{wrong}");
}

#[test]
fn real_dice_of_all_sizes_are_typed_in_at_the_board() {
    let served = serve(Path::new("content/quiet_docket"), &folder("pool"));
    let file = served.begin("quiet_docket.struck_name", json!({}), json!({ "table_dice": true }));
    let path = format!("/api/games/{file}");
    let (_, mut view) = served.ask(&path, None);
    for throws in 0..2 {
        while let Some(question) = view["question"].as_object().filter(|_| !view["dice"].is_string()) {
            let deed = json!({ "do": "answer", "ask": question["ask"], "option": 0 });
            view = served.act(&path, &view, deed).1;
        }
        let wanted = view["dice"].as_str().unwrap_or_else(|| panic!("{view}")).to_owned();
        assert!(wanted.contains("d6") && view["faces"].is_string(), "{wanted}");
        let (_, count) = wanted.split_once("type the ").unwrap();
        let count: usize = count.split(' ').next().unwrap().parse().unwrap();
        for wrong in ["+ 0 - +".to_owned(), "1 ".repeat(count - 1), "9 ".repeat(count)] {
            let (status, said) = served.act(&path, &view, json!({ "do": "roll", "faces": wrong }));
            assert_eq!(status, 422, "throw {throws}: {said}");
        }
        let (status, next) = served.act(&path, &view, json!({ "do": "roll", "faces": "1 ".repeat(count) }));
        assert_eq!(status, 200, "{next}");
        view = next;
    }
    let account = view["account"].to_string();
    assert!(account.contains("Sava Orlen rolls") && account.contains("Imre Vass, night clerk rolls"), "{account}");
}

#[test]
fn what_is_saved_is_shown_and_games_go_on_as_they_were_begun() {
    let package = folder("live");
    for name in ["slipyard.toml", "gear.slip", "people.slip", "places.slip"] {
        let _ = std::fs::copy(Path::new("content/wreck_coast").join(name), package.join(name));
    }
    for entry in std::fs::read_dir("content/wreck_coast").unwrap() {
        let entry = entry.unwrap().path();
        if entry.is_file() {
            std::fs::copy(&entry, package.join(entry.file_name().unwrap())).unwrap();
        }
    }
    let served = serve(&package, &folder("live_games"));
    let stamp = || served.ask("/api/stamp", None).1["stamp"].clone();
    let file = served.begin("wreck_coast.night_on_the_candle", json!({}), json!({ "seed": 1 }));
    let (_, before) = served.ask(&format!("/api/games/{file}"), None);
    let page = |path: &str| served.send("GET", path, &[("Host", &served.host()), ("Cookie", &served.cookie())], "");
    let site = page("/site/");
    assert!(site.status == 200 && site.body.contains("/live.js") && site.body.contains("wreck_coast"), "{}", site.body);
    assert_eq!(page("/site/../../Cargo.toml").status, 404);
    let was = stamp();
    let gear = std::fs::read_to_string(package.join("gear.slip")).unwrap();
    let began = Instant::now();
    std::fs::write(package.join("gear.slip"), format!("{gear}\nweapon broken {{ hram 1 }}\n")).unwrap();
    // The packages are compiled once more at the start, so the first new stamp may belong to the old texts.
    let mut house = served.ask("/api/house", None).1;
    while house["packages"][0]["errors"] != true {
        assert!(began.elapsed() < Duration::from_secs(60), "nobody noticed");
        std::thread::sleep(Duration::from_millis(50));
        house = served.ask("/api/house", None).1;
    }
    assert_ne!(stamp(), was);
    assert!(served.ask("/api/stamp", None).1["trouble"].as_str().unwrap().contains("1 error"));
    assert!(house["packages"][0]["findings"].as_str().unwrap().contains("hram"));
    let (_, after) = served.ask(&format!("/api/games/{file}"), None);
    assert_eq!(after, before);
}

#[test]
fn every_package_that_is_broken_is_told_on_live_pages() {
    let folder = folder("broken");
    for name in ["east", "west", "whole"] {
        let place = folder.join(name);
        std::fs::create_dir_all(&place).unwrap();
        std::fs::write(place.join("slipyard.toml"), format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n")).unwrap();
        let text = if name == "whole" { "" } else { "weapon broken {\n" };
        std::fs::write(place.join("gear.slip"), text).unwrap();
    }
    let served = serve(&folder, &self::folder("broken_games"));
    let trouble = served.ask("/api/stamp", None).1["trouble"].as_str().unwrap().to_owned();
    assert!(trouble.contains("east: 2 errors") && trouble.contains("; west: 2 errors") && !trouble.contains("whole"), "{trouble}");
}

#[test]
fn a_port_that_is_taken_and_a_folder_that_cannot_be_are_said() {
    let served = serve(Path::new("content/quiet_docket"), &folder("taken"));
    let run = |arguments: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_slipyard")).args(["serve", "content/quiet_docket"]).args(arguments).output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    let (code, said) = run(&["--port", &served.port.to_string(), "--games", env!("CARGO_TARGET_TMPDIR")]);
    assert!(code == Some(2) && said.contains("--port 0"), "{said}");
    let (code, said) = run(&["--games", "Cargo.toml/games"]);
    assert!(code == Some(2) && said.starts_with("error: cannot save games in `Cargo.toml/games`: "), "{said}");
}
