//! What the places of two sides are worth, and what their forces.
#![allow(clippy::float_arithmetic, reason = "measured shares and their error bars; no rule of a game depends on them")]

use super::{Share, winners};
use crate::simulate::mirror::{Differences, Mirrored};
use crate::simulate::record::records;
use crate::simulate::statistics::{Measured, Paired, rounded};

records! {
    /// How much more of all games something wins than what it is set against.
    pub struct Edge {
        /// The lead, -1 to 1; 0 if both win as often.
        pub lead: f64,
        /// Where its 95% interval begins.
        pub low: f64,
        /// Where it ends.
        pub high: f64,
        /// How likely a lead as large is by chance, if there were none.
        pub chance: f64,
        /// True if that is less than 5%.
        pub clear: bool,
    }

    /// Games with sides in each other's places.
    pub struct Reflection {
        /// How often each side's forces win in the other's place, and nobody.
        pub exchanged: Vec<Share>,
        /// The lead of the first side's place over the second's, whoever is in it.
        pub place: Edge,
        /// The lead of the first side's forces over the second's, wherever they are.
        pub forces: Edge,
    }
}

impl Edge {
    /// Of differences that are between -2 and 2 for each game and its image; where nobody draws none of them is 1.
    fn of(differences: &Differences, games: u64, draws: bool) -> Edge {
        let Differences { sum, squares } = *differences;
        let whole = Paired { sum, squares, games, seen: 2, reach: 2 };
        let paired = if draws { whole } else { Paired { sum: sum / 2, squares: squares / 4, seen: 1, reach: 1, ..whole } };
        let Measured { mean, interval: (low, high), chance } = paired.measured();
        let most = if draws { 2.0 } else { 1.0 };
        let [lead, low, high] = [mean, low, high].map(|of_most| rounded(of_most / most));
        Edge { lead, low, high, chance: rounded(chance), clear: chance < 0.05 }
    }
}

impl Reflection {
    /// `draws`: how many of the games nobody won.
    pub(super) fn of(names: &[String], mirror: &Mirrored, draws: u64) -> Reflection {
        let draws = draws > 0 || mirror.draws > 0;
        Reflection {
            // In the first place are the second side's forces.
            exchanged: winners(names, mirror.wins.iter().rev().copied(), mirror.draws, mirror.games),
            place: Edge::of(&mirror.place, mirror.games, draws),
            forces: Edge::of(&mirror.forces, mirror.games, draws),
        }
    }
}
