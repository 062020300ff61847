//! Closed forms of social combat, computed by the engine and by counting every result of the dice.

use crate::social::table::Person;
use slip_dice::DiceKind;
use slip_dice::fate::RollDistribution;
use slip_dice::fate::track::{Track, TrackHit};
use slip_pack::map::BorderValue;
use slip_play::choice::{Choice, Verb};
use slip_play::effects::Act;
use slip_play::event::RollAddend;
use slip_play::ids::{BorderId, Id};
use slip_play::personal::state::COMPOSURE;
use slip_test_support::social_room::{LINE, Room};

/// Returns the sums of four dice, each with its ways of 81.
fn rolls() -> Vec<(i32, u32)> {
    RollDistribution::of(DiceKind::default()).totals().collect()
}

#[test]
fn the_size_of_an_effect_and_the_chance_of_spin() {
    let table =
        [vec![1107, 1016, 784, 504, 266, 112, 36, 8, 1], vec![1016, 784, 504, 266, 112, 36, 8, 1], vec![784, 504, 266, 112, 36, 8, 1]];
    for (range, counts) in table.into_iter().enumerate() {
        let zone = ["l0", "l1", "l2"][range];
        let attacker = Person::new("ada").skill("charm", 2);
        let room = Room::new(LINE).person("us", "l0", attacker).person("them", zone, Person::new("ben").skill("charm", 1));
        let table = room.sit();
        let (ada, ben) = (table.actor("ada"), table.actor("ben"));
        let odds = table.fight.odds(ada, table.with("charm"), ben, COMPOSURE).expect("words reach everywhere");
        assert_eq!(odds.ways(), 6561);
        let sizes: Vec<u32> = (1..=9).map(|shifts| odds.exactly(shifts)).filter(|&ways| ways > 0).collect();
        assert_eq!(sizes, counts, "range {range}");
        // Spin depends on the roll: a margin of 1 without the range.
        let raw: Vec<(i32, u32)> = RollDistribution::opposed(DiceKind::default()).totals().collect();
        assert_eq!(raw.iter().filter(|(total, _)| *total <= -4).map(|(_, ways)| ways).sum::<u32>(), 423);
    }
}

#[test]
fn the_chances_of_obstructions_and_maneuvers() {
    for (rank, ways) in [(-1, 15), (0, 31), (1, 50), (2, 66), (3, 76)] {
        let person = if rank < 0 { Person::new("ada") } else { Person::new("ada").skill("charm", rank) };
        let table = Room::new(LINE).person("us", "l0", person).person("them", "l6", Person::new("ben")).sit();
        let reach = |parts: i32| rolls().into_iter().filter(|(total, _)| total + parts > 0).map(|(_, ways)| ways).sum::<u32>();
        let base = |act: Verb, it: Id| {
            let mut fight = table.fight.clone();
            fight.state.actor = Some(table.actor("ada"));
            fight.state.declared.act = Some(act);
            fight.state.declared.it = it;
            fight.state.declared.using = Some(table.with("charm"));
            fight.rolls_for(table.actor("ada")).expect("a roll against nothing")
        };
        assert_eq!(reach(base(Verb::Maneuver, Id::Scene).total()), ways, "maneuver at rank {rank}");
        assert_eq!(reach(base(Verb::Obstruct, Id::Zone(table.zone("l0"))).total()), ways, "obstruction at rank {rank}");
        // Each zone of range takes one off the rank.
        let far = base(Verb::Obstruct, Id::Zone(table.zone("l2")));
        assert_eq!((far.of(RollAddend::Range), far.total()), (-2, rank - 2));
    }
}

/// For each round, returns the number of ways in which an actor has arrived by its end, and the number of all ways. In a round the actor
/// moves one zone for free, then as many zones as the roll gives.
fn race(zones: i32, ranks: [i32; 2], rounds: usize) -> Vec<(u64, u64)> {
    let mut left: Vec<(i32, u64)> = vec![(zones, 1)];
    let mut all = 1_u64;
    let mut done = Vec::new();
    for round in 0..rounds {
        all *= 81;
        let mut next: Vec<(i32, u64)> = Vec::new();
        for (zones, ways) in left {
            for (total, count) in rolls() {
                let still = (zones - 1 - (total + ranks[round % 2]).max(0)).max(0);
                let more = if zones == 0 { 0 } else { still };
                match next.iter_mut().find(|(there, _)| *there == more) {
                    Some((_, known)) => *known += ways * u64::from(count),
                    None => next.push((more, ways * u64::from(count))),
                }
            }
        }
        done.push((next.iter().filter(|(zones, _)| *zones == 0).map(|(_, ways)| ways).sum(), all));
        left = next;
    }
    done
}

#[test]
fn a_race_of_free_moves_and_moves() {
    let same = |(a, b): (u64, u64), (c, d): (u64, u64)| u128::from(a) * u128::from(d) == u128::from(c) * u128::from(b);
    let cases = [
        (3, [2, 1], vec![(50, 81), (2032, 2187), (1, 1)]),
        (5, [2, 1], vec![(5, 27), (1394, 2187), (168_437, 177_147)]),
        (4, [0, -1], vec![(5, 81), (1705, 6561), (122_147, 177_147), (1, 1)]),
    ];
    for (zones, ranks, wanted) in cases {
        let found = race(zones, ranks, wanted.len());
        for (round, (found, wanted)) in found.into_iter().zip(wanted).enumerate() {
            assert!(same(found, wanted), "{zones} zones, round {}: {found:?} against {wanted:?}", round + 1);
        }
    }
    // The engine gives the same number of movement points. Over borders without a cost, each point pays for one zone.
    for (total, _) in rolls() {
        let mut table = Room::new(LINE).person("us", "l0", Person::new("ada").skill("charm", 2).skill("oratory", 1)).sit();
        let faces: String = (0..4_i32).map(|die| if die < total.abs() { if total < 0 { '-' } else { '+' } } else { '0' }).collect();
        table.until_turn_of("ada").acts_with_dice(Verb::Move, None, "charm", &faces);
        let points = if table.wait() == Some(slip_play::question::Point::Steps) { table.fight.state.declared.movement } else { 0 };
        assert_eq!(points, (total + 2).max(0));
    }
}

/// Computes the chances of the ends of a social duel in which both speakers attack every turn: that the first removes the second, that the
/// second removes the first, and that time ends before.
fn duel(margin: i32, range: i32, length: i32, boxes: u32) -> [f64; 3] {
    let spread: Vec<(i32, u32)> = RollDistribution::opposed(DiceKind::default()).totals().collect();
    let mut at: Vec<([Track; 2], f64)> = vec![([Track::new(length); 2], 1.0)];
    let mut ends = [0.0; 3];
    for turn in 0..2 * boxes {
        let target = usize::try_from(1 - turn % 2).unwrap();
        let mut next: Vec<([Track; 2], f64)> = Vec::new();
        for (tracks, chance) in at {
            for &(total, ways) in &spread {
                let chance = chance * f64::from(ways) / 6561.0;
                let mut tracks = tracks;
                match tracks[target].landing(total + margin - range) {
                    TrackHit::Past => {
                        ends[1 - target] += chance;
                        continue;
                    }
                    TrackHit::Box(number) => tracks[target].mark(number),
                    TrackHit::Nothing => {}
                }
                match next.iter_mut().find(|(there, _)| *there == tracks) {
                    Some((_, known)) => *known += chance,
                    None => next.push((tracks, chance)),
                }
            }
        }
        at = next;
    }
    ends[2] = at.into_iter().map(|(_, chance)| chance).sum();
    ends
}

#[test]
fn a_duel_of_words_with_five_boxes_of_time() {
    let cases = [
        (0, 0, [0.391_131_901_666, 0.342_531_706_832, 0.266_336_391_502]),
        (0, 1, [0.190_616_026_615, 0.181_279_581_561, 0.628_104_391_824]),
        (2, 1, [0.536_534_298_915, 0.413_623_754_449, 0.049_841_946_637]),
    ];
    for (margin, range, wanted) in cases {
        for (found, wanted) in duel(margin, range, 3, 5).into_iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-12, "margin {margin}, range {range}: {found} against {wanted}");
        }
    }
    // The engine's chances for an attack are those of the duel.
    let room = Room::new(LINE).person("us", "l0", Person::new("ada").skill("charm", 2));
    let table = room.person("them", "l1", Person::new("ben").skill("charm", 0)).sit();
    let odds = table.fight.odds(table.actor("ada"), table.with("charm"), table.actor("ben"), COMPOSURE).unwrap();
    assert_eq!(odds.margin, 1, "two ranks less a zone");
}

#[test]
fn what_seats_ask_of_distances_and_goals() {
    let room = slip_test_support::social_room::courtship().falls_for("mr_v", "l0");
    let table = room.sit();
    let (rosa, v) = (table.actor("rosa"), table.actor("mr_v"));
    let us = table.fight.roster.side(rosa);
    assert_eq!(table.fight.goals_of(us, v), [table.zone("l0")]);
    let far = |who| table.fight.goals_of(us, who).into_iter().map(|zone| table.fight.distance(who, zone)).collect::<Vec<u8>>();
    assert_eq!((far(v), far(rosa)), (vec![5], vec![1]));
    assert_eq!(far(table.actor("otto")), Vec::<u8>::new(), "nobody wants Otto anywhere");
    assert_eq!(table.fight.time_left(), 7);
    let border = BorderId(table.border("l0", "l1"));
    assert_eq!((table.fight.border_value(border), table.fight.crossing_cost(v, border)), (0, Some(1)));
    let mut fight = table.fight.clone();
    fight.state.board.borders[border].value = BorderValue::Stateless(2);
    assert_eq!((fight.border_value(border), fight.crossing_cost(v, border)), (2, Some(3)));
    assert!(fight.open_skills(rosa, Act::MoveAnother).contains(&table.skill("charm")));
    assert_eq!(fight.pushed(), None);
    fight.state.declared.act = Some(Verb::Push);
    fight.state.declared.it = Id::Actor(v);
    assert_eq!(fight.pushed(), Some(v));
    assert_eq!(Choice::of(Verb::Push).verb.word(), "push");
}
