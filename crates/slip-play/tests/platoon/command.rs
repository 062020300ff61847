//! Tests of command: members, orphans, and adoption (T-L4, T-L10).

use crate::platoon::table::{Field, Table, told};
use slip_play::choice::{Choice, Verb};
use slip_play::event::Counter;
use slip_play::question::Point;

/// Red's squad in these zones, leader first, against a distant enemy.
fn squad(zones: [&str; 3]) -> Table {
    let [leader, first, second] = zones;
    let lines = format!("platoon squad at {leader} {{ place rifles at {first}, {second} }}");
    Field::sides("", &lines, "platoon lone at e").sit()
}

fn orphans(table: &Table) -> Vec<bool> {
    ["rifles#1", "rifles#2", "rifles#3"].map(|who| table.fight.is_orphan(table.id(who))).to_vec()
}

#[test]
fn a_unit_is_under_command_within_its_leaders_range() {
    let mut table = squad(["a", "a", "b"]);
    table.until(&[Point::Unit]);
    assert_eq!(orphans(&table), [false, false, true]);
}

#[test]
fn wireless_and_genius_carry_the_leaders_word_farther() {
    let cast = "unit signallers \"Signallers\" from rifles { tech T1; stunts wireless }\n\
                platoon wired \"Wired\" { leader rifles with battlefield_genius \"Reads maps\"; units rifles, signallers }";
    let lines = "platoon wired at a { place rifles at b; place signallers at c }";
    let mut table = Field::sides(cast, lines, "platoon lone at e").sit();
    table.until(&[Point::Unit]);
    assert!(!table.fight.is_orphan(table.id("rifles#2")), "one zone, by genius");
    assert!(!table.fight.is_orphan(table.id("signallers")), "two, with its own wireless");
    table.put("rifles#2", "c").next_turn().until(&[Point::Unit]);
    assert!(table.fight.is_orphan(table.id("rifles#2")), "two zones are one too many");
}

#[test]
fn out_of_command_counts_only_in_another_zone_than_the_leaders() {
    let mut table = squad(["a", "a", "a"]);
    table.set("rifles#2", |unit| unit.ooc = 4).until(&[Point::Unit]);
    assert_eq!(orphans(&table), [false; 3]);
}

#[test]
fn tl4_rl8_a_leader_out_of_command_disconnects_everybody_even_in_his_zone() {
    let mut table = squad(["a", "a", "b"]);
    table.set("rifles#1", |unit| unit.ooc = 4).until(&[Point::Unit]);
    assert_eq!(orphans(&table), [false, true, true], "the check comes before OOC falls");
    table.part_of("rifles#1");
    assert_eq!(table.unit("rifles#1").ooc, 3);
    table.next_turn().until(&[Point::Unit]);
    assert_eq!(orphans(&table), [false, true, true], "3 at the next check");
    table.part_of("rifles#1");
    assert_eq!(table.unit("rifles#1").ooc, 2);
}

#[test]
fn the_result_of_the_check_stands_until_the_next() {
    let mut table = squad(["a", "a", "a"]);
    table.part_of("rifles#2").put("rifles#3", "d").set("rifles#1", |unit| unit.ooc = 2);
    assert_eq!(orphans(&table), [false; 3]);
    table.next_turn().until(&[Point::Unit]);
    assert_eq!(orphans(&table), [false, true, true]);
}

#[test]
fn rl9_without_their_leader_units_are_orphans_at_once() {
    let mut table = squad(["a", "a", "a"]);
    table.part_of("rifles#2").loses("rifles#1");
    assert_eq!(orphans(&table), [false, true, true], "who is gone is nobody's orphan");
}

#[test]
fn rl10_orphans_move_freely_only_where_no_enemy_is_and_that_is_all_they_do() {
    let lines = "platoon squad at a { place rifles at c, c }";
    let mut table = Field::sides("", lines, "platoon lone at d").sit();
    table.part_of("rifles#2").until_asked(Point::FreeMove, "rifles#2");
    let (back, on) = (table.enter("c", "b"), table.enter("c", "d"));
    assert!(table.options().contains(&back));
    assert!(!table.options().contains(&on), "the enemy is there");
    table.take(back.into());
    table.until(&[Point::Unit, Point::Act, Point::FreeMove]);
    assert_eq!(table.at("rifles#2"), Some("b"));
    assert_ne!(table.fight.state.active, Some(table.id("rifles#2")), "its part is over");
}

/// A lone leader at b beside a squad of the same side that has lost its own leader.
fn bereaved(zone: &str) -> Table {
    let red = format!("platoon lone at b; platoon squad at {zone}");
    let mut table = Field::sides("", &red, "platoon lone at e").sit();
    table.until(&[Point::Order, Point::FreeMove]);
    table.loses("rifles#2");
    table
}

/// Rules: D-L3.
#[test]
fn tl10_an_orphan_may_be_adopted_by_a_leader_whose_word_reaches_it() {
    let order = |table: &Table| Choice::of(Verb::Command).on(table.on("lone#1"));
    let ask = |zone: &str, ooc: u8, leaders: u8| {
        let mut table = bereaved(zone);
        table.set("rifles#3", |unit| unit.ooc = ooc).set("rifles#1", |unit| unit.ooc = leaders);
        table.set("rifles#4", |unit| unit.ooc = ooc);
        let choice = order(&table);
        assert_eq!(table.wait().map(|ask| ask.point), Some(Point::Order));
        table.take(choice.into());
        let adopt = table.wait().is_some_and(|ask| ask.point == Point::Adopt);
        (table, adopt)
    };
    let (mut table, adopt) = ask("b", 1, 0);
    assert!(adopt, "in his zone, out of command or not");
    let choice = Choice::of(Verb::Adopt).on(table.on("rifles#3"));
    let fate = |table: &Table| table.fight.state.platoons.values().map(|platoon| platoon.fate).collect::<Vec<_>>();
    let before = fate(&table);
    table.take(choice.into());
    assert_eq!(fate(&table), before, "no points go with it");
    assert!(!table.fight.is_orphan(table.id("rifles#3")));
    assert_eq!(table.unit("rifles#3").platoon, table.platoon("lone#1"));
    table.until(&[Point::Unit]);
    assert!(table.offers(Verb::Unit, table.on("rifles#3")), "it acts with its new platoon");
    assert!(!ask("a", 1, 0).1, "one zone away: not");
    assert!(!ask("b", 1, 1).1, "a leader out of command takes nobody in");
}

#[test]
fn an_adopted_unit_that_has_acted_does_not_act_again() {
    let mut table = Field::sides("", "platoon squad at b; platoon lone at b", "platoon lone at e").sit();
    table.until(&[Point::Order]);
    table.loses("rifles#1");
    let squad = Choice::of(Verb::Command).on(table.on("squad"));
    table.take(squad.into());
    table.until(&[Point::Adopt]);
    let adopt = Choice::of(Verb::Adopt).on(table.on("rifles#2"));
    table.answer(Point::Adopt, "lone#1", adopt).next_turn();
    assert_eq!(table.counted("rifles#2", Counter::Activated), [1]);
}

#[test]
fn the_draft_knows_no_adoption() {
    let mut table = Field::sides("", "platoon lone at b; platoon squad at b", "platoon lone at e").rule("orphans_adopted", "no").sit();
    table.until(&[Point::Order]);
    table.loses("rifles#2");
    let order = Choice::of(Verb::Command).on(table.on("lone#1"));
    table.take(order.into());
    assert_ne!(table.wait().map(|ask| ask.point), Some(Point::Adopt));
}

#[test]
fn rl50_the_draft_checks_membership_as_each_units_part_comes() {
    let mut table = squad(["a", "a", "b"]);
    std::sync::Arc::make_mut(&mut table.fight.roster).settings.membership_by_unit = true;
    table.until(&[Point::Unit]);
    assert_eq!(orphans(&table), [false, false, true]);
    table.part_of("rifles#1").until_asked(Point::FreeMove, "rifles#1");
    let on = table.enter("a", "b");
    table.take(on.into());
    table.part_of("rifles#3");
    assert_eq!(orphans(&table), [false, false, false], "the leader has come to it");
    table.part_of("rifles#2");
    assert_eq!(orphans(&table), [false, true, false], "and has left this one behind");
}

/// An account mentions the other units with their platoon, or in their own part; their state now is not part of it.
#[test]
fn rl50_an_account_tells_of_the_unit_whose_part_comes_and_of_no_other() {
    let mut table = squad(["a", "a", "b"]);
    std::sync::Arc::make_mut(&mut table.fight.roster).settings.membership_by_unit = true;
    let begun = table.fight.clone();
    table.until(&[Point::Unit]);
    table.part_of("rifles#1").until_asked(Point::FreeMove, "rifles#1");
    let on = table.enter("a", "b");
    table.take(on.into());
    table.part_of("rifles#2").part_of("rifles#3");
    let told = told(begun, &table.events);
    let orders: Vec<&str> = told.lines().filter(|line| line.contains("orders")).map(str::trim).collect();
    assert_eq!(
        orders,
        [
            "Without orders: Rifles #3 (1 zone away, but orders reach only 0).",
            "Without orders: Rifles #2 (1 zone away, but orders reach only 0).",
            "Rifles #3 has orders again."
        ],
        "{told}"
    );
}

#[test]
fn rl11_aircraft_act_with_their_platoon_whoever_leads_it() {
    let cast = "platoon flown \"Flown\" { leader rifles with not_a_genius \"Radio\"; aircraft bomber }";
    let mut table = Field::sides(cast, "platoon flown at a", "platoon lone at e").sit();
    table.set("rifles#1", |unit| unit.ooc = 4).set("bomber", |unit| unit.ooc = 2).until(&[Point::Unit]);
    assert!(table.unit("bomber").member);
    assert!(table.offers(Verb::Unit, table.on("bomber")));
    table.loses("rifles#1");
    assert!(!table.fight.is_orphan(table.id("bomber")));
}
