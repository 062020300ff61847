//! Tables: what is rolled, which results each row has, and with what chance.
//!
//! Encounter tables, loot, names and aspects are all the same thing: dice, rows, and what stands in a row. A compiled table
//! covers every result its dice can give exactly once, and a roll on it always ends.

pub mod chance;

use super::Name;
use super::encounter::Play;
use super::item::{Gear, Place, Waiver};
use super::quantity::Length;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// What generators draw from it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purposes: Vec<Purpose>,
    /// What is rolled. Of a table of equal chances, one die with a side for each row.
    pub roll: Roll,
    /// True if the author listed results of equal chance (`one_of`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub listed: bool,
    /// What the numbers of its rows count, where it is looked up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Its columns, if it is looked up and not rolled on; each row has a cell for each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Column>,
    /// True if a result past either end means the row at that end (R-N11).
    #[serde(default, skip_serializing_if = "is_false")]
    pub clamped: bool,
    /// The rows, by their numbers.
    pub rows: Vec<Row>,
    /// How an encounter is made of what is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    /// Exceptions the author allowed, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if it is free of errors and so can be rolled on.
    pub valid: bool,
    /// Where it is declared.
    pub place: Place,
}

impl Table {
    /// True if it is looked up by row and column, so that nobody rolls on it.
    pub fn is_looked_up(&self) -> bool {
        !self.columns.is_empty()
    }

    /// What stands in a row of that number, in a column.
    pub fn cell(&self, number: i32, column: usize) -> Option<&Found> {
        self.rows.iter().find(|row| (row.from..=row.to).contains(&number))?.found.get(column)
    }
}

/// A column of a table that is looked up: `column slipknot "Slipknot" as slipknot at "5 AU"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name in the table.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// What a procedure reads from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<ColumnRole>,
    /// How far away the place is to which its times lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Length>,
}

impl Column {
    /// True if times stand in it.
    pub fn is_time(&self) -> bool {
        self.at.is_some() || matches!(self.role, Some(ColumnRole::Endurance | ColumnRole::Extended))
    }
}

/// What a procedure reads from a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnRole {
    /// How long the reaction mass lasts.
    Endurance,
    /// How long it lasts a ship that saves it.
    Extended,
    /// The way to a slipknot.
    Slipknot,
    /// A place nobody reaches.
    Unreachable,
}

impl ColumnRole {
    /// All of them.
    pub const ALL: [ColumnRole; 4] = [ColumnRole::Endurance, ColumnRole::Extended, ColumnRole::Slipknot, ColumnRole::Unreachable];

    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            ColumnRole::Endurance => "endurance",
            ColumnRole::Extended => "extended",
            ColumnRole::Slipknot => "slipknot",
            ColumnRole::Unreachable => "unreachable",
        }
    }

    /// The role of this word.
    pub fn from_word(word: &str) -> Option<ColumnRole> {
        ColumnRole::ALL.into_iter().find(|role| role.word() == word)
    }
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// `for system names`, `for animal boxes small`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purpose {
    /// A kind, design, skill or stunt.
    pub of: Name,
    /// What of it: one of [`Purpose::WORDS`].
    pub what: Name,
    /// Which case, where there are several: a size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<Name>,
}

impl Purpose {
    /// What a table may be for: `names` and `aspects` of a kind, the aspect that came with a system's neighbours (`ends` one
    /// link, `ways` two or three, `hubs` more), `boxes` of tracks by size, `entries` of the item as they are written, `subjects`
    /// of a skill, `texts` of a stunt.
    pub const WORDS: [&'static str; 9] = ["names", "aspects", "ends", "ways", "hubs", "boxes", "entries", "subjects", "texts"];

    /// The words in braces that the generator fills in beside the names of tables.
    pub fn fills(what: &str) -> &'static [&'static str] {
        if matches!(what, "ends" | "ways" | "hubs") { &["neighbour"] } else { &[] }
    }
}

/// Dice of one size, added or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice {
    /// How many.
    pub count: u8,
    /// Their sides; 0 is a fudge die, of -1, 0 and +1.
    pub sides: u8,
    /// True if they are taken away.
    #[serde(default, skip_serializing_if = "is_false")]
    pub minus: bool,
}

/// A sum of dice and a number: `2d6 + 1`, `4dF`, `d6-d6`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// The dice, in the order of the text.
    pub dice: Vec<Dice>,
    /// What is added to them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub plus: i32,
}

fn is_zero(value: &i32) -> bool {
    *value == 0
}

impl Roll {
    /// The most throws a roll may have, so that every chance is exact.
    pub const MOST_THROWS: u64 = 1_000_000_000;

    /// One die.
    pub fn die(sides: u8) -> Roll {
        Roll { dice: vec![Dice { count: 1, sides, minus: false }], plus: 0 }
    }

    /// How many different throws there are; `None` beyond [`Roll::MOST_THROWS`].
    pub fn throws(&self) -> Option<u64> {
        let mut throws = 1_u64;
        for dice in &self.dice {
            let faces = if dice.sides == 0 { 3 } else { u64::from(dice.sides) };
            for _ in 0..dice.count {
                throws = throws.checked_mul(faces).filter(|throws| *throws <= Roll::MOST_THROWS)?;
            }
        }
        Some(throws)
    }

    /// In how many throws each result comes.
    pub fn ways(&self) -> BTreeMap<i32, u64> {
        let mut ways = BTreeMap::from([(self.plus, 1_u64)]);
        for dice in &self.dice {
            for _ in 0..dice.count {
                let mut next = BTreeMap::new();
                for (sum, count) in &ways {
                    for face in dice.faces() {
                        *next.entry(sum.saturating_add(face)).or_insert(0_u64) += count;
                    }
                }
                ways = next;
            }
        }
        ways
    }
}

impl Dice {
    /// What one of them may add.
    fn faces(self) -> impl Iterator<Item = i32> {
        let (low, high) = if self.sides == 0 { (-1, 1) } else { (1, i32::from(self.sides)) };
        (low..=high).map(move |face| if self.minus { -face } else { face })
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, dice) in self.dice.iter().enumerate() {
            match (place, dice.minus) {
                (0, false) => {}
                (_, true) => out.write_str(" - ")?,
                (_, false) => out.write_str(" + ")?,
            }
            write!(out, "{}d", dice.count)?;
            if dice.sides == 0 { out.write_str("F")? } else { write!(out, "{}", dice.sides)? }
        }
        match self.plus {
            0 => Ok(()),
            plus if plus < 0 => write!(out, " - {}", plus.unsigned_abs()),
            plus => write!(out, " + {plus}"),
        }
    }
}

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The lowest result that gives it.
    pub from: i32,
    /// The highest.
    pub to: i32,
    /// What it gives, all of it.
    pub found: Vec<Found>,
    /// The roll that must succeed for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// What happens if it fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<String>,
}

impl Row {
    /// What is added to the new roll, if it asks for one.
    pub fn again(&self) -> Option<i32> {
        match self.found.as_slice() {
            [Found::Again(plus)] => Some(*plus),
            _ => None,
        }
    }
}

/// `check(SKILL, DIFFICULTY)`: a roll with the skill's rank that reaches the difficulty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The rank.
    pub skill: i32,
    /// What must be reached.
    pub difficulty: i32,
    /// The dice of the rules in force, by the word of the setting.
    pub dice: Name,
}

/// What stands in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// Somebody or something, so many.
    Thing(Thing),
    /// Words; `{table}` in them is the result of a roll on that table.
    Text(String),
    /// A number.
    Number(i32),
    /// A new roll on the same table, with this added to it alone.
    Again(i32),
    /// A roll on another table, by its key.
    Table(Name),
    /// Nothing.
    Nothing,
}

/// `ridge_cat x2 at wood with net "hunting"`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// What it is.
    pub item: Gear,
    /// How many.
    pub count: Count,
    /// The zone it starts in, if the row says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Name>,
    /// What each carries besides its own gear.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Gear>,
    /// What they are about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// How many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// So many.
    Fixed(u8),
    /// As many as the dice say.
    Rolled(Roll),
}

/// How an encounter is made of what is rolled: the encounter's entries, and the side that the roll fills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Which conflict it is.
    pub play: Play,
    /// The name of the side that the roll fills.
    pub side: Name,
    /// Zones it may start in, one of which is drawn.
    pub zones: Vec<Name>,
    /// The other entries of that side, as the author wrote them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side_entries: Vec<String>,
    /// The entries in front of that side, as the author wrote them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// The entries behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}
