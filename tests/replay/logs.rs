//! Tests of reading logs: every event and every record is read as it was written, and the game can be resumed from the log.

use crate::replay::world::{Cup, Hands, Paper, all_human, all_random, ends, one, shipped, table};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::conflict::Conflict;
use slip_play::ids::Seat;
use slip_play::log;
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{LogRecord, SeatAssignment, Session};
use slip_session::{Seats, run};

fn fields(line: &str) -> serde_json::Map<String, serde_json::Value> {
    serde_json::from_str(line).unwrap()
}

/// Plays games of doctrines, of random seats and of people, with every action of a table.
fn games(pack: &Pack, encounter: &Encounter) -> Vec<(Session, String)> {
    let mut games = Vec::new();
    let package = &pack.package.name;
    for seed in 0..12 {
        let seats = if seed % 3 == 0 { Seats::standard() } else { Seats::random() };
        let key = format!("{package}.{}", encounter.name);
        let played = run(pack, &key, seed, seats).unwrap();
        let retraced =
            Session::retrace(pack, encounter, &played.json_lines(), ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
        assert!(*retraced.session.fight() == played.end());
        games.push((retraced.session, played.json_lines()));
    }
    for seed in 0..6 {
        let (mut session, paper) = table(pack, encounter, seed);
        let mut hands = Hands::new(seed);
        for _ in 0..4 {
            hands.play(&mut session, 15);
            let may = ends(&session);
            session.undo(may[hands.below(may.len())], "Nadia", Some("\"so\""), seed % 2 == 0).unwrap();
            let chair = if seed % 2 == 1 { SeatAssignment::random(seed, Seat(0)) } else { SeatAssignment::human() };
            session.hand_over(Seat(0), chair).unwrap();
            hands.play(&mut session, 5);
        }
        games.push((session, paper.text()));
    }
    games
}

/// Every event is read exactly as it was written.
#[test]
fn every_event_of_every_shipped_encounter_is_read_as_it_was_written() {
    for (pack, encounter) in shipped() {
        for (session, text) in games(pack, encounter) {
            let mut fight = slip_play::personal::Personal::begin(pack, encounter).unwrap();
            let mut lines = text.lines().skip(1);
            for entry in session.journal() {
                let line = lines.next().unwrap();
                let LogRecord::Event(event) = &entry.record else { continue };
                let read = log::read(&fight, fields(line)).unwrap_or_else(|fault| panic!("{fault}\n{line}"));
                assert_eq!(read, *event, "{line}");
                fight.apply(event);
            }
            assert_eq!(lines.next(), None);
        }
    }
}

#[test]
fn a_log_is_retraced_byte_for_byte_with_all_that_was_taken_back() {
    for (pack, encounter) in shipped() {
        for (session, text) in games(pack, encounter) {
            let retraced = Session::retrace(pack, encounter, &text, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
            assert!(retraced.cut.is_none() && retraced.stands == text.len());
            assert!(*retraced.session.fight() == *session.fight());
            assert!(retraced.session.journal() == session.journal());
            assert_eq!(retraced.session.transcript(), session.transcript());
        }
    }
}

/// A game that was killed anywhere, even in the middle of a record, resumes as if it had not been interrupted.
#[test]
fn rxtr9_a_game_that_was_cut_off_anywhere_goes_on_as_it_would_have() {
    for (pack, encounter) in shipped() {
        let paper = Paper::default();
        let mut whole = Session::begin(pack, encounter, Some(6), all_random(encounter, 6), paper.sink()).unwrap();
        whole.advance().unwrap();
        let text = paper.text();
        let first = text.find('\n').unwrap() + 1;
        for part in 0..14 {
            let at = first + (text.len() - first) * part / 14;
            let at = (at..).find(|at| text.is_char_boundary(*at)).unwrap();
            let paper = Paper::default();
            let mut sit = |seat: Seat, _: &_| SeatAssignment::random(6, seat);
            let mut resumed = Session::resume(pack, encounter, &text[..at], &mut sit, paper.sink()).unwrap();
            resumed.session.advance().unwrap();
            assert_eq!(format!("{}{}", &text[..resumed.stands], paper.text()), text, "cut off at {at}");
            assert!(resumed.session.fight() == whole.fight());
        }
    }
}

#[test]
fn dice_that_were_typed_in_are_read_from_the_lines() {
    let (pack, encounter) = one("customs_raid");
    let paper = Paper::default();
    let mut session = Session::begin(pack, encounter, None, all_human(encounter), paper.sink()).unwrap();
    let (mut cup, mut hands) = (Cup::new(3), Hands::new(2));
    cup.play(&mut session, 60, &mut hands);
    for redraw in [false, true, false] {
        let may = ends(&session);
        session.undo(may[may.len() / 2], "Wen", None, redraw).unwrap();
        cup.play(&mut session, 30, &mut hands);
        let text = paper.text();
        let retraced = Session::retrace(pack, encounter, &text, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
        assert!(retraced.session.fight() == session.fight() && retraced.stands == text.len());
        // If the program was killed before the dice of an answer were written, the question is asked again.
        let lines: Vec<&str> = text.lines().collect();
        let Some(roll) = lines.iter().rposition(|line| line.contains("\"e\":\"roll\"")) else { continue };
        let answer = lines.iter().take(roll).rposition(|line| line.contains("\"e\":\"answer\"")).unwrap();
        let short: String = lines[..=answer].iter().map(|line| format!("{line}\n")).collect();
        let cut = Session::retrace(pack, encounter, &short, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
        assert!(cut.stands <= short.len());
    }
}

#[test]
fn a_log_is_read_in_milliseconds() {
    let (pack, encounter) = one("customs_raid");
    let text = run(pack, "customs_raid", 7, Seats::standard()).unwrap().json_lines();
    let start = std::time::Instant::now();
    const TIMES: u32 = 5;
    for _ in 0..TIMES {
        Session::retrace(pack, encounter, &text, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
    }
    let each = start.elapsed() / TIMES;
    assert!(each.as_millis() < 500, "{each:?} for {} lines", text.lines().count());
}
