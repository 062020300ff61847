//! Solves an attack after the dice are rolled, when both sides may spend fate points on it. The method is backward induction.
//!
//! The sides are asked in turn, the attacker first, until both pass one after the other (R-P5). Each point invokes a different aspect and
//! gives +2 or a reroll. A side without points is not asked. Both sides see all dice.

use crate::Ratio;
use crate::fate_points::Buys;
use slip_dice::DiceKind;
use slip_dice::fate::RollDistribution;
use std::collections::HashMap;

/// Attack on which both sides may spend fate points after the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiddingContest {
    /// Kind of dice that both sides roll.
    pub dice: DiceKind,
    /// Sum of the attacker's modifiers minus the sum of the defender's.
    pub edge: i32,
    /// Number of shifts that the attacker needs to succeed: 1 to hit, and one more for each zone of distance in a social conflict.
    pub needs: i32,
    /// Bonus that a fate point gives when it invokes an aspect.
    pub bonus: i32,
}

/// State of an attack on which both sides may spend fate points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BiddingState {
    /// Dice totals of the attacker and of the defender.
    pub shown: [i32; 2],
    /// Bonuses bought by the attacker minus those bought by the defender.
    pub bought: i32,
    /// Number of fate points left to each side.
    pub points: [u32; 2],
    /// True if it is the defender's turn to spend a point or pass.
    pub turn: bool,
    /// True if the other side has just passed.
    pub passed: bool,
}

/// Greatest number of fate points of either side that is supported.
pub const MOST: u32 = 2;

/// Solver for the use of fate points by both sides of an attack, with a cache of solved states.
#[derive(Clone, Debug)]
pub struct BiddingSolver {
    contest: BiddingContest,
    known: HashMap<BiddingState, Ratio>,
}

impl BiddingSolver {
    /// Returns a solver for an attack, with an empty cache.
    pub fn of(contest: BiddingContest) -> BiddingSolver {
        BiddingSolver { contest, known: HashMap::new() }
    }

    /// Returns the attacker's shifts in a state.
    pub fn shifts(&self, lying: BiddingState) -> i32 {
        let [own, theirs] = lying.shown;
        self.contest.edge + own - theirs + lying.bought
    }

    /// Returns the attacker's chance of success before the dice are rolled, if the sides have these numbers of fate points.
    pub fn before(&mut self, points: [u32; 2]) -> Ratio {
        let spread = RollDistribution::of(self.contest.dice);
        let mut sum = Ratio::zero();
        for (own, ways) in spread.totals() {
            for (theirs, others) in spread.totals() {
                let lying = BiddingState::fresh([own, theirs], points);
                sum += &(&Ratio::of(u64::from(ways) * u64::from(others), u64::from(spread.all()).pow(2)) * &self.chance(lying));
            }
        }
        sum
    }

    /// Returns the attacker's chance of success from a state, if both sides play optimally.
    pub fn chance(&mut self, lying: BiddingState) -> Ratio {
        if let Some(chance) = self.known.get(&lying) {
            return chance.clone();
        }
        let chance = match self.best(lying) {
            Some((_, chance)) => chance,
            None => self.pass(lying),
        };
        self.known.insert(lying, chance.clone());
        chance
    }

    /// Returns the best answer of the side whose turn it is, and the attacker's chance of success after it; `None` if this side has no
    /// points. Of several equally good answers, the cheapest is returned, and of these the answer with the least risk.
    pub fn best(&mut self, lying: BiddingState) -> Option<(Buys, Ratio)> {
        let after = lying.spent()?;
        let more = if lying.turn { -self.contest.bonus } else { self.contest.bonus };
        let mut best = (Buys::Nothing, self.pass(lying));
        let bonus = self.chance(BiddingState { bought: lying.bought + more, ..after });
        let again = self.again(after, lying.turn);
        for (buys, chance) in [(Buys::Bonus, bonus), (Buys::Again, again)] {
            let better = if lying.turn { chance < best.1 } else { chance > best.1 };
            if better {
                best = (buys, chance);
            }
        }
        Some(best)
    }

    fn pass(&mut self, lying: BiddingState) -> Ratio {
        if lying.passed {
            return Ratio::from(i64::from(self.shifts(lying) >= self.contest.needs));
        }
        self.chance(BiddingState { turn: !lying.turn, passed: true, ..lying })
    }

    /// Returns the attacker's chance of success after one side rerolls, as the mean over all results of the reroll.
    fn again(&mut self, after: BiddingState, defender: bool) -> Ratio {
        let spread = RollDistribution::of(self.contest.dice);
        let mut sum = Ratio::zero();
        let [own, theirs] = after.shown;
        for (shown, ways) in spread.totals() {
            let shown = if defender { [own, shown] } else { [shown, theirs] };
            sum += &(&Ratio::of(ways, spread.all()) * &self.chance(BiddingState { shown, ..after }));
        }
        sum
    }
}

impl BiddingState {
    /// Returns the state after both sides have rolled; the attacker is asked first.
    pub const fn fresh(shown: [i32; 2], points: [u32; 2]) -> BiddingState {
        BiddingState { shown, bought: 0, points, turn: false, passed: false }
    }

    /// Returns the state after the side whose turn it is has spent a fate point; `None` if this side has no points.
    fn spent(self) -> Option<BiddingState> {
        let [own, theirs] = self.points;
        let points = if self.turn { [own, theirs.checked_sub(1)?] } else { [own.checked_sub(1)?, theirs] };
        Some(BiddingState { points, turn: !self.turn, passed: false, ..self })
    }
}
