//! Derives from the prices in a design in which direction a number is better.
//!
//! If a higher number costs more points, higher is better; if it costs fewer points, lower is better. A stunt that gives points back is a
//! drawback. A number that costs the same at every rank has no direction: two items are compared only if both have the same value of it
//! (R-XEX1).

use super::design::{Design, Fixed, StatRule, StuntRule, TrackRule};
use super::formula::{DesignFormula, FormulaVariable};
use super::ledger::FormulaValues;
use ecow::EcoString;
use slip_pack::ruleset::Rules;
use std::collections::BTreeMap;

/// Direction in which a number is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// A higher number is better.
    More,
    /// A lower number is better.
    Less,
    /// No direction is better.
    Neither,
}

/// Number of ranks above the lowest for which the cost of a statistic is evaluated.
const RANKS: i64 = 60;
/// Number of boxes for which the cost of a track is evaluated.
const BOXES: i64 = 12;

/// Direction in which each number that a design sells is better.
#[derive(Clone, Debug)]
pub struct BetterDirections {
    /// Direction of each statistic.
    pub stats: Vec<Direction>,
    /// Direction of each track.
    pub tracks: Vec<Direction>,
    /// Direction of each stunt; `None` for a stunt that costs nothing.
    pub stunts: Vec<Option<Direction>>,
}

impl BetterDirections {
    /// For each number of a design, finds the direction in which it is better, under the rules `rules`.
    pub fn of(design: &Design, rules: Option<&Rules>) -> BetterDirections {
        let prices = DesignPrices { design, rules };
        BetterDirections {
            stats: design.stats.iter().map(|rule| prices.stat(rule)).collect(),
            tracks: design.tracks.iter().map(|rule| prices.track(rule)).collect(),
            stunts: design.stunts.iter().map(|rule| prices.stunt(rule)).collect(),
        }
    }
}

struct DesignPrices<'a> {
    design: &'a Design,
    rules: Option<&'a Rules>,
}

impl DesignPrices<'_> {
    /// Returns every technology that the design supports.
    fn technologies(&self) -> std::ops::RangeInclusive<i64> {
        self.design.tech.map_or(0..=0, |(low, high, _)| low..=high)
    }

    /// Returns the values for the formulas of a price list. They are the values of an item for which nothing is bought yet.
    fn values<'v>(&'v self, tech: i64, none: &'v BTreeMap<EcoString, i64>) -> FormulaValues<'v> {
        FormulaValues { tech, local: tech, ..FormulaValues::of_rules(self.rules, none) }
    }

    fn stat(&self, rule: &StatRule) -> Direction {
        let Some(cost) = rule.cost.as_ref().filter(|cost| !rule.fixed && [*cost, &rule.low, &rule.high].iter().all(|it| is_listed(it)))
        else {
            return Direction::Neither;
        };
        let none = BTreeMap::new();
        slope(self.technologies().filter_map(|tech| stat_costs(&self.values(tech, &none), rule, cost)))
    }

    fn track(&self, rule: &TrackRule) -> Direction {
        let Some(cost) = rule.cost.as_ref().filter(|cost| is_listed(cost) && !matches!(rule.fixed, Fixed::Always)) else {
            return Direction::Neither;
        };
        let none = BTreeMap::new();
        slope(self.technologies().map(|tech| track_costs(&self.values(tech, &none), cost)))
    }

    fn stunt(&self, rule: &StuntRule) -> Option<Direction> {
        let cost = &rule.cost.as_ref()?.formula;
        if !is_listed(cost) {
            return Some(Direction::Neither);
        }
        let none = BTreeMap::new();
        let costs: Vec<i64> = self.technologies().filter_map(|tech| self.values(tech, &none).eval(cost, 0).ok()).collect();
        match (costs.iter().any(|cost| *cost > 0), costs.iter().any(|cost| *cost < 0)) {
            (true, false) => Some(Direction::More),
            (false, true) => Some(Direction::Less),
            (true, true) => Some(Direction::Neither),
            (false, false) => None,
        }
    }
}

/// True if a price depends only on the rank, the technology and the rules. It can then be computed without knowing the other purchases.
fn is_listed(formula: &DesignFormula) -> bool {
    let mut listed = true;
    formula.names(&mut |name| {
        listed &= matches!(name, FormulaVariable::Tech | FormulaVariable::Local | FormulaVariable::Rank | FormulaVariable::Setting(..))
    });
    listed
}

/// Returns the cost of each rank of a statistic, from the lowest rank; `None` if a cost cannot be computed.
pub fn stat_costs(values: &FormulaValues<'_>, rule: &StatRule, cost: &DesignFormula) -> Option<Vec<i64>> {
    let low = values.eval(&rule.low, 0).ok()?;
    let high = values.eval(&rule.high, 0).ok()?.min(low.saturating_add(RANKS));
    Some((low..=high).filter_map(|rank| values.eval(cost, rank).ok()).collect())
}

/// Returns the cost of a track for each number of boxes, from one box on.
pub fn track_costs(values: &FormulaValues<'_>, cost: &DesignFormula) -> Vec<i64> {
    (1..=BOXES).filter_map(|boxes| values.eval(cost, boxes).ok()).collect()
}

/// Derives the direction from lists of costs. Each list is in the order of increasing ranks.
pub fn slope(lists: impl Iterator<Item = Vec<i64>>) -> Direction {
    let (mut rises, mut falls) = (false, false);
    for list in lists {
        for (one, next) in list.iter().zip(list.iter().skip(1)) {
            rises |= next > one;
            falls |= next < one;
        }
    }
    match (rises, falls) {
        (true, false) => Direction::More,
        (false, true) => Direction::Less,
        _ => Direction::Neither,
    }
}
