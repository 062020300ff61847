//! Skills, stations and platoons.

use super::{ALLOW, BlockSchema, many, once};

/// A skill.
pub const SKILL: BlockSchema = BlockSchema {
    title: "a skill",
    path: &["skill"],
    designs: &[],
    entries: &[
        once("class", "class CLASS, …", "Classes of the skill; formulas count the trained skills of a class (`trained combat`)."),
        once("gear", "gear [+] \"TEXT\", …", "Gear that comes with the skill.").with_sign(),
        once("for", "for KIND, …", "Kinds of actors that may have the skill. Without the entry, all that have skills."),
        once("usual", "usual KIND, …", "Kinds of actors that usually have the skill; others of a design with `usual` get a note."),
        once("many", "many", "The skill may be taken several times, each time with a subject."),
        once("subjects", "subjects NUMBER", "Number of subjects that follow the skill in quotes; `rank` for as many as its rank."),
        once("serves", "serves ACTION, …", "Actions that the skill may be rolled for: `composure_attack`, `maneuver`, `obstruct`."),
        once("phrases", "phrases [+] \"TEXT\", …", "Aspects that a maneuver with the skill places if the player gives no words.")
            .with_sign(),
        once(
            "uses",
            "uses [+] \"TEXT\" [opposed by SKILL] [fixed] [for SKILL] [of KIND], …",
            "Uses of the skill: rolled against another roll or a number, in place of another skill, with certain things.",
        )
        .with_sign(),
        once("never", "never [+] \"TEXT\" [of KIND], …", "Uses that the skill does not have.").with_sign(),
        once("passive", "passive", "The skill is never rolled."),
        once("sink", "sink", "The skill does nothing: it takes a place among the ranks."),
        once("amplified", "amplified [+] [military] SKILL, …", "Skills of attached people that raise this skill of a unit by one.")
            .with_sign(),
        once("within", "within SKILL", "The skill works only on worlds that this other skill covers."),
        once("covers", "covers KIND, …", "Kinds of places that are subjects of the skill; home is known without being named."),
        once("ages", "ages \"TEXT\" TECH, …", "Subjects that mean a technology."),
        once(
            "military",
            "military \"TEXT\"",
            "Meaning of military-grade training in the skill. Without the entry such training needs words of its own.",
        ),
        once("familiar", "familiar", "Weapons of the skill are familiar whatever their technology."),
        once("stands_for", "stands_for SKILL", "The skill counts as this one."),
        once("only", "only when CONDITION", "The skill exists only under these rules.").with_when(),
        many("list", "list NAME, … [{ gear \"TEXT\", … }]", "Lists of skills that have the skill; the block changes its gear in them.")
            .with_block(),
        ALLOW,
    ],
};

/// A skill in one list of skills.
pub const SKILL_LIST: BlockSchema = BlockSchema {
    title: "a list of skills",
    path: &["skill", "list"],
    designs: &[],
    entries: &[once("gear", "gear \"TEXT\", …", "Gear that comes with the skill in this list.")],
};

/// A station aboard a ship.
pub const STATION: BlockSchema = BlockSchema {
    title: "a station",
    path: &["station"],
    designs: &[],
    entries: &[
        once("skill", "skill SKILL", "Skill of the station."),
        once("duties", "duties [+] DUTY, …", "Duties that the station carries out, such as `detection`, `beam` or `repair TRACK`.")
            .with_sign(),
        once("rated", "rated STAT", "Statistic of the ship that the station rolls, amplified by the skill."),
    ],
};

/// A platoon.
pub const PLATOON: BlockSchema = BlockSchema {
    title: "a platoon",
    path: &["platoon"],
    designs: &[],
    entries: &[
        many(
            "leader",
            "leader UNIT [with STUNT, …] [\"ASPECT\"] [carrying UNIT, …] [{ … }]",
            "Leading unit, besides those of `units`; its block has any entry of a unit.",
        )
        .with_block(),
        once(
            "units",
            "units [+] UNIT [xNUMBER] [carrying UNIT, …], …",
            "Other units of the platoon; passengers of a carrier follow `carrying`.",
        )
        .with_sign(),
        once("aircraft", "aircraft [+] UNIT [xNUMBER], …", "Aircraft that are attached to the platoon.").with_sign(),
        once(
            "characters",
            "characters [+] PERSON with UNIT for SKILL, …",
            "People who go with a unit and may raise one of its skills by one.",
        )
        .with_sign(),
        once("off_map", "off_map", "The platoon directs aircraft from elsewhere."),
        ALLOW,
    ],
};
