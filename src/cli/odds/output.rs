//! Prints answers of `slipyard odds` as text with charts, as JSON or as CSV.

use crate::cli::args::OddsFormat;
use crate::cli::{Console, Stop};
use anstyle::{AnsiColor, Style};
use slip_export::csv::plain_cell as cell;
use slip_odds::Ratio;
use slip_odds::answer::{OddsAnswer, OddsFigure};
use std::io::Write;

/// Length in characters of the longest bar.
const BAR: u32 = 40;

/// Answer of `slipyard odds` that can be printed.
pub(super) trait PrintOdds {
    /// Prints the answer in the requested format.
    fn print(&self, format: OddsFormat, console: &mut Console<'_>) -> Result<(), Stop>;
}

/// Returns the lengths of the longest name and of the longest fraction.
fn widths(rows: &[OddsFigure]) -> (usize, usize) {
    let most = |of: &dyn Fn(&OddsFigure) -> String| rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
    (most(&|row| row.what.clone()), most(&OddsFigure::fraction))
}

impl PrintOdds for OddsAnswer {
    fn print(&self, format: OddsFormat, console: &mut Console<'_>) -> Result<(), Stop> {
        match format {
            OddsFormat::Text => text(self, console),
            OddsFormat::Json => Ok(writeln!(console.out, "{}", self.json().map_err(Stop::because)?)?),
            OddsFormat::Csv => {
                writeln!(console.out, "table,outcome,numerator,denominator,decimal")?;
                let figures = self.figures.iter().map(|figure| ("", figure));
                let rows = self.tables.iter().flat_map(|table| table.rows.iter().map(|row| (table.name.as_str(), row)));
                for (table, OddsFigure { what, value, .. }) in figures.chain(rows) {
                    let (up, down, decimal) = (value.numerator(), value.denominator(), value.decimal(12));
                    writeln!(console.out, "{},{},{up},{down},{decimal}", cell(table), cell(what))?;
                }
                Ok(())
            }
        }
    }
}

fn text(answer: &OddsAnswer, console: &mut Console<'_>) -> Result<(), Stop> {
    let bold = if console.colour { Style::new().bold() } else { Style::new() };
    let bar = if console.colour { AnsiColor::Cyan.on_default() } else { Style::new() };
    let out = &mut console.out;
    writeln!(out, "{bold}{}{bold:#}", answer.title)?;
    for (of, list) in &answer.ledgers {
        let sum: i32 = list.iter().map(|addend| addend.amount).sum();
        let parts: Vec<String> = list.iter().map(|addend| format!("{} {:+}", addend.what, addend.amount)).collect();
        writeln!(out, "  {of}: dice {sum:+} ({})", if parts.is_empty() { "no modifiers".to_owned() } else { parts.join(", ") })?;
    }
    let (wide, fraction) = widths(&answer.figures);
    for row in &answer.figures {
        let line = format!("  {:wide$}  {:>fraction$}  {}", row.what, row.fraction(), row.decimal());
        writeln!(out, "{}", line.trim_end())?;
    }
    for table in &answer.tables {
        writeln!(out, "{bold}{}{bold:#}", table.name)?;
        let (wide, fraction) = widths(&table.rows);
        let most = table.rows.iter().map(|row| &row.value).max().cloned().unwrap_or_else(Ratio::one);
        for row in &table.rows {
            let cells = row.value.over(&most).map_or(0, |share| share.cells(BAR));
            let line = format!(
                "  {:>wide$}  {:>fraction$}  {:>7}",
                row.what,
                row.fraction(),
                if row.chance { row.value.percent() } else { row.value.decimal(4) }
            );
            if cells == 0 { writeln!(out, "{line}")? } else { writeln!(out, "{line}  {bar}{}{bar:#}", "#".repeat(cells))? }
        }
    }
    let wide = answer.advice.iter().map(|(when, _)| when.chars().count()).max().unwrap_or(0);
    for (when, best) in &answer.advice {
        writeln!(out, "  {when:>wide$}: {best}")?;
    }
    for note in &answer.notes {
        writeln!(out, "  note: {note}")?;
    }
    Ok(())
}
