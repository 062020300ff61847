//! Offers to stop at the end of a turn. If every remaining side offers to stop, the fight is over.

use crate::choice::{Choice, Options, Verb};
use crate::conflict::EndReason;
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{Id, Seat, TableKey};
use crate::platoon::PlatoonFight;

impl PlatoonFight {
    /// Asks the first side if it offers to stop.
    pub(super) fn resume_stops(&self, out: &mut Events) {
        self.ask_to_stop(None, out);
    }

    /// Asks the next side after `after` that has a unit in the fight if it offers to stop. If there is no further side, the next turn
    /// begins.
    fn ask_to_stop(&self, after: Option<Seat>, out: &mut Events) {
        let next = self.roster.sides.keys().filter(|&side| after.is_none_or(|after| side > after)).find_map(|side| self.speaker(side));
        let step = next.map_or(Step::of(Phase::Round, Id::None), |who| Step::of(Phase::Stop, Id::Actor(who)));
        PlatoonFight::go(out, step);
    }

    /// Lists the legal answers: go on, or offer to stop.
    pub(super) fn legal_stop(&self, out: &mut Options) {
        out.push(Choice::of(Verb::No));
        out.push(Choice::of(Verb::Yes));
    }

    /// Records an offer to stop, and ends the fight when all sides have offered. After a refusal the next turn begins at once, and the
    /// other sides are not asked.
    pub(super) fn decide_stop(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        if choice.verb != Verb::Yes {
            return PlatoonFight::go(out, Step::of(Phase::Round, Id::None));
        }
        let side = self.side(who);
        out.push(Event::Counter { who, what: Counter::Stops, change: 1, now: 1 });
        let agreed = self.state.stops | 1_u32.checked_shl(u32::from(side.0)).unwrap_or(0);
        let wants = |side: Seat| agreed >> side.place().min(31) & 1 == 1 || self.speaker(side).is_none();
        if self.roster.sides.keys().all(wants) {
            out.push(Event::End { winner: None, why: EndReason::Agreed, turns: self.state.turn });
            return;
        }
        self.ask_to_stop(Some(side), out);
    }
}
