//! Checks that the rows cover every result of the dice exactly once.

use super::Draft;
use crate::check::table_errors as errors;
use slip_pack::table::Table;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeSet;

/// Reports results with two rows or no row, rows that the dice never give, and rolls that never end. `at` is the span of the dice.
pub(super) fn check(draft: &Draft<'_, '_>, at: Span, out: &mut Diagnostics) {
    let table = &draft.table;
    if table.rows.len() != draft.places.len() || draft.declared.entries.iter().any(|entry| entry.broken) {
        return;
    }
    let before = out.len();
    overlaps(draft, out);
    let possible = possible(table);
    let is_reversed = |result: i32| draft.reversed.iter().any(|(from, to)| (*from..=*to).contains(&result));
    let missing: Vec<i32> = possible.iter().copied().filter(|result| table.row(*result).is_none() && !is_reversed(*result)).collect();
    if !missing.is_empty() {
        out.push(errors::gap(at, draft.declared.name(), &numbers(&missing), missing.len(), table.rows.is_empty()));
    }
    for (row, place) in table.rows.iter().zip(&draft.places) {
        let impossible = |result: &i32| !possible.contains(result);
        // One end of a very wide row is certainly out of range, so only the ends are tested.
        let wide = i64::from(row.to) - i64::from(row.from) > 10_000;
        let never: Vec<i32> = if wide {
            [row.from, row.to].into_iter().filter(impossible).collect()
        } else {
            (row.from..=row.to).filter(impossible).collect()
        };
        if never.is_empty() {
            continue;
        }
        let ends = possible.first().zip(possible.last()).map(|(low, high)| (*low, *high));
        let rolled = possible.range(row.from..=row.to).count();
        let count = u64::from(row.from.abs_diff(row.to)).saturating_add(1).saturating_sub(u64::try_from(rolled).unwrap_or(u64::MAX));
        out.push(errors::impossible_row(*place, (&numbers(&never), count), &table.roll.to_string(), ends, at));
    }
    if out.len() == before
        && table.rows.iter().any(|row| row.again().is_some())
        && table.chances().is_none()
        && let Some((_, place)) = table.rows.iter().zip(&draft.places).find(|(row, _)| row.again().is_some())
    {
        out.push(errors::rolls_for_ever(*place, draft.declared.name()));
    }
}

/// Returns every possible result of the first roll, and of the repeated rolls that rows demand.
fn possible(table: &Table) -> BTreeSet<i32> {
    let base: Vec<i32> = table.roll.ways().into_keys().collect();
    let mut possible: BTreeSet<i32> = base.iter().copied().collect();
    let mut done: BTreeSet<i32> = BTreeSet::from([0]);
    loop {
        let asked = table.rows.iter().filter_map(|row| Some((row, row.again()?)));
        let new: BTreeSet<i32> = asked
            .filter(|(row, plus)| !done.contains(plus) && (possible.range(row.from..=row.to).next().is_some()))
            .map(|(_, plus)| plus)
            .collect();
        if new.is_empty() {
            return possible;
        }
        for plus in new {
            possible.extend(base.iter().map(|result| result.saturating_add(plus)));
            done.insert(plus);
        }
    }
}

/// Reports results of the dice that two rows have.
pub(super) fn overlaps(draft: &Draft<'_, '_>, out: &mut Diagnostics) {
    let mut rows: Vec<(i32, i32, Span)> =
        draft.table.rows.iter().zip(&draft.places).map(|(row, place)| (row.from, row.to, *place)).collect();
    rows.sort_by_key(|(from, to, place)| (*from, *to, place.start));
    // Row with the highest end so far. A later row that begins before this end overlaps the row.
    let mut widest: Option<(i32, i32, Span)> = None;
    for row in rows {
        if let Some((_, end, first)) = widest.filter(|(_, end, _)| row.0 <= *end) {
            let (early, late) = if first.start <= row.2.start { (first, row.2) } else { (row.2, first) };
            out.push(errors::overlap(late, (row.0, row.1.min(end)), early));
        }
        if widest.is_none_or(|(_, end, _)| row.1 > end) {
            widest = Some(row);
        }
    }
}

/// Formats a list of results: `3`, `3 and 5`, `3, 5 and 7..9`.
fn numbers(list: &[i32]) -> Vec<String> {
    let runs = list.chunk_by(|one, next| one.checked_add(1) == Some(*next));
    let run = |run: &[i32]| match run {
        [first, .., last] => format!("{first}..{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    };
    runs.map(run).collect()
}
