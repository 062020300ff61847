//! Exact odds of one total against another, counted over all results of the dice.

use crate::DiceKind;
use crate::fate::RollDistribution;

/// Returns a fraction as a percentage for display, rounded to the nearest, half up.
pub fn percent(ways: u32, all: u32) -> u64 {
    let (ways, all) = (u64::from(ways), u64::from(all).max(1));
    (ways * 200 + all) / (all * 2)
}

/// Comparison of two totals. The difference without dice is known; some dice may still have to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Difference of the two totals without dice: the first minus the second.
    pub edge: i32,
    /// Number of rolls that are still to be made: 0, 1 or 2.
    pub rolls: u8,
    /// Kind of dice that are rolled.
    pub dice: DiceKind,
}

impl Odds {
    fn spread(self) -> Option<RollDistribution> {
        match self.rolls {
            0 => None,
            1 => Some(RollDistribution::of(self.dice)),
            _ => Some(RollDistribution::opposed(self.dice)),
        }
    }

    /// Returns the number of all results of the dice.
    pub fn all(self) -> u32 {
        self.spread().map_or(1, RollDistribution::all)
    }

    /// Returns the number of ways to get exactly this many shifts.
    pub fn exactly(self, shifts: i32) -> u32 {
        let wanted = shifts - self.edge;
        self.spread().map_or(u32::from(wanted == 0), |spread| spread.exactly(wanted))
    }

    /// Returns the number of ways to get at least this many shifts.
    pub fn at_least(self, shifts: i32) -> u32 {
        let wanted = shifts - self.edge;
        self.spread().map_or(u32::from(wanted <= 0), |spread| spread.at_least(wanted))
    }

    /// Returns the number of ways to get at most this many shifts.
    pub fn at_most(self, shifts: i32) -> u32 {
        self.all() - self.at_least(shifts + 1)
    }

    /// Returns every possible number of shifts, with the number of ways to get it.
    pub fn outcomes(self) -> impl Iterator<Item = (i32, u32)> {
        let most = self.spread().map_or(0, RollDistribution::most);
        (-most..=most).map(move |margin| (self.edge + margin, self.exactly(self.edge + margin)))
    }

    /// Returns the sum of all positive shifts over all results. Divided by [`Odds::all`] it is their mean.
    pub fn gain(self) -> u32 {
        self.outcomes().map(|(shifts, ways)| ways * u32::try_from(shifts.max(0)).unwrap_or(0)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn people_read_percent_to_the_nearest_and_half_goes_up() {
        assert_eq!([percent(7392, 10_000), percent(735, 1000), percent(1, 200), percent(38, 300)], [74, 74, 1, 13]);
        assert_eq!([percent(0, 81), percent(81, 81), percent(1, 0)], [0, 100, 100]);
    }
}
