//! Which way is better: what a design's own prices say of its statistics, tracks and stunts.
//!
//! Nobody declares that harm is good and that a long minimum range is not: the price list knows. Of what costs more the more there
//! is of it, more is better; of what costs less, less is; a stunt that gives points back is a drawback. What costs the same at
//! every rank says nothing, so that two things are compared only where they have the same of it (R-XEX1).

use super::design::{Design, Fixed, StatRule, StuntRule, TrackRule};
use super::formula::{DesignFormula, Variable};
use super::reckon::Values;
use ecow::EcoString;
use slip_pack::ruleset::Rules;
use std::collections::BTreeMap;

/// Which way is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// More of it.
    More,
    /// Less of it.
    Less,
    /// Neither: it is what it is.
    Neither,
}

/// Ranks beyond the lowest at which a statistic's price is looked at.
const RANKS: i64 = 60;
/// Boxes at which a track's price is looked at.
const BOXES: i64 = 12;

/// Which way is better, of everything a design sells.
#[derive(Clone, Debug)]
pub struct Senses {
    /// Of each statistic.
    pub stats: Vec<Sense>,
    /// Of each track.
    pub tracks: Vec<Sense>,
    /// Of each stunt; none of one that is free of charge.
    pub stunts: Vec<Option<Sense>>,
}

impl Senses {
    /// Those of a design under rules.
    pub fn of(design: &Design, rules: Option<&Rules>) -> Senses {
        let prices = Prices { design, rules };
        Senses {
            stats: design.stats.iter().map(|rule| prices.stat(rule)).collect(),
            tracks: design.tracks.iter().map(|rule| prices.track(rule)).collect(),
            stunts: design.stunts.iter().map(|rule| prices.stunt(rule)).collect(),
        }
    }
}

struct Prices<'a> {
    design: &'a Design,
    rules: Option<&'a Rules>,
}

impl Prices<'_> {
    /// Every technology at which the design works.
    fn technologies(&self) -> std::ops::RangeInclusive<i64> {
        self.design.tech.map_or(0..=0, |(low, high, _)| low..=high)
    }

    /// What a price list without anything bought knows.
    fn values<'v>(&'v self, tech: i64, none: &'v BTreeMap<EcoString, i64>) -> Values<'v> {
        Values { tech, local: tech, ..Values::of_rules(self.rules, none) }
    }

    fn stat(&self, rule: &StatRule) -> Sense {
        let Some(cost) = rule.cost.as_ref().filter(|cost| !rule.fixed && [*cost, &rule.low, &rule.high].iter().all(|it| is_listed(it)))
        else {
            return Sense::Neither;
        };
        let none = BTreeMap::new();
        slope(self.technologies().filter_map(|tech| stat_costs(&self.values(tech, &none), rule, cost)))
    }

    fn track(&self, rule: &TrackRule) -> Sense {
        let Some(cost) = rule.cost.as_ref().filter(|cost| is_listed(cost) && !matches!(rule.fixed, Fixed::Always)) else {
            return Sense::Neither;
        };
        let none = BTreeMap::new();
        slope(self.technologies().map(|tech| track_costs(&self.values(tech, &none), cost)))
    }

    fn stunt(&self, rule: &StuntRule) -> Option<Sense> {
        let cost = &rule.cost.as_ref()?.formula;
        if !is_listed(cost) {
            return Some(Sense::Neither);
        }
        let none = BTreeMap::new();
        let costs: Vec<i64> = self.technologies().filter_map(|tech| self.values(tech, &none).eval(cost, 0).ok()).collect();
        match (costs.iter().any(|cost| *cost > 0), costs.iter().any(|cost| *cost < 0)) {
            (true, false) => Some(Sense::More),
            (false, true) => Some(Sense::Less),
            (true, true) => Some(Sense::Neither),
            (false, false) => None,
        }
    }
}

/// True if a price hangs on nothing but the rank, the technology and the rules.
fn is_listed(formula: &DesignFormula) -> bool {
    let mut listed = true;
    formula.names(&mut |name| listed &= matches!(name, Variable::Tech | Variable::Local | Variable::Rank | Variable::Setting(..)));
    listed
}

/// What each rank of a statistic costs, from its lowest; none if that cannot be reckoned.
pub fn stat_costs(values: &Values<'_>, rule: &StatRule, cost: &DesignFormula) -> Option<Vec<i64>> {
    let low = values.eval(&rule.low, 0).ok()?;
    let high = values.eval(&rule.high, 0).ok()?.min(low.saturating_add(RANKS));
    Some((low..=high).filter_map(|rank| values.eval(cost, rank).ok()).collect())
}

/// What each length of a track costs, from one box.
pub fn track_costs(values: &Values<'_>, cost: &DesignFormula) -> Vec<i64> {
    (1..=BOXES).filter_map(|boxes| values.eval(cost, boxes).ok()).collect()
}

/// What lists of costs say, each by ranks that rise.
pub fn slope(lists: impl Iterator<Item = Vec<i64>>) -> Sense {
    let (mut rises, mut falls) = (false, false);
    for list in lists {
        for (one, next) in list.iter().zip(list.iter().skip(1)) {
            rises |= next > one;
            falls |= next < one;
        }
    }
    match (rises, falls) {
        (true, false) => Sense::More,
        (false, true) => Sense::Less,
        _ => Sense::Neither,
    }
}
