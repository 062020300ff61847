//! Converts records to tables: one table for each kind of thing.

use super::cards::bought;
use super::csv::{Cell, CellTable};
use super::exported_things::{ExportedMode, ExportedPart, ExportedStunt, ExportedThing, ExportedWaiver};
use std::collections::{BTreeMap, BTreeSet};

/// Separator between several values in one cell.
const BETWEEN: &str = "; ";

/// Column of a table: its head, and a function that returns its cell for a record.
type Column = (String, Box<dyn Fn(&ExportedThing) -> Cell>);

/// Returns a table of records for each kind of thing, ordered by kind.
#[must_use]
pub fn by_kind(records: &[ExportedThing]) -> BTreeMap<String, CellTable> {
    let mut kinds: BTreeMap<&str, Vec<&ExportedThing>> = BTreeMap::new();
    for record in records {
        kinds.entry(&record.kind).or_default().push(record);
    }
    kinds.into_iter().map(|(kind, records)| (kind.to_owned(), grid(&records))).collect()
}

/// Returns the table of one kind: the common columns, and a column for every statistic, skill, track … that occurs in a record.
fn grid(records: &[&ExportedThing]) -> CellTable {
    let mut columns: Vec<Column> = Vec::new();
    first(&mut columns);
    numbers(&mut columns, "stat", records, |record| &record.stats);
    texts(&mut columns, "letter", records, |record| &record.letters);
    texts(&mut columns, "code", records, |record| &record.codes);
    texts(&mut columns, "word", records, |record| &record.words);
    texts(&mut columns, "refers", records, |record| &record.refers);
    numbers(&mut columns, "skill", records, |record| &record.skills);
    numbers(&mut columns, "track", records, |record| &record.tracks);
    last(&mut columns);
    CellTable {
        heads: columns.iter().map(|(head, _)| head.clone()).collect(),
        rows: records.iter().map(|record| columns.iter().map(|(_, cell)| cell(record)).collect()).collect(),
    }
}

/// Names of the columns that have several texts in one cell.
pub(super) const LISTS: &[&str] =
    &["consequences", "stunts", "aspects", "modes", "gear", "parts", "effects", "notes", "waivers", "patches"];

/// Returns the texts of a record in a column that has several texts in one cell.
pub(super) fn list(record: &ExportedThing, column: &str) -> Vec<String> {
    match column {
        "consequences" => record.consequences.clone(),
        "stunts" => record.stunts.iter().map(stunt).collect(),
        "aspects" => record.aspects.clone(),
        "modes" => record.modes.iter().map(mode).collect(),
        "gear" => record.gear.clone(),
        "parts" => record.parts.iter().map(part).collect(),
        "effects" => record.effects.clone(),
        "notes" => record.notes.clone(),
        "waivers" => record.waivers.iter().map(waiver).collect(),
        "patches" => record.patches.clone(),
        _ => Vec::new(),
    }
}

fn put(columns: &mut Vec<Column>, head: &str, cell: impl Fn(&ExportedThing) -> Cell + 'static) {
    columns.push((head.to_owned(), Box::new(cell)));
}

fn first(columns: &mut Vec<Column>) {
    put(columns, "id", |record| Cell::of(&record.id));
    put(columns, "kind", |record| Cell::of(&record.kind));
    put(columns, "package", |record| Cell::of(&record.package));
    put(columns, "name", |record| Cell::of(&record.name));
    put(columns, "title", |record| Cell::of(&record.title));
    put(columns, "design", |record| Cell::of(&record.design));
    put(columns, "valid", |record| Cell::of(if record.valid { "yes" } else { "no" }));
    put(columns, "tech", |record| Cell::maybe(record.tech));
    put(columns, "budget", |record| Cell::maybe(record.budget));
    put(columns, "spent", |record| Cell::maybe(record.spent));
    put(columns, "price", |record| Cell::maybe(record.price));
    put(columns, "upkeep", |record| Cell::maybe(record.upkeep));
    put(columns, "fate", |record| Cell::maybe(record.fate));
    put(columns, "skill", |record| Cell::of(&record.skill));
}

fn last(columns: &mut Vec<Column>) {
    for column in LISTS {
        put(columns, column, |record| Cell::of(list(record, column).join(BETWEEN)));
    }
    put(columns, "doc", |record| Cell::of(&record.doc));
}

/// Returns all keys of a map of the records, such as the names of all statistics that occur in any record.
fn names<T>(records: &[&ExportedThing], of: fn(&ExportedThing) -> &BTreeMap<String, T>) -> BTreeSet<String> {
    records.iter().flat_map(|record| of(record).keys().cloned()).collect()
}

fn numbers(columns: &mut Vec<Column>, what: &str, records: &[&ExportedThing], of: fn(&ExportedThing) -> &BTreeMap<String, i32>) {
    for name in names(records, of) {
        put(columns, &format!("{what}.{name}"), move |record| Cell::maybe(of(record).get(&name).copied()));
    }
}

fn texts(columns: &mut Vec<Column>, what: &str, records: &[&ExportedThing], of: fn(&ExportedThing) -> &BTreeMap<String, String>) {
    for name in names(records, of) {
        put(columns, &format!("{what}.{name}"), move |record| of(record).get(&name).map_or(Cell::Empty, Cell::of));
    }
}

fn stunt(stunt: &ExportedStunt) -> String {
    bought(&stunt.title, &stunt.args, stunt.count)
}

fn mode(mode: &ExportedMode) -> String {
    let ranks = mode.stats.iter().map(|(name, rank)| format!("{name} {rank}"));
    let stunts = mode.stunts.iter().map(stunt);
    format!("{}: {}", mode.name, ranks.chain(stunts).collect::<Vec<_>>().join(", "))
}

fn part(part: &ExportedPart) -> String {
    let count = if part.count == 1 { String::new() } else { format!("{} × ", part.count) };
    let brings = if part.brings.is_empty() { String::new() } else { format!(", {}", part.brings) };
    format!("{}: {count}{}{brings}", part.role, part.title)
}

fn waiver(waiver: &ExportedWaiver) -> String {
    format!("{}: {}", waiver.code, waiver.reason)
}
