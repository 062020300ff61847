//! Computes the points of an item after sets of moves (possible changes) without computing the item for every set.
//!
//! A chain is a series of moves of one part. Two chains are independent if no cost and no budget depends on both: their effects on the
//! points then add up. The points of most sets can therefore be added up from the points of single moves. Sets whose best moves together
//! are not enough are skipped.
//!
//! If one part, such as the technology, influences everything, it is called the hub. The other chains are then computed for each move of
//! the hub. All other sets are computed in full.

use super::possible_moves::{Chain, RepairMove};
use super::purchase_change::RepairChange;
use crate::check::build::inherent_stunts;
use crate::check::design::Design;
use crate::check::formula::{DesignFormula, FormulaVariable};
use crate::check::read_purchase::{Bought, ItemPurchase};
use ecow::EcoString;
use std::collections::{BTreeMap, BTreeSet};

/// Index of a chain of moves, and index of a move in this chain.
pub(super) type MoveIndex = (usize, usize);

/// Excess: points spent above each budget; negative if points are left.
pub(super) type Excess = Vec<i64>;

/// Costs that each chain of moves influences. If two chains have no cost in common, their points can be added.
pub(super) struct SharedCosts {
    /// For each chain of moves, the indexes of the costs that it influences; `None` if the indexes are not known.
    terms: Option<Vec<BTreeSet<usize>>>,
}

/// Value that a move changes and that a formula may read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum ReadValue {
    Tech,
    Stat(usize),
    Track(usize),
    Stunt(usize),
    Group(EcoString),
    Stunts,
    Aspects,
}

impl SharedCosts {
    /// Computes the costs that each chain of changes influences. `known` is false for designs whose costs may depend on more than their
    /// formulas.
    pub(super) fn of(design: &Design, purchase: &ItemPurchase<'_>, chains: &[Chain], known: bool) -> Self {
        if !known {
            return SharedCosts { terms: None };
        }
        let terms = terms(design, purchase);
        let moved = |chain: &Chain| {
            let touched: BTreeSet<ReadValue> = chain.moves.iter().flat_map(|one| touched(design, purchase, &one.change)).collect();
            terms.iter().enumerate().filter(|(_, reads)| !reads.is_disjoint(&touched)).map(|(at, _)| at).collect()
        };
        SharedCosts { terms: Some(chains.iter().map(moved).collect()) }
    }

    fn independent(&self, one: usize, other: usize) -> bool {
        let terms = self.terms.as_ref();
        terms.and_then(|terms| Some(terms.get(one)?.is_disjoint(terms.get(other)?))).unwrap_or(false)
    }

    /// Returns the index of the hub: a chain that connects others, so that all other chains are independent without it. `Some(None)` if all
    /// chains are independent anyway; `None` if there is no single such chain.
    fn hub(&self, set: &[usize]) -> Option<Option<usize>> {
        let apart = |without: Option<usize>| {
            let rest: Vec<usize> = set.iter().copied().filter(|chain| Some(*chain) != without).collect();
            rest.iter().enumerate().all(|(at, one)| rest.iter().skip(at.saturating_add(1)).all(|other| self.independent(*one, *other)))
        };
        if apart(None) {
            return Some(None);
        }
        set.iter().copied().find(|chain| apart(Some(*chain))).map(Some)
    }
}

/// Returns a flag for each chain: true if its moves change a value that the formulas read or, with `aspects`, change the aspects. Returns
/// `None` if this is unknown: the formulas count stunts, and the design gives some of its stunts only under conditions.
pub(super) fn looks(
    design: &Design,
    purchase: &ItemPurchase<'_>,
    formulas: &[&DesignFormula],
    chains: &[Chain],
    aspects: bool,
) -> Option<Vec<bool>> {
    let mut reads: BTreeSet<ReadValue> = aspects.then_some(ReadValue::Aspects).into_iter().collect();
    formulas.iter().for_each(|formula| read(formula, &mut reads));
    unwritten(design, purchase, &mut reads);
    if inherent_stunts::gives_any(design)
        && reads.iter().any(|name| matches!(name, ReadValue::Stunt(_) | ReadValue::Group(_) | ReadValue::Stunts))
    {
        return None;
    }
    let touches =
        |chain: &Chain| chain.moves.iter().flat_map(|one| touched(design, purchase, &one.change)).any(|name| reads.contains(&name));
    Some(chains.iter().map(touches).collect())
}

/// Returns the values on which each cost and the budget depend.
fn terms(design: &Design, purchase: &ItemPurchase<'_>) -> Vec<BTreeSet<ReadValue>> {
    let reads = |formulas: &[Option<&DesignFormula>], own: Option<ReadValue>| {
        let mut found: BTreeSet<ReadValue> = own.into_iter().collect();
        formulas.iter().flatten().for_each(|formula| read(formula, &mut found));
        unwritten(design, purchase, &mut found);
        found
    };
    let stats = design
        .stats
        .iter()
        .enumerate()
        .map(|(at, rule)| reads(&[rule.cost.as_ref(), Some(&rule.low), Some(&rule.high)], Some(ReadValue::Stat(at))));
    let tracks = design.tracks.iter().enumerate().map(|(at, rule)| {
        let fixed = match &rule.fixed {
            crate::check::design::Fixed::When(condition) => Some(&condition.formula),
            _ => None,
        };
        reads(&[rule.cost.as_ref(), Some(&rule.base), fixed], Some(ReadValue::Track(at)))
    });
    let stunts = design.stunts.iter().enumerate().map(|(at, rule)| {
        let only = rule.only.as_ref().map(|only| &only.formula);
        reads(&[rule.cost.as_ref().map(|cost| &cost.formula), only], Some(ReadValue::Stunt(at)))
    });
    // The last element contains the values on which the budget depends, also through modes, which may reduce the budget.
    let mut allowed = reads(&[design.budget.as_ref().map(|clause| &clause.formula)], None);
    for (at, rule) in design.stunts.iter().enumerate().filter(|(_, rule)| rule.modes.is_some()) {
        allowed.insert(ReadValue::Stunt(at));
        rule.modes.iter().for_each(|formula| read(formula, &mut allowed));
    }
    unwritten(design, purchase, &mut allowed);
    stats.chain(tracks).chain(stunts).chain([allowed]).collect()
}

fn read(formula: &DesignFormula, found: &mut BTreeSet<ReadValue>) {
    formula.names(&mut |name| {
        found.extend(match name {
            FormulaVariable::Tech | FormulaVariable::Local => Some(ReadValue::Tech),
            FormulaVariable::Stat(at) | FormulaVariable::Written(at) => Some(ReadValue::Stat(*at)),
            FormulaVariable::Track(at) => Some(ReadValue::Track(*at)),
            FormulaVariable::Stunt(at) => Some(ReadValue::Stunt(*at)),
            FormulaVariable::Group(name) => Some(ReadValue::Group(name.clone())),
            FormulaVariable::Stunts => Some(ReadValue::Stunts),
            FormulaVariable::Aspects => Some(ReadValue::Aspects),
            _ => None,
        });
    });
}

/// Adds the values from which the unwritten statistics of an item are computed. A formula that uses such a statistic also depends on these
/// values.
fn unwritten(design: &Design, purchase: &ItemPurchase<'_>, found: &mut BTreeSet<ReadValue>) {
    let modes = || purchase.modes.iter().map(|mode| &mode.bought);
    let parts = || std::iter::once(&purchase.bought).chain(modes());
    loop {
        let mut more = found.clone();
        for name in found.iter() {
            let base = match name {
                ReadValue::Stat(at) => {
                    let written = |bought: &Bought| bought.stats.get(*at).is_some_and(Option::is_some);
                    design.stats.get(*at).filter(|_| !parts().all(written)).map(|rule| &rule.base)
                }
                ReadValue::Track(at) => design.tracks.get(*at).map(|rule| &rule.base),
                _ => None,
            };
            base.into_iter().for_each(|base| read(base, &mut more));
        }
        if more.len() == found.len() {
            return;
        }
        *found = more;
    }
}

fn touched(design: &Design, purchase: &ItemPurchase<'_>, change: &RepairChange) -> Vec<ReadValue> {
    let stunt = |rule: usize| {
        let group = design.stunts.get(rule).and_then(|rule| rule.group.clone()).map(ReadValue::Group);
        [ReadValue::Stunt(rule), ReadValue::Stunts].into_iter().chain(group).collect::<Vec<ReadValue>>()
    };
    match change {
        RepairChange::Stat(at, _) => vec![ReadValue::Stat(*at)],
        RepairChange::Track(at, _) => vec![ReadValue::Track(*at)],
        RepairChange::Unsay(_) => vec![ReadValue::Aspects],
        RepairChange::Add(added) => stunt(added.rule),
        RepairChange::Drop(span) | RepairChange::Count(span, _) => {
            let own = purchase.modes.iter().flat_map(|mode| &mode.own_stunts);
            let bought = purchase.bought.stunts.iter().chain(own).find(|stunt| stunt.span == *span);
            bought.map_or_else(Vec::new, |bought| stunt(bought.rule))
        }
        RepairChange::Number(at, _) => {
            let modes = purchase.modes.iter().map(|mode| &mode.bought);
            let stats = std::iter::once(&purchase.bought).chain(modes).flat_map(|bought| bought.stats.iter().enumerate());
            let stats =
                stats.filter(|(_, written)| written.is_some_and(|written| written.at == *at)).map(|(stat, _)| ReadValue::Stat(stat));
            let tracks = purchase.tracks.iter().enumerate();
            let tracks =
                tracks.filter(|(_, written)| written.is_some_and(|written| written.at == *at)).map(|(track, _)| ReadValue::Track(track));
            let tech = purchase.tech.filter(|tech| tech.at == *at).map(|_| ReadValue::Tech);
            stats.chain(tracks).chain(tech).collect()
        }
    }
}

/// Computes the points of sets of moves. If moves are independent, their differences are added; other sets are computed in full by
/// `reckon`.
pub(super) struct MovePoints<'a, F: Fn(&[&RepairMove]) -> Excess> {
    chains: &'a [Chain],
    shares: &'a SharedCosts,
    base: Excess,
    reckon: F,
    known: BTreeMap<(MoveIndex, Option<MoveIndex>), Excess>,
    /// Number of times that the item was computed in full.
    pub(super) reckoned: usize,
}

impl<'a, F: Fn(&[&RepairMove]) -> Excess> MovePoints<'a, F> {
    pub(super) fn new(chains: &'a [Chain], shares: &'a SharedCosts, base: Excess, reckon: F) -> Self {
        MovePoints { chains, shares, base, reckon, known: BTreeMap::new(), reckoned: 0 }
    }

    fn full(&mut self, set: &[MoveIndex]) -> Excess {
        let moves: Vec<&RepairMove> = set.iter().filter_map(|(chain, step)| self.chains.get(*chain)?.moves.get(*step)).collect();
        self.reckoned = self.reckoned.saturating_add(1);
        (self.reckon)(&moves)
    }

    /// Returns the excess of points after the move `one`. If `hub` is given, the move of the hub (the chain that influences all others) is
    /// made too.
    fn under(&mut self, hub: Option<MoveIndex>, one: MoveIndex) -> Excess {
        if let Some(known) = self.known.get(&(one, hub)) {
            return known.clone();
        }
        let set: Vec<MoveIndex> = hub.into_iter().chain([one]).collect();
        let excess = self.full(&set);
        self.known.insert((one, hub), excess.clone());
        excess
    }

    fn under_hub(&mut self, hub: Option<MoveIndex>) -> Excess {
        match hub {
            Some(hub) => self.under(None, hub),
            None => self.base.clone(),
        }
    }

    /// Returns the excess after some moves.
    pub(super) fn excess(&mut self, set: &[MoveIndex]) -> Excess {
        if let [only] = set {
            return self.under(None, *only);
        }
        let chains: Vec<usize> = set.iter().map(|(chain, _)| *chain).collect();
        let Some(hub) = self.shares.hub(&chains) else { return self.full(set) };
        let hub = hub.and_then(|hub| set.iter().copied().find(|(chain, _)| *chain == hub));
        let base = self.under_hub(hub);
        let mut sum = base.clone();
        for one in set.iter().filter(|one| Some(**one) != hub) {
            let with = self.under(hub, *one);
            add(&mut sum, &with, &base);
        }
        sum
    }

    /// True if the chains cannot repair the item: even with their best moves together, some budget is exceeded by more than its limit.
    pub(super) fn hopeless(&mut self, set: &[usize], limits: &[i64]) -> bool {
        let Some(hub) = self.shares.hub(set) else { return false };
        let steps = |chain: usize| self.chains.get(chain).map_or(0, |chain| chain.moves.len());
        let hubs: Vec<Option<MoveIndex>> = match hub {
            Some(hub) => (0..steps(hub)).map(|step| Some((hub, step))).collect(),
            None => vec![None],
        };
        let others: Vec<(usize, usize)> = set.iter().filter(|chain| Some(**chain) != hub).map(|chain| (*chain, steps(*chain))).collect();
        hubs.into_iter().all(|hub| {
            let base = self.under_hub(hub);
            let mut least = base.clone();
            for (chain, steps) in &others {
                let best = (0..*steps)
                    .map(|step| self.under(hub, (*chain, step)))
                    .reduce(|best, other| best.iter().zip(&other).map(|(one, other)| *one.min(other)).collect());
                add(&mut least, &best.unwrap_or_else(|| base.clone()), &base);
            }
            least.iter().zip(limits).any(|(least, limit)| least > limit)
        })
    }
}

/// Adds the difference between the excesses `with` and `base` to `sum`.
fn add(sum: &mut Excess, with: &[i64], base: &[i64]) {
    for (sum, (with, base)) in sum.iter_mut().zip(with.iter().zip(base)) {
        *sum = sum.saturating_add(with.saturating_sub(*base));
    }
}
