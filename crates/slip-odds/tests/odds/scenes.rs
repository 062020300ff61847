//! Tests of the odds of social attacks, of attacks between units, in declared encounters, on whole zones, and with points on both sides.

use crate::odds::packages_from_text::{bare, gear, of_6561, pack};
use slip_dice::DiceKind;
use slip_odds::attack::{self, AttackOptions};
use slip_odds::dice_tree::OddsError;
use slip_odds::encounter_matchup::{self, AttackScene};
use slip_odds::fate_point_bidding::{BiddingContest, BiddingSolver, BiddingState};
use slip_odds::fate_points::{Buys, FatePointRoll, RollGoal};
use slip_odds::matchup::{MatchupActor, MatchupFighter, MatchupStage, MatchupTerrain};
use slip_odds::unit_attack::{self, UnitAttackOptions};
use slip_odds::{Chances, Ratio, social};
use slip_pack::Pack;
use slip_play::ids::ActorId;

const BY: ActorId = ActorId(0);
const ON: ActorId = ActorId(1);

fn at(range: u8) -> MatchupTerrain {
    MatchupTerrain { range, outdoors: false }
}

/// Each zone between speaker and target takes one shift off the attack, and does not change the spin.
/// Rules: R-XOX5.
#[test]
fn words_lose_a_shift_a_zone_as_printed_in_social_11_1() {
    let pack = pack("");
    let mut stage = MatchupStage::new(&pack);
    let by = bare(&[("oratory", 3)], [3, 3], &[]);
    let on = bare(&[("resolve", 2)], [3, 3], &[]);
    let manner = AttackOptions { skill: Some("oratory".into()), at_composure: true, ..AttackOptions::default() };
    for range in [0, 1, 3] {
        let struck = attack::strike(stage.talk([&by, &on], at(range)).unwrap(), BY, ON, &manner).unwrap();
        assert_eq!(struck.margin(), 1);
        assert_eq!(struck.stress(), social::effect(DiceKind::Fudge, 1, i32::from(range)), "{range} zones");
        assert_eq!(struck.spin(), Chances::opposed(DiceKind::Fudge, 1).spin(3), "{range} zones");
    }
    let weapon = AttackOptions { weapon: Some("pistol".into()), ..AttackOptions::default() };
    assert!(matches!(attack::strike(stage.talk([&by, &on], at(0)).unwrap(), BY, ON, &weapon), Err(OddsError::Impossible(_))));
}

const FIELD: &str = r#"
unit rifles "Rifles" : infantry { tech T1; skills { 3 direct_fire; 2 movement, command; 1 observation, armour, anti_air }; stunts wireless; aspects "A" }"#;

/// Direct Fire 3 at range 1 against Armour 1; at range 2 it is one worse; and an unseen unit cannot be fired at.
/// Rules: R-XOX5.
#[test]
fn units_fire_as_printed_in_platoon_11_1() {
    let pack = pack(FIELD);
    let mut stage = MatchupStage::new(&pack);
    let rifles = gear("unit", "rifles");
    let mut fire = |range: u8, spotted: u8| {
        let mut fight = stage.units([&rifles, &rifles], at(range)).unwrap();
        unit_attack::spot(&mut fight, ON, spotted);
        unit_attack::strike(fight, BY, ON, &UnitAttackOptions::default())
    };
    let struck = fire(1, 1).unwrap();
    assert_eq!((struck.margin(), struck.hit()), (2, of_6561(4850)));
    assert_eq!(struck.spin().at_least(1), of_6561(157));
    assert_eq!(fire(2, 1).unwrap().margin(), 1);
    assert!(matches!(fire(1, 0), Err(OddsError::Impossible(_))), "nobody has spotted it");
}

const YARD: &str = r#"
map yard {
  zone near
  zone middle
  zone far
  border near -- middle
  border middle -- far
}
weapon mortar "Mortar" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts explosive }
npc gunner "Gunner" { cap 3; skills { 3 slug_throwers; 2 agility, resolve; 1 alertness, stealth, stamina }; stunts military_grade(slug_throwers); aspects "A", "B", "C"; gear mortar }
npc clerk "Clerk" { cap 3; skills { 3 agility; 2 resolve, stamina; 1 alertness, brawling, stealth }; aspects "A", "B", "C" }
encounter yard_fight : personal {
  map yard
  side ours   { actors gunner at near }
  side theirs { actors clerk x2 at middle }
  rules sharp
}
ruleset sharp { spin_at 1 }"#;

fn met(pack: &Pack, who: [&str; 2]) -> Result<AttackScene, OddsError> {
    encounter_matchup::begin(pack, &pack.encounters["t.yard_fight"], who, None)
}

/// Actors are in the zones of the file and fight by its rules; an actor who is not in the encounter is not found.
/// Rules: R-XOX6.
#[test]
fn a_scene_has_its_places_its_rules_and_everybody_in_it() {
    let pack = pack(YARD);
    let single = AttackOptions { weapon: Some("mortar".into()), ..AttackOptions::default() };
    let Ok(AttackScene::People(fight, [by, on])) = met(&pack, ["gunner", "clerk#2"]) else { panic!() };
    let struck = attack::strike(fight, by, on, &single).unwrap();
    // Skill 3, harm 1 and penetration 1 against agility 3; here a failure by 1 gives spin.
    assert_eq!(struck.spin().at_least(1), Chances::opposed(DiceKind::Fudge, struck.margin()).at_most(-1));
    let mut moved = met(&pack, ["gunner", "clerk#2"]).unwrap();
    moved.put(1, "far").unwrap();
    assert!(moved.put(1, "moon").unwrap_err().to_string().contains("near, middle, far"));
    let AttackScene::People(fight, [by, on]) = moved else { panic!() };
    assert_eq!(attack::strike(fight, by, on, &single).unwrap().margin(), struck.margin(), "two zones are within its range");
    let lost = met(&pack, ["gunner", "mayor"]).unwrap_err().to_string();
    assert!(lost.contains("mayor") && lost.contains("clerk#2"), "{lost}");
}

/// R-XE9: items with errors would be removed from the actors, and the odds would be those of another attack.
#[test]
fn nobody_attacks_or_is_attacked_with_things_that_have_errors() {
    let mut pack = pack(YARD);
    let cast = |name: &str| MatchupFighter { who: MatchupActor::Declared(gear("npc", name)), gear: Vec::new() };
    let clerk = MatchupFighter { gear: vec![gear("weapon", "mortar")], ..cast("clerk") };
    assert!(MatchupStage::new(&pack).people([&cast("gunner"), &clerk], at(0)).is_ok());
    pack.items.get_mut("weapon").unwrap().get_mut("t.mortar").unwrap().valid = false;
    let mut stage = MatchupStage::new(&pack);
    for cast in [[&cast("gunner"), &cast("clerk")], [&cast("clerk"), &cast("gunner")], [&cast("clerk"), &clerk]] {
        assert_eq!(stage.people(cast, at(0)).unwrap_err().to_string(), "`mortar` has errors, see `slipyard check`");
    }
    assert!(stage.people([&cast("clerk"), &cast("clerk")], at(0)).is_ok());
}

/// A platoon as a whole cannot attack, and its name is not found.
#[test]
fn a_scene_of_units_knows_units_alone() {
    let pack = pack(&format!(
        "{FIELD}\nmap lane {{\n  zone a {{ centre 0 0 }}\n  zone b {{ centre 4 0 }}\n  border a -- b\n}}\n\
         platoon plain \"Plain\" {{ leader rifles with not_a_genius \"Sergeant\"; units rifles x2 }}\n\
         encounter field \"Field\" : platoon {{\n  map lane\n  defender red\n  side red {{ platoon plain at a }}\n  \
         side blue {{ platoon plain at b }}\n}}\n"
    ));
    let begin = |who: [&str; 2]| encounter_matchup::begin(&pack, &pack.encounters["t.field"], who, None);
    assert!(matches!(begin(["rifles#1", "rifles#4"]), Ok(AttackScene::Units(..))));
    let lost = begin(["plain", "rifles#1"]).unwrap_err().to_string();
    assert!(lost.starts_with("there is no `plain` in this encounter; it has rifles#1, ") && !lost.contains("plain#"), "{lost}");
}

/// A weapon that strikes a zone attacks each actor in it separately.
/// Rules: R-XOX7.
#[test]
fn fire_on_a_zone_says_who_else_is_hit() {
    let pack = pack(YARD);
    let area = AttackOptions { weapon: Some("mortar".into()), area: true, ..AttackOptions::default() };
    let Ok(AttackScene::People(fight, [by, on])) = met(&pack, ["gunner", "clerk"]) else { panic!() };
    let struck = attack::strike(fight, by, on, &area).unwrap();
    let [(other, chances)] = struck.others.as_slice() else { panic!("{:?}", struck.others) };
    assert_eq!(other, "clerk#2");
    assert_eq!(chances.total(), Ratio::one());
    assert_eq!(chances.when(attack::AttackResult::hits), struck.hit(), "the two are alike");
}

/// A homebrew stunt that makes every hit worse by 2 does so in the odds.
#[test]
fn a_stunt_that_adds_stress_adds_it_to_every_hit() {
    let text = |stunts: &str| {
        format!(
            r#"
weapon gun "Gun" : slug_thrower {{ tech T2; harm 1; penetration 1; range 0..2; stunts civilian }}
stunt cruel "Cruel" {{ for design npc; effect +2 to stress of slug_throwers attack }}
npc brute "Brute" {{ cap 3; skills {{ 3 slug_throwers; 2 agility, stamina; 1 resolve, alertness, brawling }}; {stunts} aspects "A", "B", "C"; gear gun }}"#
        )
    };
    let strike = |stunts: &str| {
        let pack = pack(&text(stunts));
        let brute = MatchupFighter { who: MatchupActor::Declared(gear("npc", "brute")), gear: Vec::new() };
        let on = bare(&[("agility", 2)], [3, 3], &[]);
        attack::staged(&mut MatchupStage::new(&pack), [&brute, &on], at(1), &AttackOptions::default()).unwrap()
    };
    let (plain, cruel) = (strike(""), strike("stunts cruel;"));
    assert_eq!(cruel.hit(), plain.hit());
    assert_eq!(cruel.stress(), plain.stress().seen(|&stress| if stress > 0 { stress + 2 } else { 0 }));
    assert!(cruel.out() > plain.out());
}

/// If both sides can spend points, the contest is a game with a value. With points on one side only, the value is that of the points alone.
/// More points of one's own never make it worse. With one point on each side, the value is between these values. Rules: R-XOX8.
#[test]
fn points_of_both_sides_are_a_game_with_a_value() {
    for edge in [-3, 0, 2] {
        let contest = BiddingContest { dice: DiceKind::Fudge, edge, needs: 1, bonus: 2 };
        let value = |points: [u32; 2]| BiddingSolver::of(contest).before(points);
        let none = Chances::opposed(DiceKind::Fudge, edge).at_least(1);
        assert_eq!(value([0, 0]), none);
        let alone = |own: &dyn Fn(i32) -> i32, needs: i32, points: u32| -> Ratio {
            let spread = slip_dice::fate::RollDistribution::of(DiceKind::Fudge);
            let other = |(shown, ways): (i32, u32)| {
                let wager = FatePointRoll { dice: DiceKind::Fudge, edge: own(shown), bonus: 2, goal: RollGoal::Reach(needs) };
                &Ratio::of(ways, spread.all()) * &wager.before(points)
            };
            spread.totals().map(other).sum()
        };
        for points in [1, 2] {
            assert_eq!(value([points, 0]), alone(&|shown| edge - shown, 1, points));
            assert_eq!(value([0, points]), &Ratio::one() - &alone(&|shown| -edge - shown, 0, points));
        }
        let each = value([1, 1]);
        assert!(value([0, 1]) < each && each < value([1, 0]), "edge {edge}");
    }
    // The roll fails by one, and its dice show little. The bonus then wins for certain if the other side cannot answer.
    let contest = BiddingContest { dice: DiceKind::Fudge, edge: 0, needs: 1, bonus: 2 };
    assert_eq!(BiddingSolver::of(contest).best(BiddingState::fresh([0, 0], [1, 0])), Some((Buys::Bonus, Ratio::one())));
    assert_eq!(BiddingSolver::of(contest).best(BiddingState::fresh([2, 0], [1, 0])).unwrap().0, Buys::Nothing);
    assert_eq!(BiddingSolver::of(contest).best(BiddingState::fresh([0, 0], [0, 0])), None);
}
