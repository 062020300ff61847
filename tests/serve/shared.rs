//! Tests of a shared game: a link for each person, what each sees, and who answers.

use crate::serve::events::Events;
use crate::serve::{Reply, folder, send_to};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Server of a shared game, killed at the end of the test.
pub(super) struct Table {
    child: Child,
    input: ChildStdin,
    lines: BufReader<ChildStdout>,
    pub(super) port: u16,
    /// Tokens of the links by the names of their seats.
    pub(super) tokens: BTreeMap<String, String>,
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Person with a link.
#[derive(Clone)]
pub(super) struct Person {
    pub(super) port: u16,
    pub(super) place: String,
    pub(super) cookie: String,
}

impl Table {
    /// Shares a game of a package on the loopback.
    pub(super) fn share(package: &str, games: &Path, game: &str, more: &[&str]) -> Table {
        let mut child = Command::new(env!("CARGO_BIN_EXE_slipyard"))
            .arg("serve")
            .arg(Path::new("content").join(package))
            .args(["--port", "0", "--ask", "full", "--address", "127.0.0.1", "--share", game, "--games"])
            .arg(games)
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, lines) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut table = Table { child, input, lines, port: 0, tokens: BTreeMap::new() };
        while !table.tokens.contains_key("referee") {
            table.read_line();
        }
        table
    }

    /// Reads a line of the terminal, and notes the link in it.
    fn read_line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.lines.read_line(&mut line).unwrap() > 0, "the server has ended");
        if let Some((seat, rest)) = line.trim().split_once("  http://127.0.0.1:") {
            let (port, token) = rest.split_once("/?token=").unwrap();
            self.port = port.parse().unwrap();
            self.tokens.insert(seat.to_owned(), token.to_owned());
        }
        line
    }

    /// Types a command at the terminal, and reads to the next link.
    pub(super) fn command(&mut self, words: &str) {
        let before = self.tokens.clone();
        writeln!(self.input, "{words}").unwrap();
        while self.tokens == before {
            self.read_line();
        }
    }

    /// Opens the link of a seat as a browser does.
    pub(super) fn enter(&self, seat: &str) -> Person {
        let reply = self.open(&self.tokens[seat]);
        assert_eq!(reply.status, 303, "{}", reply.body);
        let header = |name: &str| reply.head.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_owned();
        let (place, cookie) = (header("Location: "), header("Set-Cookie: "));
        assert!(cookie.contains("HttpOnly; SameSite=Strict") && cookie.contains(&format!("Path={place};")), "{cookie}");
        Person { port: self.port, place, cookie: cookie.split(';').next().unwrap().to_owned() }
    }

    /// Opens the link of a seat and takes the seat.
    pub(super) fn join(&self, seat: &str) -> Person {
        let person = self.enter(seat);
        assert_eq!(person.ask("people", Some(json!({ "do": "join" }))).0, 200);
        person
    }

    /// Requests the address of a link.
    pub(super) fn open(&self, token: &str) -> Reply {
        send_to(self.port, "GET", &format!("/?token={token}"), &[("Host", &format!("127.0.0.1:{}", self.port))], "")
    }

    pub(super) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Person {
    /// Sends a request as the page of the person does.
    pub(super) fn send(&self, path: &str, body: Option<&str>) -> Reply {
        let host = format!("127.0.0.1:{}", self.port);
        let origin = format!("http://{host}");
        let headers = [("Host", host.as_str()), ("Cookie", &self.cookie), ("Sec-Fetch-Site", "same-origin"), ("Origin", &origin)];
        let address = format!("{}{path}", self.place);
        match body {
            Some(body) => send_to(self.port, "POST", &address, &headers, body),
            None => send_to(self.port, "GET", &address, &headers[..3], ""),
        }
    }

    pub(super) fn ask(&self, path: &str, body: Option<Value>) -> (u16, Value) {
        let reply = self.send(path, body.map(|body| body.to_string()).as_deref());
        (reply.status, serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{path}: {}", reply.body)))
    }

    pub(super) fn view(&self) -> Value {
        let (status, view) = self.ask("game", None);
        assert_eq!(status, 200, "{view}");
        view
    }

    /// Sends an action to the game, for the state that the view shows.
    pub(super) fn act(&self, view: &Value, deed: Value) -> (u16, Value) {
        self.ask(&format!("game?moment={}", view["moment"].as_str().unwrap()), Some(deed))
    }

    /// Gives the first answer to the question of a view.
    pub(super) fn answer(&self, view: &Value) -> (u16, Value) {
        self.act(view, json!({ "do": "answer", "ask": view["question"]["ask"], "option": 0 }))
    }

    pub(super) fn events(&self) -> Result<Events, u16> {
        Events::open(self.port, &format!("{}events", self.place), &format!("127.0.0.1:{}", self.port), &self.cookie)
    }
}

/// Shares a raid of two sides that people play.
pub(super) fn raid(name: &str) -> (Table, std::path::PathBuf) {
    let games = folder(name);
    (Table::share("customs_dock", &games, "customs_raid", &["--seed", "7"]), games)
}

/// Returns the player who is asked now, and the other one.
pub(super) fn asked<'p>(one: &'p Person, other: &'p Person) -> (&'p Person, &'p Person) {
    if one.view()["question"].is_object() { (one, other) } else { (other, one) }
}

/// Answers with the defaults until the game is over, each player at their own questions.
fn finish(people: &[&Person]) -> usize {
    let mut answers = 0;
    loop {
        let views: Vec<Value> = people.iter().map(|person| person.view()).collect();
        if views[0]["over"] == true {
            return answers;
        }
        let asked: Vec<usize> = (0..people.len()).filter(|&number| views[number]["question"].is_object()).collect();
        assert_eq!(asked.len(), 1, "one person is asked at a time");
        let (status, said) = people[asked[0]].answer(&views[asked[0]]);
        assert_eq!(status, 200, "{said}");
        answers += 1;
        assert!(answers < 2_000, "it does not end");
    }
}

#[test]
fn each_person_sees_the_game_from_their_side_and_answers_only_their_own_questions() {
    let (table, games) = raid("sides");
    assert_eq!(table.tokens.keys().collect::<Vec<_>>(), ["crew", "marshals", "referee", "spectator"]);
    let (crew, marshals) = (table.join("crew"), table.join("marshals"));
    let (spectator, referee) = (table.join("spectator"), table.join("referee"));
    assert_eq!((crew.view()["own_side"].clone(), marshals.view()["own_side"].clone()), (json!(0), json!(1)));
    let (asked, waiting) = asked(&crew, &marshals);
    let (view, theirs) = (asked.view(), waiting.view());
    for person in [waiting, &spectator, &referee] {
        let shown = person.view();
        assert!(shown["question"].is_null() && shown["waits_for"].is_string(), "{shown}");
        let (status, said) = person.act(&shown, json!({ "do": "answer", "ask": view["question"]["ask"], "option": 0 }));
        assert_eq!(status, 403, "{said}");
        assert!(said["error"].as_str().unwrap().starts_with("this question is for "), "{said}");
        let (status, _) = person.act(&shown, json!({ "do": "words", "ask": view["question"]["ask"], "words": "pass" }));
        assert_eq!(status, 403);
    }
    for person in [asked, waiting, &spectator] {
        let shown = person.view();
        for deed in [json!({ "do": "undo" }), json!({ "do": "rule", "words": "end" }), json!({ "do": "seat", "words": "crew=random" })] {
            assert_eq!(person.act(&shown, deed.clone()).0, 403, "{deed}");
        }
        assert!(shown["seed"].is_null() && shown["rulings"].as_array().unwrap().is_empty());
        // A participant's view contains no file name, no path and no seed.
        let text = shown.to_string();
        assert!(!text.contains("jsonl") && !text.contains(&*games.to_string_lossy()) && !text.contains("customs_dock"), "{text}");
    }
    assert_eq!(spectator.act(&spectator.view(), json!({ "do": "stops", "words": "brief" })).0, 403);
    assert_eq!(theirs["moment"], waiting.view()["moment"], "nothing was done");
    // If one player changes settings, the pages of the other player stay current.
    assert_eq!(waiting.act(&theirs, json!({ "do": "stops", "words": "brief" })).0, 200);
    assert_eq!(waiting.view()["asked"].as_array().unwrap().len(), 1, "each sees their own settings");
    assert_eq!(asked.answer(&view).0, 200);
    assert_eq!(referee.view()["seed"], 7);
}

#[test]
fn a_whole_game_is_played_by_two_people_with_a_link_each() {
    let (table, games) = raid("evening");
    let (crew, marshals) = (table.join("crew"), table.join("marshals"));
    assert!(finish(&[&crew, &marshals]) > 20);
    let log = games.join("customs_raid-7.jsonl");
    let replayed =
        Command::new(env!("CARGO_BIN_EXE_slipyard")).arg("replay").arg(log).args(["--in", "content/customs_dock"]).output().unwrap();
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
}

#[test]
fn the_referee_answers_for_sides_without_a_player_and_takes_back() {
    let (mut table, _) = raid("referee");
    let referee = table.join("referee");
    let first = referee.view();
    assert!(first["question"].is_object(), "no player has come yet: {first}");
    let (status, second) = referee.answer(&first);
    assert_eq!(status, 200, "{second}");
    let (_, people) = referee.ask("people", None);
    let seats: Vec<(&str, bool)> =
        people["people"].as_array().unwrap().iter().map(|one| (one["seat"].as_str().unwrap(), one["has_joined"] == true)).collect();
    assert_eq!(seats, [("crew", false), ("marshals", false), ("spectator", false), ("referee", true)]);
    assert!(people["people"][0]["code"].as_str().unwrap().starts_with("<svg"), "{people}");
    // Reading the page of a link takes no seat: programs that show a preview of a link do that.
    let (crew, marshals) = (table.enter("crew"), table.enter("marshals"));
    assert_eq!(crew.send("", None).status, 200);
    assert!(referee.view()["question"].is_object());
    for player in [&crew, &marshals] {
        assert_eq!(player.ask("people", Some(json!({ "do": "join" }))).0, 200);
    }
    assert!(referee.view()["question"].is_null());
    let (asked, _) = asked(&crew, &marshals);
    let before = asked.view();
    asked.answer(&before);
    let (status, _) = referee.act(&referee.view(), json!({ "do": "undo", "answers": 1 }));
    assert_eq!(status, 200);
    assert_eq!(asked.view()["question"], before["question"]);
    // A side whose link is withdrawn has no player.
    let seat = if before["own_side"] == 0 { "crew" } else { "marshals" };
    table.command(&format!("kick {seat}"));
    assert!(referee.view()["question"].is_object());
    assert_eq!(referee.answer(&referee.view()).0, 200);
}

#[test]
fn a_withdrawn_link_says_so_and_the_next_person_gets_a_new_one() {
    let (mut table, _) = raid("kicked");
    let (crew, referee) = (table.join("crew"), table.join("referee"));
    let old = table.tokens["crew"].clone();
    let mut events = crew.events().unwrap();
    events.change();
    table.command("kick crew");
    assert_ne!(table.tokens["crew"], old);
    assert!(events.rest().contains("event: withdrawn"));
    let (status, said) = crew.ask("game", None);
    assert!(status == 410 && said["error"] == "The referee has withdrawn this link: ask for a new one", "{status} {said}");
    assert_eq!(crew.ask("game?moment=0.0", Some(json!({ "do": "stops", "words": "brief" }))).0, 410);
    assert_eq!(crew.events().err(), Some(410));
    for page in [table.open(&old), crew.send("", None)] {
        assert!(page.status == 410 && page.head.contains("text/html") && page.body.contains("has withdrawn this link"), "{}", page.body);
    }
    let next = table.join("crew");
    assert_eq!(next.view()["own_side"], 0);
    // The referee's page has a button for the same request. Only the referee may send it, and not for the referee's own link.
    assert_eq!(next.ask("people", Some(json!({ "do": "kick", "seat": "marshals" }))).0, 403);
    assert_eq!(referee.ask("people", Some(json!({ "do": "kick", "seat": "referee" }))).0, 422);
    assert_eq!(referee.ask("people", Some(json!({ "do": "kick", "seat": "nobody" }))).0, 422);
    let (status, people) = referee.ask("people", Some(json!({ "do": "kick", "seat": "crew" })));
    assert_eq!(status, 200);
    let address = people["people"][0]["address"].as_str().unwrap();
    assert!(!address.contains(&table.tokens["crew"]) && people["people"][0]["has_joined"] == false, "{people}");
    assert_eq!(next.ask("game", None).0, 410);
}

#[test]
fn a_phone_that_sleeps_comes_back_to_the_very_question() {
    let (table, _) = raid("asleep");
    let (crew, marshals) = (table.join("crew"), table.join("marshals"));
    let (one, other) = asked(&crew, &marshals);
    let mut events = one.events().unwrap();
    let mut heard = events.change();
    let before = one.view();
    drop(events);
    assert_eq!(one.view(), before, "the page is loaded again");
    // When the phone is awake again, its page gets the changes that happened meanwhile.
    assert_eq!(one.answer(&before).0, 200);
    let mut events = one.events().unwrap();
    let now = events.change();
    assert_ne!(now, heard);
    heard = now;
    let (asked, _) = asked(one, other);
    asked.answer(&asked.view());
    assert_ne!(events.change(), heard);
}

#[test]
fn a_game_survives_the_death_of_its_server() {
    let games = folder("killed");
    let mut table = Table::share("customs_dock", &games, "customs_dock.customs_raid", &["--seed", "7"]);
    let (crew, marshals) = (table.join("crew"), table.join("marshals"));
    for _ in 0..9 {
        let (asked, _) = asked(&crew, &marshals);
        assert_eq!(asked.answer(&asked.view()).0, 200);
    }
    let before = [crew.view(), marshals.view()];
    let old = table.tokens.clone();
    table.kill();
    let again = Table::share("customs_dock", &games, "customs_raid-7.jsonl", &[]);
    for (seat, token) in &old {
        assert_ne!(again.tokens[seat], *token, "every run has tokens of its own");
        assert_eq!(again.open(token).status, 401);
    }
    let (crew, marshals) = (again.join("crew"), again.join("marshals"));
    assert_eq!(
        [crew.view()["question"].clone(), marshals.view()["question"].clone()],
        [before[0]["question"].clone(), before[1]["question"].clone()]
    );
    assert_eq!(crew.view()["account"], before[0]["account"]);
    finish(&[&crew, &marshals]);
}

#[test]
fn sixty_pages_hear_of_every_change_and_a_link_has_a_limit() {
    let (table, _) = raid("sixty");
    let (crew, marshals, spectator) = (table.join("crew"), table.join("marshals"), table.join("spectator"));
    let mut pages: Vec<Events> = (0..60).map(|_| spectator.events().unwrap()).collect();
    for page in &mut pages {
        page.change();
    }
    let game = |numbers: String| numbers.split(' ').next().unwrap().parse::<u64>().unwrap();
    for round in 1..=5 {
        let (asked, _) = asked(&crew, &marshals);
        assert_eq!(asked.answer(&asked.view()).0, 200);
        for page in &mut pages {
            while game(page.change()) < round {}
        }
    }
    let more: Vec<Events> = (60..slip_limits::EVENT_STREAMS_OF_LINK).map(|_| spectator.events().unwrap()).collect();
    assert_eq!(spectator.events().err(), Some(503));
    assert!(crew.events().is_ok(), "the spectators take no place of a player");
    drop(more);
}

#[test]
fn a_side_may_be_played_by_the_program_and_has_no_link_then() {
    let games = folder("alone");
    let table = Table::share("customs_dock", &games, "customs_raid", &["--seed", "7", "--seat", "marshals=doctrine"]);
    assert_eq!(table.tokens.keys().collect::<Vec<_>>(), ["crew", "referee", "spectator"]);
    let crew = table.join("crew");
    assert!(crew.view()["sides"].to_string().contains("played by the program"));
    finish(&[&crew]);
}

#[test]
fn real_dice_are_entered_by_the_player_whose_answer_they_belong_to() {
    let games = folder("cups");
    let table = Table::share("customs_dock", &games, "customs_raid", &["--table-dice"]);
    let (crew, marshals) = (table.join("crew"), table.join("marshals"));
    let mut rolled = 0;
    while rolled < 4 {
        let people = [&crew, &marshals];
        let views = people.map(Person::view);
        let wants = |view: &Value| view["dice"].is_string();
        assert!(views.iter().filter(|view| wants(view) || view["question"].is_object()).count() == 1, "{views:?}");
        let number = views.iter().position(|view| wants(view) || view["question"].is_object()).unwrap();
        if wants(&views[number]) {
            rolled += 1;
            let roll = json!({ "do": "roll", "faces": "+ 0 - +" });
            let other = people[1 - number];
            assert_eq!(other.act(&other.view(), roll.clone()).0, 403);
            assert_eq!(people[number].act(&views[number], roll).0, 200);
        } else {
            assert_eq!(people[number].answer(&views[number]).0, 200);
        }
    }
}

#[test]
fn what_cannot_be_shared_is_refused_with_a_reason() {
    let games = folder("unshared");
    let run = |arguments: &[&str]| {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_slipyard"));
        let serve = serve.args(["serve", "content/customs_dock", "--port", "0", "--games"]).arg(&games).args(arguments);
        let done = serve.stdin(Stdio::null()).output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    let loopback = ["--address", "127.0.0.1"];
    for (arguments, why) in [
        (vec!["--share", "none"], "there is no encounter and no saved game `none`"),
        (vec!["--share", "../outside.jsonl"], "there is no encounter and no saved game"),
        (vec!["--share", "none.jsonl", "--seed", "3"], "a saved game keeps its seats and dice"),
        (vec!["--share", "customs_raid", "--seat", "pirates=human"], "has no side `pirates`"),
    ] {
        let (code, said) = run(&[arguments.as_slice(), &loopback].concat());
        assert!(code == Some(2) && said.contains(why), "{said}");
    }
    for (arguments, why) in [
        (vec!["--address", "127.0.0.1"], "--share"),
        (vec!["--seed", "7"], "--share"),
        (vec!["--share", "customs_raid", "--address", "0.0.0.0"], "give the address of one"),
        (vec!["--share", "customs_raid", "--address", "198.51.100.7"], "is an address of the internet"),
        (vec!["--share", "customs_raid", "--address", "10.255.255.254"], "cannot listen on 10.255.255.254"),
    ] {
        let (code, said) = run(&arguments);
        assert!(code == Some(2) && said.contains(why), "{said}");
    }
    assert_eq!(std::fs::read_dir(&games).unwrap().count(), 0, "no game was begun");
}
