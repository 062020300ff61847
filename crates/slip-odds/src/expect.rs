//! `test` blocks, run: whether what authors expect of their things is so.
//!
//! What can be reckoned is reckoned: facts about built things are read off the pack, chances of attacks, duels and rolls are exact.
//! What only games can tell is played until it is sure enough ([`sequence`]): a claim is a tree whose leaves are known between
//! bounds, and it is judged as soon as the bounds leave no doubt. Games that do not tell in the number that was asked for leave
//! it undecided, and so it is said. The same seed gives the same verdict, however many threads play.

pub mod bounds;
mod desk;
pub mod errors;
mod facts;
mod fights;
mod games;
mod judge;
pub mod report;
pub mod sequence;

pub use desk::Desk;
pub use judge::{Judged, Part, Played, Trouble, Verdict};
