//! Words of effect lines that depend on what carries the line: which kinds of play a kind of thing has.
//!
//! The vocabulary itself is [`slip_pack::effect::words`]. A kind that is not listed here (a homebrew `drone`) has the
//! kinds of play its design's `plays` entry says, or all of them.

use Play::{Build, Economy, Personal, Platoon, Social, Space, Stakes, Story, Travel};
use slip_pack::effect::Play;
pub(super) use slip_pack::effect::words::{ALL, PLAYED};

/// Kinds of play of the kinds of things the rulebook knows (`effects.md`, section 3).
const KINDS: &[(&[&str], &[Play])] = &[
    (&["weapon", "armour", "gear"], &[Build, Personal, Social, Economy, Story]),
    (&["character", "npc", "animal", "mook"], &[Build, Personal, Space, Social, Travel, Economy, Story]),
    (&["ship", "vehicle"], &[Build, Space, Travel, Economy, Story]),
    (&["operative", "opposition", "background"], &[Stakes]),
    (&["unit", "platoon"], &[Build, Platoon, Story]),
];

/// Carriers without a self: a line there says who.
const WITHOUT_SELF: &[&str] = &["ruleset", "world", "system", "scene", "encounter", "zone", "map", "campaign"];

/// Those of them that are places, where an encounter may lie.
const PLACES: &[&str] = &["system", "world"];

/// Aspects that a kind of play's own procedure places, so that no design, map or item writes them.
pub(super) const PROCEDURE_ASPECTS: &[&str] = &["Sitting duck", "Locked in", "Jammed", "Spotted"];

/// The kinds of play of a kind; `None` for a kind this table does not know.
pub(super) fn plays_of(kind: &str) -> Option<&'static [Play]> {
    KINDS.iter().find(|(kinds, _)| kinds.contains(&kind)).map(|(_, plays)| *plays)
}

/// True if lines on things of a kind have a self.
pub(in crate::check) fn has_self(kind: &str) -> bool {
    !WITHOUT_SELF.contains(&kind)
}

/// True if things of a kind are places.
pub(in crate::check) fn is_place(kind: &str) -> bool {
    PLACES.contains(&kind)
}
