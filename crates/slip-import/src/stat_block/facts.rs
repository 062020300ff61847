//! Facts that a line of a stat block contains, before the design of the item is known.

/// Fact in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// Line of the input, from 1.
    pub line: usize,
    /// Text of the fact as it is in the input.
    pub text: String,
    /// The fact.
    pub what: FactKind,
}

/// Form of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FactKind {
    /// Label with a number: `V-shift 3`.
    Number {
        /// Label of the number.
        label: String,
        /// The number.
        value: i32,
    },
    /// Label with two numbers, such as `17 of 19 BP` or `Health 3/5`.
    Pair {
        /// Label of the numbers.
        label: String,
        /// First number.
        first: i32,
        /// Second number.
        second: i32,
    },
    /// Label with a row of boxes: `Hull OOOO`.
    Boxes {
        /// Label of the boxes.
        label: String,
        /// Number of boxes.
        boxes: i32,
    },
    /// Label with a range: `Range 2-4`.
    Range {
        /// Label of the range.
        label: String,
        /// Lower end.
        low: i32,
        /// Upper end.
        high: i32,
    },
    /// Label with a text: `Size: large`.
    Text {
        /// Label of the text.
        label: String,
        /// The text.
        value: String,
    },
    /// Technology: `T2`.
    Tech(i32),
    /// Skill with its rank and a note in brackets.
    Skill {
        /// Title of the skill.
        title: String,
        /// Rank of the skill.
        rank: i32,
        /// Note after the skill.
        note: String,
    },
    /// Stunt in a list of stunts.
    Stunt(String),
    /// Aspect.
    Aspect(String),
    /// Thing in a list of gear.
    Gear(String),
    /// Slots of consequences.
    Consequences,
    /// Three numbers: `1/-2/3`.
    Triple([i32; 3]),
    /// Code of several statistics in one text.
    Code(String),
    /// Abbreviation of an aspect that the rules give, such as `Ag`, as lists of worlds use it.
    TradeCode(String),
    /// Words that name a kind or a design.
    Kind(String),
    /// Words without a number: a stunt, a flag or the word of a choice.
    Phrase(String),
}

/// True if a label in a stat block names the technology.
pub(crate) fn is_tech(label: &str) -> bool {
    matches!(label, "t" | "tl" | "tech" | "technology" | "tech_level" | "technology_level")
}

/// Returns the computed number that a label means in a stat block.
pub(crate) fn claimed(label: &str) -> Option<crate::draft::Claimed> {
    use crate::draft::Claimed;
    Some(match label {
        "bp" | "bps" | "build_point" | "build_points" | "points" | "total" | "total_bp" | "points_spent" => Claimed::Spent,
        "budget" => Claimed::Budget,
        "cost" | "price" | "purchase_cost" => Claimed::Price,
        "upkeep" | "maintenance" => Claimed::Upkeep,
        "fate" | "fate_points" | "fate_point" | "fp" | "refresh" => Claimed::Fate,
        _ => return None,
    })
}
