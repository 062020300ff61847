//! Encounters of social combat: talks, with pawns and groups that act as one.

use super::encounters::{ASPECTS, CAMPAIGN, LIMIT, MAP, PRIORITY, RULES, SIDES, SYSTEM, VICTORIES, WORLD};
use super::{ALLOW, BlockSchema, EFFECT, many, once};

/// An encounter of social combat.
pub const ENCOUNTER: BlockSchema = BlockSchema {
    title: "a social encounter",
    path: &["encounter"],
    designs: &["social"],
    entries: &[
        MAP,
        SYSTEM,
        WORLD,
        CAMPAIGN,
        ASPECTS,
        RULES,
        once("stakes", "stakes { win \"TEXT\"; lose \"TEXT\" }", "Result if the first side wins, and if it does not.").with_block(),
        LIMIT,
        once("time_boxes", "time_boxes NUMBER", "Number of rounds. Without the entry, one for each zone."),
        once("max_time", "max_time TIME", "Longest time, an entry of the time track; each box that is left makes it one entry shorter."),
        once(
            "track_at_risk",
            "track_at_risk composure",
            "Track that attacks hit: `composure`, `wealth`, or `both`, where the attacker chooses.",
        ),
        once("wealth_defence", "wealth_defence SKILL, …", "Skills that defend Wealth. Without the entry, any."),
        once("contours", "contours yes", "Before play each player places an aspect on a zone, or a value of 2 on a border."),
        many("pawns", "pawns NAME \"TITLE\" xNUMBER at ZONE, …", "A group of pawns that others move."),
        many("pawn", "pawn NAME \"TITLE\" at ZONE [{ … }]", "A single pawn.").with_block(),
        many("composite", "composite NAME \"TITLE\" { of PERSON, … }", "Several people who act as one.").with_block(),
        PRIORITY,
        SIDES,
        VICTORIES,
        many(
            "falls_for",
            "falls_for ACTOR at ZONE",
            "The actor who is alone there with this one at the end of a round wins for the own side.",
        ),
        many("friend_zone", "friend_zone ACTOR at ZONE", "Actors who are there with this one at the end of a round are out."),
        many("pawn_score", "pawn_score PAWNS { SIDE ZONE, … }", "When time is up, the side with most of the group in its zones wins.")
            .with_block(),
        many("survive_timer", "survive_timer SIDE", "The side wins if it is still in play when time is up."),
        once("broke_down", "broke_down SIDE", "Side that gets the stakes if the talk turns violent; `draw` for no side."),
        many("grade", "grade \"TEXT\" when CONDITION", "Quality of the result; of several the first whose condition is true is printed.")
            .with_when(),
        EFFECT,
        ALLOW,
    ],
};

/// A pawn of a talk.
pub const PAWN: BlockSchema = BlockSchema {
    title: "a pawn",
    path: &["encounter", "pawn"],
    designs: &["social"],
    entries: &[
        once("suitor", "suitor", "People may fall for the pawn."),
        once("fixed", "fixed", "The pawn cannot be pushed."),
        once("carried", "carried by PERSON", "The pawn goes where the person goes, and can be pushed when the person is out of play."),
    ],
};

/// Several people who act as one.
pub const COMPOSITE: BlockSchema = BlockSchema {
    title: "a composite",
    path: &["encounter", "composite"],
    designs: &["social"],
    entries: &[once("of", "of PERSON, …", "People who act as one.")],
};
