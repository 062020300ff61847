//! Turn order of platoons, and of the units within a platoon.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id, Seat, TableKey};
use crate::platoon::PlatoonFight;
use crate::platoon::state::{PlatoonId, UnitState};

/// Number `n` of an order step or a unit step: a player is asked. If `n` is 0, the engine first looks for the player or the unit.
pub(super) const ASKED: u8 = 1;

impl PlatoonFight {
    /// Returns the platoons of a side that have not acted and have a unit in the fight.
    fn open_platoons(&self, side: Seat) -> impl Iterator<Item = PlatoonId> + '_ {
        let own = self.roster.sides.row(side).map_or(&[][..], |side| &side.platoons);
        own.iter().copied().filter(|&platoon| {
            self.state.platoons.row(platoon).is_some_and(|state| !state.acted) && self.units_of(platoon).next().is_some()
        })
    }

    /// Asks the next player with a platoon that has not acted yet to pick one of these platoons. Ends the turn if there is no such player.
    pub(super) fn resume_order(&self, out: &mut Events) {
        let sides = self.roster.sides.len();
        let from = self.state.player.place();
        let seats = (0..sides).map(|number| Seat::of((from + number) % sides));
        match seats.into_iter().find(|&seat| self.open_platoons(seat).next().is_some()) {
            Some(seat) => PlatoonFight::go(out, Step::of(Phase::Order, Id::None).n(ASKED).m(seat.0)),
            None => PlatoonFight::go(out, Step::of(Phase::RoundEnd, Id::None)),
        }
    }

    /// Lists the legal answers: the player's platoons that have not acted.
    pub(super) fn legal_order(&self, out: &mut Options) {
        for platoon in self.open_platoons(self.state.player) {
            out.push(Choice::of(Verb::Command).on(Id::Actor(self.state.id_of_platoon(platoon))));
        }
    }

    /// Begins the turn of the platoon that was picked. Spin that the platoon has now lapses at the end of this turn.
    pub(super) fn decide_order(&self, choice: Choice, out: &mut Events) {
        let Some(who) = choice.it.actor() else { return };
        out.push(Event::Counter { who, what: Counter::PlatoonActs, change: 1, now: 1 });
        PlatoonFight::go(out, Step::of(Phase::Turn, choice.it));
    }

    /// Returns the units of the acting platoon that can still act in this turn.
    fn open_units(&self) -> impl Iterator<Item = ActorId> + '_ {
        self.state.acting.into_iter().flat_map(|platoon| self.units_of(platoon)).filter(|&unit| self.can_act(unit))
    }

    /// Asks which unit of the platoon acts next; ends the platoon's turn if none is left. If only one side is left, the fight is over
    /// (R-YC10).
    pub(super) fn resume_units(&self, out: &mut Events) {
        if let Some(end) = self.ends_early() {
            return out.push(end);
        }
        let phase = if self.open_units().next().is_some() {
            Step::of(Phase::Unit, Id::None).n(ASKED)
        } else {
            Step::of(Phase::Activated, Id::None)
        };
        let who = self.state.acting.map_or(Id::None, |platoon| Id::Actor(self.state.id_of_platoon(platoon)));
        PlatoonFight::go(out, Step { who, ..phase });
    }

    /// Lists the legal answers: the units of the platoon that may still act. They may be members, aircraft, or orphans (units not under
    /// command).
    pub(super) fn legal_unit(&self, out: &mut Options) {
        for unit in self.open_units() {
            out.push(Choice::of(Verb::Unit).on(Id::Actor(unit)));
        }
    }

    /// Begins a unit's part of the turn: its interdictions end and its OOC (out of command) level falls (R-L12). A leader may rally first
    /// (R-L14).
    pub(super) fn decide_unit(&self, choice: Choice, out: &mut Events) {
        let Some(who) = choice.it.actor() else { return };
        self.check_membership(who, out);
        out.push(Event::Counter { who, what: Counter::Activated, change: 1, now: 1 });
        self.keep_books(who, out);
        let phase = if self.is_leader(who) || self.has_people_to_act(who) { Phase::RallyToo } else { Phase::FreeMove };
        PlatoonFight::go(out, Step::of(phase, choice.it));
    }

    /// Ends interdictions whose unit has left the fight, for the units for which `of` is true. Such a unit has no later part of a turn that
    /// would end its interdiction (R-L52). Mines stay.
    pub(super) fn lift_interdictions(&self, of: impl Fn(ActorId) -> bool, out: &mut Events) {
        let gone = |by: ActorId| !self.state.unit(by).is_some_and(UnitState::is_active);
        self.end_interdictions(|by| gone(by) && of(by), out);
    }

    /// Ends the interdictions of the units for which `of` is true. Permanent ones (mines) stay.
    fn end_interdictions(&self, of: impl Fn(ActorId) -> bool, out: &mut Events) {
        let put = self.state.pass_values.iter();
        for (number, value) in put.clone().enumerate().filter(|(_, value)| !value.lasting && of(value.by)) {
            let same = |other: &crate::platoon::state::PassValue| {
                (other.by, other.border, other.to) == (value.by, value.border, value.to) && !other.lasting
            };
            // A single event ends all values that a unit has placed on the same border.
            if !put.clone().take(number).any(same) {
                out.push(Event::PassValue { border: value.border, to: value.to, by: value.by, value: 0, lasting: false });
            }
        }
    }

    /// Begins a unit's part of the turn, its own or in a march. The interdictions that the unit placed end, and its OOC (out of command)
    /// level falls by 1.
    pub(super) fn keep_books(&self, who: ActorId, out: &mut Events) {
        self.end_interdictions(|by| by == who, out);
        let ooc = self.state.unit(who).map_or(0, |unit| i32::from(unit.ooc));
        if ooc > 0 && !self.roster.settings.ooc_stays {
            out.push(Event::Counter { who, what: Counter::Ooc, change: -1, now: ooc - 1 });
        }
    }
}
