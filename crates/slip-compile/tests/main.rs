//! Tests of `slip-compile`: one module per subject.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod battle_ground;
mod budget_laws;
mod changes;
mod content_rules;
mod designs;
mod doctrines;
mod dominated;
mod effect_words;
mod effects;
mod effects_at_building;
mod encounters;
mod entries_without_effect;
mod homebrew_effects;
mod hostile;
mod maps;
mod mistakes;
mod no_difference;
mod people;
mod platoon_encounters;
mod repair;
mod repetitions;
mod reserved_aspects;
mod social_encounters;
mod space_encounters;
mod srd;
mod tables;
