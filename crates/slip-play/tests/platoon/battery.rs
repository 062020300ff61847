//! Tests of artillery and its card: its zones, walking on it, marches (draft, rows 9, 10, 18; R-L18, R-L42), and other rows of the
//! draft (15, 16, 36, 37).

use crate::platoon::table::{CAST, Field, LANE, Table};
use slip_compile::compile;
use slip_dice::Dice;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Counter;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::UnitStatus;
use slip_play::question::Point;
use slip_source::{Package, Sources};

const BATTERY: &str = r#"
unit tractor "Tractors" : artillery {
  tech T-1
  skills { 3 movement; 2 indirect_fire; 1 camouflage }
  aspects "Older than the guns"
}
platoon battery "Battery" { leader tractor with not_a_genius "On the telephone"; units tractor, rifles }
"#;

/// A card of four zones in a row: the leader on the first, the rest on the second.
const CARD: &str = "platoon battery {
  card \"Park\" { zone pit; zone left; zone ditch; zone tail; border pit -- left; border left -- ditch; border ditch -- tail }
  place leader at pit
  place tractor at left
  place rifles at left
}";

fn battery(rule: &str, value: &str) -> Table {
    let mut table = Field::sides(BATTERY, CARD, "platoon lone at e").rule(rule, value).sit();
    table.leaves(1, Point::Compel);
    table
}

fn can(table: &mut Table, who: &str, act: Verb) -> bool {
    table.part_of(who).until_asked(Point::Act, who);
    table.options().contains(&Choice::of(act))
}

/// Row 10: guns on their leader's card count as being in the leader's zone, wherever they are on the card. In the draft, all units on the
/// card do.
#[test]
fn row_10_who_of_a_battery_is_with_its_leader() {
    for (value, orphan) in [("guns", true), ("everybody", false)] {
        let mut table = battery("battery_gathers", value);
        table.until(&[Point::Unit]);
        assert!(!table.fight.is_orphan(table.id("tractor#2")), "{value}");
        assert_eq!(table.fight.is_orphan(table.id("rifles#1")), orphan, "{value}");
    }
}

/// From the air, the guns of a gathered battery can only be attacked in their leader's zone.
#[test]
fn guns_that_gather_are_struck_from_the_air_in_their_leaders_zone() {
    let table = battery("battery_gathers", "guns");
    let found = |zone: &str, air: bool| table.fight.found_in(table.zone(zone), air).count_ones();
    assert_eq!([found("pit", true), found("left", true)], [2, 1]);
    assert_eq!([found("pit", false), found("left", false)], [1, 2], "on the ground they are where they are");
}

/// R-L18, R-L42: a gun moves as many zones as it has shifts, and does not become harder to spot.
#[test]
fn rl18_rl42_guns_walk_about_their_card_as_far_as_their_shifts_go_and_stay_spotted() {
    let mut table = battery("battery_relocation", "yes");
    table.set("tractor#2", |unit| unit.spotted = 2);
    assert!(can(&mut table, "tractor#2", Verb::Relocate));
    table.put("tractor#2", "pit").dice(&[0]).take(Choice::of(Verb::Relocate).into());
    table.until_asked(Point::Steps, "tractor#2");
    let goal = table.go("tail");
    assert!(table.options().contains(&goal), "three shifts, three zones, and no maximum");
    table.take(goal.into());
    table.until(&[Point::Unit, Point::Order]);
    assert_eq!((table.at("tractor#2"), table.unit("tractor#2").spotted), (Some("tail"), 2));
}

/// Row 9, both ways: in the draft no unit moves on a card, and every unit on it may roll to be less spotted. In the final text units act
/// there "in the same way as they would on the main map", so they have a free move.
/// Rules: R-L62.
#[test]
fn row_9_in_the_draft_nobody_walks_about_a_card() {
    for (value, walks) in [("yes", true), ("no", false)] {
        let mut table = battery("battery_relocation", value);
        table.set("tractor#2", |unit| unit.spotted = 2);
        assert_eq!(table.fight.may_free_move(table.id("tractor#2")), walks);
        assert_eq!(can(&mut table, "tractor#2", Verb::Relocate), walks, "{value}");
        assert!(table.options().contains(&Choice::of(Verb::Displace)), "{value}");
    }
}

/// Row 18: a leader marches with the units in the same zone, in the final text only.
#[test]
fn row_18_platoons_march_in_the_final_text_only() {
    for (value, marches) in [("yes", true), ("no", false)] {
        let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").rule("formation_march", value).sit();
        table.leaves(1, Point::Compel);
        assert_eq!(can(&mut table, "rifles#1", Verb::March), marches, "{value}");
        assert!(!can(&mut table, "rifles#2", Verb::March), "and leaders only");
    }
}

/// "He makes one Movement roll", "All of these units have now acted": a march is one roll by the leader; units without Movement come along;
/// every unit that marched has acted.
/// Rules: R-L57.
#[test]
fn a_march_is_one_roll_for_all_who_come_along() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    table.leaves(1, Point::Compel).rank("rifles#2", "movement", None);
    assert!(can(&mut table, "rifles#1", Verb::March));
    table.dice(&[1]).take(Choice::of(Verb::March).into());
    table.answer(Point::Muster, "rifles#1", Choice::of(Verb::All)).until_asked(Point::Steps, "rifles#1");
    let goal = table.go("c");
    table.take(goal.into());
    table.until(&[Point::Unit, Point::Order]);
    for who in ["rifles#1", "rifles#2", "rifles#3"] {
        assert_eq!(table.at(who), Some("c"));
        assert_eq!(table.counted(who, Counter::Activated).len(), 1);
    }
    assert_eq!(table.dice.left(), 0);
}

/// Row 36, with both values of the setting `membership`. With `platoon`, membership is checked once for all units, when the turn of the
/// platoon begins. With `unit`, it is checked for each unit when the unit's part of the turn begins. Rules: R-L50.
#[test]
fn row_36_when_membership_is_checked() {
    for (value, connected) in [("platoon", false), ("unit", true)] {
        let red = "platoon squad at a { place rifles at b }";
        let mut table = Field::sides("", red, "platoon lone at e").rule("membership", value).sit();
        table.part_of("rifles#1").until_asked(Point::FreeMove, "rifles#1");
        let on = table.enter("a", "b");
        table.take(on.into());
        table.part_of("rifles#2");
        assert_eq!(!table.fight.is_orphan(table.id("rifles#2")), connected, "{value}: its leader has come to it");
    }
}

/// Row 15, tested in a fight: two zones touch at a place through which the line between their centres does not pass.
#[test]
fn row_15_neighbours_see_each_other_unless_the_draft_traces_them() {
    let map =
        "map lane {\npicture \"\"\"\n  aaa\n  abb\n  acc\n  aaa\n\"\"\"\nzone a a { centre 1 1 }\nzone b b { altitude 2 }\nzone c c\n}";
    for (value, seen) in [("clear", true), ("traced", false)] {
        let body = "defender red\nside red { platoon lone at a }\nside blue { platoon lone at c }";
        let table = Field::on(map, "", body).rule("adjacent_sight", value).sit();
        assert_eq!(table.fight.sees(table.id("rifles#1"), table.id("rifles#2")), seen, "{value}");
    }
}

/// Row 16 in the fight: a hedge on a border.
/// Rules: R-L43.
#[test]
fn row_16_a_hedge_stands_in_the_way_in_the_draft_only() {
    let map = LANE.replace("border b -- c", "border b -- c { cover 2 }");
    for (value, seen) in [("no", true), ("yes", false)] {
        let body = "defender red\nside red { platoon lone at a }\nside blue { platoon lone at e }";
        let table = Field::on(&map, "", body).rule("border_blocking", value).sit();
        assert_eq!(table.fight.sees(table.id("rifles#1"), table.id("rifles#2")), seen, "{value}");
    }
}

/// R-L48: one distance between a card and the map for everything except artillery fire.
#[test]
fn rl48_how_far_a_card_is_from_the_map_is_a_setting() {
    for (value, range) in [("10", 10), ("4", 4)] {
        let table = battery("card_range", value);
        let there = table.zone("a");
        assert_eq!(table.fight.range_to(table.id("rifles#1"), there), Some(range));
        assert_eq!(table.fight.maneuver_penalty(table.id("rifles#1"), there), Some(range));
        assert_eq!(table.fight.maneuver_penalty(table.id("tractor#2"), there), Some(0), "guns maneuver as they fire");
    }
}

/// R-L3: the border's value on the map and the values placed on it add up.
#[test]
fn rl3_pass_values_on_a_border_add_up() {
    let map = LANE.replace("border b -- c", "border b -- c 2");
    let body = "defender red\nside red { platoon squad at a }\nside blue { platoon lone at e }";
    let mut table = Field::on(&map, "", body).sit();
    let pass = |table: &Table, to: &str| table.fight.pass_value(table.border("b", "c"), table.zone(to));
    assert_eq!(pass(&table, "c"), Some(2));
    table.bars("rifles#4", "b", "c", 1, false).bars("rifles#1", "b", "c", 3, true);
    assert_eq!((pass(&table, "c"), pass(&table, "b")), (Some(6), Some(2)));
}

/// Row 37 of the draft: a director off the map commands aircraft, and pays with the points of a platoon that has no unit on the map.
#[test]
fn row_37_a_director_beside_the_map_has_points_and_aircraft_and_is_not_there() {
    let mut sources = Sources::new();
    let std = slip_compile::stdlib::add(&mut sources);
    let package = Package {
        name: "t".into(),
        version: "0.1.0".into(),
        edition: 1,
        variants: vec!["platoon_draft".into()],
        dependencies: vec![("std".into(), std)],
        ..Package::default()
    };
    let id = sources.add_package(package);
    let platoon = "platoon tower \"Tower\" { leader rifles with not_a_genius \"Chart table\"; off_map; aircraft bomber }";
    let body = "defender red\nside red { platoon tower }\nside blue { platoon lone at c }";
    sources.add_file(id, "t.slip", format!("{CAST}\n{LANE}\n{platoon}\nencounter field \"Field\" : platoon {{\nmap lane\n{body}\n}}\n"));
    let pack = compile(&sources).pack;
    let encounter = &pack.encounters[&slip_pack::key("t", "field")];
    assert!(encounter.valid);
    let fight = PlatoonFight::begin(&pack, encounter).unwrap();
    let mut table = Table::of(fight, Dice::scripted([]));
    // The platoon has 3 fate points: 1 for the director, 1 more for leading, and 1 for the aircraft.
    assert_eq!(table.fight.points(table.id("tower")), 3);
    assert_eq!(table.unit("rifles#1").status, UnitStatus::Elsewhere);
    // First the coin toss of the draft, then the sides act in turn.
    table.dice(&[1]);
    table.part_of("bomber").until_asked(Point::Act, "bomber");
    assert_eq!(table.at("bomber"), Some("box_1"), "the draft's first box");
    table.dice(&[1]).take(Choice::of(Verb::Rearm).into());
    table.until_asked(Point::Adjust, "bomber");
    assert!(table.options().iter().any(|choice| choice.verb == Verb::Invoke), "it spends the director's points");
    table.next_turn();
    assert_eq!(table.at("rifles#1"), None, "and the director never comes");
    assert!(table.fight.outcome().is_none(), "an aircraft is enough to go on");
}
