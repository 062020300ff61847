//! Exact odds: every closed form of the rules pages against the solver, and what must hold of every distribution.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "tests fail by panicking and explain themselves by name"
)]

#[path = "odds/attacks.rs"]
mod attacks;

#[path = "odds/duels.rs"]
mod duels;

#[path = "odds/laws.rs"]
mod laws;

#[path = "odds/points.rs"]
mod points;

#[path = "odds/pools.rs"]
mod pools;

#[path = "odds/rolls.rs"]
mod rolls;

#[path = "odds/scenes.rs"]
mod scenes;

#[path = "odds/set_up.rs"]
mod set_up;
