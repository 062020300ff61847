//! Random draws: uniform draws from lists of any length, and rolls on tables.

use super::{DrawRefusal, refuse};
use slip_dice::{Dice, DiceKind, ScriptExhausted};
use slip_pack::table::{RowCheck, RowItem, RowResult, Table, TableRoll, TableRow};
use slip_pack::{Name, Pack};

/// Largest number of rerolls on a table before the table counts as broken; a valid table needs far fewer.
const MOST_ROLLS: usize = 1000;

/// Draws a number below `count` uniformly; 0 if `count` is 0.
///
/// # Errors
/// If the scripted dice run out.
pub fn below(dice: &mut Dice, count: usize) -> Result<usize, ScriptExhausted> {
    const SIDES: usize = 200;
    match u8::try_from(count) {
        Ok(0 | 1) => Ok(0),
        Ok(sides) if usize::from(sides) <= SIDES => Ok(usize::from(dice.die(sides)?) - 1),
        // The draw uses two dice; results beyond the last whole multiple of `count` are rejected.
        _ => {
            let most = SIDES * SIDES;
            let count = count.min(most);
            loop {
                let high = usize::from(dice.die(200)?) - 1;
                let number = high * SIDES + usize::from(dice.die(200)?) - 1;
                if number < most / count * count {
                    return Ok(number % count);
                }
            }
        }
    }
}

/// Draws a member of a list; `None` if the list is empty.
///
/// # Errors
/// If the scripted dice run out.
pub fn one<'l, T>(dice: &mut Dice, list: &'l [T]) -> Result<Option<&'l T>, ScriptExhausted> {
    Ok(list.get(below(dice, list.len())?))
}

/// Draws a number from `low` to `high`, both included.
///
/// # Errors
/// If the scripted dice run out.
pub fn between(dice: &mut Dice, low: i64, high: i64) -> Result<i64, ScriptExhausted> {
    let count = usize::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(0);
    Ok(low + i64::try_from(below(dice, count)?).unwrap_or(0))
}

/// Shuffles a list uniformly.
///
/// # Errors
/// If the scripted dice run out.
pub fn shuffle<T>(dice: &mut Dice, list: &mut [T]) -> Result<(), ScriptExhausted> {
    for last in (1..list.len()).rev() {
        list.swap(last, below(dice, last + 1)?);
    }
    Ok(())
}

/// Result of a roll: `5 + 3 = 8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollResult {
    /// Total of the roll.
    pub sum: i32,
    /// Faces of the dice and their total, as text.
    pub shown: String,
}

/// Rolls the dice of a table.
///
/// # Errors
/// If the scripted dice run out.
pub fn roll(dice: &mut Dice, roll: &TableRoll) -> Result<RollResult, ScriptExhausted> {
    let mut sum = roll.plus;
    let mut shown = String::new();
    for set in &roll.dice {
        for _ in 0..set.count {
            let face = if set.sides == 0 { i32::from(dice.die(3)?) - 2 } else { i32::from(dice.die(set.sides)?) };
            sum = sum.saturating_add(if set.minus { -face } else { face });
            match (shown.is_empty(), set.minus) {
                (true, false) => {}
                (true, true) => shown.push('-'),
                (false, minus) => shown.push_str(if minus { " - " } else { " + " }),
            }
            shown.push_str(&if set.sides == 0 { format!("({face:+})") } else { face.to_string() });
        }
    }
    match roll.plus {
        0 => {}
        plus if plus < 0 => shown.push_str(&format!(" - {}", plus.unsigned_abs())),
        plus => shown.push_str(&format!(" + {plus}")),
    }
    // For a single die the face is the total.
    if shown != sum.to_string() {
        shown.push_str(&format!(" = {sum}"));
    }
    Ok(RollResult { sum, shown })
}

/// Rolls the skill check in a row of a table. Returns the total with the skill, and true if the total reached the difficulty.
///
/// # Errors
/// If the scripted dice run out.
pub fn check(dice: &mut Dice, check: &RowCheck) -> Result<(i32, bool), ScriptExhausted> {
    let faces = dice.roll(DiceKind::from_word(&check.dice).unwrap_or_default())?;
    let sum = faces.total().saturating_add(check.skill);
    Ok((sum, sum >= check.difficulty))
}

/// Result of a roll on a table and on all tables that it leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableResult {
    /// Things that the rows name, with their numbers.
    pub things: Vec<(RowItem, u32)>,
    /// Texts of the rows, with the placeholders filled in.
    pub texts: Vec<String>,
    /// Numbers of the rows.
    pub numbers: Vec<i32>,
    /// Rolls and their meaning, one line for each roll.
    pub lines: Vec<String>,
}

/// Roller of dice on the tables of a pack.
pub struct Roller<'r> {
    /// Pack that has the tables.
    pub pack: &'r Pack,
    /// Dice to roll with.
    pub dice: &'r mut Dice,
    /// Values of placeholders that are not names of tables, such as `neighbour`.
    pub fills: &'r [(&'r str, &'r str)],
}

impl Roller<'_> {
    /// Rolls on a table, and on the tables that its rows lead to, until no row leads to another table.
    ///
    /// # Errors
    /// If a table is not valid, or the scripted dice run out.
    pub fn on(&mut self, table: &Table) -> Result<TableResult, DrawRefusal> {
        let mut outcome = TableResult::default();
        let mut waiting: Vec<&Table> = vec![table];
        while let Some(table) = waiting.pop() {
            for name in self.one_table(table, &mut outcome)? {
                waiting.extend(self.pack.tables.get(&name));
            }
        }
        Ok(outcome)
    }

    /// Rolls on one table, and returns the tables to roll on next.
    fn one_table(&mut self, table: &Table, outcome: &mut TableResult) -> Result<Vec<Name>, DrawRefusal> {
        let row = self.row(table, &mut outcome.lines)?;
        if let Some(waits) = &row.check {
            let (sum, reached) = check(self.dice, waits)?;
            let word = if reached { "succeeds" } else { "fails" };
            outcome.lines.push(format!("a roll with skill {} against {} gives {sum}: {word}", waits.skill, waits.difficulty));
            if !reached {
                outcome.texts.extend(row.otherwise.clone());
                return Ok(Vec::new());
            }
        }
        let mut nested = Vec::new();
        for found in &row.found {
            match found {
                RowResult::Thing(thing) => {
                    let count = match &thing.count {
                        slip_pack::table::CopyCount::Fixed(count) => u32::from(*count),
                        slip_pack::table::CopyCount::Rolled(dice) => {
                            let rolled = roll(self.dice, dice)?;
                            outcome.lines.push(format!("number: {dice}: {}", rolled.shown));
                            u32::try_from(rolled.sum).unwrap_or(0)
                        }
                    };
                    if count > 0 {
                        outcome.things.push((thing.clone(), count));
                    }
                }
                RowResult::Text(text) => {
                    let text = self.filled(text)?;
                    outcome.texts.push(text);
                }
                RowResult::Number(number) => outcome.numbers.push(*number),
                RowResult::Table(name) => nested.push(name.clone()),
                RowResult::Again(_) | RowResult::Nothing => {}
            }
        }
        Ok(nested)
    }

    /// Returns the row that a roll selects.
    fn row<'t>(&mut self, table: &'t Table, lines: &mut Vec<String>) -> Result<&'t TableRow, DrawRefusal> {
        let mut plus = 0;
        for _ in 0..MOST_ROLLS {
            let rolled = roll(self.dice, &table.roll)?;
            let result = rolled.sum.saturating_add(plus);
            let added = if plus == 0 { String::new() } else { format!(", with {plus:+} {result}") };
            lines.push(format!("{} on `{}`: {}{added}", table.roll, table.name, rolled.shown));
            let Some(row) = table.row(result).and_then(|row| table.rows.get(row)).filter(|_| table.valid) else {
                return refuse(format!("the table `{}` has errors, see `slipyard check`", table.name));
            };
            match row.again() {
                None => return Ok(row),
                Some(more) => plus = more,
            }
        }
        refuse(format!("a roll on `{}` never ends", table.name))
    }

    /// Returns a text in which the name of every table in braces is replaced by a roll on that table.
    ///
    /// # Errors
    /// As [`Roller::on`].
    pub fn filled(&mut self, text: &str) -> Result<String, DrawRefusal> {
        let mut words = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            words.push_str(before);
            let Some((name, behind)) = after.split_once('}') else { break };
            rest = behind;
            if let Some((_, fill)) = self.fills.iter().find(|(word, _)| *word == name) {
                words.push_str(fill);
            } else if let Some(table) = self.pack.tables.get(name) {
                let outcome = self.on(table)?;
                let numbers = outcome.numbers.iter().map(ToString::to_string);
                words.push_str(&outcome.texts.into_iter().chain(numbers).collect::<Vec<_>>().join(" "));
            } else if slip_printable::is_escape(before, name) {
                words.extend(["{", name, "}"]);
            }
        }
        words.push_str(rest);
        Ok(words)
    }
}
