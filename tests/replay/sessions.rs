//! Tests of sessions: a session takes steps without questions itself, keeps every record, and can be undone.

use crate::replay::world::{Cup, Hands, Paper, all_human, all_random, ends, every, one, shipped, table};
use slip_dice::Dice;
use slip_play::choice::Answer;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::{Seat, TableKey};
use slip_session::run::run_with;
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{LogRecord, SeatAssignment, Session, SessionError};
use slip_session::{Seats, run};

#[test]
fn players_of_the_engine_s_alone_play_the_fight_that_run_plays_byte_for_byte() {
    for (pack, encounter) in shipped() {
        for seed in 0..3 {
            let paper = Paper::default();
            let doctrines = (0..encounter.sides.len()).map(|side| SeatAssignment::of_side(pack, encounter, Seat::of(side), seed)).collect();
            let mut session = Session::begin(pack, encounter, Some(seed), doctrines, paper.sink()).unwrap();
            assert_eq!(session.advance().unwrap(), None);
            let played = run_with(pack, encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap();
            assert_eq!(paper.text(), played.json_lines());
            assert_eq!(session.transcript(), played.transcript());
            assert!(*session.fight() == played.end());
        }
        let paper = Paper::default();
        let mut session = Session::begin(pack, encounter, Some(9), all_random(encounter, 9), paper.sink()).unwrap();
        session.advance().unwrap();
        assert_eq!(paper.text(), run(pack, &encounter.name, 9, Seats::random()).unwrap().json_lines());
    }
}

#[test]
fn every_line_is_out_before_the_next_question_and_counts_from_0() {
    let (pack, encounter) = one("customs_raid");
    let (mut session, paper) = table(pack, encounter, 3);
    assert_eq!(paper.text().lines().count(), 1, "the first line before anything else");
    let mut hands = Hands::new(3);
    for _ in 0..60 {
        if !hands.play(&mut session, 1) {
            break;
        }
        assert_eq!(paper.text().lines().count(), session.last_line() + 1);
        assert!(paper.text().ends_with('\n'));
    }
    for (number, line) in paper.text().lines().enumerate() {
        assert!(line.starts_with(&format!("{{\"n\":{number},")), "{line}");
    }
}

/// Undo restores an equal state: the fight, and the next dice.
#[test]
fn steps_taken_back_leave_the_fight_as_it_was_and_the_dice_to_fall_as_they_would_have() {
    for (pack, encounter) in shipped() {
        for seed in 0..4 {
            let mut hands = Hands::new(seed);
            let (mut session, _) = table(pack, encounter, seed);
            let mut then = vec![(session.last_line(), session.fight().clone())];
            while then.len() < 90 && hands.play(&mut session, 1) {
                then.push((session.last_line(), session.fight().clone()));
            }
            let at = hands.below(then.len());
            let (line, fight) = &then[at];
            let after = hands.below(1000);
            let (mut once, mut again) = (Hands::new(after as u64), Hands::new(after as u64));
            session.undo(*line, "Nadia", Some("we misread the map"), false).unwrap();
            assert!(session.fight() == fight, "{}, seed {seed}, line {line}", encounter.name);
            once.play(&mut session, 25);
            let first = session.fight().clone();
            session.undo(*line, "Nadia", None, false).unwrap();
            assert!(session.fight() == fight);
            again.play(&mut session, 25);
            assert!(*session.fight() == first, "the same answers, the same faces");
        }
    }
}

#[test]
fn rxtr3_dice_drawn_anew_fall_otherwise() {
    let (pack, encounter) = one("customs_raid");
    let mut other = 0;
    for seed in 0..10 {
        let faces = |redraw: bool| {
            let doctrines = (0..encounter.sides.len()).map(|side| SeatAssignment::of_side(pack, encounter, Seat::of(side), seed)).collect();
            let mut session = Session::begin(pack, encounter, Some(seed), doctrines, Paper::default().sink()).unwrap();
            session.advance().unwrap();
            session.undo(0, "Tom", None, redraw).unwrap();
            session.advance().unwrap();
            assert_eq!(session.is_comparable(), !redraw, "rxtr6");
            let rolled = |record: &LogRecord| match record {
                LogRecord::Event(Event::Roll { faces, .. }) => Some(*faces),
                _ => None,
            };
            session.journal().iter().filter(|entry| entry.kept).filter_map(|entry| rolled(&entry.record)).collect::<Vec<_>>()
        };
        other += usize::from(faces(false) != faces(true));
    }
    assert_eq!(other, 10);
}

#[test]
fn rxtr2_the_game_goes_back_to_the_end_of_a_step_and_nowhere_else() {
    let (pack, encounter) = one("customs_raid");
    let (mut session, paper) = table(pack, encounter, 5);
    Hands::new(5).play(&mut session, 30);
    let last = session.last_line();
    let may = ends(&session);
    let inside = (1..last).find(|line| !may.contains(line)).unwrap();
    let (before, text) = (session.fight().clone(), paper.text());
    let Err(SessionError::Inside { to, before: low, end }) = session.undo(inside, "Tom", None, false) else { panic!() };
    assert!(to == inside && low < inside && inside < end && may.contains(&low) && may.contains(&end));
    assert_eq!(session.undo(last + 1, "Tom", None, false), Err(SessionError::NoLine { to: last + 1, last }));
    assert!(*session.fight() == before && paper.text() == text, "a refusal changes nothing");
    session.undo(low, "Tom", None, false).unwrap();
    assert_eq!(session.undo(end, "Tom", None, false), Err(SessionError::Struck(end)));
}

/// An interrupted game with doctrines that use random numbers resumes exactly as the uninterrupted game.
#[test]
fn players_of_the_engine_s_stand_after_an_undo_as_they_stood_then() {
    for (pack, encounter) in shipped() {
        let paper = Paper::default();
        let mut session = Session::begin(pack, encounter, Some(4), all_random(encounter, 4), paper.sink()).unwrap();
        session.advance().unwrap();
        let end = session.fight().clone();
        for part in [5, 1, 3, 0] {
            let kept = ends(&session);
            let to = kept[kept.len() * part / 6];
            session.undo(to, "Tom", None, false).unwrap();
            session.advance().unwrap();
            assert!(*session.fight() == end, "{}: back to {to}", encounter.name);
        }
    }
}

#[test]
fn dice_that_are_typed_in_are_waited_for_and_lie_there_again_after_an_undo() {
    let (pack, encounter) = one("customs_raid");
    let paper = Paper::default();
    let mut session = Session::begin(pack, encounter, None, all_human(encounter), paper.sink()).unwrap();
    let mut cup = Cup::new(1);
    cup.play(&mut session, 600, &mut Hands::new(1));
    assert!(cup.throws > 3 && session.has_typed_dice());
    assert!(paper.text().lines().next().unwrap().contains("\"script\":true"));
    let (fight, before) = (session.fight().clone(), cup.throws);
    session.undo(0, "Wen", None, false).unwrap();
    cup.play(&mut session, 600, &mut Hands::new(1));
    assert_eq!(cup.throws, before, "rxtr4: faces that lie on the table are not thrown again");
    assert!(*session.fight() == fight);
    session.undo(0, "Wen", None, true).unwrap();
    cup.play(&mut session, 600, &mut Hands::new(1));
    assert!(cup.throws > before, "drawn anew means thrown anew");
}

#[test]
fn with_real_dice_every_encounter_is_traced_again_from_its_log() {
    for (pack, encounter) in every() {
        let paper = Paper::default();
        let mut session = Session::begin(pack, encounter, None, all_human(encounter), paper.sink()).unwrap();
        let mut cup = Cup::new(3);
        cup.play(&mut session, 120, &mut Hands::new(3));
        let text = paper.text();
        let again = Session::retrace(pack, encounter, &text, ReplayOptions::default())
            .unwrap_or_else(|trouble| panic!("{}: {trouble}", encounter.name));
        assert_eq!(again.stands, text.len(), "{}: nothing of a log is lost", encounter.name);
        assert!(again.session.fight() == session.fight(), "{}", encounter.name);
    }
}

/// Hidden characters in words, which a browser may send, become escapes before they are part of an event: the log is read again to its end.
#[test]
fn words_with_hidden_characters_are_replayed_from_the_log() {
    const HOSTILE: &str = "two\nlines \u{5}\u{202e}\u{200b}\u{1b}[2J";
    for (pack, encounter) in shipped() {
        let (mut session, paper) = table(pack, encounter, 6);
        let mut hands = Hands::new(6);
        for _ in 0..40 {
            let Some(_) = session.advance().unwrap() else { break };
            let choice = hands.choose(&session.options());
            session.answer(&Answer { choice, say: Some(HOSTILE.into()) }).unwrap();
        }
        session.advance().unwrap();
        let back = session.line_before(Some(2)).unwrap();
        session.undo(back, "Na\u{200b}dia", Some(HOSTILE), false).unwrap();
        let text = paper.text();
        assert!(text.contains("two lines") && !text.contains('\u{202e}') && !text.contains('\u{200b}'), "{}", encounter.name);
        let again = Session::retrace(pack, encounter, &text, ReplayOptions::default())
            .unwrap_or_else(|trouble| panic!("{}: {trouble}", encounter.name));
        assert_eq!(again.stands, text.len(), "{}", encounter.name);
        assert!(again.session.fight() == session.fight(), "{}", encounter.name);
        assert!(!session.transcript().contains('\u{202e}'), "{}", encounter.name);
    }
}

#[test]
fn rxtr5_a_seat_that_was_handed_over_stays_so_after_an_undo() {
    let (pack, encounter) = one("customs_raid");
    let (mut session, paper) = table(pack, encounter, 8);
    let mut hands = Hands::new(8);
    hands.play(&mut session, 10);
    let line = *ends(&session).last().unwrap();
    session.hand_over(Seat(1), SeatAssignment::of_side(pack, encounter, Seat(1), 8)).unwrap();
    hands.play(&mut session, 6);
    session.undo(line, "Nadia", None, false).unwrap();
    let seats: Vec<&str> = session.seats().map(|seat| seat.player.log_word()).collect();
    assert_eq!(seats, ["human", "doctrine"]);
    let text = paper.text();
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    assert!(last[0].contains("\"e\":\"seat\"") && last[1].contains("\"e\":\"undo\""), "{last:?}");
    while let Some(ask) = session.advance().unwrap() {
        assert_eq!(ask.seat, Seat(0));
        session.answer(&session.options().default_choice().unwrap().into()).unwrap();
    }
    assert!(session.outcome().is_some() && session.fight().waiting_for().is_none());
}

#[test]
fn what_the_sink_cannot_keep_is_said_and_kept_for_the_next_time() {
    let (pack, encounter) = one("customs_raid");
    let paper = Paper::default();
    let full = std::rc::Rc::new(std::cell::Cell::new(false));
    let (mut to, is_full) = (paper.sink(), std::rc::Rc::clone(&full));
    let sink = Box::new(move |lines: &str| if is_full.get() { Err("the disk is full".to_owned()) } else { to(lines) });
    let mut session = Session::begin(pack, encounter, Some(1), all_human(encounter), sink).unwrap();
    full.set(true);
    assert_eq!(session.advance(), Err(SessionError::Sink("the disk is full".to_owned())));
    full.set(false);
    session.advance().unwrap();
    session.answer(&session.options().default_choice().unwrap().into()).unwrap();
    assert_eq!(paper.text().lines().count(), session.last_line() + 1, "no line is missing and none is there twice");
    for (number, line) in paper.text().lines().enumerate() {
        assert!(line.starts_with(&format!("{{\"n\":{number},")));
    }
}
