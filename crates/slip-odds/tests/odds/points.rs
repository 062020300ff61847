//! Tests of the value of a fate point, +2 or a reroll, against results counted by hand.
//! Rules: R-C1.

use crate::odds::packages_from_text::of_81;
use slip_dice::DiceKind;
use slip_odds::fate_points::{Buys, FatePointRoll, RollGoal};
use slip_odds::{Chances, Ratio};

fn wager(edge: i32) -> FatePointRoll {
    FatePointRoll { dice: DiceKind::Fudge, edge, bonus: 2, goal: RollGoal::Reach(1) }
}

/// An even contest that needs one shift, with the roll shown, from -4 to +4: at 1 or more it is won; at 0 and -1 the bonus of 2
/// wins for certain; below that a reroll wins in 31 of 81.
#[test]
fn two_more_is_taken_where_it_is_enough_and_else_the_dice_again() {
    let best: Vec<Buys> = (-4..=4).map(|shown| wager(0).after(shown, 1).best).collect();
    use Buys::{Again, Bonus, Nothing};
    assert_eq!(best, [Again, Again, Again, Bonus, Bonus, Nothing, Nothing, Nothing, Nothing]);
    let advice = wager(0).after(-3, 1);
    assert_eq!((advice.bonus, advice.again, advice.by), (Ratio::zero(), of_81(31), of_81(31)));
    assert_eq!(wager(0).after(0, 1).by, of_81(50), "certainty less 31 of 81");
}

/// Of 81 results, 31 win without the point, and 19 + 16 more win with the bonus. The 15 lower results are rerolled: 15 * 31 / 81.
#[test]
fn a_point_before_the_dice_is_worth_what_it_adds() {
    let with = &of_81(31 + 35) + &(&of_81(15) * &of_81(31));
    assert_eq!(wager(0).before(0), of_81(31));
    assert_eq!(wager(0).before(1), with);
    assert_eq!(wager(0).worth_of_points(1), [&with - &of_81(31)]);
}

/// With two points, a lost roll is rerolled first. The bonus of the second point may then be enough.
#[test]
fn two_points_are_spent_one_after_the_other() {
    let one = wager(0).before(1);
    let advice = wager(0).after(-4, 2);
    assert_eq!(advice.again, one, "rolled again, with one point left");
    assert_eq!(advice.best, Buys::Again);
    assert_eq!(wager(0).after(-3, 2).best, Buys::Bonus, "twice two more are certain");
    assert_eq!(wager(0).after(-3, 2).bonus, Ratio::one());
}

/// For expected stress, the bonus is worth two more boxes once the attack deals stress. Below that it is worth less, and a re-roll is
/// better.
#[test]
fn for_stress_the_dice_are_rolled_again_when_they_lie_badly() {
    let stress = FatePointRoll { goal: RollGoal::Shifts, ..wager(2) };
    let again = Chances::roll(DiceKind::Fudge, 2).mean(|&shifts| i64::from(shifts.max(0)));
    let advice = stress.after(-3, 1);
    assert_eq!((advice.bonus, advice.again, advice.best), (Ratio::one(), again, Buys::Again));
    assert_eq!(stress.after(0, 1).best, Buys::Bonus);
}

#[test]
fn no_point_is_worth_less_than_nothing_and_no_further_one_more_than_certainty() {
    for edge in -10..=10 {
        let wager = wager(edge);
        let worth = wager.worth_of_points(3);
        assert!(worth.iter().all(|worth| *worth >= Ratio::zero()), "edge {edge}");
        assert!(wager.before(3) <= Ratio::one(), "edge {edge}");
        assert!(wager.before(2) <= self::FatePointRoll { edge: edge + 1, ..wager }.before(2), "edge {edge}");
    }
}
