//! Computes the highest technology that is available to an actor, and the range of technologies that is familiar to the actor.
//!
//! A design declares references to places (`refers home to system`). One of them limits the technology of the items that stunts grant
//! (`limits_tech`). A skill declares the kinds of place that its subjects name (`covers system`). The technology of a place is its own, or
//! the highest of the places that it lists. Warns of subjects of a skill that are familiar already, without being named.

use super::build::bought_effect;
use super::context::CheckContext;
use super::design::Design;
use super::ledger::MOST_TECH;
use super::read_purchase::ItemPurchase;
use super::skill_and_gear_errors as errors;
use super::skills::RankedSkill;
use crate::resolve::{DeclId, DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::effect::{Measure, MeasureObject, PackOperation, Quantity};
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, ExprKind};
use std::collections::BTreeMap;

/// Computes the highest technology of the items that stunts may grant to an actor: that of the place that limits it, otherwise that of the
/// campaign, otherwise the highest technology of the rules. Also computes by how much effects raise this limit for single items.
pub fn tech_limit(context: &CheckContext<'_, '_>, design: &Design, declared: &DeclaredItem<'_>, purchase: &mut ItemPurchase<'_>) {
    let place = bounding_place(context.program, design, declared.package, purchase);
    let of_place = place.and_then(|id| context.program.get(id)).and_then(|place| highest_tech(context.program, place));
    let campaign = context.program.sources.package(declared.package).and_then(|package| package.highest_tech()).map(i64::from);
    purchase.tech_limit = of_place.or(campaign).unwrap_or(MOST_TECH);
    purchase.tech_limited_by = if of_place.is_some() { place } else { None };
    purchase.raised = raised(design, purchase);
}

/// Returns the place that limits the technology of an item: the one that the author wrote. Otherwise, looks for visible places that list a
/// place to which the item refers, and returns the only one if there is exactly one.
fn bounding_place(program: &Program<'_>, design: &Design, package: PackageId, purchase: &ItemPurchase<'_>) -> Option<DeclId> {
    let rules = || design.refers.iter().zip(&purchase.refers);
    let bounding = rules().find(|(rule, _)| rule.limits_tech)?;
    if let Some((id, _)) = bounding.1 {
        return Some(*id);
    }
    let homes: Vec<DeclId> = rules().filter_map(|(_, refer)| refer.map(|(id, _)| id)).collect();
    if homes.is_empty() {
        return None;
    }
    let mut listing = bounding
        .0
        .kinds
        .iter()
        .flat_map(|kind| program.in_sight(package, kind))
        .filter(|place| listed(program, place).any(|id| homes.contains(&id)));
    match (listing.next(), listing.next()) {
        (Some(only), None) => Some(only.id),
        _ => None,
    }
}

/// Returns the technology of a place: its own, or the highest of the places it lists.
pub fn highest_tech(program: &Program<'_>, place: &DeclaredItem<'_>) -> Option<i64> {
    own_tech(place).or_else(|| listed(program, place).filter_map(|id| own_tech(program.get(id)?)).max())
}

/// Returns the technology that an item or place declares.
pub fn own_tech(declared: &DeclaredItem<'_>) -> Option<i64> {
    match declared.entry("tech").and_then(Entry::only).map(|expr| &expr.kind) {
        Some(ExprKind::Tech(tech)) => Some(*tech),
        _ => None,
    }
}

/// Returns the items whose names occur in the entries of a declaration.
fn listed<'p>(program: &'p Program<'_>, place: &'p DeclaredItem<'_>) -> impl Iterator<Item = DeclId> + 'p {
    let paths = place.entries.iter().flat_map(|entry| &entry.values).filter_map(|value| value.expr.path());
    paths.flat_map(|path| program.all_fitting(place.package, &path, |_| true))
}

/// Returns the increase of the technology limit for each item that an effect like `+1 to tech_limit of i` names.
fn raised(design: &Design, purchase: &ItemPurchase<'_>) -> BTreeMap<EcoString, i64> {
    let mut raised = BTreeMap::new();
    for stunt in &purchase.bought.stunts {
        let Some(rule) = design.stunts.get(stunt.rule) else { continue };
        let raises = |op: &PackOperation| matches!(op, PackOperation::Change(change) if matches!(&change.to, Quantity::Measure(measured) if measured.what == Measure::TechLimit));
        for effect in rule.effects.iter().filter(|effect| raises(&effect.op)) {
            let Some(effect) = bought_effect(effect, stunt) else { continue };
            let PackOperation::Change(change) = &effect.op else { continue };
            let Quantity::Measure(measured) = &change.to else { continue };
            if let (Measure::TechLimit, Some(MeasureObject::Name(thing))) = (measured.what, &measured.of) {
                let by = change.by.eval(&mut |_| Ok(0)).unwrap_or(0);
                let named = stunt.things.iter().find(|(_, known)| known.words.first() == Some(thing));
                let more: &mut i64 = raised.entry(named.map_or_else(|| thing.clone(), |(_, known)| known.key())).or_default();
                *more = more.saturating_add(by);
            }
        }
    }
    raised
}

/// Returns the lowest and highest technology among the places that an actor knows: places to which the actor refers, and places named as
/// subjects of a skill. `None` if none of them has a known technology.
pub fn familiar(program: &Program<'_>, package: PackageId, purchase: &ItemPurchase<'_>, ranks: &[RankedSkill]) -> Option<(i64, i64)> {
    if ranks.is_empty() && purchase.refers.iter().all(Option::is_none) {
        return None;
    }
    let skill = |name: &str| program.lookup(package, "skill", name).and_then(|id| program.get(id));
    let covered: Vec<&EcoString> = program.of_kind("skill").flat_map(covers).collect();
    let homes = purchase.refers.iter().flatten().filter_map(|(id, _)| program.get(*id));
    let mut techs: Vec<i64> = homes.filter(|home| covered.iter().any(|kind| *kind == home.kind())).filter_map(own_tech).collect();
    for ranked in ranks {
        let Some(skill) = skill(&ranked.skill).filter(|skill| covers(skill).next().is_some()) else { continue };
        for subject in &ranked.subjects {
            techs.extend(age(skill, subject).or_else(|| own_tech(place_called(program, package, skill, subject)?)));
        }
    }
    Some((*techs.iter().min()?, *techs.iter().max()?))
}

/// True if weapons that are used with a skill require no familiarity with their technology. Then the skill is marked `familiar`, or it is
/// not of the class for which the rules in force require familiarity.
pub fn is_familiar(context: &CheckContext<'_, '_>, package: PackageId, skill: &str) -> bool {
    let Some(rules) = context.rules_of(package) else { return true };
    let Some(declared) = context.program.lookup(package, "skill", skill).and_then(|id| context.program.get(id)) else { return true };
    let class = rules.word("familiar_class", "");
    let of_class =
        declared.entries_of("class").flat_map(|entry| &entry.values).filter_map(|value| value.expr.name()).any(|word| word == class);
    declared.entry("familiar").is_some() || !of_class
}

/// Warns of subjects of a skill that make no difference: the actor's home, which the skill always covers, and places that are named twice.
pub fn check_subjects(
    program: &Program<'_>,
    package: PackageId,
    purchase: &ItemPurchase<'_>,
    ranks: &[RankedSkill],
    out: &mut Diagnostics,
) {
    for ranked in ranks {
        let skill = program.lookup(package, "skill", &ranked.skill).and_then(|id| program.get(id));
        if skill.is_none_or(|skill| covers(skill).next().is_none()) {
            continue;
        }
        for (at, subject) in ranked.subjects.iter().enumerate() {
            let twice = ranked.subjects.iter().take(at).any(|other| same(other, subject));
            let home = purchase.refers.iter().flatten().filter_map(|(id, _)| program.get(*id)).any(|home| is_called(home, subject));
            if twice || home {
                out.push(errors::known_place(ranked.span, &ranked.skill, subject, twice));
            }
        }
    }
}

fn covers<'d>(skill: &'d DeclaredItem<'_>) -> impl Iterator<Item = &'d EcoString> {
    skill.entries_of("covers").flat_map(|entry| &entry.values).filter_map(|value| value.expr.name())
}

/// Returns the technology of a subject that means an age, as declared by `ages "archaic" T-4`. `None` for places.
fn age(skill: &DeclaredItem<'_>, subject: &str) -> Option<i64> {
    let mut members = skill.entries_of("ages").flat_map(Entry::members);
    members.find_map(|member| match member {
        [name, tech] if name.expr.text().is_some_and(|name| same(&name.value, subject)) => match tech.expr.kind {
            ExprKind::Tech(tech) => Some(tech),
            _ => None,
        },
        _ => None,
    })
}

/// Returns the place with this title or name.
fn place_called<'p, 't>(
    program: &'p Program<'t>,
    package: PackageId,
    skill: &'p DeclaredItem<'_>,
    subject: &str,
) -> Option<&'p DeclaredItem<'t>> {
    let kinds: Vec<&'p EcoString> = covers(skill).collect();
    kinds.into_iter().find_map(|kind| program.in_sight(package, kind).find(|place| is_called(place, subject)))
}

fn is_called(place: &DeclaredItem<'_>, subject: &str) -> bool {
    same(place.title(), subject) || same(place.name(), subject)
}

/// True if two names are equal ignoring case.
pub fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}
