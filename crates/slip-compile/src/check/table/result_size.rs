//! Computes a bound of the size of the result of one roll on a table, including the tables to which its rows refer.
//!
//! References can double the result with every step, so nothing is expanded here: the size of each table is computed from the sizes of the
//! tables on which it rolls. Only the first table beyond a limit is reported, not the tables that refer to it.

use super::circular_references;
use super::{Draft, RowMember};
use crate::check::table_errors as errors;
use slip_limits::{TABLE_RESULTS, TABLE_TEXT_BYTES};
use slip_pack::Name;
use slip_source::diagnostic::Diagnostic;
use std::collections::BTreeMap;

/// Number of results, and their bytes, that one roll on a table can give at most.
#[derive(Clone, Copy, Default)]
struct ResultSize {
    results: u64,
    bytes: u64,
}

impl ResultSize {
    fn plus(self, other: ResultSize) -> ResultSize {
        ResultSize { results: self.results.saturating_add(other.results), bytes: self.bytes.saturating_add(other.bytes) }
    }

    fn max(self, other: ResultSize) -> ResultSize {
        ResultSize { results: self.results.max(other.results), bytes: self.bytes.max(other.bytes) }
    }
}

/// Sizes of tables. Tables that were refused, or that roll on a refused table, have none.
type Sizes<'d> = BTreeMap<&'d Name, ResultSize>;

/// Reports tables whose result may become too long in one roll.
pub(super) fn check(drafts: &mut BTreeMap<Name, Draft<'_, '_>>) {
    let mut sizes = Sizes::new();
    let mut found = Vec::new();
    for key in circular_references::leaves_first(drafts) {
        let Some(draft) = drafts.get(key).filter(|draft| !draft.in_circle) else { continue };
        match of_table(draft, &sizes) {
            Ok(size) => sizes.extend(size.map(|size| (key, size))),
            Err(diagnostic) => found.push((key.clone(), diagnostic)),
        }
    }
    for (key, diagnostic) in found {
        if let Some(draft) = drafts.get_mut(&key) {
            draft.found.push(*diagnostic);
        }
    }
}

/// Returns the size of the largest row. `None` if a row rolls on a table whose size is unknown.
fn of_table(draft: &Draft<'_, '_>, sizes: &Sizes<'_>) -> Result<Option<ResultSize>, Box<Diagnostic>> {
    let mut most = Some(ResultSize::default());
    for (row, members) in draft.table.rows.iter().zip(&draft.members) {
        let all = members.iter().map(|member| of_member(member, sizes)).try_fold(ResultSize::default(), |sum, size| Some(sum.plus(size?)));
        let Some(all) = all else {
            most = None;
            continue;
        };
        let largest = || members.iter().max_by_key(|member| of_member(member, sizes).map_or(0, |size| size.bytes));
        let (name, span) = (draft.declared.name(), largest().map_or(draft.declared.tree.name.span, |member| member.span));
        if all.results > TABLE_RESULTS {
            return Err(Box::new(errors::too_many_results(span, name)));
        }
        if all.bytes > TABLE_TEXT_BYTES {
            return Err(Box::new(errors::too_much_text(span, name)));
        }
        let otherwise = row.otherwise.as_ref().map_or(0, |text| u64::try_from(text.len()).unwrap_or(u64::MAX));
        most = most.map(|most| most.max(all).max(ResultSize { results: 1, bytes: otherwise }));
    }
    Ok(most)
}

/// Returns the size of a part of a row's result, including the tables to which it refers.
fn of_member(member: &RowMember, sizes: &Sizes<'_>) -> Option<ResultSize> {
    let own = ResultSize { results: 1, bytes: u64::from(member.span.len()) };
    member.tables.iter().try_fold(own, |sum, (table, _)| Some(sum.plus(*sizes.get(table)?)))
}
