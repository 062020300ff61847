//! Exact chance of each row of a table.
//!
//! Rows that roll again form a Markov chain with few states: the first roll, and one for each number that is added to a new
//! roll. The chances are the solution of a small linear system in fractions.

use super::{RowCheck, Table, TableRoll};
use std::fmt;

/// Fraction in lowest terms, at least 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChanceRatio {
    numerator: i128,
    denominator: i128,
}

impl ChanceRatio {
    /// Fraction 0.
    pub const ZERO: ChanceRatio = ChanceRatio { numerator: 0, denominator: 1 };
    /// Fraction 1.
    pub const ONE: ChanceRatio = ChanceRatio { numerator: 1, denominator: 1 };

    /// Returns the fraction in lowest terms; `None` for a denominator of 0.
    pub fn new(numerator: i128, denominator: i128) -> Option<ChanceRatio> {
        let divisor = greatest_divisor(numerator.checked_abs()?, denominator.checked_abs()?);
        if denominator == 0 || divisor == 0 {
            return None;
        }
        let sign = denominator.signum();
        Some(ChanceRatio { numerator: sign * numerator / divisor, denominator: sign * denominator / divisor })
    }

    /// Returns the numerator of the fraction.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// Returns the denominator of the fraction, at least 1.
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// Returns the fraction in percent, to the nearest tenth: `61.7%`.
    pub fn percent(self) -> String {
        let thousand = self.numerator.saturating_mul(2000) / self.denominator;
        let tenths = (thousand + 1) / 2;
        format!("{}.{}%", tenths / 10, tenths % 10)
    }

    fn plus(self, other: ChanceRatio) -> Option<ChanceRatio> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        ChanceRatio::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    fn minus(self, other: ChanceRatio) -> Option<ChanceRatio> {
        self.plus(ChanceRatio { numerator: other.numerator.checked_neg()?, denominator: other.denominator })
    }

    /// Returns the product of two fractions; `None` if it overflows.
    pub fn times(self, other: ChanceRatio) -> Option<ChanceRatio> {
        ChanceRatio::new(self.numerator.checked_mul(other.numerator)?, self.denominator.checked_mul(other.denominator)?)
    }

    fn over(self, other: ChanceRatio) -> Option<ChanceRatio> {
        ChanceRatio::new(self.numerator.checked_mul(other.denominator)?, self.denominator.checked_mul(other.numerator)?)
    }
}

fn greatest_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for ChanceRatio {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 { write!(out, "{}", self.numerator) } else { write!(out, "{}/{}", self.numerator, self.denominator) }
    }
}

impl RowCheck {
    /// Returns the chance that the check succeeds; `None` for unknown dice.
    pub fn chance(&self) -> Option<ChanceRatio> {
        let dice = |count, sides, minus| super::SignedDice { count, sides, minus };
        let (roll, capped) = match self.dice.as_str() {
            "4dF" | "fudge" => (TableRoll { dice: vec![dice(4, 0, false)], plus: 0 }, false),
            "d6_d6" => (TableRoll { dice: vec![dice(1, 6, false), dice(1, 6, true)], plus: 0 }, false),
            "d6_d6_capped" => (TableRoll { dice: vec![dice(1, 6, false), dice(1, 6, true)], plus: 0 }, true),
            _ => return None,
        };
        let shown = |sum: i32| if capped && sum.abs() == 5 { 0 } else { sum };
        let succeeds = |sum: i32| shown(sum).saturating_add(self.skill) >= self.difficulty;
        let good: u64 = roll.ways().into_iter().filter(|(sum, _)| succeeds(*sum)).map(|(_, ways)| ways).sum();
        ChanceRatio::new(i128::from(good), i128::from(roll.throws()?))
    }
}

impl Table {
    /// Returns the index of the row for a result of the roll.
    pub fn row(&self, result: i32) -> Option<usize> {
        let found = self.rows.iter().position(|row| (row.from..=row.to).contains(&result));
        if found.is_some() || !self.clamped {
            return found;
        }
        let ends = self.rows.iter().zip(0_usize..);
        let (first, last) = (ends.clone().min_by_key(|(row, _)| row.from)?, ends.max_by_key(|(row, _)| row.to)?);
        if result < first.0.from {
            Some(first.1)
        } else if result > last.0.to {
            Some(last.1)
        } else {
            None
        }
    }

    /// Returns the chance of each row in one roll with `plus` added. Rows that roll again have a chance too.
    pub fn first_chances(&self, plus: i32) -> Option<Vec<ChanceRatio>> {
        let throws = i128::from(self.roll.throws()?);
        let mut ways = vec![0_i128; self.rows.len()];
        for (result, count) in self.roll.ways() {
            let row = self.row(result.saturating_add(plus))?;
            *ways.get_mut(row)? += i128::from(count);
        }
        ways.into_iter().map(|ways| ChanceRatio::new(ways, throws)).collect()
    }

    /// Returns the chance that each row is the final result of a roll; 0 for rows that roll again. `None` if a row is
    /// missing, no roll ends, or the fractions overflow.
    pub fn chances(&self) -> Option<Vec<ChanceRatio>> {
        let mut added: Vec<i32> = self.rows.iter().filter_map(super::TableRow::again).collect();
        added.sort_unstable();
        added.dedup();
        let first = self.first_chances(0)?;
        let states: Option<Vec<Vec<ChanceRatio>>> = added.iter().map(|plus| self.first_chances(*plus)).collect();
        let states = states?;
        // Expected number of visits to each state: e = a + e A. A state is a roll with a certain number added. `a` has the chances to go to
        // each state from the first roll; `A` has those to go there from every other state.
        let entering = |chances: &[ChanceRatio]| -> Option<Vec<ChanceRatio>> {
            let mut entering = vec![ChanceRatio::ZERO; added.len()];
            for (row, chance) in self.rows.iter().zip(chances) {
                let Some(plus) = row.again() else { continue };
                let at = added.binary_search(&plus).ok()?;
                let sum = entering.get(at)?.plus(*chance)?;
                *entering.get_mut(at)? = sum;
            }
            Some(entering)
        };
        let from_first = entering(&first)?;
        let between: Option<Vec<Vec<ChanceRatio>>> = states.iter().map(|chances| entering(chances)).collect();
        let visits = solve(&from_first, &between?)?;
        let mut total = first;
        for (visit, chances) in visits.iter().zip(&states) {
            for (sum, chance) in total.iter_mut().zip(chances) {
                *sum = sum.plus(visit.times(*chance)?)?;
            }
        }
        for (row, chance) in self.rows.iter().zip(&mut total) {
            if row.again().is_some() {
                *chance = ChanceRatio::ZERO;
            }
        }
        Some(total)
    }
}

/// Solves `e = a + e A` for `e` by elimination; `None` if there is no unique solution.
fn solve(a: &[ChanceRatio], between: &[Vec<ChanceRatio>]) -> Option<Vec<ChanceRatio>> {
    let size = a.len();
    // Rows of (1 - A) transposed, followed by `a`.
    let mut rows: Vec<Vec<ChanceRatio>> = Vec::with_capacity(size);
    for column in 0..size {
        let mut row = Vec::with_capacity(size + 1);
        for (state, chances) in between.iter().enumerate() {
            let unit = if state == column { ChanceRatio::ONE } else { ChanceRatio::ZERO };
            row.push(unit.minus(*chances.get(column)?)?);
        }
        row.push(*a.get(column)?);
        rows.push(row);
    }
    for column in 0..size {
        let pivot =
            (column..size).find(|row| rows.get(*row).and_then(|row| row.get(column)).is_some_and(|cell| *cell != ChanceRatio::ZERO))?;
        rows.swap(column, pivot);
        let lead = *rows.get(column)?.get(column)?;
        let scaled: Option<Vec<ChanceRatio>> = rows.get(column)?.iter().map(|cell| cell.over(lead)).collect();
        let scaled = scaled?;
        for (place, row) in rows.iter_mut().enumerate() {
            let factor = *row.get(column)?;
            if place == column || factor == ChanceRatio::ZERO {
                continue;
            }
            for (cell, above) in row.iter_mut().zip(&scaled) {
                *cell = cell.minus(factor.times(*above)?)?;
            }
        }
        *rows.get_mut(column)? = scaled;
    }
    rows.iter().map(|row| row.last().copied()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::item::SourcePosition;
    use crate::table::{RowResult, TableRow};

    fn table(roll: TableRoll, clamped: bool, rows: &[(i32, i32, RowResult)]) -> Table {
        let rows = rows.iter().map(|(from, to, found)| TableRow {
            from: *from,
            to: *to,
            found: vec![found.clone()],
            check: None,
            otherwise: None,
        });
        Table {
            name: "t".into(),
            title: String::new(),
            package: "own".into(),
            doc: None,
            purposes: Vec::new(),
            roll,
            listed: false,
            by: None,
            columns: Vec::new(),
            clamped,
            rows: rows.collect(),
            scene: None,
            waivers: Vec::new(),
            valid: true,
            place: SourcePosition::default(),
        }
    }

    fn shown(table: &Table) -> Vec<String> {
        table.chances().unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_roll_of_skill_0_against_difficulty_0_succeeds_in_50_of_81() {
        let chance = |dice: &str| RowCheck { skill: 0, difficulty: 0, dice: dice.into() }.chance().unwrap().to_string();
        assert_eq!(chance("4dF"), "50/81");
        assert_eq!(chance("d6_d6"), "7/12");
        // -5 counts as 0 and so succeeds: 21 of 36 results are at least 0, and one result is -5.
        assert_eq!(chance("d6_d6_capped"), "11/18");
    }

    #[test]
    fn rolling_again_shares_its_chance_among_what_the_new_roll_gives() {
        // The table is for a d4. On a 4, the die is rolled again and 2 is added: the new result is 3, 4 (rolls again), 5 or 6.
        let rows = [(1, 2, RowResult::Nothing), (3, 3, RowResult::Nothing), (4, 4, RowResult::Again(2)), (5, 6, RowResult::Nothing)];
        let table = table(TableRoll::die(4), false, &rows);
        // The first roll gives 4 with chance 1/4. Each further roll gives 3 with 1/4, rolls again with 1/4, and gives 5 or 6 with 2/4. In
        // the end, 1/3 of these cases are 3, and 2/3 are 5 or 6.
        assert_eq!(shown(&table), ["1/2", "1/3", "0", "1/6"]);
    }

    #[test]
    fn results_past_the_ends_of_a_clamped_table_mean_its_ends() {
        let rows = [(1, 3, RowResult::Number(0)), (4, 4, RowResult::Again(6))];
        let table = table(TableRoll::die(4), true, &rows);
        // A 4 rolls again with 6 added. This is past 4 and so gives the last row again: these rolls never end.
        assert_eq!(table.chances(), None);
        let rows = [(2, 3, RowResult::Number(0)), (4, 4, RowResult::Number(1))];
        assert_eq!(shown(&super::tests::table(TableRoll::die(6), true, &rows)), ["1/2", "1/2"]);
    }

    #[test]
    fn percentages_are_rounded_to_the_nearest_tenth() {
        assert_eq!(ChanceRatio::new(50, 81).unwrap().percent(), "61.7%");
        assert_eq!(ChanceRatio::new(1, 3).unwrap().percent(), "33.3%");
        assert_eq!(ChanceRatio::new(1, 1).unwrap().percent(), "100.0%");
        assert_eq!(ChanceRatio::new(1, 400).unwrap().percent(), "0.3%");
    }

    #[test]
    fn rolls_are_written_as_authors_write_them() {
        let dice = |count, sides, minus| crate::table::SignedDice { count, sides, minus };
        assert_eq!(TableRoll { dice: vec![dice(4, 0, false)], plus: -1 }.to_string(), "4dF - 1");
        assert_eq!(TableRoll { dice: vec![dice(1, 6, false), dice(1, 6, true)], plus: 2 }.to_string(), "1d6 - 1d6 + 2");
    }
}
