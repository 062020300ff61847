//! Computes exact odds: fractions of the possible dice outcomes, without estimates.
//!
//! | question | module |
//! |---|---|
//! | one roll, an opposed roll | [`Chances`] |
//! | value of a fate point on a roll, for one side or for both | [`points`], [`contest`] |
//! | dice pools that stay on the table | [`pools`] |
//! | social conflicts over a distance | [`words`] |
//! | an attack between people, ships, units | [`attack`], [`fire`], [`volley`], on a [`stage`] or in a [`scene`] |
//! | duels between people, between ships | [`duel`], [`exchange`] |
//! | Markov chains | [`chain`] |
//!
//! The rules are those of the engines: [`branch`] plays a fight on through every outcome of its dice.

pub mod expect;
pub mod explore;
pub mod simulate;

pub mod attack;
pub mod branch;
pub mod chain;
mod chances;
pub mod contest;
pub mod duel;
pub mod exchange;
pub mod fire;
pub mod points;
pub mod pools;
mod ratio;
pub mod scene;
pub mod stage;
pub mod volley;
pub mod words;

pub use chances::Chances;
pub use ratio::Ratio;
