//! Raise-and-see conflicts, and the parties that take part in them.

use super::encounters::{RULES, SIDES};
use super::sides::DOCTRINE;
use super::{ALLOW, BlockSchema, EFFECT, EntrySchema, many, once};

/// A raise-and-see conflict.
pub const ENCOUNTER: BlockSchema = BlockSchema {
    title: "a stakes encounter",
    path: &["encounter"],
    designs: &["stakes"],
    entries: &[
        once("stakes", "stakes { win \"TEXT\"; lose \"TEXT\" }", "Result if the first side wins, and if it does not.").with_block(),
        once("initiator", "initiator PARTY", "Party that raises first."),
        once("about", "about PARTY, …", "People that the conflict is about and who take no part; relationships with them count."),
        RULES,
        SIDES,
        EFFECT,
        ALLOW,
    ],
};

/// A side of a raise-and-see conflict.
pub const SIDE: BlockSchema = BlockSchema {
    title: "a side",
    path: &["encounter", "side"],
    designs: &["stakes"],
    entries: &[many("party", "party PARTY { … }", "A party of the side.").with_block(), DOCTRINE],
};

/// A party of a side.
pub const PARTY: BlockSchema = BlockSchema {
    title: "a party",
    path: &["encounter", "side", "party"],
    designs: &["stakes"],
    entries: &[
        once("approach", "approach APPROACH", "How the party acts, which decides its statistics."),
        once("brings", "brings NAME, …", "Traits, objects and relationships that are in play from the start."),
    ],
};

/// The two results of a conflict.
pub const STAKES: BlockSchema = BlockSchema {
    title: "`stakes`",
    path: &["encounter", "stakes"],
    designs: &["stakes", "social"],
    entries: &[
        once("win", "win \"TEXT\"", "Result if the first side wins."),
        once("lose", "lose \"TEXT\"", "Result if the first side does not win."),
    ],
};

const PARTY_BACKGROUND: EntrySchema = once("background", "background BACKGROUND", "Background of the party: the dice that may be spent.");
const PARTY_STATS: EntrySchema =
    once("stats", "stats { body NUMBER; mind NUMBER; soft NUMBER; hard NUMBER }", "Dice of the four statistics, at least two each.")
        .with_block();
const TRAITS: EntrySchema = many("trait", "trait NAME \"TITLE\" DICE [{ … }]", "A trait and its dice.").with_block();
const OBJECTS: EntrySchema = many(
    "object",
    "object NAME \"TITLE\" DICE [dangerous] [{ … }]",
    "An object and its dice; with a `dangerous` one every blow is 1 worse.",
)
.with_block();
const RELATIONSHIPS: EntrySchema =
    many("relationship", "relationship NAME \"TITLE\" DICE [{ … }]", "A relationship with somebody and its dice.").with_block();
const FAMILY: EntrySchema = once("family", "family PARTY, …", "Family: a die counts for them although no relationship is listed.");
const HOPE: EntrySchema = once("hope", "hope \"TEXT\"", "Hope of the party.");

/// A person of raise-and-see conflicts.
pub const OPERATIVE: BlockSchema = BlockSchema {
    title: "an operative",
    path: &["operative"],
    designs: &[],
    entries: &[PARTY_BACKGROUND, PARTY_STATS, TRAITS, OBJECTS, RELATIONSHIPS, FAMILY, HOPE, EFFECT, ALLOW],
};

/// An opposition of raise-and-see conflicts.
pub const OPPOSITION: BlockSchema = BlockSchema {
    title: "an opposition",
    path: &["opposition"],
    designs: &[],
    entries: &[
        PARTY_BACKGROUND,
        PARTY_STATS,
        TRAITS,
        OBJECTS,
        RELATIONSHIPS,
        FAMILY,
        HOPE,
        once("stages", "stages \"TEXT\", …", "Stages of its one track, by name or as a number from 1 to 5."),
        EFFECT,
        ALLOW,
    ],
};

/// The four statistics of a party.
pub const STATS: BlockSchema = BlockSchema {
    title: "`stats`",
    path: &["operative opposition", "stats"],
    designs: &[],
    entries: &[
        once("body", "body NUMBER", "Dice of physical approaches."),
        once("mind", "mind NUMBER", "Dice of neutral approaches."),
        once("soft", "soft NUMBER", "Dice of unopposed approaches."),
        once("hard", "hard NUMBER", "Dice of opposed approaches."),
    ],
};

/// A trait, object or relationship of a party.
pub const BELONGING: BlockSchema = BlockSchema {
    title: "a trait, object or relationship",
    path: &["operative opposition", "trait object relationship"],
    designs: &[],
    entries: &[once("fits", "fits APPROACH, …", "Approaches that it fits. Without the entry, all."), EFFECT],
};

/// A background, which gives the dice of a party.
pub const BACKGROUND: BlockSchema = BlockSchema {
    title: "a background",
    path: &["background"],
    designs: &[],
    entries: &[
        once("stat_dice", "stat_dice NUMBER", "Dice for the four statistics."),
        once("trait_dice", "trait_dice NUMBER", "Dice for traits."),
        EFFECT,
    ],
};
