//! Finds the preferred direction of values whose price depends on other purchases. More is better if it costs more in every combination
//! with the other purchases. If the prices show no direction, the dependency is reported instead (R-XEX1).

use super::partial_eval::Roots;
use super::{DesignSpace, VariableId};
use slip_compile::check::better_direction::{Direction, slope, stat_costs, track_costs};
use slip_compile::check::formula::DesignFormula;
use slip_compile::check::ledger::FormulaValues;

/// Greatest number of combinations of the values that a price depends on.
const MOST_WAYS: usize = 2_000;

/// Preferred direction of one value, derived from its prices.
struct PricePreference {
    sense: Direction,
    /// Reason why the value has no preferred direction.
    why: Option<String>,
}

impl DesignSpace<'_, '_, '_> {
    /// Determines the preferred direction of each value whose price depends on other purchases. Also lists the values that have no
    /// preferred direction.
    pub(super) fn settle_senses(&mut self) {
        for place in 0..self.variables.len() {
            let Some(what) = self.variables.get(place).map(|variable| variable.what) else { continue };
            let heard = match what {
                VariableId::Stat(at) if self.senses.stats.get(at) == Some(&Direction::Neither) => self.hear_stat(place, at),
                VariableId::Track(at) if self.senses.tracks.get(at) == Some(&Direction::Neither) => self.hear_track(place, at),
                VariableId::Offer(at) => self.offers.get(at).map(|offer| offer.rule).and_then(|rule| self.hear_stunt(place, rule)),
                _ => None,
            };
            let Some(PricePreference { sense, why }) = heard else { continue };
            if let Some(why) = why {
                self.unheard.extend(self.called(place).map(|name| (name, why)));
            }
            let slot = match what {
                VariableId::Stat(at) => self.senses.stats.get_mut(at),
                VariableId::Track(at) => self.senses.tracks.get_mut(at),
                _ => None,
            };
            if let Some(slot) = slot {
                *slot = sense;
            }
            if let VariableId::Offer(at) = what {
                let rule = self.offers.get(at).map(|offer| offer.rule);
                if let Some(slot) = rule.and_then(|rule| self.senses.stunts.get_mut(rule)) {
                    *slot = Some(sense);
                }
            }
        }
    }

    fn hear_stat(&self, place: usize, at: usize) -> Option<PricePreference> {
        let rule = self.design.stats.get(at).filter(|rule| !rule.fixed)?;
        let cost = rule.cost.as_ref()?;
        Some(self.hear(place, &[cost, &rule.low, &rule.high], &|values| stat_costs(values, rule, cost)))
    }

    fn hear_track(&self, place: usize, at: usize) -> Option<PricePreference> {
        let cost = self.design.tracks.get(at)?.cost.as_ref()?;
        Some(self.hear(place, &[cost], &|values| Some(track_costs(values, cost))))
    }

    /// Returns the preferred direction of a stunt: a stunt that costs points is an advantage, and a stunt that gives points back is a
    /// drawback. Not having the stunt costs 0.
    fn hear_stunt(&self, place: usize, rule: usize) -> Option<PricePreference> {
        if self.senses.stunts.get(rule) != Some(&Some(Direction::Neither)) {
            return None;
        }
        let cost = &self.design.stunts.get(rule)?.cost.as_ref()?.formula;
        let costs = |values: &FormulaValues<'_>| Some(vec![0, values.eval(cost, 0).ok()?]);
        Some(self.hear(place, &[cost], &costs))
    }

    /// Determines the preferred direction of a value, from its prices for every combination of the values on which they depend.
    fn hear(&self, place: usize, formulas: &[&DesignFormula], costs: &dyn Fn(&FormulaValues<'_>) -> Option<Vec<i64>>) -> PricePreference {
        let roots = self.joined(Roots::new(), formulas.iter().copied());
        let others: Vec<_> = roots.iter().filter_map(|root| self.variables.get(*root)).collect();
        let ways = others.iter().fold(1_usize, |ways, variable| ways.saturating_mul(variable.values.len().max(1)));
        let hangs = || {
            let named = |root: usize| if root == place { Some("itself".to_owned()) } else { self.called(root) };
            let names: Vec<String> = roots.iter().filter_map(|root| named(*root)).collect();
            format!("its price depends on {}", slip_suggest::enumerate(names.iter().map(String::as_str)))
        };
        if roots.contains(&place) || ways > MOST_WAYS {
            return PricePreference { sense: Direction::Neither, why: Some(hangs()) };
        }
        let mut lists = Vec::with_capacity(ways);
        for way in 0..ways {
            let mut rest = way;
            let mut chosen = Vec::with_capacity(others.len());
            for variable in &others {
                let count = variable.values.len().max(1);
                chosen.extend(
                    variable.values.get(rest % count).filter(|value| variable.is_said(**value)).map(|value| (variable.what, *value)),
                );
                rest /= count;
            }
            let purchase = self.purchase(&chosen);
            lists.extend(costs(&self.reckon(&purchase).values));
        }
        let differs = lists.iter().any(|list| list.iter().any(|cost| list.first() != Some(cost)));
        let sense = slope(lists.into_iter());
        let why = (sense == Direction::Neither && differs)
            .then(|| if roots.is_empty() { "its price both rises and falls".to_owned() } else { hangs() });
        PricePreference { sense, why }
    }
}
