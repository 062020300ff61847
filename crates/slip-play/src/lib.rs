//! Plays encounters: takes a pack and an encounter, returns events. Layers 4 to 6: layer 4 is shared by all conflicts, layer 5 has the
//! conflicts themselves, layer 6 plays, displays and describes any of them.
//!
//! [`conflict::Conflict`] is the state machine; [`run()`] plays one from its first question to its last and keeps the log. Read on with
//! [`ask`] and [`choice`] (questions and answers), [`event`] (events), `questions` (the loop between them), then [`personal`]; [`effects`]
//! applies the effects that content declares, [`policy`] answers for seats without a player.

pub mod ask;
pub mod aspects;
pub mod begin;
pub mod board;
pub mod choice;
mod clone_from;
pub mod conflict;
pub mod effects;
pub mod event;
pub mod few;
pub mod fight;
pub mod ids;
pub mod laws;
pub mod log;
pub mod names;
pub mod pending_offers;
pub mod personal;
pub mod platoon;
pub mod pool;
pub mod post_roll;
mod question_loop;
pub mod roll;
pub mod space;
pub mod stored_seat;
pub mod victory;

pub use fight::{Fight, Playable, Seen};
