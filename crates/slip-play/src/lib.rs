//! Encounters in play: a pack in, events out. Floors 4 to 6: what stands on 4 is shared by all conflicts, on 5 are the conflicts
//! themselves, on 6 what plays, shows and tells any of them.
//!
//! [`conflict::Conflict`] is the machine; [`run()`] plays one from its first question to its last and keeps the log. Read on with
//! [`ask`] and [`choice`] (what is asked and answered), [`event`] (what happens), `questions` (the loop between them), then
//! [`personal`]; [`effects`] is how lines of content have their say, [`policy`] who answers where nobody sits.

pub mod after_dice;
pub mod ask;
pub mod aspects;
pub mod begin;
pub mod board;
pub mod choice;
pub mod conflict;
pub mod effects;
pub mod event;
pub mod few;
pub mod fight;
pub mod ids;
pub mod laws;
pub mod log;
pub mod names;
pub mod personal;
pub mod platoon;
pub mod pool;
mod questions;
mod refilled;
pub mod roll;
pub mod space;
pub mod stored_seat;
pub mod terms;
pub mod victory;

pub use fight::{Fight, Playable, Seen};
