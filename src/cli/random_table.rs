//! Prints a random table, for `slipyard show`: every row with its exact chance.

use super::stat_block_lines::{allowed, doc};

use anstyle::Style;
use serde::Serialize;
use slip_pack::table::chance::ChanceRatio;
use slip_pack::table::{Column, CopyCount, RowItem, RowResult, SceneTemplate, Table, TableRow};
use slip_printable::{columns_of, padded};
use std::io::{self, Write};

/// Data of a random table, for `--format json`.
#[derive(Serialize)]
pub(super) struct TableData<'p> {
    name: &'p str,
    title: &'p str,
    package: &'p str,
    doc: Option<&'p str>,
    purposes: Vec<String>,
    /// Roll that selects a row; empty if the table is looked up without dice.
    #[serde(skip_serializing_if = "String::is_empty")]
    roll: String,
    /// Quantity by which a look-up table is read, such as `V-shift`; `None` if dice are rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'p str>,
    #[serde(skip_serializing_if = "<[Column]>::is_empty")]
    columns: &'p [Column],
    clamped: bool,
    rows: Vec<RowData>,
    scene: Option<&'p SceneTemplate>,
    valid: bool,
    file: &'p str,
    line: u32,
}

#[derive(Serialize)]
struct RowData {
    from: i32,
    to: i32,
    /// Chance of the row as a fraction in lowest terms; `None` if the table has errors.
    chance: Option<String>,
    percent: Option<String>,
    result: String,
    when: Option<String>,
    otherwise: Option<String>,
}

/// Returns the table as data.
pub(super) fn data(table: &Table) -> TableData<'_> {
    let chances = chances(table);
    let row = |(row, chance): (&TableRow, Option<ChanceRatio>)| RowData {
        from: row.from,
        to: row.to,
        chance: chance.map(|chance| chance.to_string()),
        percent: chance.map(ChanceRatio::percent),
        result: result(row),
        when: row.check.as_ref().map(|check| format!("check({}, {})", check.skill, check.difficulty)),
        otherwise: row.otherwise.clone(),
    };
    TableData {
        name: &table.name,
        title: &table.title,
        package: &table.package,
        doc: table.doc.as_deref(),
        purposes: purposes(table),
        roll: if table.is_looked_up() { String::new() } else { table.roll.to_string() },
        by: table.by.as_deref(),
        columns: &table.columns,
        clamped: table.clamped,
        rows: table.rows.iter().zip(chances).map(row).collect(),
        scene: table.scene.as_ref(),
        valid: table.valid,
        file: &table.place.file,
        line: table.place.line,
    }
}

/// Prints the table as text for readers.
pub(super) fn text(table: &Table, out: &mut dyn Write, bold: Style) -> io::Result<()> {
    let rolls = if table.is_looked_up() {
        "looked up, not rolled".to_owned()
    } else if table.listed {
        format!("one of {}", table.rows.len())
    } else {
        format!("rolls {}", table.roll)
    };
    writeln!(out, "{bold}{}{bold:#} ({}), table, {rolls}", table.title, slip_pack::called(&table.package, &table.name))?;
    doc(out, table.doc.as_deref())?;
    if !table.valid {
        writeln!(out, "  not legal, see `slipyard check`")?;
    }
    for purpose in purposes(table) {
        writeln!(out, "  for {purpose}")?;
    }
    allowed(out, &table.waivers)?;
    if table.is_looked_up() {
        return grid(table, out);
    }
    let chances = chances(table);
    let shown: Vec<[String; 3]> = table
        .rows
        .iter()
        .zip(&chances)
        .map(|(row, chance)| [numbers(row), chance.map_or(String::new(), |chance| chance.to_string()), percent(row, *chance)])
        .collect();
    let width = |column: usize| shown.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(0);
    let (numbers, exact, rounded) = (width(0), width(1), width(2));
    for (row, [number, chance, percent]) in table.rows.iter().zip(&shown) {
        let line = format!("  {number:numbers$}  {chance:>exact$}  {percent:>rounded$}  {}{}", result(row), condition(row));
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(scene) = &table.scene {
        writeln!(out, "  scene {}: the result becomes the side `{}`, at {}", scene.play.word(), scene.side, scene.zones.join(" or "))?;
    }
    Ok(())
}

/// Prints a look-up table, column by column.
fn grid(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let place = |column: &Column| column.at.map_or(String::new(), |at| at.to_string());
    let cells = |row: &TableRow| {
        let texts = row.found.iter().map(|found| match found {
            RowResult::Text(text) => text.clone(),
            RowResult::Nothing => "-".to_owned(),
            other => self::found(other),
        });
        [numbers(row)].into_iter().chain(texts).collect::<Vec<String>>()
    };
    let by = table.by.clone().unwrap_or_default();
    let titles = [by].into_iter().chain(table.columns.iter().map(|column| column.title.clone())).collect();
    let mut lines: Vec<Vec<String>> = vec![titles];
    if table.columns.iter().any(|column| column.at.is_some()) {
        lines.push([String::new()].into_iter().chain(table.columns.iter().map(place)).collect());
    }
    lines.extend(table.rows.iter().map(cells));
    columns(&lines, out)
}

/// Prints aligned columns, each as wide as its widest cell.
pub(super) fn columns(lines: &[Vec<String>], out: &mut dyn Write) -> io::Result<()> {
    let wide = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| columns_of(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines.iter().map(Vec::len).max().unwrap_or(0)).map(wide).collect();
    for line in lines {
        let mut text = String::new();
        for (cell, width) in line.iter().zip(&widths) {
            text.push_str(&format!("  {}", padded(cell, *width)));
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// Returns the chance that a roll ends at each row.
fn chances(table: &Table) -> Vec<Option<ChanceRatio>> {
    match table.chances().filter(|_| table.valid && !table.is_looked_up()) {
        Some(chances) => chances.into_iter().map(Some).collect(),
        None => vec![None; table.rows.len()],
    }
}

fn percent(row: &TableRow, chance: Option<ChanceRatio>) -> String {
    match chance {
        // A row that asks for a new roll on the table has no percentage. Its chance is divided among the other rows.
        Some(_) if row.again().is_some() => "-".to_owned(),
        Some(chance) => chance.percent(),
        None => String::new(),
    }
}

fn numbers(row: &TableRow) -> String {
    if row.from == row.to { row.from.to_string() } else { format!("{}..{}", row.from, row.to) }
}

fn condition(row: &TableRow) -> String {
    let Some(check) = &row.check else { return String::new() };
    let chance = check.chance().map_or(String::new(), |chance| format!(" ({chance}, {})", chance.percent()));
    let otherwise = row.otherwise.as_ref().map_or(String::new(), |text| format!(" else \"{text}\""));
    format!(" when check({}, {}){chance}{otherwise}", check.skill, check.difficulty)
}

/// Formats the result of a row as the source writes it.
pub(super) fn result(row: &TableRow) -> String {
    row.found.iter().map(found).collect::<Vec<_>>().join(", ")
}

fn found(found: &RowResult) -> String {
    match found {
        RowResult::Thing(thing) => self::thing(thing),
        RowResult::Text(text) => format!("\"{text}\""),
        RowResult::Number(number) => number.to_string(),
        RowResult::Again(0) => "again".to_owned(),
        RowResult::Again(plus) if *plus < 0 => format!("again - {}", plus.unsigned_abs()),
        RowResult::Again(plus) => format!("again + {plus}"),
        RowResult::Table(key) => format!("table {key}"),
        RowResult::Nothing => "nothing".to_owned(),
    }
}

fn thing(thing: &RowItem) -> String {
    let count = match &thing.count {
        CopyCount::Fixed(1) => String::new(),
        CopyCount::Fixed(count) => format!(" x{count}"),
        CopyCount::Rolled(roll) => format!(" {roll}"),
    };
    let zone = thing.zone.as_ref().map_or(String::new(), |zone| format!(" at {zone}"));
    let with: String = thing.with.iter().map(|gear| format!(" {}", gear.name)).collect();
    let with = if with.is_empty() { with } else { format!(" with{with}") };
    let note = thing.note.as_ref().map_or(String::new(), |note| format!(" \"{note}\""));
    format!("{}{count}{zone}{with}{note}", thing.item.name)
}

fn purposes(table: &Table) -> Vec<String> {
    let words = table.purposes.iter().map(|purpose| {
        let case = purpose.case.as_ref().map_or(String::new(), |case| format!(" {case}"));
        format!("{} {}{case}", purpose.of, purpose.what)
    });
    words.collect()
}
