//! Tests of the closed forms of the rules pages, cell by cell, and of the exact duels.

use crate::plays::table::{Person, Scene, Table};
use slip_dice::DiceKind;
use slip_dice::fate::check;
use slip_dice::fate::track::TrackHit;
use slip_play::event::TrackId;
use slip_play::ids::ActorId;
use slip_play::personal::attack_cache::AttackCaches;
use slip_play::personal::policy_queries::AttackDistribution;
use slip_play::personal::state::{COMPOSURE, HEALTH};
use std::collections::HashMap;

/// Margin; true for a standing defence; number of results that hit; numbers of results with 1, 2, 3 … stress; numbers of results that give
/// one spin and two; mean stress.
type Row = (i32, bool, u32, &'static [u32], u32, u32, i64);

/// A hit needs at least one shift. The odds that seats use are those of the kind of dice in the rules, both against a roll and against a
/// standing defence.
#[test]
fn odds_are_those_of_the_dice_in_force() {
    // Numbers of hits. For six-sided dice, they are out of the 1296 results of two differences of dice, and against a standing defence out
    // of the 36 results of one difference.
    for (dice, fresh, standing) in [("d6_d6", 575, 15), ("d6_d6_capped", 562, 14), ("4dF", 2727, 31)] {
        let text = "weapon stick \"Stick\" : slug_thrower { tech T2; harm 1; range 0..2; stunts civilian }\nmap room \"Room\" { zone z; zone y; border z -- y 0 }";
        let scene = Scene::new(text).rule("dice", dice).set("weapon", "stick", &[("harm", 0), ("penetration", 0)]);
        let scene = scene.person("red", "z", Person::new("ada").skill("slug_throwers", 2).gear("weapon", "stick"));
        let table = scene.person("blue", "z", Person::new("ben").skill("agility", 2)).sit();
        let (ada, ben) = (table.actor("ada"), table.actor("ben"));
        let using = table.fight.ways_to_attack(ada)[0];
        let odds = table.fight.odds(ada, using, ben, HEALTH).unwrap();
        assert_eq!((odds.margin, odds.at_least(1)), (0, fresh), "{dice}");
        assert_eq!(AttackDistribution { standing: true, ..odds }.at_least(1), standing, "{dice}");
        let zone = table.zone("z");
        let promised = table.fight.prospect(ada, using, ben, (zone, zone), 0, &mut AttackCaches::default()).hit;
        assert_eq!(promised, i64::from(fresh) * 100 / i64::from(odds.ways()), "{dice}");
    }
}

/// Compares the set-ups S1 to S5 of the printed table.
#[test]
fn attacks_have_the_odds_of_the_printed_table() {
    let rows: [Row; 5] = [
        (2, false, 4850, &[1016, 1107, 1016, 784, 504, 266, 112, 36, 8, 1], 157, 1, 223),
        (0, false, 2727, &[1016, 784, 504, 266, 112, 36, 8, 1], 927, 45, 91),
        (-2, false, 927, &[504, 266, 112, 36, 8, 1], 2727, 423, 23),
        (4, false, 6138, &[504, 784, 1016, 1107, 1016, 784, 504, 266, 112, 36, 8, 1], 9, 0, 403),
        (-1, true, 15, &[10, 4, 1], 15, 0, 25),
    ];
    for (margin, standing, hit, stress, spin, two, mean) in rows {
        let odds = AttackDistribution { margin, standing, dice: DiceKind::Fudge };
        assert_eq!(odds.at_least(1), hit, "margin {margin}");
        let counts: Vec<u32> = (1..).map(|shifts| odds.exactly(shifts)).take_while(|&ways| ways > 0).collect();
        assert_eq!(counts, stress, "margin {margin}");
        let tokens = |least: i32| -> u32 {
            (-20..=0).filter(|&shifts| check::spin(shifts, 3, false) >= least).map(|shifts| odds.exactly(shifts)).sum()
        };
        assert_eq!((tokens(1), tokens(2)), (spin, two), "margin {margin}");
        let sum: u32 = (1..).zip(&counts).map(|(shifts, ways)| shifts * ways).sum();
        assert_eq!(i64::from(sum * 100 / odds.ways()), mean, "margin {margin}: hundredths of a box");
    }
}

#[test]
fn moves_maneuvers_and_obstructions_succeed_as_printed() {
    let maneuver: Vec<u32> = (-1..=4).map(|rank| check::fudge_at_least(-rank)).collect();
    assert_eq!(maneuver, [31, 50, 66, 76, 80, 81]);
    let obstruct: Vec<u32> = (0..=5).map(|rank| check::fudge_at_least(3 - rank)).collect();
    assert_eq!(obstruct, [5, 15, 31, 50, 66, 76]);
    let moves: Vec<u32> = (0..=2).map(|agility| check::fudge_at_least(1 - agility)).collect();
    assert_eq!(moves, [31, 50, 66]);
}

/// The margins of S1 and S2 are computed from sheets, not only taken from the table.
#[test]
fn margins_are_reckoned_from_sheets() {
    let scene = Scene::new(
        r#"
weapon pistol "Pistol" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
armour jacket "Jacket" : body_armour { tech T2; defense 3; stunts civilian }
map room "Room" { zone z1; zone z2; zone z3; zone z4; border z1 -- z2 0; border z2 -- z3 0; border z3 -- z4 0 }"#,
    )
    .set("weapon", "pistol", &[("harm", 2)])
    .set("armour", "jacket", &[("defense", 2)]);
    let ada = Person::new("ada").skill("slug_throwers", 3).gear("weapon", "pistol");
    // The weight of the jacket takes 2 off Agility.
    let ben = |name: &str| Person::new(name).skill("agility", 4).gear("armour", "jacket");
    let scene = scene.person("red", "z1", ada).person("blue", "z1", ben("near")).person("blue", "z4", ben("far"));
    let table = scene.sit();
    let odds = |name: &str| {
        let ada = table.actor("ada");
        let using = table.fight.ways_to_attack(ada)[0];
        table.fight.odds(ada, using, table.actor(name), HEALTH).unwrap()
    };
    assert_eq!(odds("near"), AttackDistribution { margin: 2, standing: false, dice: DiceKind::Fudge });
    assert_eq!(odds("far").margin, 0, "out of range: -2");
}

/// One side of a duel.
#[derive(Clone, Copy)]
struct Fighter {
    health: i32,
    composure: i32,
    /// Shifts of its attack if all dice are 0; for mooks, with no box marked.
    margin: i32,
    mooks: bool,
}

/// Boxes marked on Health and Composure, and whether First Blood is used.
type Wounds = (u8, u8, bool);

/// Duel by the engine's own rules of hits: marked boxes, and actors taken out.
struct Duel {
    table: Table,
    fighters: [Fighter; 2],
    spin: bool,
    known: HashMap<[Wounds; 2], [[f64; 3]; 2]>,
}

impl Duel {
    fn new(fighters: [Fighter; 2], first_blood: bool, spin: bool) -> Duel {
        let person = |name: &str, fighter: Fighter| {
            if fighter.mooks { Person::mooks(name, fighter.health) } else { Person::new(name).tracks(fighter.health, fighter.composure) }
        };
        let [a, b] = fighters;
        let scene = Scene::new("map room \"Room\" { zone z1; zone z2; border z1 -- z2 0 }")
            .rule("first_blood", if first_blood { "once" } else { "no" })
            .person("red", "z1", person("a", a))
            .person("blue", "z1", person("b", b));
        Duel { table: scene.sit(), fighters, spin, known: HashMap::new() }
    }

    fn set(&mut self, who: usize, (health, composure, shocked): Wounds) {
        let fighter = self.fighters[who];
        let boxes = |length: i32, marked: u8| slip_dice::fate::Track::with_marked(length, &(1..=marked).collect::<Vec<u8>>());
        let state = &mut self.table.fight.state;
        state.declared.track = Some(HEALTH);
        let actor = &mut state.actors[ActorId(u8::try_from(who).unwrap())];
        let tracks = [boxes(fighter.health, health), boxes(if fighter.mooks { 0 } else { fighter.composure }, composure)];
        actor.tracks = tracks.into_iter().collect();
        actor.shock_spent = shocked;
    }

    /// Returns a fighter's wounds after a hit of this many shifts; `None` if the fighter is out.
    fn hit(&mut self, who: usize, wounds: Wounds, shifts: i32) -> Option<Wounds> {
        self.set(who, wounds);
        let mut after = wounds;
        for (track, landing) in self.table.fight.landings(ActorId(u8::try_from(who).unwrap()), shifts).collect::<Vec<(TrackId, TrackHit)>>()
        {
            match landing {
                TrackHit::Nothing => {}
                TrackHit::Past => return None,
                TrackHit::Box(up_to) if track == COMPOSURE => (after.1, after.2) = (after.1.max(up_to), true),
                TrackHit::Box(up_to) => (after.0, after.2) = (after.0.max(up_to), true),
            }
        }
        Some(after)
    }

    /// Returns the margin of a fighter's attack in this state: mooks count their open boxes in attack and defence.
    fn margin(&self, attacker: usize, wounds: [Wounds; 2]) -> i32 {
        let lost = |who: usize| if self.fighters[who].mooks { i32::from(wounds[who].0) } else { 0 };
        self.fighters[attacker].margin - lost(attacker) + lost(1 - attacker)
    }

    /// Returns the chances that fighter 0 wins from these wounds. The first index is the fighter who attacks next, the second is the spin
    /// of this fighter.
    fn chance(&mut self, wounds: [Wounds; 2]) -> [[f64; 3]; 2] {
        if let Some(known) = self.known.get(&wounds) {
            return *known;
        }
        // States after hits are already solved; misses lead back to this state and are iterated.
        let mut hits = [[0.0; 3]; 2];
        let mut misses = [[[0.0; 3]; 3]; 2];
        for attacker in 0..2 {
            let victim = 1 - attacker;
            for spin in 0..3_usize {
                let margin = self.margin(attacker, wounds) + i32::try_from(spin).unwrap();
                let odds = AttackDistribution { margin, standing: false, dice: DiceKind::Fudge };
                for shifts in margin - 8..=margin + 8 {
                    let weight = f64::from(odds.exactly(shifts)) / 6561.0;
                    if shifts > 0 {
                        let worth = match self.hit(victim, wounds[victim], shifts) {
                            None => {
                                if attacker == 0 {
                                    1.0
                                } else {
                                    0.0
                                }
                            }
                            Some(after) => {
                                let mut next = wounds;
                                next[victim] = after;
                                self.chance(next)[victim][0]
                            }
                        };
                        hits[attacker][spin] += weight * worth;
                    } else {
                        let earned = if self.spin { usize::try_from(check::spin(shifts, 3, false)).unwrap().min(2) } else { 0 };
                        misses[attacker][spin][earned] += weight;
                    }
                }
            }
        }
        let mut worth = [[0.5; 3]; 2];
        for _ in 0..4000 {
            let before = worth;
            for attacker in 0..2 {
                for spin in 0..3 {
                    let missed: f64 = (0..3).map(|earned| misses[attacker][spin][earned] * before[1 - attacker][earned]).sum();
                    worth[attacker][spin] = hits[attacker][spin] + missed;
                }
            }
        }
        self.known.insert(wounds, worth);
        worth
    }

    fn first_wins(&mut self) -> f64 {
        self.chance([(0, 0, false), (0, 0, false)])[0][0]
    }
}

#[track_caller]
fn is(value: f64, printed: f64) {
    assert!((value - printed).abs() < 1e-11, "{value} is not {printed}");
}

const A: Fighter = Fighter { health: 4, composure: 3, margin: 2, mooks: false };
const B: Fighter = Fighter { health: 3, composure: 4, margin: 3, mooks: false };

#[test]
fn d1_has_its_exact_values() {
    is(Duel::new([A, B], true, false).first_wins(), 0.539_523_835_373);
    is(Duel::new([A, B], true, true).first_wins(), 0.536_463_704_114);
    is(Duel::new([A, B], false, false).first_wins(), 0.591_496_317_696);
    is(Duel::new([A, B], false, true).first_wins(), 0.588_356_863_510);
}

#[test]
fn d2_and_d3_have_their_exact_values_with_first_blood_or_without() {
    let mirror = |boxes: i32| Fighter { health: boxes, composure: boxes, margin: 0, mooks: false };
    for first_blood in [true, false] {
        let d2 = Duel::new([mirror(3), mirror(3)], first_blood, false).first_wins();
        is(d2, 0.541_456_889_391);
        is(Duel::new([mirror(1), mirror(1)], first_blood, false).first_wins(), 3_365_934_471.0 / 5_763_729_125.0);
    }
}

/// Rules: R-P41.
#[test]
fn d4_has_its_exact_value() {
    // A attacks with 5 against 4, the number of the crowd's open boxes. The crowd attacks with 4 against 2 + 1.
    let a = Fighter { margin: 1, ..A };
    let crowd = Fighter { health: 4, composure: 0, margin: 1, mooks: true };
    is(Duel::new([a, crowd], true, false).first_wins(), 0.871_649_242_240);
}
