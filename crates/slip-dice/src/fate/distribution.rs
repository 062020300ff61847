//! Distribution of the dice of a check, for each kind of dice.

use crate::DiceKind;

/// Distribution of one roll, or of the difference of two rolls: the number of ways to get each total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollDistribution {
    /// Number of ways to get each total, the lowest total first. The totals are symmetric around 0.
    ways: &'static [u32],
    /// Number of all possible rolls: the sum of `ways`.
    all: u32,
}

const FUDGE: [u32; 9] = super::check::FUDGE;
const FUDGE_OPPOSED: [u32; 17] = super::check::OPPOSED;
const DIFFERENCE: [u32; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
const DIFFERENCE_OPPOSED: [u32; 21] = less_itself(&DIFFERENCE);
const CAPPED: [u32; 9] = [2, 3, 4, 5, 8, 5, 4, 3, 2];
const CAPPED_OPPOSED: [u32; 17] = less_itself(&CAPPED);

/// Returns the distribution of the difference of two equal rolls. A single roll is symmetric around 0, so the difference of two has the
/// same distribution as their sum.
#[expect(clippy::indexing_slicing, reason = "computed at compile time, where a wrong index is an error")]
const fn less_itself<const N: usize, const M: usize>(ways: &[u32; N]) -> [u32; M] {
    let mut both = [0; M];
    let mut one = 0;
    while one < N {
        let mut other = 0;
        while other < N {
            both[one + other] += ways[one] * ways[other];
            other += 1;
        }
        one += 1;
    }
    both
}

impl RollDistribution {
    /// Returns the distribution of one roll.
    pub const fn of(kind: DiceKind) -> RollDistribution {
        match kind {
            DiceKind::Fudge => RollDistribution { ways: &FUDGE, all: 81 },
            DiceKind::Difference => RollDistribution { ways: &DIFFERENCE, all: 36 },
            DiceKind::DifferenceCapped => RollDistribution { ways: &CAPPED, all: 36 },
        }
    }

    /// Returns the distribution of the difference of two rolls.
    pub const fn opposed(kind: DiceKind) -> RollDistribution {
        match kind {
            DiceKind::Fudge => RollDistribution { ways: &FUDGE_OPPOSED, all: 6561 },
            DiceKind::Difference => RollDistribution { ways: &DIFFERENCE_OPPOSED, all: 1296 },
            DiceKind::DifferenceCapped => RollDistribution { ways: &CAPPED_OPPOSED, all: 1296 },
        }
    }

    /// Returns the number of all possible rolls, whatever their total.
    pub const fn all(self) -> u32 {
        self.all
    }

    /// Returns the highest total. The lowest total is its negative.
    pub fn most(self) -> i32 {
        i32::try_from(self.ways.len() / 2).unwrap_or(0)
    }

    /// Returns every total with the number of ways to get it.
    pub fn totals(self) -> impl Iterator<Item = (i32, u32)> {
        (-self.most()..).zip(self.ways.iter().copied())
    }

    /// Returns the number of ways to get exactly this total.
    pub fn exactly(self, total: i32) -> u32 {
        usize::try_from(total + self.most()).ok().and_then(|place| self.ways.get(place)).copied().unwrap_or(0)
    }

    /// Returns the number of ways to get this total or more.
    pub fn at_least(self, total: i32) -> u32 {
        let most = self.most();
        (total.clamp(-most, most + 1)..=most).map(|total| self.exactly(total)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Faces;

    fn all_faces(kind: DiceKind) -> Vec<Faces> {
        let sides = || 1..=6_i8;
        let fudge = || -1..=1_i8;
        match kind {
            DiceKind::Fudge => fudge()
                .flat_map(|a| fudge().flat_map(move |b| fudge().flat_map(move |c| fudge().filter_map(move |d| Faces::fudge([a, b, c, d])))))
                .collect(),
            DiceKind::Difference => sides().flat_map(|a| sides().filter_map(move |b| Faces::difference(false, a, b))).collect(),
            DiceKind::DifferenceCapped => sides().flat_map(|a| sides().filter_map(move |b| Faces::difference(true, a, b))).collect(),
        }
    }

    /// Counts all combinations of faces, for a single roll and for the difference of two rolls.
    #[test]
    fn every_kind_of_dice_spreads_as_its_faces_do() {
        for kind in [DiceKind::Fudge, DiceKind::Difference, DiceKind::DifferenceCapped] {
            let totals: Vec<i32> = all_faces(kind).iter().map(Faces::total).collect();
            let one = RollDistribution::of(kind);
            assert_eq!(u32::try_from(totals.len()), Ok(one.all()), "{kind:?}");
            for total in -11..=11 {
                let ways = totals.iter().filter(|&&there| there == total).count();
                assert_eq!(u32::try_from(ways), Ok(one.exactly(total)), "{kind:?} shows {total}");
                let ways = totals.iter().filter(|&&there| there >= total).count();
                assert_eq!(u32::try_from(ways), Ok(one.at_least(total)), "{kind:?} shows {total} or more");
            }
            let both = RollDistribution::opposed(kind);
            for margin in -11..=11 {
                let ways: usize = totals.iter().map(|a| totals.iter().filter(|&&b| a - b == margin).count()).sum();
                assert_eq!(u32::try_from(ways), Ok(both.exactly(margin)), "{kind:?} against itself, {margin}");
            }
            assert_eq!(both.all(), one.all() * one.all());
        }
    }

    /// Tests the difference of two dice. It is 0 in 6 of 36 results, and in 8 of them if a difference of 5 is treated as 0.
    #[test]
    fn the_odds_of_the_page() {
        let ways = |kind: DiceKind| (0..=5).map(|total| RollDistribution::of(kind).exactly(total)).collect::<Vec<_>>();
        assert_eq!(ways(DiceKind::Difference), [6, 5, 4, 3, 2, 1]);
        assert_eq!(ways(DiceKind::DifferenceCapped), [8, 5, 4, 3, 2, 0]);
    }
}
