//! Tests of morale: actors who see a friend fall may panic (trace T9; R-P37, R-P38, R-N14).

use crate::plays::table::{Person, Scene, Table};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, Phase};
use slip_play::ids::{ActorId, Id};
use slip_play::personal::state::{ActorStatus, COMPOSURE, HEALTH};
use slip_play::question::Point;

const PLACES: &str = r#"
weapon cannon "Cannon" : slug_thrower { tech T2; harm 1; range 0..4; stunts civilian }
design watchful "Watchful" : beast {
  stat nerve { ranks 0..5; base 0; cost 0 }
  skills loose 0..5
  track health "Health" { base 4; fixed }
  track composure "Composure" { base 4; fixed }
  stunt sharp { cost 0; effect +2 to notice; effect +1 to resolve rolls }
}
beast keen "Keen" : watchful { skills { 2 resolve }; stunts sharp }
map rooms "Rooms" { zone z1; zone z2; zone z3; zone z4; border z1 -- z2 0; border z2 -- z3 0; border z2 -- z4 4/0/4 "Hatch" }
"#;

/// Returns a scene with Eve, who shoots first, against Nat and Nat's followers.
fn scene() -> Scene {
    let eve = Person::new("eve").skill("slug_throwers", 3).skill("alertness", 5).gear("weapon", "cannon");
    Scene::new(PLACES).set("weapon", "cannon", &[("harm", 9)]).rule("morale", "yes").person("red", "z1", eve)
}

fn led(mut scene: Scene, leader: &str) -> Table {
    if let Some(blue) = scene.encounter.sides.get_mut(1) {
        blue.leader = Some(leader.into());
    }
    scene.sit()
}

/// Eve's first shot at a target; no hit is mitigated, and the fate of the taken out is left at its default.
fn shoot(table: &mut Table, target: &str, dice: &str) {
    let it = Id::Actor(table.actor(target));
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(it));
    }
    table.dice(dice);
    table.pass(&[Point::With, Point::Track, Point::Compel, Point::FreeMove, Point::Defend]);
    assert_eq!(table.wait(), Some(Point::Mitigate));
    let none = table.options()[0];
    table.answer(Point::Mitigate, none).pass(&[Point::Beaten]);
}

/// Returns every check rolled: actor, difficulty, result.
fn checks(table: &Table) -> Vec<(ActorId, i32, i32)> {
    let mut open = Vec::new();
    for event in &table.events {
        match event {
            Event::Roll { me, against: Some(against), .. } => open.push((*me, *against, 0)),
            Event::Result { against: None, shifts, .. } => open.last_mut().unwrap().2 = *shifts,
            _ => {}
        }
    }
    open
}

fn composure(table: &Table, name: &str) -> Vec<u8> {
    table.fight.state.actors[table.actor(name)].track(COMPOSURE).boxes().collect()
}

/// T9: 1 against 4 in the same zone fails by 3; 3 against 3 in view succeeds; an actor behind a closed hatch makes no check.
/// Rules: R-P37.
#[test]
fn t9_the_fall_of_a_leader_shakes_those_who_see_it() {
    let scene = scene()
        .person("blue", "z2", Person::new("nat"))
        .person("blue", "z2", Person::new("ola").skill("resolve", 2).slots())
        .person("blue", "z3", Person::new("pat").skill("resolve", 1))
        .person("blue", "z4", Person::new("quinn").skill("resolve", 1));
    let mut table = led(scene, "nat");
    shoot(&mut table, "nat", "0000 0000 -000 ++00");
    assert_eq!(table.wait(), Some(Point::Mitigate), "a blow to the nerves may be softened");
    table.pass(&[Point::Mitigate]);
    let (ola, pat) = (table.actor("ola"), table.actor("pat"));
    assert_eq!(checks(&table), [(ola, 4, -3), (pat, 3, 0)]);
    assert_eq!((composure(&table, "ola"), composure(&table, "pat"), composure(&table, "quinn")), (vec![1, 2, 3], vec![], vec![]));
    assert_eq!(table.fight.state.actors[ola].track(HEALTH).marked(), 0, "no First Blood");
    assert!(table.fight.state.spin.is_empty(), "and no spin");
}

/// The fall of a peer requires a check of nerve: against 2 in the same zone, and against 1 elsewhere in view.
#[test]
fn rp37_a_peer_is_two_here_and_one_elsewhere_in_view_and_enemies_do_not_mind() {
    let scene = scene()
        .person("blue", "z2", Person::new("nat"))
        .person("blue", "z2", Person::new("ola"))
        .person("blue", "z3", Person::new("pat"))
        .person("red", "z2", Person::new("fay"));
    let mut table = scene.sit();
    shoot(&mut table, "nat", "0000 0000 ++++ ++++");
    let (ola, pat) = (table.actor("ola"), table.actor("pat"));
    assert_eq!(checks(&table), [(ola, 2, 1), (pat, 1, 2)], "untrained they roll at -1");
}

/// An actor taken out by panic causes further checks, after those already waiting.
#[test]
fn rp37_a_fall_by_lost_nerve_queues_its_own_checks() {
    let scene = scene()
        .person("blue", "z2", Person::new("nat"))
        .person("blue", "z2", Person::new("ola").skill("alertness", 3).tracks(4, 1))
        .person("blue", "z2", Person::new("pat").skill("alertness", 2))
        .person("blue", "z2", Person::new("quinn").skill("alertness", 1));
    let mut table = led(scene, "nat");
    // Ola fails by 5 and is out; Pat and Quinn check for Nat first, then for Ola.
    shoot(&mut table, "nat", "0000 0000 0000 ++++ ++++ ++++ ++++");
    table.pass(&[Point::Beaten, Point::Mitigate]);
    let [ola, pat, quinn] = ["ola", "pat", "quinn"].map(|name| table.actor(name));
    assert_eq!(checks(&table), [(ola, 4, -5), (pat, 4, -1), (quinn, 4, -1), (pat, 2, 1), (quinn, 2, 1)]);
    assert!(matches!(table.fight.state.actors[ola].status, ActorStatus::TakenOut { track: COMPOSURE, .. }));
    assert!(table.fight.state.nerve.queue.is_empty() && table.fight.state.nerve.at.is_none());
}

/// R-N14: if several people are taken out at once, each of them is an event and causes one roll.
#[test]
fn rn14_one_roll_for_each_who_falls() {
    let text = PLACES.replace("stunts civilian", "stunts explosive");
    let eve = Person::new("eve").skill("slug_throwers", 3).skill("alertness", 5).gear("weapon", "cannon").fate(9);
    let mut table = Scene::new(&text)
        .set("weapon", "cannon", &[("harm", 9)])
        .rule("morale", "yes")
        .person("red", "z1", eve)
        .person("blue", "z2", Person::new("nat"))
        .person("blue", "z2", Person::new("ola"))
        .person("blue", "z3", Person::new("pat"))
        .sit();
    let zone = Id::Zone(table.zone("z2"));
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack)).answer(Point::Whom, Choice::of(Verb::Target).on(zone));
    table.dice("0000 0000 0000 ++++ ++00");
    while let Some(point) = table.wait() {
        match point {
            Point::PayAccess => table.answer(point, Choice::of(Verb::Yes)),
            Point::With
            | Point::Track
            | Point::Compel
            | Point::FreeMove
            | Point::Defend
            | Point::Beaten
            | Point::Mitigate
            | Point::Adjust => table.pass(&[point]),
            _ => break,
        };
    }
    let pat = table.actor("pat");
    assert_eq!(checks(&table), [(pat, 1, 2), (pat, 1, 0)]);
}

/// R-XP15: a check is not an action, so gravity does not reduce it; the shot that caused it is one.
#[test]
fn rxp15_gravity_shakes_nobodys_nerve() {
    for gravity in ["normal", "sloping", "stuttering", "low"] {
        let scene = scene().rule("gravity", gravity).person("blue", "z2", Person::new("nat"));
        let mut table = scene.person("blue", "z2", Person::new("ola").skill("resolve", 2)).sit();
        shoot(&mut table, "nat", "++++ ---- 0000");
        assert_eq!(checks(&table), [(table.actor("ola"), 2, 0)], "{gravity}: 2 against 2");
    }
}

/// R-P38: the check uses up no skill; points and spin may be spent on the roll.
#[test]
fn rp38_keeping_ones_nerve_uses_no_skill_up_and_may_be_helped_by_an_aspect() {
    let scene = scene().person("blue", "z2", Person::new("nat")).person(
        "blue",
        "z2",
        Person::new("ola").skill("resolve", 2).aspect("Seen worse").fate(1),
    );
    let mut table = led(scene, "nat");
    shoot(&mut table, "nat", "0000 0000 0000");
    assert_eq!(table.wait(), Some(Point::Adjust));
    assert_eq!(table.fight.state.contest.as_ref().map(|contest| contest.roll.total()), Some(2));
    let invoke = table.options().into_iter().find(|option| option.verb == Verb::Invoke && option.how == Choice::PLUS_TWO).unwrap();
    table.answer(Point::Adjust, invoke);
    table.pass(&[Point::Adjust]);
    let ola = table.actor("ola");
    assert_eq!(checks(&table), [(ola, 4, 0)]);
    let resolve = table.skill("resolve");
    assert!(!table.fight.state.actors[ola].used.has(resolve));
    assert!(!table.events.iter().any(|event| matches!(event, Event::Blow { .. })));
}

/// A bonus for noticing hidden things does not apply to a check of nerve; a bonus for every roll of the skill does.
#[test]
fn a_check_of_nerve_is_no_noticing() {
    let keen = Person::new("ola").like(&Scene::new(PLACES).pack, "beast", "keen").skill("resolve", 2);
    let mut table = led(scene().person("blue", "z2", Person::new("nat")).person("blue", "z2", keen), "nat");
    shoot(&mut table, "nat", "0000 0000 0000");
    table.pass(&[Point::Adjust]);
    assert_eq!(checks(&table), [(table.actor("ola"), 4, -1)], "2, and 1 of the line about the skill");
}

#[test]
fn mooks_keep_their_nerve_and_nobody_mourns_them() {
    let scene = scene().person("blue", "z2", Person::mooks("pack", 3)).person("blue", "z2", Person::new("ola"));
    let mut table = scene.sit();
    shoot(&mut table, "pack", "0000 0000");
    assert_eq!(checks(&table), []);
    let scene = self::scene().person("blue", "z2", Person::mooks("pack", 3)).person("blue", "z2", Person::new("ola"));
    let mut table = led(scene, "ola");
    shoot(&mut table, "ola", "0000 0000");
    assert_eq!(checks(&table), []);
}

#[test]
fn without_the_setting_nobody_checks() {
    let scene = scene().rule("morale", "no").person("blue", "z2", Person::new("nat")).person("blue", "z2", Person::new("ola"));
    let mut table = led(scene, "nat");
    shoot(&mut table, "nat", "0000 0000");
    assert!(!table.events.iter().any(|event| matches!(event, Event::Phase(step) if step.phase == Phase::Morale)));
}

/// "a peer (similar rank) is taken out", "a tactical leader is taken out": a side may have several leaders. If a leader falls, the check is
/// harder for actors of lower rank. For another leader it counts as the fall of a peer. Rules: R-P37.
#[test]
fn a_side_may_have_several_leaders() {
    let text = format!(
        "{PLACES}
npc ann \"Ann\" {{ cap 1; skills {{ 1 resolve }}; aspects \"Calm\" }}
npc bob \"Bob\" {{ cap 1; skills {{ 1 resolve }}; aspects \"Loud\" }}
npc hand \"Hand\" {{ cap 1; skills {{ 1 resolve }}; aspects \"Young\" }}
encounter led \"Led\" : personal {{
  map rooms
  rules morale
  side crew {{ actors hand at z1; leader hand }}
  side blue {{ actors ann at z2, bob at z2, hand at z2; leader ann, bob }}
}}
"
    );
    let mut scene = Scene::new(&text);
    scene.encounter = scene.pack.encounters["t.led"].clone();
    assert_eq!(scene.encounter.sides[1].leaders().map(|name| name.as_str()).collect::<Vec<_>>(), ["ann", "bob"]);
    let mut table = scene.sit();
    table.wait();
    let [ann, bob, hand] = ["ann", "bob", "hand#2"].map(|name| table.actor(name));
    let out = |who| Event::Out { who, by: None, track: HEALTH, fate: None, beyond_saving: false, for_good: false, say: None };
    table.fight.apply(&out(bob));
    let mut waiting: Vec<_> = table.fight.state.nerve.queue.iter().map(|check| (check.who, check.against)).collect();
    waiting.sort_unstable();
    assert_eq!(waiting, [(ann, 2), (hand, 4)]);
}
