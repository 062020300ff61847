//! The numbers by which the items of a design are compared, and their costs.
//!
//! If better numbers always cost more, an item can only be dominated by an item that pays the same for every number. Items are then grouped
//! by what they pay, and only a group of a few items is searched.

use crate::check::better_direction::{BetterDirections, Direction};
use crate::check::design::{Design, Fixed, StatRule};
use crate::check::formula::{DesignFormula, FormulaVariable};
use crate::check::ledger::FormulaValues;
use slip_pack::formula::Formula;
use slip_pack::ruleset::Rules;
use std::collections::BTreeMap;

/// Largest number of ranks whose costs are computed.
const MOST_RANKS: i64 = 60;

/// Kind of a number in a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Stat(usize),
    Track(usize),
    Stunt(usize),
    Technology,
    Price,
    Upkeep,
    Fate,
}

/// Numbers by which the items of a design are compared.
#[derive(Clone, Debug)]
pub struct ComparedNumbers {
    /// Direction in which each number of the design is better.
    pub(super) senses: BetterDirections,
    /// Numbers in order, each with the factor 1 if more is better, or -1 if less is better.
    pub(super) kinds: Vec<(Kind, i64)>,
    /// Costs of the numbers. `None` if the cost of one of them depends on more than the number itself.
    costs: Option<NumberCosts>,
}

#[derive(Clone, Debug)]
struct NumberCosts {
    /// Indices of the compared statistics, the lowest rank of each, and the cost of every rank.
    stats: Vec<(usize, i64, Vec<i64>)>,
    /// Indices of the stunts that have a cost and no parameters.
    stunts: Vec<usize>,
}

impl ComparedNumbers {
    /// Returns the numbers by which items of a design are compared, under the given rules.
    pub fn new(design: &Design, rules: Option<&Rules>) -> ComparedNumbers {
        let senses = BetterDirections::of(design, rules);
        let signed = |kind: Kind, sense: Direction| match sense {
            Direction::More => Some((kind, 1)),
            Direction::Less => Some((kind, -1)),
            Direction::Neither => None,
        };
        let stats = senses.stats.iter().enumerate().filter_map(|(at, sense)| signed(Kind::Stat(at), *sense));
        let tracks = senses.tracks.iter().enumerate().filter_map(|(at, sense)| signed(Kind::Track(at), *sense));
        let stunts = design.stunts.iter().zip(&senses.stunts).enumerate().filter(|(_, (rule, _))| rule.params.is_empty() && !rule.sink);
        let stunts = stunts.filter_map(|(at, (_, sense))| signed(Kind::Stunt(at), (*sense)?));
        let others = [(Kind::Technology, -1), (Kind::Price, -1), (Kind::Upkeep, -1), (Kind::Fate, 1)];
        let kinds = stats.chain(tracks).chain(stunts).chain(others).collect();
        let costs = NumberCosts::of(design, &senses);
        ComparedNumbers { senses, kinds, costs }
    }

    /// Adds the costs of an item's numbers to `key`. Items are compared only if their keys are equal. Adds nothing if an item can dominate
    /// one with different costs.
    pub(super) fn add_costs(&self, values: &FormulaValues<'_>, key: &mut Vec<i64>) {
        let Some(costs) = &self.costs else { return };
        for (at, low, of_rank) in &costs.stats {
            let steps = values.stats.get(*at).copied().unwrap_or(0).saturating_sub(*low).max(0);
            let cost = usize::try_from(steps).ok().and_then(|step| of_rank.get(step)).or(of_rank.last());
            key.push(cost.copied().unwrap_or(0));
        }
        key.extend(costs.stunts.iter().map(|at| values.stunts.get(*at).copied().unwrap_or(0)));
    }
}

impl NumberCosts {
    fn of(design: &Design, senses: &BetterDirections) -> Option<NumberCosts> {
        if design.tracks.iter().any(|rule| rule.cost.is_some()) || design.stunts.iter().any(|rule| !matches!(rule.inherent, Fixed::No)) {
            return None;
        }
        let mut costs = NumberCosts { stats: Vec::new(), stunts: Vec::new() };
        for (at, (rule, sense)) in design.stats.iter().zip(&senses.stats).enumerate() {
            let Some(cost) = &rule.cost else { continue };
            let (low, of_rank) = costs_of_ranks(rule, cost)?;
            if *sense != Direction::Neither {
                costs.stats.push((at, low, of_rank));
            }
        }
        for (at, rule) in design.stunts.iter().enumerate() {
            let Some(cost) = &rule.cost else { continue };
            match cost.formula {
                Formula::Int(0) => {}
                // A `sink` stunt that gives points back would let an item spend more on other numbers. The costs cannot be compared then.
                Formula::Int(cost) if cost < 0 && rule.sink => return None,
                Formula::Int(_) if rule.params.is_empty() => costs.stunts.push(at),
                Formula::Int(_) => {}
                _ => return None,
            }
        }
        Some(costs)
    }
}

/// Returns the lowest rank of a statistic and the cost of each rank; `None` if the ranks or costs depend on other numbers.
fn costs_of_ranks(rule: &StatRule, cost: &DesignFormula) -> Option<(i64, Vec<i64>)> {
    let mut is_rank = true;
    cost.names(&mut |name| is_rank &= *name == FormulaVariable::Rank);
    let (Formula::Int(low), Formula::Int(high)) = (&rule.low, &rule.high) else { return None };
    if !is_rank || high.checked_sub(*low)? > MOST_RANKS {
        return None;
    }
    let none = BTreeMap::new();
    let values = FormulaValues::of_rules(None, &none);
    let costs: Option<Vec<i64>> = (*low..=*high).map(|rank| values.eval(cost, rank).ok()).collect();
    Some((*low, costs?))
}
