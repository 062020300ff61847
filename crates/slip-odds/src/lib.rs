//! Computes exact odds: fractions of the possible dice outcomes, without estimates.
//!
//! | question | module |
//! |---|---|
//! | one roll, an opposed roll | [`Chances`] |
//! | value of a fate point on a roll, for one side or for both | [`fate_points`], [`fate_point_bidding`] |
//! | dice pools that stay on the table | [`dice_pools`] |
//! | social conflicts over a distance | [`social`] |
//! | an attack between people, ships, units | [`attack`], [`ship_attack`], [`unit_attack`], on a [`matchup`] or in a [`encounter_matchup`] |
//! | duels between people, between ships | [`duel`], [`ship_duel`] |
//! | Markov chains | [`markov`] |
//!
//! The rules are those of the engines: [`dice_tree`] plays a fight on through every outcome of its dice.

pub mod expect;
pub mod explore;
pub mod simulate;

pub mod answer;
pub mod attack;
pub mod dice_pools;
pub mod dice_tree;
pub mod duel;
pub mod encounter_matchup;
mod exact_distributions;
pub mod fate_point_bidding;
pub mod fate_points;
pub mod markov;
pub mod matchup;
mod ratio;
pub mod ship_attack;
pub mod ship_duel;
pub mod social;
pub mod unit_attack;

pub use exact_distributions::Chances;
pub use ratio::Ratio;
