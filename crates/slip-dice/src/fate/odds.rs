//! Exact chances of one total against another: ways the dice can fall, never an estimate.

use crate::Kind;
use crate::fate::Spread;

/// Ways out of all ways in percent as people read them: to the nearest, half up.
pub fn percent(ways: u32, all: u32) -> u64 {
    let (ways, all) = (u64::from(ways), u64::from(all).max(1));
    (ways * 200 + all) / (all * 2)
}

/// How one total stands to another: what is known of both, and how many of the two are still to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// What the first has more than the second, dice apart.
    pub edge: i32,
    /// Rolls that have yet to fall: none, one, both.
    pub rolls: u8,
    /// The dice.
    pub dice: Kind,
}

impl Odds {
    fn spread(self) -> Option<Spread> {
        match self.rolls {
            0 => None,
            1 => Some(Spread::of(self.dice)),
            _ => Some(Spread::opposed(self.dice)),
        }
    }

    /// All ways in which the dice can fall.
    pub fn all(self) -> u32 {
        self.spread().map_or(1, Spread::all)
    }

    /// Ways to exactly so many shifts.
    pub fn exactly(self, shifts: i32) -> u32 {
        let wanted = shifts - self.edge;
        self.spread().map_or(u32::from(wanted == 0), |spread| spread.exactly(wanted))
    }

    /// Ways to so many shifts or more.
    pub fn at_least(self, shifts: i32) -> u32 {
        let wanted = shifts - self.edge;
        self.spread().map_or(u32::from(wanted <= 0), |spread| spread.at_least(wanted))
    }

    /// Ways to so many shifts or fewer.
    pub fn at_most(self, shifts: i32) -> u32 {
        self.all() - self.at_least(shifts + 1)
    }

    /// Every number of shifts that can come up, with its ways.
    pub fn outcomes(self) -> impl Iterator<Item = (i32, u32)> {
        let most = self.spread().map_or(0, Spread::most);
        (-most..=most).map(move |margin| (self.edge + margin, self.exactly(self.edge + margin)))
    }

    /// The sum over all ways of the shifts above nothing: divided by [`Odds::all`] their mean.
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
