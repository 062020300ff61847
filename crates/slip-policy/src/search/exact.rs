//! The exact search: every total every roll can have, by its weight (doctrines.md 5, step 5).
//!
//! Where both sides of a contest roll, the nine totals of each are gone through; their pairs give the seventeen
//! differences their weights, and a defence that stands keeps the total it was rolled with (R-XTS1).

use super::ahead::Foreseen;
use super::sample::{Horizon, answer, bring_about};
use super::{Candidate, SearchSeat};
use slip_dice::fate::check::FUDGE;
use slip_dice::{Dice, Kind};
use slip_play::ask::Ask;
use slip_play::choice::Choice;

/// The most ends of a tree, over all candidates of a question. More are sampled instead.
const MOST_ENDS: u32 = 20_000;

/// The most answers on the way to one end.
const MOST_STEPS: u32 = 10_000;

/// The ways of one roll of Fudge dice.
const WAYS: i128 = 81;

/// A mean worth: a sum over `WAYS` to the power of `rolls`.
#[derive(Clone, Copy, Debug)]
struct Mean {
    sum: i128,
    rolls: u32,
}

impl Mean {
    /// The sum of this mean over more rolls; `None` past what can be held.
    fn over(self, rolls: u32) -> Option<i128> {
        WAYS.checked_pow(rolls.checked_sub(self.rolls)?)?.checked_mul(self.sum)
    }
}

/// One place in the tree.
struct Branch<F> {
    fight: F,
    horizon: Horizon,
    /// The answer that is to be tried here.
    next: Option<Choice>,
}

impl SearchSeat {
    /// The best of some options over all ways in which the dice can fall; equals in the order given. `None` if there are
    /// too many ways, or dice other than Fudge dice.
    pub(super) fn exactly<F: Foreseen>(&mut self, fight: &F, ask: &Ask, options: &[Choice]) -> Option<Candidate> {
        let me = ask.me.actor().filter(|_| fight.dice() == Kind::Fudge)?;
        for (model, salt) in self.models.iter_mut().zip(1_u64..) {
            model.reseed(self.seed.wrapping_add(salt), u64::from(ask.number));
        }
        let mut ends = 0;
        let mut best: Option<(Mean, Candidate)> = None;
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

    /// The mean worth of a branch.
    fn mean_of<F: Foreseen>(&mut self, branch: Branch<F>, ends: &mut u32) -> Option<Mean> {
        let Branch { mut fight, mut horizon, mut next } = branch;
        for _ in 0..MOST_STEPS {
            let ask = fight.next_question(&mut self.room.options).filter(|_| horizon.turns > 0);
            let Some(ask) = ask else {
                *ends += 1;
                return (*ends <= MOST_ENDS).then(|| Mean { sum: i128::from(self.worth(&fight, horizon.me)), rolls: 0 });
            };
            let choice = next.take().unwrap_or_else(|| answer(&fight, &ask, &mut self.models, &self.room.options));
            if bring_about(&mut fight, &ask, choice, &mut Dice::scripted([]), &mut self.room, &mut horizon) {
                continue;
            }
            return self.roll(&fight, &ask, horizon, choice, ends);
        }
        None
    }

    /// The mean over the totals of the roll that an answer needs.
    fn roll<F: Foreseen>(&mut self, fight: &F, ask: &Ask, horizon: Horizon, choice: Choice, ends: &mut u32) -> Option<Mean> {
        let mut means = Vec::with_capacity(FUDGE.len());
        for (&ways, total) in FUDGE.iter().zip(-4_i8..) {
            let mut fallen = Branch { fight: fight.clone(), horizon, next: None };
            let mut dice = Dice::scripted(faces(total));
            // More than one roll for one answer, or dice of another kind: not a tree of totals.
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
        Some(Mean { sum, rolls: rolls + 1 })
    }
}

/// Four faces of a total: which of them show it makes no difference.
fn faces(total: i8) -> [i8; 4] {
    let mut faces = [0; 4];
    for face in faces.iter_mut().take(usize::from(total.unsigned_abs())) {
        *face = total.signum();
    }
    faces
}
