//! Part of the FATE rules that four conflicts share: ladder, checks, tracks, consequences, aspects, fate points.
//!
//! It has only plain integers and plain data. This module does not roll dice, ask questions or manage turns.

pub mod aspect;
pub mod attack_forecast;
pub mod check;
pub mod consequence;
pub mod distribution;
pub mod fate_points;
pub mod ladder;
pub mod odds;
pub mod tenets;
pub mod time_track;
pub mod track;

pub use aspect::{Aspect, AspectDuration, AspectOrigin, AspectScope, FreeTag, Holder};
pub use attack_forecast::Prospect;
pub use consequence::{Grade, Schedule, Slots};
pub use distribution::RollDistribution;
pub use odds::{Odds, percent};
pub use track::Track;
