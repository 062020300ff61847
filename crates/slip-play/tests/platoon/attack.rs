//! Tests of attacks: legal targets and skills, totals, and effects.

use crate::platoon::range::Range;
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Counter, Event};
use slip_play::ids::Id;
use slip_play::platoon::roster::CoreSkill;
use slip_play::question::Point;

/// Units with the numbers of the traces and of the table.
pub const UNITS: &str = r#"
unit rifles "Rifles" : infantry { tech T0; skills { 3 direct_fire; 2 camouflage, observation; 1 armour, command, indirect_fire }; aspects "Tired" }
unit scouts "Scouts" : infantry { tech T0; skills { 3 observation; 2 indirect_fire, anti_air; 1 camouflage, signals, movement }; aspects "Quiet" }
unit brawlers "Brawlers" : infantry { tech T0; skills { 3 hand_to_hand; 2 direct_fire, movement; 1 armour, camouflage, command }; aspects "Loud" }
unit signals "Signallers" : infantry { tech T0; skills { 3 signals; 2 command, observation; 1 movement, camouflage, armour }; aspects "Many aerials" }
unit tank "Tank" : armour { tech T0; skills { 4 armour; 3 direct_fire; 2 movement; 1 anti_air }; stunts zone_effects; aspects "Squeaks" }
unit mortar "Mortars" : artillery { tech T0; skills { 3 indirect_fire; 2 camouflage; 1 movement }; stunts slow; aspects "Deaf" }
unit bomber "Bomber" : aircraft { tech T0; skills { 4 direct_fire; 3 observation; 2 anti_air; 1 movement }; stunts slow; aspects "Shadow on the ground" }
unit fighter "Fighter" : aircraft { tech T0; skills { 4 anti_air; 3 observation; 2 direct_fire; 1 movement }; stunts slow; aspects "Fast" }
"#;

/// Returns one unit against others, all in their starting zones: blue in the first zone, red in the last.
fn facing(blue: &str, red: &str) -> Range {
    Range::new(UNITS, blue, red, "")
}

/// Returns the reason why the rifles, who begin in alpha, cannot attack.
fn refused(range: &mut Range) -> String {
    range.turn_of("rifles");
    assert!(!range.options().contains(&Choice::of(Verb::Attack)));
    range.fight.why_no_attack().unwrap()
}

#[test]
fn whoever_cannot_attack_is_told_why() {
    let mut unseen = facing("units rifles", "units brawlers");
    unseen.put("rifles", "alpha").put("brawlers", "bravo");
    assert_eq!(refused(&mut unseen), "no enemy in range is spotted");
}

#[test]
fn an_attack_shows_who_makes_it_before_the_dice_and_is_remembered_by_whom_it_was_made_at() {
    let mut range = facing("units rifles", "units brawlers");
    range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    range.dice("0000 ++00").attack("rifles", "brawlers", "direct_fire").done();
    // 3 against Armour 1 + 2.
    assert_eq!(range.totals(), [3, 3]);
    assert_eq!(range.state("rifles").spotted, 1, "even a miss gives away");
    let before = range
        .events
        .iter()
        .position(|event| matches!(event, Event::Counter { what: Counter::Spotted, who, .. } if *who == range.unit("rifles")));
    let dice = range.events.iter().position(|event| matches!(event, Event::Roll { .. }));
    assert!(before < dice);
    let rifles = range.unit("rifles");
    assert_eq!(range.state("brawlers").fired_on_by, 1 << rifles.0);
}

#[test]
fn only_the_spotted_can_be_fired_at() {
    let mut range = facing("units rifles", "units brawlers");
    range.put("rifles", "alpha").put("brawlers", "bravo");
    assert!(!range.acts("rifles").contains(&Verb::Attack));
    range.spot("brawlers", 1);
    assert!(range.acts("rifles").contains(&Verb::Attack));
}

/// Table of the ranges that each skill reaches, cell by cell.
#[test]
fn each_skill_has_its_ranges() {
    let zones = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot"];
    let reaches = |who: &str, skill: &str| -> Vec<bool> {
        zones
            .iter()
            .map(|zone| {
                let mut range = facing(&format!("units {who}"), "units rifles");
                range.put(who, "alpha").put("rifles", zone).spot("rifles", 4);
                let shots = range.fight.shots(range.unit(who), Id::Actor(range.unit("rifles")));
                shots.iter().any(|shot| shot.way.skill == range.skill(skill))
            })
            .collect()
    };
    assert_eq!(reaches("brawlers", "hand_to_hand"), [true, false, false, false, false, false]);
    assert_eq!(reaches("scouts", "indirect_fire"), [false, false, true, true, true, true]);
    assert_eq!(reaches("scouts", "anti_air"), [false; 6], "infantry does not fly");
    let direct = reaches("brawlers", "direct_fire");
    assert_eq!(direct[..2], [false, true], "not in one's own zone, but in the next");
}

#[test]
fn range_takes_away_what_is_beyond_the_nearest_a_skill_reaches() {
    let mut range = facing("units rifles", "units brawlers");
    range.put("rifles", "alpha").spot("brawlers", 1);
    let penalty = |range: &Range, trade: CoreSkill| {
        let shots = range.fight.shots(range.unit("rifles"), Id::Actor(range.unit("brawlers")));
        shots.into_iter().find(|shot| shot.trade == trade).map(|shot| shot.penalty)
    };
    range.put("brawlers", "bravo");
    assert_eq!(penalty(&range, CoreSkill::DirectFire), Some(0));
    range.put("brawlers", "charlie");
    assert_eq!((penalty(&range, CoreSkill::DirectFire), penalty(&range, CoreSkill::IndirectFire)), (Some(1), Some(0)));
    range.put("brawlers", "foxtrot");
    assert_eq!(penalty(&range, CoreSkill::IndirectFire), Some(3));
}

#[test]
fn rl1_only_trained_skills_are_rolled_and_untrained_defences_count_nothing() {
    let mut range = facing("units rifles", "units scouts");
    range.put("rifles", "alpha").put("scouts", "bravo").spot("scouts", 1);
    range.dice("0000 0000").attack("rifles", "scouts", "direct_fire");
    range.take_hit(1).settle();
    assert_eq!(range.totals(), [3, 0], "Scouts know nothing of armour");
    range.put("scouts", "alpha").turn_of("rifles");
    let shots = range.fight.shots(range.unit("rifles"), Id::Actor(range.unit("scouts")));
    assert!(shots.is_empty(), "and rifles nothing of fighting at arm's length");
}

#[test]
fn rl15_a_skill_that_has_defended_this_turn_does_nothing_else_in_it() {
    let mut range = facing("units signals", "units signals");
    // Two units of one name have different numbers.
    let names: Vec<String> = range.fight.roster.units.values().map(|sheet| sheet.name.to_string()).collect();
    let jammer = names.iter().find(|name| name.starts_with("signals")).unwrap().clone();
    let jammed = names.iter().rfind(|name| name.starts_with("signals")).unwrap().clone();
    let it = Id::Actor(range.unit(&jammed));
    range.dice("0000 0000").turn_of(&jammer).act(Verb::Jam, it, "signals").done();
    assert!(!range.acts(&jammed).contains(&Verb::Jam));
    range.next_turn();
    assert!(range.acts(&jammed).contains(&Verb::Jam), "a new turn, a fresh skill");
    assert!(range.acts(&jammer).contains(&Verb::Jam), "the reverse is allowed");
}

#[test]
fn a_defence_rolled_once_stands_until_the_end_of_the_turn() {
    let mut range = facing("units rifles x2", "units brawlers");
    let names: Vec<String> = range.fight.roster.units.values().map(|sheet| sheet.name.to_string()).collect();
    let rifles: Vec<&String> = names.iter().filter(|name| name.starts_with("rifles")).collect();
    range.put(rifles[0], "alpha").put(rifles[1], "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    range.dice("0000 ++++").attack(rifles[0], "brawlers", "direct_fire").done();
    range.dice("++++").attack(rifles[1], "brawlers", "direct_fire").settle();
    assert_eq!(range.totals(), [3, 5, 7, 5], "the second attack meets the first one's defence");
    range.next_turn().dice("0000 0000").attack(rifles[0], "brawlers", "direct_fire").settle();
    assert_eq!(range.totals()[4..], [3, 1], "and in the next turn the dice fall anew");
}

#[test]
fn a_well_won_defence_gives_spin_to_the_platoon() {
    for (faces, spin) in [("-000 000+", 0), ("--00 00++", 0), ("--00 0+++", 1), ("---- ++++", 2)] {
        let mut range = facing("units rifles", "units brawlers");
        range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
        range.dice(faces).attack("rifles", "brawlers", "direct_fire").settle();
        let shifts = range.shifts()[0];
        assert_eq!(range.spin("brawlers"), spin, "{shifts} shifts");
        assert_eq!(range.spin("rifles"), 0);
    }
}

/// Rules: D-L10.
#[test]
fn consequences_are_the_platoons_and_lie_on_all_its_units() {
    let mut range = facing("units rifles", "units brawlers");
    range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    range.dice("++00 0000").attack("rifles", "brawlers", "direct_fire");
    // 5 against 1: four shifts on two boxes; mild and moderate consequences leave one.
    assert_eq!(range.wait(), Some(Point::Mitigate));
    assert_eq!(range.options()[0], Choice::of(Verb::Take).how(2), "the cheapest that saves is offered first");
    range.take_hit(3).settle();
    assert_eq!(range.marked("brawlers"), [1]);
    let platoon = range.platoon("brawlers");
    let borne = range.fight.state.aspects.values().filter(|aspect| aspect.holder == slip_dice::fate::Holder::Actor(platoon.0)).count();
    assert_eq!(borne, 2);
    assert_eq!(range.fight.state.platoons[range.state("brawlers").platoon].slots.count(), 1);
    assert_eq!(range.state("brawlers").morale.length(), 2);
}

#[test]
fn rl23_consequences_are_worth_one_two_and_four() {
    let schedule = facing("units rifles", "units brawlers").fight.roster.schedule;
    assert_eq!((schedule.mild, schedule.moderate, schedule.severe), (1, 2, 4));
}
