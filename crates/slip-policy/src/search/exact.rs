//! Exact search: computes the result for every total of every roll, weighted by the probability of the total.
//!
//! If both sides of a contest roll, each of the nine totals of one roll is combined with each of the other. A defence roll that is still in
//! effect keeps its total (R-XTS1).

use super::look_ahead::SupportsLookahead;
use super::playout_sample::{Horizon, answer, bring_about};
use super::{Candidate, SearchSeat};
use slip_dice::fate::check::FUDGE;
use slip_dice::{Dice, DiceKind};
use slip_play::choice::Choice;
use slip_play::question::Ask;

/// Maximum number of leaves of the search tree, for all options of a question together. If a tree is larger, samples are used instead.
const MOST_ENDS: u32 = 20_000;

/// Maximum number of answers on the way from the root of the search tree to a leaf.
const MOST_STEPS: u32 = 10_000;

/// Number of possible results of one roll of four Fudge dice, all equally likely.
const WAYS: i128 = 81;

/// Mean value of a node of the search tree, as a fraction: `sum` divided by `WAYS` to the power of `rolls`.
#[derive(Clone, Copy, Debug)]
struct NodeMean {
    sum: i128,
    rolls: u32,
}

impl NodeMean {
    /// Returns the sum for a larger number of rolls. Divided by `WAYS` to the power of `rolls`, it gives the same mean. `rolls` must be at
    /// least the node's own number of rolls; `None` on overflow.
    fn over(self, rolls: u32) -> Option<i128> {
        WAYS.checked_pow(rolls.checked_sub(self.rolls)?)?.checked_mul(self.sum)
    }
}

/// Node of the search tree.
struct Branch<F> {
    fight: F,
    horizon: Horizon,
    /// Answer that this node of the search tries.
    next: Option<Choice>,
}

impl SearchSeat {
    /// Returns the option with the best mean value over all results of the dice; options of equal value stay in the given order. `None` if
    /// there are too many results, or dice other than Fudge dice.
    pub(super) fn exactly<F: SupportsLookahead>(&mut self, fight: &F, ask: &Ask, options: &[Choice]) -> Option<Candidate> {
        let me = ask.me.actor().filter(|_| fight.dice() == DiceKind::Fudge)?;
        for (model, salt) in self.models.iter_mut().zip(1_u64..) {
            model.reseed(self.seed.wrapping_add(salt), u64::from(ask.number));
        }
        let mut ends = 0;
        let mut best: Option<(NodeMean, Candidate)> = None;
        for &choice in options {
            let horizon = Horizon { me, turns: self.ahead.turns };
            let mean = self.mean_of(Branch { fight: fight.clone(), horizon, next: Some(choice) }, &mut ends)?;
            let better = match &best {
                None => true,
                Some((most, _)) => {
                    let rolls = most.rolls.max(mean.rolls);
                    mean.over(rolls)? > most.over(rolls)?
                }
            };
            if better {
                let worth = mean.sum.checked_div(WAYS.checked_pow(mean.rolls)?)?;
                best = Some((mean, Candidate { choice, sum: i64::try_from(worth).ok()?, count: 1 }));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    /// Returns the mean value of a node.
    fn mean_of<F: SupportsLookahead>(&mut self, branch: Branch<F>, ends: &mut u32) -> Option<NodeMean> {
        let Branch { mut fight, mut horizon, mut next } = branch;
        for _ in 0..MOST_STEPS {
            let ask = fight.next_question(&mut self.room.options).filter(|_| horizon.turns > 0);
            let Some(ask) = ask else {
                *ends += 1;
                return (*ends <= MOST_ENDS).then(|| NodeMean { sum: i128::from(self.worth(&fight, horizon.me)), rolls: 0 });
            };
            let choice = next.take().unwrap_or_else(|| answer(&fight, &ask, &mut self.models, &self.room.options));
            if bring_about(&mut fight, &ask, choice, &mut Dice::scripted([]), &mut self.room, &mut horizon) {
                continue;
            }
            return self.roll(&fight, &ask, horizon, choice, ends);
        }
        None
    }

    /// Returns the mean value of an answer with a roll, over all possible totals of the roll.
    fn roll<F: SupportsLookahead>(&mut self, fight: &F, ask: &Ask, horizon: Horizon, choice: Choice, ends: &mut u32) -> Option<NodeMean> {
        let mut means = Vec::with_capacity(FUDGE.len());
        for (&ways, total) in FUDGE.iter().zip(-4_i8..) {
            let mut fallen = Branch { fight: fight.clone(), horizon, next: None };
            let mut dice = Dice::scripted(faces(total));
            // The outcome cannot be computed from totals alone, because the answer needs several rolls or other dice.
            if !bring_about(&mut fallen.fight, ask, choice, &mut dice, &mut self.room, &mut fallen.horizon) {
                return None;
            }
            means.push((i128::from(ways), self.mean_of(fallen, ends)?));
        }
        let rolls = means.iter().map(|(_, mean)| mean.rolls).max()?;
        let mut sum = 0_i128;
        for (ways, mean) in means {
            sum = sum.checked_add(ways.checked_mul(mean.over(rolls)?)?)?;
        }
        Some(NodeMean { sum, rolls: rolls + 1 })
    }
}

/// Returns four faces of Fudge dice that have this total. Other faces with the same total have the same effect.
fn faces(total: i8) -> [i8; 4] {
    let mut faces = [0; 4];
    for face in faces.iter_mut().take(usize::from(total.unsigned_abs())) {
        *face = total.signum();
    }
    faces
}
