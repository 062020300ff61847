//! What a command tells: facts, sums with the reason of every number, and rolls with their dice.

use serde::Serialize;
use slip_dice::Faces;
use std::fmt;

/// A number and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The number.
    pub points: i32,
    /// Its reason.
    pub why: String,
}

impl Part {
    /// A number with its reason.
    pub fn new(points: i32, why: impl Into<String>) -> Part {
        Part { points, why: why.into() }
    }
}

/// Parts added up.
pub fn total(parts: &[Part]) -> i32 {
    parts.iter().fold(0, |sum, part| sum.saturating_add(part.points))
}

/// One line of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum Line {
    /// Something that happened, in words.
    Fact {
        /// The words.
        text: String,
    },
    /// A number with its reasons.
    Sum {
        /// What it is.
        what: String,
        /// Its reasons.
        parts: Vec<Part>,
        /// What they come to.
        total: i32,
    },
    /// A roll.
    Roll(Roll),
}

/// A roll against a difficulty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Roll {
    /// Who rolls.
    pub who: String,
    /// What for.
    pub what: String,
    /// The dice as they fell.
    pub faces: String,
    /// What they come to.
    pub dice: i32,
    /// What is added to them.
    pub parts: Vec<Part>,
    /// The result.
    pub total: i32,
    /// What it is held against, and why; none where the dice alone decide.
    pub against: Option<Part>,
    /// Shifts: by how much it is more.
    pub shifts: i32,
}

impl Roll {
    /// A roll of these dice.
    pub fn new(who: &str, what: &str, faces: Faces, parts: Vec<Part>, against: Option<Part>) -> Roll {
        let total = faces.total().saturating_add(total(&parts));
        let shifts = total.saturating_sub(against.as_ref().map_or(0, |against| against.points));
        Roll { who: who.to_owned(), what: what.to_owned(), faces: faces.to_string(), dice: faces.total(), parts, total, against, shifts }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Fact { text } => f.write_str(text),
            Line::Sum { what, parts, total } => match parts.as_slice() {
                [one] => write!(f, "{what}: {total} ({})", one.why),
                parts => {
                    write!(f, "{what}: {total}")?;
                    write_parts(f, parts)
                }
            },
            Line::Roll(roll) => roll.fmt(f),
        }
    }
}

impl fmt::Display for Roll {
    /// `maro_teck rolls assets: + 0 0 0 is +1; assets 2 = 3 against 7 (Cost): short by 4`
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

/// The reasons of a sum in brackets, if there are any.
fn write_parts(f: &mut fmt::Formatter<'_>, parts: &[Part]) -> fmt::Result {
    if parts.is_empty() {
        return Ok(());
    }
    let text: Vec<String> = parts.iter().map(|part| format!("{:+} {}", part.points, part.why)).collect();
    write!(f, " ({})", text.join(", "))
}

/// So many of something in words: `1 day`, `3 days`.
pub(crate) fn counted(number: impl Into<i64>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}
