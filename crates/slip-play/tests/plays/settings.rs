//! Tests of settings of personal combat that no ruling's test covers, each with its effect; and of unchanged rules in R-P48, R-P52
//! and R-P55.

use crate::plays::rulings::{QUIET, last_shifts, part, pass_turn, scene, shoot, shooter, target};
use crate::plays::table::{Person, Scene, Table};
use slip_dice::Dice;
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Event, RollAddend};
use slip_play::ids::{BorderId, Id};
use slip_play::question::Point;

const GUNS: &str = r#"
weapon lamp "Lamp" : energy_weapon { tech T3; harm 1; range 0..2; stunts civilian }
weapon kicking_lamp "Kicking lamp" : energy_weapon { tech T3; harm 1; range 0..2; stunts civilian, high_recoil }
weapon wide_lamp "Wide lamp" : energy_weapon { tech T3; harm 1; range 0..1; stunts dispersed_fire }
weapon bomb "Bomb" : slug_thrower { tech T3; harm 1; range 0..1; stunts explosive }
weapon hose "Hose" : slug_thrower { tech T3; harm 1; range 0..1; stunts full_auto }
weapon pistol "Pistol" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
map yard "Yard" { zone a; zone b; zone c; zone cell; border a -- b 0; border b -- c 1; border a -- cell 3/0/3 }
"#;

fn guns() -> Scene {
    Scene::new(GUNS)
}

/// A shooter in a and a target in b, under one setting.
fn under(name: &str, value: &str) -> Table {
    let mut table = scene().rule(name, value).person("red", "a", shooter("red")).person("blue", "b", target("blue")).sit();
    table.wait();
    table
}

/// R-P9: with `skill_window global` skills are available again in the next round, not in the actor's turn.
#[test]
fn rp9_with_a_global_window_skills_come_back_with_the_round() {
    for (window, used_in_own_turn) in [("personal", false), ("global", true)] {
        let mut table = under("skill_window", window);
        let blue = table.actor("blue");
        let agility = table.skill("agility");
        table.dice("---- 0000");
        shoot(&mut table, "blue");
        table.pass(&[Point::Adjust, Point::Mitigate, Point::FreeMove, Point::Compel]);
        assert_eq!(table.fight.state.actor, Some(blue));
        assert_eq!(table.fight.state.actors[blue].used.has(agility), used_in_own_turn, "{window}: dodged before its turn");
        pass_turn(&mut table);
        assert_eq!(table.fight.state.round, 2);
        assert!(!table.fight.state.actors[blue].used.has(agility), "{window}: a new round has them all");
    }
}

/// Sloping, stuttering or low gravity gives a penalty to every roll and decides which skill is rolled.
/// Rules: R-P36.
#[test]
fn gravity_takes_off_every_roll_and_chooses_the_skill() {
    for (gravity, microg, skill, rank, off) in [
        ("normal", 2, "slug_throwers", 3, None),
        ("none", 2, "microg", 2, None),
        ("stuttering", 2, "microg", 2, Some(-1)),
        ("sloping", 2, "slug_throwers", 3, Some(-2)),
        ("low", 2, "slug_throwers", 3, Some(-2)),
        ("low", 4, "microg", 4, Some(-2)),
    ] {
        let red = shooter("red").skill("microg", microg);
        let mut table = scene().rule("gravity", gravity).person("red", "a", red).person("blue", "b", target("blue")).sit();
        let [red, blue] = ["red", "blue"].map(|name| table.actor(name));
        table.wait();
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        let rolled = RollAddend::Skill(table.skill(skill));
        assert_eq!(part(&table, red, rolled), Some(rank), "{gravity}, microg {microg}");
        assert_eq!([red, blue].map(|who| part(&table, who, RollAddend::Environment)), [off, off], "{gravity}: attack and defence");
    }
}

/// R-P48: a compel of an empty magazine takes the turn and does not change the aspect.
#[test]
fn rp48_a_compel_does_not_use_an_aspect_up() {
    let red = Person::new("red").skill("slug_throwers", 3).skill("alertness", 3).gear("weapon", "pistol");
    let mut table = scene().person("red", "a", red).person("blue", "b", target("blue").fate(2).tracks(9, 9)).sit();
    let red = table.actor("red");
    let empty = |table: &Table| {
        let found = table.fight.state.aspects.iter().find(|(_, aspect)| aspect.text == "Out of ammo" && aspect.present);
        found.map(|(id, _)| id)
    };
    table.dice("---- 0000");
    shoot(&mut table, "blue");
    table.pass(&[Point::Adjust, Point::Mitigate]);
    pass_turn(&mut table);
    let magazine = empty(&table).expect("an empty magazine");
    table.answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom, Point::With, Point::Track]);
    table.answer(Point::Compel, Choice::of(Verb::Compel).how(Choice::INACTION).with(magazine.0).n(1));
    assert_eq!(table.wait(), Some(Point::Act), "with no point it is accepted, and the turn is lost");
    assert_ne!(table.fight.state.actor, Some(red));
    assert_eq!(empty(&table), Some(magazine));
}

/// R-P52: an energy weapon keeps its own skill in zero gravity, unless it has recoil. "No matter what rank his MicroG, he still uses an
/// untrained weapon type at a rank of -1."
#[test]
fn rp52_an_energy_weapon_that_kicks_needs_the_skill_of_weightlessness() {
    for (weapon, trained, skill, rank) in
        [("lamp", true, "energy_weapons", 3), ("kicking_lamp", true, "microg", 2), ("kicking_lamp", false, "microg", -1)]
    {
        let mut red = Person::new("red").skill("microg", 2).skill("alertness", 4).gear("weapon", weapon);
        if trained {
            red = red.skill("energy_weapons", 3);
        }
        let mut table = guns().rule("gravity", "none").person("red", "a", red).person("blue", "b", target("blue")).sit();
        let red = table.actor("red");
        table.wait();
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        let rolled = RollAddend::Skill(table.skill(skill));
        assert_eq!(part(&table, red, rolled), Some(rank), "{weapon}, trained {trained}");
    }
}

/// R-P55: dispersed fire into the shooter's own zone spares the shooter, an explosion does not, automatic fire is not allowed there.
#[test]
fn rp55_fire_into_ones_own_zone() {
    for (weapon, struck) in [("wide_lamp", Some(vec!["blue"])), ("bomb", Some(vec!["blue", "red"])), ("hose", None)] {
        let red = Person::new("red").skill("slug_throwers", 3).skill("energy_weapons", 3).skill("agility", 1).skill("alertness", 4);
        let red = red.fate(3).gear("weapon", weapon);
        let mut table = guns().person("red", "cell", red).person("blue", "cell", target("blue")).person("blue", "b", target("far")).sit();
        // An actor cannot step out of the cell and fire back into it.
        let here = Id::Zone(table.zone("cell"));
        table.dice("0000 0000 0000");
        table.answer(Point::Act, Choice::of(Verb::Attack));
        let at_zone = Choice::of(Verb::Target).on(here);
        let offered = table.wait() == Some(Point::Whom) && table.options().contains(&at_zone);
        assert_eq!(offered, struck.is_some(), "{weapon}");
        let Some(struck) = struck else { continue };
        table.answer(Point::Whom, at_zone).pass(&[Point::With, Point::Track, Point::Compel]);
        if table.wait() == Some(Point::PayAccess) {
            table.answer(Point::PayAccess, Choice::of(Verb::Yes));
        }
        table.pass(QUIET);
        let contest = table.fight.state.contest.as_ref().unwrap();
        let names = contest.defences.iter().map(|defence| table.fight.roster.actors[defence.who].name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), struck, "{weapon}");
    }
}

/// R-P3: a token for every three shifts of a won defence; `spin single`: at most one; `spin_at`: another number of shifts.
#[test]
fn rp3_spin_by_its_settings() {
    for (setting, value, spin) in [("spin", "each", 2), ("spin", "single", 1), ("spin_at", "7", 0), ("spin_at", "2", 3)] {
        let scene = scene().rule(setting, value).person("red", "a", shooter("red"));
        let mut table = scene.person("blue", "b", Person::new("blue").skill("agility", 3)).sit();
        // The totals are 3 + 1 - 4 (dice) against 3 + 3 (dice).
        table.dice("---- +++0");
        shoot(&mut table, "blue");
        table.pass(&[Point::Adjust]);
        assert_eq!(last_shifts(&table), -6);
        let gains = table.events.iter().filter_map(|event| match event {
            Event::Spin { change, .. } if *change > 0 => Some(*change),
            _ => None,
        });
        assert_eq!(gains.sum::<i32>(), spin, "{setting} {value}");
    }
}

/// Difference of two six-sided dice in place of four fudge dice; capped, a five counts as 0.
#[test]
fn other_dice_by_setting() {
    for (dice, sum) in [("d6_d6", 5), ("d6_d6_capped", 0)] {
        let mut table = under("dice", dice);
        table.dice = Dice::scripted([6, 1, 3, 3]);
        shoot(&mut table, "blue");
        table.pass(&[Point::Adjust]);
        assert_eq!(table.dice.left(), 0, "two dice a roll");
        assert_eq!(last_shifts(&table), sum + 3 + 1 - 1, "{dice}");
    }
}

/// Numbers of the procedure that are settings, each in a situation where it matters.
#[test]
fn numbers_of_the_procedure_are_settings() {
    for (off, part_of_roll) in [("2", -2), ("5", -5)] {
        let scene = scene().rule("out_of_range", off);
        let red = Person::new("red").like(&scene.pack, "npc", "soldier").skill("slug_throwers", 3).skill("alertness", 3);
        let scene = scene.person("red", "b", red.gear("weapon", "army_rifle"));
        let mut table = scene.person("blue", "b", target("blue")).sit();
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        assert_eq!(part(&table, table.actor("red"), RollAddend::Range), Some(part_of_roll), "too near for a rifle");
    }

    for (bonus, total) in [("2", 6), ("3", 7)] {
        let red = shooter("red").fate(1).aspect("Steady");
        let mut table = scene().rule("invoke_bonus", bonus).person("red", "a", red).person("blue", "b", target("blue")).sit();
        table.wait();
        table.dice("0000 +000");
        shoot(&mut table, "blue");
        let invoke = table.options().into_iter().find(|option| option.verb == Verb::Invoke && option.how == 0).unwrap();
        table.answer(Point::Adjust, invoke);
        let after = table.events.iter().rev().find_map(|event| match event {
            Event::Adjust { total, .. } => Some(*total),
            _ => None,
        });
        assert_eq!(after, Some(total), "invoke_bonus {bonus}");
    }

    for (setting, value, verb, on_zone, ok) in [
        ("maneuver_difficulty", "0", Verb::Maneuver, false, true),
        ("maneuver_difficulty", "4", Verb::Maneuver, false, false),
        ("obstruct_difficulty", "2", Verb::Obstruct, true, true),
        ("obstruct_difficulty", "3", Verb::Obstruct, true, false),
    ] {
        let mut table = under(setting, value);
        let it = if on_zone { Id::Zone(table.zone("a")) } else { Id::Actor(table.actor("blue")) };
        let skill = i16::from(table.skill("slug_throwers").0);
        table.dice("0000").answer(Point::Act, Choice::of(verb)).answer(Point::Whom, Choice::of(Verb::Target).on(it));
        table.answer(Point::With, Choice::of(Verb::Use).n(skill)).pass(&[Point::Term, Point::FreeMove, Point::Adjust]);
        let found = table.events.iter().rev().find_map(|event| match event {
            Event::Result { ok, .. } => Some(*ok),
            _ => None,
        });
        assert_eq!(found, Some(ok), "{setting} {value}");
    }

    for (cap, zones) in [("3", 3), ("1", 1)] {
        let table = under("zones_per_turn", cap);
        assert_eq!(table.fight.zones_per_turn(table.actor("red")), Some(zones));
    }
}

/// R-P17: with `border_cost max` the point that pays for a low wall also enters the zone.
/// Rules: R-P18.
#[test]
fn rp17_with_border_cost_max_a_wall_of_one_costs_no_more_than_the_zone() {
    for (setting, cost) in [("plus", 2), ("max", 1)] {
        let scene = guns().rule("border_cost", setting);
        let table = scene.person("red", "b", target("red")).person("blue", "a", target("blue")).sit();
        assert_eq!(table.fight.crossing_cost(table.actor("red"), BorderId(1)), Some(cost), "{setting}");
    }
}

/// R-P46: with `bare_hands either` an unarmed attack asks which track it aims at.
#[test]
fn rp46_a_fist_aims_at_either_track_by_setting() {
    for (setting, asked) in [("composure", false), ("either", true)] {
        let red = Person::new("red").skill("brawling", 3).skill("alertness", 3);
        let scene = scene().rule("bare_hands", setting).person("red", "a", red);
        let mut table = scene.person("blue", "a", target("blue")).sit();
        table.answer(Point::Act, Choice::of(Verb::Attack));
        let mut points = Vec::new();
        while let Some(point) = table.wait().filter(|point| [Point::Whom, Point::With, Point::Track].contains(point)) {
            let fist = table.options().into_iter().find(|option| option.with == Choice::NOTHING && option.skill().is_none());
            points.push(point);
            match fist.filter(|_| point == Point::With) {
                Some(fist) => table.answer(point, fist),
                None => table.pass(&[point]),
            };
        }
        assert_eq!(points.contains(&Point::Track), asked, "{setting}: {points:?}");
    }
}
