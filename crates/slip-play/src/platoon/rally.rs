//! Rallies, including the additional rally of a leader (R-L14).

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::platoon::PlatoonFight;
use crate::platoon::state::MORALE;

impl PlatoonFight {
    /// True if the unit `me` can rally the unit `it`: `it` has marked boxes and is in the platoon of `me` and under command, at any range.
    /// A unit can also rally itself.
    pub fn can_be_rallied(&self, me: ActorId, it: ActorId) -> bool {
        let Some(there) = self.state.unit(it) else { return false };
        let hurt = there.is_active() && there.morale.marked() > 0;
        let commanded = it == me || (there.member && self.platoon(me) == self.platoon(it));
        hurt && commanded && !self.are_enemies(me, it)
    }

    /// Clears the morale box with the number of the shifts, and every marked box below it.
    pub(super) fn hearten(&self, shifts: i32, out: &mut Events) {
        let Some((who, unit)) = self.state.declared.it.actor().and_then(|it| Some((it, self.state.unit(it)?))) else { return };
        let mut morale = unit.morale;
        let erased = morale.erase(u8::try_from(shifts).unwrap_or(u8::MAX));
        if erased > 0 {
            out.push(Event::Boxes { who, track: MORALE, boxes: morale.bits() });
        }
    }

    /// True if a leader can still make the additional rally this turn.
    fn may_rally_too(&self, me: ActorId) -> bool {
        let leads = self.platoon(me).is_some_and(|platoon| self.leader_of(platoon) == Some(me));
        leads && self.state.unit(me).is_some_and(|unit| unit.is_active() && !unit.rallied)
    }

    /// True if a unit can still do something in addition to its action: attached people may place an aspect, or a leader may rally.
    pub(super) fn acts_besides(&self, step: Step) -> bool {
        let active = |me: &ActorId| self.state.unit(*me).is_some_and(|unit| unit.is_active());
        step.who.actor().filter(active).is_some_and(|me| self.has_people_to_act(me))
            || (self.roster.settings.character_turn && step.who.actor().is_some_and(|me| self.may_rally_too(me)))
    }

    /// Continues the turn of a unit that has no additional acts left.
    pub(super) fn resume_rally_too(&self, out: &mut Events) {
        PlatoonFight::after_rally(self.state.step, out);
    }

    /// Lists the legal answers: no additional act, a rally of a unit of the platoon, or an aspect that attached people place.
    pub(super) fn legal_rally_too(&self, out: &mut Options) {
        out.push(Choice::of(Verb::No));
        let Some(me) = self.state.step.who.actor() else { return };
        if self.has_people_to_act(me) {
            out.push(Choice::of(Verb::Maneuver));
        }
        if !self.may_rally_too(me) {
            return;
        }
        let ready = self.plain_ways(me, Verb::Rally).next().is_some();
        for it in self.state.units.keys().filter(|&it| ready && self.can_be_rallied(me, it)) {
            out.push(Choice::of(Verb::Rally).on(Id::Actor(it)));
        }
        if self.roster.settings.leader_extra_any {
            out.push(Choice::of(Verb::Again));
        }
        out.sort_with_default(Some(Choice::of(Verb::No)));
    }

    /// Rallies a unit, or ends the step. This rally is not an action and cannot be compelled (R-YB1).
    pub(super) fn decide_rally_too(&self, choice: Choice, out: &mut Events) {
        let Some(me) = self.state.step.who.actor().filter(|_| choice.verb != Verb::No) else {
            return PlatoonFight::after_rally(self.state.step, out);
        };
        if choice.verb == Verb::Maneuver {
            return PlatoonFight::let_people_act(me, out);
        }
        out.push(Event::Counter { who: me, what: Counter::Rallied, change: 1, now: 1 });
        let way = self.plain_ways(me, Verb::Rally).next();
        match way.filter(|_| choice.verb == Verb::Rally) {
            Some(way) => {
                PlatoonFight::declare_besides(me, Verb::Rally, choice.it, way.skill, out);
                PlatoonFight::go(out, Step::of(Phase::Throw, Id::None));
            }
            None => PlatoonFight::go(out, Step::of(Phase::Declare, Id::Actor(me))),
        }
    }
}
