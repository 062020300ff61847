//! Tables: the dice to roll, the rows, and the results.
//!
//! Encounter tables, loot, names and aspects have the same form: dice, rows, and the results in each row. A compiled table
//! covers every result of its dice exactly once, and a roll on it always ends.

pub mod chance;

use super::Name;
use super::encounter::Play;
use super::item::{Gear, SourcePosition, Waiver};
use super::length_and_time::Length;
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;
use std::collections::BTreeMap;
use std::fmt;

/// Table to roll on, or to look something up in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Name of the table in its package.
    pub name: Name,
    /// Title of the table, the name shown to people.
    pub title: String,
    /// Package that declares the table.
    pub package: Name,
    /// Doc comment of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Purposes for which generators draw from the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purposes: Vec<TablePurpose>,
    /// Dice to roll on the table. For a table of equal chances, one die with a side for each row.
    pub roll: TableRoll,
    /// True if the author listed results of equal chance (`one_of`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub listed: bool,
    /// Meaning of the table's row numbers, if it is a look-up table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Columns of a look-up table; each row has a cell for each column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Column>,
    /// True if a result below the first row gives the first row, and a result above the last row gives the last row (R-N11).
    #[serde(default, skip_serializing_if = "is_false")]
    pub clamped: bool,
    /// Rows of the table, sorted by their numbers.
    pub rows: Vec<TableRow>,
    /// Template of the encounter that is made from a result of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<SceneTemplate>,
    /// Waivers of the table: findings that the author allows, with the reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if the table is free of errors and can be rolled on.
    pub valid: bool,
    /// Source position of the declaration of the table.
    pub place: SourcePosition,
}

impl Table {
    /// True if the table is a look-up table with rows and columns, which is not rolled on.
    pub fn is_looked_up(&self) -> bool {
        !self.columns.is_empty()
    }

    /// Returns the cell of a look-up table in the row with a number and in a column.
    pub fn cell(&self, number: i32, column: usize) -> Option<&RowResult> {
        self.rows.iter().find(|row| (row.from..=row.to).contains(&number))?.found.get(column)
    }
}

/// Column of a look-up table: `column slipknot "Slipknot" as slipknot at "5 AU"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Name of the column in its table.
    pub name: Name,
    /// Title of the column, the name shown to people.
    pub title: String,
    /// Role of the column in a procedure of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<ColumnRole>,
    /// Distance that the travel times in the column are for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Length>,
}

impl Column {
    /// True if the column contains times.
    pub fn is_time(&self) -> bool {
        self.at.is_some() || matches!(self.role, Some(ColumnRole::Endurance | ColumnRole::Extended))
    }
}

keyword_enum! {
    /// Role of a look-up table's column in a procedure of the rules.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ColumnRole {
        /// The column contains the times for which the reaction mass lasts.
        Endurance = "endurance",
        /// The column contains the times for which the reaction mass lasts if the ship saves it.
        Extended = "extended",
        /// The column contains travel times to a slipknot.
        Slipknot = "slipknot",
        /// The column is for a destination that cannot be reached.
        Unreachable = "unreachable",
    }

    /// Returns the word that authors write for this column role.
    pub const fn word(self) -> &'static str;

    /// Returns the role for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// Purpose of a table: `for system names`, `for animal boxes small`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablePurpose {
    /// Kind, design, skill or stunt that the table is for.
    pub of: Name,
    /// Use of the table: one of [`TablePurpose::WORDS`].
    pub what: Name,
    /// Case that the table is for, if its use has several cases: a size such as `small`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<Name>,
}

impl TablePurpose {
    /// Words for the use of a table: `names` and `aspects` of a kind; the aspect that a system gets from its neighbours (`ends` one link,
    /// `ways` two or three, `hubs` more); `skills` that everybody of a kind has; `boxes` of tracks by size; `entries` of the item as they
    /// are written; `subjects` of a skill; `texts` of a stunt.
    pub const WORDS: [&'static str; 10] = ["names", "aspects", "ends", "ways", "hubs", "skills", "boxes", "entries", "subjects", "texts"];

    /// Returns the words in braces that the generator fills in for a use of a table, in addition to the names of tables.
    pub fn fills(what: &str) -> &'static [&'static str] {
        if matches!(what, "ends" | "ways" | "hubs") { &["neighbour"] } else { &[] }
    }
}

/// Dice of one size in a roll, added or subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedDice {
    /// Number of dice of this size.
    pub count: u8,
    /// Number of sides of each die; 0 is a fudge die, with the faces -1, 0 and +1.
    pub sides: u8,
    /// True if the dice are subtracted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub minus: bool,
}

/// A sum of dice and a number: `2d6 + 1`, `4dF`, `d6-d6`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRoll {
    /// Dice of the roll, in the order of the text.
    pub dice: Vec<SignedDice>,
    /// Number added to the dice.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub plus: i32,
}

fn is_zero(value: &i32) -> bool {
    *value == 0
}

impl TableRoll {
    /// Greatest number of different throws of a roll, so that every chance can be computed exactly.
    pub const MOST_THROWS: u64 = 1_000_000_000;

    /// Returns a roll of one die.
    pub fn die(sides: u8) -> TableRoll {
        TableRoll { dice: vec![SignedDice { count: 1, sides, minus: false }], plus: 0 }
    }

    /// Returns the number of different throws of the roll; `None` beyond [`TableRoll::MOST_THROWS`].
    pub fn throws(&self) -> Option<u64> {
        let mut throws = 1_u64;
        for dice in &self.dice {
            let faces = if dice.sides == 0 { 3 } else { u64::from(dice.sides) };
            for _ in 0..dice.count {
                throws = throws.checked_mul(faces).filter(|throws| *throws <= TableRoll::MOST_THROWS)?;
            }
        }
        Some(throws)
    }

    /// Returns the number of throws for each result of the roll.
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

impl SignedDice {
    /// Returns the values that one of the dice may add.
    fn faces(self) -> impl Iterator<Item = i32> {
        let (low, high) = if self.sides == 0 { (-1, 1) } else { (1, i32::from(self.sides)) };
        (low..=high).map(move |face| if self.minus { -face } else { face })
    }
}

impl fmt::Display for TableRoll {
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

/// Row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableRow {
    /// Lowest result of the roll that gives this row.
    pub from: i32,
    /// Highest result of the roll that gives this row.
    pub to: i32,
    /// Results of the row; all of them apply.
    pub found: Vec<RowResult>,
    /// Roll that must succeed for the row's results to apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<RowCheck>,
    /// Result of the row if its check fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<String>,
}

impl TableRow {
    /// Returns the number that is added to the new roll, if the row asks for a new roll.
    pub fn again(&self) -> Option<i32> {
        match self.found.as_slice() {
            [RowResult::Again(plus)] => Some(*plus),
            _ => None,
        }
    }
}

/// Check of a row, `check(SKILL, DIFFICULTY)`: a roll with the skill's rank against the difficulty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCheck {
    /// Rank of the skill.
    pub skill: i32,
    /// Difficulty of the check.
    pub difficulty: i32,
    /// Kind of dice, as the word of the setting in the rules in force.
    pub dice: Name,
}

/// Result in a row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowResult {
    /// An item, with the number of copies.
    Thing(RowItem),
    /// A text; `{table}` in it is replaced by the result of a roll on that table.
    Text(String),
    /// A number, as in a look-up table.
    Number(i32),
    /// A new roll on the same table, with this number added to that roll only.
    Again(i32),
    /// A roll on another table, by its key.
    Table(Name),
    /// No result: the row is empty.
    Nothing,
}

/// Item in a row: `ridge_cat x2 at wood with net "hunting"`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowItem {
    /// Item that is found.
    pub item: Gear,
    /// Number of copies of the item.
    pub count: CopyCount,
    /// Name of the zone that the item starts in, if the row sets one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Name>,
    /// Things that each copy carries in addition to its own gear.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Gear>,
    /// Note on what the item is doing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Number of copies of an item in a table's result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CopyCount {
    /// A fixed number of copies.
    Fixed(u8),
    /// A number of copies that is rolled.
    Rolled(TableRoll),
}

/// Template for an encounter made from a table's result: its entries, and the side that the result fills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneTemplate {
    /// Kind of conflict of the encounter.
    pub play: Play,
    /// Name of the side that the table's result fills.
    pub side: Name,
    /// Zones to start in, one of which is drawn at random.
    pub zones: Vec<Name>,
    /// Entries of the side that the table's result fills, such as aspects, in addition to its actors; as the author wrote them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side_entries: Vec<String>,
    /// Entries of the encounter before the side that the table's result fills, as the author wrote them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// Entries of the encounter after the side that the table's result fills, as the author wrote them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}
