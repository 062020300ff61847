//! Fate points in an attack: the value of a point, and the best use of points by each side.

use crate::cli::Stop;
use crate::cli::args::OddsAttack;
use slip_dice::fate::RollDistribution;
use slip_odds::answer::{OddsAnswer, OddsFigure};
use slip_odds::attack::AttackOdds;
use slip_odds::fate_point_bidding::{BiddingContest, BiddingSolver, BiddingState, MOST};
use slip_odds::fate_points::{Buys, FatePointRoll, RollGoal};
use slip_odds::{Chances, Ratio};

/// Adds to the output how fate points change the chance to hit. The attack may depend only on two rolls and the difference of their
/// bonuses. For other attacks this adds nothing, and `--points` is an error.
pub(super) fn told(sheet: &mut OddsAnswer, struck: &AttackOdds, contest: BiddingContest, asked: &OddsAttack) -> Result<(), Stop> {
    let shifts = Chances::opposed(contest.dice, contest.edge);
    let plain = struck.chances.seen(|strike| strike.shifts) == shifts && struck.hit() == shifts.at_least(contest.needs);
    if !plain {
        if !asked.points.is_empty() {
            return Err(Stop::because(
                "this attack depends on more than the two rolls, so the value of fate points cannot be computed: leave out --points",
            ));
        }
        return Ok(());
    }
    let chance = |what: &str, value: Ratio| OddsFigure { what: what.to_owned(), value, all: None, chance: true };
    let points = match asked.points.as_slice() {
        [] => {
            let [attacker, defender] = worth_of_a_point(contest);
            sheet.figures.push(chance("value of a point for the attacker (chance to hit)", attacker));
            sheet.figures.push(chance("value of a point for the defender (chance to be missed)", defender));
            return Ok(());
        }
        &[own, theirs] if own.max(theirs) <= MOST => [own, theirs],
        _ => return Err(Stop::because(format!("--points needs two numbers up to {MOST}, such as 1,1"))),
    };
    let mut solved = BiddingSolver::of(contest);
    sheet.figures.push(chance("hits if both spend their points in the best way", solved.before(points)));
    advise(sheet, &mut solved, contest, points);
    Ok(())
}

/// Adds the best use of fate points for every result of a side's own dice and every number of shifts: first for the attacker, who decides
/// first; then for the defender, in case the attacker spends nothing.
fn advise(sheet: &mut OddsAnswer, solved: &mut BiddingSolver, contest: BiddingContest, points: [u32; 2]) {
    let spread = RollDistribution::of(contest.dice);
    for (turn, side) in [(false, "attacker"), (true, "defender")] {
        for (own, _) in spread.totals() {
            let mut runs: Vec<(Buys, i32, i32)> = Vec::new();
            for (other, _) in spread.totals() {
                let shown = if turn { [other, own] } else { [own, other] };
                let lying = BiddingState { turn, passed: turn, ..BiddingState::fresh(shown, points) };
                let Some((best, _)) = solved.best(lying) else { continue };
                let shifts = solved.shifts(lying);
                match runs.last_mut() {
                    Some((same, _, last)) if *same == best => *last = shifts,
                    _ => runs.push((best, shifts, shifts)),
                }
            }
            let spends = runs.into_iter().filter(|(best, ..)| *best != Buys::Nothing);
            let told: Vec<String> = spends.map(|(best, from, to)| in_words(best, from, to, contest.bonus)).collect();
            if !told.is_empty() {
                sheet.advice.push((format!("{side}, own dice {own:+}"), told.join("; ")));
            }
        }
    }
}

/// Formats the best use of fate points in a range of shifts: `+2 at -1 to 0 shifts`.
fn in_words(best: Buys, from: i32, to: i32, bonus: i32) -> String {
    let (least, most) = (from.min(to), from.max(to));
    let shifts = match (least, most) {
        (1, 1) => "1 shift".to_owned(),
        _ if least == most => format!("{least} shifts"),
        _ => format!("{least} to {most} shifts"),
    };
    format!("{} at {shifts}", best.words(bonus))
}

/// Returns the value of a fate point for each side after all dice are rolled, if the other side does not respond. For the attacker it is
/// the increase of the chance to hit; for the defender, the increase of the chance not to be hit.
fn worth_of_a_point(contest: BiddingContest) -> [Ratio; 2] {
    let BiddingContest { dice, edge, needs, bonus } = contest;
    let each = |edge: &dyn Fn(i32) -> i32, needs: i32| -> Ratio {
        let spread = RollDistribution::of(dice);
        let worth = |(shown, ways): (i32, u32)| {
            let wager = FatePointRoll { dice, edge: edge(shown), bonus, goal: RollGoal::Reach(needs) };
            &Ratio::of(ways, spread.all()) * &(&wager.before(1) - &wager.before(0))
        };
        spread.totals().map(worth).sum()
    };
    // The defender needs the reverse of the attacker's result: the defender wins if the attacker gets fewer than `needs` shifts.
    [each(&|shown| edge - shown, needs), each(&|shown| -edge - shown, 1 - needs)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use slip_dice::DiceKind;

    fn contest(edge: i32) -> BiddingContest {
        BiddingContest { dice: DiceKind::Fudge, edge, needs: 1, bonus: 2 }
    }

    /// A point is worth at most the chance of a miss, since it can only turn a miss into a hit. An attacker with a lead of `n` and a
    /// defender whose attacker has a lead of `1 - n` need equally good dice. A point is therefore worth the same to both.
    ///
    /// Rules: R-XOX4.
    #[test]
    fn a_point_is_worth_as_much_to_either_side_where_they_need_as_much() {
        for lead in -6..=6 {
            let [attacker, _] = worth_of_a_point(contest(lead));
            let [_, defender] = worth_of_a_point(contest(1 - lead));
            assert_eq!(attacker, defender, "lead {lead}");
            assert!(attacker <= &Ratio::one() - &Chances::opposed(DiceKind::Fudge, lead).at_least(1));
        }
    }
}
