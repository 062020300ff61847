//! Decides if the parts of one effect fit together where all its words are read ([`engine_words`](super::engine_words)).
//!
//! It is as strict as the engine: an effect that no code applies is refused by the checker.

mod between_fights;
mod platoon;
mod space;

use super::{Action, Effect, EffectNumber, PackOperation, Play, Role, State, Term};
use crate::formula::{Formula, FormulaOperator};

impl Effect {
    /// True if this version of Slipyard applies the effect in a kind of play. Effects that only players read (`table`) are never applied.
    /// In the story only dangers and marks are applied.
    pub fn runs_in(&self, play: Play) -> bool {
        if !self.acts_in(play) || matches!(self.op, PackOperation::Table(_)) {
            return false;
        }
        if play == Play::Story { self.applies_in(play) } else { self.unread_in(play).is_none() }
    }

    /// True if the parts of the effect fit together in a kind of play that has all its words. Always true for conflicts between people and
    /// raise-and-see conflicts: [`Effect::reach`] and [`Effect::reach_in_stakes`] decide about them.
    pub(super) fn applies_in(&self, play: Play) -> bool {
        match play {
            Play::Build => self.runs_at_building(),
            Play::Personal | Play::Social | Play::Stakes => true,
            Play::Space => self.runs_in_space(),
            Play::Platoon => self.runs_among_platoons(),
            Play::Travel => self.runs_on_a_trip() || self.runs_between(),
            Play::Economy => self.runs_in_business(),
            Play::Story => self.runs_between(),
        }
    }

    /// True if building applies the effect: to compute a number, or because it adds equipment, passengers or training.
    fn runs_at_building(&self) -> bool {
        match &self.op {
            PackOperation::Grants(_) | PackOperation::Carries(_) => true,
            PackOperation::Is(mark) => mark.military,
            _ => self.built().is_some(),
        }
    }
}

/// True if a condition holds only while the carrier of the effect is in a state.
pub(super) fn demands(condition: &EffectNumber, state: State) -> bool {
    match condition {
        Formula::Value(Term::State(known)) => *known == state,
        Formula::Value(Term::Is(Role::Own | Role::Bearer, mark)) => mark.name == state.word(),
        Formula::Binary(FormulaOperator::And, both) => demands(&both.0, state) || demands(&both.1, state),
        _ => false,
    }
}

/// True if all actions are among the known ones.
fn all(acts: &[Action], known: &[Action]) -> bool {
    acts.iter().all(|act| known.contains(act))
}
