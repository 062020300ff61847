//! Tests of the set-up before the first turn: the parts fixed by the text, the parts left to the players, and the initial state
//! (D-L1, R-YR1).

use crate::platoon::table::{Field, Table};
use slip_dice::fate::{AspectDuration, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::ids::{Id, TableKey, ZoneId};
use slip_play::platoon::state::UnitStatus;
use slip_play::question::Point;

/// Platoon with guns that have two prepared zones, and with another unit.
const BATTERY: &str = r#"
unit ranged "Ranged guns" : artillery {
  tech T0
  skills { 3 indirect_fire; 2 camouflage; 1 movement }
  stunts prepared_positions
  aspects "Chalk on the shield"
}
platoon battery "Battery" { leader gun with not_a_genius "On the telephone"; units ranged }
"#;

/// `free_tag "Low fog"` without a trigger exists from the first turn on.
#[test]
fn a_line_gives_a_free_tag_from_the_start() {
    let body = |line: &str| {
        format!("defender red\naspects \"Low fog\"\nside red {{ platoon squad at a }}\nside blue {{ platoon lone at e }}\n{line}")
    };
    let free = |line: &str| {
        let mut table = Field::of("", &body(line)).sit();
        table.wait();
        table.fight.state.aspects.values().any(|aspect| aspect.text == "Low fog" && aspect.free.is_some())
    };
    assert!(!free(""));
    assert!(free("effect everyone free_tag \"Low fog\""));
}

fn battery(lines: &str) -> Field {
    Field::sides(BATTERY, &format!("platoon battery {{ {lines} }}; platoon squad at a"), "platoon lone at e")
}

fn by_heart(table: &Table, zone: &str, number: i16) -> Choice {
    Choice::of(Verb::Begin).on(Id::Zone(table.zone(zone))).n(number)
}

/// Returns the zones of the options.
fn zones(table: &Table) -> Vec<String> {
    let name = |choice: &Choice| table.fight.roster.ground.zones[choice.it.zone().unwrap()].name.to_string();
    table.options().iter().map(name).collect()
}

/// Returns the zone with the aspect `Locked in`.
fn locked(table: &Table) -> Vec<String> {
    let there = table.fight.state.aspects.values().filter(|aspect| aspect.text == "Locked in");
    let zone = |holder: Holder| match holder {
        Holder::Zone(zone) => table.fight.roster.ground.zones[ZoneId(zone)].name.to_string(),
        other => panic!("on {other:?}"),
    };
    there.map(|aspect| zone(aspect.holder)).collect()
}

/// Rules: R-YR1.
#[test]
fn dl1_guns_with_prepared_positions_name_two_zones_of_the_map_before_the_first_turn() {
    let mut table = battery("").sit();
    table.wait();
    assert_eq!(zones(&table), ["a", "b", "c", "d", "e"], "any zone of the map, and no card");
    let (first, second) = (by_heart(&table, "b", 1), by_heart(&table, "d", 2));
    table.answer(Point::SetUp, "ranged", first);
    table.wait();
    assert_eq!(zones(&table), ["a", "c", "d", "e"], "two different ones");
    table.answer(Point::SetUp, "ranged", second);
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::Order), "and no third");
    assert_eq!(locked(&table), ["b", "d"]);
    assert!(
        table
            .fight
            .state
            .aspects
            .values()
            .filter(|aspect| aspect.text == "Locked in")
            .all(|aspect| aspect.term == AspectDuration::Permanent)
    );
}

/// Rules: R-YR1.
#[test]
fn dl1_what_the_text_locks_in_is_not_asked_and_what_it_leaves_open_is() {
    let mut table = battery("locked_in c, b or d").sit();
    table.wait();
    assert_eq!((zones(&table), locked(&table)), (vec!["b".to_owned(), "d".to_owned()], vec!["c".to_owned()]));
    let second = by_heart(&table, "d", 2);
    table.answer(Point::SetUp, "ranged", second);
    assert_eq!(locked(&table), ["c", "d"]);
    let mut fixed = battery("locked_in c, e").sit();
    assert_eq!(fixed.wait().map(|ask| ask.point), Some(Point::Order));
    assert_eq!(locked(&fixed), ["c", "e"]);
}

/// `Locked in` can be tagged once for free by any gun of its side; then it is an aspect like any other.
#[test]
fn prepared_positions_help_a_gun_that_fires_there_once_without_price() {
    let mut table = battery("locked_in b, e").sit();
    table.leaves(1, Point::Compel).set("rifles#4", |unit| unit.spotted = 1);
    let id = |table: &Table| {
        let there = Holder::Zone(table.zone("e").0);
        let found = table.fight.state.aspects.iter().find(|(_, aspect)| aspect.text == "Locked in" && aspect.holder == there);
        found.unwrap().0
    };
    table.part_of("gun").until_asked(Point::Act, "gun");
    table.dice(&[0, 0]).take(Choice::of(Verb::Attack).into());
    table.until_asked(Point::Adjust, "gun");
    let tag = id(&table);
    let free = table.options().into_iter().find(|choice| choice.verb == Verb::Free && choice.aspect() == Some(tag)).unwrap();
    table.take(free.into());
    assert_eq!(table.fight.state.contest.as_ref().unwrap().rolls[0].total(), 5, "3 and 2 more: the other gun may use it, too");
    let left = &table.fight.state.aspects[tag];
    assert!(left.present && left.free.is_none(), "it stays, and is free no more");
}

#[test]
fn prepared_positions_are_free_to_guns_of_their_side_alone() {
    let mut table = battery("locked_in b, e").sit();
    table.leaves(1, Point::Compel).put("rifles#1", "d").set("rifles#4", |unit| unit.spotted = 1);
    table.part_of("rifles#1").until_asked(Point::Act, "rifles#1");
    table.dice(&[0, 0]).take(Choice::of(Verb::Attack).into());
    table.until_asked(Point::Adjust, "rifles#1");
    assert!(!table.options().iter().any(|choice| choice.verb == Verb::Free), "infantry pays");
    assert!(table.options().iter().any(|choice| choice.verb == Verb::Tag));
}

/// Directors of aircraft, passengers, attached people and starting zones are written in the text (R-YR1).
/// Rules: D-L1.
#[test]
fn ryr1_what_the_text_fixes_is_not_asked_at_set_up() {
    let cast = r#"
npc sharp "Sharp" { cap 3; skills { 3 alertness; 2 tactics, slug_throwers; 1 resolve, gunnery, agility }; aspects "D", "E", "F" }
platoon mixed "Mixed" {
  leader rifles with not_a_genius "Lists"
  units taxi carrying rifles
  aircraft bomber
  characters sharp with leader for observation
}
"#;
    let mut table = Field::sides(cast, "platoon mixed at a", "platoon lone at e").sit();
    assert_ne!(table.wait().map(|ask| ask.point), Some(Point::SetUp));
    assert_eq!(table.unit("rifles#2").carrier, Some(table.id("taxi")));
    assert_eq!(table.unit("bomber").platoon, table.platoon("mixed"));
    assert_eq!(table.fight.roster.units[table.id("rifles#1")].rank(table.skill("observation")), Some(3), "2, and somebody sharp");
}

#[test]
fn whoever_arrives_later_says_before_the_first_turn_where() {
    let mut table =
        Field::sides("", "platoon lone at a; platoon squad at b { place leader at c or d; arrives 2 }", "platoon lone at e").sit();
    let there = Choice::of(Verb::Begin).on(Id::Zone(table.zone("d")));
    table.answer(Point::SetUp, "rifles#2", there).until_asked(Point::FreeMove, "rifles#1");
    assert_eq!((table.fight.state.turn, table.at("rifles#2")), (1, None));
    table.next_turn();
    assert_eq!(table.at("rifles#2"), Some("d"));
}

/// Checks the state before the first action.
#[test]
fn everything_begins_as_the_page_has_it() {
    let cast = "platoon flown \"Flown\" { leader rifles with not_a_genius \"Radio\"; units tank; aircraft bomber }\n\
                platoon battery \"Battery\" { leader gun with not_a_genius \"Far away\"; units gun }";
    let table = Field::sides(cast, "platoon flown at a; platoon battery", "platoon squad at e").limit(7).sit();
    let state = &table.fight.state;
    assert_eq!((state.turn, state.first, state.acting, state.outcome), (0, None, None, None));
    assert_eq!((table.fight.roster.limit, state.pass_values.len(), state.spin.len()), (7, 0, 0));
    // 1 for each unit, 1 for the leader, 1 for each attached aircraft.
    let points = |name: &str| state.platoons[table.platoon(name)].fate.points();
    assert_eq!([points("flown"), points("battery"), points("squad")], [4, 3, 4]);
    assert!(state.platoons.values().all(|platoon| platoon.slots.count() == 3 && !platoon.acted));
    for unit in state.units.values() {
        assert_eq!((unit.spotted, unit.ooc, unit.fired_on_by, unit.has_fired, unit.defended), (0, 0, 0, false, 0));
        assert!(unit.member && !unit.activated && unit.defences.is_empty() && unit.status == UnitStatus::Active);
    }
    // Morale boxes: 2 for infantry and guns, 4 for their leaders, and 1 for armour and aircraft.
    let boxes = ["rifles#1", "tank", "bomber", "gun#1", "gun#2", "rifles#2", "rifles#3"].map(|name| table.unit(name).morale.length());
    assert_eq!(boxes, [4, 1, 1, 4, 2, 4, 2]);
    let own = |name: &str| {
        let aspects = state.aspects.values().filter(|aspect| aspect.holder == Holder::Actor(table.id(name).0));
        aspects.map(|aspect| aspect.text.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(own("rifles#1"), ["Wet boots", "Radio", "Out of ammo"].map(str::to_owned));
    assert_eq!(own("tank"), ["Loud", "Out of ammo"].map(str::to_owned));
    assert_eq!(table.at("bomber"), Some("box_6"));
    assert_eq!(table.unit("rifles#1").platoon.place(), 0);
}

/// `spotted` and `ooc` are always 0 to 4.
#[test]
fn markers_are_four_at_most() {
    use slip_play::event::{Counter, Event};
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    let who = table.id("rifles#1");
    table.happens(Event::Counter { who, what: Counter::Spotted, change: 9, now: 9 });
    table.happens(Event::Counter { who, what: Counter::Ooc, change: 9, now: 9 });
    assert_eq!((table.unit("rifles#1").spotted, table.unit("rifles#1").ooc), (4, 4));
}

#[test]
fn battles_without_a_limit_end_with_the_turn_the_rules_say() {
    for (field, turns) in [
        (Field::sides("", "platoon lone at a", "platoon lone at e"), 30),
        (Field::sides("ruleset short { battle_cap 2 }", "platoon lone at a", "platoon lone at e").rule("battle_cap", "2"), 2),
    ] {
        let mut table = field.sit();
        table.until(&[]);
        assert_eq!(table.fight.outcome().unwrap().rounds, turns);
    }
}
