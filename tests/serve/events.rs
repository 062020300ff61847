//! Tests of the changes of a game that are pushed to pages as server-sent events.

use crate::serve::{Served, folder, serve};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

/// Stream of events, read line by line.
pub(super) struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// Opens a stream; the error is the status of a refusal.
    pub(super) fn open(port: u16, path: &str, host: &str, cookie: &str) -> Result<Events, u16> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nSec-Fetch-Site: same-origin\r\n\r\n").unwrap();
        let mut lines = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(lines.read_line(&mut head).unwrap() > 0, "{head}");
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        if status != 200 {
            return Err(status);
        }
        assert!(head.contains("Content-Type: text/event-stream") && head.contains("Cache-Control: no-store"), "{head}");
        Ok(Events { lines })
    }

    /// Returns the next line that is not empty; `None` at the end of the stream.
    pub(super) fn next(&mut self) -> Option<String> {
        let mut line = String::new();
        while line.trim().is_empty() {
            line.clear();
            if self.lines.read_line(&mut line).unwrap() == 0 {
                return None;
            }
        }
        Some(line.trim().to_owned())
    }

    /// Returns the numbers of the next change.
    pub(super) fn change(&mut self) -> String {
        loop {
            let line = self.next().expect("the stream goes on");
            if let Some(numbers) = line.strip_prefix("data: ") {
                return numbers.to_owned();
            }
        }
    }

    /// Reads the rest of the stream.
    pub(super) fn rest(mut self) -> String {
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        rest
    }
}

fn stream(served: &Served, path: &str) -> Result<Events, u16> {
    Events::open(served.port, path, &served.host(), &served.cookie())
}

#[test]
fn a_page_hears_of_what_another_page_does() {
    let served = serve(Path::new("content/wreck_coast"), &folder("heard"));
    let file = served.begin("wreck_coast.night_on_the_candle", json!({ "crew": "human" }), json!({ "seed": 7 }));
    let path = format!("/api/games/{file}");
    let mut events = stream(&served, &format!("{path}/events")).unwrap();
    let before = events.change();
    let (_, view) = served.ask(&path, None);
    let (status, _) = served.act(&path, &view, json!({ "do": "answer", "ask": view["question"]["ask"], "option": 0 }));
    assert_eq!(status, 200);
    assert_ne!(events.change(), before);
    // A refusal is no change, and a game that is not open has no stream.
    let (status, _) = served.act(&path, &view, json!({ "do": "answer", "ask": view["question"]["ask"], "option": 0 }));
    assert_eq!(status, 409);
    assert_eq!(stream(&served, "/api/games/none.jsonl/events").err(), Some(404));
    assert_eq!(served.send("GET", &format!("{path}/events"), &[("Host", &served.host())], "").status, 401);
}

#[test]
fn the_number_of_waiting_pages_is_limited_and_they_keep_no_other_waiting() {
    let served = serve(Path::new("content/wreck_coast"), &folder("streams"));
    let file = served.begin("wreck_coast.night_on_the_candle", json!({ "crew": "human" }), json!({ "seed": 7 }));
    let path = format!("/api/games/{file}/events");
    let open: Vec<Events> = (0..slip_limits::EVENT_STREAMS).map(|_| stream(&served, &path).unwrap()).collect();
    assert_eq!(stream(&served, &path).err(), Some(503));
    assert_eq!(served.ask("/api/stamp", None).0, 200);
    drop(open);
    // After pages are closed, other pages can wait in their place.
    let began = std::time::Instant::now();
    while stream(&served, &path).is_err() {
        assert!(began.elapsed() < Duration::from_secs(20), "closed pages are not noticed");
        std::thread::sleep(Duration::from_millis(100));
    }
}
