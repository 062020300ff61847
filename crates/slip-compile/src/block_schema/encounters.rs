//! Entries that encounters of several kinds share, and encounters of personal combat.

use super::{ALLOW, BlockSchema, EFFECT, EntrySchema, many, once};

/// The map of an encounter.
pub(super) const MAP: EntrySchema = once("map", "map MAP", "The map on which the encounter is played.");
/// The star system of an encounter.
pub(super) const SYSTEM: EntrySchema = once("system", "system SYSTEM", "Star system: its aspects and effects are in play.");
/// The world of an encounter.
pub(super) const WORLD: EntrySchema = once("world", "world WORLD", "World: its aspects and effects are in play.");
/// Aspects of the campaign.
pub(super) const CAMPAIGN: EntrySchema = once("campaign", "campaign \"TEXT\", …", "Aspects of the campaign that are in play.");
/// Aspects of the scene.
pub(super) const ASPECTS: EntrySchema = once("aspects", "aspects \"TEXT\", …", "Aspects of the scene.");
/// Rulesets of an encounter.
pub(super) const RULES: EntrySchema = once(
    "rules",
    "rules RULESET, …",
    "Rulesets of the encounter. They override the `variants` of the package; two that disagree are an error.",
);
/// Limit of an encounter's length.
pub(super) const LIMIT: EntrySchema = once("limit", "limit NUMBER turns", "The encounter ends after this number of turns.");
/// Side that wins if several would win at once.
pub(super) const PRIORITY: EntrySchema = once(
    "priority",
    "priority SIDE, …",
    "If several sides would win at once, the first of these wins; `draw` may be one of them. Without the entry no side wins.",
);
/// A side of an encounter.
pub(super) const SIDES: EntrySchema = many("side", "side NAME { … }", "A side with its participants and its doctrine.").with_block();
/// A victory condition.
pub(super) const VICTORIES: EntrySchema = many(
    "victory",
    "victory SIDE when CONDITION",
    "A way in which a side wins; `draw` in place of a side ends the encounter without a winner.",
)
.with_when();

/// An encounter of personal combat.
pub const PERSONAL: BlockSchema = BlockSchema {
    title: "an encounter",
    path: &["encounter"],
    designs: &["personal"],
    entries: &[
        MAP,
        SYSTEM,
        WORLD,
        CAMPAIGN,
        ASPECTS,
        RULES,
        LIMIT,
        PRIORITY,
        SIDES,
        many("task", "task NAME [\"TITLE\"] { … }", "A task that actors can work at with an action.").with_block(),
        VICTORIES,
        EFFECT,
        ALLOW,
    ],
};
