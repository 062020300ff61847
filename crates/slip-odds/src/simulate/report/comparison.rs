//! Statistical comparison of two versions of an encounter.
//!
//! Game number n has the same seed in both versions, so the games are compared in pairs: shares by McNemar's test, and means by the
//! differences per game. The p-values of all shares are corrected for multiple comparisons (Holm).
#![allow(clippy::float_arithmetic, reason = "measured shares and their error bars; no rule of a game depends on them")]

use crate::simulate::comparison::ComparedCounts;
use crate::simulate::participants::{ComparedVersion, SideOf};
use crate::simulate::schema_struct_macro::records;
use crate::simulate::side_swap::Differences;
use crate::simulate::statistics::{MeanDifference, Paired, holm, rounded, share};
use crate::simulate::total_counts::{Histogram, Tally};

records! {
    /// Comparison of a number between two versions of an encounter.
    pub struct NumberChange {
        /// Value of the number in this version.
        pub here: f64,
        /// Value of the number in the other version.
        pub there: f64,
        /// Value in this version minus the value in the other.
        pub difference: f64,
        /// Lower end of the 95% interval of the difference.
        pub low: f64,
        /// Upper end of the 95% interval of the difference.
        pub high: f64,
        /// Chance of a difference at least this large if there were no real difference.
        pub chance: f64,
        /// True if the chance of such a difference by luck is below 5%.
        pub clear: bool,
    }

    /// Comparison of the share of games that a side wins in two versions.
    pub struct ShareChange {
        /// Side that wins; null for draws.
        pub side: Option<String>,
        /// Number of games won in this version only.
        pub here_only: u64,
        /// Number of games won in the other version only.
        pub there_only: u64,
        /// Shares in both versions. The field `chance` is corrected for the number of shares compared.
        pub change: NumberChange,
    }

    /// Effect of a change of the encounter on the odds.
    pub struct ComparisonReport {
        /// Path or name of the other version, as the user wrote it.
        pub asked: String,
        /// Name, version and hash of the other version's package.
        pub package: String,
        /// Comparison of the share of games that each side wins, and of draws.
        pub winners: Vec<ShareChange>,
        /// Comparison of the number of rounds.
        pub length: NumberChange,
        /// Comparison of the number of fighters taken out, by side.
        pub out: Vec<NumberChange>,
    }
}

impl NumberChange {
    fn of((here, there): (f64, f64), measured: MeanDifference) -> NumberChange {
        let MeanDifference { mean, interval: (low, high), chance } = measured;
        let [here, there, difference, low, high, chance] = [here, there, mean, low, high, chance].map(rounded);
        NumberChange { here, there, difference, low, high, chance, clear: chance < 0.05 }
    }
}

/// Compares two means; `reach` is the highest possible value if it is known.
fn means(here: &Histogram, there: &Histogram, differences: &Differences, games: u64, reach: u64) -> NumberChange {
    let least = |of: &Histogram| (0..).zip(&of.counts).find(|(_, count)| **count > 0).map(|(value, _): (u64, _)| value);
    let most = |of: &Histogram| (0..).zip(&of.counts).filter(|(_, count)| **count > 0).map(|(value, _): (u64, _)| value).last();
    let highest = most(here).max(most(there)).unwrap_or(0);
    let lowest = least(here).into_iter().chain(least(there)).min().unwrap_or(0);
    let mean = |of: &Histogram| share(of.sum, games);
    let Differences { sum, squares } = *differences;
    let paired = Paired { sum, squares, games, seen: highest.saturating_sub(lowest), reach: reach.max(highest) };
    NumberChange::of((mean(here), mean(there)), paired.measured())
}

/// Returns the number of games that have this result in the first version only, and in the second version only.
fn apart(both: &[Vec<u64>], place: usize) -> (u64, u64) {
    let (mut here, mut there) = (0, 0);
    for (row, counts) in both.iter().enumerate() {
        for (column, &count) in counts.iter().enumerate() {
            here += if row == place && column != place { count } else { 0 };
            there += if row != place && column == place { count } else { 0 };
        }
    }
    (here, there)
}

impl ComparisonReport {
    pub(super) fn of(sides: &[SideOf], tally: &Tally, compared: &ComparedCounts, other: &ComparedVersion) -> ComparisonReport {
        let games = tally.games;
        let won = |tally: &Tally| tally.sides.iter().map(|side| side.wins).chain([tally.draws]).collect::<Vec<_>>();
        let names = sides.iter().map(|side| Some(side.name.clone())).chain([None]);
        let mut winners: Vec<ShareChange> = Vec::new();
        let mut chances = Vec::new();
        for (place, (side, (here, there))) in names.zip(won(tally).into_iter().zip(won(&compared.tally))).enumerate() {
            let (here_only, there_only) = apart(&compared.both, place);
            let sum = here_only.cast_signed().saturating_sub(there_only.cast_signed());
            let measured = Paired { sum, squares: here_only + there_only, games, seen: 1, reach: 1 }.measured();
            chances.push(measured.chance);
            winners.push(ShareChange {
                side,
                here_only,
                there_only,
                change: NumberChange::of((share(here, games), share(there, games)), measured),
            });
        }
        for (row, chance) in winners.iter_mut().zip(holm(&chances)) {
            row.change.chance = rounded(chance);
            row.change.clear = chance < 0.05;
        }
        let out = tally.sides.iter().zip(&compared.tally.sides).zip(&compared.out).zip(sides);
        ComparisonReport {
            asked: other.asked.clone(),
            package: other.cast.package.clone(),
            winners,
            length: means(&tally.length, &compared.tally.length, &compared.length, games, 1),
            out: out.map(|(((here, there), differences), side)| means(&here.out, &there.out, differences, games, side.people)).collect(),
        }
    }
}
