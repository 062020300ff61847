//! Designs and the stunts that they sell.

use super::{BlockSchema, EFFECT, EntrySchema, many, once};

/// A condition that must be true.
const REQUIRE: EntrySchema =
    many("require", "require CONDITION [when CONDITION] else \"TEXT\"", "Condition that must be true: otherwise an error in these words.")
        .with_when();
/// A condition that should be true.
const ADVISE: EntrySchema =
    many("advise", "advise CONDITION [when CONDITION] else \"TEXT\"", "Condition that should be true: otherwise a warning in these words.")
        .with_when();

/// A design.
pub const DESIGN: BlockSchema = BlockSchema {
    title: "a design",
    path: &["design"],
    designs: &[],
    entries: &[
        ADVISE,
        many("aspect", "aspect \"TEXT\" [extra] [renamable] [when CONDITION]", "A derived aspect; `extra`: outside the slots.").with_when(),
        once("budget", "budget FORMULA", "Build points. Without the entry, none are counted."),
        many("choice", "choice NAME VALUE, …", "A choice that items write, `size large`."),
        many("code", "code NAME STAT STAT \"-\" STAT", "Several statistics that items write as one text."),
        once("consequences", "consequences GRADE, … [when CONDITION]", "Free consequence slots.").with_when(),
        many("default", "default [when CONDITION]", "The design is used if an item of the kind names none.").with_when(),
        EFFECT,
        many("entry", "entry NAME as STAT..STAT [else \"TEXT\"]", "Several statistics that items write in one entry."),
        once("fate", "fate FORMULA", "Fate points at a refresh."),
        many("flag", "flag NAME [\"TITLE\"]", "A mark that items set with `NAME yes`."),
        once("gear", "gear", "Items may carry gear."),
        many("holds", "holds NAME KIND", "Things that items carry, with their number: `fighters dart x3`."),
        once("map_skills", "map_skills [when CONDITION]", "Skills of items are replaced by those that they stand for.").with_when(),
        many("note", "note \"TEXT\" [when CONDITION]", "A remark about an item, which `show` prints.").with_when(),
        many("only", "only when CONDITION", "The design may be used only under this condition.").with_when(),
        many("optional", "optional \"TEXT\", … [when CONDITION]", "Reserved aspects, of which an author may choose one.").with_when(),
        many("phase", "phase NAME \"TITLE\" NUMBER", "A mark after aspects, and the number of aspects with it."),
        once("platoon", "platoon LOW..HIGH", "Usual number of units in a platoon."),
        once("plays", "plays FORM, …", "Kinds of encounters in which items of the design take part."),
        many("price", "price FORMULA [when CONDITION]", "Cost of an item.").with_when(),
        many("refers", "refers NAME to KIND [{ … }]", "A reference that items write: the name of another item.").with_block(),
        REQUIRE,
        once("skill", "skill SKILL", "Skill with which items are used."),
        once("skill_list", "skill_list LIST", "List of the skills that items may have. Without the entry, any."),
        many("skill_rank", "skill_rank SKILL FORMULA [when CONDITION]", "Rank that the rules give.").with_when(),
        once("skills", "skills SHAPE", "Shape of the skills: `pyramid N`, `column N`, `loose 0..5`, `every N`."),
        once("slots", "slots FORMULA", "Number of aspects."),
        once("source", "source \"TEXT\"", "Rule that the design comes from."),
        many("stat", "stat NAME [\"TITLE\"] { … }", "A statistic.").with_block(),
        many("stunt", "stunt NAME [\"TITLE\"] { … }", "A stunt for sale.").with_block(),
        once("stunt_count", "stunt_count NUMBER", "Number of stunts."),
        once("tech", "tech LOW..HIGH [{ … }]", "Possible technologies.").with_block(),
        many("track", "track NAME [\"TITLE\"] { … }", "A stress track.").with_block(),
        once("uniform", "uniform", "All things of the kind in one encounter have this design and the same number of stunts."),
        once("upkeep", "upkeep FORMULA", "Rating for maintenance."),
        once("usual", "usual SKILL, …", "Suggested skills; others give a note."),
        once("without", "without", "Items may drop derived aspects and inherent stunts with `without`."),
    ],
};

/// A stunt.
pub const STUNT: BlockSchema = BlockSchema {
    title: "a stunt",
    path: &["stunt"],
    designs: &[],
    entries: &[
        ADVISE,
        once("cost", "cost FORMULA", "Build points; may be 0 or below."),
        EFFECT,
        many(
            "excludes",
            "excludes STUNT, …",
            "Stunts that it excludes; `per w`: with the same argument, `aspects MARK`: aspects with this mark.",
        ),
        many("for", "for KIND, …", "Kinds of its buyers, or designs after `design`; only outside a design."),
        once("group", "group NAME", "Group of the stunt; in formulas the number of its stunts that are bought."),
        once("idle", "idle when CONDITION", "The stunt is useless under this condition.").with_when(),
        once("in", "in campaign", "The stunt is for campaigns only, or for wargames only (`in wargame`)."),
        once("inherent", "inherent [when CONDITION]", "The stunt is given for free under this condition.").with_when(),
        many("limit", "limit NUMBER per PERIOD", "Limit on the uses of all its effects."),
        once("many", "many [NUMBER]", "The stunt may be bought any number of times; with a number, this often with the same arguments."),
        once("modes", "modes NUMBER", "The stunt makes the item modal."),
        many("once", "once per PARAMETER", "The stunt may be bought once for each value of a parameter."),
        once("only", "only when CONDITION", "The stunt is sold only under this condition.").with_when(),
        REQUIRE,
        many("requires", "requires STUNT, …", "Stunts that it needs; `per i`: with the same argument."),
        once("sink", "sink", "The stunt deliberately has no effect."),
        many("suspect", "suspect \"WORD\", …", "Words that suggest an excluded aspect; they give a warning."),
        once("takes", "takes FORMULA", "Number of stunts that it counts as. Without the entry, 1."),
        once("tech", "tech TECH", "Lowest technology."),
        once("whole", "whole", "The stunt belongs to the whole item, never to one mode."),
    ],
};

/// A statistic of a design.
pub const STAT: BlockSchema = BlockSchema {
    title: "a stat",
    path: &["design", "stat"],
    designs: &[],
    entries: &[
        once("also", "also NAME", "Another name that items may write."),
        once("base", "base FORMULA", "Rank without the entry in the item."),
        once("cost", "cost FORMULA", "Build points of a rank; a list gives the costs from the lowest rank up."),
        once("fixed", "fixed", "Items cannot change the rank."),
        once("letters", "letters \"TEXT\", …", "Letters that items write, one for each rank from 0."),
        once("ranks", "ranks LOW..HIGH", "Possible ranks."),
        once("words", "words \"TEXT\", …", "Words for each rank, from the lowest up."),
    ],
};

/// A stress track of a design.
pub const TRACK: BlockSchema = BlockSchema {
    title: "a track",
    path: &["design", "track"],
    designs: &[],
    entries: &[
        once("also", "also NAME", "Another name that items may write."),
        once("base", "base FORMULA", "Number of boxes without the entry in the item."),
        once("cost", "cost FORMULA", "Build points of a box."),
        once("fixed", "fixed [when CONDITION]", "Items cannot change the number of boxes.").with_when(),
        once("repair", "repair SKILL", "Skill that repairs consequences on the track."),
    ],
};

/// A reference of a design.
pub const REFERENCE: BlockSchema = BlockSchema {
    title: "a reference",
    path: &["design", "refers"],
    designs: &[],
    entries: &[
        once("limits_tech", "limits_tech", "The technology of the other item limits the things that stunts may give."),
        once("plus", "plus STAT", "A number after the name sets this statistic."),
        once("worded", "worded", "Words in quotes are allowed, too."),
    ],
};

/// The technologies of a design.
pub const TECH: BlockSchema = BlockSchema {
    title: "`tech`",
    path: &["design", "tech"],
    designs: &[],
    entries: &[once("words", "words \"TEXT\", …", "Words for each technology, from the lowest up.")],
};
