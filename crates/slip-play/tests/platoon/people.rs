//! Tests of people attached to units (draft, rows 30 and 31; R-YR2).

use crate::platoon::table::{Field, Table};
use slip_dice::fate::{AspectDuration, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::event::Event;
use slip_play::ids::Id;
use slip_play::question::Point;

const CAST: &str = r#"
npc sharp "Sharp" { cap 3; skills { 3 alertness; 2 tactics, slug_throwers; 1 resolve, gunnery, agility }; aspects "D", "E", "F" }
npc brave "Brave" { cap 3; skills { 3 resolve; 2 tactics, slug_throwers; 1 alertness, gunnery, agility }; aspects "G", "H", "I" }
unit old "Old hands" : infantry {
  tech T0
  skills { 3 camouflage; 2 veteran, observation; 1 armour, direct_fire, command }
  aspects "Have seen it all"
}
platoon led "Led" { leader rifles with not_a_genius "Map case"; units rifles, old; characters sharp with rifles for observation, brave with old for veteran }
"#;

fn led(rule: &str, value: &str) -> Table {
    let mut table = Field::sides(CAST, "platoon led at a", "platoon lone at c").rule(rule, value).sit();
    table.leaves(1, Point::Compel);
    table
}

#[test]
fn a_raised_veteran_lengthens_the_track() {
    let table = led("character_turn", "no");
    assert_eq!(table.fight.roster.units[table.id("old")].attached.len(), 1);
    assert_eq!(table.unit("old").morale.length(), 4, "Veteran 2 is one box more than 2, and 3 two");
}

/// A person attached to a unit is out with it: their bonuses, actions and aspects end.
#[test]
fn people_are_out_with_their_unit() {
    let mut table = led("character_turn", "yes");
    table.until_asked(Point::Unit, "led");
    table.loses("rifles#2");
    table.next_turn();
    let acted = table.events.iter().any(|event| matches!(event, Event::Declare { me, .. } if *me == table.id("rifles#2")));
    assert!(!acted);
    assert!(!table.offers(Verb::Unit, table.on("rifles#2")));
}

/// Rules: R-YR2.
#[test]
fn row_30_people_have_points_for_their_unit_in_the_draft_only() {
    for (value, points) in [("none", [0, 0]), ("own", [3, 3])] {
        // With `own`, people have as many fate points as the rank of their best skill.
        let table = Field::sides(CAST, "platoon led at a", "platoon lone at c").rule("character_fate", value).sit();
        assert_eq!(["rifles#2", "old"].map(|name| table.unit(name).fate.points()), points, "{value}");
        let id = table.id("led");
        assert_eq!(table.fight.points(id), 4, "the platoon's own are its own");
    }
}

/// A unit that is cut off has only the points of its people.
/// Rules: R-YR2.
#[test]
fn row_30_peoples_points_serve_a_unit_that_is_cut_off() {
    for (value, pays) in [("none", false), ("own", true)] {
        let mut table =
            Field::sides(CAST, "platoon led at a { place rifles at b }", "platoon lone at c").rule("character_fate", value).sit();
        table.leaves(1, Point::Compel).set("rifles#2", |unit| unit.spotted = 2);
        table.part_of("rifles#2").until_asked(Point::Act, "rifles#2");
        assert!(table.fight.is_orphan(table.id("rifles#2")));
        table.dice(&[-3]).take(Choice::of(Verb::Cover).into());
        let asked = table.wait().is_some_and(|ask| ask.point == Point::Adjust && ask.me == table.on("rifles#2"));
        assert_eq!(asked, pays, "{value}");
        if pays {
            let own = table.on("rifles#2");
            let invoke = table.options().into_iter().find(|choice| choice.verb == Verb::Invoke && choice.it == own).unwrap();
            table.take(invoke.into());
            assert_eq!(table.unit("rifles#2").fate.points(), 2);
        }
    }
}

/// Row 31 of the draft: attached people act in addition to the action of their unit, with their best skill. Rules: R-YR2.
#[test]
fn row_31_people_place_aspects_on_zones_or_units_once_a_turn() {
    let mut table = led("character_turn", "yes");
    table.part_of("rifles#2");
    assert_eq!(table.wait().map(|ask| (ask.point, ask.me)), Some((Point::RallyToo, table.on("rifles#2"))));
    assert_eq!(table.options(), [Choice::of(Verb::No), Choice::of(Verb::Maneuver)]);
    let enemy = Choice::of(Verb::Target).on(table.on("rifles#3"));
    // The roll is Alertness 3 with dice of -1, at a range of two zones.
    table.dice(&[-1]).answer(Point::RallyToo, "rifles#2", Choice::of(Verb::Maneuver)).answer(Point::Whom, "rifles#2", enemy);
    table.answer(Point::Term, "rifles#2", Choice::of(Verb::Term)).until_asked(Point::FreeMove, "rifles#2");
    let placed = table.fight.state.aspects.values().last().unwrap().clone();
    assert_eq!(
        (placed.holder, placed.term, placed.placer),
        (Holder::Actor(table.id("rifles#3").0), AspectDuration::Permanent, Some(table.id("rifles#2").0))
    );
    assert_eq!(placed.free.map(|free| free.sides), Some(1), "free to its side");
    let total = table.events.iter().find_map(|event| match event {
        Event::Roll { total, .. } => Some(*total),
        _ => None,
    });
    assert_eq!(total, Some(0));
    // The unit of the attached person still has its action. No other person is attached to the unit.
    table.until_asked(Point::Act, "rifles#2").take(Choice::of(Verb::Pass).into());
    assert_eq!(table.until(&[Point::RallyToo, Point::Unit]).map(|ask| ask.point), Some(Point::Unit));
    table.next_turn().part_of("rifles#2");
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::RallyToo), "once more in the next turn");
}

/// Rules: R-YR2.
#[test]
fn row_31_what_people_do_may_come_after_the_action_and_may_fail() {
    let mut table = led("character_turn", "yes");
    let known = table.fight.state.aspects.len();
    table.part_of("rifles#2").answer(Point::RallyToo, "rifles#2", Choice::of(Verb::No));
    table.until_asked(Point::RallyToo, "rifles#2");
    let far = Choice::of(Verb::Target).on(Id::Zone(table.zone("c")));
    table.dice(&[-2]).answer(Point::RallyToo, "rifles#2", Choice::of(Verb::Maneuver)).answer(Point::Whom, "rifles#2", far);
    table.answer(Point::Term, "rifles#2", Choice::of(Verb::Term)).until(&[Point::Unit]);
    assert_eq!(table.dice.left(), 0);
    assert_eq!(table.fight.state.aspects.len(), known, "3 - 2 zones - 2 is below nothing");
}

/// Rules: R-YR2.
#[test]
fn row_31_the_final_text_gives_people_no_turn() {
    let mut table = led("character_turn", "no");
    table.part_of("rifles#2");
    assert_eq!(table.wait().map(|ask| ask.point), Some(Point::FreeMove));
    assert_eq!(table.until(&[Point::RallyToo, Point::Unit]).map(|ask| ask.point), Some(Point::Unit));
}
