//! Tests of rulings that were changed after a second reading of the rules. Each test quotes the sentence that the change is based on.
//! Rules: R-L57, R-L58.

use crate::platoon::table::{Field, LANE, Table};
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Event, Grouping};
use slip_play::ids::{AspectId, Id, TableKey};
use slip_play::platoon::state::{MORALE, UnitStatus};
use slip_play::question::Point;

fn act(verb: Verb) -> Choice {
    Choice::of(verb)
}

fn option(table: &mut Table, verb: Verb) -> Choice {
    table.wait();
    let open = table.options();
    open.iter().copied().find(|choice| choice.verb == verb).unwrap_or_else(|| panic!("no {verb:?} among {open:?}"))
}

fn points(table: &Table, platoon: &str) -> u16 {
    table.fight.points(table.id(platoon))
}

/// Gives a platoon a consequence, with a free tag for all sides.
fn consequence(table: &mut Table, platoon: &str) -> AspectId {
    let id = AspectId::of(table.fight.state.aspects.len());
    let holder = Holder::Actor(table.id(platoon).0);
    let aspect = Aspect {
        origin: AspectOrigin::Consequence,
        free: Some(FreeTag { sides: u32::MAX, from: 0 }),
        ..Aspect::printed("Pinned down since morning", holder)
    };
    table.happens(Event::AspectAdd { id, aspect });
    id
}

/// Red's squad with one unit out of its leader's range, asked for its act; blue's lone rifles far away.
fn orphan() -> Table {
    let mut table = Field::sides("", "platoon squad at a { place rifles at b }", "platoon lone at e").sit();
    table.set("rifles#2", |unit| unit.spotted = 2).part_of("rifles#2").until_asked(Point::Act, "rifles#2");
    assert!(table.fight.is_orphan(table.id("rifles#2")));
    table
}

/// "They have no fate points and do not share a platoon's Consequences."
/// Rules: R-L59.
#[test]
fn an_orphan_shares_no_consequence_of_its_platoon() {
    // Where fate points only change hands, a free tag allows a compel.
    for (place, shared) in [(" { place rifles at b }", false), ("", true)] {
        let squad = format!("platoon squad at a{place}");
        let mut table = Field::sides("", &squad, "platoon lone at e").rule("fate", "zero_sum").sit();
        table.set("rifles#2", |unit| unit.spotted = 2).part_of("rifles#2").until_asked(Point::Act, "rifles#2");
        assert_eq!(table.fight.is_orphan(table.id("rifles#2")), !shared);
        let id = consequence(&mut table, "squad");
        table.dice(&[0]).take(act(Verb::Cover).into());
        let mut by_tag = false;
        while table.wait().is_some_and(|ask| ask.point == Point::Compel) {
            by_tag |= table.options().iter().any(|choice| choice.aspect() == Some(id) && choice.how & Choice::BY_TAG != 0);
            table.take(act(Verb::Pass).into());
        }
        assert_eq!(by_tag, shared, "{place}");
    }
}

/// "units in platoon do not have the “Out of ammo” Aspect": an orphan, which belongs to no platoon, has it again.
/// Rules: R-L59.
#[test]
fn an_orphan_of_a_logistics_genius_runs_out_of_ammo_again_until_it_is_adopted() {
    let platoons = "platoon stores \"Stores\" { leader rifles with logistics_genius \"Signs for it\"; units rifles x2 }\n";
    let empty = |table: &Table, name: &str| {
        let holder = Holder::Actor(table.id(name).0);
        table.fight.state.aspects.values().any(|aspect| aspect.present && aspect.holder == holder && aspect.text == "Out of ammo")
    };
    let sides = || Field::sides(platoons, "platoon stores at a { place rifles at b, a }; platoon squad at b", "platoon lone at e").sit();
    let mut table = sides();
    table.until(&[Point::Act, Point::Unit, Point::Order]);
    let stores: Vec<String> = ["rifles#1", "rifles#2", "rifles#3"].map(str::to_owned).into();
    let far = stores.iter().find(|name| table.fight.is_orphan(table.id(name))).expect("one unit is out of range").clone();
    for name in &stores {
        assert_eq!(empty(&table, name), *name == far, "{name}");
    }
    // A unit that is back under command lacks the aspect, like the rest of its platoon.
    let lead = Some(table.fight.state.id_of_platoon(table.fight.platoon(table.id(&far)).unwrap()));
    let all: Vec<_> = stores.iter().map(|name| table.id(name)).collect();
    table.happens(Event::Group { what: Grouping::Command, who: all.clone(), lead });
    assert!(!empty(&table, &far));
    // After the loss of the leader, none of the units belongs to a platoon any more, so each of them has the aspect `Out of ammo`.
    let leader = stores.iter().find(|name| table.fight.is_leader(table.id(name))).unwrap();
    table.loses(leader);
    assert!(stores.iter().filter(|name| *name != leader).all(|name| empty(&table, name)));
}

/// "tagging enemy or friendly Aspects (unit or platoon), tagging Consequences on the defending unit, tagging Aspects on the attacker or
/// defender's zone".
/// Rules: R-YC1.
#[test]
fn a_roll_reaches_the_aspects_of_both_sides_and_of_their_zones() {
    // Of aspects with the same use, only the first is an option. Each zone is therefore tested in a fight of its own.
    for (zone, is_reached) in [("0 0 }", true), ("4 0 }", true), ("8 0 }", false)] {
        let map = LANE.replace(zone, &zone.replace('}', "; aspects \"Mud\" }"));
        let body = "defender red\nside red { platoon squad at a }\nside blue { platoon lone at b }";
        let mut table = Field::on(&map, "", body).sit();
        table.leaves(0, Point::Compel).leaves(1, Point::Compel);
        consequence(&mut table, "lone");
        table.set("rifles#4", |unit| unit.spotted = 1).part_of("rifles#2").until_asked(Point::Act, "rifles#2");
        table.dice(&[-3, 0]).take(act(Verb::Attack).into());
        table.until_asked(Point::Adjust, "rifles#2");
        let aspects = table.options().into_iter().filter_map(|choice| table.fight.state.aspects.row(choice.aspect()?).cloned());
        let reached: Vec<Aspect> = aspects.collect();
        let on = |name: &str| {
            let holder = Holder::Actor(table.id(name).0);
            reached.iter().any(|aspect| aspect.holder == holder)
        };
        assert!(on("rifles#2") && on("rifles#4") && on("lone"), "{reached:?}");
        assert_eq!(reached.iter().any(|aspect| aspect.text == "Mud"), is_reached, "{zone}: {reached:?}");
    }
}

/// "When a unit gains a fate point through a compel, that fate point belongs to the platoon": an orphan "has no fate points".
#[test]
fn the_point_for_an_orphan_goes_to_the_bank() {
    for (fate, left) in [("bank", 0), ("zero_sum", 1)] {
        let mut table = Field::sides("", "platoon squad at a { place rifles at b }", "platoon lone at e").rule("fate", fate).sit();
        table.set("rifles#2", |unit| unit.spotted = 2).part_of("rifles#2").until_asked(Point::Act, "rifles#2");
        let (own, enemy) = (points(&table, "squad"), points(&table, "lone"));
        table.take(act(Verb::Cover).into());
        let compel = option(&mut table, Verb::Compel);
        table.answer(Point::Compel, "lone", compel).until(&[Point::Unit, Point::Act, Point::Order]);
        assert_eq!(points(&table, "squad"), own, "{fate}");
        assert_eq!(points(&table, "lone"), enemy - 1 + left, "{fate}");
    }
}

/// "Any player can compel the acting player's character"; "an enemy may compel it to halt".
/// Rules: R-YC8.
#[test]
fn any_other_player_may_compel_a_unit_and_only_an_enemy_a_halt() {
    for (player, asked) in [("", false), (" { player ana }", true)] {
        let red = format!("platoon squad at a; platoon lone at a{player}");
        let mut table = Field::sides("", &red, "platoon lone at e").sit();
        table.leaves(1, Point::Compel).set("rifles#2", |unit| unit.spotted = 2);
        table.part_of("rifles#2").until_asked(Point::Act, "rifles#2");
        if !asked {
            table.dice(&[0]);
        }
        table.take(act(Verb::Cover).into());
        let compels = table.wait().is_some_and(|ask| ask.point == Point::Compel);
        assert_eq!(compels, asked, "{player}");
        // A move is halted by enemies only.
        let mut table = Field::sides("", &red, "platoon lone at e").sit();
        table.leaves(1, Point::Compel);
        let step = table.enter("a", "b");
        table.part_of("rifles#2").answer(Point::FreeMove, "rifles#2", step);
        assert_ne!(table.wait().map(|ask| ask.point), Some(Point::Compel));
    }
}

/// "Interdiction lasts until the beginning of the attacker's next turn".
/// Rules: R-L52.
#[test]
fn an_interdiction_ends_when_its_units_next_turn_would_have_come() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel);
    table.next_turn();
    table.bars("rifles#2", "c", "d", 2, false).bars("rifles#2", "b", "c", 3, true).loses("rifles#2");
    table.part_of("rifles#3");
    let left: Vec<i16> = table.fight.state.pass_values.iter().map(|put| put.value).collect();
    assert_eq!(left, [3], "mines stay");
    // A platoon without units has no activation: the values end with the turn.
    let mut table = Field::sides("", "platoon squad at a; platoon lone at a", "platoon lone at e").sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel).next_turn();
    table.bars("rifles#4", "c", "d", 2, false).loses("rifles#4").next_turn();
    assert_eq!(table.fight.state.pass_values, []);
}

/// "once on the map it may remain": the owner of an aircraft chooses each time.
#[test]
fn an_aircraft_that_may_remain_may_also_go_home() {
    let drifters = "platoon drifters \"Drifters\" { leader rifles with not_a_genius \"Wind sock\"; aircraft balloon }";
    for (verb, place) in [(Verb::Stay, "c"), (Verb::Exit, "box_1")] {
        let mut table = Field::sides(drifters, "platoon drifters at a", "platoon lone at e").sit();
        table.leaves(0, Point::Compel).leaves(1, Point::Compel);
        table.part_of("balloon").until_asked(Point::Act, "balloon");
        table.take(act(Verb::Deploy).into());
        let there = act(Verb::Target).on(Id::Zone(table.zone("c")));
        table.answer(Point::Whom, "balloon", there);
        table.next_turn().part_of("balloon").until_asked(Point::Act, "balloon");
        table.take(act(Verb::Pass).into());
        assert_eq!(table.wait().map(|ask| ask.point), Some(Point::FreeMove), "it is asked");
        assert_eq!(table.options(), [act(Verb::Stay), act(Verb::Exit)]);
        table.answer(Point::FreeMove, "balloon", act(verb));
        assert_eq!(table.at("balloon"), Some(place));
    }
}

/// The rules have two readings of consequences: "mitigate hits past the end of the track" and "before marking shifts as damage". A setting
/// chooses one of them.
#[test]
fn consequences_past_the_end_keep_their_worth() {
    for (setting, worth, open) in [("past_the_end", "grade", 0), ("any_hit", "two", 7)] {
        let field = Field::sides("", "platoon squad at a", "platoon lone at e").rule("platoon_consequences", setting);
        let table = field.rule("platoon_consequence_worth", worth).sit();
        let who = table.id("rifles#2");
        let schedule = table.fight.roster.schedule;
        assert_eq!((schedule.mild, schedule.moderate, schedule.severe), if worth == "two" { (2, 2, 2) } else { (1, 2, 4) });
        assert_eq!(table.fight.free_slots(who, MORALE, 1).number(), open, "{setting}");
        assert_eq!(table.fight.free_slots(who, MORALE, 9).number(), 7);
    }
}

/// "Shifts spent on passing through a border with a pass value do not count against maximum movement."
/// Rules: R-L53.
#[test]
fn with_pass_steps_uncounted_a_border_with_a_value_costs_no_step() {
    for (setting, farthest) in [("counted", "c"), ("uncounted", "d")] {
        let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").rule("pass_steps", setting).sit();
        table.leaves(0, Point::Compel).leaves(1, Point::Compel).bars("rifles#3", "a", "b", 1, true);
        table.sets_out("rifles#2", &[], 2, 5);
        let to = table.go(farthest);
        table.wait();
        assert!(table.options().contains(&to), "{setting}: {:?}", table.options());
        assert!(!table.options().contains(&table.go(if farthest == "c" { "d" } else { "e" })), "{setting}");
        table.take(to.into());
        table.until(&[Point::Steps, Point::Unit, Point::Order]);
        assert_eq!(table.at("rifles#2"), Some(farthest), "{setting}");
    }
}

/// "You may not use the same Skill for your action that was used in defense (unless allowed by a Stunt)".
#[test]
fn a_stunt_may_allow_a_skill_that_was_used_in_defence() {
    for (stunt, open) in [("", false), ("; effect may reuse", true)] {
        let own = format!(
            "stunt cool \"Cool heads\" {{ for infantry; effect +1 to rally{stunt} }}\n\
             unit cool_rifles \"Cool rifles\" : infantry {{ tech T1; skills {{ 3 camouflage; 2 direct_fire, observation; 1 armour, signals, command }}; \
             stunts cool; aspects \"Here first\" }}\n\
             platoon own \"Own\" {{ leader rifles with not_a_genius \"Boss\"; units cool_rifles }}"
        );
        let mut table = Field::sides(&own, "platoon own at a", "platoon lone at b").sit();
        let fire = table.skill("direct_fire");
        table.set("cool_rifles", |unit| unit.defended |= 1 << fire.0);
        table.set("rifles#2", |unit| unit.spotted = 3);
        let who = table.id("cool_rifles");
        let roll = slip_play::platoon::roll_kinds::UnitRoll::attack(fire);
        assert_eq!(table.fight.is_unlocked(who, roll), open, "{stunt}");
    }
}

/// "the defending roll, after modifications by invokes, stays on the table for the turn": an invoked aspect stays in the recorded defence,
/// but spin counts for one roll only. Rules: R-L54.
#[test]
fn spin_does_not_stay_in_a_standing_defence() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at b").sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel).set("rifles#4", |unit| unit.spotted = 1);
    let platoon = table.id("lone");
    table.happens(Event::Spin { who: platoon, change: 1, lapsed: false });
    table.part_of("rifles#2").until_asked(Point::Act, "rifles#2");
    table.dice(&[0, 0]).take(act(Verb::Attack).into());
    table.until_asked(Point::Adjust, "rifles#4");
    let spin = option(&mut table, Verb::Spin);
    let invoke = option(&mut table, Verb::Invoke);
    table.answer(Point::Adjust, "rifles#4", spin).until_asked(Point::Adjust, "rifles#4");
    table.answer(Point::Adjust, "rifles#4", invoke);
    let own = table.fight.state.contest.as_ref().unwrap().rolls[1].total();
    let kept = table.unit("rifles#4").defences[0].total();
    assert_eq!(own - kept, 1, "the aspect stays, the spin does not");
}

/// The rules say only of attacks that "the defending roll … stays on the table for the turn". With `standing attacks`, jamming and spotting
/// meet a new roll. Rules: R-L54.
#[test]
fn with_standing_attacks_jamming_and_spotting_meet_a_new_roll() {
    for (setting, known) in [("all_rolls", true), ("attacks", false)] {
        let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").rule("standing", setting).sit();
        let (who, by, skill) = (table.id("rifles#4"), table.id("rifles#2"), table.skill("camouflage"));
        let faces = slip_dice::Dice::scripted([1, 1, 1, 1]).roll(slip_dice::DiceKind::default()).unwrap();
        let roll = slip_play::roll::Roll::fallen(0, who, Some(skill), faces, slip_play::event::RollAddends::new());
        table.set("rifles#4", |unit| unit.defences.push(roll));
        let threat = |act| slip_play::platoon::Threat { me: by, act, with: skill, area: false };
        assert_eq!(table.fight.standing_against(who, skill, threat(slip_play::effects::Act::Spot)).is_some(), known, "{setting}");
        assert!(table.fight.standing_against(who, skill, threat(slip_play::effects::Act::Attack)).is_some());
    }
}

/// "checked at the beginning of the platoon's action": one more check after deployment, so a unit out of range is an orphan at once.
/// Rules: R-L56.
#[test]
fn command_is_checked_after_deployment() {
    let mut table = Field::sides("", "platoon squad at a { place rifles at d }", "platoon lone at e").sit();
    table.until(&[Point::Order, Point::Unit]);
    assert!(table.events.iter().any(|event| matches!(event, Event::Group { what: Grouping::Command, .. })));
    assert!(table.fight.is_orphan(table.id("rifles#2")));
}

/// Units that are "not normally part of a platoon (typically aircraft) … draw fate points": they count as in the platoon for all else, too.
/// Rules: R-L55.
#[test]
fn aircraft_are_in_the_platoon_whatever_their_range() {
    let drifters = "platoon drifters \"Drifters\" { leader rifles with not_a_genius \"Wind sock\"; aircraft balloon }";
    let mut table = Field::sides(drifters, "platoon drifters at a", "platoon lone at e").sit();
    table.until(&[Point::Order, Point::Unit]);
    let (balloon, platoon) = (table.id("balloon"), table.id("drifters"));
    assert_eq!(table.fight.funds(balloon), Some(platoon));
    assert_ne!(table.fight.free_slots(balloon, MORALE, 2), slip_dice::fate::Slots::NONE);
    table.loses("rifles#1");
    assert_eq!(table.fight.state.unit(table.id("rifles#1")).map(|unit| unit.is_active()), Some(false));
    assert_eq!(table.fight.funds(balloon), Some(platoon), "also without a leader");
    assert_eq!(table.unit("balloon").status, UnitStatus::Active);
}

/// An aircraft on the map "may not make a Movement roll", so it cannot make a maneuver with Movement either.
#[test]
fn an_aircraft_on_the_map_makes_no_maneuver_with_movement() {
    let drifters = "platoon drifters \"Drifters\" { leader rifles with not_a_genius \"Wind sock\"; aircraft balloon }";
    let mut table = Field::sides(drifters, "platoon drifters at a", "platoon lone at e").sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel);
    table.part_of("balloon").until_asked(Point::Act, "balloon");
    table.take(act(Verb::Deploy).into());
    let there = act(Verb::Target).on(Id::Zone(table.zone("c")));
    table.answer(Point::Whom, "balloon", there);
    table.next_turn().part_of("balloon").until_asked(Point::Act, "balloon");
    table.take(act(Verb::Maneuver).into());
    table.until(&[Point::With]);
    let movement = i16::from(table.skill("movement").0);
    assert!(table.options().iter().all(|choice| choice.n != movement), "{:?}", table.options());
}

/// A leader out of command "suffers none of the other restrictions": the platoon's points and consequences stay open to him.
/// Rules: R-L60.
#[test]
fn a_leader_out_of_command_spends_the_points_of_the_platoon() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    table.until(&[Point::Order, Point::Unit]);
    let (leader, platoon) = (table.id("rifles#1"), table.id("squad"));
    table.set("rifles#1", |unit| unit.ooc = 3);
    assert_eq!(table.fight.funds(leader), Some(platoon));
    assert_ne!(table.fight.free_slots(leader, MORALE, 2), slip_dice::fate::Slots::NONE);
}

/// "for all distance calculations (both against them and against other targets)": from and to the air every range is 1 more.
/// Rules: R-L7.
#[test]
fn every_range_from_and_to_the_air_is_one_more() {
    let drifters = "platoon drifters \"Drifters\" { leader rifles with not_a_genius \"Wind sock\"; aircraft balloon }";
    let mut table = Field::sides(drifters, "platoon drifters at a", "platoon lone at c").sit();
    table.until(&[Point::Order, Point::Unit]);
    let (balloon, ground, enemy) = (table.id("balloon"), table.id("rifles#1"), table.id("rifles#2"));
    let on_foot = table.fight.range_between(ground, enemy);
    table.put("balloon", "a");
    assert_eq!(table.fight.range_between(balloon, enemy), on_foot.map(|range| range + 1));
    assert_eq!(table.fight.range_between(enemy, balloon), on_foot.map(|range| range + 1));
    assert_eq!(
        table.fight.range_to(balloon, table.zone("c")),
        on_foot.map(|range| range + 1),
        "to the ground, for a maneuver or an interdiction"
    );
}

/// A unit sees enemies in the next zone, and can therefore spot them. The source says this only of fire. Rules: R-L61.
#[test]
fn neighbours_are_in_sight_for_spotting() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at b").sit();
    table.until(&[Point::Order, Point::Unit]);
    let enemy = table.fight.roster.units.iter().map(|(id, _)| id).find(|&id| table.fight.are_enemies(table.id("rifles#1"), id)).unwrap();
    assert!(table.fight.sees(table.id("rifles#1"), enemy) && table.fight.sees(enemy, table.id("rifles#1")));
}
