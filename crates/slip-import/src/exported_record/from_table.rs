//! Converts the rows of a table that `slipyard export --format csv` wrote to records.

use crate::table::InputTable;
use slip_export::exported_things::{ExportedPart, ExportedStunt, ExportedThing, ExportedWaiver};
use std::collections::BTreeMap;

/// Separator between several values of a cell.
const BETWEEN: &str = "; ";

/// Reads a table that has the column headings of an export. Returns its records, each with its line; `None` if the table has other
/// headings.
pub(crate) fn records(table: &InputTable) -> Option<Vec<(usize, ExportedThing)>> {
    let has = |head: &str| table.heads.iter().any(|own| own == head);
    let is_export = has("kind") && has("title") && (has("name") || has("design"));
    is_export.then(|| table.rows.iter().map(|(line, cells)| (*line, record(&table.heads, cells))).collect())
}

fn record(heads: &[String], cells: &[String]) -> ExportedThing {
    let mut record = ExportedThing::default();
    for (head, cell) in heads.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
        match head.split_once('.') {
            Some((group, name)) => grouped(&mut record, group, name, cell),
            None => single(&mut record, head, cell),
        }
    }
    record
}

fn grouped(record: &mut ExportedThing, group: &str, name: &str, cell: &str) {
    let number = |map: &mut BTreeMap<String, i32>| map.extend(cell.parse().ok().map(|number| (name.to_owned(), number)));
    let text = |map: &mut BTreeMap<String, String>| map.insert(name.to_owned(), cell.to_owned());
    match group {
        "stat" => number(&mut record.stats),
        "skill" => number(&mut record.skills),
        "track" => number(&mut record.tracks),
        "letter" => drop(text(&mut record.letters)),
        "code" => drop(text(&mut record.codes)),
        "word" => drop(text(&mut record.words)),
        "refers" => drop(text(&mut record.refers)),
        _ => {}
    }
}

fn single(record: &mut ExportedThing, head: &str, cell: &str) {
    let all = || cell.split(BETWEEN).map(ToOwned::to_owned);
    match head {
        "kind" => cell.clone_into(&mut record.kind),
        "name" => cell.clone_into(&mut record.name),
        "title" => cell.clone_into(&mut record.title),
        "design" => cell.clone_into(&mut record.design),
        "doc" => cell.clone_into(&mut record.doc),
        "tech" => record.tech = cell.parse().ok(),
        "budget" => record.budget = cell.parse().ok(),
        "spent" => record.spent = cell.parse().ok(),
        "price" => record.price = cell.parse().ok(),
        "upkeep" => record.upkeep = cell.parse().ok(),
        "fate" => record.fate = cell.parse().ok(),
        "stunts" => record.stunts.extend(all().map(|title| ExportedStunt { title, count: 1, ..ExportedStunt::default() })),
        "aspects" => record.aspects.extend(all()),
        "gear" => record.gear.extend(all()),
        "notes" => record.notes.extend(all()),
        "waivers" => record.waivers.extend(all().filter_map(|waiver| waiver_of(&waiver))),
        "parts" => record.parts.extend(all().filter_map(|part| part_of(&part))),
        "modes" => record.notes.extend(all().map(|mode| format!("{MODE}{mode}"))),
        _ => {}
    }
}

/// Beginning of a note that describes a mode: tables write each mode as one text.
pub(super) const MODE: &str = "mode ";

fn waiver_of(text: &str) -> Option<ExportedWaiver> {
    let (code, reason) = text.split_once(": ")?;
    Some(ExportedWaiver { code: code.to_owned(), reason: reason.to_owned() })
}

/// Reads a part as tables write it: `unit: 2 × Line section`, `system: Aubade, T3`.
fn part_of(text: &str) -> Option<ExportedPart> {
    let (role, rest) = text.split_once(": ")?;
    let (count, rest) = match rest.split_once(" \u{d7} ") {
        Some((count, rest)) => (count.parse().ok()?, rest),
        None => (1, rest),
    };
    let (title, brings) = rest.rsplit_once(", ").unwrap_or((rest, ""));
    Some(ExportedPart { role: role.to_owned(), name: String::new(), title: title.to_owned(), count, brings: brings.to_owned() })
}
