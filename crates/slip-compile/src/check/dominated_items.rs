//! Reports dominated items. An item is dominated if another item of the same package is at least as good in everything and costs no more.
//!
//! Matters of taste are not compared (R-XEX3): two items are compared only if they have the same design, derived aspects, flags, unpriced
//! properties and stunt subjects. Items with a waiver, modes, gear or skills are never compared, nor is an item with its base. If two items
//! are equal, neither is reported.

mod compared_numbers;

pub use compared_numbers::ComparedNumbers;

use self::compared_numbers::Kind;
use super::better_direction::Direction;
use super::context::CheckContext;
use super::design::Design;
use super::errors;
use super::ledger::{FormulaValues, clamped};
use super::legality::Case;
use super::read_purchase::WaiverEntry;
use crate::pareto::ParetoIndex;
use crate::resolve::DeclId;
use ecow::EcoString;
use rayon::prelude::*;
use slip_source::PackageId;
use slip_source::diagnostic::suppressed::Suppressor;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Maximum number of items that are examined to find one that dominates a given item. Items that are related to it by `from` do not count
/// as such a find.
const MOST_RELATIVES: usize = 500;

/// Numbers and words by which an item is compared with other items of its design.
#[derive(Debug)]
pub struct ComparisonKey {
    id: DeclId,
    design: DeclId,
    /// Values that must be equal in two items; otherwise neither dominates the other.
    apart: Vec<i64>,
    words: Vec<EcoString>,
    /// Numbers for which higher is better. The first numbers are those of [`ComparedNumbers`]. An item dominates another if at least one of
    /// these first numbers is better and no number is worse.
    numbers: Vec<i32>,
}

/// Built item that is compared with the other items once all are built.
#[derive(Debug)]
pub struct ItemComparison {
    /// Declaration of the item.
    pub id: DeclId,
    /// Numbers and words by which the item is compared with others; `None` if it is not compared.
    pub standing: Option<ComparisonKey>,
    /// Waiver of the author for the report that this item is dominated.
    pub waiver: Option<WaiverEntry>,
}

/// Cost, upkeep and fate points.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComparedCosts {
    /// Purchase Cost.
    pub price: Option<i32>,
    /// Rating on which the maintenance of the item depends.
    pub upkeep: Option<i32>,
    /// Fate points.
    pub fate: Option<i32>,
    /// Build points spent.
    pub spent: i64,
}

/// Returns the numbers and words by which an item is compared; `None` if items of its kind are not compared.
pub fn standing(case: &Case<'_, '_, '_>, values: &FormulaValues<'_>, sums: ComparedCosts) -> Option<ComparisonKey> {
    let Case { context, design, declared, purchase, .. } = case;
    if context.uncompared.contains(&declared.package) {
        return None;
    }
    let compared = context.compared_numbers(design)?;
    let senses = &compared.senses;
    let alone = !purchase.modes.is_empty() || !purchase.gear.is_empty() || purchase.skills.is_some() || design.shape.is_some();
    if alone || design.budget.is_none() || !purchase.effects.is_empty() || !purchase.without.is_empty() {
        return None;
    }
    let count = |at: usize| values.stunts.get(at).copied().unwrap_or(0);
    let value = |(kind, sign): &(Kind, i64)| {
        let number = match *kind {
            Kind::Stat(at) => values.stats.get(at).copied().unwrap_or(0),
            Kind::Track(at) => values.tracks.get(at).copied().unwrap_or(0),
            Kind::Stunt(at) => count(at),
            Kind::Technology => values.tech,
            Kind::Price => sums.price.map_or(0, i64::from),
            Kind::Upkeep => sums.upkeep.map_or(0, i64::from),
            Kind::Fate => sums.fate.map_or(0, i64::from),
        };
        clamped(number.saturating_mul(*sign))
    };
    let mut numbers: Vec<i32> = compared.kinds.iter().map(value).collect();
    // Stunts marked `sink` have no effect, and their number is a matter of taste. Spending fewer points on them is therefore no advantage.
    let sinks = design.stunts.iter().enumerate().filter(|(_, rule)| rule.sink && rule.params.is_empty());
    numbers.extend(sinks.map(|(at, _)| clamped(count(at))));
    numbers.push(clamped(sums.spent.saturating_neg()));
    numbers.push(clamped(values.aspects));
    let mut apart = Vec::new();
    for rule in &design.aspects {
        apart.push(i64::from(rule.condition.as_ref().is_none_or(|condition| values.holds(&condition.formula))));
        apart.extend(rule.values.iter().map(|(_, formula, _)| values.eval(formula, 0).unwrap_or(0)));
    }
    let neither = |senses: &[Direction], numbers: &[i64]| -> Vec<i64> {
        senses.iter().zip(numbers).filter(|(sense, _)| **sense == Direction::Neither).map(|(_, number)| *number).collect()
    };
    apart.extend(neither(&senses.stats, &values.stats));
    apart.extend(neither(&senses.tracks, &values.tracks));
    apart.extend(values.flags.iter().map(|flag| i64::from(*flag)));
    apart.extend(values.holds.iter().chain(values.choices));
    apart.extend(purchase.refers.iter().map(|refer| refer.as_ref().map_or(-1, |(id, _)| i64::from(id.0))));
    apart.push(i64::from(sums.price.is_some()));
    let free = |(at, sense): (usize, &Option<Direction>)| matches!(sense, None | Some(Direction::Neither)).then(|| count(at));
    apart.extend(senses.stunts.iter().enumerate().filter_map(free));
    compared.add_costs(values, &mut apart);
    let about = purchase.bought.stunts.iter().filter(|stunt| !stunt.args.is_empty());
    let mut words: Vec<EcoString> =
        about.filter_map(|stunt| Some(super::ledger::stunt_words(&design.stunts.get(stunt.rule)?.name, stunt))).collect();
    words.extend(purchase.refer_words.iter().map(|(refer, word)| ecow::eco_format!("{refer} {word}")));
    words.sort();
    Some(ComparisonKey { id: declared.id, design: design.id, apart, words, numbers })
}

/// Values that all items of a group have in common. Only items of one group are compared with each other. The values are package, design,
/// numbers that must be equal, and words that must be equal.
type ComparisonGroup<'a> = (PackageId, DeclId, &'a [i64], &'a [EcoString]);

/// Reports dominated items, and waivers for dominated items that are not needed. Returns the items whose waivers were needed.
pub fn check(context: &CheckContext<'_, '_>, compared: &[ItemComparison], out: &mut Diagnostics) -> BTreeSet<DeclId> {
    let package = |id: DeclId| context.program.get(id).map_or(PackageId::STD, |declared| declared.package);
    let mut groups: Vec<Vec<&ComparisonKey>> = Vec::new();
    let mut group_of: HashMap<ComparisonGroup<'_>, usize> = HashMap::new();
    for one in compared.iter().filter_map(|one| one.standing.as_ref()) {
        let group = *group_of.entry((package(one.id), one.design, one.apart.as_slice(), one.words.as_slice())).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups.retain(|group| group.len() > 1);
    let found: Vec<(DeclId, Diagnostic)> = groups.par_iter().flat_map_iter(|group| dominated(context, group)).collect();
    let allowed: BTreeMap<DeclId, &EcoString> = compared.iter().filter_map(|one| Some((one.id, &one.waiver.as_ref()?.reason))).collect();
    let mut needed = BTreeSet::new();
    for (id, said) in found {
        let mut said = Diagnostics::from_iter([said]);
        if let Some(reason) = allowed.get(&id) {
            said.suppress(Suppressor::Waiver, reason, |_| true);
            needed.insert(id);
        }
        out.append(said);
    }
    for one in compared.iter().filter(|one| !needed.contains(&one.id)) {
        if let (Some(waiver), Some(declared)) = (&one.waiver, context.program.get(one.id)) {
            out.push(errors::unused_waiver(waiver, &declared.tree.name, context.program.sources));
        }
    }
    needed
}

fn dominated(context: &CheckContext<'_, '_>, group: &[&ComparisonKey]) -> Vec<(DeclId, Diagnostic)> {
    let Some(id) = group.first().map(|first| first.design) else { return Vec::new() };
    let Some(design) = context.designs.get(&id) else { return Vec::new() };
    let Some(ComparedNumbers { kinds, .. }) = context.compared_numbers(design) else { return Vec::new() };
    // If all items of the group have the same numbers, no item dominates another.
    if group.iter().zip(group.iter().skip(1)).all(|(one, next)| one.numbers == next.numbers) {
        return Vec::new();
    }
    // Items with the greatest sum of numbers come first, so that the message names one of the best items.
    let mut order: Vec<&ComparisonKey> = group.to_vec();
    let sum = |one: &ComparisonKey| one.numbers.iter().take(kinds.len()).map(|number| i64::from(*number)).sum::<i64>();
    order.sort_by_key(|one| (std::cmp::Reverse(sum(one)), one.id));
    let points: Vec<Vec<i32>> = order.iter().map(|one| one.numbers.clone()).collect();
    let skyline = ParetoIndex::of(&points, kinds.len());
    let mut found = Vec::new();
    for one in group {
        let Some(first) = skyline.first_above(&one.numbers) else { continue };
        let rest = || order.iter().skip(first).take(MOST_RELATIVES);
        let Some(better) = rest().find(|other| passes(other, one, kinds.len()) && !are_relatives(context, one.id, other.id)) else {
            continue;
        };
        found.extend(said(context, design, kinds, one, better).map(|said| (one.id, said)));
    }
    found
}

fn passes(other: &ComparisonKey, one: &ComparisonKey, counted: usize) -> bool {
    let pairs = || other.numbers.iter().zip(&one.numbers);
    pairs().all(|(other, own)| other >= own) && pairs().take(counted).any(|(other, own)| other > own)
}

/// True if one item is derived from the other.
fn are_relatives(context: &CheckContext<'_, '_>, one: DeclId, other: DeclId) -> bool {
    let comes_from = |mut from: DeclId, to: DeclId| {
        for _ in 0..MOST_RELATIVES {
            match context.program.get(from).and_then(|declared| declared.base) {
                Some(base) if base == to => return true,
                Some(base) => from = base,
                None => return false,
            }
        }
        false
    };
    comes_from(one, other) || comes_from(other, one)
}

fn said(
    context: &CheckContext<'_, '_>,
    design: &Design,
    kinds: &[(Kind, i64)],
    one: &ComparisonKey,
    better: &ComparisonKey,
) -> Option<Diagnostic> {
    let (own, other) = (context.program.get(one.id)?, context.program.get(better.id)?);
    let gains = kinds.iter().zip(&one.numbers).zip(&better.numbers).filter(|((_, own), other)| other > own);
    let gains: Vec<String> =
        gains.filter_map(|(((kind, sign), own), other)| gain(design, *kind, i64::from(*own) * sign, i64::from(*other) * sign)).collect();
    Some(errors::dominated_design(&own.tree.name, &other.tree.name, &gains))
}

/// Describes the advantage of the other item in one number: `harm 3 instead of 2`, `T0 instead of T1`.
fn gain(design: &Design, kind: Kind, own: i64, other: i64) -> Option<String> {
    Some(match kind {
        Kind::Stat(at) => format!("{} {other} instead of {own}", design.stats.get(at)?.name),
        Kind::Track(at) => format!("{} {other} instead of {own}", design.tracks.get(at)?.name),
        Kind::Stunt(at) => {
            let name = &design.stunts.get(at)?.name;
            match (own, other) {
                (0, 1) => format!("`{name}`"),
                (1, 0) => format!("no `{name}`"),
                _ => format!("`{name}` x{other} instead of x{own}"),
            }
        }
        Kind::Technology => format!("T{other} instead of T{own}"),
        Kind::Price => format!("Cost {other} instead of {own}"),
        Kind::Upkeep => format!("upkeep {other} instead of {own}"),
        Kind::Fate => format!("{other} fate points instead of {own}"),
    })
}
