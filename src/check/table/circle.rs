//! Tables that send the roll to each other: never in a circle, and into a text only words. Floor 4.

use super::Draft;
use crate::check::table_errors as errors;
use crate::pack::Name;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Reports every table that a roll could come back to, and texts into which a table would put things.
pub(super) fn check(drafts: &mut BTreeMap<Name, Draft<'_, '_>>) {
    let mut found = Vec::new();
    let turning = turning(drafts);
    let mut things: BTreeMap<Name, Option<Span>> = BTreeMap::new();
    for (key, draft) in drafts.iter() {
        for (target, span, in_text) in edges(draft) {
            if drafts.get(&target).is_some_and(|target| target.table.is_looked_up()) {
                found.push((key.clone(), errors::looked_up(span, &target)));
            } else if let Some(path) = turning.contains(key).then(|| path(drafts, &target, key)).flatten() {
                found.push((key.clone(), errors::circle(span, draft.declared.name(), &path)));
            } else if in_text && let Some(thing) = *things.entry(target.clone()).or_insert_with(|| thing_below(drafts, &target)) {
                found.push((key.clone(), errors::things_in_text(span, &target, thing)));
            }
        }
    }
    for (key, diagnostic) in found {
        if let Some(draft) = drafts.get_mut(&key) {
            draft.found.push(diagnostic);
        }
    }
}

/// The tables that the rows of a table roll on.
pub(super) fn edges<'d>(draft: &'d Draft<'_, '_>) -> impl Iterator<Item = (Name, Span, bool)> + 'd {
    let members = draft.members.iter().flatten();
    members.flat_map(|member| member.tables.iter().map(|(table, in_text)| (table.clone(), member.span, *in_text)))
}

/// Tables from which a roll may come into a circle: those left when whoever leads to no other is taken away, again and again.
fn turning(drafts: &BTreeMap<Name, Draft<'_, '_>>) -> BTreeSet<Name> {
    let mut leads: BTreeMap<&Name, BTreeSet<Name>> = BTreeMap::new();
    let mut before: BTreeMap<Name, Vec<&Name>> = BTreeMap::new();
    for (key, draft) in drafts {
        let targets: BTreeSet<Name> = edges(draft).map(|(target, ..)| target).filter(|target| drafts.contains_key(target)).collect();
        for target in &targets {
            before.entry(target.clone()).or_default().push(key);
        }
        leads.insert(key, targets);
    }
    let mut ended: Vec<&Name> = leads.iter().filter(|(_, targets)| targets.is_empty()).map(|(key, _)| *key).collect();
    while let Some(end) = ended.pop() {
        leads.remove(end);
        for key in before.get(end).into_iter().flatten() {
            if let Some(targets) = leads.get_mut(key) {
                targets.remove(end);
                if targets.is_empty() {
                    ended.push(key);
                }
            }
        }
    }
    leads.into_keys().cloned().collect()
}

/// The tables from one to another along rows, both ends included; without recursion, since tables may be many.
fn path(drafts: &BTreeMap<Name, Draft<'_, '_>>, from: &Name, to: &Name) -> Option<Vec<Name>> {
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
            if !before.contains_key(&next) {
                before.insert(next.clone(), Some(at.clone()));
                waiting.push(next);
            }
        }
    }
    None
}

/// Where a table, or one it rolls on, gives something that is no words.
fn thing_below(drafts: &BTreeMap<Name, Draft<'_, '_>>, table: &Name) -> Option<Span> {
    let mut seen = BTreeSet::from([table.clone()]);
    let mut waiting = vec![table.clone()];
    while let Some(at) = waiting.pop() {
        let Some(draft) = drafts.get(&at) else { continue };
        if let Some(member) = draft.members.iter().flatten().find(|member| !member.is_words && member.met.is_some()) {
            return Some(member.span);
        }
        for (next, ..) in edges(draft) {
            if seen.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    None
}
