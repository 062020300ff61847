//! Acts outside the order of turns: immediate acts (`may A at once`), acts out of turn, and further attacks (`attacks of R`). Also acts
//! that are spent on an effect (`as action`).

use crate::choice::{Choice, Verb};
use crate::effects::{Act, EffectOperation, Hook, UNLIMITED};
use crate::event::{Counter, Event, Events, Leave, Phase, Step, TriggeredEffect};
use crate::ids::{ActorId, Id, SkillId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::permissions::bit_of;
use crate::personal::triggers::step_in;
use slip_pack::effect::ExtraActionTime;

/// Value of the attack count that means that the actor may make no more attacks this turn.
const NO_MORE: i32 = 255;

impl Personal {
    /// Returns the permission by which the actor now acts outside the order of turns.
    pub(super) fn leave(&self) -> Option<Leave> {
        self.state.asides.last().map(|aside| aside.leave)
    }

    /// Ends an act outside the order of turns and returns to the interrupted step. An actor who acted out of turn has used its turn.
    pub(super) fn end_aside(&self, out: &mut Events) {
        let Some(aside) = self.state.asides.last() else { return };
        if let Some(who) = self.state.actor.filter(|_| aside.leave.out_of_turn) {
            out.push(Event::Counter { who, what: Counter::Acted, change: 1, now: 1 });
        }
        // An actor that declines a further attack is not offered another further attack this turn.
        if let (None, Some(who), true) = (aside.leave.line, self.state.actor, self.state.declared.act != Some(Verb::Attack)) {
            out.push(Event::Counter { who, what: Counter::Attacks, change: 0, now: NO_MORE });
        }
        out.push(Event::Resume);
        if let Some(fires) = aside.fires.last() {
            Personal::go(out, step_in(&fires.queue, fires.at + 1));
        }
    }

    /// Skips the turn of an actor who has acted out of turn this round, or who gave the turn up for a compel. Spin, aspects and
    /// obstructions that last until the end of the actor's turn end now.
    pub(super) fn skip_turn(&self, who: ActorId, place: u8, out: &mut Events) {
        self.lapse(who, false, out);
        Personal::go(out, Step::of(Phase::Turn, Id::None).n(place + 1));
    }

    /// Counts an attack and a shot. Each is only counted if an effect depends on its number.
    pub(super) fn count_attack(&self, who: ActorId, using: Choice, out: &mut Events) {
        if self.roster.lines.any(Hook::Attacks) {
            let now = i32::from(self.state.actors[who].attacks) + 1;
            out.push(Event::Counter { who, what: Counter::Attacks, change: 1, now });
        }
        if let Some(weapon) = using.weapon().filter(|_| self.roster.lines.any(Hook::Ammo)) {
            let now = self.state.actors[who].shots.get(usize::from(weapon)).copied().map_or(1, |shots| i32::from(shots) + 1);
            out.push(Event::Counter { who, what: Counter::Shots(weapon), change: 1, now });
        }
    }

    /// True if an actor may make one more attack with this weapon and skill.
    pub(super) fn has_attacks_left(&self, who: ActorId, using: Choice, skill: SkillId) -> bool {
        if !self.roster.lines.any(Hook::Attacks) {
            return true;
        }
        let most = self.attacks_with(&PersonalEffectQuery::attacking(who, using, Some(skill)));
        most == UNLIMITED || i32::from(self.state.actors[who].attacks) < most
    }

    /// Begins another attack in the same turn, if effects give a further attack and there is a target. Returns true if an attack begins.
    pub(super) fn goes_on_attacking(&self, out: &mut Events) -> bool {
        let Some(who) = self.state.actor else { return false };
        let made = i32::from(self.state.actors[who].attacks);
        let attacked = self.state.declared.act == Some(Verb::Attack) && made > 0 && made < NO_MORE;
        if !attacked || !self.roster.lines.any(Hook::Attacks) || !self.state.actors[who].is_active() {
            return false;
        }
        let using = self.state.declared.using.unwrap_or(Choice::of(Verb::Use));
        let skill = self.attacks_by(who, using);
        let more = skill.is_some_and(|skill| self.has_attacks_left(who, using, skill));
        if more {
            let leave = Leave { line: None, acts: bit_of(Act::Attack), it: Id::None, out_of_turn: false };
            out.push(Event::Aside { who, leave });
        }
        more
    }

    /// Executes an act that an effect permits outside the order of turns. Also executes an effect that uses up the action of the turn.
    pub(super) fn act_by_line(&self, who: ActorId, number: u16, out: &mut Events) {
        let Some(line) = self.roster.lines.get(number) else { return };
        if let EffectOperation::Permit { acts, object, pace: Some(_), .. } = &line.does
            && !line.as_action
        {
            self.use_line(who, number, line, out);
            let it = object.and_then(|object| self.object_of(number, object, &TriggeredEffect::of(number, Some(who))));
            let acts = acts.iter().fold(0, |all, &act| all | bit_of(act));
            return out
                .push(Event::Aside { who, leave: Leave { line: Some(number), acts, it: it.unwrap_or(Id::None), out_of_turn: false } });
        }
        if !line.as_action {
            self.use_line(who, number, line, out);
            let mut queue = self.firings_of(number, line, &crate::personal::triggers::PersonalOccurrence::of(who));
            if line.is_had_in_turn() {
                queue.retain(|firing| firing.who == Some(who));
            }
            if !queue.is_empty() {
                out.push(Event::Fires { queue, back: self.state.step });
            }
            return;
        }
        // The action is spent. An immediate effect happens now; any other effect waits for the roll that uses it.
        out.push(Event::Declare {
            me: who,
            act: Some(Verb::Pass),
            it: Id::None,
            using: None,
            track: None,
            aspect: None,
            thing: None,
            term: None,
            access: None,
            say: None,
        });
        let end = Step::of(Phase::End, Id::Actor(who));
        if matches!(
            line.does,
            EffectOperation::Change(..)
                | EffectOperation::Uses
                | EffectOperation::Blend { .. }
                | EffectOperation::Reroll(_)
                | EffectOperation::Tracks { .. }
                | EffectOperation::Area { .. }
        ) {
            // No roll will use the effect up, so it is counted as used now.
            if line.is_had_in_turn() {
                self.use_line(who, number, line, out);
            }
            out.push(Event::Counter { who, what: Counter::Granted(number), change: 1, now: 1 });
            return Personal::go(out, end);
        }
        self.use_line(who, number, line, out);
        let queue = self.firings_of(number, line, &crate::personal::triggers::PersonalOccurrence::of(who));
        Personal::go(out, end);
        if !queue.is_empty() {
            out.push(Event::Fires { queue, back: end });
        }
    }

    /// True if the defender rolled a substitute skill that is defined to deal no stress. Such a defence gives no spin.
    pub(super) fn is_harmless_defence(&self, defender: ActorId) -> bool {
        let Some(contest) = &self.state.contest else { return false };
        let skill = contest.defences.iter().find(|defence| defence.who == defender).and_then(|defence| defence.roll.as_ref()?.skill);
        let Some(skill) = skill else { return false };
        self.roster.actors[defender].uses.iter().any(|there| there.harmless && there.basis == skill)
            && !self.is_natural_defence(defender, skill, &self.attack_on(defender))
    }

    /// Gives an actor permission to act now, if the triggered effect grants it. Returns `false` if the actor gets no permission.
    pub(super) fn take_leave(&self, firing: &TriggeredEffect, out: &mut Events) -> bool {
        let (Some(line), Some(who)) = (self.roster.lines.get(firing.line), firing.who) else { return false };
        let EffectOperation::Permit { cannot: false, acts, object, pace } = &line.does else { return false };
        // During an immediate act or an act out of turn, no other such act can begin.
        if !self.state.asides.is_empty() || !self.state.actors[who].is_active() {
            return false;
        }
        let it = match object {
            None => Id::None,
            Some(object) => match self.object_of(firing.line, *object, firing) {
                Some(it) => it,
                None => return false,
            },
        };
        let acts = acts.iter().fold(0, |all, &act| all | bit_of(act));
        let out_of_turn = *pace == Some(ExtraActionTime::OutOfTurn);
        out.push(Event::Effect { line: firing.line, who: Some(who), amount: 0, only: None });
        out.push(Event::Aside { who, leave: Leave { line: Some(firing.line), acts, it, out_of_turn } });
        true
    }
}
