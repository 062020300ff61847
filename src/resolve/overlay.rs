//! `from` and `patch`: the entries of one item laid over those of another. Floor 3.
//!
//! A list with a sign extends or shrinks the base's list; a named entry (`stat`, `zone`, `mode` …) replaces the base's
//! entry of that name, or is laid over it where the base is a design or the overlay a patch; `tracks` are merged track by
//! track; lines that add up (`effect`, `require` …) are added; waivers stay where they were written; any other entry
//! replaces the base's.

use super::errors;
use super::program::{DeclId, Kinds, Program};
use crate::diagnostic::Diagnostics;
use crate::syntax::tree::{Entry, ExprKind, File, Item, Key};
use ecow::EcoString;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Keys that declare one named thing each.
const NAMED: &[&str] = &[
    "stat",
    "track",
    "flag",
    "entry",
    "stunt",
    "zone",
    "side",
    "mode",
    "holds",
    "choice",
    "refers",
    "phase",
    "setting",
    "border",
    "sight",
    "slipstream",
    "code",
];
/// Keys whose lines add up.
const ADDED: &[&str] = &["effect", "require", "advise", "aspect", "optional", "note"];
/// Keys that hold only where they are written.
const OWN: &[&str] = &["allow", "default"];
/// Keys whose blocks are merged entry by entry.
const MERGED: &[&str] = &["tracks"];
/// The longest chain of `from`.
const CHAIN_LIMIT: usize = 1000;

/// Gives every derived declaration its full entries, then applies patches in the order of packages and text.
pub(super) fn apply<'t>(program: &mut Program<'t>, files: &'t [File], diagnostics: &mut Diagnostics) {
    let derived: Vec<DeclId> =
        program.declarations.iter().filter(|declared| declared.tree.base.is_some()).map(|declared| declared.id).collect();
    let mut bases = BTreeMap::new();
    for id in &derived {
        if let Some(base) = base_of(program, *id, diagnostics) {
            bases.insert(*id, base);
        }
    }
    patch(program, files, diagnostics);
    let mut done = BTreeMap::new();
    for id in derived {
        derive(program, id, &bases, &mut done, diagnostics);
    }
}

fn base_of(program: &Program<'_>, id: DeclId, diagnostics: &mut Diagnostics) -> Option<DeclId> {
    let declared = program.get(id)?;
    let path = declared.tree.base.as_ref()?;
    let kind = declared.kind();
    match program.find(declared.package, path, Kinds::One(kind)) {
        Ok(base) => Some(base),
        Err(diagnostic) => {
            let other = program.find(declared.package, path, Kinds::Built).ok().and_then(|other| program.get(other));
            diagnostics.push(match other {
                Some(other) => errors::base_of_other_kind(path, kind, other.kind()),
                None => *diagnostic,
            });
            None
        }
    }
}

/// Lays each link of a chain over its base, deepest base first, without recursion.
fn derive(
    program: &mut Program<'_>,
    id: DeclId,
    bases: &BTreeMap<DeclId, DeclId>,
    done: &mut BTreeMap<DeclId, ()>,
    diagnostics: &mut Diagnostics,
) {
    let mut chain = vec![id];
    let mut at = id;
    while let Some(base) = bases.get(&at) {
        if chain.contains(base) || chain.len() > CHAIN_LIMIT {
            report_circle(program, id, &chain, diagnostics);
            done.insert(id, ());
            return;
        }
        if done.contains_key(base) {
            break;
        }
        chain.push(*base);
        at = *base;
    }
    for link in chain.into_iter().rev() {
        if done.insert(link, ()).is_none() {
            lay_over_base(program, link, bases.get(&link).copied());
        }
    }
}

fn report_circle(program: &Program<'_>, id: DeclId, chain: &[DeclId], diagnostics: &mut Diagnostics) {
    let names: Vec<EcoString> = chain.iter().filter_map(|id| program.get(*id)).map(|link| link.name().clone()).collect();
    if let Some(declared) = program.get(id) {
        diagnostics.push(errors::circle(&declared.tree.name, &names));
    }
}

fn lay_over_base(program: &mut Program<'_>, id: DeclId, base: Option<DeclId>) {
    let Some((base_id, base)) = base.and_then(|base| Some((base, program.get(base)?))) else { return };
    let Some(declared) = program.get(id) else { return };
    let merged =
        if declared.kind() == "doctrine" { None } else { Some(overlay(&base.entries, &declared.entries, declared.kind() == "design")) };
    let Some(declared) = usize::try_from(id.0).ok().and_then(|index| program.declarations.get_mut(index)) else { return };
    declared.base = Some(base_id);
    if let Some(merged) = merged {
        declared.entries = Cow::Owned(merged);
    }
}

fn patch<'t>(program: &mut Program<'t>, files: &'t [File], diagnostics: &mut Diagnostics) {
    for file in files {
        let Some(package) = program.sources.file(file.id).map(|file| file.package()) else { continue };
        for item in &file.items {
            let Item::Patch(patch) = item else { continue };
            let kinds = match &patch.kind {
                Some(kind) => vec![kind.text.clone()],
                None => program.kinds(),
            };
            let words: Vec<&str> = kinds.iter().map(EcoString::as_str).collect();
            match program.find(package, &patch.target, Kinds::Any(&words)) {
                Ok(id) => {
                    let merged = program.get(id).map(|target| overlay(&target.entries, &patch.block.entries, true));
                    let target = usize::try_from(id.0).ok().and_then(|index| program.declarations.get_mut(index));
                    if let (Some(merged), Some(target)) = (merged, target) {
                        target.entries = Cow::Owned(merged);
                    }
                }
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
    }
}

/// An item's entries with others laid over them, as `from` does.
pub fn laid_over(base: &[Entry], own: &[Entry]) -> Vec<Entry> {
    overlay(base, own, false)
}

/// `own` laid over `base`. `deep`: a named entry is laid over the base's of that name instead of replacing it.
fn overlay(base: &[Entry], own: &[Entry], deep: bool) -> Vec<Entry> {
    let mut merged: Vec<Entry> = base.iter().filter(|entry| !OWN.contains(&entry.word())).cloned().collect();
    let mut replaced: Vec<&str> = Vec::new();
    let inherited = merged.len();
    for entry in own {
        let word = entry.word();
        if entry.sign().is_some() || ADDED.contains(&word) || OWN.contains(&word) || MERGED.contains(&word) {
            merged.push(entry.clone());
        } else if NAMED.contains(&word) {
            match merged.iter_mut().find(|other| other.word() == word && subject(other) == subject(entry)) {
                Some(other) if deep => *other = lay_entry(other, entry),
                Some(other) => *other = entry.clone(),
                None => merged.push(entry.clone()),
            }
        } else if entry.key.word().is_none() {
            // A row of a table: of the same numbers it takes the base's place.
            match merged.iter_mut().take(inherited).find(|other| other.key.word().is_none() && same_numbers(&other.key, &entry.key)) {
                Some(other) => *other = entry.clone(),
                None => merged.push(entry.clone()),
            }
        } else {
            if !replaced.contains(&word) {
                merged.retain(|other| other.key.word() != entry.key.word() || entry.key.word().is_none());
                replaced.push(word);
            }
            merged.push(entry.clone());
        }
    }
    merged
}

fn same_numbers(one: &Key, other: &Key) -> bool {
    let ends = |key: &Key| match key {
        Key::Rank(number, _) => Some((*number, *number)),
        Key::Range(low, high, _) => Some((*low, *high)),
        Key::Word(_) => None,
    };
    ends(one) == ends(other)
}

fn lay_entry(base: &Entry, own: &Entry) -> Entry {
    let Some(inner) = own.block() else { return own.clone() };
    let under = base.block().map_or(&[][..], |block| &block.entries);
    let mut merged = own.clone();
    if let Some(block) = merged.rest.as_mut().and_then(|rest| rest.block.as_mut()) {
        block.entries = overlay(under, &inner.entries, true);
    }
    if let Some(rest) = merged.rest.as_mut().filter(|rest| rest.doc.is_none()) {
        rest.doc = base.doc().cloned();
    }
    if own.values.is_empty() || matches!(own.values.as_slice(), [only] if only.expr.name().is_some()) {
        merged.values.clone_from(&base.values);
    }
    merged
}

/// What a named entry is about: its first word; of a border, its two zones.
fn subject(entry: &Entry) -> Vec<EcoString> {
    let count = if matches!(entry.word(), "border" | "sight" | "slipstream") { 3 } else { 1 };
    let named = entry.values.iter().take(count).filter_map(|value| match &value.expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Call(call) => Some(call.name.name.text.clone()),
        _ => None,
    });
    if entry.word() == "zone" {
        // The name is the last word: `zone d dock`.
        let words: Vec<EcoString> = entry.values.iter().filter_map(|value| value.expr.name().cloned()).collect();
        return words.last().cloned().into_iter().collect();
    }
    named.collect()
}
