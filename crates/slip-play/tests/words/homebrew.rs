//! Tests of the seven kinds of homebrew that need no Rust, each in a fight.

use crate::words::stage::{Lines, before_dice, hardened, hit, marked, settle, shoot};
use slip_play::choice::{Choice, Verb};
use slip_play::event::Event;
use slip_play::ids::Id;
use slip_play::question::Point;

#[test]
fn a_weapon_that_hits_a_whole_zone_or_everything() {
    for (place, struck) in [("zone", vec!["blue"]), ("map", vec!["ally", "blue"])] {
        let line = format!("effect attack area {place} except self");
        let mut table = Lines { gun: &line, ..Lines::default() }.sit();
        let b = table.zone("b");
        table.dice("0000 0000 0000").answer(Point::Act, Choice::of(Verb::Attack));
        table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Zone(b)));
        if struck.len() == 1 {
            table.dice = slip_dice::Dice::scripted([0; 8]);
        }
        table.pass(crate::words::stage::USUAL);
        let names: Vec<String> = {
            let defences = &table.fight.state.contest.as_ref().unwrap().defences;
            defences.iter().map(|defence| table.fight.roster.actors[defence.who].name.to_string()).collect()
        };
        assert_eq!(names, struck, "{place}");
    }
}

#[test]
fn a_weapon_that_adds_stress_on_a_hit() {
    let mut table = Lines { gun: "effect +2 to stress of attack", ..Lines::default() }.sit();
    hardened(&mut table);
    shoot(&mut table, "--00 0000");
    settle(&mut table);
    assert_eq!(hit(&table), Some((0, 3)));
}

#[test]
fn a_track_with_its_own_consequence_schedule() {
    let lines = Lines { blue: "effect consequences of health is 2/4/6", ..Lines::default() };
    let mut table = lines.scene_with(|red| red, |blue| blue.slots()).sit();
    table.wait();
    hardened(&mut table);
    shoot(&mut table, "+++0 0000");
    table.pass(&[Point::Adjust]);
    table.answer(Point::Mitigate, Choice::of(Verb::Take).how(4));
    let hit = table.events.iter().rev().find_map(|event| match event {
        Event::Hit { shifts, left, .. } => Some((*shifts, *left)),
        _ => None,
    });
    assert_eq!(hit, Some((6, 0)), "a severe consequence takes 6 off");
}

#[test]
fn a_stat_traded_against_another() {
    let mut table = Lines { red: "effect +2 to attack when range == 1; effect -2 to defence", ..Lines::default() }.sit();
    shoot(&mut table, "0000 0000");
    assert_eq!(before_dice(&table, "red"), 6);
    let red = table.actor("red");
    assert_eq!(table.fight.expected_defence(red, Some(table.skill("agility"))), 0);
}

#[test]
fn a_defence_that_uses_another_skill_at_minus_one() {
    let lines = Lines { blue: "effect may use stealth -1 for defence", ..Lines::default() };
    let mut table = lines.scene_with(|red| red, |blue| blue.skill("stealth", 4)).sit();
    table.wait();
    shoot(&mut table, "0000 0000");
    assert_eq!(before_dice(&table, "blue"), 3);
}

#[test]
fn an_aspect_that_is_free_to_tag_once_an_encounter() {
    let lines =
        Lines { gun: "effect bearer has aspect \"Bold\"; effect free_tag \"Bold\" by allies once per encounter", ..Lines::default() };
    let mut table = lines.sit();
    shoot(&mut table, "---- 0000");
    assert_eq!(table.wait(), Some(Point::Adjust));
    let free =
        table.options().into_iter().find(|option| option.verb == Verb::Free && option.how == 0).expect("allies in `by` include self");
    table.answer(Point::Adjust, free);
    assert_eq!(table.fight.state.contest.as_ref().unwrap().roll.total(), 2);
    settle(&mut table);
    assert_eq!(marked(&table, "blue"), [1, 1]);
}

/// A price or an upkeep does not matter in a fight: such an effect compiles and has no influence on the fight.
#[test]
fn a_price_or_upkeep_change_is_no_matter_of_a_fight() {
    let lines = Lines { gun: "effect +1 to price; effect +1 to upkeep", ..Lines::default() };
    assert_eq!(lines.refusals(), Vec::<String>::new());
    let mut table = lines.sit();
    shoot(&mut table, "0000 0000");
    assert_eq!(before_dice(&table, "red"), 4);
}
