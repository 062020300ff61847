//! Tests of the board of a fight between platoons, and of the referee's rulings.

use crate::platoon_views::world::{one, pack, walk};
use slip_dice::Dice;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::platoon::{PlatoonFight, referee_overrides};
use slip_table::table::{self, ColourScheme, Marks};

/// Plays by default until the first unit acts.
fn begun(name: &str) -> PlatoonFight {
    let mut fight = PlatoonFight::begin(pack(), one(name)).unwrap();
    let mut dice = Dice::seeded(2, 0);
    let mut options = Options::new();
    while fight.state.active.is_none() {
        fight.legal(&mut options);
        let mut events = Vec::new();
        fight.decide(&options.default_choice().unwrap().into(), &mut dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
    fight
}

/// Returns the events of a referee's ruling, checked as a session does.
fn ruled(fight: &PlatoonFight, text: &str) -> Result<Vec<Event>, String> {
    let ruled = table::ruled(fight, &Marks::of(fight), text)?;
    referee_overrides::judged(fight, ruled.events)
}

fn apply(fight: &mut PlatoonFight, text: &str) {
    let events = ruled(fight, text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    events.iter().for_each(|event| fight.apply(event));
}

#[test]
fn the_board_shows_ground_cards_track_and_how_every_unit_stands() {
    let mut fight = begun("three_towers");
    for text in [
        "spotted grey_coats#1 2",
        "ooc shore_levy#2 1",
        "mark morale 1 of grey_coats#1",
        "consequence mild \"Sand in the radios\" of tide_levy",
        "aspect \"Smoke over the beds\" on kelp_beds transient free for levy",
        "spin works_guard +1",
        "move tower_kite to needle_tower",
    ] {
        apply(&mut fight, text);
    }
    let map = one("three_towers").map.as_ref().and_then(|map| pack().maps.get(map));
    insta::assert_snapshot!(table::board(&fight, map, &Marks::of(&fight), &ColourScheme::PLAIN, true));
}

#[test]
fn a_sheet_says_everything_about_a_unit_and_about_a_platoon() {
    let mut fight = begun("run_for_the_quay");
    apply(&mut fight, "spotted surf_troopers#1 3");
    apply(&mut fight, "mark morale 2 of surf_troopers#1");
    let marks = Marks::of(&fight);
    let sheet = |name: &str| table::sheet(&fight, table::called(&fight, &marks, name).unwrap(), &marks, &ColourScheme::PLAIN);
    insta::assert_snapshot!(["surf_troopers#1", "rack_battery", "needle_wing", "first_boat"].map(sheet).join("\n"));
}

/// The referee's ruling changes the state, and an impossible one is refused with the reason.
#[test]
fn rxtt1_the_referees_word_about_platoons() {
    let mut fight = begun("three_towers");
    let named = |fight: &PlatoonFight, name: &str| fight.state.units.keys().find(|&who| fight.roster.name_of(who) == name).unwrap();
    let points = |fight: &PlatoonFight, name: &str| fight.points(table::called(fight, &Marks::of(fight), name).unwrap());
    let before = [points(&fight, "tide_levy"), points(&fight, "works_guard")];
    let (levy, coats) = (named(&fight, "shore_levy#3"), named(&fight, "grey_coats#2"));
    for text in [
        "fate tide_levy +2 from works_guard because \"a good plan\"",
        "spotted shore_levy#3 4",
        "ooc grey_coats#2 2",
        "orders grey_coats#2 no",
        "adopt shore_levy#3 by dune_levy",
        "move shore_levy#3 to headland",
        "aspect \"Fog\" on scene free for levy",
        "drop aspect \"Fog\"",
        "clear morale of grey_coats#1",
        "exit kelp_cutters#1",
        "out sand_hauler surrendered \"White shirts on the aerial\"",
        "back sand_hauler",
    ] {
        apply(&mut fight, text);
    }
    let unit = |who| fight.state.unit(who).unwrap();
    assert_eq!((unit(levy).spotted, unit(coats).ooc, unit(coats).member), (4, 2, false));
    assert_eq!(unit(levy).platoon, unit(named(&fight, "gull_watch#2")).platoon);
    let after = [points(&fight, "tide_levy"), points(&fight, "works_guard")];
    assert_eq!(after, [before[0] + 2, before[1] - 2]);
    let mut said = String::new();
    for text in [
        "",
        "mark heat 2 of grey_coats#1",
        "mark morale 9 of grey_coats#1",
        "mark morale 1 of tide_levy",
        "spotted grey_coats#1 5",
        "spotted grey_coats#1 0",
        "ooc grey_coats#1",
        "orders grey_coats#1 yes",
        "orders grey_coats#1 perhaps",
        "adopt grey_coats#1 by tide_levy",
        "move works_mortar to dunes",
        "move grey_coats#1 to moon",
        "move grey_coats#1",
        "load tower_kite into tower_kite",
        "load shore_levy#1 into grey_coats#1",
        "unload grey_coats#1",
        "fate tide_levy -90",
        "spin tide_levy -4",
        "consequence huge \"x\" of tide_levy",
        "consequence mild of tide_levy",
        "out nobody",
        "back grey_coats#1",
        "sink grey_coats#1",
        "border dunes -- surf +1",
    ] {
        let problem = ruled(&fight, text).unwrap_err();
        said.push_str(&format!("override {text}\n  {}\n", problem.replace('\n', "\n  ")));
    }
    insta::assert_snapshot!(said);
}

#[test]
fn every_question_is_asked_in_a_sentence() {
    for name in ["three_towers", "run_for_the_quay", "payroll"] {
        for seed in 0..3 {
            walk(one(name), seed, &mut |fight, ask, _| {
                let asked = table::question(fight, ask, &ColourScheme::PLAIN);
                assert!(asked.ends_with(['?', '.']) && !asked.contains('_'), "{:?}: {asked}", ask.point);
            });
        }
    }
}
