//! Tests of the odds of single rolls, for each kind of combat.

use crate::odds::packages_from_text::{of_81, of_6561, strings, ways};
use slip_dice::DiceKind;
use slip_odds::social::{self, FIRST, NEITHER, NerveDuel, SECOND};
use slip_odds::{Chances, Ratio};

#[test]
fn one_roll_and_a_roll_against_a_roll() {
    let one = Chances::roll(DiceKind::Fudge, 0);
    assert_eq!(ways(&one, -4, 9, 81), strings([1, 4, 10, 16, 19, 16, 10, 4, 1]));
    let least: Vec<String> = (-4..=4).map(|total| one.at_least(total).ways_of(81).unwrap()).collect();
    assert_eq!(least, strings([81, 80, 76, 66, 50, 31, 15, 5, 1]));
    let both = Chances::opposed(DiceKind::Fudge, 0);
    assert_eq!(ways(&both, -8, 17, 6561), strings([1, 8, 36, 112, 266, 504, 784, 1016, 1107, 1016, 784, 504, 266, 112, 36, 8, 1]));
    let least: Vec<String> = (-8..=8).map(|total| both.at_least(total).ways_of(6561).unwrap()).collect();
    assert_eq!(least, strings([6561, 6560, 6552, 6516, 6404, 6138, 5634, 4850, 3834, 2727, 1711, 927, 423, 157, 45, 9, 1]));
}

/// Set-ups S1 to S4: lead, ways to hit, ways of stress 1, 2, 3 …, ways to give one spin and two, mean stress.
#[test]
fn attacks_of_personal_13_1() {
    type Row = (i32, i64, &'static [u32], i64, i64, &'static str);
    let rows: [Row; 4] = [
        (2, 4850, &[1016, 1107, 1016, 784, 504, 266, 112, 36, 8, 1], 157, 1, "2.238073"),
        (0, 2727, &[1016, 784, 504, 266, 112, 36, 8, 1], 927, 45, "0.914495"),
        (-2, 927, &[504, 266, 112, 36, 8, 1], 2727, 423, "0.238073"),
        (4, 6138, &[504, 784, 1016, 1107, 1016, 784, 504, 266, 112, 36, 8, 1], 9, 0, "4.032312"),
    ];
    for (lead, hit, stress, spin, two, mean) in rows {
        let shifts = Chances::opposed(DiceKind::Fudge, lead);
        assert_eq!(shifts.at_least(1), of_6561(hit), "lead {lead}");
        let counts: Vec<String> = (1..).zip(stress).map(|(total, _)| shifts.exactly(&total).ways_of(6561).unwrap()).collect();
        assert_eq!(counts, stress.iter().map(ToString::to_string).collect::<Vec<_>>(), "lead {lead}");
        assert_eq!(shifts.spin(3).at_least(1), of_6561(spin), "lead {lead}");
        assert_eq!(shifts.spin(3).at_least(2), of_6561(two), "lead {lead}");
        assert_eq!(shifts.mean(|&total| i64::from(total.max(0))).decimal(6), mean, "lead {lead}");
    }
    // S5: one roll against a standing defence.
    let shifts = Chances::roll(DiceKind::Fudge, -1);
    assert_eq!((shifts.at_least(1), shifts.spin(3).at_least(1)), (of_81(15), of_81(15)));
    assert_eq!(ways(&shifts, 1, 3, 81), strings([10, 4, 1]));
    assert_eq!(shifts.mean(|&total| i64::from(total.max(0))).decimal(6), "0.259259");
}

#[test]
fn moves_maneuvers_obstructions_and_seals_of_personal_13_1() {
    let reaches = |ranks: std::ops::RangeInclusive<i32>, difficulty: i32| -> Vec<String> {
        ranks.map(|rank| Chances::roll(DiceKind::Fudge, rank).at_least(difficulty).ways_of(81).unwrap()).collect()
    };
    assert_eq!(reaches(-1..=4, 0), strings([31, 50, 66, 76, 80, 81]));
    assert_eq!(reaches(0..=5, 3), strings([5, 15, 31, 50, 66, 76]));
    assert_eq!(reaches(-1..=6, 4), strings([0, 1, 5, 15, 31, 50, 66, 76]));
    assert_eq!(reaches(0..=2, 1), strings([31, 50, 66]));
}

/// Odds of an attack by its lead: the chances of 1 or more shifts, of 0, of 4 or more, of less than 0, of -3 or less; and the mean of the
/// shifts above 0.
#[test]
fn attacks_of_space_11() {
    let rows = [
        (3, [5634, 504, 2727, 423, 45], Ratio::of(20318, 6561)),
        (-1, [1711, 1016, 157, 3834, 1711], Ratio::of(1091, 2187)),
        (0, [2727, 1107, 423, 2727, 927], Ratio::of(2000, 2187)),
        (1, [3834, 1016, 927, 1711, 423], Ratio::of(3278, 2187)),
        (2, [4850, 784, 1711, 927, 157], Ratio::of(14684, 6561)),
    ];
    for (lead, printed, mean) in rows {
        let shifts = Chances::opposed(DiceKind::Fudge, lead);
        let found = [shifts.at_least(1), shifts.exactly(&0), shifts.at_least(4), shifts.at_most(-1), shifts.at_most(-3)];
        assert_eq!(found, printed.map(of_6561), "lead {lead}");
        assert_eq!(shifts.mean(|&total| i64::from(total.max(0))), mean, "lead {lead}");
    }
}

/// Odds for a burn of 0 to 4: the chances of a win, of a tie, of a margin of at least 3, and of a margin of at least 5. Also the odds of a
/// moving ship against a coasting one.
#[test]
fn positions_of_space_11() {
    let rows = [
        (0, [2727, 1107, 927, 157]),
        (1, [3834, 1016, 1711, 423]),
        (2, [4850, 784, 2727, 927]),
        (3, [5634, 504, 3834, 1711]),
        (4, [6138, 266, 4850, 2727]),
    ];
    for (burn, printed) in rows {
        let margin = Chances::opposed(DiceKind::Fudge, burn);
        assert_eq!([margin.at_least(1), margin.exactly(&0), margin.at_least(3), margin.at_least(5)], printed.map(of_6561), "burn {burn}");
    }
    assert_eq!(Chances::roll(DiceKind::Fudge, 2 + 4).at_least(5), of_81(66));
}

/// Each row has the edge, then the number of results (of 6561) with at least 1 shift, with exactly 0, with at least 2, 3 and 4, and with -3
/// or fewer.
#[test]
fn attacks_of_platoon_11_1() {
    let rows = [
        (3, [5634, 504, 4850, 3834, 2727, 45]),
        (2, [4850, 784, 3834, 2727, 1711, 157]),
        (1, [3834, 1016, 2727, 1711, 927, 423]),
        (0, [2727, 1107, 1711, 927, 423, 927]),
        (-1, [1711, 1016, 927, 423, 157, 1711]),
        (-2, [927, 784, 423, 157, 45, 2727]),
    ];
    for (edge, printed) in rows {
        let shifts = Chances::opposed(DiceKind::Fudge, edge);
        let least = |least: i32| shifts.at_least(least);
        let found = [least(1), shifts.exactly(&0), least(2), least(3), least(4), shifts.at_most(-3)];
        assert_eq!(found, printed.map(of_6561), "edge {edge}");
    }
    let spotted = |edge: i32| Chances::opposed(DiceKind::Fudge, edge).mean(|&shifts| i64::from(shifts.clamp(0, 4)));
    assert_eq!([0, -1, 1].map(spotted), [5788, 3218, 9199].map(of_6561));
    let cover = |rank: i32| [1, 2, 3, 4].map(|shifts| Chances::roll(DiceKind::Fudge, rank).at_least(shifts));
    assert_eq!([1, 2, 3].map(cover), [[50, 31, 15, 5], [66, 50, 31, 15], [76, 66, 50, 31]].map(|row| row.map(of_81)));
}

/// Chances that Movement rolls bring an aircraft from box 1 to box 6 of the re-arm track.
#[test]
fn aircraft_get_ready_as_printed_in_platoon_11_1() {
    let rows = [
        (1, ["1/81", "319/2187", "186931/531441"]),
        (2, ["5/81", "923/2187", "390038/531441"]),
        (3, ["5/27", "4870/6561", "168367/177147"]),
        (4, ["31/81", "682/729", "529777/531441"]),
    ];
    for (movement, printed) in rows {
        let mut at = Chances::certain(1);
        let mut ready = Vec::new();
        for _ in 0..3 {
            at = at.then(|&from| social::unopposed(DiceKind::Fudge, movement, 0).seen(|&boxes| (from + boxes).min(6)));
            ready.push(at.at_least(6).to_string());
        }
        assert_eq!(ready, printed, "Movement {movement}");
    }
}

#[test]
fn effects_over_a_distance_of_social_11_1() {
    let rows: [(i32, &[u32]); 3] = [
        (0, &[1107, 1016, 784, 504, 266, 112, 36, 8, 1]),
        (1, &[1016, 784, 504, 266, 112, 36, 8, 1]),
        (2, &[784, 504, 266, 112, 36, 8, 1]),
    ];
    for (range, printed) in rows {
        let effect = social::effect(DiceKind::Fudge, 1, range);
        let count = i32::try_from(printed.len()).unwrap();
        assert_eq!(ways(&effect, 1, count, 6561), printed.iter().map(ToString::to_string).collect::<Vec<_>>(), "range {range}");
        assert_eq!(effect.total(), Ratio::one());
    }
    // Spin depends on the dice and not on the distance.
    assert_eq!(Chances::opposed(DiceKind::Fudge, 1).spin(3).at_least(1), of_6561(423));
    let obstruct = [-1, 0, 1, 2, 3].map(|rank| social::unopposed(DiceKind::Fudge, rank, 0).at_least(1));
    assert_eq!(obstruct, [15, 31, 50, 66, 76].map(of_81));
    assert_eq!(
        social::unopposed(DiceKind::Fudge, 3, 2),
        social::unopposed(DiceKind::Fudge, 1, 0),
        "each zone of range shifts the rank by one"
    );
}

#[test]
fn races_of_social_11_1() {
    let race = |zones: i32, ranks: &[i32]| social::race(DiceKind::Fudge, zones, ranks).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(race(3, &[2, 1, 2]), ["50/81", "2032/2187", "1"]);
    assert_eq!(race(5, &[2, 1, 2]), ["5/27", "1394/2187", "168437/177147"]);
    assert_eq!(race(4, &[0, -1, 0, -1]), ["5/81", "1705/6561", "122147/177147", "1"]);
}

#[test]
fn duels_of_nerve_of_social_11_1() {
    let rows = [
        (0, 0, ["0.391131901666", "0.342531706832", "0.266336391502"]),
        (0, 1, ["0.190616026615", "0.181279581561", "0.628104391824"]),
        (2, 1, ["0.536534298915", "0.413623754449", "0.049841946637"]),
    ];
    for (edge, range, printed) in rows {
        let nerves = NerveDuel { dice: DiceKind::Fudge, edges: [edge; 2], range, boxes: [3; 2], rounds: 5 };
        let ends = nerves.ends();
        assert!(ends.exact && ends.open.is_zero());
        assert_eq!([FIRST, SECOND, NEITHER].map(|end| ends.chance(end).decimal(12)), printed, "edge {edge}, range {range}");
    }
}
