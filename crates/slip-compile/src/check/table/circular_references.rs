//! Checks references between tables. They may not form a circle, and texts may refer only to tables of words.

use super::Draft;
use crate::check::table_errors as errors;
use slip_pack::Name;
use slip_source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Reports every table in a circle of references. Also reports texts that refer to a table whose rows are not words.
pub(super) fn check(drafts: &mut BTreeMap<Name, Draft<'_, '_>>) {
    let mut found = Vec::new();
    let order = leaves_first(drafts);
    let circles = Circles::find(drafts, &order);
    let things = things_below(drafts, &order);
    // A circle is reported once, at its first table.
    let mut told: BTreeSet<usize> = BTreeSet::new();
    let mut in_circle: Vec<Name> = Vec::new();
    for (key, draft) in drafts.iter() {
        for (target, span, in_text) in edges(draft) {
            if drafts.get(&target).is_some_and(|target| target.table.is_looked_up()) {
                found.push((key.clone(), errors::looked_up(span, &target)));
            } else if let Some(circle) = circles.with_both(&target, key) {
                in_circle.push(key.clone());
                if told.insert(circle)
                    && let Some((path, count)) = way_back(drafts, &circles, &target, key)
                {
                    found.push((key.clone(), errors::circle(span, draft.declared.name(), &path, count)));
                }
            } else if in_text && let Some(thing) = things.get(&target) {
                found.push((key.clone(), errors::things_in_text(span, &target, *thing)));
            }
        }
    }
    for key in in_circle {
        if let Some(draft) = drafts.get_mut(&key) {
            draft.in_circle = true;
        }
    }
    for (key, diagnostic) in found {
        if let Some(draft) = drafts.get_mut(&key) {
            draft.found.push(diagnostic);
        }
    }
}

/// Returns the tables that the rows of a table roll on.
pub(super) fn edges<'d>(draft: &'d Draft<'_, '_>) -> impl Iterator<Item = (Name, Span, bool)> + 'd {
    let members = draft.members.iter().flatten();
    members.flat_map(|member| member.tables.iter().map(|(table, in_text)| (table.clone(), member.span, *in_text)))
}

/// Circles in the graph of references (its strongly connected components). Contains the index of the circle for each table, and the size of
/// each circle.
struct Circles<'d> {
    of: BTreeMap<&'d Name, usize>,
    sizes: Vec<usize>,
}

/// Returns the tables in such an order that each comes after the tables on which it rolls, except in circles. The function is not
/// recursive, because chains of tables may be long.
pub(super) fn leaves_first<'d>(drafts: &'d BTreeMap<Name, Draft<'_, '_>>) -> Vec<&'d Name> {
    let targets = |draft: &Draft<'_, '_>| -> Vec<&'d Name> {
        let names: BTreeSet<Name> = edges(draft).map(|(target, ..)| target).collect();
        names.iter().filter_map(|target| drafts.get_key_value(target)).map(|(target, _)| target).collect()
    };
    let mut left: Vec<&'d Name> = Vec::with_capacity(drafts.len());
    let mut seen: BTreeSet<&Name> = BTreeSet::new();
    for (start, draft) in drafts {
        let mut open: Vec<(&'d Name, Vec<&'d Name>)> = Vec::new();
        if seen.insert(start) {
            open.push((start, targets(draft)));
        }
        while let Some((key, targets_left)) = open.last_mut() {
            match targets_left.pop() {
                Some(target) if seen.insert(target) => {
                    open.push((target, drafts.get(target).map(&targets).unwrap_or_default()));
                }
                Some(_) => {}
                None => {
                    left.push(key);
                    open.pop();
                }
            }
        }
    }
    left
}

impl<'d> Circles<'d> {
    /// Finds the circles of references. Takes the tables from the last of `order` to the first and follows the references backwards. The
    /// tables that are reached, and that are not in a circle yet, form one circle.
    fn find(drafts: &'d BTreeMap<Name, Draft<'_, '_>>, order: &[&'d Name]) -> Circles<'d> {
        let mut before: BTreeMap<Name, Vec<&'d Name>> = BTreeMap::new();
        for (key, draft) in drafts {
            for (target, ..) in edges(draft) {
                let keys = before.entry(target).or_default();
                if keys.last() != Some(&key) {
                    keys.push(key);
                }
            }
        }
        let mut circles = Circles { of: BTreeMap::new(), sizes: Vec::new() };
        for start in order.iter().rev() {
            let mut waiting = vec![*start];
            let mut size = 0;
            while let Some(key) = waiting.pop() {
                if circles.of.contains_key(key) {
                    continue;
                }
                circles.of.insert(key, circles.sizes.len());
                size += 1;
                waiting.extend(before.get(key).into_iter().flatten().copied());
            }
            if size > 0 {
                circles.sizes.push(size);
            }
        }
        circles
    }

    /// Returns the circle of references that contains both tables; `None` if no circle contains both.
    fn with_both(&self, one: &Name, other: &Name) -> Option<usize> {
        self.of.get(one).filter(|circle| self.of.get(other) == Some(circle)).copied()
    }

    /// Returns the number of tables in a circle of references; `None` if the two tables are not in the same circle.
    fn of_both(&self, one: &Name, other: &Name) -> Option<usize> {
        self.sizes.get(self.with_both(one, other)?).copied()
    }
}

/// Returns the tables on the path from a table back to itself, including both ends, and the number of these tables. If the circle is too
/// large to compute the path, returns the first table and the size of the circle.
fn way_back(drafts: &BTreeMap<Name, Draft<'_, '_>>, circles: &Circles<'_>, from: &Name, to: &Name) -> Option<(Vec<Name>, usize)> {
    match circles.of_both(from, to)? {
        many if many > MOST_LOOKED_ALONG => Some((vec![from.clone()], many)),
        _ => path(drafts, circles, from, to).map(|path| {
            let count = path.len();
            (path, count)
        }),
    }
}

/// Maximum number of tables in a circle whose path is computed.
const MOST_LOOKED_ALONG: usize = 64;

/// Returns the path from one table to another table in the same circle, including both.
fn path(drafts: &BTreeMap<Name, Draft<'_, '_>>, circles: &Circles<'_>, from: &Name, to: &Name) -> Option<Vec<Name>> {
    let mut before: BTreeMap<Name, Option<Name>> = BTreeMap::from([(from.clone(), None)]);
    let mut waiting = vec![from.clone()];
    while let Some(at) = waiting.pop() {
        if at == *to {
            let mut path = vec![at.clone()];
            let mut step = &at;
            while let Some(Some(previous)) = before.get(step) {
                path.push(previous.clone());
                step = previous;
            }
            path.reverse();
            return Some(path);
        }
        for (next, ..) in drafts.get(&at).into_iter().flat_map(edges) {
            if !before.contains_key(&next) && circles.of_both(&next, to).is_some() {
                before.insert(next.clone(), Some(at.clone()));
                waiting.push(next);
            }
        }
    }
    None
}

/// Finds the tables that can give an item, directly or by rolling on another table. For each, returns the span of an item.
fn things_below<'d>(drafts: &'d BTreeMap<Name, Draft<'_, '_>>, order: &[&'d Name]) -> BTreeMap<&'d Name, Span> {
    let mut things: BTreeMap<&Name, Span> = BTreeMap::new();
    for key in order {
        let Some(draft) = drafts.get(*key) else { continue };
        let own = draft.members.iter().flatten().find(|member| !member.is_words && member.met.is_some()).map(|member| member.span);
        let thing = own.or_else(|| edges(draft).find_map(|(target, ..)| things.get(&target).copied()));
        things.extend(thing.map(|thing| (*key, thing)));
    }
    things
}
