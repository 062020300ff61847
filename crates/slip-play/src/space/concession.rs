//! Concessions between ships: terms offered before damage is marked, in a declaration, or at the drives. Each opposing side is asked to
//! accept the terms. At the same moments a crew may also surrender, which needs no agreement.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{Event, Events};
use crate::ids::{ActorId, Id, Seat};
use crate::question_loop::Question;
use crate::space::Space;
use crate::space::apply::next_judge;
use crate::space::damage::SURRENDERED;
use crate::space::state::FRAME;

impl Space {
    /// Returns the ship whose seat answers for a side when terms of concession are offered: the side's first ship that is in the fight.
    pub(super) fn speaker(&self, side: Seat) -> Option<ActorId> {
        self.state.ships.iter().find(|(_, ship)| ship.side == side && ship.is_active()).map(|(id, _)| id)
    }

    /// True if a ship may offer terms. This is possible once a phase, and only if an opposing side is left to accept the terms.
    pub(super) fn may_concede(&self, who: ActorId) -> bool {
        let offered = self.state.offered >> who.0.min(127) & 1 == 1;
        let active = self.state.ship(who).is_some_and(|ship| ship.is_active());
        active && !offered && next_judge(&self.state, who, None).is_some()
    }

    /// Adds the options for giving up. A ship can offer terms that the other sides must accept, or surrender without their agreement. `it`
    /// names the ship in the options; it is `Id::None` if the question is already about this ship.
    pub(super) fn legal_giving_up(&self, who: ActorId, it: Id, out: &mut Options) {
        if self.may_concede(who) {
            out.push(Choice::of(Verb::Concede).on(it));
        }
        let active = self.state.ship(who).is_some_and(|ship| ship.is_active());
        if let Some(number) = self.surrender().filter(|_| active && next_judge(&self.state, who, None).is_some()) {
            out.push(Choice::of(Verb::Concede).on(it).how(number.saturating_add(1)));
        }
    }

    /// Returns the number of the outcome `surrendered`.
    fn surrender(&self) -> Option<u8> {
        (0_u8..).zip(&self.roster.outcomes).find(|(_, outcome)| *outcome == SURRENDERED).map(|(number, _)| number)
    }

    /// Takes a ship that surrenders out of the fight, with the craft in its hangar. The owner of the ship describes the outcome (R-S47).
    fn give_up(&self, by: ActorId, answer: &Answer, out: &mut Events) {
        let fate = answer.choice.how.checked_sub(1);
        self.cast_off(by, out);
        out.push(Event::Out { who: by, by: None, track: FRAME, fate, beyond_saving: false, for_good: false, say: answer.say.clone() });
        for rider in self.in_hangar(by) {
            out.push(Event::Out { who: rider, by: None, track: FRAME, fate, beyond_saving: false, for_good: false, say: None });
        }
    }

    /// Offers terms for the ship that the choice names, otherwise for the ship that is asked.
    pub(super) fn concede(&self, question: &Question, answer: &Answer, out: &mut Events) {
        if let Some(by) = answer.choice.it.actor().or(question.me.actor()) {
            if answer.choice.how > 0 {
                return self.give_up(by, answer, out);
            }
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
