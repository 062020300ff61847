//! Where somebody belongs, and the technology that is to be had there. Floor 4.
//!
//! A design names the places its items refer to (`refers home to system`), and which of them bounds what may be had by a
//! stunt (`limits_tech`). Nothing here knows a system from a cluster: the technology of a place is its own, or the highest of
//! what it lists.

use super::context::Context;
use super::design::Design;
use super::reckon::MOST_TECH;
use crate::pack::effect::{Measure, Of, Op, Quantity};
use crate::resolve::{DeclId, Declared, Kinds, Program};
use crate::source::PackageId;
use crate::syntax::tree::{Entry, ExprKind};
use ecow::EcoString;
use std::collections::BTreeMap;

use super::build::bought_effect;
use super::purchase::Purchase;

/// Fills in how high the technology of things had by a stunt may be (content.md, section 3.1): of the place that bounds it,
/// else the campaign's cap, else anything; and how much further stunts go for single things.
pub fn tech_limit(context: &Context<'_, '_>, design: &Design, declared: &Declared<'_>, purchase: &mut Purchase<'_>) {
    let place = bounding_place(context.program, design, declared.package, purchase);
    let of_place = place.and_then(|id| context.program.get(id)).and_then(|place| highest_tech(context.program, place));
    let campaign = context.program.sources.package(declared.package).and_then(|package| package.max_tech).map(i64::from);
    purchase.tech_limit = of_place.or(campaign).unwrap_or(MOST_TECH);
    purchase.tech_limited_by = if of_place.is_some() { place } else { None };
    purchase.raised = raised(design, purchase);
}

/// The place that bounds technology: the one written, or the only one there is that lists a place the item refers to.
fn bounding_place(program: &Program<'_>, design: &Design, package: PackageId, purchase: &Purchase<'_>) -> Option<DeclId> {
    let rules = || design.refers.iter().zip(&purchase.refers);
    let bounding = rules().find(|(rule, _)| rule.limits_tech)?;
    if let Some((id, _)) = bounding.1 {
        return Some(*id);
    }
    let homes: Vec<DeclId> = rules().filter_map(|(_, refer)| refer.map(|(id, _)| id)).collect();
    if homes.is_empty() {
        return None;
    }
    let visible = |place: &&Declared<'_>| program.lookup(package, place.kind(), place.name()) == Some(place.id);
    let mut listing = bounding
        .0
        .kinds
        .iter()
        .flat_map(|kind| program.of_kind(kind))
        .filter(visible)
        .filter(|place| listed(program, place).any(|id| homes.contains(&id)));
    match (listing.next(), listing.next()) {
        (Some(only), None) => Some(only.id),
        _ => None,
    }
}

/// The technology of a place: its own, or the highest of what it lists.
pub fn highest_tech(program: &Program<'_>, place: &Declared<'_>) -> Option<i64> {
    own_tech(place).or_else(|| listed(program, place).filter_map(|id| own_tech(program.get(id)?)).max())
}

/// The technology a thing or place says it has.
pub fn own_tech(declared: &Declared<'_>) -> Option<i64> {
    match declared.entry("tech").and_then(Entry::only).map(|expr| &expr.kind) {
        Some(ExprKind::Tech(tech)) => Some(*tech),
        _ => None,
    }
}

/// Things that the entries of a declaration name.
fn listed<'p>(program: &'p Program<'_>, place: &'p Declared<'_>) -> impl Iterator<Item = DeclId> + 'p {
    let paths = place.entries.iter().flat_map(|entry| &entry.values).filter_map(|value| value.expr.path());
    paths.filter_map(|path| program.find(place.package, &path, Kinds::Built).ok())
}

/// What stunts add to the limit of single things: `+1 to tech_limit of i`.
fn raised(design: &Design, purchase: &Purchase<'_>) -> BTreeMap<EcoString, i64> {
    let mut raised = BTreeMap::new();
    for stunt in &purchase.bought.stunts {
        let Some(rule) = design.stunts.get(stunt.rule) else { continue };
        for effect in rule.effects.iter().filter(|effect| matches!(&effect.op, Op::Change(_))) {
            let Some(effect) = bought_effect(effect, stunt) else { continue };
            let Op::Change(change) = &effect.op else { continue };
            let Quantity::Measure(measured) = &change.to else { continue };
            if let (Measure::TechLimit, Some(Of::Name(thing))) = (measured.what, &measured.of) {
                let by = change.by.eval(&mut |_| Ok(0)).unwrap_or(0);
                *raised.entry(thing.clone()).or_insert(0) += by;
            }
        }
    }
    raised
}
