//! An attack whose dice lie, and two sides who may both spend points on it: a game, solved from its end.
//!
//! They are asked by turns, the attacker first, until both have let it pass one after the other (R-P5); each point goes through an
//! aspect of its own and is +2 or the dice again; whoever has none left is not asked. Both know what lies.

use crate::Ratio;
use crate::points::Buys;
use slip_dice::Kind;
use slip_dice::fate::Spread;
use std::collections::HashMap;

/// An attack on which both may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The dice of both.
    pub dice: Kind,
    /// The attacker's lead, dice apart.
    pub edge: i32,
    /// Shifts with which the attacker has what they want: 1 to hit, one more for each zone that words have to go.
    pub needs: i32,
    /// What an aspect adds.
    pub bonus: i32,
}

/// How it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lying {
    /// What the dice of the attacker and of the defender show.
    pub shown: [i32; 2],
    /// What the attacker has bought more than the defender.
    pub bought: i32,
    /// Points that are left to each.
    pub points: [u32; 2],
    /// True if the defender is asked.
    pub turn: bool,
    /// Who has just let it pass.
    pub passed: bool,
}

/// The most points of either side that are looked at.
pub const MOST: u32 = 2;

/// What has been found out of a contest, kept so that nothing is reckoned twice.
#[derive(Clone, Debug)]
pub struct Solved {
    contest: Contest,
    known: HashMap<Lying, Ratio>,
}

impl Solved {
    /// Nothing is known yet.
    pub fn of(contest: Contest) -> Solved {
        Solved { contest, known: HashMap::new() }
    }

    /// Shifts as it lies.
    pub fn shifts(&self, lying: Lying) -> i32 {
        let [own, theirs] = lying.shown;
        self.contest.edge + own - theirs + lying.bought
    }

    /// The chance that the attacker has it before the dice fall, with so many points on either side.
    pub fn before(&mut self, points: [u32; 2]) -> Ratio {
        let spread = Spread::of(self.contest.dice);
        let mut sum = Ratio::zero();
        for (own, ways) in spread.totals() {
            for (theirs, others) in spread.totals() {
                let lying = Lying::fresh([own, theirs], points);
                sum += &(&Ratio::of(u64::from(ways) * u64::from(others), u64::from(spread.all()).pow(2)) * &self.chance(lying));
            }
        }
        sum
    }

    /// The chance that the attacker has it from there on, if both do their best.
    pub fn chance(&mut self, lying: Lying) -> Ratio {
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

    /// What whoever is asked does best, and the attacker's chance then; none if they have nothing to spend. Of equals the
    /// cheaper, then the surer.
    pub fn best(&mut self, lying: Lying) -> Option<(Buys, Ratio)> {
        let after = lying.spent()?;
        let more = if lying.turn { -self.contest.bonus } else { self.contest.bonus };
        let mut best = (Buys::Nothing, self.pass(lying));
        let bonus = self.chance(Lying { bought: lying.bought + more, ..after });
        let again = self.again(after, lying.turn);
        for (buys, chance) in [(Buys::Bonus, bonus), (Buys::Again, again)] {
            let better = if lying.turn { chance < best.1 } else { chance > best.1 };
            if better {
                best = (buys, chance);
            }
        }
        Some(best)
    }

    fn pass(&mut self, lying: Lying) -> Ratio {
        if lying.passed {
            return Ratio::from(i64::from(self.shifts(lying) >= self.contest.needs));
        }
        self.chance(Lying { turn: !lying.turn, passed: true, ..lying })
    }

    /// The mean over everything that the dice of one of the two can show next.
    fn again(&mut self, after: Lying, defender: bool) -> Ratio {
        let spread = Spread::of(self.contest.dice);
        let mut sum = Ratio::zero();
        let [own, theirs] = after.shown;
        for (shown, ways) in spread.totals() {
            let shown = if defender { [own, shown] } else { [shown, theirs] };
            sum += &(&Ratio::of(ways, spread.all()) * &self.chance(Lying { shown, ..after }));
        }
        sum
    }
}

impl Lying {
    /// Both have rolled, and the attacker is asked first.
    pub const fn fresh(shown: [i32; 2], points: [u32; 2]) -> Lying {
        Lying { shown, bought: 0, points, turn: false, passed: false }
    }

    /// After whoever is asked has spent a point; none if they have none.
    fn spent(self) -> Option<Lying> {
        let [own, theirs] = self.points;
        let points = if self.turn { [own, theirs.checked_sub(1)?] } else { [own.checked_sub(1)?, theirs] };
        Some(Lying { points, turn: !self.turn, passed: false, ..self })
    }
}
