//! Encounters of platoon combat: forms of battle, sides, platoons and their cards.

use super::encounters::{ASPECTS, CAMPAIGN, LIMIT, MAP, PRIORITY, RULES, SIDES, SYSTEM, VICTORIES, WORLD};
use super::sides::DOCTRINE;
use super::{ALLOW, BlockSchema, EFFECT, EntrySchema, many, once};

/// An encounter of platoon combat.
pub const ENCOUNTER: BlockSchema = BlockSchema {
    title: "a platoon encounter",
    path: &["encounter"],
    designs: &["platoon"],
    entries: &[
        MAP,
        many(
            "battle",
            "battle FORM [{ … }]",
            "Form of the battle: `meeting`, `pursuit`, `breakthrough`, `ambush` or `objectives`. Several may be combined.",
        )
        .with_block(),
        SYSTEM,
        WORLD,
        CAMPAIGN,
        ASPECTS,
        RULES,
        LIMIT,
        once("defender", "defender SIDE", "Side that acts first. Without the entry, dice decide."),
        PRIORITY,
        SIDES,
        VICTORIES,
        EFFECT,
        ALLOW,
    ],
};

/// A side of a platoon encounter.
pub const SIDE: BlockSchema = BlockSchema {
    title: "a side",
    path: &["encounter", "side"],
    designs: &["platoon"],
    entries: &[
        many(
            "platoon",
            "platoon PLATOON [xNUMBER] at ZONE [or ZONE] [{ … }]",
            "A platoon and the zone where its units begin. Of several zones after `or` the player chooses.",
        )
        .with_block(),
        DOCTRINE,
    ],
};

/// A platoon of an encounter.
pub const PLATOON: BlockSchema = BlockSchema {
    title: "a platoon in an encounter",
    path: &["encounter", "side", "platoon"],
    designs: &["platoon"],
    entries: &[
        many(
            "place",
            "place UNIT at ZONE, …",
            "Starting zones of the units of a pattern, one after the other; the last zone is for all that are left.",
        ),
        once("card", "card \"TITLE\" { … }", "Card beside the map, for the artillery of the platoon.").with_block(),
        once("locked_in", "locked_in ZONE, …", "Zones that the guns know by heart. Without the entry the player chooses."),
        once("arrives", "arrives NUMBER", "The platoon arrives at the start of this turn."),
        once("player", "player NAME", "Another player than the side's own plays the platoon."),
    ],
};

/// A card beside the map.
pub const CARD: BlockSchema = BlockSchema {
    title: "a card",
    path: &["encounter", "side", "platoon", "card"],
    designs: &["platoon"],
    entries: &[
        many("zone", "zone NAME [\"TITLE\"] [{ … }]", "A zone of the card.").with_block(),
        many("border", "border ZONE -- ZONE", "A border between two zones of the card."),
    ],
};

/// A zone of a card.
pub const CARD_ZONE: BlockSchema = BlockSchema {
    title: "a zone of a card",
    path: &["encounter", "side", "platoon", "card", "zone"],
    designs: &["platoon"],
    entries: &[once("aspects", "aspects \"TEXT\", …", "Aspects of the zone.")],
};

const UNITS: EntrySchema =
    once("units", "units NUMBER", "Number of units that must get off the map, or their names. Without the entry, more than half.");
const EXITS: EntrySchema = once("exits", "exits ZONE, …", "Zones from which units get off the map. Without the entry, all exits.");

/// A battle of the form `meeting`, which has no entries.
pub const MEETING: BlockSchema =
    BlockSchema { title: "a battle of the form `meeting`", path: &["encounter", "battle"], designs: &["meeting"], entries: &[] };

/// A battle of the form `pursuit`.
pub const PURSUIT: BlockSchema = BlockSchema {
    title: "a battle of the form `pursuit`",
    path: &["encounter", "battle"],
    designs: &["pursuit"],
    entries: &[
        once("pursued", "pursued SIDE", "Side that must get units off the map."),
        once("pursuers", "pursuers SIDE", "Side that must prevent it."),
        UNITS,
        EXITS,
    ],
};

/// A battle of the form `breakthrough`.
pub const BREAKTHROUGH: BlockSchema = BlockSchema {
    title: "a battle of the form `breakthrough`",
    path: &["encounter", "battle"],
    designs: &["breakthrough"],
    entries: &[
        once("runners", "runners SIDE", "Side that must get units off the map."),
        once("blockers", "blockers SIDE", "Side that must prevent it."),
        UNITS,
        EXITS,
    ],
};

/// A battle of the form `ambush`.
pub const AMBUSH: BlockSchema = BlockSchema {
    title: "a battle of the form `ambush`",
    path: &["encounter", "battle"],
    designs: &["ambush"],
    entries: &[
        once("ambushers", "ambushers SIDE", "Side that must inflict losses and get away."),
        once("patrol", "patrol SIDE", "Side that must survive the ambush."),
        once("losses", "losses NUMBER", "Losses that the ambushers must inflict."),
        UNITS,
        EXITS,
    ],
};

/// A battle of the form `objectives`.
pub const OBJECTIVES: BlockSchema = BlockSchema {
    title: "a battle of the form `objectives`",
    path: &["encounter", "battle"],
    designs: &["objectives"],
    entries: &[once("zones", "zones ZONE, …", "Zones to hold: at the limit, the side with units on most of them wins.")],
};
