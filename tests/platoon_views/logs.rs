//! Tests of logs of fights between platoons: they are read, replayed and undone; accounts are printed.

use crate::platoon_views::world::{encounters, pack};
use slip_dice::Dice;
use slip_play::conflict::Conflict;
use slip_play::log;
use slip_play::platoon::PlatoonFight;
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{SeatAssignment, Session};
use slip_session::{Run, Seats, run};

fn random(name: &str, seed: u64) -> Run {
    run(pack(), &format!("glass_shore.{name}"), seed, Seats::random()).unwrap()
}

fn doctrine(name: &str, seed: u64) -> Run {
    run(pack(), &format!("glass_shore.{name}"), seed, Seats::standard()).unwrap()
}

/// Every event is read exactly as it was written.
#[test]
fn every_event_is_read_as_it_was_written() {
    for encounter in encounters() {
        for played in [random(&encounter.name, 0), random(&encounter.name, 1), doctrine(&encounter.name, 2)] {
            let mut fight = PlatoonFight::begin(pack(), encounter).unwrap();
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
        let played = random(&encounter.name, 3);
        let text = played.json_lines();
        let retraced = Session::retrace(pack(), encounter, &text, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
        assert!(*retraced.session.fight() == played.end());
        assert_eq!(retraced.session.transcript(), played.transcript());
        assert!(retraced.cut.is_none() && retraced.stands == text.len());
        // After a kill in the middle of a record the complete records remain, and the game resumes from there.
        let cut = &text[..text.len() * 2 / 3];
        let resumed = Session::retrace(pack(), encounter, cut, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{trouble}"));
        assert!(text.starts_with(&cut[..resumed.stands]));
    }
}

/// Undo restores an equal state, and the same dice are rolled again.
#[test]
fn steps_taken_back_leave_the_fight_as_it_was() {
    for encounter in encounters() {
        let chairs = encounter.sides.iter().map(|_| SeatAssignment::human()).collect();
        let mut session = Session::begin(pack(), encounter, Some(5), chairs, Box::new(|_| Ok(()))).unwrap();
        let mut hands = Dice::seeded(5, 77);
        let mut then = vec![(session.last_line(), session.fight().clone())];
        while then.len() < 90 && session.advance().unwrap().is_some() {
            let options = session.options();
            let choice = options.get(hands.pick(options.len()).unwrap()).unwrap();
            session.answer(&choice.into()).unwrap();
            then.push((session.last_line(), session.fight().clone()));
        }
        for part in [4, 2, 1] {
            let (line, fight) = &then[then.len() * part / 5];
            session.undo(*line, "Nadia", Some("wrong hill"), false).unwrap();
            assert!(session.fight() == fight, "{}, line {line}", encounter.name);
        }
    }
}

/// Values of counters are printed in words.
#[test]
fn numbers_of_counters_stand_in_words() {
    let logs: String = encounters().iter().flat_map(|encounter| (0..3).map(|seed| random(&encounter.name, seed).json_lines())).collect();
    for words in [
        r#""what":"platoon_acts","change":1,"now":1,"means":"begins""#,
        r#""what":"platoon_acts","change":1,"now":2,"means":"done""#,
        r#""what":"spotted""#,
        r#""what":"ooc""#,
        r#""op":"command""#,
        r#""state":"pass_value""#,
    ] {
        assert!(logs.contains(words), "{words}");
    }
}

/// An account always consists of sentences: no internal names, no double blanks, no line without a full stop.
#[test]
fn accounts_are_told_in_sentences() {
    for encounter in encounters() {
        for run in [random(&encounter.name, 4), doctrine(&encounter.name, 4)] {
            let told = run.transcript();
            // Before the first turn doctrines are printed with their names in the text.
            for line in told.lines().skip_while(|line| !line.starts_with("Turn ")) {
                let words = line.trim_start();
                assert!(!words.contains("  ") && !words.contains(" ,") && !words.contains("()") && !words.contains(".."), "{line}");
                assert!(!words.contains('_'), "the name of a file: {line}");
                assert!(line.chars().count() < 420, "{line}");
            }
        }
    }
}

/// Snapshot of the account of a whole battle, for reading.
#[test]
fn the_account_of_a_battle_can_be_followed() {
    insta::assert_snapshot!(doctrine("run_for_the_quay", 3).transcript());
}

/// Snapshot of the account of a random battle, for reading.
#[test]
fn the_account_of_a_wild_battle_can_be_followed() {
    let told = random("payroll", 6).transcript();
    let start: Vec<&str> = told.lines().take(220).collect();
    insta::assert_snapshot!(start.join("\n"));
}
