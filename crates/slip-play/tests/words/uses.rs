//! Tests of `may use`, `must use`, `amplified`, `limited`: the skill that a roll is based on.

use crate::words::stage::{Lines, before_dice, part, settle, shoot};
use slip_play::choice::Verb;
use slip_play::event::RollAddend;

#[test]
fn a_fixed_number_defends_like_a_skill_and_is_neither_limited_nor_used_up() {
    for (lines, defence) in [
        (Lines { blue: "effect may use 3 for defence", ..Lines::default() }, 3),
        (Lines { blue: "effect may use 3 for defence against slug_throwers", ..Lines::default() }, 3),
        (Lines { blue: "effect may use 3 for defence against brawling", ..Lines::default() }, 1),
        (Lines { blue: "effect may use 3 for defence; effect defence limited by resolve", ..Lines::default() }, 3),
        (Lines { blue: "effect may use (agility + 4) for defence", ..Lines::default() }, 5),
        (Lines { red: "effect enemies must use resolve for agility defence", ..Lines::default() }, 0),
        (Lines { red: "effect target must use resolve for agility defence", ..Lines::default() }, 0),
        (Lines { blue: "effect may use slug_throwers of attacker for defence", ..Lines::default() }, 3),
        (Lines { blue: "effect may use alertness +2 for defence", ..Lines::default() }, 3),
    ] {
        let mut table = lines.sit();
        shoot(&mut table, "0000 0000");
        assert_eq!(before_dice(&table, "blue"), defence, "{}{}", lines.blue, lines.red);
    }
}

#[test]
fn an_attack_may_or_must_be_made_with_another_skill() {
    for (lines, skill, rank) in [
        (Lines { red: "effect must use alertness for slug_throwers attack", ..Lines::default() }, "alertness", 5),
        (Lines { scene: "effect everyone must use resolve for slug_throwers attack", ..Lines::default() }, "resolve", 2),
        (Lines { gun: "effect must use alertness for attack", ..Lines::default() }, "alertness", 5),
        (
            Lines { scene: "effect everyone must use resolve for slug_throwers attack when range == 5", ..Lines::default() },
            "slug_throwers",
            3,
        ),
    ] {
        let mut table = lines.sit();
        shoot(&mut table, "0000 0000");
        let skill = RollAddend::Skill(table.skill(skill));
        assert_eq!(part(&table, "red", skill), rank, "{}{}", lines.red, lines.scene);
    }
}

#[test]
fn the_bare_hand_may_be_guided_by_another_skill() {
    let table = Lines { red: "effect may use alertness for brawling attack", ..Lines::default() }.sit();
    let alertness = table.skill("alertness");
    let ways = table.fight.arsenal(table.actor("red")).count();
    let with = table.fight.ways_to_attack(table.actor("red")).into_iter().filter(|way| way.skill() == Some(alertness)).count();
    assert_eq!((with, ways > 0), (1, true));
}

#[test]
fn a_lent_roll_counts_what_counts_for_the_lender_and_uses_the_lender_up() {
    let lines =
        Lines { ally: "effect allies may use my tactics roll for slug_throwers attack; effect +1 to tactics rolls", ..Lines::default() };
    let mut table = lines.sit();
    let [red, ally] = ["red", "ally"].map(|name| table.actor(name));
    let tactics = table.skill("tactics");
    table.dice("0000 0000").answer(slip_play::question::Point::Act, slip_play::choice::Choice::of(Verb::Attack));
    table.pass(&[slip_play::question::Point::Whom]);
    let with = table.options().into_iter().find(|option| option.with == 0 && option.skill() == Some(tactics)).expect("tactics");
    table.answer(slip_play::question::Point::With, with);
    table.pass(crate::words::stage::USUAL);
    assert_eq!(before_dice(&table, "red"), 4 + 1 + 1, "tactics, harm, and the ally's own +1");
    assert!(table.fight.state.actors[ally].used.has(tactics));
    let _ = red;
    settle(&mut table);
}

#[test]
fn a_skill_that_stands_in_once_is_not_there_a_second_time() {
    let lines = Lines { blue: "effect may use alertness +5 for defence once per encounter", ..Lines::default() };
    let mut table = lines.sit();
    let blue = table.actor("blue");
    let alertness = Some(table.skill("alertness"));
    assert!(table.fight.defence_skills(blue).contains(&alertness));
    shoot(&mut table, "---- 0000");
    settle(&mut table);
    table.fight.state.actors[blue].records.clear();
    table.fight.state.actors[blue].used = slip_play::personal::state::SkillSet::default();
    table.fight.state.contest = None;
    assert!(!table.fight.defence_skills(blue).contains(&alertness));
}

#[test]
fn amplifiers_give_one_together_and_limits_take_the_lower() {
    for (lines, amplified, rank) in [
        (Lines { red: "effect attack amplified by alertness; effect attack amplified by resolve", ..Lines::default() }, 1, 3),
        (Lines { red: "effect slug_throwers attack amplified by resolve", ..Lines::default() }, 0, 3),
        (Lines { red: "effect slug_throwers attack limited by resolve", ..Lines::default() }, 0, 2),
        (Lines { ally: "effect allies attack amplified by my tactics", ..Lines::default() }, 1, 3),
        (Lines { ally: "effect allies attack amplified by resolve", ..Lines::default() }, 0, 3),
        (Lines { gun: "effect attack limited by 1 when range == 1", ..Lines::default() }, 0, 1),
    ] {
        let mut table = lines.sit();
        shoot(&mut table, "0000 0000");
        let skill = RollAddend::Skill(table.skill("slug_throwers"));
        let found = (part(&table, "red", RollAddend::Amplified), part(&table, "red", skill));
        assert_eq!(found, (amplified, rank), "{}{}{}", lines.red, lines.ally, lines.gun);
    }
}

#[test]
fn a_harmless_defence_gives_no_spin() {
    for (tail, spin) in [("", 1), (" harmless", 0)] {
        let line = format!("effect may use 4 for defence{tail}");
        let mut table = Lines { blue: &line, ..Lines::default() }.sit();
        shoot(&mut table, "---0 0000");
        settle(&mut table);
        let given: i32 = table.fight.state.spin.iter().map(|token| i32::from(token.left)).sum();
        assert_eq!(given, spin, "{line}: 1 against 4");
    }
}
