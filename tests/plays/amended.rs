//! Tests of rows that a second reading of the rules changed, each with the sentence it rests on.

use crate::plays::rulings::{QUIET, pass_turn, target};
use crate::plays::table::{Person, Scene, Table};
use slip_play::ask::Point;
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Event, Part};
use slip_play::ids::{ActorId, Id, SkillId};
use slip_play::personal::defence::IncomingAttack;
use slip_play::personal::state::HEALTH;

const GUNS: &str = r#"
design popgun "Popgun" : weapon {
  tech T-4..T4
  budget 4
  skill slug_throwers
  stat harm "Weapon" { ranks 0..6; cost rank }
  stat min_range "Min" { ranks 0..0; cost [0] }
  stat max_range "Max" { ranks 0..4; base 2; cost [0,0,0,0,0] }
  stunt heavy "Heavy" { cost 0; effect cannot attack when moved }
  stunt light "Light" { cost 0; effect cannot attack when not moved }
}
weapon heavy_gun "Heavy gun" : popgun { tech T0; harm 1; stunts heavy }
weapon light_gun "Light gun" : popgun { tech T0; harm 1; stunts light }
weapon pistol "Pistol" : slug_thrower { tech T1; harm 0; penetration 1; range 0..2; stunts civilian }
weapon rifle "Rifle" : slug_thrower { tech T1; harm 0; penetration 1; range 0..4 }
weapon cannon "Cannon" : slug_thrower { tech T1; harm 2; penetration 1; range 2..4; stunts civilian, high_recoil }
weapon steady "Steady" : slug_thrower { tech T1; harm 0; penetration 1; range 0..2; stunts civilian, low_recoil }
weapon spear "Spear" : close_combat { tech T0; harm 1; penetration 0; range 0..1 }
weapon dart "Dart" : close_combat { tech T2; harm 1; range 1..1; stunts thrown }
map line "Line" { zone a; zone b; zone c; zone d; border a -- b; border b -- c; border c -- d }
"#;

/// Red with a weapon in a zone, and blue with another in another zone.
fn scene(red: (&str, &str), blue: (&str, &str)) -> Scene {
    let person = |name: &str, weapon: &str| {
        let skilled = Person::new(name).skill("slug_throwers", 3).skill("close_combat", 2).skill("agility", 1).skill("microg", 1);
        skilled.gear("weapon", weapon)
    };
    let scene = Scene::new(GUNS).person("red", red.1, person("red", red.0).skill("alertness", 3));
    scene.person("blue", blue.1, person("blue", blue.0).fate(2))
}

/// Declares red's attack, up to the question of the free move.
fn declare(table: &mut Table) {
    table.pass(&[Point::SetUp, Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    table.pass(&[Point::Whom, Point::With, Point::Track, Point::Term, Point::PayAccess, Point::Compel]);
}

/// Returns the step into a zone, if it is among the options.
fn into(table: &Table, zone: &str) -> Option<Choice> {
    let zone = Id::Zone(table.zone(zone));
    table.options().into_iter().find(|option| option.verb == Verb::Enter && option.it == zone)
}

fn rolls(table: &Table) -> usize {
    table.events.iter().filter(|event| matches!(event, Event::Roll { .. })).count()
}

/// Returns the names of the skills with which blue may defend against red now, in the order of the list.
fn defences(table: &Table) -> Vec<Option<String>> {
    let (red, blue) = (table.actor("red"), table.actor("blue"));
    let zone = |who: ActorId| table.fight.state.actors[who].zone;
    let attack = IncomingAttack { by: Some(red), from: zone(red), at: zone(blue), track: HEALTH };
    let name = |skill: SkillId| table.fight.roster.skills[skill].name.to_string();
    table.fight.defence_skills_against(blue, &attack).into_iter().map(|skill| skill.map(name)).collect()
}

fn named(names: &[&str]) -> Vec<Option<String>> {
    names.iter().map(|name| Some((*name).to_owned())).collect()
}

/// `moved` is asked again when the dice would be rolled: an attack that has become illegal is not rolled.
#[test]
fn a_heavy_gun_is_not_fired_after_a_step() {
    let mut table = scene(("heavy_gun", "a"), ("pistol", "c")).sit();
    declare(&mut table);
    assert_eq!(table.wait(), Some(Point::FreeMove));
    let (red, step) = (table.actor("red"), into(&table, "b").expect("the step is open"));
    assert!(table.fight.loses_action(red, step), "the option says so beforehand");
    assert!(!table.fight.loses_action(red, Choice::of(Verb::Stay)));
    table.answer(Point::FreeMove, step).wait();
    assert_eq!(rolls(&table), 0);
    let mut table = scene(("heavy_gun", "a"), ("pistol", "c")).sit();
    declare(&mut table);
    table.dice("0000 0000").answer(Point::FreeMove, Choice::of(Verb::Stay)).pass(QUIET);
    assert_eq!(rolls(&table), 2, "it is fired from where its bearer stands");
}

/// The sibling of the heavy gun: an attack that needs a step can be declared, and its default is to make that step.
#[test]
fn a_light_gun_is_fired_after_a_step_only() {
    let mut table = scene(("light_gun", "a"), ("pistol", "d")).sit();
    declare(&mut table);
    assert_eq!(table.wait(), Some(Point::FreeMove));
    assert_eq!(table.options().first().map(|option| option.verb), Some(Verb::Enter));
    table.dice("0000 0000").pass(QUIET);
    assert_eq!(rolls(&table), 2);
}

/// "attacks in the direction of his attackers": a weapon defends where it could attack the attacker.
#[test]
fn a_spear_does_not_parry_a_gun_three_zones_away() {
    let table = scene(("rifle", "a"), ("spear", "d")).sit();
    assert_eq!(defences(&table), named(&["agility"]));
    let table = scene(("rifle", "a"), ("spear", "b")).sit();
    assert_eq!(defences(&table), named(&["agility", "close_combat"]));
    let odds = |zone: &str| {
        let table = scene(("pistol", "a"), ("spear", zone)).sit();
        let using = table.fight.ways_to_attack(table.actor("red"))[0];
        table.fight.odds(table.actor("red"), using, table.actor("blue"), HEALTH).map(|odds| odds.margin)
    };
    assert_eq!(odds("b"), Some(1), "3 against close combat 2");
    assert_eq!(odds("c"), Some(2), "3 against agility 1");
}

/// "using the Agility Skill": a weapon that "may only be thrown" has no use in the hand, also not in defence.
#[test]
fn a_thrown_weapon_does_not_defend() {
    let table = scene(("pistol", "a"), ("dart", "b")).sit();
    assert_eq!(defences(&table), named(&["agility"]));
}

/// "can use the military equipment (at her Skill level), but only by paying a fate point for each roll."
#[test]
fn shooting_back_untrained_costs_a_point() {
    let mut table = scene(("pistol", "a"), ("rifle", "b")).sit();
    assert_eq!(defences(&table), named(&["agility", "slug_throwers"]));
    declare(&mut table);
    table.dice("0000 0000 0000").pass(&[Point::FreeMove]);
    assert_eq!(table.wait(), Some(Point::Defend));
    let slug = table.skill("slug_throwers");
    assert_eq!(table.options().first().and_then(|option| option.skill()), Some(table.skill("agility")), "the default costs nothing");
    let shoot = table.options().into_iter().find(|option| option.skill() == Some(slug)).unwrap();
    table.answer(Point::Defend, shoot).pass(QUIET);
    assert_eq!(table.fight.state.actors[table.actor("blue")].fate.points(), 1);
    let poor = scene(("pistol", "a"), ("spear", "d"));
    let beggar = Person::new("green").skill("slug_throwers", 3).skill("agility", 1).gear("weapon", "rifle").fate(0);
    let table = poor.person("blue", "b", beggar).sit();
    let (red, green) = (table.actor("red"), table.actor("green"));
    let zone = |who: ActorId| table.fight.state.actors[who].zone;
    let attack = IncomingAttack { by: Some(red), from: zone(red), at: zone(green), track: HEALTH };
    assert_eq!(table.fight.defence_skills_against(green, &attack).into_iter().flatten().count(), 1, "no point, no shot");
    let table = scene(("pistol", "a"), ("rifle", "b")).rule("access", "forbidden").sit();
    assert_eq!(defences(&table), named(&["agility"]));
}

/// "All attacks using weapons without the Low Recoil Stunt use the MicroG Skill instead of their preferred Skill".
#[test]
fn without_gravity_a_gun_with_recoil_defends_with_microg() {
    let in_orbit = |weapon: &str| scene(("pistol", "a"), (weapon, "b")).rule("gravity", "none").sit();
    assert_eq!(defences(&in_orbit("pistol")), named(&["agility", "microg"]));
    assert_eq!(defences(&in_orbit("steady")), named(&["agility", "microg", "slug_throwers"]));
}

/// "weapon can only be fired every other round unless the firer is prone": also in defence.
#[test]
fn a_gun_with_high_recoil_does_not_shoot_back_in_the_round_after_it_fired() {
    let mut table = scene(("pistol", "a"), ("cannon", "c")).sit();
    assert!(defences(&table).contains(&Some("slug_throwers".to_owned())));
    let blue = table.actor("blue");
    table.fight.state.actors[blue].fired_last_round = 1;
    assert!(!defences(&table).contains(&Some("slug_throwers".to_owned())));
    table.fight.state.actors[blue].prone = true;
    assert!(defences(&table).contains(&Some("slug_throwers".to_owned())));
}

/// "Anyone using a slug thrower automatically gets the Aspect "Out of ammo"": so also who shoots back.
#[test]
fn shooting_back_empties_the_magazine() {
    let mut table = scene(("pistol", "a"), ("pistol", "b")).sit();
    let blue = table.actor("blue");
    let empty = |table: &Table| {
        table
            .fight
            .state
            .aspects
            .values()
            .any(|there| there.text == "Out of ammo" && matches!(there.holder, slip_dice::fate::Holder::Gear(who, _) if who == blue.0))
    };
    assert!(!empty(&table));
    declare(&mut table);
    table.dice("0000 ++++").pass(&[Point::FreeMove]);
    let slug = table.skill("slug_throwers");
    let shoot = table.options().into_iter().find(|option| option.skill() == Some(slug)).unwrap();
    table.answer(Point::Defend, shoot).pass(QUIET);
    table.pass(&[Point::Adjust]);
    assert!(empty(&table));
}

/// "When fighting in zero or low gravity the scene has the Aspect".
#[test]
fn the_scene_has_the_aspect_of_its_gravity() {
    for (gravity, aspect) in
        [("none", Some("Zero gravity")), ("stuttering", Some("Zero gravity")), ("low", Some("Low gravity")), ("normal", None)]
    {
        let table = scene(("pistol", "a"), ("pistol", "b")).rule("gravity", gravity).sit();
        let of_scene = |text: &&str| ["Zero gravity", "Low gravity"].contains(text);
        let found: Vec<&str> = table.fight.state.aspects.values().map(|aspect| aspect.text.as_str()).filter(of_scene).collect();
        assert_eq!(found, aspect.into_iter().collect::<Vec<_>>(), "{gravity}");
    }
}

/// "If this is the first time the character has been hit in this session": a hit that consequences absorb whole is a hit.
#[test]
fn a_hit_that_is_absorbed_whole_is_the_first() {
    let scene =
        Scene::new(GUNS).person("red", "a", Person::new("red").skill("slug_throwers", 3).skill("alertness", 3).gear("weapon", "pistol"));
    let mut table = scene.person("blue", "b", target("blue").slots()).sit();
    let blue = table.actor("blue");
    declare(&mut table);
    table.dice("0000 0000").pass(QUIET);
    table.pass(&[Point::Adjust]);
    assert_eq!(table.wait(), Some(Point::Mitigate));
    let severe = table.options().into_iter().filter(|option| option.verb == Verb::Take).max_by_key(|option| option.how).unwrap();
    table.answer(Point::Mitigate, severe).wait();
    assert!(table.fight.state.actors[blue].shock_spent);
    assert!(table.fight.state.actors[blue].tracks.iter().all(|track| track.marked() == 0));
}

/// "Free tags resulting from Consequences are immediately available to the next opponent character to announce action".
#[test]
fn the_free_tag_of_a_consequence_waits_for_an_opponent() {
    let scene =
        Scene::new(GUNS).person("red", "a", Person::new("red").skill("slug_throwers", 3).skill("alertness", 3).gear("weapon", "pistol"));
    let mut table = scene.person("blue", "b", target("blue").slots().tracks(9, 9)).sit();
    let red = table.actor("red");
    declare(&mut table);
    table.dice("0000 0000").pass(QUIET);
    table.pass(&[Point::Adjust]);
    let mild =
        table.options().into_iter().filter(|option| option.verb == Verb::Take && option.how > 0).min_by_key(|option| option.how).unwrap();
    table.answer(Point::Mitigate, mild).wait();
    let (tag, _) = table.fight.state.aspects.iter().find(|(_, aspect)| aspect.free.is_some()).unwrap();
    assert!(!table.fight.has_tag_for(red, tag), "blue, who bears it, declares now");
    pass_turn(&mut table);
    table.wait();
    assert!(table.fight.has_tag_for(red, tag), "red declares");
}

/// "Each player's turn consists of a "free" one-zone move and an action": `free_move_time either` leaves the order to the player.
#[test]
fn with_free_move_either_one_may_shoot_and_step_back() {
    for (setting, after) in [("before", false), ("either", true)] {
        let mut table = scene(("pistol", "a"), ("pistol", "b")).rule("free_move_time", setting).sit();
        let (red, zone) = (table.actor("red"), table.zone("b"));
        declare(&mut table);
        table.dice("0000 ++++").answer(Point::FreeMove, Choice::of(Verb::Stay));
        table.pass(&[Point::Defend, Point::Adjust, Point::Mitigate]);
        assert_eq!(table.wait() == Some(Point::FreeMove), after, "{setting}");
        if after {
            let step = into(&table, "b").expect("a step");
            table.answer(Point::FreeMove, step).wait();
            assert_eq!(table.fight.state.actors[red].zone, zone);
            assert_ne!(table.fight.state.actor, Some(red), "once a turn");
        }
    }
}

/// "applying its offensive roll to each target in a zone": everybody, or with `area_targets chosen` those that the firer chooses.
#[test]
fn full_auto_spares_those_who_are_not_chosen() {
    let text = r#"
weapon burster "Burster" : slug_thrower { tech T1; harm 1; penetration 1; range 0..3; stunts full_auto }
npc soldier "Soldier" { cap 1; skills { 1 slug_throwers }; stunts military_grade(slug_throwers); aspects "Drilled" }
map line "Line" { zone a; zone b; border a -- b }
"#;
    for (setting, struck) in [("everyone", 2), ("chosen", 1)] {
        let scene = Scene::new(text).rule("area_targets", setting);
        let red = Person::new("red").like(&scene.pack, "npc", "soldier").skill("slug_throwers", 3).skill("alertness", 3);
        let scene = scene.person("red", "a", red.gear("weapon", "burster")).person("red", "b", target("friend"));
        let mut table = scene.person("blue", "b", target("blue").tracks(9, 9)).sit();
        table.pass(&[Point::SetUp, Point::Compel]);
        table.answer(Point::Act, Choice::of(Verb::Attack));
        let zone = Id::Zone(table.zone("b"));
        if table.wait() == Some(Point::Whom) {
            table.answer(Point::Whom, Choice::of(Verb::Target).on(zone));
        }
        table.dice("0000 0000 0000").pass(QUIET);
        assert_eq!(rolls(&table), 1 + struck, "{setting}");
    }
}

/// The account adds up, because armour adds up, because armour is printed with every addend.
#[test]
fn armour_is_told_with_every_effect_on_it() {
    let text = r#"
weapon gun "Gun" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
armour mail "Mail" : body_armour { tech T2; defense 4; stunts civilian }
map yard "Yard" { zone court { effect everyone +2 to penetration of attack } }
"#;
    let red = Person::new("red").skill("slug_throwers", 3).skill("alertness", 3).gear("weapon", "gun");
    let scene = Scene::new(text).person("red", "court", red);
    let mut table = scene.person("blue", "court", target("blue").gear("armour", "mail")).sit();
    let (red, blue) = (table.actor("red"), table.actor("blue"));
    let using = table.fight.ways_to_attack(red)[0];
    let addends: Vec<i32> = table.fight.armour_addends(blue, (red, using), true).into_iter().map(|(_, amount)| amount).collect();
    table.dice("0000 0000");
    declare(&mut table);
    table.pass(QUIET);
    let rolled = table.events.iter().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == blue => Some(parts.of(Part::Armour)),
        _ => None,
    });
    assert_eq!((addends.as_slice(), rolled), (&[4, -1, -2][..], Some(1)));
}
