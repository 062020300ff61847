//! Tests of the odds of duels, solved as random walks of the engine's states that may return to an earlier state.

use crate::odds::packages_from_text::{bare, gear, pack, set};
use slip_odds::Ratio;
use slip_odds::duel::{self, DuelConditions, FIRST, SECOND};
use slip_odds::markov::Limits;
use slip_odds::matchup::{MatchupFighter, MatchupStage, MatchupTerrain};
use slip_odds::ship_attack::Salvo;
use slip_odds::ship_duel;
use slip_odds::social::{self, NerveDuel};
use slip_pack::Pack;
use slip_play::space::roster::WeaponSystem;

/// Returns weapons and armour with the numbers of the rules page.
fn armoury() -> Pack {
    let mut pack = pack(
        r#"
weapon gun_a "Gun A" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
weapon gun_b "Gun B" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
weapon toy "Toy" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
weapon kicker "Kicker" : slug_thrower { tech T2; harm 2; penetration 0; range 1..2; stunts civilian, high_recoil }
weapon hose "Hose" : slug_thrower { tech T2; harm 2; penetration 0; range 0..2; stunts civilian; allow unpriced-effect "water"; effect attack area zone except self always }
armour coat_a "Coat A" : body_armour { tech T2; defense 2; stunts civilian }
armour coat_b "Coat B" : body_armour { tech T2; defense 2; stunts civilian }"#,
    );
    set(&mut pack, "weapon", "gun_a", &[("harm", 4), ("penetration", 1)]);
    set(&mut pack, "weapon", "gun_b", &[("harm", 4), ("penetration", 2)]);
    set(&mut pack, "weapon", "toy", &[("harm", 0), ("penetration", 0)]);
    set(&mut pack, "armour", "coat_a", &[("defense", 1)]);
    set(&mut pack, "armour", "coat_b", &[("defense", 3)]);
    for coat in ["coat_a", "coat_b"] {
        // The page ignores the weight of armour, so the effects of the armour are removed.
        let item = pack.items.get_mut("armour").unwrap().get_mut(&slip_pack::key("t", coat)).unwrap();
        item.effects.clear();
    }
    pack
}

fn ends(cast: [&MatchupFighter; 2], first_blood: bool, terms: &DuelConditions) -> slip_odds::markov::OutcomeProbabilities {
    let mut pack = armoury();
    let word = slip_pack::ruleset::Setting::Word(if first_blood { "once" } else { "no" }.into());
    pack.rules.settings.insert("first_blood".into(), word);
    let fight = MatchupStage::new(&pack).people(cast, MatchupTerrain { range: 1, outdoors: false }).unwrap();
    duel::fight_out(fight, terms, Limits::default()).unwrap()
}

fn mirror(boxes: i32) -> MatchupFighter {
    bare(&[("slug_throwers", 1), ("agility", 1)], [boxes, boxes], &[("weapon", "toy")])
}

#[test]
fn d3_is_exact_with_first_blood_or_without() {
    for first_blood in [true, false] {
        let ends = ends([&mirror(1), &mirror(1)], first_blood, &DuelConditions::default());
        assert!(ends.exact && ends.open.is_zero());
        assert_eq!(ends.chance(FIRST), Ratio::of(3_365_934_471_i64, 5_763_729_125_i64));
        assert_eq!(&ends.chance(FIRST) + &ends.chance(SECOND), Ratio::one());
    }
}

#[test]
fn d2_is_the_printed_fraction() {
    let ends = ends([&mirror(3), &mirror(3)], true, &DuelConditions::default());
    let printed = Ratio::parse("11416049470526274641622623/21083949053407733999169125").unwrap();
    assert_eq!(ends.chance(FIRST), printed);
    assert_eq!(ends.chance(FIRST).decimal(12), "0.541456889391");
}

/// D1 in its four forms: with First Blood or without, spin lost or spent at once.
#[test]
fn d1_in_all_its_forms() {
    // A wielder may defend with the weapon's skill, which the page leaves out: here dodging is never worse, and harm makes up for
    // the skill of the attack.
    let a = bare(&[("slug_throwers", 1), ("agility", 2)], [4, 3], &[("weapon", "gun_a"), ("armour", "coat_a")]);
    let b = bare(&[("slug_throwers", 1), ("agility", 1)], [3, 4], &[("weapon", "gun_b"), ("armour", "coat_b")]);
    let rows = [
        (true, false, "0.539523835373"),
        (true, true, "0.536463704114"),
        (false, false, "0.591496317696"),
        (false, true, "0.588356863510"),
    ];
    for (first_blood, spends_spin, printed) in rows {
        let ends = ends([&a, &b], first_blood, &DuelConditions { spends_spin, ..DuelConditions::default() });
        assert!(ends.exact, "First Blood {first_blood}, spin {spends_spin}");
        assert_eq!(ends.chance(FIRST).decimal(12), printed, "First Blood {first_blood}, spin {spends_spin}");
    }
}

/// A crowd of four, whose open boxes are its rank in attack and defence.
#[test]
fn d4_against_a_crowd() {
    let a = bare(&[("slug_throwers", 1), ("agility", 2)], [4, 3], &[("weapon", "gun_a"), ("armour", "coat_a")]);
    let crowd = bare(&[], [4, 0], &[]);
    let mut pack = armoury();
    // Words could hurt the other track of a person; the page has fists against Health alone.
    pack.rules.settings.insert("bare_hands".into(), slip_pack::ruleset::Setting::Word("either".into()));
    let fight = MatchupStage::new(&pack).people([&a, &crowd], MatchupTerrain { range: 0, outdoors: false }).unwrap();
    let ends = duel::fight_out(fight, &DuelConditions::default(), Limits::default()).unwrap();
    assert!(ends.exact);
    assert_eq!(ends.chance(FIRST).decimal(12), "0.871649242240");
}

const YARDS: &str = r#"
ship lance "Lance" : spacecraft { tech T2; v_shift 2; beam 3; torpedo 0; ew 2; tracks { frame 3; data 3; heat 3 }; stunts civilian; aspects "A", "B", "C", "D", "E" }
ship mule "Mule" : spacecraft { tech T2; v_shift 2; beam 1; torpedo 0; ew 0; tracks { frame 3; data 3; heat 3 }; stunts civilian; aspects "A", "B", "C", "D", "E" }"#;

/// Beams of 3 fight beams of 1 that are supported by a crew of 2; each ship has three boxes. Without consequences, the odds are those of a
/// duel of two tracks. With consequences, the ship that can take more hits gains. Rules: R-XOX3.
#[test]
fn ships_fire_at_each_other_until_one_is_out() {
    let mut pack = pack(YARDS);
    let exchange = |pack: &Pack| {
        let ships = [&gear("ship", "lance"), &gear("ship", "mule")];
        let fight = MatchupStage::new(pack).ships(ships, [None; 2], 2).unwrap();
        let salvo = Salvo { weapon: WeaponSystem::Beam, value: None, against: None };
        ship_duel::fight_out(fight, [salvo; 2], Limits::default()).unwrap()
    };
    let with = exchange(&pack);
    assert!(with.exact);
    assert_eq!(&with.chance(FIRST) + &with.chance(SECOND), Ratio::one());
    pack.items.get_mut("ship").unwrap().values_mut().for_each(|ship| ship.consequences.clear());
    let without = exchange(&pack);
    let tracks = NerveDuel { dice: slip_dice::DiceKind::Fudge, edges: [3, 2], range: 0, boxes: [3; 2], rounds: 40 }.ends();
    assert!(without.exact && tracks.exact);
    let (least, open) = (tracks.chance(social::FIRST), tracks.chance(social::NEITHER));
    assert!(least <= without.chance(FIRST) && without.chance(FIRST) <= &least + &open);
    assert!(open < Ratio::of(1, 1_000_000), "forty turns are next to all");
    assert!(with.chance(FIRST) > without.chance(FIRST), "the longer it goes on, the more the better guns tell");
}

/// Where the duel is not solved, the exact chance is between the bounds.
#[test]
fn bounds_hold_the_exact_chance_between_them() {
    let exact = ends([&mirror(1), &mirror(1)], true, &DuelConditions::default()).chance(FIRST);
    let fight = MatchupStage::new(&armoury()).people([&mirror(1), &mirror(1)], MatchupTerrain { range: 1, outdoors: false }).unwrap();
    let bounded = duel::fight_out(fight, &DuelConditions::default(), Limits { knot: 1, ..Limits::default() }).unwrap();
    assert!(!bounded.exact);
    assert!(bounded.chance(FIRST) <= exact && exact <= bounded.most(FIRST));
    assert!(bounded.open < Ratio::of(1, 1_000_000_000_i64));
}

/// R-XOX3: a fighter who may not fire in a turn waits, and does not approach with bare hands.
#[test]
fn whoever_cannot_fire_stays_where_they_are() {
    let mut pack = armoury();
    pack.rules.settings.insert("first_blood".into(), slip_pack::ruleset::Setting::Word("no".into()));
    let a = bare(&[("slug_throwers", 3), ("agility", 2)], [3, 3], &[("weapon", "kicker")]);
    let b = bare(&[("slug_throwers", 2), ("agility", 2), ("brawling", 3)], [3, 3], &[("weapon", "toy")]);
    let chance = |range| {
        let fight = MatchupStage::new(&pack).people([&a, &b], MatchupTerrain { range, outdoors: false }).unwrap();
        duel::fight_out(fight, &DuelConditions::default(), Limits::default()).unwrap().chance(FIRST)
    };
    assert_eq!(chance(1), chance(2));
}

/// A weapon that always strikes a whole zone is aimed at the opponent's zone.
/// Rules: R-XOX3.
#[test]
fn whoever_strikes_everybody_in_a_place_fights_a_duel_too() {
    let mut pack = armoury();
    pack.rules.settings.insert("first_blood".into(), slip_pack::ruleset::Setting::Word("no".into()));
    let one = bare(&[("slug_throwers", 2), ("agility", 1)], [2, 2], &[("weapon", "hose")]);
    let fight = MatchupStage::new(&pack).people([&one, &one], MatchupTerrain { range: 1, outdoors: false }).unwrap();
    let ends = duel::fight_out(fight, &DuelConditions::default(), Limits::default()).unwrap();
    assert!(ends.exact && ends.chance(FIRST) > ends.chance(SECOND), "who begins has the better of it");
    assert_eq!(&ends.chance(FIRST) + &ends.chance(SECOND), Ratio::one());
}
