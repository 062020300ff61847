//! Offers to stop at the end of a turn. If every remaining side offers to stop, the fight is over.

use crate::choice::{Choice, Verb};
use crate::conflict::EndReason;
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{Id, Seat, TableKey};
use crate::space::Space;
use crate::space::victory::SpaceVictoryTime;

impl Space {
    /// Begins to ask each side if it offers to stop the fight, unless the fight is already over.
    pub(super) fn open_stop(&self, out: &mut Events) {
        if self.verdict(SpaceVictoryTime::Turn).is_some() {
            Space::go(out, Step::of(Phase::RoundEnd, Id::None));
            return;
        }
        self.ask_to_stop(None, out);
    }

    /// Asks the next side after `after` that has a ship in the fight if it offers to stop. After a refusal the other sides are not asked.
    fn ask_to_stop(&self, after: Option<Seat>, out: &mut Events) {
        let next = self.roster.sides.keys().filter(|&side| after.is_none_or(|after| side > after)).find_map(|side| self.speaker(side));
        match next {
            Some(who) => Space::go(out, Step::of(Phase::Stop, Id::Actor(who))),
            None => Space::go(out, Step::of(Phase::RoundEnd, Id::None)),
        }
    }

    pub(super) fn decide_stop(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        if choice.verb != Verb::Yes {
            Space::go(out, Step::of(Phase::RoundEnd, Id::None));
            return;
        }
        let side = self.side(who);
        out.push(Event::Counter { who, what: Counter::Stops, change: 1, now: 1 });
        let agreed = self.state.stops | 1_u32.checked_shl(u32::from(side.0)).unwrap_or(0);
        let wants = |side: Seat| agreed >> side.place().min(31) & 1 == 1 || self.active(side) == 0;
        if self.roster.sides.keys().all(wants) {
            out.push(Event::End { winner: None, why: EndReason::Agreed, turns: self.state.turn });
            return;
        }
        self.ask_to_stop(Some(side), out);
    }
}
