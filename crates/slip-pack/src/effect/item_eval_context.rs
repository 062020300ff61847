//! Evaluates conditions and numbers of effects outside of encounters.
//!
//! An encounter uses its own state. A trip, a purchase and a sheet have only the item, the rules, and the facts about the place that the
//! caller passes in. Every state that is unknown outside of encounters is 0.

use super::{Effect, EffectNumber, PackOperation, Role, State, Term};
use crate::formula::FormulaError;
use crate::item::BuiltItem;
use crate::ruleset::{Rules, Setting};

/// Context for evaluating effects of an item outside of encounters.
#[derive(Clone, Copy)]
pub struct ItemContext<'a> {
    /// Item whose effects are evaluated.
    pub item: &'a BuiltItem,
    /// Rules in force where the effects are evaluated.
    pub rules: &'a Rules,
    /// Things that the item carries.
    pub carried: &'a [&'a BuiltItem],
    /// The place where the item is.
    pub station: Option<&'a BuiltItem>,
    /// Function that returns the value of a variable that conditions can test, such as `gravity`; 0 if the value is unknown here.
    pub sees: &'a dyn Fn(State) -> i64,
}

impl ItemContext<'_> {
    /// True if an effect applies now: it has no condition, or its condition is true.
    pub fn holds(&self, effect: &Effect) -> bool {
        effect.condition.as_ref().is_none_or(|condition| self.number(condition) != 0)
    }

    /// Evaluates a number; 0 if it has no value (a division by zero).
    pub fn number(&self, number: &EffectNumber) -> i64 {
        number.eval(&mut |term| Ok::<i64, FormulaError>(self.term(term))).unwrap_or(0)
    }

    /// Returns the value of a name in a condition or a number; 0 if it is unknown.
    pub fn term(&self, term: &Term) -> i64 {
        let own = |role: &Role| matches!(role, Role::Own | Role::Bearer);
        match term {
            Term::Stat(name, role) => self.stat(name, *role).unwrap_or(0),
            Term::State(State::Carried) => {
                i64::from(self.item.holds.keys().fold(0, |sum: i32, list| sum.saturating_add(self.item.held(list))))
            }
            Term::Is(Role::Station, mark) if !mark.military => i64::from(self.station.is_some_and(|place| is_marked(place, &mark.name))),
            Term::Has(Role::Station, text) => {
                i64::from(self.station.is_some_and(|place| place.aspects.iter().any(|aspect| aspect.text == text.words())))
            }
            Term::Boxes(track, role) if own(role) => i64::from(self.item.tracks.get(track).copied().unwrap_or(0)),
            Term::Stunt(name) => {
                let bought = self.item.stunts.iter().filter(|stunt| stunt.name == *name);
                bought.map(|stunt| i64::from(stunt.count)).sum()
            }
            Term::State(State::Tech) => i64::from(self.item.tech.unwrap_or(0)),
            Term::State(state) => (self.sees)(*state),
            Term::Kind(name) => i64::from(self.item.kind == *name || self.item.design == *name),
            Term::IsA(role, name) if own(role) => i64::from(self.item.kind == *name || self.item.design == *name),
            Term::IsA(Role::Station, name) => i64::from(self.station.is_some_and(|place| place.kind == *name || place.design == *name)),
            Term::Is(role, mark) if own(role) => State::from_word(&mark.name).map_or(0, |state| (self.sees)(state)),
            Term::Has(role, text) if own(role) => i64::from(self.item.aspects.iter().any(|aspect| aspect.text == text.words())),
            Term::Rules(name, wanted) => i64::from(self.is_in_force(name, wanted.as_ref())),
            Term::Trained(name) => i64::from(self.item.rank(name).is_some()),
            _ => 0,
        }
    }

    /// Returns a rank or statistic of the item that has a role, such as a carried thing: of several carried things the lowest value, and 0
    /// if nothing is carried. `None` if no item has the role outside of encounters.
    pub fn stat(&self, name: &str, role: Role) -> Option<i64> {
        let of = |item: &BuiltItem| {
            let number = item.rank(name).or_else(|| item.stats.get(name).copied());
            i64::from(number.unwrap_or_else(|| item.held(name)))
        };
        match role {
            Role::Own | Role::Bearer => Some(of(self.item)),
            Role::Carried => Some(self.carried.iter().map(|item| of(item)).min().unwrap_or(0)),
            Role::Station => self.station.map(of),
            _ => None,
        }
    }

    /// True if `rules SETTING [VALUE]` holds, or a ruleset of this name is in force.
    fn is_in_force(&self, name: &str, wanted: Option<&Setting>) -> bool {
        match (self.rules.settings.get(name), wanted) {
            (Some(set), Some(wanted)) => set == wanted,
            (Some(Setting::Int(value)), None) => *value != 0,
            (Some(Setting::Word(word)), None) => word != "no",
            (None, Some(_)) => false,
            (None, None) => {
                let is_called = |ruleset: &str| ruleset == name || ruleset.rsplit_once('.').is_some_and(|(_, own)| own == name);
                self.rules.rulesets.iter().any(|ruleset| is_called(ruleset))
            }
        }
    }
}

/// True if an item always has a mark.
fn is_marked(item: &BuiltItem, name: &str) -> bool {
    item.effects.iter().any(|effect| matches!(&effect.op, PackOperation::Is(mark) if mark.name == name) && effect.condition.is_none())
}
