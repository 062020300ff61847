//! Conditions and numbers of lines, outside any encounter: what is known of a thing that nothing is happening to.
//!
//! A fight looks at its own state; a trip, a purchase and a sheet have only the item, the rules, and what the caller says of
//! the place. What nobody knows there is 0.

use super::{Effect, Number, Role, State, Term};
use crate::formula::Fault;
use crate::item::Item;
use crate::ruleset::{Rules, Setting};

/// A thing as it stands.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    /// The thing.
    pub item: &'a Item,
    /// The rules in force.
    pub rules: &'a Rules,
    /// What the table can see of the place and the moment; 0 of what it cannot.
    pub sees: &'a dyn Fn(State) -> i64,
}

impl Standing<'_> {
    /// Whether a line is true now: it has no condition, or one that holds.
    pub fn holds(&self, effect: &Effect) -> bool {
        effect.condition.as_ref().is_none_or(|condition| self.number(condition) != 0)
    }

    /// A number; 0 where it has none (a division by zero).
    pub fn number(&self, number: &Number) -> i64 {
        number.eval(&mut |term| Ok::<i64, Fault>(self.term(term))).unwrap_or(0)
    }

    /// What a name in a condition or a number stands for; 0 of what nobody knows.
    pub fn term(&self, term: &Term) -> i64 {
        let own = |role: &Role| matches!(role, Role::Own | Role::Bearer);
        match term {
            Term::Stat(name, role) if own(role) => {
                i64::from(self.item.rank(name).or_else(|| self.item.stats.get(name).copied()).unwrap_or(0))
            }
            Term::Boxes(track, role) if own(role) => i64::from(self.item.tracks.get(track).copied().unwrap_or(0)),
            Term::Stunt(name) => {
                let bought = self.item.stunts.iter().filter(|stunt| stunt.name == *name);
                bought.map(|stunt| i64::from(stunt.count)).sum()
            }
            Term::State(State::Tech) => i64::from(self.item.tech.unwrap_or(0)),
            Term::State(state) => (self.sees)(*state),
            Term::Kind(name) => i64::from(self.item.kind == *name || self.item.design == *name),
            Term::Is(role, mark) if own(role) => State::from_word(&mark.name).map_or(0, |state| (self.sees)(state)),
            Term::Has(role, text) if own(role) => i64::from(self.item.aspects.iter().any(|aspect| aspect.text == text.words())),
            Term::Rules(name, wanted) => i64::from(self.is_in_force(name, wanted.as_ref())),
            Term::Trained(name) => i64::from(self.item.rank(name).is_some()),
            _ => 0,
        }
    }

    /// `rules SETTING [VALUE]`, or a ruleset's own name.
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
