//! Checks the printed probabilities of platoon combat, cell by cell: from the tables of the dice, and counted over every result of
//! the faces, resolved by the engine.

use crate::platoon::attack::UNITS;
use crate::platoon::range::Range;
use slip_dice::fate::{Odds, Slots};
use slip_play::choice::Verb;
use slip_play::conflict::Conflict;
use slip_play::event::{Event, TrackId};
use slip_play::ids::{ActorId, Id};
use slip_play::platoon::roster::CoreSkill;
use slip_table::transcript::Transcript;

/// Returns the numbers of results, out of 6561, with these shifts: `>= 1, = 0, >= 2, >= 3, >= 4, <= -3`.
fn row(odds: Odds) -> [u32; 6] {
    assert_eq!(odds.all(), 6561);
    [odds.at_least(1), odds.exactly(0), odds.at_least(2), odds.at_least(3), odds.at_least(4), odds.at_most(-3)]
}

/// Counts the shifts over every result of two sets of four dice.
fn counted(edge: i32) -> [u32; 6] {
    let faces = [-1, 0, 1];
    let mut totals = Vec::new();
    for a in faces {
        for b in faces {
            for c in faces {
                for d in faces {
                    totals.push(a + b + c + d);
                }
            }
        }
    }
    let mut row = [0; 6];
    for attack in &totals {
        for defence in &totals {
            let shifts = edge + attack - defence;
            let hits = [shifts >= 1, shifts == 0, shifts >= 2, shifts >= 3, shifts >= 4, shifts <= -3];
            hits.iter().zip(&mut row).for_each(|(hit, cell)| *cell += u32::from(*hit));
        }
    }
    row
}

fn edge(range: &Range, me: &str, verb: Verb, it: &str, skill: CoreSkill) -> Odds {
    let (me, it) = (range.unit(me), range.unit(it));
    range.fight.odds(me, verb, skill.skill(), (Id::Actor(it), false), None).unwrap()
}

const PRINTED: [(i32, [u32; 6]); 6] = [
    (3, [5634, 504, 4850, 3834, 2727, 45]),
    (2, [4850, 784, 3834, 2727, 1711, 157]),
    (1, [3834, 1016, 2727, 1711, 927, 423]),
    (0, [2727, 1107, 1711, 927, 423, 927]),
    (-1, [1711, 1016, 927, 423, 157, 1711]),
    (-2, [927, 784, 423, 157, 45, 2727]),
];

#[test]
fn the_table_is_what_the_faces_say() {
    for (edge, printed) in PRINTED {
        assert_eq!(counted(edge), printed, "edge {edge}");
    }
}

#[test]
fn signals_3_jams_an_untrained_unit() {
    let range = Range::new(UNITS, "units signals", "units rifles", "");
    let odds = edge(&range, "signals", Verb::Jam, "rifles", CoreSkill::Signals);
    assert_eq!((odds.edge, row(odds)), PRINTED[0]);
}

#[test]
fn direct_fire_3_at_range_1_against_armour_1() {
    let mut range = Range::new(UNITS, "units rifles", "units brawlers", "");
    range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    let odds = edge(&range, "rifles", Verb::Attack, "brawlers", CoreSkill::DirectFire);
    assert_eq!((odds.edge, row(odds)), PRINTED[1]);
}

/// The attacker fires from a card, with the help of a spotter. The target has armour 2.
#[test]
fn indirect_fire_3_from_a_card_against_armour_2() {
    let units = format!(
        "{UNITS}\nunit vests \"Vests\" : infantry {{ tech T0; skills {{ 3 observation; 2 armour, camouflage; 1 command, signals, movement }}; aspects \"Heavy\" }}\n"
    );
    let mut range = crate::platoon::range::with_guns(&units, "units rifles", "units vests");
    range.put("rifles", "alpha").put("vests", "bravo").spot("vests", 1);
    let odds = edge(&range, "mortar", Verb::Attack, "vests", CoreSkill::IndirectFire);
    assert_eq!((odds.edge, row(odds)), PRINTED[2]);
}

#[test]
fn direct_fire_3_with_zone_effects_at_range_2_against_armour_0() {
    let mut range = Range::new(UNITS, "units tank", "units scouts", "");
    range.put("tank", "alpha").put("scouts", "charlie");
    let (tank, scouts, zone) = (range.unit("tank"), range.unit("scouts"), range.zone("charlie"));
    let skill = CoreSkill::DirectFire.skill();
    let odds = range.fight.odds(tank, Verb::Attack, skill, (Id::Zone(zone), true), Some(scouts)).unwrap();
    assert_eq!((odds.edge, row(odds)), PRINTED[3]);
    let struck: Vec<ActorId> = range.fight.area_prospects(tank, skill, zone).into_iter().map(|(who, _)| who).collect();
    assert_eq!(struck, [scouts]);
}

/// Fire on a whole zone has only the penalty that the attacker's effects give.
#[test]
fn what_fire_on_a_zone_costs_is_what_lines_say() {
    let own = "stunt salvo \"Salvo\" { for design armour; effect attack area zone; effect -1 to indirect_fire attack when area }\n\
               unit rack \"Rack\" : armour { tech T0; skills { 4 armour; 3 direct_fire; 2 movement; 1 camouflage }; stunts salvo; \
               aspects \"One load\" }";
    let mut range = Range::new(&format!("{UNITS}\n{own}\n"), "units tank, rack", "units scouts", "");
    range.put("tank", "alpha").put("rack", "alpha").put("scouts", "bravo");
    let zone = range.zone("bravo");
    let change = |who: &str, trade: CoreSkill| range.fight.area_change(range.unit(who), trade.skill(), zone);
    assert_eq!(change("tank", CoreSkill::DirectFire), -2);
    assert_eq!((change("rack", CoreSkill::DirectFire), change("rack", CoreSkill::IndirectFire)), (0, -1));
}

#[test]
fn anti_air_1_against_an_aircraft_over_the_next_zone() {
    let mut range = Range::new(UNITS, "units tank", "aircraft bomber", "");
    range.put("tank", "alpha").put("bomber", "bravo");
    let odds = edge(&range, "tank", Verb::Attack, "bomber", CoreSkill::AntiAir);
    assert_eq!((odds.edge, row(odds)), PRINTED[4]);
}

#[test]
fn observation_2_against_camouflage_4() {
    let hidden = "unit ghosts \"Ghosts\" : infantry { tech T1; skills { 3 camouflage; 2 observation, armour; 1 command, signals, movement }; stunts technology_enhancement(camouflage); aspects \"Gone\" }";
    let mut range = Range::new(&format!("{UNITS}\n{hidden}\n"), "units rifles", "units ghosts", "");
    range.put("rifles", "alpha").put("ghosts", "bravo");
    let odds = edge(&range, "rifles", Verb::Spot, "ghosts", CoreSkill::Observation);
    assert_eq!((odds.edge, row(odds)), PRINTED[5]);
}

/// Elimination of an unmarked unit of Morale L without consequences is the column `>= L + 1`.
#[test]
fn an_unmarked_unit_is_gone_with_one_shift_more_than_its_morale() {
    let mut range = Range::new(UNITS, "units rifles", "units brawlers", "");
    range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    let (rifles, brawlers) = (range.unit("rifles"), range.unit("brawlers"));
    assert_eq!(range.fight.shifts_to_take_out(brawlers), 3);
    range.orphan("brawlers");
    let skill = CoreSkill::DirectFire.skill();
    let prospect = range.fight.attack_prospect(rifles, skill, (Id::Actor(brawlers), false), brawlers).unwrap();
    assert_eq!((prospect.hit, prospect.kill), (4850 * 100 / 6561, 2727 * 100 / 6561));
    assert_eq!(range.fight.free_slots(brawlers, slip_play::platoon::state::MORALE, 9), Slots::NONE);
}

/// Checks the mean number of SPOTTED levels that a unit gains, from level 0 and with the cap of 4.
#[test]
fn the_means_of_spotting() {
    for (edge, ways) in [(0, 5788), (-1, 3218), (1, 9199)] {
        let odds = Odds { edge, rolls: 2, dice: slip_dice::DiceKind::Fudge };
        let gained = odds.outcomes().map(|(shifts, ways)| ways * u32::try_from(shifts.clamp(0, 4)).unwrap()).sum::<u32>();
        assert_eq!((gained, odds.all()), (ways, 6561), "edge {edge}");
    }
}

#[test]
fn the_table_of_cover() {
    for (camouflage, printed) in [(1, [50, 31, 15, 5]), (2, [66, 50, 31, 15]), (3, [76, 66, 50, 31])] {
        let unit = match camouflage {
            1 => "scouts",
            2 => "rifles",
            _ => "blue_lead",
        };
        let units = if unit == "blue_lead" { "units rifles".to_owned() } else { format!("units {unit}") };
        let mut range = Range::new(UNITS, &units, "units brawlers", "");
        range.spot(unit, 4);
        let odds = range.fight.odds(range.unit(unit), Verb::Cover, CoreSkill::Camouflage.skill(), (Id::None, false), None).unwrap();
        assert_eq!(odds.all(), 81);
        assert_eq!([1, 2, 3, 4].map(|shifts| odds.at_least(shifts)), printed, "Camouflage {camouflage}");
    }
}

/// Checks the probability of being on box 6 after n Movement rolls from box 1. All results of n rolls are counted, and the probabilities
/// are exact fractions.
#[test]
fn the_table_of_rearming() {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let printed = [
        (1, [(1, 81), (319, 2187), (186_931, 531_441)]),
        (2, [(5, 81), (923, 2187), (390_038, 531_441)]),
        (3, [(5, 27), (4870, 6561), (168_367, 177_147)]),
        (4, [(31, 81), (682, 729), (529_777, 531_441)]),
    ];
    for (movement, cells) in printed {
        let odds = Odds { edge: movement, rolls: 1, dice: slip_dice::DiceKind::Fudge };
        let mut boxes = [1_u64, 0, 0, 0, 0, 0];
        let mut all = 1_u64;
        for cell in cells {
            let mut next = [0_u64; 6];
            for (place, ways) in boxes.iter().enumerate() {
                for (shifts, more) in odds.outcomes() {
                    let on = usize::try_from(shifts.max(0)).unwrap() + place;
                    next[on.min(5)] += ways * u64::from(more);
                }
            }
            boxes = next;
            all *= 81;
            let by = gcd(boxes[5], all);
            assert_eq!((boxes[5] / by, all / by), cell, "Movement {movement}");
        }
    }
}

/// All 6561 results of the dice of an attack, resolved by the engine: hits, spin and eliminations equal the table's.
#[test]
fn the_engine_settles_every_way_the_dice_can_fall_as_the_table_counts_them() {
    let mut range = Range::new(UNITS, "units rifles", "units brawlers", "");
    range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1).orphan("brawlers");
    // One result per total represents all results with that total.
    let script = |total: i32| -> String {
        let face = if total < 0 { '-' } else { '+' };
        let shown = usize::try_from(total.abs()).unwrap();
        std::iter::repeat_n(face, shown).chain(std::iter::repeat_n('0', 4 - shown)).collect()
    };
    let mut row = [0_u32; 6];
    let mut gone = 0;
    for attack in -4..=4 {
        for defence in -4..=4 {
            let ways = slip_dice::fate::check::fudge_exactly(attack) * slip_dice::fate::check::fudge_exactly(defence);
            let mut one = range.again();
            one.dice(&format!("{}{}", script(attack), script(defence))).attack("rifles", "brawlers", "direct_fire").settle();
            let shifts = *one.shifts().last().unwrap();
            let hits = [shifts >= 1, shifts == 0, shifts >= 2, shifts >= 3, shifts >= 4, shifts <= -3];
            hits.iter().zip(&mut row).for_each(|(hit, cell)| *cell += ways * u32::from(*hit));
            gone += ways * u32::from(!one.state("brawlers").is_active());
            assert_eq!(one.marked("brawlers").is_empty(), !(1..=2).contains(&shifts), "{shifts} shifts");
        }
    }
    assert_eq!(row, PRINTED[1].1);
    assert_eq!(gone, 2727, "Morale 2, no consequences: three shifts and more");
}

#[test]
fn a_word_of_the_referee_that_clears_and_marks_is_told_with_both() {
    let range = Range::new(UNITS, "units rifles", "units brawlers", "");
    let who = range.unit("brawlers");
    let boxes = |boxes| Event::Boxes { who, track: TrackId(0), boxes };
    let mut fight = range.fight.clone();
    fight.apply(&boxes(0b01));
    let mut account = Transcript::new(&fight, &[]);
    account.tell(&fight, &Event::Override { by: "the referee".into(), why: None, events: vec![boxes(0b10)] });
    let account = account.finish();
    assert!(account.contains("box 1 cleared, box 2 marked, "), "{account}");
}
