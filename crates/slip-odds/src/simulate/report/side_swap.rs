//! Separates the influence of the starting places of two sides from the influence of their forces. For this, games are also played with
//! exchanged sides.
#![allow(clippy::float_arithmetic, reason = "measured shares and their error bars; no rule of a game depends on them")]

use super::{WinShare, winners};
use crate::simulate::schema_struct_macro::records;
use crate::simulate::side_swap::{Differences, SwappedSideCounts};
use crate::simulate::statistics::{MeanDifference, Paired, rounded};

records! {
    /// Lead of one side over the other in the share of all games won.
    pub struct SideLead {
        /// Amount of the lead, -1 to 1; 0 if both sides win equally often.
        pub lead: f64,
        /// Lower end of the 95% interval of the lead.
        pub low: f64,
        /// Upper end of the 95% interval of the lead.
        pub high: f64,
        /// Chance of a lead at least this large if there were no real lead.
        pub chance: f64,
        /// True if the chance of such a lead by luck is below 5%.
        pub clear: bool,
    }

    /// Results of the games with exchanged sides.
    pub struct Reflection {
        /// Shares of the games that each side wins in the other side's place, and of draws.
        pub exchanged: Vec<WinShare>,
        /// Lead of the first side's place over the second side's place, regardless of the forces in them.
        pub place: SideLead,
        /// Lead of the first side's forces over the second side's forces, regardless of their places.
        pub forces: SideLead,
    }
}

impl SideLead {
    /// Computes a lead from pairs of games. Each pair has a difference from -2 to 2, which is even if games cannot be drawn.
    fn of(differences: &Differences, games: u64, draws: bool) -> SideLead {
        let Differences { sum, squares } = *differences;
        let whole = Paired { sum, squares, games, seen: 2, reach: 2 };
        let paired = if draws { whole } else { Paired { sum: sum / 2, squares: squares / 4, seen: 1, reach: 1, ..whole } };
        let MeanDifference { mean, interval: (low, high), chance } = paired.measured();
        let most = if draws { 2.0 } else { 1.0 };
        let [lead, low, high] = [mean, low, high].map(|of_most| rounded(of_most / most));
        SideLead { lead, low, high, chance: rounded(chance), clear: chance < 0.05 }
    }
}

impl Reflection {
    /// Computes the leads of place and forces; `draws` is the number of draws in the original games.
    pub(super) fn of(names: &[String], mirror: &SwappedSideCounts, draws: u64) -> Reflection {
        let draws = draws > 0 || mirror.draws > 0;
        Reflection {
            // In the exchanged game, the forces of the second side play in the place of the first side. The order is reversed again here.
            exchanged: winners(names, mirror.wins.iter().rev().copied(), mirror.draws, mirror.games),
            place: SideLead::of(&mirror.place, mirror.games, draws),
            forces: SideLead::of(&mirror.forces, mirror.games, draws),
        }
    }
}
