//! Tests of the board of a fight between ships, and of the referee's rulings.

use crate::space_views::world::{one, pack};
use slip_dice::Dice;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, SpacePhase};
use slip_play::ids::TableKey;
use slip_play::space::Space;
use slip_table::table::{self, ColourScheme, Marks};

/// Plays by default until a phase of a turn.
fn at(name: &str, turn: u32, stage: SpacePhase) -> Space {
    let mut fight = Space::begin(pack(), one(name)).unwrap();
    let mut dice = Dice::seeded(2, 0);
    let mut options = Options::new();
    while (fight.state.turn, fight.state.stage) != (turn, stage) {
        fight.legal(&mut options);
        let mut events = Vec::new();
        fight.decide(&options.default_choice().unwrap().into(), &mut dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
    fight
}

fn apply(fight: &mut Space, text: &str) {
    let ruled = table::ruled(fight, &Marks::of(fight), text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    ruled.events.iter().for_each(|event| fight.apply(event));
}

#[test]
fn the_board_is_the_line_of_bands_with_dear_edges_drawn_as_often_as_they_cost() {
    let mut fight = at("convoy", 1, SpacePhase::Position);
    apply(&mut fight, "move ember#2 to 4");
    apply(&mut fight, "move long_margin to -3");
    apply(&mut fight, "mark heat 1-2 of ember#1");
    apply(&mut fight, "consequence mild \"Ghosts on every screen\" of lantern");
    insta::assert_snapshot!(table::board(&fight, None, &Marks::of(&fight), &ColourScheme::PLAIN, true));
}

#[test]
fn a_sheet_says_everything_about_a_ship() {
    let mut fight = at("toll_gate", 1, SpacePhase::Beams);
    apply(&mut fight, "spin ember +1");
    apply(&mut fight, "mark frame 2 of ember");
    let marks = Marks::of(&fight);
    let who = table::called(&fight, &marks, "ember").unwrap();
    insta::assert_snapshot!(table::sheet(&fight, who, &marks, &ColourScheme::PLAIN));
}

/// The referee's ruling changes the state, and an impossible one is refused with the reason.
/// Rules: R-VW3, R-VW4.
#[test]
fn rxtt1_the_referees_word_about_ships() {
    let mut fight = at("toll_gate", 1, SpacePhase::Position);
    let marks = Marks::of(&fight);
    for text in [
        "fate ember +2 from long_margin",
        "fate iveta +1",
        "aspect \"Sensor ghosts\" on scene free for crew",
        "drop aspect \"Late again\"",
        "clear heat of ember",
    ] {
        apply(&mut fight, text);
    }
    let (ember, long_margin) = (slip_play::ids::ActorId::of(0), slip_play::ids::ActorId::of(1));
    assert_eq!((fight.points(ember), fight.points(long_margin)), (7, 3));
    let refused = |text: &str| table::ruled(&fight, &marks, text).unwrap_err();
    let mut said = String::new();
    for text in [
        "mark hull 2 of ember",
        "mark frame 9 of ember",
        "move ember to 7",
        "move ember",
        "fate ember -90",
        "consequence huge \"x\" of ember",
        "out nobody",
        "back ember",
        "sink ember",
        "spin ember -4",
        "mark frame 1 of iveta",
    ] {
        said.push_str(&format!("{text}\n  {}\n", refused(text)));
    }
    insta::assert_snapshot!(said);
}

/// R-XTT1: a ship that has left the map returns only on the band that the referee names.
/// Rules: R-VW3, R-VW4.
#[test]
fn rxtt1_a_ship_that_has_left_the_map_comes_back_to_a_band() {
    let mut fight = at("toll_gate", 1, SpacePhase::Position);
    let marks = Marks::of(&fight);
    let ember = table::called(&fight, &marks, "ember").unwrap();
    let left = Event::Counter { who: ember, what: Counter::Left, change: 1, now: 1 };
    fight.apply(&left);
    let refused = |fight: &Space, text: &str| table::ruled(fight, &marks, text).unwrap_err();
    assert_eq!(refused(&fight, "back ember"), "Ember is off the map; write: override back SHIP [to BAND]");
    assert_eq!(refused(&fight, "back ember to 5"), "there is no band `5`; the bands are -4 to 4");
    assert_eq!(refused(&fight, "move ember to 2"), "Ember is off the map: write `override back` to bring it back");
    apply(&mut fight, "back ember to 4");
    assert!(fight.state.ship(ember).unwrap().is_active());
    assert_eq!(fight.band_of(ember).unwrap().0, 4);
    assert_eq!(refused(&fight, "back ember to 3"), "Ember is already in the fight");
    // A ship that is out but still on the map returns on its own band.
    apply(&mut fight, "out ember derelict");
    apply(&mut fight, "back ember");
    assert_eq!(fight.band_of(ember).unwrap().0, 4);
}

/// A ship that was put back without a band, as in old logs, can still be moved onto one.
#[test]
fn a_ship_that_is_in_the_fight_and_nowhere_is_moved_onto_the_map() {
    let mut fight = at("toll_gate", 1, SpacePhase::Position);
    let ember = table::called(&fight, &Marks::of(&fight), "ember").unwrap();
    for (what, now) in [(Counter::Left, 1), (Counter::Back, 1)] {
        fight.apply(&Event::Counter { who: ember, what, change: now, now });
    }
    apply(&mut fight, "move ember to -2");
    assert_eq!(fight.band_of(ember).unwrap().0, -2);
}

#[test]
fn every_question_is_asked_in_a_sentence() {
    for name in ["toll_gate", "convoy"] {
        for seed in 0..8 {
            crate::space_views::world::walk(one(name), seed, &mut |fight, ask, _| {
                let asked = table::question(fight, ask, &ColourScheme::PLAIN);
                assert!(asked.ends_with(['?', '.']), "{:?}: {asked}", ask.point);
            });
        }
    }
}
