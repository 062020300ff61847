//! Table of the kinds of play of each kind of item. They decide the vocabulary of an effect.
//!
//! The words themselves are in [`slip_pack::effect::vocabulary`]. A kind that is not in the table (a homebrew `drone`) has the kinds of
//! play of its design's `plays` entry, or all of them.

use Play::{Build, Economy, Personal, Platoon, Social, Space, Stakes, Story, Travel};
use slip_pack::effect::Play;
pub(super) use slip_pack::effect::vocabulary::{ALL, PLAYED};

/// For each kind of item in the rulebook, its kinds of play.
const KINDS: &[(&[&str], &[Play])] = &[
    (CARRIED, &[Build, Personal, Social, Economy, Story]),
    (&["character", "npc", "animal", "mook"], &[Build, Personal, Space, Social, Travel, Economy, Story]),
    (&["ship", "vehicle"], &[Build, Space, Travel, Economy, Story]),
    (&["operative", "opposition", "background"], &[Stakes]),
    (&["unit", "platoon"], &[Build, Platoon, Story]),
];

/// Kinds of carriers that are neither actors nor items, so that their effects must name a subject.
const WITHOUT_SELF: &[&str] = &["ruleset", "world", "system", "scene", "encounter", "zone", "map", "campaign"];

/// Carriers that are places in which an encounter can take place.
const PLACES: &[&str] = &["system", "world"];

/// Kinds of things that people carry.
const CARRIED: &[&str] = &["weapon", "armour", "gear"];

/// Kinds of items that are people.
const PEOPLE: &[&str] = &["character", "npc"];

/// Kinds of actors that have skills.
const SKILLED: &[&str] = &["character", "npc", "animal", "mook"];

/// Aspects that the rules of a kind of play place. No design, map or item declares these aspects.
pub(super) const PROCEDURE_ASPECTS: &[&str] = &["Sitting duck", "Locked in", "Jammed", "Spotted"];

/// Aspects that engines place by their rules and that effects do not name.
pub(super) const PLACED_BY_RULES: &[&str] = &["Low gravity", "Slow to respond", "Tethered", "Zero gravity"];

/// Returns the kinds of play of a kind of item; `None` if the kind is not in the table.
pub(super) fn plays_of(kind: &str) -> Option<&'static [Play]> {
    KINDS.iter().find(|(kinds, _)| kinds.contains(&kind)).map(|(_, plays)| *plays)
}

/// True if items of this kind take part in a game. Other kinds, such as a homebrew `inn`, have only cards.
pub fn is_played(kind: &str) -> bool {
    plays_of(kind).is_some()
}

/// True if an effect of a carrier of this kind applies to the carrier itself when it names no subject.
pub(in crate::check) fn has_self(kind: &str) -> bool {
    !WITHOUT_SELF.contains(&kind)
}

/// True if items of this kind are people.
pub fn is_person(kind: &str) -> bool {
    PEOPLE.contains(&kind)
}

/// True if items of this kind act in a kind of play. A homebrew kind may act anywhere.
pub(super) fn acts_in(kind: &str, play: Play) -> bool {
    !is_carried(kind) && kind != "background" && plays_of(kind).is_none_or(|plays| plays.contains(&play))
}

/// True if people carry items of this kind.
pub(super) fn is_carried(kind: &str) -> bool {
    CARRIED.contains(&kind)
}

/// True if items of this kind can use skills, with or without a list of skills of their own.
pub(super) fn has_skills(kind: &str) -> bool {
    SKILLED.contains(&kind)
}

/// True if items of this kind are places.
pub(in crate::check) fn is_place(kind: &str) -> bool {
    PLACES.contains(&kind)
}
