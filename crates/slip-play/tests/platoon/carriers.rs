//! Tests of carriers on the ground: loading and unloading.
//! Rules: R-L31, R-L32.

use crate::platoon::table::{Field, Table};
use slip_play::choice::{Choice, Verb};
use slip_play::question::Point;

const CONVOY: &str = "platoon convoy \"Convoy\" { leader rifles with not_a_genius \"Timetable\"; units taxi, rifles }";

fn convoy() -> Table {
    let mut table = Field::sides(CONVOY, "platoon convoy at a; platoon lone at a", "platoon lone at e").sit();
    table.leaves(1, Point::Compel);
    table
}

fn load(table: &Table, who: &str) -> Choice {
    Choice::of(Verb::Load).on(table.on(who)).with(u16::from(table.id("taxi").0))
}

#[test]
fn a_carrier_takes_one_unit_of_infantry_along_from_any_platoon_of_its_side() {
    for who in ["rifles#2", "rifles#3"] {
        let mut table = convoy();
        let aboard = load(&table, who);
        table.part_of("taxi").answer(Point::FreeMove, "taxi", aboard);
        assert_eq!(table.at(who), None, "it stands nowhere by itself");
        assert!(!table.options().iter().any(|choice| choice.verb == Verb::Load), "there is room for one");
        let go = table.enter("a", "b");
        table.answer(Point::FreeMove, "taxi", go);
        let (taxi, load) = (table.fight.place_of(table.id("taxi")), table.fight.place_of(table.id(who)));
        assert_eq!((taxi, load), (Some(table.zone("b")), Some(table.zone("b"))));
    }
}

#[test]
fn whoever_is_carried_does_not_act_that_turn_and_whoever_has_acted_is_not_carried() {
    let mut table = convoy();
    let (aboard, go) = (load(&table, "rifles#2"), table.enter("a", "b"));
    table.part_of("taxi").answer(Point::FreeMove, "taxi", aboard).answer(Point::FreeMove, "taxi", go);
    let off = Choice::of(Verb::Unload).on(table.on("rifles#2"));
    table.sets_out("taxi", &[], 4, 1).answer(Point::Steps, "taxi", off);
    assert_eq!(table.at("rifles#2"), Some("b"));
    assert!(!table.fight.can_act(table.id("rifles#2")));
    let mut acted = convoy();
    acted.part_of("rifles#2").part_of("taxi").until_asked(Point::FreeMove, "taxi");
    assert!(!acted.options().contains(&load(&acted, "rifles#2")));
}

#[test]
fn whoever_rides_in_a_carrier_that_has_not_moved_may_get_out_and_act() {
    let cast = "platoon motor \"Motor\" { leader rifles with not_a_genius \"Fare\"; units taxi carrying rifles }";
    let mut table = Field::sides(cast, "platoon motor at a", "platoon lone at e").sit();
    assert_eq!(table.at("rifles#2"), None, "it begins aboard");
    let off = Choice::of(Verb::Unload).on(table.on("rifles#2"));
    table.part_of("taxi").answer(Point::FreeMove, "taxi", off).part_of("rifles#2");
    assert_eq!(table.at("rifles#2"), Some("a"));
}

#[test]
fn rya8_whoever_is_put_down_among_enemies_is_seen_and_sees() {
    let mut table = convoy();
    table.put("rifles#4", "b").set("rifles#4", |unit| unit.spotted = 0);
    let (aboard, go) = (load(&table, "rifles#2"), table.enter("a", "b"));
    table.part_of("taxi").answer(Point::FreeMove, "taxi", aboard).answer(Point::FreeMove, "taxi", go);
    assert_eq!(table.unit("rifles#2").spotted, 0, "nobody sees who sits inside");
    let off = Choice::of(Verb::Unload).on(table.on("rifles#2"));
    table.next_turn().part_of("taxi").answer(Point::FreeMove, "taxi", off);
    assert_eq!((table.unit("rifles#2").spotted, table.unit("rifles#4").spotted), (3, 4));
}
