//! Tests of logs of fights between ships: they are read, replayed and undone.

use crate::space_views::world::{encounters, one, pack};
use slip_dice::Dice;
use slip_play::Fight;
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event};
use slip_play::ids::{Seat, TableKey};
use slip_play::log;
use slip_play::space::Space;
use slip_session::run::run_with;
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{SeatAssignment, Session, Sink};
use slip_session::{Run, Seats, run};
use slip_table::table::{self, Marks};
use std::cell::RefCell;
use std::rc::Rc;

fn random(name: &str, seed: u64) -> Run {
    run(pack(), &format!("toll.{name}"), seed, Seats::random()).unwrap()
}

/// Every event is read exactly as it was written.
#[test]
fn every_event_is_read_as_it_was_written() {
    for encounter in encounters() {
        for seed in 0..12 {
            let played = random(&encounter.name, seed);
            let mut fight = Space::begin(pack(), encounter).unwrap();
            let text = played.json_lines();
            let mut lines = text.lines().skip(1);
            for event in &played.events {
                let line = lines.next().unwrap();
                let read = log::read(&fight, serde_json::from_str(line).unwrap()).unwrap_or_else(|fault| panic!("{fault}\n{line}"));
                assert_eq!(read, *event, "{line}");
                fight.apply(event);
            }
            assert!(lines.next().is_none());
        }
    }
}

/// Replay is byte for byte: a session read from a log writes the same log.
#[test]
fn a_log_is_retraced_byte_for_byte() {
    for encounter in encounters() {
        for seed in 0..6 {
            let played = random(&encounter.name, seed);
            let text = played.json_lines();
            let retraced =
                Session::retrace(pack(), encounter, &text, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
            assert!(*retraced.session.fight() == played.end());
            assert_eq!(retraced.session.transcript(), played.transcript());
            assert!(retraced.cut.is_none() && retraced.stands == text.len());
            // After a kill in the middle of a record the complete records remain, and the game resumes from there.
            let cut = &text[..text.len() * 2 / 3];
            let resumed = Session::retrace(pack(), encounter, cut, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
            assert!(text.starts_with(&cut[..resumed.stands]));
        }
    }
}

#[derive(Clone, Default)]
struct Paper(Rc<RefCell<String>>);

impl Paper {
    fn sink(&self) -> Sink {
        let to = Rc::clone(&self.0);
        Box::new(move |lines| {
            to.borrow_mut().push_str(lines);
            Ok(())
        })
    }
}

/// Undo restores an equal state, and the same dice are rolled again.
#[test]
fn steps_taken_back_leave_the_fight_as_it_was() {
    for encounter in encounters() {
        for seed in 0..4 {
            let chairs = encounter.sides.iter().map(|_| SeatAssignment::human()).collect();
            let mut session = Session::begin(pack(), encounter, Some(seed), chairs, Paper::default().sink()).unwrap();
            let mut hands = Dice::seeded(seed, 77);
            let mut then = vec![(session.last_line(), session.fight().clone())];
            while then.len() < 60 && session.advance().unwrap().is_some() {
                let options = session.options();
                let choice = options.get(hands.pick(options.len()).unwrap()).unwrap();
                session.answer(&choice.into()).unwrap();
                then.push((session.last_line(), session.fight().clone()));
            }
            for part in [4, 2, 1] {
                let (line, fight) = &then[then.len() * part / 5];
                session.undo(*line, "Nadia", Some("we misread the line"), false).unwrap();
                assert!(session.fight() == fight, "{}, seed {seed}, line {line}", encounter.name);
            }
        }
    }
}

fn ships(session: &Session) -> &Space {
    let Fight::Space(fight) = session.fight() else { panic!("a fight between ships") };
    fight
}

/// R-XTT1: a ship that has left the map and is put back onto a band by a ruling is in the fight, also after the log is read again.
#[test]
fn rxtt1_a_ship_that_is_ruled_back_is_back_when_the_log_is_read() {
    let encounter = one("convoy");
    let paper = Paper::default();
    let chairs = encounter.sides.iter().map(|_| SeatAssignment::human()).collect();
    let mut session = Session::begin(pack(), encounter, Some(3), chairs, paper.sink()).unwrap();
    while ships(&session).state.turn == 0 {
        session.advance().unwrap();
        let choice = session.options().default_choice().unwrap();
        session.answer(&choice.into()).unwrap();
    }
    session.advance().unwrap();
    let who = ships(&session).state.ships.keys().next().unwrap();
    let left = Event::Counter { who, what: Counter::Left, change: 1, now: 1 };
    session.override_with(vec![left], "Nadia", None).unwrap();
    let marks = Marks::of(session.fight());
    let name = ships(&session).roster.name_of(who).to_owned();
    let back = table::ruled(session.fight(), &marks, &format!("back {name} to -3")).unwrap();
    session.override_with(back.events, "Nadia", Some("she never went")).unwrap();
    assert_eq!(ships(&session).band_of(who).map(|band| band.0), Some(-3));
    assert!(session.transcript().contains("is on band -3 again."), "{}", session.transcript());
    let text = paper.0.borrow().clone();
    let retraced = Session::retrace(pack(), encounter, &text, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
    assert!(retraced.session.fight() == session.fight() && retraced.stands == text.len());
}

#[test]
fn players_of_the_engine_s_alone_play_the_fight_that_run_plays_byte_for_byte() {
    for encounter in encounters() {
        for seed in 0..3 {
            let paper = Paper::default();
            let chairs = (0..encounter.sides.len()).map(|side| SeatAssignment::of_side(pack(), encounter, Seat::of(side), seed)).collect();
            let mut session = Session::begin(pack(), encounter, Some(seed), chairs, paper.sink()).unwrap();
            assert_eq!(session.advance().unwrap(), None);
            let played = run_with(pack(), encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap();
            assert_eq!(*paper.0.borrow(), played.json_lines());
            assert_eq!(session.transcript(), played.transcript());
        }
    }
}

/// Values of choices and counters are printed in words: bands, posts, burns, ratings, tracks.
#[test]
fn numbers_of_choices_stand_in_words() {
    let logs: String = (0..40).flat_map(|seed| [random("toll_gate", seed).json_lines(), random("convoy", seed).json_lines()]).collect();
    for words in [
        r#""pick":{"verb":"band","band":"#,
        r#""pick":{"verb":"burn","burn":"#,
        r#""pick":{"verb":"value","value":"#,
        r#""pick":{"verb":"beams","value":"#,
        r#""pick":{"verb":"begin","phase":"ew"}"#,
        r#""pick":{"verb":"repair","track":"frame"}"#,
        r#""post":"navigation""#,
        r#""what":"drives","change":2,"now":2,"means":"coast""#,
        r#""means":"compelled""#,
        r#""drives_dead":true"#,
    ] {
        assert!(logs.contains(words), "{words}");
    }
}

/// Snapshot of the account of a whole fight, for reading.
/// Rules: R-VA5, R-VW2.
#[test]
fn the_account_of_a_fight_can_be_followed() {
    let told = [random("toll_gate", 2).transcript(), random("convoy", 6).transcript()].join("\n");
    insta::assert_snapshot!(told);
    let _ = one("convoy");
}
