//! Attacks on a shared game by people without a link, with the link of another seat, and with a link that no longer counts.

use crate::serve::shared::{Person, asked, raid};
use crate::serve::{files_in, send_to};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Returns the status of a request to a path with headers.
fn status(port: u16, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> u16 {
    send_to(port, method, path, headers, body).status
}

#[test]
fn a_browser_without_a_link_gets_nothing() {
    let (table, games) = raid("stranger");
    let host = format!("127.0.0.1:{}", table.port);
    let own = ("Host", host.as_str());
    let mut tokens = vec![String::new(), "0".repeat(32), "%00".to_owned(), table.tokens["crew"].to_uppercase() + "0"];
    tokens.push(table.tokens["crew"][..31].to_owned());
    tokens.push(format!("{} ", table.tokens["crew"]).replace(' ', "%20"));
    for token in &tokens {
        let status = table.open(token).status;
        assert!(status == 401 || status == 400, "{token}: {status}");
    }
    for path in [
        "/",
        "/side-1/",
        "/side-2/game",
        "/referee/",
        "/referee/people",
        "/spectator/events",
        "/side-1/board.js",
        "/slipyard.css",
        "/board",
        "/api/house",
        "/api/stamp",
        "/api/games",
        "/site/",
        "/side-3/",
        "/side-0/",
        "/index.js",
        "/side-1/../referee/game",
    ] {
        for cookie in ["", &format!("slipyard-share-{}={}", table.port, "0".repeat(32)), &format!("slipyard-share-{}=", table.port)] {
            let reply = send_to(table.port, "GET", path, &[own, ("Cookie", cookie)], "");
            assert_eq!(reply.status, 401, "{path}");
            let said = format!("{}{}", reply.head, reply.body).to_lowercase();
            for secret in ["customs", "raid", "jsonl", "marshal", games.to_str().unwrap()] {
                assert!(!said.contains(secret), "{path}: {said}");
            }
            assert_eq!(status(table.port, "POST", path, &[own, ("Cookie", cookie)], "{}"), 401, "{path}");
        }
    }
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE"] {
        assert_eq!(status(table.port, method, "/side-1/game", &[own], ""), 401, "{method}");
    }
}

#[test]
fn a_link_opens_its_own_place_and_nothing_else() {
    let (table, games) = raid("places");
    let (crew, marshals) = (table.join("crew"), table.join("marshals"));
    for place in ["/side-2/", "/referee/", "/spectator/"] {
        let thief = Person { place: place.to_owned(), ..crew.clone() };
        assert_eq!(thief.ask("game", None).0, 401, "{place}");
        assert_eq!(thief.ask("people", Some(json!({ "do": "kick", "seat": "marshals" }))).0, 401, "{place}");
        let view = marshals.view();
        assert_eq!(thief.act(&view, json!({ "do": "answer", "ask": view["question"]["ask"], "option": 0 })).0, 401, "{place}");
        assert_eq!(thief.events().err(), Some(401), "{place}");
    }
    for path in [
        "people",
        "../referee/people",
        "api/house",
        "site/",
        "index.js",
        "live.js",
        "board",
        "..%2freferee%2fpeople",
        "game/../../referee/game",
        "%2e%2e/referee/game",
        "customs_raid-7.jsonl",
        "events/x",
        "//",
        "game/",
    ] {
        let reply = crew.send(path, None);
        assert!([401, 404].contains(&reply.status), "{path}: {}", reply.status);
        assert!(!reply.body.contains("token="), "{path}: {}", reply.body);
    }
    for path in ["", "board.js", "events", "slipyard.css", "none"] {
        assert_eq!(crew.send(path, Some("{}")).status, 404, "{path}");
    }
    // A person at a shared game cannot open a game, begin one, or name a program as a player.
    let before = files_in(&games);
    let view = crew.view();
    for deed in [
        json!({ "do": "open" }),
        json!({ "encounter": "customs_dock.customs_raid", "seats": {} }),
        json!({ "do": "join", "seat": "crew" }),
        json!({ "do": "seat", "words": "crew=program:touch x" }),
    ] {
        let (status, said) = crew.act(&view, deed.clone());
        assert!([400, 403].contains(&status), "{deed}: {status} {said}");
    }
    let referee = table.join("referee");
    for words in ["crew=program:touch x", "crew=script:/etc/passwd", "pirates=human"] {
        assert_eq!(referee.act(&referee.view(), json!({ "do": "seat", "words": words })).0, 422, "{words}");
    }
    assert_eq!(files_in(&games), before);
}

#[test]
fn no_other_page_and_no_other_name_of_the_machine_is_let_in() {
    let (table, games) = raid("pages");
    let crew = table.join("crew");
    let before = files_in(&games);
    let (host, cookie) = (format!("127.0.0.1:{}", table.port), crew.cookie.clone());
    let view = crew.view();
    let deed = json!({ "do": "stops", "words": "brief" }).to_string();
    let path = format!("/side-1/game?moment={}", view["moment"].as_str().unwrap());
    let with = |headers: &[(&str, &str)], method: &str, path: &str| {
        status(table.port, method, path, &[&[("Cookie", cookie.as_str())], headers].concat(), &deed)
    };
    for name in [
        "evil.example",
        "localhost",
        "127.0.0.1",
        "192.168.0.1:80",
        &format!("localhost:{}", table.port),
        &format!("127.0.0.1:{}", table.port + 1),
    ] {
        assert_eq!(with(&[("Host", name)], "GET", "/side-1/game"), 421, "{name}");
        assert_eq!(with(&[("Host", name)], "POST", &path), 421, "{name}");
        assert_eq!(with(&[("Host", name)], "GET", &format!("/?token={}", table.tokens["crew"])), 421, "{name}");
    }
    let next = format!("http://127.0.0.1:{}", table.port + 1);
    for headers in [
        [("Sec-Fetch-Site", "same-site"), ("Origin", next.as_str())],
        [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")],
        [("Sec-Fetch-Site", "none"), ("Origin", "null")],
        [("Accept", "*/*"), ("Origin", next.as_str())],
        [("Accept", "*/*"), ("Origin", "https://evil.example")],
    ] {
        let headers = [&[("Host", host.as_str())], headers.as_slice()].concat();
        assert_eq!(with(&headers, "POST", &path), 403, "{headers:?}");
    }
    for site in ["same-site", "cross-site"] {
        assert_eq!(with(&[("Host", &host), ("Sec-Fetch-Site", site)], "GET", "/side-1/game"), 403, "{site}");
    }
    assert_eq!(files_in(&games), before);
    assert_eq!(with(&[("Host", &host), ("Sec-Fetch-Site", "same-origin")], "POST", &path), 200);
    // A link in a message leads to the game through a page of ours.
    let link = format!("/?token={}", table.tokens["crew"]);
    let entrance = send_to(table.port, "GET", &link, &[("Host", &host), ("Sec-Fetch-Site", "cross-site")], "");
    assert!(
        entrance.status == 200 && entrance.body.contains("0;url=/side-1/") && entrance.head.contains("Set-Cookie"),
        "{}",
        entrance.body
    );
}

#[test]
fn reading_changes_nothing_in_a_shared_game() {
    let (table, games) = raid("read");
    let (crew, referee) = (table.enter("crew"), table.enter("referee"));
    let before = (files_in(&games), referee.ask("people", None));
    for path in ["", "game", "game?at=1", "game?do=undo", "game?moment=1.0&do=answer&option=0", "people", "people?do=kick&seat=crew"] {
        for person in [&crew, &referee] {
            person.send(path, None);
            let headers = [("Host", format!("127.0.0.1:{}", table.port)), ("Cookie", person.cookie.clone())];
            let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let address = format!("{}{path}", person.place);
            // The body of a `GET` request is not read.
            send_to(table.port, "GET", &address, &headers, "{\"do\":\"kick\",\"seat\":\"crew\"}");
            send_to(table.port, "HEAD", &address, &headers, "");
        }
    }
    assert_eq!((files_in(&games), referee.ask("people", None)), before);
    assert_eq!(crew.ask("game?at=x", None).0, 400);
}

#[test]
fn the_first_answer_counts_and_the_second_is_told() {
    let (table, _) = raid("twice");
    let (crew, marshals) = (table.join("crew"), table.join("marshals"));
    let (one, _) = asked(&crew, &marshals);
    let view = one.view();
    let (first, second) = (one.answer(&view), one.answer(&view));
    assert_eq!(first.0, 200);
    assert!(second.0 == 409 && second.1["error"] == "this question was already answered", "{second:?}");
    // Two phones with the link of one seat, at the same moment.
    for _ in 0..8 {
        let (one, _) = asked(&crew, &marshals);
        let (view, other) = (one.view(), one.clone());
        let mut both = std::thread::scope(|scope| {
            let answers = [one, &other].map(|person| scope.spawn(|| person.answer(&view)));
            answers.map(|answer| answer.join().unwrap())
        });
        both.sort_by_key(|(status, _)| *status);
        let [(done, _), (late, said)] = both;
        assert!(done == 200 && late == 409 && said["error"] == "this question was already answered", "{done} {late} {said}");
    }
    // After an undo by the referee the page gets a sentence about the undo instead.
    let referee = table.join("referee");
    let (one, _) = asked(&crew, &marshals);
    let view = one.view();
    one.answer(&view);
    referee.act(&referee.view(), json!({ "do": "undo", "answers": 1 }));
    let (status, said) = one.answer(&view);
    assert!(status == 409 && said["error"] == "the game has changed in the meantime", "{said}");
}

#[test]
fn of_two_seats_that_answer_at_once_only_the_asked_one_is_heard() {
    let (table, _) = raid("race");
    let (crew, marshals) = (table.join("crew"), table.join("marshals"));
    for _ in 0..8 {
        let (one, other) = asked(&crew, &marshals);
        let view = one.view();
        let answer = |person: &Person| person.act(&view, json!({ "do": "answer", "ask": view["question"]["ask"], "option": 0 }));
        let (mine, theirs) = std::thread::scope(|scope| {
            let (mine, theirs) = (scope.spawn(|| answer(one)), scope.spawn(|| answer(other)));
            (mine.join().unwrap(), theirs.join().unwrap())
        });
        assert_eq!(mine.0, 200, "{}", mine.1);
        assert!(theirs.0 == 403 || theirs.0 == 409, "{}: {}", theirs.0, theirs.1);
    }
}

#[test]
fn large_slow_and_broken_requests_cost_only_their_sender() {
    let (table, _) = raid("burden");
    let crew = table.join("crew");
    let view = crew.view();
    assert_eq!(crew.act(&view, json!({ "do": "words", "ask": 1, "words": "x".repeat(100_000) })).0, 413);
    for (body, wanted) in [("", 400), ("{", 400), ("[]", 400), ("\u{0}", 400), ("{\"do\":\"fly\"}", 400)] {
        assert_eq!(crew.send(&format!("game?moment={}", view["moment"].as_str().unwrap()), Some(body)).status, wanted, "{body:?}");
        assert_eq!(crew.send("people", Some(body)).status, wanted, "{body:?}");
    }
    assert_eq!(crew.send("game", Some("{\"do\":\"undo\"}")).status, 400, "a request without a moment");
    let slow: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", table.port)).unwrap();
            let head = format!(
                "POST /side-1/game HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: {}\r\nContent-Length: 900\r\n\r\n{{",
                table.port, crew.cookie
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    let began = Instant::now();
    assert_eq!(crew.view()["moment"], view["moment"]);
    assert!(began.elapsed() < Duration::from_secs(3), "others wait for {:?}", began.elapsed());
    for mut stream in slow {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&answer));
    }
}

#[test]
fn the_board_of_the_machine_stays_on_the_loopback_with_a_token_of_its_own() {
    let (table, _) = raid("apart");
    let crew = table.join("crew");
    let host = format!("127.0.0.1:{}", table.port);
    // The token of a link is no token of the board of the machine, and its cookie has another name.
    assert!(crew.cookie.starts_with("slipyard-share-"), "{}", crew.cookie);
    let cookie = format!("slipyard-{}={}", table.port, table.tokens["referee"]);
    assert_eq!(status(table.port, "GET", "/api/house", &[("Host", &host), ("Cookie", &cookie)], ""), 401);
}
