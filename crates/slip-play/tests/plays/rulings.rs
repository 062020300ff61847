//! Tests of the rulings of personal combat that contain a choice, with their settings.

use crate::plays::table::{Person, Scene, Table};
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, Phase, RollAddend};
use slip_play::ids::{ActorId, AspectId, Id};
use slip_play::personal::state::{COMPOSURE, HEALTH};
use slip_play::question::Point;
use slip_play::tracks::TrackSet;

const GEAR: &str = r#"
weapon pistol "Pistol" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
weapon army_rifle "Army rifle" : slug_thrower { tech T2; harm 1; penetration 1; range 1..3 }
weapon recoil "Kicker" : slug_thrower { tech T2; harm 1; penetration 1; range 0..3; stunts civilian, high_recoil }
weapon soft "Soft gun" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian, low_recoil }
weapon slow_burst "Slow burst" : slug_thrower { tech T2; harm 1; range 0..3; stunts full_auto, awkward_reload }
weapon spray "Spray" : energy_weapon { tech T2; harm 0; penetration 0; range 0..2; stunts dispersed_fire }
weapon grenade "Grenade" : slug_thrower { tech T2; harm 1; range 1..3; stunts explosive }
weapon slow_gun "Slow gun" : slug_thrower { tech T2; harm 1; range 0..3; stunts civilian, awkward_reload }
weapon deep_gun "Deep gun" : slug_thrower { tech T2; harm 1; range 1..3; stunts full_auto, high_capacity }
weapon gas "Gas gun" : slug_thrower { tech T2; harm 1; range 0..2; stunts civilian, non_lethal }
weapon spear "Spear" : close_combat { tech T2; harm 1; range 0..1 }
weapon axe "Axe" : close_combat { tech T2; harm 1; range 0..1; stunts two_handed }
weapon dart "Dart" : close_combat { tech T2; harm 1; range 1; stunts thrown }
weapon hatchet "Hatchet" : close_combat { tech T2; harm 1; range 0..1; stunts versatile }
armour mail "Mail" : body_armour { tech T2; defense 3 }
armour servo "Servo suit" : body_armour { tech T3; defense 3; stunts civilian, power_suit, servos }
armour puncher "Puncher" : body_armour { tech T4; defense 1; stunts civilian, power_suit, crushing_fists x2, sensors }
armour jets "Jets" : body_armour { tech T4; defense 1; stunts civilian, power_suit, servos, jump_jets }
npc soldier "Soldier" { cap 1; skills { 1 slug_throwers }; stunts military_grade(slug_throwers); aspects "Drilled" }
npc swimmer "Swimmer" { cap 2; skills { 2 tactics; 1 intimidation, agility }; stunts swap_skill(tactics, agility); aspects "Calm", "Cold" }
map yard "Yard" { zone a; zone b; zone c; zone d; border a -- b 0; border b -- c 2; border c -- d 0; border a -- d 3/0/3 "Gate" }
"#;

pub fn scene() -> Scene {
    Scene::new(GEAR)
}

pub fn shooter(name: &str) -> Person {
    Person::new(name).skill("slug_throwers", 3).skill("agility", 1).skill("alertness", 5).gear("weapon", "pistol")
}

pub fn target(name: &str) -> Person {
    Person::new(name).skill("agility", 1)
}

/// Returns a fight at the shooter's first question. The shooter is in zone `a`, the target in the zone `zone`.
pub fn pair(zone: &str) -> Table {
    let mut table = scene().person("red", "a", shooter("red")).person("blue", zone, target("blue")).sit();
    table.wait();
    table
}

pub const QUIET: &[Point] = &[Point::Compel, Point::FreeMove, Point::With, Point::Track, Point::Whom, Point::Defend, Point::PayAccess];

/// Declares an attack with the first weapon and continues to the dice.
pub fn shoot(table: &mut Table, target: &str) {
    let it = Id::Actor(table.actor(target));
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(it));
    }
    if table.wait() == Some(Point::With) {
        let using = table.options().into_iter().find(|option| option.with == 0 && option.how == 0).unwrap();
        table.answer(Point::With, using);
    }
    if table.wait() == Some(Point::Track) {
        table.answer(Point::Track, Choice::of(Verb::Aim));
    }
    table.pass(QUIET);
}

pub fn last_shifts(table: &Table) -> i32 {
    let found = table.events.iter().rev().find_map(|event| match event {
        Event::Result { shifts, .. } => Some(*shifts),
        _ => None,
    });
    found.unwrap()
}

pub fn part(table: &Table, who: ActorId, part: RollAddend) -> Option<i32> {
    let found = table.events.iter().rev().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == who => Some(parts.iter().find(|(there, _)| *there == part)),
        _ => None,
    });
    found.unwrap().map(|(_, amount)| amount)
}

pub fn pass_turn(table: &mut Table) {
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::FreeMove, Point::Compel]);
}

/// R-P1, R-P2 and R-C5: an attack at 0 misses, a maneuver at 0 succeeds. R-P27: a maneuver is rolled against 0, whatever its target.
/// Rules: R-P8.
#[test]
fn rp1_rp2_rp27_zero_is_a_miss_for_an_attack_and_enough_for_a_maneuver() {
    let mut table = pair("b");
    // Attack: rank 3 + 1, and -3 on the dice. Defence: 1.
    table.dice("---0 0000");
    shoot(&mut table, "blue");
    table.pass(&[Point::Adjust]);
    assert_eq!(last_shifts(&table), 0);
    assert!(!table.events.iter().any(|event| matches!(event, Event::Hit { .. })));

    let mut table = pair("b");
    let blue = table.actor("blue");
    table.dice("---0");
    table.answer(Point::Act, Choice::of(Verb::Maneuver));
    table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Actor(blue)));
    let n = i16::from(table.skill("slug_throwers").0);
    table.answer(Point::With, Choice::of(Verb::Use).n(n));
    table.say(Point::Term, Choice::of(Verb::Term), "Pinned down").pass(&[Point::FreeMove, Point::Adjust]);
    assert_eq!(last_shifts(&table), 0);
    let pinned = table.fight.state.aspects.values().find(|aspect| aspect.text == "Pinned down").unwrap();
    assert_eq!((pinned.holder, pinned.origin), (Holder::Actor(blue.0), AspectOrigin::Maneuver));
    // R-P8: the placer's side may use the free tag, from the next declaration on.
    assert_eq!(pinned.free, Some(FreeTag { sides: 0b01, from: 2 }));
}

/// R-P5, R-C4: after the dice, the losing side buys first and then the sides take turns, until both have passed. R-P6: only one use per
/// scope can be paid for, also in the scope of the roller's own aspects; with `self_invokes any` own aspects are exempt (R-C24). R-C10: no
/// aspect is used twice. Rules: R-C9.
#[test]
fn rp5_rp6_the_losing_side_buys_first_and_each_scope_is_paid_once() {
    for any in [false, true] {
        let red = shooter("red").fate(3).aspect("One").aspect("Two");
        let blue = target("blue").fate(3).aspect("Three");
        let scene = scene().person("red", "a", red).person("blue", "b", blue);
        let scene = if any { scene.rule("self_invokes", "any") } else { scene };
        let mut table = scene.sit();
        table.wait();
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        // 4 against 1: blue is losing.
        assert_eq!(table.fight.state.step.who, Id::Actor(table.actor("blue")));
        table.answer(Point::Adjust, Choice::of(Verb::Pass));
        assert_eq!(table.fight.state.step.who, Id::Actor(table.actor("red")));
        let own = |table: &Table| -> Vec<Choice> {
            let own = |id: AspectId| matches!(table.fight.state.aspects[id].holder, Holder::Actor(_));
            let invokes = table.options().into_iter().filter(|option| option.verb == Verb::Invoke && option.how == 0);
            invokes.filter(|option| option.aspect().is_some_and(own)).collect()
        };
        assert_eq!(own(&table).len(), 1, "two own aspects are one class");
        let first = own(&table)[0];
        table.answer(Point::Adjust, first);
        table.answer(Point::Adjust, Choice::of(Verb::Pass));
        let again = own(&table);
        assert_eq!(again.len(), usize::from(any), "the own scope is paid");
        assert!(again.iter().all(|option| option.with != first.with), "never the same aspect");
        let tags = table.options().iter().filter(|option| option.verb == Verb::Tag).count();
        assert!(tags > 0, "the opponent's scope is still open");
        table.answer(Point::Adjust, Choice::of(Verb::Pass));
        assert_ne!(table.wait(), Some(Point::Adjust), "two passes in a row close the window");
        assert_eq!(table.fight.state.actors[table.actor("red")].fate.points(), 2);
    }
}

/// R-C24: if any number of own aspects may be invoked on one roll, all of them count as available.
#[test]
fn rc24_what_can_still_be_added_counts_every_own_aspect_that_may_be_invoked() {
    let reach = |any: bool| {
        let red = shooter("red").fate(9).aspect("One").aspect("Two").aspect("Three");
        let scene = scene().person("red", "a", red).person("blue", "b", target("blue"));
        let scene = if any { scene.rule("self_invokes", "any") } else { scene };
        let mut table = scene.sit();
        table.wait();
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        let (_, reach) = table.fight.still_to_add(0);
        assert_eq!((table.fight.can_add_more(0, reach - 1), table.fight.can_add_more(0, reach)), (true, false));
        reach
    };
    assert_eq!(reach(true), reach(false) + 4);
}

/// R-P7, R-C1, R-C8: a tag gives +2 or a reroll; the reroll keeps the +2 already bought.
#[test]
fn rp7_a_reroll_replaces_the_dice_and_keeps_what_was_bought() {
    let red = shooter("red").fate(2).aspect("One");
    let blue = target("blue").aspect("Slow");
    let mut table = scene().person("red", "a", red).person("blue", "b", blue).sit();
    table.wait();
    table.dice("---- 0000 ++++");
    shoot(&mut table, "blue");
    let pick = |table: &mut Table, verb: Verb, how: u8| {
        table.wait();
        table.options().into_iter().find(|option| option.verb == verb && option.how == how).unwrap()
    };
    let invoke = pick(&mut table, Verb::Invoke, Choice::PLUS_TWO);
    table.answer(Point::Adjust, invoke);
    assert_eq!(table.fight.state.contest.as_ref().unwrap().roll.total(), 2, "dice -4, and 3 + 1, and the aspect");
    let reroll = pick(&mut table, Verb::Tag, Choice::REROLL);
    table.answer(Point::Adjust, reroll);
    assert_eq!(table.fight.state.contest.as_ref().unwrap().roll.total(), 10, "only the dice have changed");
}

/// R-P9: used skills are available again in the actor's next turn, or with `skill_window global` in the next round.
#[test]
fn rp9_a_skill_is_used_up_until_ones_own_next_turn() {
    let mut table = pair("b");
    let red = table.actor("red");
    table.dice("0000 0000");
    shoot(&mut table, "blue");
    let slug = table.skill("slug_throwers");
    assert!(table.fight.state.actors[red].used.has(slug));
    table.pass(&[Point::Adjust, Point::Mitigate]);
    let defences = table.fight.defence_skills_against(red, &table.fight.attack_on(red).on_track(HEALTH));
    assert_eq!(*defences, [Some(table.skill("agility"))], "shooting back is used up by shooting");
    pass_turn(&mut table);
    assert!(!table.fight.state.actors[red].used.has(slug), "a new turn, a fresh skill");
}

/// R-P10: defences are dodging against any attack, nerve against attacks on Composure, ready weapons.
#[test]
fn rp10_defences_are_dodging_nerve_and_ready_weapons() {
    let table = pair("b");
    let blue = table.actor("blue");
    let red = table.actor("red");
    let [agility, resolve, slug] = ["agility", "resolve", "slug_throwers"].map(|name| Some(table.skill(name)));
    assert_eq!(*table.fight.defence_skills_against(blue, &table.fight.attack_on(blue).on_track(HEALTH)), [agility]);
    assert_eq!(*table.fight.defence_skills_against(blue, &table.fight.attack_on(blue).on_track(COMPOSURE)), [agility, resolve]);
    assert_eq!(*table.fight.defence_skills_against(red, &table.fight.attack_on(red).on_track(HEALTH)), [agility, slug]);
}

/// R-P14: a hit eight past the end of Health cannot be saved; R-P49: without slots no consequence can be taken.
#[test]
fn rp14_rp49_far_past_the_end_of_health_nothing_saves() {
    for (harm, beyond) in [(9, false), (10, true)] {
        let scene = scene().set("weapon", "pistol", &[("harm", harm)]);
        let mut table = scene.person("red", "a", shooter("red")).person("blue", "b", target("blue")).sit();
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        table.pass(&[Point::Adjust]);
        let option = table.options();
        assert!(option.iter().all(|option| option.verb != Verb::Take || option.how == 0), "an NPC has no slots");
        table.pass(&[Point::Mitigate]);
        let out = table.events.iter().find_map(|event| match event {
            Event::Out { beyond_saving, .. } => Some(*beyond_saving),
            _ => None,
        });
        assert_eq!(out, Some(beyond), "harm {harm}: {} past a track of 4", 3 + harm - 1 - 4);
    }
}

/// R-P15: First Blood happens once, while neither track is marked. The setting has the other readings. Rules: R-C23.
#[test]
fn rp15_first_blood_by_its_settings() {
    for (setting, marked, spent, shocks) in [
        ("once", false, false, true),
        ("once", true, false, false),
        ("once", false, true, false),
        ("session", true, false, true),
        ("session", false, true, false),
        ("unmarked", false, true, true),
        ("unmarked", true, true, false),
        ("no", false, false, false),
    ] {
        let scene = scene().rule("first_blood", setting);
        let mut table = scene.person("red", "a", shooter("red")).person("blue", "b", target("blue")).sit();
        let blue = table.actor("blue");
        table.wait();
        if marked {
            table.fight.state.actors[blue].tracks[0].mark(1);
        }
        table.fight.state.actors[blue].shock_spent = spent;
        table.dice("-000 0000");
        shoot(&mut table, "blue");
        table.pass(&[Point::Adjust, Point::Mitigate]);
        let composure = table.fight.state.actors[blue].tracks[1].marked();
        assert_eq!(composure == 2, shocks, "{setting}, marked {marked}, spent {spent}");
    }
}

/// R-P16: by Alertness and its bonuses, ties by Agility, then in the order of the text; or only in the order of the text.
#[test]
fn rp16_the_order_of_turns() {
    let people = |scene: Scene| {
        scene
            .person("red", "a", Person::new("slow").skill("alertness", 1))
            .person("red", "a", Person::new("nimble").skill("alertness", 2).skill("agility", 3))
            .person("blue", "b", Person::new("watchful").skill("alertness", 2).gear("armour", "puncher"))
            .person("blue", "b", Person::new("calm").skill("alertness", 2).skill("agility", 1))
    };
    let order = |scene: Scene| {
        let mut table = people(scene).sit();
        table.wait();
        let name = |who: &ActorId| table.fight.roster.actors[*who].name.to_string();
        table.fight.state.order.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(order(scene()), ["watchful", "nimble", "calm", "slow"], "Sensors count for the order");
    assert_eq!(order(scene().rule("order", "seats")), ["slow", "nimble", "watchful", "calm"]);
}

/// R-P17: 1 + p by default, max(1, p) with `border_cost max`.
/// Rules: R-P18.
#[test]
fn rp17_the_cost_of_a_zone_behind_a_border() {
    for (setting, costs) in [("plus", [1, 3]), ("max", [1, 2])] {
        let scene = scene().rule("border_cost", setting);
        let table = scene.person("red", "b", shooter("red")).person("blue", "d", target("blue")).sit();
        let red = table.actor("red");
        let cost = |border: u16| table.fight.crossing_cost(red, slip_play::ids::BorderId(border));
        assert_eq!([cost(0), cost(1)], costs.map(Some), "{setting}");
        assert_eq!(cost(3), None, "the gate is closed (R-P18)");
    }
}

/// R-P20, R-P21, R-P50, R-C11: a compel before the dice stops or moves the actor; it cannot be refused without a point; only the
/// acting character can be compelled; `compel_loss action` leaves the free move.
#[test]
fn rp20_rp21_a_compel_costs_the_turn_and_cannot_be_refused_without_a_point() {
    for (fate, loss, answers, after) in [(1, "turn", 2, None), (0, "turn", 1, None), (0, "action", 1, Some(Phase::FreeMove))] {
        let red = shooter("red").fate(fate).aspect("Afraid of the dark");
        let scene = scene().rule("compel_loss", loss).person("red", "a", red).person("blue", "b", target("blue").fate(1));
        let mut table = scene.sit();
        let [red, blue] = ["red", "blue"].map(|name| table.actor(name));
        table.answer(Point::Act, Choice::of(Verb::Pass));
        assert_eq!(table.wait(), Some(Point::Compel));
        let ask = table.fight.waiting_for().unwrap();
        assert_eq!((ask.me, ask.it), (Id::Actor(blue), Id::Actor(red)));
        let own = table.options().into_iter().find(|option| option.verb == Verb::Compel && option.how == Choice::INACTION);
        let before = table.events.len();
        table.answer(Point::Compel, own.unwrap());
        let asked = table.fight.waiting_for().unwrap();
        let mut options = slip_play::choice::Options::new();
        table.fight.legal(&mut options);
        assert_eq!((asked.point, options.len()), (Point::AnswerCompel, answers));
        if answers == 2 {
            table.answer(Point::AnswerCompel, Choice::of(Verb::Accept));
        }
        table.wait();
        assert_eq!(table.fight.state.actors[red].fate.points(), u16::try_from(fate).unwrap() + 1);
        assert_eq!(table.fight.state.actors[blue].fate.points(), 0);
        let moved = table.events[before..].iter().any(|event| matches!(event, Event::Phase(step) if step.phase == Phase::FreeMove));
        assert_eq!(moved, after.is_some());
    }
}

/// R-P20: with `forced_move flagged` only consequences of Composure force a move.
/// Rules: R-P21.
#[test]
fn rp20_forced_moves_by_setting() {
    for (setting, forced) in [("any", true), ("flagged", false)] {
        let red = shooter("red").aspect("Afraid of the dark");
        let scene = scene().rule("forced_move", setting).person("red", "a", red);
        let mut table = scene.person("blue", "b", target("blue").fate(1)).sit();
        table.answer(Point::Act, Choice::of(Verb::Pass));
        table.wait();
        let moves = table.options().iter().any(|option| option.how == Choice::FORCED_MOVE && option.verb == Verb::Compel);
        assert_eq!(moves, forced, "{setting}");
    }
}

/// R-P20: a forced move ends at least one zone away from its start; a step back to the start is offered only if the actor can leave
/// it again.
/// Rules: R-P21.
#[test]
fn rp20_a_forced_move_ends_elsewhere_than_it_began() {
    let there = "border a -> b 0; border b -> c 0";
    for (back, may_return) in [("border b -> a 0", true), ("border b -> a 1", false), ("border c -> a 0", false)] {
        let text = format!("{GEAR}map lane \"Lane\" {{ zone a; zone b; zone c; {there}; {back} }}");
        let red = shooter("red").fate(1).aspect("Afraid of the dark");
        let mut table = Scene::new(&text).person("red", "a", red).person("blue", "b", target("blue").fate(1)).sit();
        table.answer(Point::Act, Choice::of(Verb::Pass));
        table.wait();
        let leave = table.options().into_iter().find(|option| option.verb == Verb::Compel && option.how == Choice::FORCED_MOVE);
        table.answer(Point::Compel, leave.unwrap()).answer(Point::AnswerCompel, Choice::of(Verb::Accept));
        let (who, [a, b]) = (table.actor("red"), ["a", "b"].map(|name| table.zone(name)));
        let at = |table: &Table| table.fight.state.actors[who].zone;
        // If only one step is possible, the engine takes it without a question.
        if table.wait() == Some(Point::Steps) && at(&table) == a {
            let step = table.options().into_iter().find(|option| option.verb == Verb::Enter && option.it == Id::Zone(b));
            table.answer(Point::Steps, step.unwrap());
        }
        assert_eq!((table.wait(), at(&table)), (Some(Point::Steps), b));
        assert!(table.options().iter().any(|option| option.verb == Verb::Stay), "it may be over where it did not begin");
        let returns = table.options().into_iter().find(|option| option.it == Id::Zone(a));
        assert_eq!(returns.is_some(), may_return, "{back}");
        if let Some(step) = returns {
            table.answer(Point::Steps, step).wait();
            assert_eq!(at(&table), b, "not where it began");
        }
    }
}

/// R-P22 and R-P23: range counts steps, whatever they cost; closed gates block sight; the smaller cap of two light levels counts.
#[test]
fn rp22_rp23_range_and_sight() {
    let mut table = pair("c");
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| table.zone(name));
    let map = &table.fight.roster.map;
    assert_eq!([b, c, d].map(|zone| map.range(a, zone)), [1, 2, 1], "a closed gate counts as a step");
    assert!(table.fight.state.board.sees(a, c), "over the wall of 2");
    assert!(!table.fight.state.board.sees(a, d), "not through the closed gate");
    let gate = slip_play::ids::BorderId(3);
    table.fight.apply(&Event::Border { border: gate, paid: 1, by: None, change: slip_play::event::BorderChange::Opened });
    assert!(table.fight.state.board.sees(a, d));

    let scene = Scene::new(
        "weapon pistol : slug_thrower { tech T2; harm 1; range 0..4; stunts civilian }
map decks { zone up; zone down; border up -- down 0 }",
    );
    let mut scene = scene.person("red", "up", shooter("red")).person("blue", "down", target("blue"));
    let attacks = |scene: &Scene| {
        let mut table = scene.sit();
        table.wait();
        let red = table.actor("red");
        let using = table.fight.ways_to_attack(red)[0];
        table.fight.odds(red, using, table.actor("blue"), HEALTH).is_some()
    };
    assert!(attacks(&scene));
    scene.pack.maps.get_mut("t.decks").unwrap().zones[1].range_cap = Some(0);
    assert!(!attacks(&scene), "the cluttered deck allows no range at all");
}

/// R-P24: a point for each roll with a military weapon or armour without training; or no use at all.
#[test]
fn rp24_military_gear_without_training_costs_a_point_a_roll() {
    let arms = |fate: i32, rule: &str, trained: bool| {
        let scene = scene().rule("access", rule);
        let mut red = Person::new("red").skill("slug_throwers", 2).skill("alertness", 3).fate(fate).gear("weapon", "army_rifle");
        if trained {
            red = red.like(&scene.pack, "npc", "soldier");
        }
        scene.person("red", "a", red).person("blue", "b", target("blue")).sit()
    };
    let has_rifle = |table: &mut Table| {
        table.wait();
        let red = table.actor("red");
        table.fight.ways_to_attack(red).iter().any(|using| using.with == 0)
    };
    assert!(has_rifle(&mut arms(1, "paid", false)) && has_rifle(&mut arms(0, "paid", true)));
    assert!(!has_rifle(&mut arms(0, "paid", false)) && !has_rifle(&mut arms(1, "forbidden", false)));
    let mut table = arms(1, "paid", false);
    let red = table.actor("red");
    table.dice("0000 0000");
    let it = Id::Actor(table.actor("blue"));
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(it));
    }
    table.pass(&[Point::With, Point::Track]);
    table.answer(Point::PayAccess, Choice::of(Verb::Yes)).pass(QUIET);
    assert_eq!(table.fight.state.actors[red].fate.points(), 0);
    // Without payment the turn is still open for another action.
    let mut table = arms(1, "paid", false);
    table.answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom, Point::With, Point::Track]);
    table.answer(Point::PayAccess, Choice::of(Verb::No));
    assert_eq!(table.wait(), Some(Point::Act));
    assert!(!has_rifle(&mut table));

    for (pays, armour) in [(Verb::Yes, Some(2)), (Verb::No, None)] {
        let blue = target("blue").fate(1).gear("armour", "mail");
        let mut table = scene().person("red", "a", shooter("red")).person("blue", "b", blue).sit();
        table.wait();
        table.dice("0000 0000");
        table.answer(Point::Act, Choice::of(Verb::Attack));
        table.pass(&[Point::Compel, Point::FreeMove, Point::With, Point::Track, Point::Whom, Point::Defend]);
        table.answer(Point::PayAccess, Choice::of(pays)).wait();
        let blue = table.actor("blue");
        assert_eq!(part(&table, blue, RollAddend::Armour), armour);
        assert_eq!(part(&table, blue, RollAddend::Gear), Some(-2), "its weight is there all the same");
    }
}

/// R-P25: -2 once beyond range; for thrown weapons -2 per zone. R-P53 and R-P54: outdoors, melee is limited to the zone, a throw is not.
#[test]
fn rp25_rp53_rp54_range_penalties_and_the_open_air() {
    let penalty = |weapon: &str, zone: &str, outdoors: bool, how: u8| {
        let scene = Scene::new(GEAR);
        let red = Person::new("red").skill("close_combat", 2).skill("slug_throwers", 2).skill("agility", 2).skill("alertness", 3);
        let mut scene = scene.person("red", "a", red.gear("weapon", weapon)).person("blue", zone, target("blue"));
        let map = scene.pack.maps.get_mut("t.yard").unwrap();
        map.zones.iter_mut().for_each(|zone| zone.outdoor = outdoors);
        let mut table = scene.sit();
        table.wait();
        let red = table.actor("red");
        let using = table.fight.ways_to_attack(red).into_iter().find(|using| using.with == 0 && using.how == how)?;
        let odds = table.fight.odds(red, using, table.actor("blue"), HEALTH)?;
        let manner = table.fight.manner(red, using).unwrap();
        Some(odds.margin - (2 + manner.harm - 1))
    };
    assert_eq!(penalty("army_rifle", "a", false, 0), None, "nobody is trained, nobody has a point");
    assert_eq!(penalty("pistol", "c", false, 0), Some(0));
    assert_eq!(penalty("spear", "b", false, 0), Some(0));
    assert_eq!(penalty("spear", "b", true, 0), None, "out of doors a spear does not reach the next zone");
    assert_eq!(penalty("spear", "a", true, 0), Some(0), "and in its own zone it is at no disadvantage");
    assert_eq!(penalty("dart", "b", true, 0), Some(0), "a throw keeps its band");
    assert_eq!(penalty("dart", "a", true, 0), Some(-2), "too near to throw");
    assert_eq!(penalty("hatchet", "c", true, 2), Some(0), "thrown, by choice");
    assert_eq!(penalty("hatchet", "c", true, 0), None, "held, it does not reach");
}

/// A thrown weapon is described as thrown, whether it returns to the hand or not; guns and melee weapons are not.
#[test]
fn what_is_thrown_is_known_from_what_shoots_and_what_strikes() {
    for (weapon, how, thrown) in [("dart", 0, true), ("hatchet", 2, true), ("hatchet", 0, false), ("spear", 0, false), ("pistol", 0, false)]
    {
        let red = Person::new("red").skill("close_combat", 2).skill("slug_throwers", 2).skill("agility", 2).skill("alertness", 3);
        let mut table = Scene::new(GEAR).person("red", "a", red.gear("weapon", weapon)).person("blue", "b", target("blue")).sit();
        table.wait();
        let using = Choice::of(Verb::Use).with(0).how(how);
        assert_eq!(table.fight.manner(table.actor("red"), using).unwrap().thrown, thrown, "{weapon} {how}");
    }
}

/// R-P26: social attacks reach as far as sight, have no range penalty, and leave the speaker exposed, but without a free tag.
#[test]
fn rp26_words_hit_composure_at_any_range_and_expose_the_speaker() {
    let red = Person::new("red").skill("intimidation", 3).skill("alertness", 3);
    let mut table = scene().person("red", "a", red).person("blue", "c", target("blue").gear("armour", "mail")).sit();
    let [red, blue] = ["red", "blue"].map(|name| table.actor(name));
    let skill = i16::from(table.skill("intimidation").0);
    table.dice("0000 0000");
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Actor(blue)));
    }
    table.pass(&[Point::FreeMove, Point::Defend, Point::Adjust, Point::PayAccess]);
    assert_eq!(table.fight.state.declared.using.map(|using| using.n), Some(skill), "the only skill of hers that serves for it");
    assert_eq!(table.fight.state.declared.track, Some(COMPOSURE));
    assert_eq!(part(&table, red, RollAddend::Range), None);
    assert_eq!(part(&table, blue, RollAddend::Armour).unwrap_or(0), 0);
    table.pass(&[Point::Mitigate]);
    let exposed = table.fight.state.aspects.values().find(|aspect| aspect.text == "Sitting duck").unwrap();
    assert!(exposed.present && exposed.free.is_none());
    // The aspect ends with the next turn of the actor.
    pass_turn(&mut table);
    let exposed = |table: &Table| table.fight.state.aspects.values().any(|aspect| aspect.text == "Sitting duck" && aspect.present);
    assert!(exposed(&table));
    pass_turn(&mut table);
    assert!(!exposed(&table));
}

/// R-P28: only an aspect placed by a maneuver can be removed; an aspect whose free tag is unused is removed first, without a roll.
#[test]
fn rp28_shedding_an_aspect() {
    let mut table = pair("c");
    let red = table.actor("red");
    let mut placed = |origin: AspectOrigin, free: Option<FreeTag>| {
        let aspect = Aspect { origin, free, ..Aspect::printed("Tangled", Holder::Actor(red.0)) };
        table.fight.state.aspects.push(aspect)
    };
    let free = Some(FreeTag { sides: 0b10, from: 0 });
    let tangled: AspectId = placed(AspectOrigin::Maneuver, free);
    placed(AspectOrigin::Consequence, None);
    let removes: Vec<Choice> = table.options().into_iter().filter(|option| option.verb == Verb::Remove).collect();
    assert_eq!(removes, [Choice::of(Verb::Remove).with(tangled.0)]);
    table.answer(Point::Act, removes[0]).pass(&[Point::Compel, Point::FreeMove]);
    let state = &table.fight.state.aspects[tangled];
    assert!(state.present && state.free.is_none(), "the edge is off, the aspect stays");
    pass_turn(&mut table);
    table.dice("0000").answer(Point::Act, removes[0]);
    table.pass(&[Point::With, Point::FreeMove, Point::Adjust]);
    assert!(!table.fight.state.aspects[tangled].present);
}

/// R-P29: an obstruction needs at least one shift. The cost of a free border becomes 2; a border that has a cost costs 1 more.
#[test]
fn rp29_obstructions() {
    use slip_pack::map::BorderValue::{Stateful, Stateless};
    // 3 + dice against 2: -1 gives 0 shifts, which is no success.
    for (faces, term, border, value, later) in [
        ("-000", 0, 0, Stateless(0), Stateless(0)),
        ("0000", 0, 0, Stateless(2), Stateless(2)),
        // An obstruction that must be maintained stays while its maker does nothing else.
        ("0000", 1, 0, Stateless(2), Stateless(2)),
        ("0000", 0, 3, Stateful { open: 4, pass: 1, close: Some(4) }, Stateful { open: 4, pass: 1, close: Some(4) }),
    ] {
        let mut table = pair("c");
        let zone = table.zone("a");
        let skill = i16::from(table.skill("slug_throwers").0);
        table.dice(faces).answer(Point::Act, Choice::of(Verb::Obstruct));
        table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Zone(zone))).answer(Point::With, Choice::of(Verb::Use).n(skill));
        table.answer(Point::Term, Choice::of(Verb::Term).how(term)).pass(&[Point::FreeMove, Point::Adjust]);
        if table.wait() == Some(Point::Border) {
            table.answer(Point::Border, Choice::of(Verb::Border).with(border));
        }
        let id = slip_play::ids::BorderId(border);
        assert_eq!(table.fight.state.board.borders[id].value, value, "{faces} at {border}");
        for _ in 0..3 {
            pass_turn(&mut table);
        }
        assert_eq!(table.fight.state.board.borders[id].value, later, "{faces} at {border}, later");
    }
}

/// The cheapest way is not used if it enters more zones than the move allows; then the shorter, more expensive one is taken.
#[test]
fn a_way_never_enters_more_zones_than_one_may() {
    let map = "map warren \"Warren\" { zone a; zone b; zone c; zone d; zone e; border a -- b 2; border a -- c 0; border c -- b 0; border b -- d 0; border d -- e 0 }";
    let red = Person::new("red").skill("agility", 4).skill("alertness", 4);
    let mut table = Scene::new(map).person("red", "a", red).person("blue", "a", Person::new("blue")).sit();
    table.wait();
    table.dice("0000").answer(Point::Act, Choice::of(Verb::Move)).pass(&[Point::Adjust]);
    assert_eq!((table.wait(), table.fight.state.declared.movement), (Some(Point::Steps), 5));
    let end = table.zone("e");
    table.answer(Point::Steps, Choice::of(Verb::Go).on(Id::Zone(end)));
    let entered: Vec<_> =
        table.events.iter().filter_map(|event| if let Event::Move { to, paid, .. } = event { Some((*to, *paid)) } else { None }).collect();
    assert_eq!(entered, [(table.zone("b"), 3), (table.zone("d"), 1), (end, 1)]);
}

/// R-XM1: if two borders join the same zones, sight over one of them is enough, also where the map lists lines of sight.
#[test]
fn sight_passes_where_one_of_two_borders_lets_it() {
    for sight in ["", "; sight a c through b"] {
        let borders = format!("border a -> b 3/0/3 \"Hatch\"; border b -> a 0; border b -- c 0{sight}");
        let scene = Scene::new(&format!("map lock \"Lock\" {{ zone a; zone b; zone c; {borders} }}"));
        let table = scene.person("red", "a", Person::new("red")).person("blue", "c", Person::new("blue")).sit();
        assert!(table.fight.state.board.sees(table.zone("a"), table.zone("c")), "{borders}");
    }
}

/// R-P36: in zero gravity the skill MicroG replaces others, at -1 if those are untrained; a recoilless weapon keeps its own skill.
#[test]
fn rp36_microgravity() {
    let skill = |weapon: &str, slug: Option<i32>| {
        let mut red = Person::new("red").skill("microg", 2).skill("alertness", 4).gear("weapon", weapon);
        if let Some(rank) = slug {
            red = red.skill("slug_throwers", rank);
        }
        let scene = scene().rule("gravity", "none");
        let mut table = scene.person("red", "a", red).person("blue", "b", target("blue")).sit();
        let red = table.actor("red");
        table.wait();
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        let found = table.events.iter().find_map(|event| match event {
            Event::Roll { me, skill, parts, .. } if *me == red => {
                let skill = skill.unwrap();
                Some((table.fight.roster.skills[skill].name.to_string(), parts.of(RollAddend::Skill(skill))))
            }
            _ => None,
        });
        found.unwrap()
    };
    assert_eq!(skill("pistol", Some(3)), ("microg".to_owned(), 2));
    assert_eq!(skill("pistol", None), ("microg".to_owned(), -1));
    assert_eq!(skill("soft", Some(3)), ("slug_throwers".to_owned(), 3));
    // The -1 is for a weapon without training; a move just uses MicroG.
    let mut table =
        scene().rule("gravity", "none").person("red", "a", Person::new("red").skill("microg", 2)).person("blue", "b", target("blue")).sit();
    let (red, microg) = (table.actor("red"), table.skill("microg"));
    while table.wait() == Some(Point::Act) && table.fight.state.actor != Some(red) {
        pass_turn(&mut table);
    }
    table.dice("0000").answer(Point::Act, Choice::of(Verb::Move)).pass(&[Point::Compel, Point::FreeMove]);
    let moved = table.events.iter().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == red => Some(parts.of(RollAddend::Skill(microg))),
        _ => None,
    });
    assert_eq!(moved, Some(2));
}

/// R-P40: terms are offered in the actor's own turn or when hit, and all other sides must accept them.
#[test]
fn rp40_a_concession_takes_the_consent_of_every_side() {
    for accepts in [[true, true], [true, false]] {
        let scene = scene().person("red", "a", shooter("red")).person("red", "a", target("friend"));
        let mut table = scene.person("blue", "b", target("blue")).person("green", "c", target("green")).sit();
        let red = table.actor("red");
        table.answer(Point::Act, Choice::of(Verb::Concede));
        for yes in accepts {
            let verb = if yes { Verb::Accept } else { Verb::Refuse };
            table.answer(Point::AcceptConcession, Choice::of(verb));
        }
        table.wait();
        assert_eq!(table.fight.state.actors[red].is_active(), accepts != [true, true]);
        if accepts == [true, false] {
            assert_eq!(table.fight.state.actor, Some(red), "the turn goes on");
            assert!(!table.options().contains(&Choice::of(Verb::Concede)), "once a turn");
        }
    }
}

/// R-P46: bare hands hit Composure; with `bare_hands either` they may hit Health, and so may crushing fists, which add harm.
#[test]
fn rp46_bare_hands() {
    let bare = |rule: &str, armour: Option<&str>| {
        let mut red = Person::new("red").skill("brawling", 2);
        if let Some(armour) = armour {
            red = red.gear("armour", armour);
        }
        let table = scene().rule("bare_hands", rule).person("red", "a", red).person("blue", "a", target("blue")).sit();
        let sheet = &table.fight.roster.actors[table.actor("red")];
        (sheet.bare.tracks, sheet.bare.harm)
    };
    let both = TrackSet::of(HEALTH).with(COMPOSURE);
    assert_eq!(bare("composure", None), (TrackSet::of(COMPOSURE), 0));
    assert_eq!(bare("either", None), (both, 0));
    assert_eq!(bare("composure", Some("puncher")), (both, 2));
}

/// R-P47: a weapon with High recoil cannot fire in two consecutive rounds unless the shooter is prone; lying down is free.
#[test]
fn rp47_high_recoil_fires_every_other_round_unless_prone() {
    let red = Person::new("red").skill("slug_throwers", 3).skill("alertness", 3).gear("weapon", "recoil");
    let mut table = scene().person("red", "a", red).person("blue", "b", target("blue").tracks(9, 9)).sit();
    let red = table.actor("red");
    let fires = |table: &Table| table.fight.ways_to_attack(red).iter().any(|using| using.with == 0);
    table.dice("---- 0000");
    shoot(&mut table, "blue");
    table.pass(&[Point::Adjust, Point::Mitigate]);
    pass_turn(&mut table);
    assert_eq!((table.fight.state.round, fires(&table)), (2, false));
    table.answer(Point::Act, Choice::of(Verb::Stance).how(1));
    assert!(table.fight.state.actors[red].prone && fires(&table), "lying down it fires, and the turn is still there");
    table.wait();
    assert!(table.options().iter().all(|option| option.verb != Verb::Stance), "once a turn");
}

/// R-P51: aspects that firing places, and the sides with a free tag on them.
#[test]
fn rp51_empty_magazines() {
    let ammo = |weapon: &str, rule: &str, area: u8| {
        let scene = scene().rule("ammo_tag", rule);
        let red = Person::new("red").like(&scene.pack, "npc", "soldier").skill("slug_throwers", 3).skill("alertness", 3);
        let mut table = scene.person("red", "a", red.gear("weapon", weapon)).person("blue", "b", target("blue")).sit();
        let zone = table.zone("b");
        let it = if area == 1 { Id::Zone(zone) } else { Id::Actor(table.actor("blue")) };
        table.dice("0000 0000");
        table.answer(Point::Act, Choice::of(Verb::Attack));
        if table.wait() == Some(Point::Whom) {
            table.answer(Point::Whom, Choice::of(Verb::Target).on(it));
        }
        if table.wait() == Some(Point::With) {
            let using = table.options().into_iter().find(|option| option.with == 0 && option.how == area).unwrap();
            table.answer(Point::With, using);
        }
        table.pass(&[Point::Track, Point::FreeMove, Point::Defend, Point::Adjust, Point::Mitigate, Point::Beaten]);
        let found = table.fight.state.aspects.values().find(|aspect| aspect.text == "Out of ammo" && aspect.present);
        found.map(|aspect| (matches!(aspect.holder, Holder::Gear(0, 0)), aspect.free.is_some()))
    };
    assert_eq!(ammo("pistol", "full_auto", 0), Some((true, false)), "there, but not free to tag");
    assert_eq!(ammo("slow_gun", "full_auto", 0), Some((true, true)), "Awkward reload: after every shot");
    assert_eq!(ammo("deep_gun", "full_auto", 1), Some((true, false)), "High capacity: never");
    assert_eq!(ammo("grenade", "full_auto", 1), Some((true, false)), "an explosion is no automatic fire");
    assert_eq!(ammo("grenade", "any_area", 1), Some((true, true)));
    let spray = scene().rule("ammo_tag", "any_area").person("red", "a", Person::new("red").gear("weapon", "spray"));
    let table = spray.person("blue", "b", target("blue")).sit();
    let manners = &table.fight.roster.actors[table.actor("red")].weapons[0].modes[0].manners;
    assert!(manners.iter().all(|manner| manner.after.iter().all(|after| !after.free)), "a setting about slug throwers");
}

/// There is never more than one free tag, however many effects give one.
/// Rules: R-P51.
#[test]
fn an_empty_magazine_is_free_to_tag_once_whatever_shows_it() {
    let scene = scene();
    let red = Person::new("red").like(&scene.pack, "npc", "soldier").skill("slug_throwers", 3).skill("alertness", 3);
    let mut table = scene.person("red", "a", red.gear("weapon", "slow_burst")).person("blue", "b", target("blue")).sit();
    let zone = Id::Zone(table.zone("b"));
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(zone));
    }
    if table.wait() == Some(Point::With) {
        let using = table.options().into_iter().find(|option| option.with == 0 && option.how == 1).unwrap();
        table.answer(Point::With, using);
    }
    table.dice("0000 0000");
    table.pass(&[Point::Track, Point::FreeMove, Point::Defend, Point::Adjust, Point::Mitigate, Point::Beaten]);
    let given = table.events.iter().filter(|event| matches!(event, Event::AspectFree { free: Some(_), .. })).count();
    assert_eq!(given, 1);
}

/// Effects of the listed stunts. R-P32: with several weapons the one to use is asked each turn, at no cost.
#[test]
fn stunts_act_as_their_lines_say() {
    let manner = |person: Person, how: u8| {
        let table = scene().person("red", "a", person).person("blue", "b", target("blue")).sit();
        let red = table.actor("red");
        let using = Choice::of(Verb::Use).with(0).how(how);
        (table.fight.manner(red, using).unwrap().clone(), table)
    };
    let (gas, _) = manner(shooter("red").gear("weapon", "gas"), 0);
    assert_eq!(gas.tracks, TrackSet::of(HEALTH).with(COMPOSURE), "the pistol is first");
    let (gas, _) = manner(Person::new("red").gear("weapon", "gas"), 0);
    assert_eq!(gas.tracks, TrackSet::of(COMPOSURE), "Non-lethal: Composure only");
    let (axe, table) = manner(Person::new("red").skill("stamina", 3).skill("close_combat", 1).gear("weapon", "axe"), 0);
    assert_eq!(axe.amplified, [table.skill("stamina")]);
    let (throw, table) = manner(Person::new("red").gear("weapon", "hatchet"), 2);
    assert_eq!((throw.skill, throw.range, throw.per_zone, throw.drops), (table.skill("agility"), (1, 2), true, true));
    let (dart, table) = manner(Person::new("red").gear("weapon", "dart"), 0);
    assert_eq!((dart.skill, dart.range, dart.drops), (table.skill("agility"), (1, 2), false));
    let ammo = table.fight.state.aspects.values().find(|aspect| aspect.text == "Out of ammo").unwrap();
    assert_eq!(ammo.holder, Holder::Gear(0, 0), "thrown things carry it from the start");

    let weight = |armour: &str| {
        let scene = scene().person("red", "a", Person::new("red").skill("agility", 3).gear("armour", armour));
        let mut table = scene.person("blue", "c", target("blue")).sit();
        let red = table.actor("red");
        table.dice("0000").answer(Point::Act, Choice::of(Verb::Move)).pass(&[Point::Adjust]);
        let zones = table.fight.zones_per_turn(red);
        (part(&table, red, RollAddend::Gear), table.fight.state.declared.movement, zones)
    };
    assert_eq!(weight("mail"), (Some(-2), 2, Some(3)));
    assert_eq!(weight("servo"), (None, 4, Some(3)), "servos carry the weight");
    assert_eq!(weight("jets"), (Some(2), 6, None), "jump jets: +2 and no limit on zones");

    // Swap a skill: Tactics in place of Agility, if it is better.
    let swimmer = Person::new("red").like(&scene().pack, "npc", "swimmer").skill("tactics", 5).skill("agility", 1);
    let table = scene().person("red", "a", swimmer).person("blue", "b", target("blue")).sit();
    let red = table.actor("red");
    let tactics = Some(table.skill("tactics"));
    assert!(table.fight.defence_skills_against(red, &table.fight.attack_on(red).on_track(HEALTH)).contains(&tactics));
    assert_eq!(table.fight.expected_defence(red, tactics), 3, "up to 3");
}

/// R-XP4: "Any player can compel the acting player's character": friend or foe, but no one compels a character of their own.
#[test]
fn rxp4_any_other_player_compels_friend_or_foe() {
    let compellers = |players: &[(&str, &str)]| {
        let mut fight = scene().person("red", "a", shooter("ada").aspect("Proud")).person("red", "a", target("bob").fate(2)).person(
            "blue",
            "b",
            target("eve").fate(2),
        );
        for (player, actor) in players {
            fight.encounter.sides[0].other_players.insert((*player).into(), vec![(*actor).into()]);
        }
        let mut table = fight.sit();
        table.wait();
        let ada = table.actor("ada");
        assert_eq!(table.fight.state.actor, Some(ada), "the most alert acts first");
        table.answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom, Point::With, Point::Track]);
        let mut asked = Vec::new();
        while table.wait() == Some(Point::Compel) {
            let who = table.fight.state.step.who.actor().unwrap();
            asked.push(table.fight.roster.actors[who].name.to_string());
            table.answer(Point::Compel, Choice::of(Verb::Pass));
        }
        asked
    };
    assert_eq!(compellers(&[]), ["eve"], "a side is one player");
    let mut both = compellers(&[("bob_s_player", "bob")]);
    both.sort_unstable();
    assert_eq!(both, ["bob", "eve"]);
}
