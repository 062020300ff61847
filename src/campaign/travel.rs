//! Travel: how long a trip takes, whether it is legal, and what a ship brings out of it (travel-economy.md 1-3, 9). Floor 6.

pub use crate::pack::arrival::{Arrival, Brought, Denial, Passage, ReactionMass};
