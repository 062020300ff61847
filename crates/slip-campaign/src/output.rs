//! Output of a campaign command: facts, sums with the reason for every number, and rolls with their dice.

use serde::Serialize;
use slip_dice::Faces;
use std::fmt;

/// Addend of a sum, with the reason for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SumPart {
    /// Value of the number.
    pub points: i32,
    /// Reason for the number.
    pub why: String,
}

impl SumPart {
    /// Creates a number with its reason.
    pub fn new(points: i32, why: impl Into<String>) -> SumPart {
        SumPart { points, why: why.into() }
    }
}

/// Returns the sum of the numbers.
pub fn total(parts: &[SumPart]) -> i32 {
    parts.iter().fold(0, |sum, part| sum.saturating_add(part.points))
}

/// Line of the output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum OutputLine {
    /// Event, described in words.
    Fact {
        /// Text that describes the event.
        text: String,
    },
    /// Number that is the sum of parts.
    Sum {
        /// Name of the number.
        what: String,
        /// Parts of the sum, each with its reason.
        parts: Vec<SumPart>,
        /// Sum of the parts.
        total: i32,
    },
    /// Roll of dice.
    Roll(DifficultyRoll),
}

/// A roll against a difficulty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifficultyRoll {
    /// Name of the person or ship that rolls.
    pub who: String,
    /// Skill or purpose of the roll.
    pub what: String,
    /// Faces of the dice.
    pub faces: String,
    /// Total of the dice alone.
    pub dice: i32,
    /// Modifiers, each with its reason.
    pub parts: Vec<SumPart>,
    /// Result: the dice and the modifiers.
    pub total: i32,
    /// Difficulty with its reason; `None` if the roll has no difficulty.
    pub against: Option<SumPart>,
    /// Result minus difficulty: the shifts.
    pub shifts: i32,
}

impl DifficultyRoll {
    /// Computes the result of a roll from its dice.
    pub fn new(who: &str, what: &str, faces: Faces, parts: Vec<SumPart>, against: Option<SumPart>) -> DifficultyRoll {
        let total = faces.total().saturating_add(total(&parts));
        let shifts = total.saturating_sub(against.as_ref().map_or(0, |against| against.points));
        DifficultyRoll {
            who: who.to_owned(),
            what: what.to_owned(),
            faces: faces.to_string(),
            dice: faces.total(),
            parts,
            total,
            against,
            shifts,
        }
    }
}

impl fmt::Display for OutputLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutputLine::Fact { text } => f.write_str(text),
            OutputLine::Sum { what, parts, total } => match parts.as_slice() {
                [one] => write!(f, "{what}: {total} ({})", one.why),
                parts => {
                    write!(f, "{what}: {total}")?;
                    write_parts(f, parts)
                }
            },
            OutputLine::Roll(roll) => roll.fmt(f),
        }
    }
}

impl fmt::Display for DifficultyRoll {
    /// Formats a roll: `maro_teck rolls assets: [+ 0 0 0] +1, +2 assets = 3 against 7 (Cost): short by 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rolls {}: [{}] {:+}", self.who, self.what, self.faces, self.dice)?;
        for part in &self.parts {
            write!(f, ", {:+} {}", part.points, part.why)?;
        }
        if self.against.is_some() || !self.parts.is_empty() {
            write!(f, " = {}", self.total)?;
        }
        let Some(against) = &self.against else { return Ok(()) };
        write!(f, " against {} ({}): ", against.points, against.why)?;
        match self.shifts {
            0 => f.write_str("enough"),
            short if short < 0 => write!(f, "short by {}", short.unsigned_abs()),
            1 => f.write_str("1 shift"),
            more => write!(f, "{more} shifts"),
        }
    }
}

/// Writes the parts of a sum in brackets, if there are any.
fn write_parts(f: &mut fmt::Formatter<'_>, parts: &[SumPart]) -> fmt::Result {
    if parts.is_empty() {
        return Ok(());
    }
    let text: Vec<String> = parts.iter().map(|part| format!("{:+} {}", part.points, part.why)).collect();
    write!(f, " ({})", text.join(", "))
}

/// Returns a number with its unit: `1 day`, `3 days`.
pub(crate) fn counted(number: impl Into<i64>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}
