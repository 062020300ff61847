//! Words of effect lines that depend on what carries the line: which kinds of play a kind of thing has. Floor 4.
//!
//! The vocabulary itself is [`crate::pack::effect::words`]. A kind that is not listed here (a homebrew `drone`) has the
//! kinds of play its design's `plays` entry says, or all of them.

use crate::pack::effect::Play;
use Play::{Build, Economy, Personal, Platoon, Social, Space, Stakes, Story, Travel};

/// Every kind of play.
pub(super) const ALL: &[Play] = Play::ALL;

/// Every kind of play in which something happens.
pub(super) const PLAYED: &[Play] = &[Personal, Space, Social, Platoon, Stakes, Travel, Economy, Story];

/// Kinds of play of the kinds of things the rulebook knows (`effects.md`, section 3).
const KINDS: &[(&[&str], &[Play])] = &[
    (&["weapon", "armour", "gear"], &[Build, Personal, Social, Economy, Story]),
    (&["character", "npc", "animal", "mook"], &[Build, Personal, Space, Social, Stakes, Travel, Economy, Story]),
    (&["ship", "vehicle"], &[Build, Space, Travel, Economy, Story]),
    (&["unit", "platoon"], &[Build, Platoon, Story]),
];

/// Carriers without a self: a line there says who.
const WITHOUT_SELF: &[&str] = &["ruleset", "world", "system", "scene", "encounter", "zone", "map", "campaign"];

/// Aspects that a kind of play's own procedure places, so that no design, map or item writes them.
pub(super) const PROCEDURE_ASPECTS: &[&str] = &["Sitting duck", "Locked in", "Jammed", "Spotted"];

/// Grades of consequence.
pub(super) const GRADES: &[&str] = &["mild", "moderate", "severe"];

/// Types a parameter may have, besides a list of names.
pub(super) const PARAMETER_TYPES: &[&str] = &["skill", "stat", "track", "roll", "item", "text", "number", "schedule"];

/// Words an operation may start with, for suggestions.
pub(super) const OPERATION_WORDS: &[&str] = &[
    "may", "must", "cannot", "needs", "allows", "never", "has", "free_tag", "tag", "invoke", "compel", "loses", "place", "suffers", "mark",
    "erase", "faces", "pays", "drops", "grants", "carries", "charges", "is", "table", "hits",
];

/// Words that say of whom a line is true.
pub(super) const WHO_WORDS: &[&str] = &[
    "bearer", "crew", "attached", "carrier", "tethered", "platoon", "allies", "enemies", "others", "everyone", "target", "actor", "allied",
    "enemy",
];

/// The kinds of play of a kind; `None` for a kind this table does not know.
pub(super) fn plays_of(kind: &str) -> Option<&'static [Play]> {
    KINDS.iter().find(|(kinds, _)| kinds.contains(&kind)).map(|(_, plays)| *plays)
}

/// Whether lines on things of a kind have a self.
pub(super) fn has_self(kind: &str) -> bool {
    !WITHOUT_SELF.contains(&kind)
}
