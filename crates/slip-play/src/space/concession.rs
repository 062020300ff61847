//! Concessions between ships: terms offered before damage is marked, in a declaration, or at the drives. Each opposing side is asked to
//! accept them.

use crate::choice::{Answer, Verb};
use crate::event::{Event, Events};
use crate::ids::{ActorId, Seat};
use crate::question_loop::Question;
use crate::space::Space;
use crate::space::apply::next_judge;

impl Space {
    /// Returns the ship that answers for a side.
    pub(super) fn speaker(&self, side: Seat) -> Option<ActorId> {
        self.state.ships.iter().find(|(_, ship)| ship.side == side && ship.is_active()).map(|(id, _)| id)
    }

    /// True if a ship may offer terms: once a phase, and only if an opposing side is left to accept them.
    pub(super) fn may_concede(&self, who: ActorId) -> bool {
        let offered = self.state.offered >> who.0.min(127) & 1 == 1;
        let active = self.state.ship(who).is_some_and(|ship| ship.is_active());
        active && !offered && next_judge(&self.state, who, None).is_some()
    }

    /// Offers terms for the ship that the choice names, otherwise for the ship that is asked.
    pub(super) fn concede(&self, question: &Question, answer: &Answer, out: &mut Events) {
        if let Some(by) = answer.choice.it.actor().or(question.me.actor()) {
            out.push(Event::Concession { by, to: None, terms: answer.say.clone(), answer: None });
        }
    }

    /// Records the answer of one side. When all sides have accepted, the ship and the craft in its hangar leave the fight.
    pub(super) fn decide_concession(&self, answer: &Answer, out: &mut Events) {
        let Some(terms) = self.state.terms else { return };
        let by = terms.by;
        let accepted = answer.choice.verb == Verb::Accept;
        out.push(Event::Concession { by, to: Some(terms.to), terms: None, answer: Some(accepted) });
        if !accepted || next_judge(&self.state, by, Some(terms.to)).is_some() {
            return;
        }
        self.cast_off(by, out);
        out.push(Event::Concession { by, to: None, terms: None, answer: Some(true) });
        for rider in self.in_hangar(by) {
            out.push(Event::Concession { by: rider, to: None, terms: None, answer: Some(true) });
        }
    }
}
