//! Actions of social combat: their rolls and results.

use crate::choice::{Choice, Verb};
use crate::effects::Act;
use crate::event::{Counter, Event, Events, Phase, RollAddend, RollAddends, Step};
use crate::ids::{ActorId, Id, ZoneId};
use crate::personal::Personal;
use crate::personal::roll_base::PersonalRollBase;
use slip_dice::fate::check;

impl Personal {
    /// Returns the distance from an actor to a zone, regardless of borders.
    pub fn distance(&self, who: ActorId, zone: ZoneId) -> u8 {
        self.roster.map.range(self.state.actors[who].zone, zone)
    }

    /// Returns the number of shifts that range subtracts from a roll against an actor. Only social conflicts subtract any; otherwise 0.
    pub(in crate::personal) fn range_to(&self, target: ActorId) -> i32 {
        let from = self.state.actor.filter(|_| self.roster.social.is_some());
        from.map_or(0, |who| i32::from(self.distance(who, self.state.actors[target].zone)))
    }

    /// True if the target of an action is still in the conflict.
    pub(in crate::personal) fn is_aimed_well(&self) -> bool {
        match self.state.declared.it {
            Id::Actor(target) => self.state.actors[target].is_there(),
            _ => true,
        }
    }

    /// Returns the roll of the declared action with its difficulty. The difficulty is `None` if the opponent rolls too. There is no roll if
    /// the action needs none or has lost its target.
    pub(in crate::personal) fn planned_words(&self, who: ActorId) -> Option<(Act, PersonalRollBase, Option<i32>)> {
        let declared = &self.state.declared;
        if !self.needs_skill(who) || !self.is_aimed_well() {
            return None;
        }
        let act = self.declared_act()?;
        let mut base = self.plain_roll(who, declared.using.and_then(Choice::skill), act);
        let opposed = match (declared.act?, declared.it) {
            (Verb::Attack, _) => true,
            // A pawn does not roll (R-SC12).
            (Verb::Push, Id::Actor(target)) => self.state.actors[target].is_active(),
            (Verb::Obstruct, Id::Zone(zone)) => {
                let range = i32::from(self.distance(who, zone));
                if range != 0 {
                    base.parts.add(RollAddend::Range, -range);
                }
                false
            }
            _ => false,
        };
        Some((act, base, (!opposed).then_some(0)))
    }

    /// Returns the addends of the declared roll before the dice; `None` if the action has no roll.
    pub fn rolls_for(&self, who: ActorId) -> Option<RollAddends> {
        self.planned(who).map(|(_, base, _)| base.parts)
    }

    /// Returns the actors that roll against the declared action, because it strikes them or moves them against their will.
    pub(in crate::personal) fn opposed_by(&self) -> Vec<ActorId> {
        let declared = &self.state.declared;
        match (declared.act, declared.it) {
            (Some(Verb::Attack | Verb::Push), Id::Actor(target)) if self.state.actors[target].is_active() => vec![target],
            _ => Vec::new(),
        }
    }

    /// Settles a roll without opposition. The action succeeds with at least one shift.
    pub(in crate::personal) fn settle_alone(&self, who: ActorId, roll: u32, total: i32, out: &mut Events) {
        let me = Id::Actor(who);
        let declared = &self.state.declared;
        let range = match (declared.act, declared.it) {
            (Some(Verb::Push), Id::Actor(pawn)) => self.range_to(pawn),
            _ => 0,
        };
        let points = total - range;
        let ok = points > 0;
        if self.state.step.m == 0 && ok && self.set_off_instead(out) {
            return;
        }
        out.push(Event::Result { roll, against: None, attack: total, defence: 0, shifts: check::shifts(total, 0), ok });
        let end = Step::of(Phase::End, me);
        let next = match declared.act {
            Some(Verb::Move | Verb::Push) if ok => {
                out.push(Event::Counter { who, what: Counter::Movement, change: points, now: points });
                Step::of(Phase::Steps, me)
            }
            Some(Verb::Maneuver) if ok => {
                self.place(who, out);
                end
            }
            Some(Verb::Obstruct) if ok => {
                out.push(Event::Counter { who, what: Counter::Rest, change: points, now: points });
                Step::of(Phase::Share, me)
            }
            Some(Verb::Remove) if ok => {
                if let Some(id) = declared.aspect {
                    out.push(Event::AspectDrop { id });
                }
                end
            }
            _ => end,
        };
        Personal::go(out, next);
    }

    /// Settles an opposed roll. A failure gives the defender spin. The effect of a success is the number of shifts minus the range (R-SC8).
    pub(in crate::personal) fn settle_against(&self, who: ActorId, target: ActorId, out: &mut Events) {
        let (Some(contest), number) = (&self.state.contest, self.state.step.n) else { return };
        let raw = contest.shifts_against(Some(usize::from(number)));
        let effective = raw - self.range_to(target);
        let attack = contest.roll.total() + contest.defences.get(usize::from(number)).map_or(0, |defence| defence.only);
        let ok = effective > 0;
        out.push(Event::Result { roll: contest.roll.id, against: Some(target), attack, defence: attack - raw, shifts: raw, ok });
        let spin = self.spin_given(target, raw, out);
        let pushes = self.state.declared.act == Some(Verb::Push);
        if ok && !pushes {
            self.tell_stress(target, effective, out);
        }
        if spin > 0 {
            out.push(Event::Spin { who: target, change: spin, lapsed: false });
        }
        let next = match (ok, pushes) {
            (true, true) => {
                out.push(Event::Counter { who, what: Counter::Movement, change: effective, now: effective });
                Step::of(Phase::Steps, Id::Actor(who))
            }
            (true, false) => Step::of(Phase::Hit, Id::Actor(target)).n(number),
            (false, _) => Step::of(Phase::Result, Id::None).n(number + 1),
        };
        Personal::go(out, next);
    }
}
