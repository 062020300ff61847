//! Computes the exact value of a fate point on a roll: +2 or a re-roll (R-C1).
//!
//! Each point invokes a different aspect. A re-roll replaces only the dice, so bonuses that were bought before stay. Points are spent one
//! after another, and the result of each is known before the next.

use crate::Ratio;
use slip_dice::DiceKind;
use slip_dice::fate::RollDistribution;
use std::collections::BTreeMap;

/// Goal of a roll on which fate points may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollGoal {
    /// The roll must reach at least this number of shifts.
    Reach(i32),
    /// The mean number of shifts above 0, which is the mean stress, should be as high as possible.
    Shifts,
}

/// Roll on which fate points may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FatePointRoll {
    /// Kind of dice.
    pub dice: DiceKind,
    /// Sum of the roll's modifiers minus the opposition.
    pub edge: i32,
    /// Bonus that a fate point gives when it invokes an aspect.
    pub bonus: i32,
    /// Goal of the roll.
    pub goal: RollGoal,
}

/// Cache of the values of rerolls, by the total without dice and the number of points left.
type Known = BTreeMap<(i32, u32), Ratio>;

/// Ways to use a fate point on a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Buys {
    /// The point is kept.
    Nothing,
    /// The point buys the bonus for an aspect.
    Bonus,
    /// The point buys a reroll.
    Again,
}

impl Buys {
    /// Returns this use of a point in words, given the bonus for an aspect.
    pub fn words(self, bonus: i32) -> String {
        match self {
            Buys::Nothing => "keep the point".to_owned(),
            Buys::Bonus => format!("{bonus:+}"),
            Buys::Again => "re-roll".to_owned(),
        }
    }
}

/// Advice for a fate point after the roll: the value of each use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Value of the roll if the player spends no point.
    pub nothing: Ratio,
    /// Value of the roll if the point is spent on the bonus, including the later use of further points.
    pub bonus: Ratio,
    /// Value of the roll after a reroll, including the use of further points.
    pub again: Ratio,
    /// Best use of the point. Of equally good uses, the cheaper one is preferred, then the one with less risk.
    pub best: Buys,
    /// Gain of the best use of the point over the next best use; 0 if it is best to keep the point.
    pub by: Ratio,
}

impl FatePointRoll {
    fn worth(&self, shifts: i32) -> Ratio {
        match self.goal {
            RollGoal::Reach(least) => Ratio::from(i64::from(shifts >= least)),
            RollGoal::Shifts => Ratio::from(i64::from(shifts.max(0))),
        }
    }

    /// Returns the value of a roll from its total without the dice, the dice that it shows, and the number of points left. `known` caches
    /// the values of rerolls.
    fn standing(&self, apart_from_dice: i32, shown: i32, points: u32, known: &mut Known) -> Ratio {
        let now = self.worth(apart_from_dice + shown);
        match points.checked_sub(1) {
            None => now,
            Some(left) => {
                let more = self.standing(apart_from_dice + self.bonus, shown, left, known);
                now.max(more).max(self.falling(apart_from_dice, left, known))
            }
        }
    }

    fn falling(&self, apart_from_dice: i32, points: u32, known: &mut Known) -> Ratio {
        if let Some(mean) = known.get(&(apart_from_dice, points)) {
            return mean.clone();
        }
        let spread = RollDistribution::of(self.dice);
        let mut mean = Ratio::zero();
        for (shown, ways) in spread.totals() {
            mean += &(&Ratio::of(ways, spread.all()) * &self.standing(apart_from_dice, shown, points, known));
        }
        known.insert((apart_from_dice, points), mean.clone());
        mean
    }

    /// Returns the value of the roll before the dice are rolled, with a number of points to spend afterwards.
    pub fn before(&self, points: u32) -> Ratio {
        self.falling(self.edge, points.min(FatePointRoll::MOST_POINTS), &mut Known::new())
    }

    /// Returns the value of each further fate point (the first, the second …) before the dice are rolled.
    pub fn worth_of_points(&self, points: u32) -> Vec<Ratio> {
        let values: Vec<Ratio> = (0..=points.min(FatePointRoll::MOST_POINTS)).map(|points| self.before(points)).collect();
        values.iter().zip(values.iter().skip(1)).map(|(less, more)| more - less).collect()
    }

    /// Greatest number of fate points that is supported. No roll in a shipped encounter has more aspects within reach. Each further point
    /// makes the computation about ten times as long.
    pub const MOST_POINTS: u32 = 4;

    /// Returns the advice for a fate point after the dice are rolled. `points` is the number of points left, at least 1.
    pub fn after(&self, shown: i32, points: u32) -> Advice {
        let left = points.min(FatePointRoll::MOST_POINTS).saturating_sub(1);
        let nothing = self.worth(self.edge + shown);
        let mut known = Known::new();
        let bonus = self.standing(self.edge + self.bonus, shown, left, &mut known);
        let again = self.falling(self.edge, left, &mut known);
        let (best, by) = if nothing >= bonus && nothing >= again {
            (Buys::Nothing, Ratio::zero())
        } else if bonus >= again {
            (Buys::Bonus, &bonus - &again)
        } else {
            (Buys::Again, &again - &bonus)
        };
        Advice { nothing, bonus, again, best, by }
    }
}
