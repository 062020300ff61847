//! Clusters, scenarios, rulesets and tables.

use super::{ALLOW, BlockSchema, EFFECT, many, once};

/// A cluster of star systems.
pub const CLUSTER: BlockSchema = BlockSchema {
    title: "a cluster",
    path: &["cluster"],
    designs: &[],
    entries: &[
        once("systems", "systems [+] SYSTEM, …", "Star systems of the cluster.").with_sign(),
        many("slipstream", "slipstream SYSTEM -- SYSTEM", "A slipstream in both directions; `->` in one."),
        ALLOW,
    ],
};

/// A scenario: encounters in a row.
pub const SCENARIO: BlockSchema = BlockSchema {
    title: "a scenario",
    path: &["scenario"],
    designs: &[],
    entries: &[
        once("play", "play ENCOUNTER [{ … }]", "First encounter.").with_block(),
        many("then", "then ENCOUNTER [when CONDITION] [{ … }]", "Next encounter, if the condition is true.").with_block().with_when(),
        many("otherwise", "otherwise ENCOUNTER [when CONDITION] [{ … }]", "Encounter to play if the step before was not played.")
            .with_block()
            .with_when(),
        ALLOW,
    ],
};

/// A step of a scenario.
pub const STEP: BlockSchema = BlockSchema {
    title: "a step of a scenario",
    path: &["scenario", "play then otherwise"],
    designs: &[],
    entries: &[
        once(
            "carry",
            "carry STATE, …",
            "State that actors of earlier encounters keep: `consequences`, `stress`, `fate`; `out`: those taken out stay away.",
        ),
        many("aspect", "aspect \"TEXT\" on NAME [when CONDITION]", "Aspect that carries over, on an actor, a side or the scene.")
            .with_when(),
    ],
};

/// A ruleset. The settings of the package and of the standard library are entries, too.
pub const RULESET: BlockSchema = BlockSchema {
    title: "a ruleset",
    path: &["ruleset"],
    designs: &[],
    entries: &[
        many("use", "use RULESET", "Ruleset on which this one is based; its own entries override those of the base."),
        many("setting", "setting NAME VALUE, … [{ … }]", "A setting that other rulesets may set, and its values.").with_block(),
        EFFECT,
        once("default", "default", "Rules that hold where no other ruleset says otherwise; only in the standard library."),
        ALLOW,
    ],
};

/// A setting of a ruleset.
pub const SETTING: BlockSchema = BlockSchema {
    title: "a setting",
    path: &["ruleset", "setting"],
    designs: &[],
    entries: &[
        once("default", "default VALUE", "Value where no ruleset sets another. Without the entry, the first value."),
        once("later", "later", "The setting is checked and changes nothing yet; a ruleset that sets it gets a note."),
    ],
};

/// A table that dice are rolled on.
pub const TABLE: BlockSchema = BlockSchema {
    title: "a table",
    path: &["table"],
    designs: &[],
    entries: &[
        many("for", "for USE", "Use of the table for the generators, such as `npc names`."),
        once("roll", "roll DICE", "Dice of the table: `2d6 + 1`, `4dF`, `d6-d6`."),
        many("one_of", "one_of RESULT, …", "Results of equal chance, in place of dice and rows."),
        once("clamp", "clamp", "A result beyond either end gives the row at that end."),
        once("scene", "scene FORM { … }", "Encounter that is made from a roll.").with_block(),
        once("by", "by \"TEXT\"", "Meaning of the rows of a table of columns."),
        many("column", "column NAME \"TITLE\" [as USE] [at \"DISTANCE\"]", "A column, and its use in the rules."),
        ALLOW,
    ],
};
