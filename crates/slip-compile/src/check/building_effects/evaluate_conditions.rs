//! Evaluates conditions and numbers of effects that act when an item is built. They may use ranks as bought, counts and settings.

use super::{bought_effects, is_called};
use crate::check::design::{Design, StatRule};
use crate::check::ledger::FormulaValues;
use crate::check::read_purchase::Bought;
use ecow::EcoString;
use slip_pack::effect::build_numbers::{BuildNumber, BuildNumberChange, CarrierDistance, outcome};
use slip_pack::effect::{self, Effect, EffectSubject, PackOperation, Per, Role, SetValue, Special, State, Term, fold_constants};
use slip_pack::formula::Formula;
use slip_pack::ruleset::{Rules, Setting};
use std::sync::Arc;

/// Evaluator of conditions and numbers. It uses the values of one item as it was bought.
pub struct ItemEvaluator<'a> {
    /// Design of the item.
    pub design: &'a Design,
    /// Values of the item before effects.
    pub values: &'a FormulaValues<'a>,
}

impl ItemEvaluator<'_> {
    /// True if the condition of an effect is true; `base` is the number before effects.
    pub fn holds(&self, effect: &Effect, base: i64) -> bool {
        effect.condition.as_ref().is_none_or(|condition| self.number(condition, base) != 0)
    }

    /// Returns the change that an effect makes to its number. `base` is the number before effects.
    pub fn act(&self, effect: &Effect, base: i64) -> Option<BuildNumberChange> {
        match &effect.op {
            PackOperation::Change(change) => {
                let times = self.times(change.per.as_ref()).saturating_mul(effect.count());
                let by = self.number(&change.by, base).saturating_mul(times);
                Some(if change.past_cap { BuildNumberChange::AddPastCap(by) } else { BuildNumberChange::Add(by) })
            }
            PackOperation::Set(set) => Some(match &set.value {
                SetValue::Number(number) => {
                    BuildNumberChange::set(set.how, self.number(number, base).saturating_mul(self.times(set.per.as_ref())))
                }
                SetValue::Special(Special::None) => BuildNumberChange::Gone,
                SetValue::Special(Special::Unlimited) => BuildNumberChange::Unbounded,
                SetValue::Special(Special::Base) => BuildNumberChange::Is(base),
                SetValue::Special(_) | SetValue::Range(..) | SetValue::Schedule(..) | SetValue::Parameter(_) => return None,
            }),
            _ => None,
        }
    }

    fn times(&self, per: Option<&Per>) -> i64 {
        match per {
            Some(Per::Stunt(name)) => self.stunts(name),
            _ => 1,
        }
    }

    /// Returns the value of a formula; 0 if the formula has no value.
    pub fn number(&self, number: &effect::EffectNumber, base: i64) -> i64 {
        number.eval(&mut |term| Ok(self.term(term, base))).unwrap_or(0)
    }

    fn stunts(&self, name: &str) -> i64 {
        let at = self.design.stunts.iter().position(|rule| rule.name == name);
        at.and_then(|at| self.values.stunts.get(at)).copied().unwrap_or(0)
    }

    /// Returns the value of a term. Terms that have a value only in play give 0; an error reports them where they are written.
    fn term(&self, term: &Term, base: i64) -> i64 {
        let own = |role: &Role| matches!(role, Role::Own | Role::Bearer);
        match term {
            Term::Stat(name, role) if own(role) => self.stat(name),
            Term::Boxes(name, role) if own(role) => {
                let at = self.design.tracks.iter().position(|rule| is_called(&rule.name, rule.also.as_ref(), name));
                at.and_then(|at| self.values.tracks.get(at)).copied().unwrap_or(0)
            }
            Term::Stunt(name) => self.stunts(name),
            Term::State(State::Tech) => self.values.tech,
            Term::State(State::Base) => base,
            Term::Kind(name) => i64::from(self.design.kind == *name || self.design.name == *name),
            Term::IsA(role, name) if own(role) => i64::from(self.design.kind == *name || self.design.name == *name),
            Term::Rules(name, value) => i64::from(self.values.rules.is_some_and(|rules| in_force(rules, name, value.as_ref()))),
            Term::Trained(name) => i64::from(self.values.skills.get(name).is_some_and(|rank| *rank >= 1)),
            _ => 0,
        }
    }

    /// Returns the value of a term that depends only on the item and not on play; `None` for all other terms.
    pub fn settled(&self, term: &Term) -> Option<i64> {
        let known = match term {
            // A name that is not a statistic of the design may be a skill of the bearer. Its value is not known here.
            Term::Stat(name, Role::Own) => {
                self.design.shape.is_some() || self.design.stats.iter().any(|rule| is_called(&rule.name, rule.also.as_ref(), name))
            }
            Term::Stunt(_) | Term::State(State::Tech) | Term::Rules(..) => true,
            _ => false,
        };
        known.then(|| self.term(term, 0))
    }

    fn stat(&self, name: &str) -> i64 {
        let at = |list: &[i64], place: Option<usize>| place.and_then(|at| list.get(at)).copied();
        let stat = self.design.stats.iter().position(|rule| is_called(&rule.name, rule.also.as_ref(), name));
        let flag = self.design.flags.iter().position(|flag| *flag == name);
        let hold = self.design.holds.iter().position(|hold| hold.name == name);
        at(&self.values.stats, stat)
            .or_else(|| flag.and_then(|at| self.values.flags.get(at)).map(|on| i64::from(*on)))
            .or_else(|| at(self.values.holds, hold))
            .or_else(|| self.values.skills.get(name).copied())
            .unwrap_or(0)
    }
}

/// True if a setting has the given value. Without a given value, true if the setting is neither `no` nor 0 (R-E8).
fn in_force(rules: &Rules, name: &str, value: Option<&Setting>) -> bool {
    match (rules.settings.get(name), value) {
        (None, _) => false,
        (Some(found), Some(value)) => found == value,
        (Some(Setting::Int(number)), None) => *number != 0,
        (Some(Setting::Word(word)), None) => word != "no",
    }
}

/// Returns an effect in which every term with a value in `known` is replaced by the value.
pub fn filled(effect: &Effect, known: &dyn Fn(&Term) -> Option<i64>) -> Effect {
    let mut put = |term: &Term| known(term).map_or_else(|| Formula::Value(term.clone()), Formula::Int);
    let mut filled = effect.clone();
    filled.condition = effect.condition.as_ref().map(|condition| fold_constants::truth(&condition.map(&mut put)));
    match &mut filled.op {
        PackOperation::Change(change) => change.by = fold_constants::number(&change.by.map(&mut put)),
        PackOperation::Set(set) => {
            if let SetValue::Number(number) = &set.value {
                set.value = SetValue::Number(fold_constants::number(&number.map(&mut put)));
            }
        }
        _ => {}
    }
    filled
}

/// Returns for each statistic, in the order of the design, the amount by which effects raise its cap; empty if none is raised.
pub fn lifts(design: &Design, bought: &Bought, values: &FormulaValues<'_>) -> Vec<i64> {
    let lines = caps(design, bought, values);
    if lines.is_empty() {
        return Vec::new();
    }
    let lift = |rule: &StatRule| {
        let cap = values.eval(&rule.high, 0).unwrap_or(0);
        let called = |name: &str| is_called(&rule.name, rule.also.as_ref(), name);
        lifted(design, values, &lines, cap, &called).saturating_sub(cap)
    };
    design.stats.iter().map(lift).collect()
}

/// Returns the cap for the shape of the skills. It is `cap`, unless effects allow each skill above `cap` to have its rank; then it is the
/// highest rank.
pub fn skill_cap(design: &Design, bought: &Bought, values: &FormulaValues<'_>, cap: i64) -> i64 {
    let above: Vec<(&EcoString, i64)> = values.skills.iter().filter(|(_, rank)| **rank > cap).map(|(skill, rank)| (skill, *rank)).collect();
    let highest = above.iter().map(|(_, rank)| *rank).max().unwrap_or(cap);
    let lines = if above.is_empty() { Vec::new() } else { caps(design, bought, values) };
    let allowed = |skill: &str| lifted(design, values, &lines, cap, &|name: &str| name == skill);
    if above.iter().all(|(skill, rank)| allowed(skill) >= *rank) { highest } else { cap }
}

/// Returns the highest rank of a skill in a pyramid of the height `cap`, after the effects on the cap of the skill.
pub(super) fn cap_of_skill(design: &Design, bought: &Bought, values: &FormulaValues<'_>, skill: &str, cap: i64) -> i64 {
    lifted(design, values, &caps(design, bought, values), cap, &|name: &str| name == skill)
}

fn caps(design: &Design, bought: &Bought, values: &FormulaValues<'_>) -> Vec<Arc<Effect>> {
    let is_cap = |effect: &Effect| matches!(effect.built(), Some(BuildNumber::Cap(_)));
    let own = design.effects.iter().filter(|effect| effect.who.is_none() && is_cap(effect));
    let mut lines: Vec<Arc<Effect>> = own.cloned().collect();
    for stunt in &bought.stunts {
        let is_own_cap = |effect: &&Arc<Effect>| effect.who.is_none() && is_cap(effect);
        let Some(rule) = design.stunts.get(stunt.rule).filter(|rule| rule.effects.iter().any(|effect| is_own_cap(&effect))) else {
            continue;
        };
        lines.extend(bought_effects(rule, stunt).iter().filter(is_own_cap).cloned());
    }
    let rules = values.rules.into_iter().flat_map(|rules| &rules.effects);
    let everyone = rules.filter(|effect| matches!(effect.who, Some(EffectSubject::Everyone)) && is_cap(effect));
    lines.extend(everyone.map(|effect| Arc::new(effect.clone())));
    lines
}

/// Returns a cap after the effects on it.
fn lifted(design: &Design, values: &FormulaValues<'_>, lines: &[Arc<Effect>], cap: i64, called: &dyn Fn(&str) -> bool) -> i64 {
    let reader = ItemEvaluator { design, values };
    let about = lines.iter().filter(|line| matches!(line.built(), Some(BuildNumber::Cap(name)) if called(name)) && reader.holds(line, cap));
    let acts: Vec<(CarrierDistance, BuildNumberChange)> =
        about.filter_map(|line| Some((CarrierDistance::Own, reader.act(line, cap)?))).collect();
    outcome(cap, i64::MIN, &acts).value.unwrap_or(cap)
}
