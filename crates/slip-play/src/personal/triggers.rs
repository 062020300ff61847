//! Triggers: the effects that an event triggers, their order, and the queue in which they are executed.
//!
//! Trigger events are read from the events of a decision, so that no step of the sequence depends on effects. All triggered effects are
//! selected when the event happens, with conditions and numbers evaluated at that time. An effect cannot trigger itself while it is being
//! executed.

use crate::choice::{Choice, Options, Verb};
use crate::effects::{
    Act, Carrier, CarrierSubject, EffectHost, EffectOperation, EffectTrigger, EvalContext, Hook, TableEffect, To, TriggerEvent,
};
use crate::event::{Event, Events, Phase, SocialOp, Step, TriggeredEffect};
use crate::ids::{ActorId, Id, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::eval_context::PersonalEvalContext;
use crate::question::Point;
use crate::question_loop::Question;
use slip_dice::fate::{AspectOrigin, Holder};
use slip_pack::effect::{ActionObject, Event as Moment, When};

/// A trigger event: something that can trigger effects.
#[derive(Clone, Copy, Debug)]
pub(super) struct PersonalOccurrence {
    /// Time of the trigger: before or after the event. `at` and `each` also mean before the event; if the event is a roll, they mean the
    /// moment of its dice.
    pub(super) when: When,
    pub(super) what: TriggerKind,
    /// Subject of the event.
    pub(super) whose: Option<ActorId>,
    /// Actor that acts.
    pub(super) actor: Option<ActorId>,
    /// Target of the act.
    pub(super) target: Id,
    /// Zone of the event.
    pub(super) zone: Option<ZoneId>,
}

/// Kind of a trigger event: a roll for an act, or an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TriggerKind {
    Roll(Act),
    Event(Moment),
}

impl PersonalOccurrence {
    /// Returns a trigger event of an actor without a target or zone, for effects that the actor uses of its own accord.
    pub(super) fn of(who: ActorId) -> PersonalOccurrence {
        PersonalOccurrence {
            when: When::At,
            what: TriggerKind::Event(Moment::Start),
            whose: Some(who),
            actor: Some(who),
            target: Id::None,
            zone: None,
        }
    }

    fn event(when: When, what: Moment, whose: Option<ActorId>) -> PersonalOccurrence {
        PersonalOccurrence { when, what: TriggerKind::Event(what), whose, actor: whose, target: Id::None, zone: None }
    }
}

impl Personal {
    /// Triggers the effects that react to the new events: those in `out` from the index `before` on.
    pub(super) fn set_off_moments(&self, before: usize, out: &mut Events) {
        if !self.roster.lines.any(Hook::Moment) {
            return;
        }
        let mut happened = Vec::new();
        for event in out.iter().skip(before) {
            self.read_off(event, &mut happened);
        }
        if happened.is_empty() || matches!(out.last(), Some(Event::End { .. })) {
            return;
        }
        let mut next = self.clone();
        for event in out.iter().skip(before) {
            crate::conflict::Conflict::apply(&mut next, event);
        }
        let back = next.state.step;
        // The contest is kept until the effects that it triggered are executed.
        if next.state.contest.is_none() {
            next.state.contest.clone_from(&self.state.contest);
        }
        let mut queue: Vec<TriggeredEffect> = Vec::new();
        for happening in &happened {
            let mut lines = next.set_off_by(happening);
            lines.sort_by_key(|(key, _)| *key);
            queue.extend(lines.into_iter().map(|(_, firing)| firing));
        }
        push_fires(&queue, back, out);
    }

    /// Adds the trigger events that correspond to an event of the log.
    fn read_off(&self, event: &Event, out: &mut Vec<PersonalOccurrence>) {
        let state = &self.state;
        let target = state.declared.it;
        let own = |when: When, what: TriggerKind, who: ActorId| PersonalOccurrence {
            when,
            what,
            whose: Some(who),
            actor: Some(who),
            target,
            zone: None,
        };
        match event {
            Event::Round { round: 1, .. } => {
                out.push(PersonalOccurrence::event(When::At, Moment::Setup, None));
                out.push(PersonalOccurrence::event(When::At, Moment::Start, None));
            }
            Event::Phase(Step { phase: Phase::Turn, who: Id::Actor(who), .. }) => {
                out.push(PersonalOccurrence::event(When::At, Moment::Turn, Some(*who)));
            }
            Event::Phase(Step { phase: Phase::Action, who: Id::Actor(who), .. }) => {
                if let Some(act) = self.declared_act() {
                    out.push(own(When::Before, TriggerKind::Roll(act), *who));
                }
            }
            Event::Phase(Step { phase: Phase::Defence, who: Id::Actor(who), .. }) => {
                let attacker = state.actor.map_or(Id::None, Id::Actor);
                out.push(PersonalOccurrence { target: attacker, ..own(When::Before, TriggerKind::Roll(Act::Defence), *who) });
            }
            Event::Phase(Step { phase: Phase::Hit, who: Id::Actor(who), .. }) => {
                let by = state.actor.filter(|_| state.blow.is_none());
                let hit = PersonalOccurrence { target: Id::Actor(*who), ..PersonalOccurrence::event(When::Before, Moment::Hit, by) };
                out.push(hit);
            }
            // At the end of a turn, the act of the turn is over and can trigger effects.
            Event::Phase(Step { phase: Phase::End, m: 0, .. }) => self.read_off_act(out),
            Event::Phase(Step { phase: Phase::End, m: 1, .. }) if state.asides.is_empty() => {
                out.push(PersonalOccurrence::event(When::After, Moment::Turn, state.actor));
            }
            // A check of nerve is not an act of the actor (R-P38).
            Event::Roll { me, .. } if state.step.phase != Phase::Morale => {
                let act = if state.step.phase == Phase::Action { self.declared_act() } else { Some(Act::Defence) };
                if let Some(act) = act {
                    let target = if act == Act::Defence { state.actor.map_or(Id::None, Id::Actor) } else { target };
                    out.push(PersonalOccurrence { target, ..own(When::At, TriggerKind::Roll(act), *me) });
                }
            }
            Event::Hit { who, left, .. } if *left > 0 => {
                let by = state.actor.filter(|_| state.blow.is_none());
                out.push(PersonalOccurrence { target: Id::Actor(*who), ..PersonalOccurrence::event(When::After, Moment::Hit, by) });
            }
            Event::Out { who, by, fate: None, .. } => out.push(PersonalOccurrence {
                actor: by.or(Some(*who)),
                target: Id::Actor(*who),
                ..PersonalOccurrence::event(When::After, Moment::TakenOut, Some(*who))
            }),
            Event::Move { who, to, .. } => {
                out.push(PersonalOccurrence {
                    zone: Some(*to),
                    target: Id::Zone(*to),
                    ..PersonalOccurrence::event(When::After, Moment::Enter, Some(*who))
                });
            }
            Event::Social(social) if social.op == SocialOp::Box => out.push(PersonalOccurrence::event(When::At, Moment::TimeBox, None)),
            _ => {}
        }
    }

    /// Adds the trigger events at the end of an act: events of the rolls that were made for the act, and events of attacks.
    fn read_off_act(&self, out: &mut Vec<PersonalOccurrence>) {
        let state = &self.state;
        let (Some(contest), Some(act)) = (&state.contest, self.declared_act()) else { return };
        let who = contest.roll.who;
        let after = |what: TriggerKind, who: ActorId, target: Id| PersonalOccurrence {
            when: When::After,
            what,
            whose: Some(who),
            actor: Some(who),
            target,
            zone: None,
        };
        let target = state.declared.it;
        for defence in &contest.defences {
            out.push(after(TriggerKind::Roll(Act::Defence), defence.who, Id::Actor(who)));
        }
        out.push(after(TriggerKind::Roll(act), who, target));
        if let Some(using) = state.declared.using.filter(|_| act == Act::Attack) {
            if using.how & Choice::AREA != 0 {
                out.push(after(TriggerKind::Event(Moment::AreaAttack), who, target));
            }
            if self.is_words(who, using) {
                out.push(after(TriggerKind::Event(Moment::ComposureAttack), who, target));
            }
        }
    }

    /// Returns the act, as effects name it, of the declared action; `None` if the action needs no roll.
    pub fn declared_act(&self) -> Option<Act> {
        Some(match self.state.declared.act? {
            Verb::Attack => Act::Attack,
            Verb::Move => Act::Move,
            Verb::Maneuver | Verb::Remove => Act::Maneuver,
            Verb::Obstruct => Act::Obstruct,
            Verb::Push => Act::MoveAnother,
            Verb::Seal => Act::Seal,
            Verb::FirstAid => Act::FirstAid,
            Verb::Task => Act::Task,
            _ => return None,
        })
    }

    /// Returns the effects that an event triggers, each with its place in the order. They are ordered by class of operation, then by
    /// carrier with the nearest first, then as written.
    fn set_off_by(&self, happening: &PersonalOccurrence) -> Vec<((u8, u8, u16), TriggeredEffect)> {
        let mut found = Vec::new();
        for (number, line) in self.roster.lines.at(Hook::Moment) {
            let Some(cue) = &line.cue else { continue };
            let at_work = self.state.fires.iter().any(|fires| fires.queue.iter().any(|firing| firing.line == number));
            let aside = self.state.asides.iter().any(|aside| aside.leave.line == Some(number));
            if at_work || aside || matches!(line.does, EffectOperation::Strip { instead: true, .. }) || !self.is_cue(line, cue, happening) {
                continue;
            }
            line.look();
            let key = (line.does.class(), line.carrier.distance(), number);
            found.extend(self.firings_of(number, line, happening).into_iter().map(|firing| (key, firing)));
        }
        found
    }

    /// True if an event is the trigger of an effect.
    fn is_cue(&self, line: &TableEffect, cue: &EffectTrigger, happening: &PersonalOccurrence) -> bool {
        let when = match (cue.when, happening.when, happening.what) {
            (When::Before, When::Before, _) | (When::After, When::After, _) => true,
            (When::At | When::Each, When::At, _) => true,
            // Events such as set-up, the start and a hit happen at a single time. The next lines accept the other words for this time
            // (`before`, `at`, `after`).
            (When::Before, When::At, TriggerKind::Event(_)) => true,
            (When::After, When::At, TriggerKind::Event(Moment::Setup | Moment::Start | Moment::TimeBox)) => true,
            (When::Before | When::At | When::Each, When::After, TriggerKind::Event(Moment::Enter | Moment::TakenOut)) => true,
            (When::At | When::Each, When::After, TriggerKind::Event(Moment::Hit | Moment::AreaAttack | Moment::ComposureAttack)) => true,
            _ => false,
        };
        let what = match (&cue.what, happening.what) {
            (TriggerEvent::Event(wanted), TriggerKind::Event(there)) => *wanted == there,
            (TriggerEvent::Roll(roll), TriggerKind::Roll(act)) => {
                let using = self.state.declared.using.filter(|_| act == Act::Attack);
                happening.whose.is_some_and(|who| {
                    let rolled = self.rolled_skill(who, act);
                    let foe = happening.target.actor().filter(|&foe| foe != who);
                    let at =
                        PersonalEffectQuery { weapon: using.and_then(Choice::weapon), ..PersonalEffectQuery::rolling(who, act, rolled) }
                            .against(foe);
                    self.fits_roll(roll, line.carrier, &at)
                })
            }
            _ => false,
        };
        when && what && self.is_whose(line, cue, happening)
    }

    /// Returns the skill with which an actor rolled, or is about to roll.
    fn rolled_skill(&self, who: ActorId, act: Act) -> Option<crate::ids::SkillId> {
        let contest = self.state.contest.as_ref();
        let rolled = contest.and_then(|contest| {
            let mut rolls = contest.defences.iter().filter_map(|defence| defence.roll.as_ref()).chain([&contest.roll]);
            rolls.find(|roll| roll.who == who).and_then(|roll| roll.skill)
        });
        let using = self.state.declared.using.filter(|_| act != Act::Defence).and_then(Choice::skill);
        rolled.or(using).or((act == Act::Move).then_some(self.roster.parts.movement))
    }

    /// True if the event happens to a subject of the effect's trigger. The subject is the carrier of the effect or another actor.
    fn is_whose(&self, line: &TableEffect, cue: &EffectTrigger, happening: &PersonalOccurrence) -> bool {
        let carried = match (line.carrier.person(), happening.whose) {
            // An actor that was just taken out is no longer in the fight. Its effects on its own fall still apply.
            (Some(person), Some(whose)) if happening.what == TriggerKind::Event(Moment::TakenOut) && person == whose => true,
            _ => self.is_carried_now(line.carrier),
        };
        if !carried {
            return false;
        }
        let in_zone = match (line.carrier, happening.what) {
            (Carrier::Zone(zone), TriggerKind::Event(Moment::Enter)) => happening.zone == Some(zone),
            (Carrier::Zone(zone), _) => happening.whose.is_none_or(|who| self.zone_of(who) == zone),
            _ => true,
        };
        let Some(whose) = happening.whose else {
            // A hit that no actor dealt, such as that of a mine or a poison, never triggers an effect on hits by the carrier.
            let is_hit = happening.what == TriggerKind::Event(Moment::Hit);
            return line.carrier.person().is_none() || (cue.who.is_none() && !is_hit);
        };
        // An effect of a weapon is triggered only if this weapon is used.
        let with_it = match (line.carrier, &cue.who, happening.what) {
            (
                Carrier::Weapon(who, number, _),
                None | Some(CarrierSubject::Own),
                TriggerKind::Roll(Act::Attack) | TriggerKind::Event(Moment::Hit | Moment::AreaAttack),
            ) => who == whose && self.state.declared.using.and_then(Choice::weapon) == Some(number),
            (Carrier::Weapon(who, number, _), None | Some(CarrierSubject::Own), TriggerKind::Roll(Act::Defence)) => {
                who == whose && self.weapon_of_defence(who) == Some(number)
            }
            _ => true,
        };
        let meant = match (&cue.who, line.carrier.person()) {
            (None, Some(person)) => person == whose,
            (None, None) => true,
            (Some(CarrierSubject::Target), Some(person)) => happening.actor == Some(person),
            (Some(whom), _) => self.is_meant_by(line.carrier, whom, whose),
        };
        // An actor's effect on entering a zone is triggered in two cases: this actor enters a zone, or another actor enters this actor's
        // zone.
        let here = match (line.carrier.person(), happening.what) {
            (Some(person), TriggerKind::Event(Moment::Enter)) => person == whose || happening.zone == Some(self.zone_of(person)),
            _ => true,
        };
        in_zone && with_it && meant && here
    }

    /// Returns the weapon with which an actor defends in the current contest; `None` if it dodges. In a talk no weapon is used.
    fn weapon_of_defence(&self, who: ActorId) -> Option<u8> {
        let defence = self.state.contest.as_ref()?.defences.iter().find(|defence| defence.who == who)?;
        let skill = defence.roll.as_ref().map_or(defence.chosen.flatten(), |roll| roll.skill);
        self.defends_with_weapon(who, skill, &self.attack_on(who))?.using.weapon()
    }

    /// Returns the triggered effects that result from an effect: one for each of its subjects, if its condition is true.
    pub(super) fn firings_of(&self, number: u16, line: &TableEffect, happening: &PersonalOccurrence) -> Vec<TriggeredEffect> {
        let own = line.carrier.person();
        let target = happening.target.actor();
        let placed = matches!(line.does, EffectOperation::Place { .. });
        let meant = |&who: &ActorId| {
            let alive = self.state.actors[who].is_active() || Some(who) == happening.whose || Some(who) == target;
            let in_place = match line.carrier {
                Carrier::Zone(zone) => self.zone_of(who) == zone,
                _ => true,
            };
            let own_event = matches!(happening.what, TriggerKind::Event(event) if line.is_at_own_event(event));
            alive
                && (!own_event || happening.whose.is_none_or(|whose| whose == who))
                && match &line.whom {
                    CarrierSubject::Actor => happening.actor == Some(who),
                    CarrierSubject::Target => {
                        target == Some(who) || (happening.actor == self.state.actor && self.is_struck(who, happening))
                    }
                    CarrierSubject::Own if own.is_none() => false,
                    whom => in_place && self.is_meant_by(line.carrier, whom, who),
                }
        };
        let firing = |who: Option<ActorId>| {
            let at = PersonalEffectQuery::of(who.or(happening.actor).or(own).unwrap_or(ActorId(0)));
            let seen = self.eye(line.carrier, &at);
            let eye = PersonalEvalContext { actor: happening.actor, target: target.or(seen.target), ..seen };
            let holds = line.condition.as_ref().is_none_or(|condition| eye.holds(condition));
            let amount = match &line.does {
                EffectOperation::Suffers(amount, _)
                | EffectOperation::Faces { strength: amount, .. }
                | EffectOperation::Change(_, amount)
                | EffectOperation::Set(_, _, To::Number(amount)) => eye.number(amount),
                _ => 0,
            };
            holds.then_some(TriggeredEffect { line: number, who, amount, actor: happening.actor, target: happening.target })
        };
        if placed || (line.whom == CarrierSubject::Own && own.is_none()) {
            return firing(own).into_iter().collect();
        }
        self.roster.actors.keys().filter(meant).filter_map(|who| firing(Some(who))).collect()
    }

    /// True if an actor is a defender of the current attack. Effects about the targets of an attack use this.
    fn is_struck(&self, who: ActorId, happening: &PersonalOccurrence) -> bool {
        matches!(happening.what, TriggerKind::Roll(Act::Attack) | TriggerKind::Event(Moment::AreaAttack))
            && self.state.contest.as_ref().is_some_and(|contest| contest.defences.iter().any(|defence| defence.who == who))
    }

    /// Triggers the effects that replace the result of a roll which has just succeeded. Returns true if any effect was triggered.
    pub(super) fn set_off_instead(&self, out: &mut Events) -> bool {
        if !self.roster.lines.any(Hook::Moment) {
            return false;
        }
        let (Some(who), Some(act)) = (self.state.actor, self.declared_act()) else { return false };
        let happening = PersonalOccurrence {
            when: When::After,
            what: TriggerKind::Roll(act),
            whose: Some(who),
            actor: Some(who),
            target: self.state.declared.it,
            zone: None,
        };
        let mut queue = Vec::new();
        for (number, line) in self.roster.lines.at(Hook::Moment) {
            let waits = line.cue.as_ref().is_some_and(|cue| self.is_cue(line, cue, &happening));
            if waits && matches!(line.does, EffectOperation::Strip { instead: true, .. }) {
                line.look();
                queue.extend(self.firings_of(number, line, &happening).into_iter().filter(|firing| !self.strippable(firing).is_empty()));
            }
        }
        push_fires(&queue, Step { m: 1, ..self.state.step }, out);
        !queue.is_empty()
    }

    /// Returns the effect that is being executed.
    pub(super) fn at_work(&self) -> Option<(&TriggeredEffect, &TableEffect)> {
        let fires = self.state.fires.last()?;
        let firing = fires.queue.get(fires.at)?;
        Some((firing, self.roster.lines.get(firing.line)?))
    }

    /// True if an effect uses up a free tag of the player's choice.
    pub fn is_strip(&self, number: u16) -> bool {
        self.roster.lines.get(number).is_some_and(|line| matches!(line.does, EffectOperation::Strip { .. }))
    }

    /// Returns the step of an effect in the current queue.
    pub(super) fn fire_step(&self, at: usize) -> Step {
        self.state.fires.last().map_or(Step::of(Phase::Fire, Id::None), |fires| step_in(&fires.queue, at))
    }

    /// True if the subject must confirm this effect: it has a price, a limit, or offers a choice.
    fn asks(&self, firing: &TriggeredEffect, line: &TableEffect) -> bool {
        let optional = matches!(line.does, EffectOperation::Permit { .. } | EffectOperation::Strip { .. } | EffectOperation::Place { .. });
        // The actor has already chosen an effect without a trigger in its turn, so no question about it follows.
        let open = line.cue.is_some() || matches!(line.does, EffectOperation::Strip { .. });
        (line.choice || optional) && open && firing.who.is_some() && self.state.step.m == 0
    }

    /// Returns the question that the current effect asks.
    pub(super) fn fire_question(&self) -> Question {
        let engine = Question::engine(self.state.step.who);
        let Some((firing, line)) = self.at_work() else { return engine };
        let Some(who) = firing.who else { return engine };
        let places = matches!(line.does, EffectOperation::Place { .. });
        if !self.asks(firing, line) && !places {
            return engine;
        }
        let point = if places { Point::Whom } else { Point::PayAccess };
        Question { point, seat: self.roster.side(who), me: Id::Actor(who), it: firing.target }
    }

    pub(super) fn legal_fire(&self, out: &mut Options) {
        let Some((firing, line)) = self.at_work() else {
            out.push(Choice::of(Verb::No));
            return;
        };
        if let (EffectOperation::Place { aspect, .. }, Some(who)) = (&line.does, firing.who) {
            // The default is the zone in which the asked actor is.
            let there = |zone: ZoneId| self.is_there(aspect, &|holder| holder == Holder::Zone(zone.0)).is_some();
            let own = Choice::of(Verb::Target).on(Id::Zone(self.zone_of(who)));
            for zone in self.roster.map.zones.keys().filter(|&zone| !there(zone)) {
                out.push(Choice::of(Verb::Target).on(Id::Zone(zone)));
            }
            if out.is_empty() {
                out.push(Choice::of(Verb::No));
            }
            return out.sort_with_default(Some(own));
        }
        let no = Choice::of(Verb::No);
        let yes = Choice::of(Verb::Yes).with(firing.line);
        out.push(no);
        let affordable = line.cue.is_none() || firing.who.is_some_and(|who| self.can_use(firing.line, line, who));
        if let (EffectOperation::Strip { .. }, true) = (&line.does, affordable) {
            for id in self.strippable(firing) {
                out.push(yes.n(i16::try_from(id.0).unwrap_or(i16::MAX)));
            }
            return out.sort_with_default(Some(no));
        }
        if affordable {
            out.push(yes);
        }
        // The default is to use an effect that is free and does not hurt its subject (R-XF1).
        let default = if line.price == 0 && affordable && !self.hurts_itself(firing, line) { yes } else { no };
        out.sort_with_default(Some(default));
    }

    /// True if the current effect would hurt the actor that is asked if it wants the effect.
    pub fn is_harm_offered(&self) -> bool {
        self.state.step.phase == Phase::Fire && self.at_work().is_some_and(|(firing, line)| self.hurts_itself(firing, line))
    }

    /// True if an effect hurts the actor that may choose to use it. Only the effect's own carrier counts, unless the effect has no carrier.
    fn hurts_itself(&self, firing: &TriggeredEffect, line: &TableEffect) -> bool {
        let Some(who) = firing.who.filter(|&who| line.carrier.person().is_none_or(|own| own == who)) else { return false };
        match &line.does {
            // Losing a printed aspect hurts, because it can be invoked. Losing an aspect that came from an effect does not hurt. If the
            // actor does not have the aspect, the loss is treated as harm too, so that no use is wasted on it.
            EffectOperation::Loses(words) => {
                let lost = self.bears(who, words).and_then(|id| self.state.aspects.row(id));
                lost.is_none_or(|aspect| aspect.origin == AspectOrigin::Printed)
            }
            does => does.harms(),
        }
    }

    pub(super) fn decide_fire(&self, choice: Choice, out: &mut Events) {
        let Some((firing, line)) = self.at_work() else { return };
        let step = self.state.step;
        let Some(fires) = self.state.fires.last() else { return };
        match choice.verb {
            Verb::Target => self.place_on(firing, line, choice.it, out),
            Verb::Yes => {
                if let Some(who) = firing.who.filter(|_| line.cue.is_some()) {
                    self.use_line(who, firing.line, line, out);
                }
                if let EffectOperation::Strip { instead, .. } = line.does {
                    return self.strip(firing, choice, instead, out);
                }
                Personal::go(out, Step { m: 1, ..step });
            }
            _ => Personal::go(out, step_in(&fires.queue, fires.at + 1)),
        }
    }

    /// Returns the target of an act that an effect causes. The effect names it as the object of the act.
    pub(super) fn object_of(&self, number: u16, object: ActionObject, firing: &TriggeredEffect) -> Option<Id> {
        let line = self.roster.lines.get(number)?;
        match object {
            ActionObject::It => firing.actor.map(Id::Actor),
            ActionObject::This => line.carrier.person().map(Id::Actor),
            ActionObject::Zone(role) => {
                let at = PersonalEffectQuery::of(firing.who.unwrap_or(ActorId(0)));
                let seen = self.eye(line.carrier, &at);
                let target = firing.target.actor().or(seen.target);
                PersonalEvalContext { actor: firing.actor, target, ..seen }.zone_of(role).map(Id::Zone)
            }
        }
    }
}

/// Largest number of effects in one queue. A step stores their number in a byte, whose highest value means the end of the queue.
const MOST_AT_ONCE: usize = 255;

/// Adds the events of triggered effects. A queue holds a limited number of effects. More effects are split into several queues, and each
/// queue continues with the next.
fn push_fires(queue: &[TriggeredEffect], back: Step, out: &mut Events) {
    let mut back = back;
    for part in queue.chunks(MOST_AT_ONCE).rev() {
        out.push(Event::Fires { queue: part.to_vec(), back });
        back = step_in(part, 0);
    }
}

/// Returns the step of an effect in a queue.
pub(super) fn step_in(queue: &[TriggeredEffect], at: usize) -> Step {
    let who = queue.get(at).and_then(|firing| firing.who).map_or(Id::None, Id::Actor);
    Step::of(Phase::Fire, who).n(u8::try_from(at).unwrap_or(u8::MAX))
}
