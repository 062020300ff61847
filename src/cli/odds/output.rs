//! Output of `slipyard odds`: figures and distributions, as text with charts, as JSON or as CSV.

use crate::cli::args::OddsFormat;
use crate::cli::csv::cell;
use crate::cli::{Console, Stop};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use slip_odds::attack::Addend;
use slip_odds::{Chances, Ratio};
use std::io::Write;

/// Width of the longest bar in characters.
const BAR: u32 = 40;
/// Length in characters of the longest fraction that is shown in full.
const MOST_DIGITS: usize = 27;

/// Figure in the output: a chance, or a number such as a mean.
#[derive(Clone, Debug)]
pub(super) struct OddsFigure {
    pub(super) what: String,
    pub(super) value: Ratio,
    /// Total number of outcomes, if the chance is shown as a number of outcomes.
    pub(super) all: Option<u64>,
    /// True if the value is a chance.
    pub(super) chance: bool,
}

impl OddsFigure {
    pub(super) fn chance(what: impl Into<String>, value: Ratio, all: u64) -> OddsFigure {
        OddsFigure { what: what.into(), value, all: Some(all), chance: true }
    }

    pub(super) fn mean(what: impl Into<String>, value: Ratio) -> OddsFigure {
        OddsFigure { what: what.into(), value, all: None, chance: false }
    }

    /// Returns the value as `1711 of 6561` or `3/5`; empty if the fraction is too long to read.
    fn fraction(&self) -> String {
        if let Some((ways, all)) = self.all.and_then(|all| Some((self.value.ways_of(all)?, all))) {
            return format!("{ways} of {all}");
        }
        let text = self.value.to_string();
        if text.len() <= MOST_DIGITS { text } else { String::new() }
    }

    /// Returns the value as `26.08%`, or as a decimal if it is not a chance.
    fn decimal(&self) -> String {
        if self.chance && self.all.is_none() {
            return format!("{} = {}", self.value.decimal(12), self.value.percent());
        }
        if self.chance { self.value.percent() } else { self.value.decimal(6) }
    }
}

/// A distribution: outcomes with their chances, and a bar for each.
#[derive(Clone, Debug)]
pub(super) struct OutcomeTable {
    pub(super) name: String,
    pub(super) rows: Vec<OddsFigure>,
}

impl OutcomeTable {
    pub(super) fn of<T: Ord>(name: &str, chances: &Chances<T>, all: u64, word: impl Fn(&T) -> String) -> OutcomeTable {
        let rows = chances.iter().map(|(outcome, chance)| OddsFigure::chance(word(outcome), chance.clone(), all));
        OutcomeTable { name: name.to_owned(), rows: rows.collect() }
    }
}

/// Complete answer to a question.
#[derive(Clone, Debug, Default)]
pub(super) struct OddsAnswer {
    pub(super) title: String,
    /// Numbers that are added to the dice, each with its ledger.
    pub(super) ledgers: Vec<(String, Vec<Addend>)>,
    pub(super) figures: Vec<OddsFigure>,
    pub(super) tables: Vec<OutcomeTable>,
    /// Best choice for each case, with the reason.
    pub(super) advice: Vec<(String, String)>,
    /// Further notes for readers.
    pub(super) notes: Vec<String>,
}

#[derive(Serialize)]
struct JsonFigure<'s> {
    what: &'s str,
    numerator: String,
    denominator: String,
    decimal: String,
}

#[derive(Serialize)]
struct JsonAddend<'s> {
    what: &'s str,
    amount: i32,
}

#[derive(Serialize)]
struct JsonLedger<'s> {
    of: &'s str,
    addends: Vec<JsonAddend<'s>>,
}

#[derive(Serialize)]
struct JsonTable<'s> {
    name: &'s str,
    outcomes: Vec<JsonFigure<'s>>,
}

#[derive(Serialize)]
struct JsonAdvice<'s> {
    when: &'s str,
    best: &'s str,
}

#[derive(Serialize)]
struct JsonSheet<'s> {
    title: &'s str,
    ledgers: Vec<JsonLedger<'s>>,
    figures: Vec<JsonFigure<'s>>,
    tables: Vec<JsonTable<'s>>,
    #[serde(skip_serializing_if = "<[JsonAdvice<'_>]>::is_empty")]
    advice: Vec<JsonAdvice<'s>>,
    notes: &'s [String],
}

fn json(figure: &OddsFigure) -> JsonFigure<'_> {
    JsonFigure {
        what: &figure.what,
        numerator: figure.value.numerator(),
        denominator: figure.value.denominator(),
        decimal: figure.value.decimal(12),
    }
}

fn plain(addend: &Addend) -> JsonAddend<'_> {
    JsonAddend { what: &addend.what, amount: addend.amount }
}

/// Returns the lengths of the longest name and of the longest fraction.
fn widths(rows: &[OddsFigure]) -> (usize, usize) {
    let most = |of: &dyn Fn(&OddsFigure) -> String| rows.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
    (most(&|row| row.what.clone()), most(&OddsFigure::fraction))
}

impl OddsAnswer {
    pub(super) fn titled(title: impl Into<String>) -> OddsAnswer {
        OddsAnswer { title: title.into(), ..OddsAnswer::default() }
    }

    /// Prints the answer in the requested format.
    pub(super) fn print(&self, format: OddsFormat, console: &mut Console<'_>) -> Result<(), Stop> {
        match format {
            OddsFormat::Text => self.text(console),
            OddsFormat::Json => {
                let tables =
                    self.tables.iter().map(|table| JsonTable { name: &table.name, outcomes: table.rows.iter().map(json).collect() });
                let sheet = JsonSheet {
                    title: &self.title,
                    ledgers: self.ledgers.iter().map(|(of, list)| JsonLedger { of, addends: list.iter().map(plain).collect() }).collect(),
                    figures: self.figures.iter().map(json).collect(),
                    tables: tables.collect(),
                    advice: self.advice.iter().map(|(when, best)| JsonAdvice { when, best }).collect(),
                    notes: &self.notes,
                };
                writeln!(console.out, "{}", serde_json::to_string_pretty(&sheet).map_err(Stop::because)?)?;
                Ok(())
            }
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

    fn text(&self, console: &mut Console<'_>) -> Result<(), Stop> {
        let bold = if console.colour { Style::new().bold() } else { Style::new() };
        let bar = if console.colour { AnsiColor::Cyan.on_default() } else { Style::new() };
        let out = &mut console.out;
        writeln!(out, "{bold}{}{bold:#}", self.title)?;
        for (of, list) in &self.ledgers {
            let sum: i32 = list.iter().map(|addend| addend.amount).sum();
            let parts: Vec<String> = list.iter().map(|addend| format!("{} {:+}", addend.what, addend.amount)).collect();
            writeln!(out, "  {of}: dice {sum:+} ({})", if parts.is_empty() { "no modifiers".to_owned() } else { parts.join(", ") })?;
        }
        let (wide, fraction) = widths(&self.figures);
        for row in &self.figures {
            let line = format!("  {:wide$}  {:>fraction$}  {}", row.what, row.fraction(), row.decimal());
            writeln!(out, "{}", line.trim_end())?;
        }
        for table in &self.tables {
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
        let wide = self.advice.iter().map(|(when, _)| when.chars().count()).max().unwrap_or(0);
        for (when, best) in &self.advice {
            writeln!(out, "  {when:>wide$}: {best}")?;
        }
        for note in &self.notes {
            writeln!(out, "  note: {note}")?;
        }
        Ok(())
    }
}
