//! What may differ from one design to another: each thing with the values that it may have, and what they cost. Floor 7.

use super::{Space, What, ties};
use crate::check::design::{Fixed, StatRule};
use crate::explore::{Refusal, Wish};
use crate::pack::effect::built::Number;
use std::collections::BTreeSet;

/// Boxes of a track that are looked at.
const MOST_BOXES: i64 = 40;
/// Ranks beyond the usual cap that are tried where something else may lift it.
const MARGIN: i64 = 6;
/// Purchases of one stunt that are looked at.
const MOST_TIMES: i64 = 20;

/// One thing that differs, and how.
#[derive(Clone, Debug)]
pub(in crate::explore) struct Variable {
    pub what: What,
    /// What it may be, in order.
    pub values: Vec<i64>,
    /// What each costs more than nothing said, where that hangs on nothing else.
    pub costs: Vec<i64>,
    /// Whether something was asked of it.
    pub asked: bool,
    /// The value it has without a word.
    silent: Option<i64>,
}

impl Variable {
    /// Whether a value of it has to be written.
    pub(in crate::explore) fn is_said(&self, value: i64) -> bool {
        self.silent != Some(value)
    }

    /// The least it can cost: below 0, what it can give back.
    pub(in crate::explore) fn least(&self) -> i64 {
        self.costs.iter().copied().min().unwrap_or(0)
    }
}

impl Space<'_, '_, '_> {
    /// What may differ, and how.
    pub(super) fn vary(&mut self, wish: &Wish) -> Result<(), Refusal> {
        let design = self.design;
        let mut whats: Vec<What> = Vec::new();
        let free = |at: &usize| self.blank.bought.stats.get(*at).is_none_or(Option::is_none);
        let sold = |at: &usize| design.stats.get(*at).is_some_and(|rule| rule.cost.is_some() && !rule.fixed);
        whats.extend((0..design.stats.len()).filter(free).filter(sold).map(What::Stat));
        whats.extend((0..self.offers.len()).map(What::Offer));
        let named = ties::flags_and_choices(design);
        let unset = |at: usize| self.blank.flags.get(at) == Some(&false);
        whats.extend((0..design.flags.len()).filter(|at| named.0.contains(at) && unset(*at)).map(What::Flag));
        let unsaid = |at: usize| self.blank.choices.get(at) == Some(&0);
        whats.extend((0..design.choices.len()).filter(|at| named.1.contains(at) && unsaid(*at)).map(What::Choice));
        for what in whats {
            let values = self.domain(what);
            self.variables.push(Variable { what, costs: vec![0; values.len()], values, asked: false, silent: None });
        }
        self.price_all();
        // How long a track can be hangs on what the rest gives back.
        let room = self.room();
        let bought = |at: &usize| self.blank.tracks.get(*at).is_none_or(Option::is_none);
        let lengths = |at: &usize| design.tracks.get(*at).is_some_and(|rule| rule.cost.is_some() && !matches!(rule.fixed, Fixed::Always));
        let tracks: Vec<usize> = (0..design.tracks.len()).filter(bought).filter(lengths).collect();
        for at in tracks {
            let values = self.lengths(at, room);
            if values.len() > 1 {
                self.variables.push(Variable { what: What::Track(at), costs: vec![0; values.len()], values, asked: false, silent: None });
            }
        }
        self.price_all();
        self.count_up();
        for demand in &wish.require {
            self.demand(demand)?;
        }
        let silent: Vec<Option<i64>> = self.variables.iter().map(|variable| self.silent(variable.what)).collect();
        self.variables.iter_mut().zip(silent).for_each(|(variable, silent)| variable.silent = silent);
        Ok(())
    }

    fn domain(&self, what: What) -> Vec<i64> {
        let reckoning = self.reckon(&self.blank);
        match what {
            What::Stat(at) => {
                let Some(rule) = self.design.stats.get(at) else { return Vec::new() };
                let value = |formula| reckoning.values.eval(formula, 0).unwrap_or(0);
                let varied = self.acting.iter().any(|stunt| self.lifts(*stunt, rule)) || ties::hangs(rule);
                let margin = if varied { MARGIN } else { 0 };
                let (low, high) = (value(&rule.low).saturating_sub(margin), value(&rule.high).saturating_add(margin));
                let mut ranks: BTreeSet<i64> = (low..=high.min(low.saturating_add(200))).collect();
                ranks.insert(value(&rule.base));
                ranks.into_iter().collect()
            }
            What::Choice(at) => (0..=self.design.choices.get(at).map_or(0, |rule| count(rule.words.len()))).collect(),
            What::Offer(_) | What::Flag(_) => vec![0, 1],
            What::Track(_) => Vec::new(),
        }
    }

    /// Whether a stunt's lines change a statistic or its cap.
    pub(super) fn lifts(&self, stunt: usize, rule: &StatRule) -> bool {
        let is_it = |name: &str| rule.name == name || rule.also.as_deref() == Some(name);
        let effects = self.design.stunts.get(stunt).map_or(&[][..], |stunt| &stunt.effects);
        effects.iter().any(|effect| matches!(effect.built(), Some(Number::Rank(name) | Number::Cap(name)) if is_it(name)))
    }

    /// Lengths of a track that can be paid.
    fn lengths(&self, at: usize, room: i64) -> Vec<i64> {
        let blank = self.reckon(&self.blank);
        let Some(base) = blank.values.tracks.get(at).copied() else { return Vec::new() };
        let mut values = BTreeSet::from([base]);
        let cost = |boxes: i64| self.cost_alone(What::Track(at), boxes);
        if (1..=MOST_BOXES).all(|boxes| cost(boxes) == cost(base)) {
            return vec![base];
        }
        values.extend((1..=MOST_BOXES).filter(|boxes| cost(*boxes) <= room));
        values.into_iter().collect()
    }

    /// Stunts that may be bought again.
    fn count_up(&mut self) {
        let room = self.room();
        for variable in &mut self.variables {
            let What::Offer(at) = variable.what else { continue };
            let Some(rule) = self.offers.get(at).and_then(|offer| self.design.stunts.get(offer.rule)) else { continue };
            let each = variable.costs.get(1).copied().unwrap_or(0);
            if rule.many && rule.once_per.is_empty() && each > 0 {
                let most = (room / each).min(rule.most.unwrap_or(MOST_TIMES)).clamp(1, MOST_TIMES);
                variable.values = (0..=most).collect();
                variable.costs = variable.values.iter().map(|times| times.saturating_mul(each)).collect();
            }
        }
    }

    /// Build points at most, if everything that gives some back is bought.
    pub(super) fn room(&self) -> i64 {
        let back = self.variables.iter().map(Variable::least).fold(0_i64, i64::saturating_add);
        self.budget.unwrap_or(0).saturating_sub(self.spent).saturating_sub(back)
    }

    fn price_all(&mut self) {
        let costs: Vec<Vec<i64>> = self
            .variables
            .iter()
            .map(|variable| variable.values.iter().map(|value| self.cost_alone(variable.what, *value)).collect())
            .collect();
        for (variable, costs) in self.variables.iter_mut().zip(costs) {
            variable.costs = costs;
        }
    }

    fn cost_alone(&self, what: What, value: i64) -> i64 {
        if self.budget.is_none() {
            return 0;
        }
        self.cost(&self.reckon(&self.purchase(&[(what, value)]))).unwrap_or(0)
    }

    /// The value that something has without a word, if that hangs on nothing else.
    fn silent(&self, what: What) -> Option<i64> {
        let base = |formula| if self.roots(formula).is_empty() { self.reckon_blank().values.eval(formula, 0).ok() } else { None };
        match what {
            What::Stat(at) => self.design.stats.get(at).filter(|rule| !rule.needed).and_then(|rule| base(&rule.base)),
            What::Track(at) => self.design.tracks.get(at).and_then(|rule| base(&rule.base)),
            What::Offer(_) | What::Flag(_) | What::Choice(_) => Some(0),
        }
    }
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
