//! Tests of actors with several weapons: each weapon has its own stunts, aspects and state.

use crate::plays::rulings::{QUIET, pass_turn, target};
use crate::plays::table::{Person, Scene, Table};
use slip_dice::fate::Holder;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, RollAddend, RollAddends};
use slip_play::ids::{ActorId, Id};
use slip_play::personal::state::{COMPOSURE, HEALTH};
use slip_play::question::Point;
use slip_play::tracks::TrackSet;

const GUNS: &str = r#"
weapon pistol "Pistol" : slug_thrower { tech T1; harm 0; penetration 1; range 0..2; stunts civilian }
weapon burster "Burster" : slug_thrower { tech T1; harm 1; penetration 1; range 1..3; stunts full_auto }
weapon deep "Deep gun" : slug_thrower { tech T1; harm 1; penetration 1; range 2..4; stunts high_capacity }
weapon combi "Combi" : slug_thrower {
  tech T2
  stunts modal
  mode burst { harm 1; penetration 1; range 1..3; stunts full_auto }
  mode single { harm 1; penetration 2; range 2..4; stunts high_capacity }
}
weapon cannon "Cannon" : slug_thrower { tech T1; harm 2; penetration 1; range 2..4; stunts civilian, high_recoil }
armour vest "Vest" : body_armour { tech T1; defense 1 }
weapon grenades "Grenades" : close_combat { tech T0; harm 1; penetration 0; range 1..1; stunts thrown, explosive }
design winded "Winded" : beast {
  stat nerve { ranks 0..5; base 0; cost 0 }
  skills loose 0..5
  track health "Health" { base 4; fixed }
  track composure "Composure" { base 4; fixed }
  stunt short_breath { cost 0; effect cannot attack when fired_last_round }
}
beast old_hand "Old hand" : winded { skills { 2 resolve }; stunts short_breath }
npc soldier "Soldier" { cap 1; skills { 1 slug_throwers }; stunts military_grade(slug_throwers); aspects "Drilled" }
map line "Line" { zone a; zone b; zone c; border a -- b; border b -- c }
"#;

/// Returns a table with red in `a`, who has these weapons, and a target in `c`.
fn armed(weapons: &[&str]) -> Table {
    let scene = Scene::new(GUNS);
    let red = Person::new("red").like(&scene.pack, "npc", "soldier").skill("slug_throwers", 3).skill("alertness", 3);
    let red = weapons.iter().fold(red, |red, weapon| red.gear("weapon", weapon));
    scene.person("red", "a", red).person("blue", "c", target("blue").tracks(9, 9)).sit()
}

/// Fires the weapon of this number, at blue or at blue's whole zone.
fn fire(table: &mut Table, weapon: u16, area: bool) {
    let it = if area { Id::Zone(table.zone("c")) } else { Id::Actor(table.actor("blue")) };
    table.pass(&[Point::SetUp, Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(it));
    }
    if table.wait() == Some(Point::With) {
        let wanted = |option: &Choice| option.with == weapon && (option.how & Choice::AREA != 0) == area;
        let using = table.options().into_iter().find(wanted).expect("a way to fire it");
        table.answer(Point::With, using);
    }
    table.dice("0000 ----");
    table.pass(QUIET);
    table.pass(&[Point::Adjust, Point::Mitigate]);
}

/// Returns the weapons that are out of ammo, and whether the enemy has a free tag on each.
fn empty(table: &Table) -> Vec<(u8, bool)> {
    let there = table.fight.state.aspects.values().filter(|aspect| aspect.present && aspect.text == "Out of ammo");
    let of = |holder: Holder| match holder {
        Holder::Gear(_, weapon) => weapon,
        other => panic!("{other:?} is no weapon"),
    };
    let mut found: Vec<(u8, bool)> = there.map(|aspect| (of(aspect.holder), aspect.free.is_some())).collect();
    found.sort_unstable();
    found
}

/// Returns which of two weapons red could fire now.
fn fires(table: &Table) -> [bool; 2] {
    let ways = table.fight.ways_to_attack(table.actor("red"));
    [0, 1].map(|weapon| ways.iter().any(|using| using.with == weapon))
}

/// Full auto gives an empty magazine, whatever other weapons are carried; High capacity is a stunt of one weapon, and of one mode
/// of a modal one.
#[test]
fn the_magazine_of_one_gun_says_nothing_of_another() {
    let mut table = armed(&["burster", "deep"]);
    fire(&mut table, 0, true);
    assert_eq!(empty(&table), [(0, true)], "the deep gun was not fired");
    let mut table = armed(&["combi"]);
    fire(&mut table, 0, true);
    assert_eq!(empty(&table), [(0, true)], "it is deep in its other mode");
    let mut table = armed(&["deep"]);
    fire(&mut table, 0, false);
    assert_eq!(empty(&table), [(0, false)]);
}

/// The aspects of a weapon are a scope of their own, so each fired weapon has its own.
#[test]
fn each_gun_runs_out_of_its_own_ammo() {
    let mut table = armed(&["grenades", "burster"]);
    assert_eq!(empty(&table), [(0, false)], "thrown things carry it from the start");
    fire(&mut table, 1, true);
    assert_eq!(empty(&table), [(0, false), (1, true)]);
    let mut table = armed(&["pistol", "burster"]);
    fire(&mut table, 0, false);
    pass_turn(&mut table);
    assert_eq!(empty(&table), [(0, false)]);
    fire(&mut table, 1, true);
    assert_eq!(empty(&table), [(0, false), (1, true)]);
    pass_turn(&mut table);
    fire(&mut table, 0, false);
    assert_eq!(empty(&table), [(0, false), (1, true)], "and none of them twice");
}

/// A weapon with recoil cannot be fired in the round after it was fired, whatever other weapons did.
#[test]
fn only_the_gun_that_was_fired_has_recoiled() {
    for (fired, then) in [(0, [true, true]), (1, [true, false])] {
        let mut table = armed(&["pistol", "cannon"]);
        fire(&mut table, fired, false);
        pass_turn(&mut table);
        assert_eq!((table.fight.state.round, fires(&table)), (2, then), "the pistol and the cannon after {fired} was fired");
        pass_turn(&mut table);
        pass_turn(&mut table);
        assert_eq!((table.fight.state.round, fires(&table)), (3, [true, true]));
    }
}

/// A condition in a person's effect refers to any of their weapons; one in a weapon's effect refers to that weapon only.
#[test]
fn a_line_asks_for_the_weapon_that_carries_it() {
    let scene = Scene::new(GUNS);
    let red = Person::new("red").like(&scene.pack, "beast", "old_hand").skill("slug_throwers", 3).skill("alertness", 3);
    let red = red.gear("weapon", "pistol").gear("weapon", "cannon");
    let mut table = scene.person("red", "a", red).person("blue", "c", target("blue").tracks(9, 9)).sit();
    fire(&mut table, 0, false);
    pass_turn(&mut table);
    assert_eq!(fires(&table), [false, false], "the line is the person's own");
}

/// Guns, coats and people whose effects are about attacks.
const LINES: &str = r#"
design ray : weapon {
  tech T1..T4
  budget 0
  skill slug_throwers
  aspect "Empty"
  stat harm { ranks 0..6; cost 0 }
  stat penetration { ranks 0..6; cost 0 }
  stat min_range { ranks 0..6; base 0; cost 0 }
  stat max_range { ranks 0..6; base 2; cost 0 }
  entry range as min_range..max_range
  stunt daze { cost 0; effect attack hits composure only; effect range is 2..2; effect out_of_range is 3 }
  stunt aims { cost 0; effect must use 5 for attack; effect attack limited by alertness; effect attack amplified by resolve }
  stunt drilled { cost 0; effect must use alertness +3 for attack; effect attack limited by tactics }
  stunt eager { cost 0; effect must use alertness +3 for attack; effect attack amplified by tactics }
}
weapon plain "Plain" : ray { tech T2; harm 0; penetration 0; range 0..2 }
weapon dazer "Dazer" : ray { tech T2; harm 0; penetration 0; range 0..2; stunts daze }
weapon aimer "Aimer" : ray { tech T2; harm 0; penetration 0; range 0..2; stunts aims }
weapon drill "Drill" : ray { tech T2; harm 0; penetration 0; range 0..2; stunts drilled }
weapon eager_gun "Eager" : ray { tech T2; harm 0; penetration 0; range 0..2; stunts eager }
design coat : armour {
  tech T1..T4
  budget 0
  stat defense { ranks 0..8; cost 0 }
  aspect "Worn thin"
  stunt stiff { cost 0; effect -2 to agility rolls }
  stunt dull { cost 0; effect defense is 1; effect -3 to resolve rolls }
}
armour rig "Rig" : coat { tech T2; defense 4; stunts stiff }
armour rag "Rag" : coat { tech T2; defense 2; stunts stiff, dull }
stunt at_health { for npc; effect attack hits health only; effect range is 0..1; effect out_of_range is 1 }
stunt booming { for npc; effect oratory attack area zone except self }
stunt meek { for npc; effect attacks of attack at most 0 }
npc stubborn "Stubborn" { cap 1; skills { 1 slug_throwers }; stunts at_health; aspects "Drilled" }
npc speaker "Speaker" { cap 1; skills { 1 oratory }; stunts booming; aspects "Loud" }
npc mouse "Mouse" { cap 1; skills { 1 oratory }; stunts meek; aspects "Small" }
npc anybody "Anybody" { cap 1; skills { 1 oratory }; aspects "Grey" }
map line "Line" { zone a; zone b; zone c; border a -- b; border b -- c }
"#;

/// Returns a fight with red in zone `a` and blue in zone `b`. Red has this weapon, and the sheet of the person `like`.
fn lined(like: &str, weapon: &str) -> (Table, ActorId) {
    let scene = Scene::new(LINES);
    let red = Person::new("red").like(&scene.pack, "npc", like).skill("slug_throwers", 3).skill("alertness", 1);
    let red = red.skill("tactics", 1).skill("resolve", 9).gear("weapon", weapon);
    let table = scene.person("red", "a", red).person("blue", "b", target("blue")).sit();
    let red = table.actor("red");
    (table, red)
}

/// Returns the parts of red's attack on blue with their weapon.
fn attack_of(mut table: Table, red: ActorId) -> RollAddends {
    let blue = Id::Actor(table.actor("blue"));
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(blue));
    }
    if table.wait() == Some(Point::With) {
        let using = table.options().into_iter().find(|option| option.with == 0).unwrap();
        table.answer(Point::With, using);
    }
    table.dice("0000 0000").pass(QUIET);
    let rolled = table.events.iter().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == red => Some(*parts),
        _ => None,
    });
    rolled.unwrap()
}

/// Effects of the item in use take precedence over those of its bearer.
#[test]
fn what_a_weapon_sets_its_bearer_s_own_lines_do_not_set_anew() {
    for (weapon, tracks, range, off) in [("dazer", COMPOSURE, (2, 2), Some(-3)), ("plain", HEALTH, (0, 1), None)] {
        let (table, red) = lined("stubborn", weapon);
        let using = table.fight.ways_to_attack(red).iter().copied().find(|using| using.with == 0).unwrap();
        let manner = table.fight.manner(red, using).unwrap();
        assert_eq!(table.fight.tracks_of(red, using), TrackSet::of(tracks), "{weapon}");
        assert_eq!(table.fight.reach(red, using, manner, table.zone("a"), table.zone("b")), range, "{weapon}");
        assert_eq!(attack_of(table, red).of(RollAddend::Range), off.unwrap_or(0), "{weapon}");
    }
}

/// A fixed number used in place of a skill is never limited or amplified. A signed number is added to the rank before the rank is limited
/// or amplified.
#[test]
fn numbers_stand_as_they_are_and_a_signed_number_is_part_of_the_rank() {
    let rolled = |weapon: &str| {
        let (table, red) = lined("anybody", weapon);
        let parts = attack_of(table, red);
        let rank: i32 = parts.iter().filter(|(part, _)| matches!(part, RollAddend::Skill(_))).map(|(_, by)| by).sum();
        (rank, parts.of(RollAddend::Amplified), parts.of(RollAddend::Gear))
    };
    assert_eq!(rolled("aimer"), (5, 0, 0));
    assert_eq!(rolled("drill"), (1, 0, 0), "1 and 3 are 4, limited by Tactics 1");
    assert_eq!(rolled("eager_gun"), (4, 0, 0), "which Tactics 1 does not back");
}

#[test]
fn words_strike_everybody_in_a_zone_where_a_line_says_so() {
    let scene = Scene::new(LINES);
    let red = Person::new("red").like(&scene.pack, "npc", "speaker").skill("oratory", 3).skill("alertness", 3);
    let scene = scene.person("red", "a", red).person("blue", "b", target("blue")).person("blue", "b", target("green"));
    let mut table = scene.sit();
    let (red, oratory, zone) = (table.actor("red"), table.skill("oratory"), Id::Zone(table.zone("b")));
    let ways: Vec<bool> = {
        let ways = table.fight.ways_to_attack(red);
        ways.iter().filter(|using| using.skill() == Some(oratory)).map(|using| using.how & Choice::AREA != 0).collect()
    };
    assert_eq!(ways, [false, true], "at one, or at all of them");
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack)).answer(Point::Whom, Choice::of(Verb::Target).on(zone));
    table.dice("0000 0000 0000").pass(QUIET);
    let defends = |who: ActorId| table.events.iter().any(|event| matches!(event, Event::Roll { me, .. } if *me == who));
    assert!(defends(table.actor("blue")) && defends(table.actor("green")));
}

#[test]
fn whoever_has_no_attacks_left_does_not_attack_with_words_either() {
    for (like, attacks) in [("mouse", false), ("anybody", true)] {
        let scene = Scene::new(LINES);
        let red = Person::new("red").like(&scene.pack, "npc", like).skill("oratory", 3);
        let table = scene.person("red", "a", red).person("blue", "b", target("blue")).sit();
        assert_eq!(!table.fight.ways_to_attack(table.actor("red")).is_empty(), attacks, "{like}");
    }
}

/// Only one armour is worn.
#[test]
fn rxp16_a_second_armour_is_packed_and_does_nothing() {
    let scene = Scene::new(LINES);
    let blue = target("blue").gear("armour", "rig").gear("armour", "rag");
    let red = Person::new("red").skill("slug_throwers", 3).skill("alertness", 3).gear("weapon", "plain");
    let mut table = scene.person("red", "a", red).person("blue", "b", blue).sit();
    let blue = table.actor("blue");
    assert_eq!(table.fight.state.aspects.values().filter(|aspect| aspect.text == "Worn thin").count(), 1);
    let (red, _) = (table.actor("red"), table.wait());
    table.dice("0000 0000");
    table.answer(Point::Act, Choice::of(Verb::Attack)).pass(QUIET);
    let rolled = table.events.iter().find_map(|event| match event {
        Event::Roll { me, parts, .. } if *me == blue => Some((parts.of(RollAddend::Gear), parts.of(RollAddend::Armour))),
        _ => None,
    });
    assert_eq!(rolled, Some((-2, 4)), "{red:?}");
}

/// Additions against one defender of an area attack are listed together with earlier ones against them (R-P30), and in the zero-sum
/// economy the point goes to that defender.
#[test]
fn what_counts_against_one_of_several_adds_up_and_is_paid_to_them() {
    for fate in ["standard", "zero_sum"] {
        // The coat gives a derived aspect whose scope differs from the scope of its wearer's aspects.
        let guns = format!("{GUNS}armour coat \"Coat\" : body_armour {{ tech T1; defense 2; stunts civilian }}\n");
        let scene = Scene::new(&guns).rule("fate", fate);
        let red = Person::new("red").like(&scene.pack, "npc", "soldier").skill("slug_throwers", 3).skill("alertness", 3).fate(3);
        let [blue, green] = ["blue", "green"].map(|name| target(name).tracks(9, 9).aspect("Left").gear("armour", "coat"));
        let scene = scene.person("red", "a", red.gear("weapon", "burster")).person("blue", "c", blue).person("blue", "c", green);
        let mut table = scene.sit();
        table.answer(Point::Act, Choice::of(Verb::Attack));
        let (zone, red, blue) = (Id::Zone(table.zone("c")), table.actor("red"), table.actor("blue"));
        table.answer(Point::Whom, Choice::of(Verb::Target).on(zone));
        table.dice("---- 0000 0000").pass(QUIET);
        let mut totals = Vec::new();
        for _ in 0..2 {
            while table.wait() == Some(Point::Adjust) && table.fight.waiting_for().unwrap().me != Id::Actor(red) {
                let first = table.options()[0];
                table.answer(Point::Adjust, first);
            }
            let tag = table.options().into_iter().find(|option| option.verb == Verb::Tag && option.it == Id::Actor(blue)).unwrap();
            table.answer(Point::Adjust, tag);
            let told = |event: &Event| match event {
                Event::Adjust { total, only, .. } if *only == Some(blue) => Some(*total),
                _ => None,
            };
            totals.extend(table.events.iter().rev().find_map(told));
            assert!(!table.events.iter().any(|event| matches!(event, Event::Due { .. })), "{fate}: nobody else is hurt by it");
        }
        assert_eq!(totals[1] - totals[0], 2, "{fate}");
    }
}
