//! Variables of a design: each with its possible values and their prices.

use super::{DesignSpace, VariableId, connected_variables};
use crate::explore::{ExploreRefusal, ExploreRequest};
use slip_compile::check::design::{Fixed, StatRule};
use slip_pack::effect::build_numbers::BuildNumber;
use std::collections::BTreeSet;

/// Greatest length of a track.
const MOST_BOXES: i64 = 40;
/// Number of ranks above the usual cap that are tried if the cap may be raised.
const MARGIN: i64 = 6;
/// Greatest number of purchases of one stunt.
const MOST_TIMES: i64 = 20;

/// Variable of a design.
#[derive(Clone, Debug)]
pub(in crate::explore) struct DesignVariable {
    pub what: VariableId,
    /// Possible values of the variable, in order.
    pub values: Vec<i64>,
    /// Cost of each value compared with the default value; 0 if the cost depends on other variables.
    pub costs: Vec<i64>,
    /// True if a requirement of the user refers to the variable.
    pub asked: bool,
    /// Default value of the variable. A variable with this value is left out of the item.
    silent: Option<i64>,
}

impl DesignVariable {
    /// True if a value of the variable has to be written in the item.
    pub(in crate::explore) fn is_said(&self, value: i64) -> bool {
        self.silent != Some(value)
    }

    /// Returns the minimum cost of the variable; negative if it can give points back.
    pub(in crate::explore) fn least(&self) -> i64 {
        self.costs.iter().copied().min().unwrap_or(0)
    }
}

impl DesignSpace<'_, '_, '_> {
    /// Finds the variables of the design and their values.
    pub(super) fn vary(&mut self, wish: &ExploreRequest) -> Result<(), ExploreRefusal> {
        let design = self.design;
        let mut whats: Vec<VariableId> = Vec::new();
        let free = |at: &usize| self.blank.bought.stats.get(*at).is_none_or(Option::is_none);
        let sold = |at: &usize| design.stats.get(*at).is_some_and(|rule| rule.cost.is_some() && !rule.fixed);
        whats.extend((0..design.stats.len()).filter(free).filter(sold).map(VariableId::Stat));
        whats.extend((0..self.offers.len()).map(VariableId::Offer));
        let named = connected_variables::flags_and_choices(design);
        let unset = |at: usize| self.blank.flags.get(at) == Some(&false);
        whats.extend((0..design.flags.len()).filter(|at| named.0.contains(at) && unset(*at)).map(VariableId::Flag));
        let unsaid = |at: usize| self.blank.choices.get(at) == Some(&0);
        whats.extend((0..design.choices.len()).filter(|at| named.1.contains(at) && unsaid(*at)).map(VariableId::Choice));
        let bought = |at: &usize| self.blank.tracks.get(*at).is_none_or(Option::is_none);
        let lengths = |at: &usize| design.tracks.get(*at).is_some_and(|rule| rule.cost.is_some() && !matches!(rule.fixed, Fixed::Always));
        whats.extend((0..design.tracks.len()).filter(bought).filter(lengths).map(VariableId::Track));
        for what in whats {
            let values = self.domain(what);
            self.variables.push(DesignVariable { what, costs: vec![0; values.len()], values, asked: false, silent: None });
        }
        self.settle_silent();
        self.settle_prices();
        self.shorten();
        self.count_up();
        for demand in &wish.require {
            self.demand(demand)?;
        }
        self.settle_prices();
        // The preferred directions are needed only if the user did not name the values to compare.
        if wish.aims.is_empty() {
            self.settle_senses();
        }
        Ok(())
    }

    /// Sets the default value of each variable. It must be called after all variables are known.
    fn settle_silent(&mut self) {
        let silent: Vec<Option<i64>> = self.variables.iter().map(|variable| self.silent(variable.what)).collect();
        self.variables.iter_mut().zip(silent).for_each(|(variable, silent)| variable.silent = silent);
    }

    fn domain(&self, what: VariableId) -> Vec<i64> {
        let reckoning = self.reckon(&self.blank);
        match what {
            VariableId::Stat(at) => {
                let Some(rule) = self.design.stats.get(at) else { return Vec::new() };
                let value = |formula| reckoning.values.eval(formula, 0).unwrap_or(0);
                let varied = self.acting.iter().any(|stunt| self.lifts(*stunt, rule)) || connected_variables::hangs(rule);
                let margin = if varied { MARGIN } else { 0 };
                let (low, high) = (value(&rule.low).saturating_sub(margin), value(&rule.high).saturating_add(margin));
                let mut ranks: BTreeSet<i64> = (low..=high.min(low.saturating_add(200))).collect();
                ranks.insert(value(&rule.base));
                ranks.into_iter().collect()
            }
            VariableId::Choice(at) => (0..=self.design.choices.get(at).map_or(0, |rule| count(rule.words.len()))).collect(),
            VariableId::Offer(_) | VariableId::Flag(_) => vec![0, 1],
            VariableId::Track(at) => {
                let base = reckoning.values.tracks.get(at).copied();
                base.into_iter().chain(1..=MOST_BOXES).collect::<BTreeSet<i64>>().into_iter().collect()
            }
        }
    }

    /// True if the effects of a stunt change the rank of a statistic or the cap of this rank.
    pub(super) fn lifts(&self, stunt: usize, rule: &StatRule) -> bool {
        let is_it = |name: &str| rule.name == name || rule.also.as_deref() == Some(name);
        let effects = self.design.stunts.get(stunt).map_or(&[][..], |stunt| &stunt.effects);
        effects.iter().any(|effect| matches!(effect.built(), Some(BuildNumber::Rank(name) | BuildNumber::Cap(name)) if is_it(name)))
    }

    /// Removes track lengths that cannot be paid for. A track whose cost does not depend on its length keeps its default length.
    fn shorten(&mut self) {
        let (blank, room) = (self.reckon(&self.blank), self.room());
        let mut kept: Vec<Vec<i64>> = Vec::with_capacity(self.variables.len());
        for (place, variable) in self.variables.iter().enumerate() {
            let VariableId::Track(at) = variable.what else {
                kept.push(variable.values.clone());
                continue;
            };
            let base = blank.values.tracks.get(at).copied().unwrap_or(0);
            let costs = self.least_by_value(place);
            let same = costs.iter().all(|cost| costs.first() == Some(cost));
            let payable = |(value, cost): (&i64, &i64)| (*value == base || !same && *cost <= room).then_some(*value);
            kept.push(variable.values.iter().zip(&costs).filter_map(payable).collect());
        }
        self.variables.iter_mut().zip(kept).for_each(|(variable, values)| variable.values = values);
        self.variables.retain(|variable| !matches!(variable.what, VariableId::Track(_)) || variable.values.len() > 1);
        self.settle_silent();
        self.settle_prices();
    }

    /// Adds values above 1 for those offered stunts that can be bought several times.
    fn count_up(&mut self) {
        let room = self.room();
        let tied: Vec<bool> = (0..self.variables.len()).map(|place| self.is_tied(place)).collect();
        for (variable, tied) in self.variables.iter_mut().zip(tied) {
            let VariableId::Offer(at) = variable.what else { continue };
            let Some(rule) = self.offers.get(at).and_then(|offer| self.design.stunts.get(offer.rule)) else { continue };
            let each = variable.costs.get(1).copied().unwrap_or(0);
            if !rule.many || !rule.once_per.is_empty() || each <= 0 && !tied {
                continue;
            }
            let most = rule.most.unwrap_or(MOST_TIMES);
            // If the price of a stunt depends on other purchases, the stunt may cost less than it does alone.
            let most = if tied { most } else { most.min(room.checked_div(each).unwrap_or(most)) };
            variable.values = (0..=most.clamp(1, MOST_TIMES)).collect();
        }
        self.settle_prices();
    }

    /// Returns the greatest number of build points that a design can spend, if it takes everything that gives points back.
    fn room(&self) -> i64 {
        let places: Vec<usize> = (0..self.variables.len()).collect();
        self.left().saturating_sub(self.least(&places))
    }

    /// Returns the default value of a variable; `None` if it depends on other variables.
    fn silent(&self, what: VariableId) -> Option<i64> {
        let base = |formula| if self.roots(formula).is_empty() { self.reckon_blank().values.eval(formula, 0).ok() } else { None };
        match what {
            VariableId::Stat(at) => self.design.stats.get(at).filter(|rule| !rule.needed).and_then(|rule| base(&rule.base)),
            VariableId::Track(at) => self.design.tracks.get(at).and_then(|rule| base(&rule.base)),
            VariableId::Offer(_) | VariableId::Flag(_) | VariableId::Choice(_) => Some(0),
        }
    }
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
