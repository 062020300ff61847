//! Tests of rules that a second reading of the rulebook has changed. Each test quotes the sentence on which it is based.

use crate::plays::rulings::{QUIET, pass_turn, target};
use crate::plays::table::{Person, Scene, Table};
use slip_dice::fate::Holder;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, RollAddend};
use slip_play::ids::{ActorId, Id, SkillId};
use slip_play::log;
use slip_play::personal::Personal;
use slip_play::personal::defence::IncomingAttack;
use slip_play::personal::state::HEALTH;
use slip_play::question::Point;
use slip_table::table::{self, Marks};

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

/// The condition `moved` is tested again when the dice are about to be rolled. An attack that has become illegal by then is not rolled.
/// Rules: R-XP19.
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
/// Rules: R-XP19.
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
/// Rules: R-XP17.
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
/// Rules: R-XP17.
#[test]
fn a_thrown_weapon_does_not_defend() {
    let table = scene(("pistol", "a"), ("dart", "b")).sit();
    assert_eq!(defences(&table), named(&["agility"]));
}

/// "can use the military equipment (at her Skill level), but only by paying a fate point for each roll."
/// Rules: R-XP17.
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

/// "can use the military equipment (at her Skill level), but only by paying a fate point for each roll": this holds for a maneuver with the
/// gun too (R-P24).
#[test]
fn a_maneuver_with_a_gun_without_training_costs_a_point() {
    let declared = |gun: &str, fate: i32| {
        let red = Person::new("red").skill("slug_throwers", 3).skill("agility", 1).skill("alertness", 3).gear("weapon", gun).fate(fate);
        let mut table = Scene::new(GUNS).person("red", "a", red).person("blue", "b", target("blue")).sit();
        table.pass(&[Point::SetUp, Point::Compel]);
        table.answer(Point::Act, Choice::of(Verb::Maneuver)).answer(Point::Whom, Choice::of(Verb::Target).on(Id::Scene));
        assert_eq!(table.wait(), Some(Point::With), "{gun}");
        table
    };
    let with_gun = |table: &Table| {
        let slug = table.skill("slug_throwers");
        table.options().into_iter().find(|option| option.skill() == Some(slug))
    };
    for (gun, left) in [("pistol", 1), ("rifle", 0)] {
        let mut table = declared(gun, 1);
        let using = with_gun(&table).unwrap();
        table.dice("0000").answer(Point::With, using).pass(&[Point::Term, Point::FreeMove, Point::Compel]).pass(QUIET);
        table.wait();
        assert_eq!((rolls(&table), table.fight.state.actors[table.actor("red")].fate.points()), (1, left), "{gun}");
    }
    assert_eq!(with_gun(&declared("rifle", 0)), None, "no point, no gun");
}

/// "All attacks using weapons without the Low Recoil Stunt use the MicroG Skill instead of their preferred Skill".
#[test]
fn without_gravity_a_gun_with_recoil_defends_with_microg() {
    let in_orbit = |weapon: &str| scene(("pistol", "a"), (weapon, "b")).rule("gravity", "none").sit();
    assert_eq!(defences(&in_orbit("pistol")), named(&["agility", "microg"]));
    assert_eq!(defences(&in_orbit("steady")), named(&["agility", "microg", "slug_throwers"]));
}

/// "weapon can only be fired every other round unless the firer is prone": also in defence.
/// Rules: R-XP17.
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

/// "Anyone using a slug thrower automatically gets the Aspect "Out of ammo"": this includes an actor that shoots back. Rules: R-XP17.
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
/// Rules: R-XP21.
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

const JUMPERS: &str = r#"
armour own_jumper "Own jumper" : body_armour {
  tech T4; defense 1; stunts civilian, power_suit, servos, flexible, jump_jets, crushing_fists
}
armour jumper "Jumper" : body_armour { tech T4; defense 1; stunts power_suit, servos, flexible, sensors, jump_jets, crushing_fists }
"#;

const HAND_WEAPONS: &str = r#"
weapon knuckles "Knuckles" : brawling { tech T1 }
weapon bodkin "Bodkin" : close_combat { tech T1; min_range 1; max_range 1; stunts thrown }
armour light "Light frame" : body_armour { tech T4; defense 1; stunts power_suit, servos, flexible }
"#;

/// Returns a table at the first question: red wears a suit with jump jets, and blue is in the zone `b`.
fn jumper(suit: &str, points: i32) -> Table {
    let red = Person::new("red").skill("agility", 2).skill("alertness", 3).skill("brawling", 1).fate(points).gear("armour", suit);
    let mut table = Scene::new(&format!("{GUNS}{JUMPERS}")).person("red", "b", red).person("blue", "b", target("blue")).sit();
    table.pass(&[Point::SetUp, Point::Compel]);
    table
}

/// "can use the military equipment (at her Skill level), but only by paying a fate point for each roll": a move in armour without training
/// has the help of its jets only for a point.
/// Rules: R-P24.
#[test]
fn jump_jets_without_training_help_a_move_only_for_a_point() {
    let moved = |suit: &str, points: i32, pays: Option<Verb>| {
        let mut table = jumper(suit, points);
        let red = table.actor("red");
        table.dice("0000").answer(Point::Act, Choice::of(Verb::Move));
        match pays {
            Some(pays) => _ = table.answer(Point::PayAccess, Choice::of(pays)),
            None => assert_ne!(table.wait(), Some(Point::PayAccess), "{suit}"),
        }
        table.pass(&[Point::Compel, Point::Adjust]);
        let state = &table.fight.state;
        (state.declared.movement, table.fight.zones_per_turn(red), state.actors[red].fate.points())
    };
    let worn = moved("own_jumper", 1, None);
    assert_eq!((worn.1, worn.2), (None, 1), "a trained wearer pays nothing");
    assert_eq!(moved("jumper", 1, Some(Verb::Yes)), (worn.0, None, 0));
    assert_eq!(moved("jumper", 1, Some(Verb::No)), (worn.0 - 3, Some(3), 1), "neither the jets nor the flexible plates");
    assert_eq!(moved("jumper", 0, None), (worn.0 - 3, Some(3), 0), "no point, no jets");
}

/// "for each roll": the point is also paid for a maneuver with a skill that the armour helps, but not for a roll that the armour does not
/// help. Rules: R-P24.
#[test]
fn armour_without_training_helps_a_maneuver_only_for_a_point() {
    let rolled = |skill: &str, pays: Option<Verb>| {
        let mut table = jumper("jumper", 1);
        let red = table.actor("red");
        table.answer(Point::Act, Choice::of(Verb::Maneuver)).answer(Point::Whom, Choice::of(Verb::Target).on(Id::Scene));
        let with = i16::from(table.skill(skill).0);
        table.answer(Point::With, Choice::of(Verb::Use).n(with));
        match pays {
            Some(pays) => _ = table.answer(Point::PayAccess, Choice::of(pays)),
            None => assert_eq!(table.wait(), Some(Point::Term), "{skill}"),
        }
        table.dice("0000").pass(&[Point::Term, Point::Compel, Point::FreeMove]).wait();
        let gear = table.events.iter().rev().find_map(|event| match event {
            Event::Roll { me, parts, .. } if *me == red => Some(parts.of(RollAddend::Gear)),
            _ => None,
        });
        (gear, table.fight.state.actors[red].fate.points())
    };
    assert_eq!(rolled("alertness", Some(Verb::Yes)), (Some(1), 0));
    assert_eq!(rolled("alertness", Some(Verb::No)), (Some(0), 1));
    assert_eq!(rolled("brawling", None), (Some(0), 1));
}

/// "paying a fate point for each roll": the fists of armour without training are a way of attacking of their own.
/// Rules: R-P24.
#[test]
fn fists_of_armour_without_training_cost_a_point() {
    let hands = |table: &Table| {
        let red = table.actor("red");
        let ways = table.fight.ways_to_attack(red);
        let bare = ways.into_iter().filter(|way| way.weapon().is_none() && way.skill() == Some(table.skill("brawling")));
        bare.filter_map(|way| table.fight.manner(red, way).map(|manner| (manner.fists, manner.untrained))).collect::<Vec<_>>()
    };
    assert_eq!(hands(&jumper("own_jumper", 1)), [(1, false)]);
    assert_eq!(hands(&jumper("jumper", 1)), [(0, false), (1, true)]);
    assert_eq!(hands(&jumper("jumper", 0)), [(0, false)], "no point, no fists");
    let mut table = jumper("jumper", 1);
    let red = table.actor("red");
    table.answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom]);
    let fists = table.options().into_iter().find(|way| table.fight.manner(red, *way).is_some_and(|manner| manner.fists == 1)).unwrap();
    table.answer(Point::With, fists);
    assert_eq!(table.wait(), Some(Point::Track), "such fists hit either track");
    table.pass(&[Point::Track]).answer(Point::PayAccess, Choice::of(Verb::No));
    assert_eq!((table.wait(), hands(&table)), (Some(Point::Act), vec![(0, false)]), "refused, they are not offered again this turn");
    let mut table = jumper("jumper", 1);
    table.answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom]);
    table.answer(Point::With, fists).pass(&[Point::Track]);
    table.dice("0000 0000").answer(Point::PayAccess, Choice::of(Verb::Yes)).pass(QUIET);
    assert_eq!(table.fight.state.actors[red].fate.points(), 0);
    let harm = table.events.iter().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == red => Some(parts.of(RollAddend::Fists)),
        _ => None,
    });
    assert_eq!(harm, Some(1));
}

/// "paying a fate point for each roll": so does the help of armour without training in an attack with a weapon: its fists in a blow with a
/// brawling weapon, and its light frame in a throw.
/// Rules: R-P24.
#[test]
fn armour_without_training_helps_an_attack_with_a_weapon_only_for_a_point() {
    let sit = |weapon: &str, suit: &str, points: i32| {
        let red = Person::new("red").skill("agility", 2).skill("brawling", 1).fate(points).gear("weapon", weapon).gear("armour", suit);
        let packed = format!("{GUNS}{JUMPERS}{HAND_WEAPONS}");
        let mut table = Scene::new(&packed).person("red", "b", red).person("blue", "b", target("blue")).sit();
        table.pass(&[Point::SetUp, Point::Compel]);
        table
    };
    let ways = |table: &Table| {
        let red = table.actor("red");
        let ways = table.fight.ways_to_attack(red);
        let of_weapon = ways.into_iter().filter(|way| way.weapon().is_some());
        let told = |way| table.fight.manner(red, way).map(|manner| (manner.word.to_string(), manner.harm, manner.armour_paid));
        of_weapon.filter_map(told).collect::<Vec<_>>()
    };
    let knuckles = |suit: &str, points: i32| ways(&sit("knuckles", suit, points));
    assert_eq!(knuckles("own_jumper", 1), [(String::new(), 1, false)]);
    assert_eq!(knuckles("jumper", 1), [(String::new(), 0, false), ("jumper".to_owned(), 1, true)]);
    assert_eq!(knuckles("jumper", 0), [(String::new(), 0, false)], "no point, no fists");
    let light = "light";
    assert_eq!(ways(&sit("bodkin", light, 1)), [(String::new(), 0, false), ("light".to_owned(), 0, true)]);
    let thrown = |pays: bool| {
        let mut table = sit("bodkin", light, 1);
        let red = table.actor("red");
        table.answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom]);
        let way = table
            .options()
            .into_iter()
            .find(|way| way.weapon().is_some() && table.fight.manner(red, *way).is_some_and(|manner| manner.armour_paid == pays));
        table.answer(Point::With, way.unwrap()).pass(&[Point::Track]);
        if pays {
            table.answer(Point::PayAccess, Choice::of(Verb::Yes));
        }
        table.dice("0000 0000").pass(QUIET);
        let gear = table.events.iter().find_map(|event| match event {
            Event::Roll { me, parts, .. } if *me == red => Some(parts.of(RollAddend::Gear)),
            _ => None,
        });
        (gear, table.fight.state.actors[red].fate.points())
    };
    assert_eq!(thrown(true), (Some(1), 0));
    assert_eq!(thrown(false), (Some(0), 1));
}

/// "Use Agility to throw for accuracy (opposed attack roll to hit someone with a rock)": with `improvised_throws yes` people may throw
/// whatever is at hand, at range 1 to 2, without harm or penetration.
/// Rules: R-XTD9.
#[test]
fn people_may_throw_what_is_at_hand_if_the_rules_say_so() {
    let sit = |setting: &str| {
        let red = Person::new("red").skill("agility", 2).skill("brawling", 1);
        let mut table =
            Scene::new(GUNS).person("red", "a", red).person("blue", "b", target("blue")).rule("improvised_throws", setting).sit();
        table.pass(&[Point::SetUp, Point::Compel]);
        table
    };
    let throw = |table: &Table| {
        let red = table.actor("red");
        let ways = table.fight.ways_to_attack(red);
        ways.into_iter().find(|way| table.fight.manner(red, *way).is_some_and(|manner| manner.thrown))
    };
    assert_eq!(throw(&sit("no")), None);
    let mut table = sit("yes");
    let red = table.actor("red");
    let way = throw(&table).unwrap();
    assert_eq!(way.skill(), Some(table.skill("agility")));
    let manner = table.fight.manner(red, way).unwrap();
    assert_eq!((manner.harm, manner.penetration, manner.range, manner.per_zone), (0, 0, (1, 2), true));
    table.answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom]).answer(Point::With, way);
    table.dice("0000 0000").pass(&[Point::Track]).pass(QUIET);
    let roll = table.events.iter().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == red => Some((parts.of(RollAddend::Range), parts.total())),
        _ => None,
    });
    assert_eq!(roll, Some((0, 2)));
}

/// "These environmental effects may be determined by the referee as the map is designed, or they may be a consequence of player actions":
/// the map sets the gravity, and the referee may change it during the fight.
/// Rules: R-P57, R-XP21, R-XTT1.
#[test]
fn the_map_sets_the_gravity_and_a_ruling_changes_it() {
    let people = "
npc red \"Red\" { cap 2; skills { 2 slug_throwers; 1 agility, alertness }; aspects \"One\", \"Two\"; gear pistol }
npc blue \"Blue\" { cap 2; skills { 2 slug_throwers; 1 agility, resolve }; aspects \"Three\", \"Four\"; gear pistol }
";
    let fight = |gravity: &str, rules: &str| {
        let map = format!("map ring \"Ring\" {{ {gravity} zone a; zone b; border a -- b }}");
        let rules = format!("ruleset drift \"Drift\" {{ gravity none }}\nencounter duel \"Duel\" : personal {{ map ring; {rules}");
        let sides = "side r { actors red at a }; side b { actors blue at b } }";
        let mut scene = Scene::new(&format!("{GUNS}{people}{map}\n{rules} {sides}\n"));
        scene.encounter = scene.pack.encounters["t.duel"].clone();
        scene.sit().fight
    };
    let gravity = |fight: &Personal| fight.state.gravity.word();
    let aspects = |fight: &Personal| {
        let of_scene = fight.state.aspects.values().filter(|aspect| aspect.present && aspect.holder == Holder::Scene);
        of_scene.map(|aspect| aspect.text.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(gravity(&fight("", "")), "normal");
    assert_eq!(gravity(&fight("", "rules drift;")), "none");
    let mut drifting = fight("gravity low;", "rules drift;");
    assert_eq!((gravity(&drifting), aspects(&drifting)), ("low", vec!["Low gravity".to_owned()]), "the map counts before the rules");
    let marks = Marks::of(&drifting);
    for (word, aspect) in
        [("stuttering", Some("Zero gravity")), ("none", Some("Zero gravity")), ("sloping", None), ("low", Some("Low gravity"))]
    {
        let ruled = table::ruled(&drifting, &marks, &format!("gravity {word} because the ring was hit")).unwrap();
        assert_eq!(ruled.why.as_deref(), Some("the ring was hit"));
        for event in &ruled.events {
            let line = log::line(&drifting, 1, 1, "x", event);
            assert_eq!(log::read(&drifting, serde_json::from_str(&line).unwrap()).as_ref(), Ok(event), "{line}");
            drifting.apply(event);
        }
        assert_eq!((gravity(&drifting), aspects(&drifting)), (word, aspect.map(str::to_owned).into_iter().collect::<Vec<_>>()));
    }
    let environment = |fight: &Personal| {
        let agility = fight.roster.skills.iter().find(|(_, skill)| skill.name == "agility").map(|(id, _)| id);
        fight.expected_defence(ActorId(1), agility)
    };
    assert_eq!((environment(&drifting), environment(&fight("gravity normal;", "rules drift;"))), (1 - 2, 1));
    for (words, said) in [("gravity low", "the gravity is already low"), ("gravity 3", "is not a gravity")] {
        assert!(table::ruled(&drifting, &marks, words).is_err_and(|error| error.contains(said)), "{words}");
    }
}

/// "Some Skills (such as Stamina and Resolve) will not affect tracks, but can still be used to achieve maneuvers and defenses": the Stamina of an
/// animal defends, that of a person does not.
/// Rules: R-P10.
#[test]
fn the_stamina_of_an_animal_defends() {
    let text = format!(
        "{GUNS}
animal bear \"Bear\" {{ cap 2; size large; skills {{ 2 stamina; 1 agility }}; aspects \"Big\", \"Hungry\" }}
animal cat \"Cat\" {{ cap 2; size small; skills {{ 2 brawling; 1 agility }}; aspects \"Small\", \"Sly\" }}
npc red \"Red\" {{ cap 2; skills {{ 2 slug_throwers; 1 agility, stamina }}; aspects \"One\", \"Two\"; gear pistol }}
encounter hunt \"Hunt\" : personal {{ map line; side r {{ actors red at a }}; side b {{ actors bear at b, cat at b }} }}
"
    );
    let mut scene = Scene::new(&text);
    scene.encounter = scene.pack.encounters["t.hunt"].clone();
    let table = scene.sit();
    let defends = |name: &str| {
        let who = table.actor(name);
        let at = table.fight.state.actors[who].zone;
        let attack = IncomingAttack { by: None, from: at, at, track: HEALTH };
        let skills = table.fight.defence_skills_against(who, &attack);
        let stamina = skills.contains(&Some(table.skill("stamina")));
        let usual = table.fight.usual_defence(who, &attack);
        (stamina, usual.0)
    };
    assert_eq!(defends("bear"), (true, 2), "the best skill is the usual defence");
    assert!(!defends("cat").0, "no Stamina, no defence by it");
    assert!(!defends("red").0);
}

/// "Anyone using a slug thrower automatically gets the Aspect", "can only be fired every other round": who shoots back has fired. A maneuver with
/// the skill of a gun names no weapon, so it neither empties nor fires one.
/// Rules: R-XF16, R-XP17.
#[test]
fn shooting_back_is_firing_and_a_maneuver_with_the_skill_is_not() {
    let mut table = scene(("pistol", "a"), ("cannon", "c")).sit();
    let blue = table.actor("blue");
    declare(&mut table);
    table.dice("0000 ++++").pass(&[Point::FreeMove]);
    let slug = table.skill("slug_throwers");
    let shoot = table.options().into_iter().find(|option| option.skill() == Some(slug)).unwrap();
    table.answer(Point::Defend, shoot).pass(QUIET);
    table.pass(&[Point::Adjust]);
    assert_eq!(table.fight.state.actors[blue].fired, 1, "the cannon was fired in defence");
    let empty = |table: &Table| table.fight.state.aspects.values().any(|there| there.text == "Out of ammo" && there.present);
    let mut table = scene(("pistol", "a"), ("dart", "b")).sit();
    let printed = empty(&table);
    table.pass(&[Point::SetUp, Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Maneuver)).answer(Point::Whom, Choice::of(Verb::Target).on(Id::Scene));
    let with = i16::from(table.skill("slug_throwers").0);
    table.dice("0000").answer(Point::With, Choice::of(Verb::Use).n(with)).pass(&[Point::Term, Point::FreeMove, Point::Compel]).pass(QUIET);
    table.wait();
    assert_eq!(rolls(&table), 1);
    assert_eq!((empty(&table), table.fight.state.actors[table.actor("red")].fired), (printed, 0));
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
/// Rules: R-XP18.
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
/// Rules: R-XP20.
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

/// Armour is printed with each of its addends, so that the numbers of the account add up.
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
        Event::Roll { me, parts, .. } if *me == blue => Some(parts.of(RollAddend::Armour)),
        _ => None,
    });
    assert_eq!((addends.as_slice(), rolled), (&[4, -1, -2][..], Some(1)));
}

/// "based on one of the acting player character's Aspects": an aspect of the scene is for a deal with the referee (R-P56).
#[test]
fn an_aspect_of_the_scene_does_not_stop_a_person() {
    for (setting, compels) in [("no", false), ("yes", true)] {
        let mut scene = scene(("pistol", "a"), ("pistol", "b")).rule("compel_scene", setting);
        let smoke = slip_pack::encounter::SceneAspect { text: "Smoke everywhere".into(), scope: slip_pack::encounter::SceneScope::Scene };
        scene.encounter.aspects.push(smoke);
        let mut table = scene.sit();
        table.dice("0000 0000");
        declare_to_compel(&mut table);
        let is_smoke = |aspect: &slip_dice::fate::Aspect| aspect.present && aspect.text == "Smoke everywhere";
        let smoke = table.fight.state.aspects.iter().find(|(_, aspect)| is_smoke(aspect)).unwrap().0;
        let by_smoke = Choice::of(Verb::Compel).how(Choice::INACTION).with(smoke.0).n(1);
        let mut asked = false;
        while table.wait() == Some(Point::Compel) {
            // One compel is listed for all aspects that differ in nothing; the answer may name any of them.
            asked |= table.fight.clone().decide(&by_smoke.into(), &mut slip_dice::Dice::seeded(1, 0), &mut Vec::new()).is_ok();
            table.answer(Point::Compel, Choice::of(Verb::Pass));
        }
        assert_eq!(asked, compels, "{setting}");
    }
}

/// Declares red's attack, up to the first compel.
fn declare_to_compel(table: &mut Table) {
    table.pass(&[Point::SetUp]);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    table.pass(&[Point::Whom, Point::With, Point::Track, Point::Term, Point::PayAccess]);
}

/// "Low gravity, where all actions are at -2, using the better of MicroG or the relevant combat Skill": also with a weapon without recoil.
/// Rules: R-P57.
#[test]
fn in_low_gravity_the_better_skill_counts_for_any_weapon() {
    for (gravity, base) in [("normal", 1), ("low", 4 - 2), ("sloping", 1 - 2), ("none", 1)] {
        let floater = Person::new("red").skill("slug_throwers", 1).skill("microg", 4).gear("weapon", "steady");
        let scene = Scene::new(GUNS).rule("gravity", gravity).person("red", "a", floater);
        let table = scene.person("blue", "b", target("blue")).sit();
        let (red, blue) = (table.actor("red"), table.actor("blue"));
        let using = table.fight.ways_to_attack(red)[0];
        let odds = table.fight.odds(red, using, blue, HEALTH).unwrap();
        let plain = if gravity == "none" || gravity == "normal" { 1 } else { 1 - 2 };
        assert_eq!(odds.margin, base - plain, "{gravity}");
    }
}

/// "All attacks using weapons without the Low Recoil Stunt use the MicroG Skill": thrown weapons are included.
#[test]
fn a_throw_in_weightlessness_uses_microg() {
    let thrower = || Person::new("red").skill("agility", 3).skill("close_combat", 2).skill("microg", 1).gear("weapon", "dart");
    for (gravity, rank) in [("normal", 3), ("none", 1)] {
        let scene = Scene::new(GUNS).rule("gravity", gravity).person("red", "a", thrower());
        let table = scene.person("blue", "b", Person::new("blue").skill("agility", 0)).sit();
        let (red, blue) = (table.actor("red"), table.actor("blue"));
        let thrown = table.fight.ways_to_attack(red).into_iter().find(|using| using.weapon() == Some(0)).unwrap();
        assert_eq!(table.fight.odds(red, thrown, blue, HEALTH).map(|odds| odds.margin), Some(rank + 1), "{gravity}");
    }
}

/// "but only by paying a fate point for each roll": unpaid, military armour gives its bonuses to no roll, and its penalties stay.
#[test]
fn military_armour_gives_its_bonus_only_to_rolls_that_are_paid_for() {
    let text = format!(
        "{GUNS}
armour vest \"Vest\" : body_armour {{ tech T2; defense 1; stunts civilian, flexible }}
armour plate \"Plate\" : body_armour {{ tech T2; defense 1; stunts flexible }}
"
    );
    let worn = |armour: &str| {
        let red = Person::new("red").skill("slug_throwers", 3).skill("alertness", 3).gear("weapon", "pistol");
        let scene = Scene::new(&text).person("red", "a", red);
        scene.person("blue", "b", target("blue").fate(1).gear("armour", armour)).sit()
    };
    let total = |table: &Table| table.fight.expected_defence(table.actor("blue"), Some(table.skill("agility")));
    let (vest, plate) = (worn("vest"), worn("plate"));
    assert_eq!((total(&vest), total(&plate)), (1 - 2 + 1, 1 - 2));
    let mut table = plate;
    table.dice("0000 0000").pass(&[Point::SetUp, Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    table.pass(&[Point::Whom, Point::With, Point::Track, Point::Term, Point::Compel, Point::FreeMove]);
    let agility = table.skill("agility");
    if table.wait() == Some(Point::Defend) {
        let defend = table.options().into_iter().find(|option| option.skill() == Some(agility)).unwrap();
        table.answer(Point::Defend, defend);
    }
    assert_eq!(table.wait(), Some(Point::PayAccess), "{:?}", table.events);
    table.answer(Point::PayAccess, Choice::of(Verb::Yes)).wait();
    let blue = table.actor("blue");
    let gear = table.events.iter().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == blue => Some(parts.of(RollAddend::Gear)),
        _ => None,
    });
    assert_eq!(gear, Some(1 - 2), "the bonus counts on the roll that is paid for");
}

/// "anyone can choose to compel it instead for free": not only the side that has the free tag.
#[test]
fn where_points_change_hands_anybody_may_compel_by_an_unused_free_tag() {
    use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
    use slip_play::ids::{AspectId, TableKey};
    for (fate, offered) in [("bank", false), ("zero_sum", true)] {
        let scene = scene(("pistol", "a"), ("pistol", "b")).rule("fate", fate);
        let mut table = scene.person("green", "b", target("green").fate(0)).sit();
        let red = table.actor("red");
        let id = AspectId::of(table.fight.state.aspects.len());
        // Blue's side has the free tag; green's has none.
        let free = Some(FreeTag { sides: 2, from: 0 });
        let aspect = Aspect { origin: AspectOrigin::Maneuver, free, ..Aspect::printed("Caught on a hook", Holder::Actor(red.0)) };
        table.fight.apply(&Event::AspectAdd { id, aspect });
        declare_to_compel(&mut table);
        let green = table.actor("green");
        let mut by_tag = false;
        while table.wait() == Some(Point::Compel) {
            if table.fight.state.step.who.actor() == Some(green) {
                by_tag |= table.options().iter().any(|option| option.how & Choice::BY_TAG != 0);
            }
            table.answer(Point::Compel, Choice::of(Verb::Pass));
        }
        assert_eq!(by_tag, offered, "{fate}");
    }
}

/// "Anyone can compel anyone else's Aspects at any time": with the setting, an actor can also be compelled when it is not its turn. An
/// actor that accepts loses its next turn. Rules: R-P50.
#[test]
fn with_compel_any_time_others_than_the_acting_actor_are_compelled() {
    use slip_dice::fate::{Aspect, AspectOrigin, Holder};
    use slip_play::ids::{AspectId, TableKey};
    for (setting, compels) in [("no", false), ("yes", true)] {
        let scene = scene(("pistol", "a"), ("pistol", "b")).rule("fate", "zero_sum").rule("compel_any_time", setting);
        let mut table = scene.person("green", "b", target("green").fate(2)).sit();
        let [blue, green] = ["blue", "green"].map(|name| table.actor(name));
        let id = AspectId::of(table.fight.state.aspects.len());
        let aspect = Aspect { origin: AspectOrigin::Maneuver, ..Aspect::printed("Caught on a hook", Holder::Actor(blue.0)) };
        table.fight.apply(&Event::AspectAdd { id, aspect });
        table.dice("0000 0000");
        declare_to_compel(&mut table);
        let on_blue = |table: &Table| table.options().into_iter().find(|option| option.it == Id::Actor(blue) && option.n == 1);
        let mut compelled = false;
        while table.wait() == Some(Point::Compel) {
            match on_blue(&table).filter(|_| table.fight.state.step.who.actor() == Some(green)) {
                Some(compel) => {
                    table.answer(Point::Compel, compel);
                    table.answer(Point::AnswerCompel, Choice::of(Verb::Accept));
                    compelled = true;
                }
                None => _ = table.answer(Point::Compel, Choice::of(Verb::Pass)),
            }
        }
        assert_eq!(compelled, compels, "{setting}");
        assert_eq!(table.fight.state.actors[blue].forfeits, compels);
        assert_eq!(table.fight.state.actors[blue].fate.points(), if compels { 3 } else { 2 }, "the price is paid as usual");
        while table.fight.state.actor != Some(green) && table.fight.state.round < 2 && table.wait().is_some() {
            assert!(!compels || table.fight.state.actor != Some(blue), "blue's turn is lost");
            let first = table.options()[0];
            let point = table.wait().unwrap();
            table.answer(point, first);
        }
        assert!(!table.fight.state.actors[blue].forfeits, "one single turn");
    }
}

/// "its duration (whether it needs to be maintained or whether it is permanent) depends entirely upon the narrative offered by the player".
#[test]
fn an_obstruction_that_is_maintained_falls_with_another_action() {
    for (act, stays) in [(Verb::Pass, true), (Verb::Attack, false)] {
        let mut table = scene(("pistol", "a"), ("pistol", "b")).sit();
        let skill = i16::from(table.skill("slug_throwers").0);
        table.pass(&[Point::SetUp, Point::Compel]);
        let zone = table.zone("a");
        table.dice("++++").answer(Point::Act, Choice::of(Verb::Obstruct));
        if table.wait() == Some(Point::Whom) {
            table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Zone(zone)));
        }
        if table.wait() == Some(Point::With) {
            let with = table.options().into_iter().find(|option| option.n == skill).unwrap_or(table.options()[0]);
            table.answer(Point::With, with);
        }
        table.answer(Point::Term, Choice::of(Verb::Term).how(1)).pass(&[Point::Compel, Point::FreeMove, Point::Adjust]);
        if table.wait() == Some(Point::Border) {
            table.answer(Point::Border, Choice::of(Verb::Border).with(0));
        }
        assert_eq!(table.fight.state.obstructions.len(), 1);
        pass_turn(&mut table);
        if act == Verb::Pass {
            pass_turn(&mut table);
        } else {
            declare(&mut table);
            table.dice("0000 ++++").answer(Point::FreeMove, Choice::of(Verb::Stay));
            table.pass(&[Point::Defend, Point::Adjust, Point::Mitigate, Point::FreeMove]);
        }
        table.wait();
        assert_eq!(table.fight.state.obstructions.len(), usize::from(stays), "{act:?}");
    }
}

/// "a peer (similar rank) is taken out": the leader makes no check if an actor of lower rank is taken out.
#[test]
fn a_leader_does_not_check_when_one_of_lower_rank_falls() {
    let scene = scene(("pistol", "a"), ("pistol", "b")).rule("morale", "yes");
    let mut scene = scene.person("blue", "b", target("chief")).person("blue", "b", target("mate"));
    scene.encounter.sides[1].leader = Some("chief".into());
    let mut table = scene.sit();
    table.wait();
    let [blue, chief, mate] = ["blue", "chief", "mate"].map(|name| table.actor(name));
    let out = |who| Event::Out { who, by: None, track: HEALTH, fate: None, beyond_saving: false, for_good: false, say: None };
    table.fight.apply(&out(blue));
    let waiting = |table: &Table| table.fight.state.nerve.queue.iter().map(|check| (check.who, check.against)).collect::<Vec<_>>();
    assert_eq!(waiting(&table), [(mate, 2)]);
    table.fight.apply(&out(chief));
    assert_eq!(waiting(&table), [(mate, 2), (mate, 4)], "the fall of the leader is harder");
}

/// "relevant to the roll", "your roll": after the dice only the roller and the opponent use aspects; a friend who stands by is not asked.
/// Rules: R-P60.
#[test]
fn only_the_roller_and_the_opponent_use_aspects() {
    let scene = scene(("pistol", "a"), ("pistol", "b"));
    let friend = || Person::new("friend").skill("slug_throwers", 2).aspect("Always there").fate(3).gear("weapon", "pistol");
    let mut table = scene.person("red", "a", friend()).person("blue", "b", target("other").aspect("Never there").fate(3)).sit();
    table.dice("0000 0000");
    declare(&mut table);
    let mut asked = Vec::new();
    while let Some(point) = table.wait() {
        if table.fight.state.actor != Some(table.actor("red")) {
            break;
        }
        if point == Point::Adjust {
            asked.extend(table.fight.waiting_for().and_then(|ask| ask.me.actor()));
        }
        let first = table.options()[0];
        table.answer(point, first);
    }
    let users = [table.actor("red"), table.actor("blue")];
    assert!(!asked.is_empty() && asked.iter().all(|who| users.contains(who)), "{asked:?} {:?}", table.events);
}

/// "armour Agility Mod": the modifier of armour also applies to attacks with thrown weapons, as it does to every other roll of Agility.
#[test]
fn armour_changes_throws() {
    let text = format!("{GUNS}\narmour plate \"Plate\" : body_armour {{ tech T2; defense 1; stunts civilian }}\n");
    let margin = |worn: bool| {
        let thrower = Person::new("red").skill("agility", 3).skill("close_combat", 2).gear("weapon", "dart");
        let thrower = if worn { thrower.gear("armour", "plate") } else { thrower };
        let table = Scene::new(&text).person("red", "a", thrower).person("blue", "b", Person::new("blue").skill("agility", 0)).sit();
        let (red, blue) = (table.actor("red"), table.actor("blue"));
        let thrown = table.fight.ways_to_attack(red).into_iter().find(|using| using.weapon() == Some(0)).unwrap();
        table.fight.odds(red, thrown, blue, HEALTH).unwrap().margin
    };
    assert_eq!(margin(false) - margin(true), 2);
}

/// "Anyone using a slug thrower": an effect of a weapon after a defence happens only where the weapon was used for it.
/// Rules: R-E29.
#[test]
fn a_dodge_sets_off_no_effect_of_a_weapon() {
    let text = format!(
        "{GUNS}
design kicker \"Kicker\" : weapon {{
  tech T0; budget 4; skill slug_throwers
  stat harm {{ base 1 }}; stat min_range {{ base 0 }}; stat max_range {{ base 2 }}
  effect after defence suffers 1 on composure
}}
weapon kick \"Kick\" : kicker {{ tech T0 }}
"
    );
    for (defence, suffers) in [("slug_throwers", true), ("agility", false)] {
        let red = Person::new("red").skill("slug_throwers", 3).skill("alertness", 3).gear("weapon", "pistol");
        let blue = Person::new("blue").skill("slug_throwers", 3).skill("agility", 3).gear("weapon", "kick");
        let mut table = Scene::new(&text).person("red", "a", red).person("blue", "b", blue).sit();
        table.dice("---- ++++");
        declare(&mut table);
        table.pass(&[Point::FreeMove]);
        let skill = table.skill(defence);
        let defend = table.options().into_iter().find(|option| option.skill() == Some(skill)).unwrap();
        table.answer(Point::Defend, defend);
        table.pass(&[Point::Adjust, Point::Mitigate, Point::Compel]);
        let blue = table.actor("blue");
        assert_eq!(table.fight.state.actors[blue].tracks[1].marked() > 0, suffers, "{defence}: {:?}", table.events);
    }
}

/// After a defence, the range of an effect is that to the attacker, as before the defence and at its roll.
/// Rules: R-E29.
#[test]
fn the_range_after_a_defence_is_that_to_the_attacker() {
    for (condition, suffers) in [("range >= 1", true), ("range == 0", false)] {
        let text = format!(
            "{GUNS}
design kicker \"Kicker\" : weapon {{
  tech T0; budget 4; skill slug_throwers
  stat harm {{ base 1 }}; stat min_range {{ base 0 }}; stat max_range {{ base 2 }}
  effect after defence suffers 1 on composure when {condition}
}}
weapon kick \"Kick\" : kicker {{ tech T0 }}
"
        );
        let red = Person::new("red").skill("slug_throwers", 3).skill("alertness", 3).gear("weapon", "pistol");
        let blue = Person::new("blue").skill("slug_throwers", 3).skill("agility", 3).gear("weapon", "kick");
        let mut table = Scene::new(&text).person("red", "a", red).person("blue", "b", blue).sit();
        table.dice("---- ++++");
        declare(&mut table);
        table.pass(&[Point::FreeMove]);
        let skill = table.skill("slug_throwers");
        let defend = table.options().into_iter().find(|option| option.skill() == Some(skill)).unwrap();
        table.answer(Point::Defend, defend);
        table.pass(&[Point::Adjust, Point::Mitigate, Point::Compel]);
        let blue = table.actor("blue");
        assert_eq!(table.fight.state.actors[blue].tracks[1].marked() > 0, suffers, "{condition}: {:?}", table.events);
    }
}
