//! Skill lists: the skills on each list, the free gear of each skill on the list, and the skill that a skill replaces (`stands_for`).
//!
//! A skill that names no list is on every list. A design with a list refuses skills of other lists. In place of a refused skill, it
//! suggests the skill on its own list that replaces the same skill.

use super::{SkillOwner, names};
use crate::block_schema;
use crate::check::simple_entries;
use crate::check::skill_and_gear_errors as errors;
use crate::resolve::{DeclaredItem, Kinds, Program};
use ecow::{EcoString, eco_format};
use slip_pack::Name;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{PackageId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Reads the lists of a skill, and the free gear of the skill on each list: `list srd; list far_future { gear "medkit" }`.
pub(super) fn declare(
    program: &Program<'_>,
    declared: &DeclaredItem<'_>,
    out: &mut Diagnostics,
) -> (Vec<Name>, BTreeMap<Name, Vec<String>>) {
    let (mut lists, mut kits) = (Vec::new(), BTreeMap::new());
    let mut known: Vec<&EcoString> = Vec::new();
    for design in program.of_kind("design") {
        known.extend(design.entry("skill_list").and_then(|entry| entry.only()?.name()));
    }
    known.sort();
    known.dedup();
    for entry in declared.entries_of("list").filter(|entry| !entry.broken) {
        let named = simple_entries::paths(entry, "the name of a list, such as `srd`", out);
        for path in named.iter().filter(|path| !known.contains(&&path.name.text)) {
            out.push(errors::list_nobody_uses(&path.name, known.iter().map(|list| list.as_str())));
        }
        if let Some(block) = entry.block() {
            simple_entries::check(&block.entries, &block_schema::people::SKILL_LIST, out);
            let gear = block.entries.iter().find(|inner| inner.word() == "gear");
            let texts = gear.map_or_else(Vec::new, |gear| simple_entries::texts(gear, out));
            let texts: Vec<String> = texts.into_iter().map(|text| text.value.to_string()).collect();
            kits.extend(named.iter().map(|path| (path.name.text.clone(), texts.clone())));
        }
        lists.extend(named.into_iter().map(|path| path.name.text));
    }
    (lists, kits)
}

/// True if a skill is on a skill list. A skill without an entry `list` is on every list.
pub fn is_in(skill: &DeclaredItem<'_>, list: &str) -> bool {
    let mut lists = skill.entries_of("list").peekable();
    lists.peek().is_none() || lists.flat_map(names).any(|word| word == list)
}

/// Returns the skill lists that apply to items of these kinds: those of the designs that build the kinds; if these have none, those of the
/// designs that items of the package name. Empty if all lists apply.
pub fn lists_in_force(program: &Program<'_>, package: PackageId, kinds: &[EcoString]) -> BTreeSet<EcoString> {
    let list_of = |design: &DeclaredItem<'_>| design.entry("skill_list").and_then(|entry| entry.only()?.name()).cloned();
    let builds = |design: &DeclaredItem<'_>| design.tree.design.as_ref().is_some_and(|kind| kinds.contains(&kind.name.text));
    let of_kinds: BTreeSet<EcoString> = program.of_kind("design").filter(|design| builds(design)).filter_map(list_of).collect();
    if !of_kinds.is_empty() {
        return of_kinds;
    }
    let own = program.all().iter().filter(|item| item.package == package && program.is_built_kind(item.kind()));
    let named: BTreeSet<&EcoString> = own.filter_map(|item| item.tree.design.as_ref()).map(|design| &design.name.text).collect();
    program.of_kind("design").filter(|design| named.contains(design.name())).filter_map(list_of).collect()
}

/// Returns the free gear of a skill on a list, if the skill has a block for that list.
pub(super) fn kit<'s>(skill: &'s DeclaredItem<'_>, list: &str) -> Option<Vec<&'s EcoString>> {
    let there = skill.entries_of("list").filter(|entry| names(entry).any(|word| word == list)).find_map(|entry| entry.block())?;
    let gear = there.entries.iter().filter(|inner| inner.word() == "gear").flat_map(|gear| &gear.values);
    Some(gear.filter_map(|value| value.expr.text()).map(|text| &text.value).collect())
}

/// Returns the skill that the entry `stands_for` names. On lists that do not have this skill, it counts as the named one.
pub fn stands_for<'s>(skill: &'s DeclaredItem<'_>) -> Option<&'s EcoString> {
    skill.entry("stands_for")?.only()?.name()
}

/// Returns the message about a skill that is not on the owner's list, with the skills on this list that correspond to it.
pub fn elsewhere(
    program: &Program<'_>,
    package: PackageId,
    owner: SkillOwner<'_>,
    skill: &DeclaredItem<'_>,
    list: &str,
    span: Span,
) -> Diagnostic {
    let visible = program.visible(package, Kinds::One("skill"));
    let known = visible.iter().filter_map(|name| program.lookup(package, "skill", name).and_then(|id| program.get(id)));
    let fits = |other: &&DeclaredItem<'_>| {
        is_in(other, list) && (stands_for(other) == Some(skill.name()) || stands_for(skill) == Some(other.name()))
    };
    let counterparts: Vec<EcoString> = known.filter(fits).map(|other| other.name().clone()).collect();
    let there = owner.others.iter().find(|(other, _)| is_in(skill, other));
    let how = there.map(|(other, design)| match program.lookup(package, "ruleset", other) {
        Some(_) => eco_format!(
            "use the design `{design}`, which becomes the default with `variants = [\"{other}\"]` below `[rules]` in slipyard.toml"
        ),
        None => eco_format!("use the design `{design}`, which allows this skill"),
    });
    errors::skill_of_other_list(span, (skill.name(), list, owner.design), &counterparts, how.as_deref())
}

/// Returns the skills that the owner lacks, but for which another skill of the owner counts. The value is this other skill: the one with
/// the highest rank, or the first by name if ranks are equal (R-N2).
pub fn counts(program: &Program<'_>, package: PackageId, list: Option<&str>, ranks: &BTreeMap<EcoString, i64>) -> BTreeMap<Name, Name> {
    let mut counts: BTreeMap<Name, (i64, Name)> = BTreeMap::new();
    let Some(list) = list else { return BTreeMap::new() };
    for (name, rank) in ranks {
        let skill = program.lookup(package, "skill", name).and_then(|id| program.get(id));
        let Some(other) = skill.filter(|skill| is_in(skill, list)).and_then(stands_for) else { continue };
        if ranks.contains_key(other) {
            continue;
        }
        let best = counts.entry(other.clone()).or_insert((*rank, name.clone()));
        if *rank > best.0 {
            *best = (*rank, name.clone());
        }
    }
    counts.into_iter().map(|(other, (_, own))| (other, own)).collect()
}

/// Returns the ranks with every skill replaced by the skill for which it stands. If several skills stand for the same one, the highest rank
/// counts (R-N2).
pub fn mapped(program: &Program<'_>, package: PackageId, ranks: &BTreeMap<EcoString, i64>) -> BTreeMap<EcoString, i64> {
    let mut table: BTreeMap<EcoString, i64> = BTreeMap::new();
    for (name, rank) in ranks {
        let skill = program.lookup(package, "skill", name).and_then(|id| program.get(id));
        let name = skill.and_then(stands_for).unwrap_or(name);
        let best = table.entry(name.clone()).or_insert(*rank);
        *best = (*best).max(*rank);
    }
    table
}
