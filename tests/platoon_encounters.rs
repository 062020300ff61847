//! Platoon encounters as they are written: platoons in their places, cards and forms of battle; and what could not be played is
//! refused.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

mod written;

use slipyard::pack::encounter::{Actor, Atom, Encounter, Fielded, Form, Role, Start, Who};
use slipyard::pack::formula::Formula;
use slipyard::pack::{Name, Pack};
use written::{Written, written};

/// Units, platoons and a map: readers with crawlers, a battery, and the folk of the shelf.
const CAST: &str = r#"
unit meter_readers "Meter readers" : infantry {
  tech T0
  skills { 3 camouflage; 2 direct_fire, observation; 1 armour, hand_to_hand, command }
  aspects "Has your number"
}
unit thaw_crawler "Thaw crawlers" : armour {
  tech T1
  skills { 4 armour; 3 direct_fire; 2 movement; 1 anti_air }
  stunts infantry_carrier, light
  aspects "Steams in the cold"
}
unit shelf_gun "Shelf guns" : artillery {
  tech T1
  skills { 3 indirect_fire; 2 camouflage; 1 movement }
  stunts prepared_positions, wireless
  aspects "Bolted to the ice"
}
unit kite "Kites" : aircraft {
  tech T0
  skills { 4 direct_fire; 3 observation; 2 anti_air; 1 movement }
  stunts vtol
  aspects "Painted like a wasp"
}
unit shelf_folk "Shelf folk" : infantry {
  tech T0
  skills { 3 camouflage; 2 observation, command; 1 armour, movement, direct_fire }
  aspects "Knows where the ice is thin"
}
platoon collection "Collection" {
  leader meter_readers with battlefield_genius "Nothing personal"
  units thaw_crawler x2 carrying meter_readers, meter_readers
  aircraft kite
}
platoon battery "Battery" {
  leader shelf_gun with tactical_genius "Counts every shell"
  units shelf_gun, shelf_folk
}
platoon shelf_watch "Shelf watch" {
  leader shelf_folk with not_a_genius "Somebody has to"
  units shelf_folk x5
}
map shelf "The shelf" {
  picture """
    rrrdddnnn
    rrrpppnnn
    iiipppmmm
  """
  zone r road { exit }
  zone d depot
  zone n north { exit }
  zone p pump { aspects "Frozen pipes" }
  zone i ice
  zone m mast
}
"#;

fn battle(body: &str) -> Written {
    written(&format!("{CAST}encounter fight \"Fight\" : platoon {{\nmap shelf\n{body}\n}}\n"))
}

/// A battle of whatever is written for the first side against the watch at the pump.
fn against_the_watch(side: &str) -> Written {
    battle(&format!("side trust {{ {side} }}\nside folk {{ platoon shelf_watch at pump }}\n"))
}

fn encounter(written: Written) -> Encounter {
    found(&written.clean())
}

fn found(pack: &Pack) -> Encounter {
    let encounter = pack.encounters["own.fight"].clone();
    assert!(encounter.valid);
    encounter
}

fn unit(actor: &Actor) -> &Fielded {
    actor.unit.as_ref().unwrap()
}

/// Names of the first side's units and where each begins.
fn starts(encounter: &Encounter) -> Vec<(&str, Start)> {
    encounter.sides[0].actors.iter().map(|actor| (actor.name.as_str(), unit(actor).start)).collect()
}

/// Number of a zone of the map.
fn zone(name: &str) -> usize {
    ["road", "depot", "north", "pump", "ice", "mast"].iter().position(|zone| *zone == name).unwrap()
}

#[test]
fn each_unit_of_a_platoon_is_an_actor_in_the_order_of_the_platoon() {
    let fight = encounter(against_the_watch("platoon collection at road"));
    let wanted = [
        ("meter_readers#1", Start::Map),
        ("thaw_crawler#1", Start::Map),
        ("meter_readers#2", Start::Aboard(1)),
        ("thaw_crawler#2", Start::Map),
        ("meter_readers#3", Start::Aboard(3)),
        ("meter_readers#4", Start::Map),
        ("kite", Start::Track),
    ];
    assert_eq!(starts(&fight), wanted);
    let actors = &fight.sides[0].actors;
    let roles: Vec<Role> = actors.iter().map(|actor| unit(actor).role).collect();
    assert_eq!(roles[0], Role::Leader);
    assert_eq!(roles[6], Role::Aircraft);
    assert!(roles[1..6].iter().all(|role| *role == Role::Unit));
    assert_eq!(actors[0].zone, Some(zone("road")));
    assert_eq!(actors[2].zone, None, "who rides along is where the carrier is");
    assert_eq!(fight.sides[0].starts(2), [zone("road")]);
    assert_eq!(fight.sides[0].platoons[0].name, "collection");
    assert_eq!(fight.sides[0].platoons[0].card, None);
}

#[test]
fn lines_place_units_in_turn_and_the_last_zone_is_for_the_rest() {
    let lines = "place thaw_crawler at road, depot; place leader at depot or ice";
    let fight = encounter(against_the_watch(&format!("platoon collection at north {{ {lines} }}")));
    let zones: Vec<(Option<usize>, &[usize])> = fight.sides[0].actors.iter().map(|actor| (actor.zone, actor.or_zones.as_slice())).collect();
    assert_eq!(zones[0], (Some(zone("depot")), [zone("ice")].as_slice()));
    assert_eq!(zones[1], (Some(zone("road")), [].as_slice()));
    assert_eq!(zones[3], (Some(zone("depot")), [].as_slice()));
    assert_eq!(zones[5], (Some(zone("north")), [].as_slice()));
    let fight = encounter(against_the_watch("platoon shelf_watch { place leader at road; place shelf_folk at ice, road }"));
    let folk: Vec<Option<usize>> = fight.sides[0].actors.iter().map(|actor| actor.zone).collect();
    let [road, ice] = ["road", "ice"].map(|name| Some(zone(name)));
    assert_eq!(folk, [road, ice, road, road, road, road]);
}

#[test]
fn guns_stand_on_a_card_of_one_zone_with_whoever_goes_with_them() {
    let fight = encounter(against_the_watch("platoon battery"));
    assert!(starts(&fight).iter().all(|(_, start)| *start == Start::Card(0)));
    let card = fight.sides[0].platoons[0].card.clone().unwrap();
    assert_eq!(card.zones.len(), 1);
    assert_eq!(card.title, "Card of Battery");
    // With a zone behind it, that is where those stand who are no guns.
    let fight = encounter(against_the_watch("platoon battery at road"));
    let wanted = [("shelf_gun#1", Start::Card(0)), ("shelf_gun#2", Start::Card(0)), ("shelf_folk#1", Start::Map)];
    assert_eq!(starts(&fight), wanted);
}

#[test]
fn a_card_may_have_zones_of_its_own() {
    let card = "card \"Battery park\" { zone pit; zone left \"On the left\" { aspects \"Behind the wall\" }; border pit -- left }";
    let lines = format!("platoon battery {{ {card}; place shelf_gun at left; place shelf_folk at pit; locked_in pump, mast or ice }}");
    let fight = encounter(against_the_watch(&lines));
    let wanted = [("shelf_gun#1", Start::Card(0)), ("shelf_gun#2", Start::Card(1)), ("shelf_folk#1", Start::Card(0))];
    assert_eq!(starts(&fight), wanted);
    let battery = &fight.sides[0].platoons[0];
    let card = battery.card.as_ref().unwrap();
    assert_eq!(card.title, "Battery park");
    assert_eq!(card.zones[1].aspects, ["Behind the wall"]);
    assert_eq!(card.borders, [(0, 1)]);
    assert_eq!(battery.locked_in, [vec![zone("pump")], vec![zone("mast"), zone("ice")]]);
}

#[test]
fn platoons_may_come_several_times_and_later() {
    let fight = encounter(against_the_watch("platoon battery x2; platoon shelf_watch at ice { arrives 3 }"));
    let platoons: Vec<(&str, Option<u32>)> =
        fight.sides[0].platoons.iter().map(|platoon| (platoon.name.as_str(), platoon.arrives)).collect();
    assert_eq!(platoons, [("battery#1", None), ("battery#2", None), ("shelf_watch#1", Some(3))]);
    let cards: Vec<Name> =
        fight.sides[0].platoons.iter().filter_map(|platoon| Some(platoon.card.as_ref()?.zones[0].name.clone())).collect();
    assert_eq!(cards, ["card#1", "card#2"]);
    assert_eq!(fight.sides[1].platoons[0].name, "shelf_watch#2");
}

#[test]
fn objectives_and_the_defender_are_kept_and_lowered_to_victories() {
    let forms = "battle objectives { zones pump, mast }; defender folk; limit 8 turns";
    let fight =
        encounter(battle(&format!("{forms}\nside trust {{ platoon collection at road }}\nside folk {{ platoon shelf_watch at pump }}")));
    let kept = fight.battle.as_ref().unwrap();
    assert_eq!(kept.forms, [Form::Objectives]);
    assert_eq!(kept.objectives, [zone("pump"), zone("mast")]);
    assert_eq!(kept.defender, Some(1));
    let texts: Vec<&str> = fight.victories.iter().map(|victory| victory.text.as_str()).collect();
    assert_eq!(texts, ["it has units on the most objectives at the end of turn 8 (objectives)"; 2]);
}

#[test]
fn a_platoon_stands_for_its_units_in_conditions() {
    let line = "victory folk when lost(collection) >= 4 and exited(trust, north) == 0 or worth(trust) < worth(folk) - 8";
    let fight =
        encounter(battle(&format!("{line}\nside trust {{ platoon collection at road }}\nside folk {{ platoon shelf_watch at pump }}")));
    let mut atoms = Vec::new();
    fight.victories[0].condition.names(&mut |atom| atoms.push(atom.clone()));
    let all: Vec<(usize, usize)> = (0..7).map(|at| (0, at)).collect();
    assert_eq!(atoms[0], Atom::Lost(Who::Actors(all)));
    assert_eq!(atoms[1], Atom::Exited { who: Who::Side(0), zones: vec![zone("north")] });
    assert_eq!(atoms[2..], [Atom::Worth(0), Atom::Worth(1)]);
    assert!(matches!(fight.victories[0].condition, Formula::Binary(..)));
}
