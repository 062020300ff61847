//! Personal combat (personal.md 1-8, 10.1) as a state machine. Floor 5.
//!
//! A round: everybody takes one turn in order. A turn: declare, compels, free move, the action, damage, end. Seals,
//! first aid, morale, tasks and zero-sum points are not part of it.

pub mod roster;
pub mod settings;
pub mod state;

pub use roster::Roster;
pub use settings::Settings;
pub use state::State;
