//! Exact odds: fractions of ways the dice can fall, never an estimate.
//!
//! | question | module |
//! |---|---|
//! | one roll, a roll against a roll | [`Chances`] |
//! | what a fate point is worth on a roll, and to two who may both spend | [`points`], [`contest`] |
//! | dice that stay on the table | [`pools`] |
//! | battles of words over a distance | [`words`] |
//! | an attack between people, ships, units | [`attack`], [`fire`], [`volley`], on a [`stage`] or in a [`scene`] |
//! | duels between people, between ships | [`duel`], [`exchange`] |
//! | walks that may come back to where they were | [`chain`] |
//!
//! What engines decide is asked of the engines: [`branch`] plays a fight on through every way in which its dice can fall.

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
