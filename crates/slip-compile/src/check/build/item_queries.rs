//! Answers queries of other items about an item: its effects, its numbers, its properties. Reports nothing.

use super::{assemble, effects, find_design, inherent_stunts, read_skills};
use crate::check::context::{CheckContext, CompilePurpose};
use crate::check::design::Design;
use crate::check::ledger::reckon;
use crate::check::legality::Case;
use crate::check::{familiarity, read_purchase};
use crate::resolve::{DeclId, DeclaredItem};
use ecow::EcoString;
use slip_limits::REFERENCES_DEEP;
use slip_pack::effect::{Effect, Role, State, Term};
use slip_pack::item::BuiltItem;
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

/// Builds an item without its gear and without the items that effects grant it. Items that grant each other therefore cause no endless
/// loop.
pub(in crate::check) fn alone(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>) -> Option<BuiltItem> {
    let mut quiet = Diagnostics::new();
    let design = find_design(context, declared, &mut quiet)?;
    let mut purchase = read_purchase::read(context, design, declared, &mut quiet);
    familiarity::tech_limit(context, design, declared, &mut purchase);
    let ranks = read_skills(context, design, declared, &purchase, &mut quiet).ranks;
    inherent_stunts::give(design, &mut purchase, &ranks, context.rules_of(declared.package));
    let case = Case { context, design, declared, purchase: &purchase, keep: CompilePurpose::Pack };
    assemble(&case, &ranks, &mut None, &mut quiet)
}

/// Returns the effects of an item without reporting anything. For a modal weapon, these are the effects of its first mode.
pub fn effects_of(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>) -> Vec<Arc<Effect>> {
    let mut quiet = Diagnostics::new();
    let Some(design) = find_design(context, declared, &mut quiet) else { return Vec::new() };
    let purchase = read_purchase::read(context, design, declared, &mut quiet);
    let bought = purchase.first_part();
    effects(design, &purchase, bought)
}

/// Returns a function for the values of terms that depend only on the item itself: its ranks, stunts, technology and kind.
pub(in crate::check) fn own_terms(
    context: &CheckContext<'_, '_>,
    design: &Design,
    declared: &DeclaredItem<'_>,
) -> impl Fn(&Term) -> Option<i64> {
    let purchase = read_purchase::read(context, design, declared, &mut Diagnostics::new());
    let bought = purchase.first_part();
    let none = BTreeMap::new();
    let values = reckon(design, &purchase, bought, &none, context.rules_of(declared.package)).values;
    let stats = design.stats.iter().zip(&values.stats).map(|(rule, rank)| (rule.name.clone(), *rank));
    let flags = design.flags.iter().zip(values.flags).map(|(flag, on)| (flag.clone(), i64::from(*on)));
    let stats: BTreeMap<EcoString, i64> = stats.chain(flags).collect();
    let stunts: BTreeMap<EcoString, i64> =
        design.stunts.iter().zip(&values.stunts).map(|(rule, count)| (rule.name.clone(), *count)).collect();
    let (tech, kind, name) = (values.tech, design.kind.clone(), design.name.clone());
    move |term| match term {
        Term::Stat(stat, Role::Own) => stats.get(stat).copied(),
        Term::Stunt(stunt) => stunts.get(stunt).copied(),
        Term::State(State::Tech) => Some(tech),
        Term::Kind(word) | Term::IsA(Role::Own | Role::Bearer, word) if *word == kind || *word == name => Some(1),
        _ => None,
    }
}

/// Statistics and tracks of a built item. For an item with modes, the values of the first mode are used.
#[derive(Clone, Debug, Default)]
pub struct ItemNumbers {
    /// Rank of each statistic and number of boxes of each track, by name.
    pub values: BTreeMap<EcoString, i64>,
    /// Length of the longest chain of items that this item takes numbers from.
    pub chain_below: usize,
}

/// Returns the numbers of an item without reporting anything. `asked` is the chain of items that need these numbers: each item needs
/// numbers of the next, and the last needs those of this item.
///
/// The numbers of each item are stored. They are computed only once, even if many references lead to the item.
///
/// # Errors
///
/// Returns the reason why the numbers cannot be computed.
pub fn stats_of(
    context: &CheckContext<'_, '_>,
    declared: &DeclaredItem<'_>,
    asked: QueryChain<'_>,
) -> Result<ItemNumbers, UncomputableNumbers> {
    if asked.is_one_of_them(declared.id) {
        return Err(UncomputableNumbers::Circle);
    }
    let known = context.item_numbers.lock().unwrap_or_else(PoisonError::into_inner).get(&declared.id).cloned();
    if asked.depth.saturating_add(known.as_ref().map_or(0, |known| known.chain_below)) > REFERENCES_DEEP {
        return Err(UncomputableNumbers::Deep);
    }
    if let Some(known) = known {
        return Ok(known);
    }
    let numbers = read_numbers(context, declared, asked)?;
    context.item_numbers.lock().unwrap_or_else(PoisonError::into_inner).insert(declared.id, numbers.clone());
    Ok(numbers)
}

fn read_numbers(
    context: &CheckContext<'_, '_>,
    declared: &DeclaredItem<'_>,
    asked: QueryChain<'_>,
) -> Result<ItemNumbers, UncomputableNumbers> {
    let mut quiet = Diagnostics::new();
    let Some(design) = find_design(context, declared, &mut quiet) else { return Ok(ItemNumbers::default()) };
    let purchase = read_purchase::read_at(context, design, declared, Some(asked), &mut quiet);
    if let Some(endless) = purchase.endless {
        return Err(endless);
    }
    let bought = purchase.first_part();
    let none = BTreeMap::new();
    let reckoning = reckon(design, &purchase, bought, &none, context.rules_of(declared.package));
    if !reckoning.values.unknown.is_certain() {
        return Err(UncomputableNumbers::Unread);
    }
    let stats = design.stats.iter().zip(&reckoning.values.stats).map(|(rule, value)| (rule.name.clone(), *value));
    let tracks = design.tracks.iter().zip(&reckoning.values.tracks).map(|(rule, value)| (rule.name.clone(), *value));
    Ok(ItemNumbers { values: stats.chain(tracks).collect(), chain_below: purchase.chain_below })
}

/// Chain of items, each of which takes numbers from the next one.
#[derive(Clone, Copy, Debug)]
pub struct QueryChain<'a> {
    /// Last item of the chain: it takes numbers from the item that is read now.
    pub by: DeclId,
    /// Rest of the chain without its last item; `None` if the chain has only one item.
    pub before: Option<&'a QueryChain<'a>>,
    /// Length of the chain.
    pub depth: usize,
}

impl QueryChain<'_> {
    fn is_one_of_them(&self, id: DeclId) -> bool {
        self.by == id || self.before.is_some_and(|before| before.is_one_of_them(id))
    }
}

/// Reason why the numbers of another item cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncomputableNumbers {
    /// The items take numbers from each other in a circle.
    Circle,
    /// An item that the numbers depend on could not be read.
    Unread,
    /// Items take numbers from one another in a chain that is longer than the limit.
    Deep,
}
