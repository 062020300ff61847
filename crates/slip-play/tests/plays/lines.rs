//! Tests of effects that are optional, lent or helped by: substituted skills in full, lent skills, an ally's +1.

use crate::plays::table::{Person, Scene, Table};
use slip_dice::Dice;
use slip_dice::fate::{Aspect, AspectOrigin, Holder};
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, RollAddend};
use slip_play::ids::{ActorId, Id};
use slip_play::personal::state::{ActorStatus, HEALTH};
use slip_play::question::Point;
use slip_policy::doctrine::DoctrineSeat;

const GEAR: &str = r#"
weapon pistol "Pistol" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
npc swimmer "Swimmer" { cap 4; skills { 4 tactics; 3 agility, alertness; 2 resolve, stamina, brawling; 1 eva, microg, stealth, medical }; stunts swap_skill(tactics, agility); aspects "Calm", "Cold", "Quick", "Slow" }
npc tactician "Tactician" { cap 4; skills { 4 tactics; 3 agility, alertness; 2 resolve, stamina, brawling; 1 slug_throwers, microg, stealth, medical }; stunts swap_skill(tactics, slug_throwers); aspects "Calm", "Cold", "Quick", "Slow" }
npc coach "Coach" { cap 3; skills { 3 tactics; 2 agility, alertness; 1 resolve, stamina, brawling }; stunts take_a_bonus(tactics, agility rolls); aspects "Calm", "Cold", "Quick" }
npc tough "Tough" { cap 3; skills { 3 tactics; 2 agility, alertness; 1 resolve, stamina, brawling }; stunts alter_mitigation(health, 2/4/6); aspects "Calm", "Cold", "Quick" }
npc lender "Lender" { cap 4; skills { 4 tactics; 3 agility, alertness; 2 resolve, stamina, brawling; 1 eva, microg, stealth, medical }; stunts use_my_skill(tactics, agility, "they know the drill"); aspects "Calm", "Cold", "Quick", "Slow" }
design drilled "Drilled" : beast {
  stat nerve { ranks 0..5; base 0; cost 0 }
  skills loose 0..5
  track health "Health" { base 4; fixed }
  track composure "Composure" { base 4; fixed }
  stunt steady { cost 0; effect +1 to attack for 1 fate }
  stunt lucky { cost 0; effect +2 to agility rolls once per encounter }
  stunt scary { cost 0; effect enemies -1 to slug_throwers rolls }
  stunt reckless { cost 0; effect after attack suffers 1 on health once per encounter }
  stunt shed { cost 0; effect after attack loses aspect "Sooty" once per encounter }
  stunt cruel { cost 0; effect after hit target suffers 1 on health once per encounter }
  stunt sooty { cost 0; effect after attack target free_tag "Sooty" by allies; effect after attack target has aspect "Sooty" }
}
beast steady_one "Steady" : drilled { skills { 2 slug_throwers }; stunts steady }
beast lucky_one "Lucky" : drilled { skills { 2 agility }; stunts lucky }
beast scary_one "Scary" : drilled { skills { 2 agility }; stunts scary }
beast reckless_one "Reckless" : drilled { skills { 2 agility }; stunts reckless }
beast shed_one "Shed" : drilled { skills { 2 agility }; stunts shed }
beast cruel_one "Cruel" : drilled { skills { 2 agility }; stunts cruel }
beast sooty_one "Sooty" : drilled { skills { 2 agility }; stunts sooty }
map yard "Yard" { zone a; zone b; zone c; border a -- b 0; border b -- c 0 }
"#;

fn model(name: &str, of: &str) -> Person {
    let scene = Scene::new(GEAR);
    let kind = if of.ends_with("_one") { "beast" } else { "npc" };
    Person::new(name).like(&scene.pack, kind, of)
}

fn swimmer() -> Person {
    model("red", "swimmer").skill("tactics", 5).skill("agility", 1).skill("alertness", 5)
}

fn shooter(name: &str) -> Person {
    Person::new(name).skill("slug_throwers", 3).skill("agility", 1).skill("alertness", 5).gear("weapon", "pistol")
}

/// Continues to an offer before a roll; all other questions are answered by default.
fn to_offer(table: &mut Table) -> Option<Point> {
    table.pass(&[Point::Compel, Point::FreeMove, Point::Whom, Point::With, Point::Track, Point::Adjust, Point::Mitigate]);
    table.wait()
}

fn addend(table: &Table, who: ActorId, part: RollAddend) -> i32 {
    let roll = table.events.iter().rev().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == who => Some(
            parts
                .iter()
                .filter(|(there, _)| *there == part || (part == RollAddend::Gear && matches!(there, RollAddend::Line(_))))
                .map(|(_, by)| by)
                .sum(),
        ),
        _ => None,
    });
    roll.expect("a roll")
}

fn used(table: &Table) -> usize {
    table.events.iter().filter(|event| matches!(event, Event::Counter { what: Counter::Line(_), .. })).count()
}

fn fate(table: &Table, who: ActorId) -> i32 {
    i32::from(table.fight.state.actors[who].fate.points())
}

fn attack(table: &mut Table, it: &str) {
    let it = Id::Actor(table.actor(it));
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(it));
    }
}

#[test]
fn a_move_with_a_swapped_skill_counts_three_or_all_of_it_for_a_point() {
    for (pays, rank, left) in [(false, 3, 1), (true, 5, 0)] {
        let mut table = Scene::new(GEAR).person("red", "a", swimmer().fate(1)).person("blue", "c", Person::new("blue")).sit();
        let (red, tactics) = (table.actor("red"), table.skill("tactics"));
        table.wait();
        table.dice("0000").answer(Point::Act, Choice::of(Verb::Move));
        assert_eq!(to_offer(&mut table), Some(Point::PayAccess));
        assert_eq!(table.options(), [Choice::of(Verb::No), Choice::of(Verb::Yes)], "nobody pays unasked");
        table.answer(Point::PayAccess, Choice::of(if pays { Verb::Yes } else { Verb::No }));
        table.pass(&[Point::Adjust]);
        assert_eq!(addend(&table, red, RollAddend::Skill(tactics)), rank);
        assert_eq!(fate(&table, red), left);
    }
}

#[test]
fn without_a_point_nothing_is_offered_and_the_cap_holds() {
    let mut table = Scene::new(GEAR).person("red", "a", swimmer()).person("blue", "c", Person::new("blue")).sit();
    let (red, tactics) = (table.actor("red"), table.skill("tactics"));
    table.wait();
    table.dice("0000").answer(Point::Act, Choice::of(Verb::Move));
    assert_ne!(to_offer(&mut table), Some(Point::PayAccess));
    assert_eq!(addend(&table, red, RollAddend::Skill(tactics)), 3);
}

#[test]
fn a_defence_with_a_swapped_skill_may_be_lifted() {
    let mut table = Scene::new(GEAR).person("blue", "a", shooter("blue")).person("red", "b", swimmer().skill("alertness", 1).fate(2)).sit();
    let (red, tactics) = (table.actor("red"), table.skill("tactics"));
    table.wait();
    table.dice("0000 0000");
    attack(&mut table, "red");
    table.pass(&[Point::With, Point::Track, Point::FreeMove, Point::Compel]);
    table.answer(Point::Defend, Choice::of(Verb::Defend).n(i16::from(tactics.0)));
    table.answer(Point::PayAccess, Choice::of(Verb::Yes));
    table.pass(&[Point::Adjust]);
    assert_eq!(addend(&table, red, RollAddend::Skill(tactics)), 5);
    assert_eq!(fate(&table, red), 1);
}

#[test]
fn an_attack_with_a_swapped_skill_may_be_lifted() {
    let red =
        model("red", "tactician").skill("tactics", 5).skill("alertness", 5).skill("slug_throwers", 1).gear("weapon", "pistol").fate(1);
    let mut table = Scene::new(GEAR).person("red", "a", red).person("blue", "b", Person::new("blue").skill("agility", 1)).sit();
    let (red, tactics) = (table.actor("red"), table.skill("tactics"));
    table.wait();
    table.dice("0000 0000");
    attack(&mut table, "blue");
    assert_eq!(table.wait(), Some(Point::With));
    let with = table.options().into_iter().find(|option| option.with == 0 && option.skill() == Some(tactics)).expect("tactics for the gun");
    table.answer(Point::With, with);
    assert_eq!(to_offer(&mut table), Some(Point::PayAccess));
    table.answer(Point::PayAccess, Choice::of(Verb::Yes));
    table.pass(&[Point::Adjust, Point::Defend]);
    assert_eq!(addend(&table, red, RollAddend::Skill(tactics)), 5);
    assert_eq!(fate(&table, red), 0);
}

#[test]
fn rp45_an_ally_s_bonus_comes_once_a_round_for_one_roll_of_one_ally() {
    let coach = model("coach", "coach").skill("tactics", 3).skill("agility", 2);
    let red = Person::new("red").skill("agility", 1).skill("alertness", 5);
    let second = Person::new("second").skill("agility", 1).skill("alertness", 4);
    let blue = Person::new("blue").skill("alertness", 3).skill("agility", 1);
    let scene =
        Scene::new(GEAR).person("ours", "a", red).person("ours", "a", second).person("ours", "a", coach).person("theirs", "c", blue);
    let mut table = scene.sit();
    let [red, second] = ["red", "second"].map(|name| table.actor(name));
    table.wait();
    table.dice("0000 0000").answer(Point::Act, Choice::of(Verb::Move));
    assert_eq!(to_offer(&mut table), Some(Point::PayAccess));
    // An option without a cost is taken by default.
    assert_eq!(table.options(), [Choice::of(Verb::Yes).with(0), Choice::of(Verb::No)]);
    table.answer(Point::PayAccess, Choice::of(Verb::Yes).with(0));
    table.pass(&[Point::Adjust, Point::Steps, Point::Compel]);
    assert_eq!(addend(&table, red, RollAddend::Gear), 1);
    // The second of them moves in the same round: the use is spent.
    table.answer(Point::Act, Choice::of(Verb::Move));
    table.pass(&[Point::Adjust, Point::Steps, Point::Compel]);
    assert_eq!(addend(&table, second, RollAddend::Gear), 0);
    assert_eq!(used(&table), 1);
    // In the next round the effect is available again. It is never offered to the coach itself.
    for _ in 0..2 {
        table.pass(&[Point::Compel]);
        table.answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::FreeMove, Point::Compel]);
    }
    table.dice("0000").answer(Point::Act, Choice::of(Verb::Move));
    assert_eq!(to_offer(&mut table), Some(Point::PayAccess));
}

/// Rules: R-P45.
#[test]
fn a_bonus_ends_with_who_gives_it() {
    let coach = model("coach", "coach").skill("tactics", 3);
    let red = Person::new("red").skill("agility", 1).skill("alertness", 5);
    let scene = Scene::new(GEAR).person("ours", "a", red).person("ours", "a", coach).person("theirs", "c", Person::new("blue"));
    let mut table = scene.sit();
    let coach = table.actor("coach");
    table.fight.state.actors[coach].status = ActorStatus::Conceded;
    table.wait();
    table.dice("0000").answer(Point::Act, Choice::of(Verb::Move));
    assert_ne!(to_offer(&mut table), Some(Point::PayAccess));
}

/// Rules: R-P45.
#[test]
fn a_skill_is_lent_to_allies_at_three_where_the_table_says_so() {
    let lent = |answers: &str| {
        let lender = model("lender", "lender").skill("tactics", 4);
        let red = Person::new("red").skill("agility", 1).skill("alertness", 5);
        let scene = Scene::new(GEAR).rule("table_answers", answers);
        let mut table =
            scene.person("ours", "a", red).person("ours", "a", lender).person("theirs", "c", Person::new("blue").skill("agility", 1)).sit();
        let red = table.actor("red");
        table.wait();
        table.dice("0000").answer(Point::Act, Choice::of(Verb::Move));
        table.pass(&[Point::Adjust]);
        let skill = |name: &str| addend(&table, red, RollAddend::Skill(table.skill(name)));
        [skill("tactics"), skill("agility")]
    };
    assert_eq!(lent("yes"), [3, 0]);
    assert_eq!(lent("no"), [0, 1]);
}

#[test]
fn a_point_buys_one_more_for_one_attack() {
    let red = model("red", "steady_one").skill("slug_throwers", 2).skill("alertness", 5).gear("weapon", "pistol").fate(1);
    let mut table = Scene::new(GEAR).person("red", "a", red).person("blue", "b", Person::new("blue").skill("agility", 1)).sit();
    let red = table.actor("red");
    table.wait();
    table.dice("0000 0000");
    attack(&mut table, "blue");
    assert_eq!(to_offer(&mut table), Some(Point::PayAccess));
    assert_eq!(table.options()[0].verb, Verb::No);
    table.answer(Point::PayAccess, Choice::of(Verb::Yes).with(0));
    table.pass(&[Point::Adjust, Point::Defend]);
    assert_eq!(addend(&table, red, RollAddend::Gear), 1);
    assert_eq!(fate(&table, red), 0);
}

#[test]
fn what_comes_once_an_encounter_is_kept_when_it_is_refused() {
    let red = model("red", "lucky_one").skill("agility", 2).skill("alertness", 5);
    let mut table = Scene::new(GEAR).person("red", "a", red).person("blue", "c", Person::new("blue").skill("agility", 1)).sit();
    let red = table.actor("red");
    for (answer, gear, offered) in [(Verb::No, 0, true), (Verb::Yes, 2, true), (Verb::No, 0, false)] {
        table.wait();
        table.dice("0000").answer(Point::Act, Choice::of(Verb::Move));
        assert_eq!(to_offer(&mut table) == Some(Point::PayAccess), offered);
        if offered {
            let choice = table.options().into_iter().find(|option| option.verb == answer).unwrap();
            table.answer(Point::PayAccess, choice);
        }
        table.pass(&[Point::Adjust, Point::Steps, Point::Compel]);
        assert_eq!(addend(&table, red, RollAddend::Gear), gear);
        table.answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::FreeMove, Point::Compel]);
    }
}

/// R-XF1: an option without a cost is used unless it is refused, but an option that hurts its user is never used, not even by the standard
/// doctrine.
#[test]
fn what_would_hurt_its_bearer_is_not_done_unasked() {
    let red = model("red", "reckless_one").skill("slug_throwers", 2).skill("alertness", 5).gear("weapon", "pistol");
    let mut table = Scene::new(GEAR).person("red", "a", red).person("blue", "b", Person::new("blue").skill("agility", 1)).sit();
    let red = table.actor("red");
    table.wait();
    table.dice("---- 0000");
    attack(&mut table, "blue");
    table.pass(&[Point::With, Point::Track, Point::FreeMove, Point::Compel, Point::Defend, Point::Adjust]);
    assert_eq!(table.wait(), Some(Point::PayAccess));
    assert_eq!(table.options().iter().map(|option| option.verb).collect::<Vec<_>>(), [Verb::No, Verb::Yes]);
    let ask = table.fight.waiting_for().unwrap();
    let standard = DoctrineSeat::new(&Scene::new(GEAR).pack.doctrines["std.standard_personal"], Dice::seeded(1, 1)).unwrap();
    let mut options = Options::new();
    table.fight.legal(&mut options);
    let mut seat = standard;
    assert_eq!(seat.decide(&table.fight, &ask, &options).unwrap().choice.verb, Verb::No);
    table.pass(&[Point::PayAccess, Point::Compel]);
    assert_eq!((used(&table), table.fight.state.actors[red].track(HEALTH).marked()), (0, 0));
}

/// R-XF1: an actor's own aspects are not given up by default, but those gained in the fight are; a limited use is not spent without
/// an effect.
#[test]
fn ones_own_aspects_are_kept_and_what_the_fight_brought_is_shed() {
    for (origin, wanted) in [(Some(AspectOrigin::Printed), Verb::No), (Some(AspectOrigin::Maneuver), Verb::Yes), (None, Verb::No)] {
        let red = model("red", "shed_one").skill("slug_throwers", 2).skill("alertness", 5).gear("weapon", "pistol");
        let mut table = Scene::new(GEAR).person("red", "a", red).person("blue", "b", Person::new("blue").skill("agility", 1)).sit();
        let red = table.actor("red");
        if let Some(origin) = origin {
            table.fight.state.aspects.push(Aspect { origin, ..Aspect::printed("Sooty", Holder::Actor(red.0)) });
        }
        table.wait();
        table.dice("---- 0000");
        attack(&mut table, "blue");
        assert_eq!(offered_at_the_end(&mut table), wanted, "{origin:?}");
    }
}

/// R-XF1: the default answer is No if an effect of a zone, the scene or the rules offers a hit on the player's own actor. Such an effect
/// has no owner.
#[test]
fn what_a_place_offers_to_hurt_is_not_taken_unasked() {
    let burning = "zone a { effect after everyone attack actor suffers 1 on health once per round };";
    let red = Person::new("red").skill("slug_throwers", 2).skill("agility", 1).skill("alertness", 5).gear("weapon", "pistol");
    let scene = Scene::new(&GEAR.replace("zone a;", burning));
    let mut table = scene.person("red", "a", red).person("blue", "b", Person::new("blue").skill("agility", 1)).sit();
    table.wait();
    table.dice("---- 0000");
    attack(&mut table, "blue");
    assert_eq!(offered_at_the_end(&mut table), Verb::No);
}

/// Returns the default answer to the offer that follows an attack.
#[track_caller]
fn offered_at_the_end(table: &mut Table) -> Verb {
    table.pass(&[Point::With, Point::Track, Point::FreeMove, Point::Compel, Point::Defend, Point::Adjust]);
    assert_eq!(table.wait(), Some(Point::PayAccess));
    table.options()[0].verb
}

/// R-XF1: an effect that hurts opponents is used unless refused.
#[test]
fn what_hurts_an_enemy_is_done_unasked() {
    let red = model("red", "cruel_one").skill("slug_throwers", 3).skill("alertness", 5).gear("weapon", "pistol");
    let mut table = Scene::new(GEAR).person("red", "a", red).person("blue", "b", Person::new("blue").skill("agility", 1)).sit();
    let blue = table.actor("blue");
    table.wait();
    table.dice("+000 0000");
    attack(&mut table, "blue");
    table.pass(&[
        Point::With,
        Point::Track,
        Point::FreeMove,
        Point::Compel,
        Point::Defend,
        Point::Adjust,
        Point::Mitigate,
        Point::PayAccess,
    ]);
    let hits = table.events.iter().filter(|event| matches!(event, Event::Hit { who, .. } if *who == blue)).count();
    assert_eq!((used(&table), hits), (1, 2), "the hit, and what the line adds to it");
}

/// Within one trigger aspects come before tags, in whatever order the effects are written.
#[test]
fn an_aspect_comes_before_its_free_tag_whichever_line_is_written_first() {
    let red = model("red", "sooty_one").skill("slug_throwers", 3).skill("alertness", 5).gear("weapon", "pistol");
    let mut table = Scene::new(GEAR).person("red", "a", red).person("blue", "b", Person::new("blue").skill("agility", 1)).sit();
    table.wait();
    table.dice("---- 0000");
    attack(&mut table, "blue");
    table.pass(&[Point::With, Point::Track, Point::FreeMove, Point::Compel, Point::Defend, Point::Adjust]);
    table.wait();
    let soot = table.fight.state.aspects.values().find(|aspect| aspect.text == "Sooty").unwrap();
    assert!(soot.free.is_some());
}

#[test]
fn who_frightens_enemies_does_so_while_in_the_fight() {
    for (status, gear) in [(ActorStatus::Active, -1), (ActorStatus::Conceded, 0)] {
        let scary = model("scary", "scary_one").skill("agility", 2);
        let scene = Scene::new(GEAR)
            .person("red", "a", shooter("red"))
            .person("blue", "b", Person::new("blue").skill("agility", 1))
            .person("blue", "c", scary);
        let mut table = scene.sit();
        let (red, scary) = (table.actor("red"), table.actor("scary"));
        table.fight.state.actors[scary].status = status;
        table.wait();
        table.dice("0000 0000");
        attack(&mut table, "blue");
        table.pass(&[Point::With, Point::Track, Point::FreeMove, Point::Compel, Point::Defend, Point::Adjust]);
        assert_eq!(addend(&table, red, RollAddend::Gear), gear);
    }
}

#[test]
fn consequences_of_an_altered_track_take_off_what_it_says_and_those_of_the_other_what_the_rules_say() {
    use slip_dice::fate::{Grade, Slots};
    for (track, left) in [(0, 3), (1, 4)] {
        let blue = model("blue", "tough").skill("agility", 1).slots();
        let mut table = Scene::new(GEAR).person("red", "a", shooter("red")).person("blue", "b", blue).sit();
        let blue = table.actor("blue");
        table.wait();
        // 3 + 1 + 2 against 1: a hit of 5.
        table.dice("++00 0000");
        attack(&mut table, "blue");
        table.pass(&[Point::With, Point::Compel]);
        table.answer(Point::Track, Choice::of(Verb::Aim).n(track));
        table.pass(&[Point::FreeMove, Point::Compel, Point::Defend, Point::Adjust]);
        assert_eq!(table.wait(), Some(Point::Mitigate));
        table.answer(Point::Mitigate, Choice::of(Verb::Take).how(Slots::NONE.with(Grade::Mild).number()));
        let hit = table.events.iter().rev().find_map(|event| match event {
            Event::Hit { who, left, .. } if *who == blue => Some(*left),
            _ => None,
        });
        assert_eq!(hit, Some(left));
    }
}
