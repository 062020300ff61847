//! Checks tables with columns, which are looked up and not rolled: `column slipknot "Slipknot" at "5 AU"`.
//!
//! Each row has a number and a cell for each column. The cells in a column of times must be times.

use super::{Draft, dice_coverage};
use crate::check::simple_entry_errors;
use crate::check::table_errors as errors;
use crate::resolve::DeclaredItem;
use slip_pack::length_and_time::{Length, Time};
use slip_pack::table::{Column, ColumnRole, RowResult};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::Entry;

/// Keys that a table with columns cannot have, because it is not rolled.
const ROLLED: &[&str] = &["for", "roll", "one_of", "clamp", "scene"];

/// Reads the columns of a table and checks its rows, which were read before.
pub(super) fn check(draft: &mut Draft<'_, '_>, out: &mut Diagnostics) {
    let declared = draft.declared;
    for entry in ROLLED.iter().filter_map(|key| declared.entry(key)) {
        out.push(errors::rolled_and_looked_up(entry.key.span(), entry.word()));
    }
    let mut columns: Vec<(Column, Span)> = Vec::new();
    for entry in declared.entries_of("column") {
        let Some(column) = column(entry, out) else { continue };
        if let Some((_, first)) = columns.iter().find(|(other, _)| other.name == column.name) {
            out.push(errors::column_twice(entry.values_span(), &column.name, *first));
        }
        columns.push((column, entry.values_span()));
    }
    draft.table.by = declared.entry("by").and_then(|entry| entry.only()).and_then(|expr| expr.text()).map(|text| text.value.to_string());
    let broken = declared.tree.broken || declared.entries.iter().any(|entry| entry.broken);
    if draft.table.rows.is_empty() && !broken {
        out.push(simple_entry_errors::missing(
            declared.tree.name.span,
            &format!("the table `{}`", declared.name()),
            "row",
            "0 \"65 d\", \"34 h\"",
        ));
    }
    dice_coverage::overlaps(draft, out);
    // The number of cells is not checked if a column could not be read, which was reported.
    if !broken && columns.len() == declared.entries_of("column").count() {
        cells(draft, &columns, declared, out);
    }
    draft.table.columns = columns.into_iter().map(|(column, _)| column).collect();
}

/// Reads a column: `column NAME ["Title"] [as ROLE] [at "5 AU"]`.
fn column(entry: &Entry, out: &mut Diagnostics) -> Option<Column> {
    if entry.broken {
        return None;
    }
    let read = || {
        let (first, mut rest) = entry.values.split_first()?;
        let name = first.expr.name()?.clone();
        let mut column = Column { title: name.to_string(), name, role: None, at: None };
        if let [title, others @ ..] = rest
            && let Some(text) = title.expr.text()
        {
            column.title = text.value.to_string();
            rest = others;
        }
        if let [word, role, others @ ..] = rest
            && word.expr.name().is_some_and(|word| word == "as")
        {
            column.role = Some(ColumnRole::from_word(role.expr.name()?)?);
            rest = others;
        }
        if let [word, at, others @ ..] = rest
            && word.expr.name().is_some_and(|word| word == "at")
        {
            column.at = Some(Length::parse(&at.expr.text()?.value)?);
            rest = others;
        }
        (rest.is_empty() && entry.members().count() == 1).then_some(column)
    };
    let column = read();
    if column.is_none() {
        let roles = slip_suggest::enumerate(ColumnRole::ALL.iter().map(|role| role.word()));
        out.push(errors::column_form(entry.values_span(), &roles, Length::UNITS));
    }
    column
}

fn cells(draft: &Draft<'_, '_>, columns: &[(Column, Span)], declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
    for ((row, place), members) in draft.table.rows.iter().zip(&draft.places).zip(&draft.members) {
        let plain = row.found.iter().all(|found| matches!(found, RowResult::Text(_) | RowResult::Number(_) | RowResult::Nothing));
        if !plain || row.check.is_some() {
            out.push(errors::cell_form(*place));
            continue;
        }
        if row.found.len() != columns.len() {
            out.push(errors::cell_count(*place, row.found.len(), columns.len(), declared.name()));
            continue;
        }
        for ((found, member), (column, _)) in row.found.iter().zip(members).zip(columns) {
            let is_time = matches!(found, RowResult::Text(text) if Time::parse(text).is_some());
            if column.is_time() && !is_time && *found != RowResult::Nothing {
                out.push(errors::cell_of_time(member.span, &column.name, Time::UNITS));
            }
        }
    }
}
