//! What a fate point is worth on a roll: +2 or the dice again (core.md 7, R-C1), exactly.
//!
//! Each point goes through an aspect of its own, and what it has bought stays: a re-roll replaces the dice only. Points are
//! spent one after another, each once it is seen what the last has brought.

use crate::Ratio;
use slip_dice::Kind;
use slip_dice::fate::Spread;
use std::collections::BTreeMap;

/// What is wanted of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// So many shifts or more.
    Reach(i32),
    /// As many shifts above nothing as can be: stress, on the average.
    Shifts,
}

/// A roll for which points may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wager {
    /// The dice.
    pub dice: Kind,
    /// What the roll has more than what it is against, dice apart.
    pub edge: i32,
    /// What an aspect adds.
    pub bonus: i32,
    /// What is wanted.
    pub goal: Goal,
}

/// What dice that fall again are worth, by what stands besides them and the points that are left: each is reckoned once.
type Known = BTreeMap<(i32, u32), Ratio>;

/// What is best done with a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Buys {
    /// Keep it.
    Nothing,
    /// The bonus.
    Bonus,
    /// The dice again.
    Again,
}

impl Buys {
    /// Its words, where an aspect adds so much.
    pub fn words(self, bonus: i32) -> String {
        match self {
            Buys::Nothing => "keep the point".to_owned(),
            Buys::Bonus => format!("{bonus:+}"),
            Buys::Again => "re-roll".to_owned(),
        }
    }
}

/// What each way is worth once the dice lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Of spending nothing.
    pub nothing: Ratio,
    /// Of the bonus, and of what further points then bring.
    pub bonus: Ratio,
    /// Of the dice again, and of what further points then bring.
    pub again: Ratio,
    /// The best; of equals what costs less, then the surer.
    pub best: Buys,
    /// By how much it beats the other way of spending.
    pub by: Ratio,
}

impl Wager {
    fn worth(&self, shifts: i32) -> Ratio {
        match self.goal {
            Goal::Reach(least) => Ratio::from(i64::from(shifts >= least)),
            Goal::Shifts => Ratio::from(i64::from(shifts.max(0))),
        }
    }

    /// What a roll is worth that stands at so many shifts, of which the dice show some, with so many points to spend.
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
        let spread = Spread::of(self.dice);
        let mut mean = Ratio::zero();
        for (shown, ways) in spread.totals() {
            mean += &(&Ratio::of(ways, spread.all()) * &self.standing(apart_from_dice, shown, points, known));
        }
        known.insert((apart_from_dice, points), mean.clone());
        mean
    }

    /// What the roll is worth before its dice fall, with so many points to spend after them.
    pub fn before(&self, points: u32) -> Ratio {
        self.falling(self.edge, points.min(Wager::MOST_POINTS), &mut Known::new())
    }

    /// What the first, second … of so many points adds before the dice.
    pub fn worth_of_points(&self, points: u32) -> Vec<Ratio> {
        let values: Vec<Ratio> = (0..=points.min(Wager::MOST_POINTS)).map(|points| self.before(points)).collect();
        values.iter().zip(values.iter().skip(1)).map(|(less, more)| more - less).collect()
    }

    /// Most points that are looked at: no roll has more aspects within reach in any shipped encounter, and each makes the
    /// reckoning some ten times as long.
    pub const MOST_POINTS: u32 = 4;

    /// What to do now that the dice show this, with so many points (at least one).
    pub fn after(&self, shown: i32, points: u32) -> Advice {
        let left = points.min(Wager::MOST_POINTS).saturating_sub(1);
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
