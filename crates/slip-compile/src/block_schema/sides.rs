//! Sides and tasks of encounters between people.

use super::{BlockSchema, EntrySchema, many, once};

/// The doctrine of a side.
pub(super) const DOCTRINE: EntrySchema =
    once("doctrine", "doctrine DOCTRINE", "Doctrine that plays the side; `search(DOCTRINE, 400 samples, 2 turns)` looks ahead.");

/// A side of a fight or talk between people.
pub const SIDE: BlockSchema = BlockSchema {
    title: "a side",
    path: &["encounter", "side"],
    designs: &["personal", "social"],
    entries: &[
        once(
            "actors",
            "actors NAME [xNUMBER] at ZONE [or ZONE], …",
            "Actors of the side and their starting zones. Of several zones after `or` the player chooses; the first is the default.",
        ),
        DOCTRINE,
        once("leader", "leader NAME, …", "Tactical leaders: their fall is hard for those below (R-P37)."),
        many("player", "player NAME ACTOR, …", "Another player than the side's own plays these actors."),
    ],
};

/// A task of an encounter.
pub const TASK: BlockSchema = BlockSchema {
    title: "a task",
    path: &["encounter", "task"],
    designs: &["personal"],
    entries: &[
        once("skills", "skills SKILL, …", "Skills that can be rolled for the task."),
        once("difficulty", "difficulty NUMBER", "Number that each roll must reach. Without the entry it is 0."),
        once("successes", "successes NUMBER", "Number of successes that complete the task. Without the entry it is 1."),
        once("zones", "zones ZONE, …", "Zones in which actors can work at the task. Without the entry, anywhere."),
        once("sides", "sides SIDE, …", "Sides that can work at the task. Without the entry, all."),
    ],
};
