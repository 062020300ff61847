//! Plays encounters by the rules: decides what an answer means, and applies it as events. The five conflicts share the modules of the root.
//!
//! [`conflict::Conflict`] is the state machine. Read on with [`question`] and [`choice`] (questions and answers), [`event`] (events),
//! `question_loop` (the loop between them), then [`personal`]; [`effects`] applies the effects that content declares. Players are in
//! `slip-policy`; running a whole encounter is in `slip-session`.

pub mod aspects;
pub mod begin;
pub mod choice;
mod clone_from;
pub mod conflict;
pub mod effects;
pub mod event;
pub mod fight;
pub mod ids;
pub mod log;
pub mod names;
pub mod pending_offers;
pub mod personal;
pub mod platoon;
pub mod post_roll;
pub mod question;
mod question_loop;
pub mod referee_overrides;
pub mod roll;
pub mod space;
pub mod stakes;
pub mod stored_seat;
pub mod tracks;
pub mod victory;
pub mod zone_map;

pub use fight::{Fight, FightRef, Playable};
