//! The FATE core shared by four conflicts: ladder, checks, tracks, consequences, aspects, fate points.
//!
//! Plain integers and plain data. This module does not roll dice, ask questions or manage turns.

pub mod aspect;
pub mod check;
pub mod consequence;
pub mod context;
pub mod ladder;
pub mod odds;
pub mod prospect;
pub mod purse;
pub mod spread;
pub mod time;
pub mod track;

pub use aspect::{Aspect, FreeTag, Holder, Origin, Scope, Term};
pub use consequence::{Grade, Schedule, Slots};
pub use odds::{Odds, percent};
pub use prospect::Prospect;
pub use spread::Spread;
pub use track::Track;
