//! Prices of variables. If the prices of several variables depend on one another, the variables form a price group (knot) and have one
//! price.
//!
//! The cost of a design is the sum of the costs of its price groups and its other variables. Each is computed with everything else as in
//! the blank item, since no addend of the sum depends on two of them. Therefore the sum of the minimum costs is a lower bound for the cost
//! of a design, and the only one.

use super::partial_eval::Roots;
use super::{DesignSpace, VariableId};
use crate::explore::compared_values::Axis;
use std::collections::BTreeSet;

/// Greatest number of combinations of a price group that are computed to find its minimum cost.
const MOST_COMBINATIONS: usize = 10_000;
/// Number that is lower than any cost.
const BOTTOMLESS: i64 = i64::MIN / 4;

/// Group of variables whose prices depend on one another.
#[derive(Clone, Debug)]
pub(in crate::explore) struct PriceGroup {
    /// Indices of the variables in the group, in order.
    pub places: Vec<usize>,
    /// Minimum cost of the group for each value of each of its variables; empty if there are too many combinations.
    by_value: Vec<Vec<i64>>,
}

impl PriceGroup {
    /// Returns the minimum cost of the group.
    pub(in crate::explore) fn least(&self) -> i64 {
        self.by_value.first().and_then(|costs| costs.iter().copied().min()).unwrap_or(BOTTOMLESS)
    }
}

impl DesignSpace<'_, '_, '_> {
    /// Returns the minimum cost of the given variables. It is negative if the variables can give points back.
    pub(in crate::explore) fn least(&self, places: &[usize]) -> i64 {
        let alone = places.iter().filter_map(|place| self.variables.get(*place)).map(|variable| variable.least());
        let knots = self.knots.iter().filter(|knot| knot.places.first().is_some_and(|first| places.contains(first))).map(PriceGroup::least);
        alone.chain(knots).fold(0, i64::saturating_add)
    }

    /// True if the minimum cost of the variables is known.
    pub(in crate::explore) fn is_bounded(&self, places: &[usize]) -> bool {
        self.least(places) > BOTTOMLESS / 2
    }

    /// Returns the cost of a price group with the chosen values. All other values are those of the blank item.
    pub(in crate::explore) fn cost_of_knot(&self, knot: &PriceGroup, chosen: &[(VariableId, i64)]) -> i64 {
        let tied =
            |what: VariableId| knot.places.iter().any(|place| self.variables.get(*place).is_some_and(|variable| variable.what == what));
        let own: Vec<(VariableId, i64)> = chosen.iter().filter(|(what, _)| tied(*what)).copied().collect();
        self.cost(&self.reckon(&self.purchase(&own))).unwrap_or_else(|| knot.least())
    }

    /// Computes all prices and finds the price groups.
    pub(super) fn settle_prices(&mut self) {
        if self.budget.is_none() {
            self.variables.iter_mut().for_each(|variable| variable.costs = vec![0; variable.values.len()]);
            return;
        }
        self.knots = self.tied().into_iter().map(|places| PriceGroup { by_value: self.reckoned(&places), places }).collect();
        let tied: BTreeSet<usize> = self.knots.iter().flat_map(|knot| &knot.places).copied().collect();
        let cost = |(place, variable): (usize, &super::variables::DesignVariable)| {
            let alone = |value: &i64| match tied.contains(&place) || !variable.is_said(*value) {
                true => 0,
                false => self.cost(&self.reckon(&self.purchase(&[(variable.what, *value)]))).unwrap_or(0),
            };
            variable.values.iter().map(alone).collect()
        };
        let costs: Vec<Vec<i64>> = self.variables.iter().enumerate().map(cost).collect();
        self.variables.iter_mut().zip(costs).for_each(|(variable, costs)| variable.costs = costs);
    }

    /// Returns the minimum extra cost of a design for each value of a variable.
    pub(super) fn least_by_value(&self, place: usize) -> Vec<i64> {
        let Some(variable) = self.variables.get(place) else { return Vec::new() };
        let Some(knot) = self.knots.iter().find(|knot| knot.places.contains(&place)) else {
            return variable.costs.iter().map(|cost| cost.saturating_sub(variable.least())).collect();
        };
        let at = knot.places.iter().position(|other| *other == place);
        match at.and_then(|at| knot.by_value.get(at)) {
            Some(costs) => costs.iter().map(|cost| cost.saturating_sub(knot.least())).collect(),
            None => vec![BOTTOMLESS; variable.values.len()],
        }
    }

    /// True if a variable shares an addend of the cost with another variable.
    pub(super) fn is_tied(&self, place: usize) -> bool {
        self.knots.iter().any(|knot| knot.places.contains(&place))
    }

    /// Returns groups of variables; the variables of a group occur together in an addend of the cost.
    fn tied(&self) -> Vec<Vec<usize>> {
        let mut knots: Vec<Roots> = Vec::new();
        for mut addend in self.addends_of_cost().into_iter().filter(|addend| addend.len() > 1) {
            knots.retain(|knot| {
                let apart = knot.is_disjoint(&addend);
                if !apart {
                    addend.extend(knot.iter().copied());
                }
                apart
            });
            knots.push(addend);
        }
        knots.into_iter().map(|knot| knot.into_iter().collect()).collect()
    }

    /// Returns, for each addend of the cost, the variables on which it depends.
    pub(super) fn addends_of_cost(&self) -> Vec<Roots> {
        let design = self.design;
        let mut addends = Vec::new();
        for (at, rule) in design.stats.iter().enumerate() {
            let Some(cost) = &rule.cost else { continue };
            // Stunts may raise the cap of a rank, and a rank above the cap costs only as much as the cap (R-D3). The price thus depends on
            // these stunts.
            let mut addend = self.joined(self.roots_of_axis(Axis::Stat(at)), [cost, &rule.low, &rule.high].into_iter());
            let lifting = (0..self.offers.len())
                .filter(|offer| self.offers.get(*offer).is_some_and(|offer| self.acts(offer.rule) && self.lifts(offer.rule, rule)));
            addend.extend(lifting.filter_map(|offer| self.place(VariableId::Offer(offer))));
            addends.push(addend);
        }
        for (at, rule) in design.tracks.iter().enumerate() {
            let Some(cost) = &rule.cost else { continue };
            let own: Roots = self.place(VariableId::Track(at)).into_iter().collect();
            let fixed = match &rule.fixed {
                slip_compile::check::design::Fixed::When(condition) => Some(&condition.formula),
                _ => None,
            };
            addends.push(self.joined(own, std::iter::once(cost).chain(fixed)));
        }
        for (at, offer) in self.offers.iter().enumerate() {
            let Some(rule) = design.stunts.get(offer.rule) else { continue };
            let own: Roots = self.place(VariableId::Offer(at)).into_iter().collect();
            let formulas = rule.cost.iter().map(|clause| &clause.formula).chain(rule.only.as_ref().map(|only| &only.formula));
            addends.push(self.joined(own, formulas));
        }
        // Stunts that every design in the space has are also paid for.
        for bought in &self.blank.bought.stunts {
            let cost = design.stunts.get(bought.rule).and_then(|rule| rule.cost.as_ref());
            addends.extend(cost.map(|clause| self.roots(&clause.formula)));
        }
        addends.extend(design.budget.iter().flat_map(|clause| self.addends(clause)));
        addends
    }

    /// Returns the minimum cost of a price group for each value of each of its variables.
    fn reckoned(&self, places: &[usize]) -> Vec<Vec<i64>> {
        let variables: Vec<_> = places.iter().filter_map(|place| self.variables.get(*place)).collect();
        let ways = variables.iter().fold(1_usize, |ways, variable| ways.saturating_mul(variable.values.len()));
        if ways > MOST_COMBINATIONS {
            return Vec::new();
        }
        let mut least: Vec<Vec<i64>> = variables.iter().map(|variable| vec![i64::MAX; variable.values.len()]).collect();
        for way in 0..ways {
            let mut rest = way;
            let mut at = Vec::with_capacity(variables.len());
            let mut chosen = Vec::with_capacity(variables.len());
            for variable in &variables {
                let count = variable.values.len().max(1);
                at.push(rest % count);
                chosen.extend(
                    variable.values.get(rest % count).filter(|value| variable.is_said(**value)).map(|value| (variable.what, *value)),
                );
                rest /= count;
            }
            let cost = self.cost(&self.reckon(&self.purchase(&chosen))).unwrap_or(BOTTOMLESS);
            for (costs, at) in least.iter_mut().zip(at) {
                if let Some(known) = costs.get_mut(at) {
                    *known = cost.min(*known);
                }
            }
        }
        least
    }
}
