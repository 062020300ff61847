//! Tests of the odds of attacks as the engines play them.

use crate::odds::packages_from_text::{bare, gear, of_6561, pack, set};
use slip_dice::DiceKind;
use slip_odds::attack::{Addend, AttackOptions, staged};
use slip_odds::matchup::{MatchupActor, MatchupFighter, MatchupStage, MatchupTerrain};
use slip_odds::ship_attack::{self, Salvo};
use slip_odds::{Chances, Ratio};
use slip_play::ids::ActorId;
use slip_play::space::roster::WeaponSystem;

const DOCK: &str = r#"
weapon dock_carbine "Dockside carbine" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }
armour hauler_rig "Hauler's rig" : body_armour { tech T1; defense 4; stunts civilian, pressure_suit }"#;

fn at(range: u8) -> MatchupTerrain {
    MatchupTerrain { range, outdoors: false }
}

fn carbine() -> AttackOptions {
    AttackOptions { weapon: Some("dock_carbine".into()), ..AttackOptions::default() }
}

/// Example of the language reference: `hit(dock_carbine, hauler_rig, at 2, skill 3 vs 2)`.
/// Rules: R-XOX2.
#[test]
fn the_carbine_hits_the_rig_in_1711_of_6561() {
    let mut stage = MatchupStage::new(&pack(DOCK));
    let by = bare(&[("slug_throwers", 3)], [3, 3], &[("weapon", "dock_carbine")]);
    let on = bare(&[("agility", 2)], [3, 3], &[("armour", "hauler_rig")]);
    let struck = staged(&mut stage, [&by, &on], at(2), &carbine()).unwrap();
    assert_eq!(struck.hit(), of_6561(1711));
    assert_eq!((struck.all, struck.margin()), (6561, -1));
    assert_eq!(struck.chances.total(), Ratio::one());
    // Beyond its range the attack is at -2.
    assert_eq!(staged(&mut stage, [&by, &on], at(3), &carbine()).unwrap().margin(), -3);
}

/// S1, S2 and S4, with things and people that have these numbers.
#[test]
fn the_engine_agrees_with_the_closed_forms() {
    let text = r#"
weapon gun "Gun" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
armour coat "Coat" : body_armour { tech T2; defense 2; stunts civilian }"#;
    for (skill, harm, penetration, dodge, defense, lead) in [(3, 2, 1, 2, 2, 2), (2, 1, 0, 2, 1, 0), (3, 3, 1, 2, 1, 4)] {
        let mut pack = pack(text);
        set(&mut pack, "weapon", "gun", &[("harm", harm), ("penetration", penetration)]);
        set(&mut pack, "armour", "coat", &[("defense", defense)]);
        let mut stage = MatchupStage::new(&pack);
        let by = bare(&[("slug_throwers", skill)], [3, 3], &[("weapon", "gun")]);
        let on = bare(&[("agility", dodge)], [3, 3], &[("armour", "coat")]);
        let struck = staged(&mut stage, [&by, &on], at(1), &AttackOptions::default()).unwrap();
        let shifts = Chances::opposed(DiceKind::Fudge, lead);
        assert_eq!(struck.margin(), lead);
        assert_eq!(struck.chances.seen(|strike| strike.shifts), shifts, "lead {lead}");
        assert_eq!(struck.stress(), shifts.seen(|&shifts| shifts.max(0)), "lead {lead}");
        assert_eq!(struck.spin(), shifts.spin(3), "lead {lead}");
        // Three boxes and no slots: four shifts take the defender out.
        assert_eq!(struck.out(), shifts.at_least(4), "lead {lead}");
    }
}

/// The grades 1, 2 and 4 are taken as cheaply as possible to keep the defender in the fight: on three boxes a hit of 4 needs a mild
/// one, 10 all three, and 11 is too much.
/// Rules: R-XOX1.
#[test]
fn consequences_are_taken_as_they_are_needed() {
    let mut pack = pack(DOCK);
    set(&mut pack, "weapon", "dock_carbine", &[("harm", 3)]);
    let mut stage = MatchupStage::new(&pack);
    let by = bare(&[("slug_throwers", 5)], [3, 3], &[("weapon", "dock_carbine")]);
    let mut on = bare(&[("agility", 2)], [3, 3], &[]);
    if let slip_odds::matchup::MatchupActor::Bare(bare) = &mut on.who {
        bare.slots = true;
    }
    let struck = staged(&mut stage, [&by, &on], at(1), &carbine()).unwrap();
    for (strike, _) in struck.chances.iter() {
        let least = match strike.stress {
            0..=3 => [0, 0, 0],
            4 => [1, 0, 0],
            5 => [0, 1, 0],
            6 => [1, 1, 0],
            7 => [0, 0, 1],
            8 => [1, 0, 1],
            9 => [0, 1, 1],
            10 => [1, 1, 1],
            _ => [0, 0, 0],
        };
        assert_eq!((strike.taken, strike.out), (least, strike.stress > 10), "{strike:?}");
    }
    assert_eq!(struck.out(), Chances::opposed(DiceKind::Fudge, 6).at_least(11));
}

/// A severe consequence of 5 is taken before a mild one of 2 and a moderate one of 3, as in play: they absorb the same amount, and
/// one consequence is fewer than two (R-XOX1).
#[test]
fn of_consequences_worth_as_much_the_fewest_are_taken() {
    let mut pack = pack(DOCK);
    set(&mut pack, "weapon", "dock_carbine", &[("harm", 3)]);
    for (grade, worth) in [("mild", 2), ("moderate", 3), ("severe", 5)] {
        pack.rules.settings.insert(grade.into(), slip_pack::ruleset::Setting::Int(worth));
    }
    let by = bare(&[("slug_throwers", 5)], [3, 3], &[("weapon", "dock_carbine")]);
    let mut on = bare(&[("agility", 2)], [3, 3], &[]);
    if let slip_odds::matchup::MatchupActor::Bare(bare) = &mut on.who {
        bare.slots = true;
    }
    let struck = staged(&mut MatchupStage::new(&pack), [&by, &on], at(1), &carbine()).unwrap();
    let taken: Vec<_> = struck.chances.iter().filter(|(strike, _)| strike.stress == 8).map(|(strike, _)| strike.taken).collect();
    assert!(!taken.is_empty() && taken.iter().all(|taken| *taken == [0, 0, 1]), "{taken:?}");
}

/// A declared person has the declared ranks, gear and training: an armour that lowers dodging, a military weapon that costs an
/// untrained wielder a point, or is not used.
/// Rules: R-XOX1.
#[test]
fn people_who_are_declared_fight_with_what_they_have() {
    let text = r#"
weapon long_gun "Long gun" : slug_thrower { tech T2; harm 2; penetration 1; range 0..3 }
armour plate "Plate" : body_armour { tech T1; defense 4; stunts civilian }
npc soldier "Soldier" { cap 3; skills { 3 slug_throwers; 2 agility, stamina; 1 resolve, alertness, brawling }; stunts military_grade(slug_throwers); aspects "A", "B", "C"; gear long_gun }
npc clerk "Clerk" { cap 3; skills { 3 agility; 2 slug_throwers, stamina; 1 resolve, alertness, brawling }; aspects "A", "B", "C"; gear plate }"#;
    let mut pack = pack(text);
    let who =
        |name: &str, things: Vec<slip_pack::item::Gear>| MatchupFighter { who: MatchupActor::Declared(gear("npc", name)), gear: things };
    let (soldier, clerk) = (who("soldier", Vec::new()), who("clerk", Vec::new()));
    let long_gun = AttackOptions { weapon: Some("long_gun".into()), ..AttackOptions::default() };
    let struck = staged(&mut MatchupStage::new(&pack), [&soldier, &clerk], at(2), &long_gun).unwrap();
    let sum = |list: &[Addend]| list.iter().map(|addend| addend.amount).sum::<i32>();
    assert_eq!(sum(&struck.attack), 3 + 2);
    // The defence is Agility 3 minus the weight of the plate, or a better skill. Armour counts 4 - 1 = 3.
    assert!(struck.defence.iter().any(|addend| (addend.what.as_str(), addend.amount) == ("armour", 3)));
    assert_eq!(struck.paid, [false, false]);
    let armed = who("clerk", vec![gear("weapon", "long_gun")]);
    let clerk_fires = |pack: &slip_pack::Pack| staged(&mut MatchupStage::new(pack), [&armed, &soldier], at(2), &long_gun);
    assert!(clerk_fires(&pack).is_err() || clerk_fires(&pack).unwrap().paid[0], "not without a point");
    for (fate, pays) in [(0, false), (1, true)] {
        pack.items.get_mut("npc").unwrap().get_mut("t.clerk").unwrap().fate = Some(fate);
        assert_eq!(clerk_fires(&pack).is_ok_and(|struck| struck.paid[0]), pays, "{fate} points");
    }
}

/// An impossible attack is refused, not computed.
#[test]
fn what_does_not_reach_is_refused() {
    let mut stage = MatchupStage::new(&pack(DOCK));
    let by = bare(&[("slug_throwers", 3)], [3, 3], &[("weapon", "dock_carbine")]);
    let on = bare(&[("agility", 2)], [3, 3], &[]);
    let unknown = AttackOptions { weapon: Some("hammer".into()), ..AttackOptions::default() };
    assert!(staged(&mut stage, [&by, &on], at(1), &unknown).is_err());
    let knives = bare(&[("brawling", 3)], [3, 3], &[]);
    assert!(staged(&mut stage, [&knives, &on], at(2), &AttackOptions::default()).is_err(), "bare hands do not reach");
}

const YARDS: &str = r#"
ship lance "Lance" : spacecraft { tech T2; v_shift 2; beam 3; torpedo 0; ew 2; tracks { frame 3; data 3; heat 3 }; stunts civilian; aspects "A", "B", "C", "D", "E" }
ship mule "Mule" : spacecraft { tech T2; v_shift 2; beam 1; torpedo 0; ew 0; tracks { frame 3; data 3; heat 3 }; stunts civilian; aspects "A", "B", "C", "D", "E" }"#;

/// Set-ups 1 and 4: a beam of 3 in full with a crew of 2 against nothing, and electronic warfare, which strikes back.
#[test]
fn ships_fire_as_printed_in_space_11() {
    let stage = MatchupStage::new(&pack(YARDS));
    let ships = [&gear("ship", "lance"), &gear("ship", "mule")];
    let [by, on] = [ActorId(0), ActorId(1)];
    let salvo = |weapon| Salvo { weapon, value: None, against: None };
    let beam = ship_attack::strike(stage.ships(ships, [None, None], 2).unwrap(), by, on, salvo(WeaponSystem::Beam)).unwrap();
    let shifts = Chances::opposed(DiceKind::Fudge, 3);
    assert_eq!(beam.chances.seen(|strike| strike.shifts), shifts);
    assert_eq!(beam.hit(), of_6561(5634));
    assert_eq!(beam.chances.when(|strike| strike.spin > 0), of_6561(45));
    let far = ship_attack::strike(stage.ships(ships, [None, None], 3).unwrap(), by, on, salvo(WeaponSystem::Beam)).unwrap();
    assert!(far.margin() < beam.margin(), "beams are worse from afar");
    // A crew of 3 at the signals supports a rating of 2; the other ship has none and does not defend.
    let ew = ship_attack::strike(stage.ships(ships, [Some(3), None], 2).unwrap(), by, on, salvo(WeaponSystem::Ew)).unwrap();
    assert_eq!(ew.margin(), 3);
    assert_eq!(ew.chances.when(|strike| strike.back > 0), of_6561(423), "it strikes back");
    assert!(
        ship_attack::strike(stage.ships(ships, [None, None], 2).unwrap(), by, on, salvo(WeaponSystem::Torpedo)).is_err(),
        "there are no torpedoes"
    );
}

/// A firewall is 4dF + 2 and does not strike back, point defence is 4dF + 2; neither costs heat, so a ship that has them uses them
/// by default (R-XOX1).
#[test]
fn automated_defences_are_used() {
    let hull = |name: &str, own: &str| {
        format!(
            "ship {name} : spacecraft {{ tech T2; v_shift 1; beam 1; trade 2; tracks {{ frame 3; data 3 }}; {own}; aspects \"A\", \"B\", \"C\", \"D\", \"E\" }}\n"
        )
    };
    let names = [
        ("raider", "torpedo 2; ew 2; stunts civilian"),
        ("bare", "torpedo 0; ew 0; stunts civilian"),
        ("walled", "torpedo 0; ew 0; stunts civilian, firewall"),
        ("keen", "torpedo 0; ew 2; stunts civilian, firewall"),
        ("guarded", "torpedo 0; ew 0; stunts civilian, point_defense"),
    ];
    let text: String = names.iter().map(|(name, own)| hull(name, own)).collect();
    let pack = pack(&text);
    let strike = |on: &str, weapon, against| {
        let fight = MatchupStage::new(&pack).ships([&gear("ship", "raider"), &gear("ship", on)], [None, None], 3).unwrap();
        ship_attack::strike(fight, ActorId(0), ActorId(1), Salvo { weapon, value: None, against }).unwrap()
    };
    let ew = |on: &str| strike(on, WeaponSystem::Ew, None);
    let even = Chances::opposed(DiceKind::Fudge, 0).at_least(1);
    assert_eq!(even, of_6561(2727));
    assert_eq!(ew("bare").hit(), Chances::opposed(DiceKind::Fudge, 2).at_least(1));
    assert_eq!(ew("walled").hit(), even);
    assert_eq!(ew("walled").defence.first().map(|addend| (addend.what.as_str(), addend.amount)), Some(("firewall", 2)));
    assert!(ew("walled").chances.when(|strike| strike.back > 0).is_zero(), "a firewall never strikes back");
    assert_eq!(ew("keen").hit(), even);
    assert!(!ew("keen").chances.when(|strike| strike.back > 0).is_zero(), "a rating that is as much strikes back");
    let torpedo = |on: &str, against| strike(on, WeaponSystem::Torpedo, against);
    assert_eq!(torpedo("guarded", None).hit(), even);
    assert_eq!(torpedo("guarded", Some(0)).hit(), torpedo("bare", None).hit(), "nothing at all, if that is said");
    assert_eq!(torpedo("guarded", Some(1)), torpedo("bare", Some(1)), "beams instead, if they are said");
}

/// An untrained use costs a point, or is impossible (R-P24): the message names which, and no other weapon is used instead.
#[test]
fn who_is_not_trained_is_told_why() {
    let text = r#"
weapon rifle "Rifle" : slug_thrower { tech T2; harm 2; penetration 1; range 0..2 }
weapon club "Club" : close_combat { tech T1; harm 1; penetration 0; range 0..1; stunts civilian }
npc kest "Kest" { cap 2; skills { 2 slug_throwers; 1 agility, close_combat }; aspects "Un", "Deux"; gear rifle, club }
npc orla "Orla" { cap 2; skills { 2 slug_throwers; 1 agility, close_combat }; aspects "One", "Two" }
"#;
    let with = |weapon: Option<&str>| AttackOptions { weapon: weapon.map(Into::into), ..AttackOptions::default() };
    let told = |access: &str, manner: &AttackOptions| {
        let mut pack = pack(text);
        pack.rules.settings.insert("access".into(), slip_pack::ruleset::Setting::Word(access.into()));
        let [by, on] = ["kest", "orla"].map(|name| MatchupFighter { who: MatchupActor::Declared(gear("npc", name)), gear: Vec::new() });
        staged(&mut MatchupStage::new(&pack), [&by, &on], at(1), manner)
    };
    let refused = told("forbidden", &with(Some("rifle"))).unwrap_err().to_string();
    assert_eq!(refused, "Kest is not trained for this gear, and the rules do not allow a fate point instead (`access forbidden`)");
    assert!(told("point", &with(Some("rifle"))).unwrap().paid[0], "for a point");
    // Among the usable weapons the one with the best expectation is chosen.
    let club = told("forbidden", &with(None)).unwrap();
    assert_eq!(club.attack, told("forbidden", &with(Some("club"))).unwrap().attack);
}
