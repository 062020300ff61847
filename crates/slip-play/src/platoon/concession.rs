//! Concessions: a unit leaves the fight by agreement. Terms are offered while the unit declares an act, or before a hit on it is marked.
//! Each opposing side is then asked.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{Event, Events};
use crate::ids::{ActorId, Seat};
use crate::platoon::PlatoonFight;
use crate::platoon::apply::next_judge;
use crate::platoon::state::{UnitState, bit};
use crate::question_loop::Question;

impl PlatoonFight {
    /// Returns the unit whose seat answers for a side when terms of concession are offered: the side's first unit that is in the fight.
    pub(super) fn speaker(&self, seat: Seat) -> Option<ActorId> {
        self.state.units.iter().find(|(id, unit)| unit.is_active() && self.side(*id) == seat).map(|(id, _)| id)
    }

    /// True if a unit may offer terms: once a turn, and only if an opposing side is left to accept them.
    pub(super) fn may_concede(&self, who: ActorId) -> bool {
        let active = self.state.unit(who).is_some_and(UnitState::is_active);
        active && self.state.offered & bit(who) == 0 && next_judge(&self.state, &self.roster, who, None).is_some()
    }

    /// Offers terms to the opposing sides.
    pub(super) fn concede(&self, question: &Question, answer: &Answer, out: &mut Events) {
        if let Some(by) = answer.choice.it.actor().or(question.me.actor()) {
            out.push(Event::Concession { by, to: None, terms: answer.say.clone(), answer: None });
        }
    }

    /// Lists the legal answers: reject and accept.
    pub(super) fn legal_concession(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Refuse));
        out.push(Choice::of(Verb::Accept));
    }

    /// Records one side's answer to terms of concession. When all sides have accepted, the unit and its passengers leave the fight
    /// (R-YC11).
    pub(super) fn decide_concession(&self, answer: &Answer, out: &mut Events) {
        let Some(terms) = self.state.terms else { return };
        let by = terms.by;
        let accepted = answer.choice.verb == Verb::Accept;
        out.push(Event::Concession { by, to: Some(terms.to), terms: None, answer: Some(accepted) });
        if !accepted || next_judge(&self.state, &self.roster, by, Some(terms.to)).is_some() {
            return;
        }
        let riders = self.state.units.iter().filter(|(_, unit)| unit.is_active() && unit.carrier == Some(by)).map(|(id, _)| id);
        for who in riders.chain([by]) {
            out.push(Event::Concession { by: who, to: None, terms: None, answer: Some(true) });
        }
    }
}
