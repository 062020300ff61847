//! Encounters in space: sides, ships, fighters and maneuvers.

use super::encounters::{ASPECTS as SCENE, CAMPAIGN, LIMIT, PRIORITY, RULES, SIDES, SYSTEM, VICTORIES, WORLD};
use super::sides::DOCTRINE;
use super::{ALLOW, BlockSchema, EFFECT, EntrySchema, many, once};

/// The player of ships.
const PLAYER: EntrySchema = once("player", "player NAME", "Player of these ships. Without the entry it is the player of the side.");

/// An encounter between ships.
pub const ENCOUNTER: BlockSchema = BlockSchema {
    title: "a space encounter",
    path: &["encounter"],
    designs: &["space"],
    entries: &[
        SYSTEM,
        WORLD,
        CAMPAIGN,
        SCENE,
        RULES,
        LIMIT,
        PRIORITY,
        once("boarding", "boarding ENCOUNTER", "Personal encounter that boardings are fought in, under `rules boarding_parties`."),
        SIDES,
        many("maneuver", "maneuver NAME [\"TITLE\"] { … }", "A maneuver that ships can make, besides those of the rules.").with_block(),
        VICTORIES,
        EFFECT,
        ALLOW,
    ],
};

/// A side of an encounter in space.
pub const SIDE: BlockSchema = BlockSchema {
    title: "a side",
    path: &["encounter", "side"],
    designs: &["space"],
    entries: &[
        many(
            "ship",
            "ship SHIP [xNUMBER] [at BAND] [{ … }]",
            "Ships of one item, and the band where they begin; without it the navigators place them.",
        )
        .with_block(),
        PLAYER,
        DOCTRINE,
        once("holds_fire", "holds_fire [until attacked]", "The side may not attack, or only after one of its ships was attacked."),
    ],
};

/// A ship of an encounter. The stations of the ship are entries, too: `pilot NAME`.
pub const SHIP: BlockSchema = BlockSchema {
    title: "a ship",
    path: &["encounter", "side", "ship"],
    designs: &["space"],
    entries: &[
        PLAYER,
        once("crew", "crew CREW", "Crew of a wargame, of the technology of the ship."),
        once("military", "military SKILL, …", "Skills in which the nameless crew has military-grade training."),
        once("arrives", "arrives by slip [, overburn]", "The ship arrives hot, or low on r-mass."),
        once("fate", "fate NUMBER", "Fate points at the start, in place of those of the ship."),
        once("aspects", "aspects \"TEXT\", …", "Additional aspects of the ship."),
        many("fighter", "fighter SHIP { … }", "One of the fighters in the hangar of the ship, with its pilot.").with_block(),
    ],
};

/// A fighter of a ship.
pub const FIGHTER: BlockSchema = BlockSchema {
    title: "a fighter",
    path: &["encounter", "side", "ship", "fighter"],
    designs: &["space"],
    entries: &[once("pilot", "pilot PERSON", "Person who flies the fighter.")],
};

/// A maneuver of ships.
pub const MANEUVER: BlockSchema = BlockSchema {
    title: "a maneuver",
    path: &["encounter", "maneuver"],
    designs: &["space"],
    entries: &[
        once("station", "station STATION", "Station that makes the roll."),
        once("difficulty", "difficulty NUMBER", "Number that the roll must reach."),
        once("against", "against STATION", "Station of the target that rolls against the maneuver."),
        once(
            "on",
            "on enemy",
            "Bearer of the aspect: `enemy`, `own` for the ship itself, `ally` for another ship of its side, or `scene`.",
        ),
        once("aspect", "aspect \"TEXT\"", "Aspect that the maneuver places, with one free tag for the side."),
        once("sides", "sides SIDE, …", "Sides that can make the maneuver. Without the entry, all."),
        once(
            "phase",
            "phase PHASE, …",
            "Phases of the maneuver: `position`, `ew`, `beams`, `torpedoes`, `damage_control`. Without the entry, all.",
        ),
    ],
};
