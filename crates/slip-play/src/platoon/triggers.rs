//! Effects triggered by events of a platoon fight: `after hit`, `after jam against this`, `each turn`.
//!
//! Results of triggered effects are added after the events of the step and do not trigger further effects. Some effects offer a choice (a
//! second maneuver, an interception, removing a free tag); `permissions` asks about these where they occur.

use crate::aspects;
use crate::conflict::Conflict;
use crate::effects::{
    self, Act, Carrier, CarrierSubject, EffectDuration, EffectHost, EffectOperation, EvalContext, Hook, OpponentFilter, TableEffect,
    TriggerCandidate, TriggerEvent,
};
use crate::event::{Counter, Event, Events, Phase, TrackId};
use crate::ids::{ActorId, AspectId, Id, TableKey, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::effects::UnitEffectQuery;
use crate::platoon::eval_context::PlatoonEvalContext;
use crate::platoon::quantities::told;
use crate::platoon::roll_kinds::{UnitRoll, act_of};
use crate::platoon::state::{MORALE, PlatoonRollSubject};
use crate::platoon::zones::{Region, UnitLocation};
use crate::tracks::TrackSet;
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
use slip_pack::effect::{Event as Word, TagVerb, When};

/// Trigger event of platoon combat.
type Moment = effects::TriggerMoment<UnitRoll>;

/// Trigger event and its time: `before` is true if the roll has not been made yet.
#[derive(Clone, Copy)]
struct TimedTrigger {
    moment: Moment,
    before: bool,
    /// Zone that a unit has entered, for an event of this kind.
    zone: Option<ZoneId>,
}

impl PlatoonFight {
    /// Triggers the effects that react to the events from index `before` on.
    pub(super) fn set_off_lines(&self, before: usize, out: &mut Events) {
        if !self.roster.lines.any(Hook::Moment) && !self.roster.lines.any(Hook::Tag) {
            return;
        }
        let mut come = Vec::new();
        for event in out.get(before..).unwrap_or_default() {
            self.happened(event, &mut come);
        }
        if self.state.step.phase == Phase::Result {
            self.rolls_settled(&mut come);
        }
        if come.is_empty() || matches!(out.last(), Some(Event::End { .. })) {
            return;
        }
        if come.iter().any(|come| come.moment.what == TriggerCandidate::Event(Word::Start)) {
            self.give_free_tags(out);
        }
        // Most events trigger no effect; drop those here.
        let awaited = |come: &TimedTrigger| {
            let mut cues = self.roster.lines.at(Hook::Moment).filter_map(|(_, line)| line.cue.as_ref());
            cues.any(|cue| come.moment.is(cue, &|_| true))
        };
        come.retain(awaited);
        if come.is_empty() {
            return;
        }
        // Effects are evaluated in the state after the events, while the dice are still on the table.
        let mut next = self.clone();
        for event in out.get(before..).unwrap_or_default() {
            next.apply(event);
        }
        if next.state.contest.is_none() {
            next.state.contest.clone_from(&self.state.contest);
            next.state.declared = self.state.declared;
            next.state.targets.clone_from(&self.state.targets);
        }
        let mut aspects = next.state.aspects.len();
        for come in come {
            next.fire(come, &mut aspects, out);
        }
    }

    /// Adds the trigger events that an event of the log causes.
    fn happened(&self, event: &Event, come: &mut Vec<TimedTrigger>) {
        let mut push = |what: Word, actor: ActorId, target: Option<ActorId>, zone: Option<ZoneId>| {
            let moment = Moment { what: TriggerCandidate::Event(what), actor, target };
            come.push(TimedTrigger { moment, before: false, zone });
        };
        match event {
            Event::Round { round: 1, .. } => {
                for who in self.state.units.keys() {
                    push(Word::Setup, who, None, None);
                    push(Word::Start, who, None, None);
                }
            }
            Event::Counter { who, what: Counter::Activated, now: 1, .. } => push(Word::Turn, *who, None, None),
            Event::Out { who, by, fate: None, .. } => push(Word::TakenOut, *who, *by, None),
            Event::Move { who, to, .. } => {
                if self.roster.ground.region(*to) == Region::Map && !self.is_over_map(*who) {
                    push(Word::EnterMap, *who, None, Some(*to));
                }
                push(Word::Enter, *who, None, Some(*to));
                let there = |id: &ActorId| self.state.unit(*id).is_some_and(|unit| unit.zone() == Some(*to));
                let met: Vec<ActorId> = self.state.units.keys().filter(|id| there(id) && self.are_enemies(*id, *who)).collect();
                if let Some(first) = met.first() {
                    push(Word::Contact, *who, Some(*first), Some(*to));
                }
                met.into_iter().for_each(|id| push(Word::Contact, id, Some(*who), Some(*to)));
            }
            Event::Phase(step) if step.phase == Phase::Throw => {
                if let Some((me, roll)) = self.about_to_roll(event) {
                    let target = self.state.declared.it.actor();
                    come.push(TimedTrigger {
                        moment: Moment { what: TriggerCandidate::Roll(roll), actor: me, target },
                        before: true,
                        zone: None,
                    });
                }
            }
            _ => {}
        }
    }

    /// Returns the unit and the kind of the roll that follows this event. `None` if the step only repeats the question about optional
    /// effects.
    fn about_to_roll(&self, event: &Event) -> Option<(ActorId, UnitRoll)> {
        let declared = &self.state.declared;
        let again = matches!(event, Event::Phase(step) if step.m != 0);
        let act = act_of(declared.act?)?;
        (!again).then_some((declared.me?, UnitRoll { act, skill: declared.skill, against: None }))
    }

    /// True if a unit is on the map or over it.
    fn is_over_map(&self, who: ActorId) -> bool {
        let place = self.state.unit(who).map(|unit| unit.place);
        matches!(place, Some(UnitLocation::Zone(zone)) if self.roster.ground.region(zone) == Region::Map)
    }

    /// Adds the trigger events of the rolls that have just been settled.
    fn rolls_settled(&self, come: &mut Vec<TimedTrigger>) {
        let (Some(contest), Some(act)) = (&self.state.contest, self.state.declared.act.and_then(act_of)) else { return };
        let Some(first) = contest.rolls.first() else { return };
        let zone = match self.state.declared.it {
            Id::Zone(zone) => Some(zone),
            _ => None,
        };
        let mut push = |what: TriggerCandidate<UnitRoll>, actor: ActorId, target: Option<ActorId>| {
            come.push(TimedTrigger { moment: Moment { what, actor, target }, before: false, zone: zone.filter(|_| target.is_none()) });
        };
        let roll = UnitRoll { act, skill: first.skill, against: None };
        let others = contest.rolls.get(1..).unwrap_or_default();
        if others.is_empty() {
            push(TriggerCandidate::Roll(roll), first.who, self.state.declared.it.actor());
        }
        for other in others {
            push(TriggerCandidate::Roll(roll), first.who, Some(other.who));
            push(
                TriggerCandidate::Roll(UnitRoll { act: Act::Defence, skill: other.skill, against: Some((act, first.skill)) }),
                other.who,
                Some(first.who),
            );
            if contest.matter == PlatoonRollSubject::Attack && self.state.shifts_against(Some(other.who)) > 0 {
                push(TriggerCandidate::Event(Word::Hit), first.who, Some(other.who));
            }
        }
        if contest.matter == PlatoonRollSubject::Attack && self.state.declared.area {
            push(TriggerCandidate::Event(Word::AreaAttack), first.who, None);
        }
    }

    /// Executes the effects that wait for a trigger event, in order.
    fn fire(&self, come: TimedTrigger, aspects: &mut usize, out: &mut Events) {
        for (number, line) in self.roster.lines.at(Hook::Moment) {
            let Some(at) = self.is_cued(line, &come) else { continue };
            line.look();
            let actor = come.moment.actor;
            let free = line.price == 0 && !line.as_action && !is_asked(&line.does);
            if !free || !self.can_use(line, number, actor) {
                continue;
            }
            let eye = |who: ActorId| self.eye(line.carrier, &at).about(who);
            let mut subjects = self.subjects(line, &come.moment);
            subjects.retain(|&who| line.condition.as_ref().is_none_or(|condition| eye(who).holds(condition)));
            if subjects.is_empty() {
                continue;
            }
            if line.choice {
                self.count_use(actor, number, line, out);
            }
            for who in subjects {
                self.act(number, line, (who, eye(who)), aspects, out);
            }
        }
    }

    /// Returns the query with which an effect is evaluated if this trigger event triggers the effect; otherwise `None`.
    fn is_cued(&self, line: &TableEffect, come: &TimedTrigger) -> Option<UnitEffectQuery> {
        let moment = &come.moment;
        let cue = line
            .cue
            .as_ref()
            .filter(|cue| (cue.when == When::Before) == come.before || matches!(moment.what, TriggerCandidate::Event(_)))?;
        let at = match moment.what {
            TriggerCandidate::Roll(roll) => UnitEffectQuery::rolling(moment.actor, roll),
            TriggerCandidate::Event(_) | TriggerCandidate::Act(_) => UnitEffectQuery::of(moment.actor),
        };
        let zone = come.zone.or_else(|| self.place_of(moment.target?));
        let at = at.against(moment.target).upon(zone, self.state.declared.area);
        if !moment.is(cue, &|wanted| self.fits_roll(wanted, line.carrier, &at)) {
            return None;
        }
        let against_this = matches!(&cue.what, TriggerEvent::Roll(roll) if roll.against == Some(OpponentFilter::Carrier));
        let who = match &cue.who {
            // An effect `against this` is triggered by acts of other units. Acts of its own carrier do not trigger it (R-YE1).
            None if against_this || line.carrier.person().is_none() => self.is_at(line.carrier, come),
            None => line.carrier.person() == Some(moment.actor),
            Some(whom) => self.is_at(line.carrier, come) && self.is_meant(line.carrier, whom, moment.actor),
        };
        // A unit that has just been taken out still triggers its effects on being taken out.
        let gone = moment.what == TriggerCandidate::Event(Word::TakenOut) && line.carrier.person() == Some(moment.actor);
        (who && (gone || self.is_carried_now(line.carrier))).then_some(at)
    }

    /// True if the event happens where the effect applies. An effect of a zone applies only in this zone. A unit's effect about entering
    /// applies if this unit enters a zone, or if another unit enters the zone of this unit. All other effects apply everywhere.
    fn is_at(&self, carrier: Carrier, come: &TimedTrigger) -> bool {
        let enters = matches!(come.moment.what, TriggerCandidate::Event(Word::Enter | Word::Contact));
        let here = come.zone.or_else(|| self.place_of(come.moment.actor));
        match carrier {
            Carrier::Zone(zone) => here == Some(zone),
            Carrier::Person(own) if enters => own == come.moment.actor || here == self.place_of(own),
            _ => true,
        }
    }

    /// Returns the units that an effect is about when it is triggered.
    fn subjects(&self, line: &TableEffect, moment: &Moment) -> Vec<ActorId> {
        match &line.whom {
            CarrierSubject::Own => vec![line.carrier.person().unwrap_or(moment.actor)],
            CarrierSubject::Actor => vec![moment.actor],
            CarrierSubject::Target => moment.target.into_iter().collect(),
            whom => {
                let own_event = matches!(moment.what, TriggerCandidate::Event(event) if line.is_at_own_event(event));
                let is_own = |who: ActorId| !own_event || who == moment.actor;
                let is_active = |who: ActorId| self.state.unit(who).is_some_and(|unit| unit.is_active());
                let meant = |&who: &ActorId| is_own(who) && is_active(who) && self.is_meant(line.carrier, whom, who);
                self.state.units.keys().filter(meant).collect()
            }
        }
    }

    /// Applies an effect to a unit.
    fn act(&self, number: u16, line: &TableEffect, (who, eye): (ActorId, PlatoonEvalContext<'_>), aspects: &mut usize, out: &mut Events) {
        let Some(unit) = self.state.unit(who).filter(|unit| unit.is_active()) else { return };
        match &line.does {
            EffectOperation::Suffers(amount, track) => {
                let track = TrackId(*track);
                let shifts = if unit.track(track).length() > 0 || track == MORALE { eye.number(amount) } else { 0 };
                let shifts = if shifts > 0 { self.suffered(UnitEffectQuery::of(who), shifts, out) } else { 0 };
                if shifts > 0 {
                    out.push(told(number, Some(who), shifts));
                    out.push(Event::Blow { who, track, besides: TrackSet::NONE, shifts });
                }
            }
            EffectOperation::Boxes { erase, track, which } => {
                let (track, there) = (TrackId(*track), unit.track(TrackId(*track)));
                let bits = there.bits();
                let boxes = effects::marked(bits, there.length(), *erase, *which);
                if boxes != bits {
                    out.push(told(number, Some(who), 0));
                    out.push(Event::Boxes { who, track, boxes });
                }
            }
            EffectOperation::Tag { never: false, verb, aspect, by } => {
                self.tag(number, line, (*verb, aspect, by.as_ref()), who, (aspects, out))
            }
            EffectOperation::Loses(words) => {
                if let Some((id, _)) = aspects::coming(&self.state.aspects, out.iter(), who, words) {
                    out.push(told(number, Some(who), 0));
                    out.push(Event::AspectDrop { id });
                }
            }
            EffectOperation::Pays(points) => {
                let has = self.state.platoons.row(unit.platoon).map_or(0, |platoon| platoon.fate.points());
                let points = (*points).min(has);
                if points > 0 && unit.member {
                    out.push(told(number, Some(who), i32::from(points)));
                    self.pay(who, points, out);
                }
            }
            does if does.stands() => {
                let turn = i32::try_from(self.state.turn).unwrap_or(i32::MAX);
                let until = match line.lasts() {
                    EffectDuration::Fight => i32::MAX,
                    EffectDuration::Turn => turn.saturating_add(1),
                    EffectDuration::Act => turn,
                };
                out.push(told(number, Some(who), 0));
                out.push(Event::Counter { who, what: Counter::Roused(number), change: 1, now: until });
            }
            _ => {}
        }
    }

    /// Adds an aspect to a unit; if the unit already has the aspect, gives the aspect a free tag.
    fn tag(
        &self,
        number: u16,
        line: &TableEffect,
        (verb, words, by): (TagVerb, &ecow::EcoString, Option<&CarrierSubject>),
        who: ActorId,
        (aspects, out): (&mut usize, &mut Events),
    ) {
        let known = aspects::coming(&self.state.aspects, out.iter(), who, words);
        match (verb, known) {
            (TagVerb::HasAspect, None) if !self.never_has(who, words) => {
                let id = AspectId::of(*aspects);
                *aspects += 1;
                out.push(told(number, Some(who), 0));
                let new = Aspect { origin: AspectOrigin::Automatic, ..Aspect::printed(words.clone(), Holder::Actor(who.0)) };
                out.push(Event::AspectAdd { id, aspect: new });
            }
            (TagVerb::FreeTag, Some((id, false))) if !self.never_free(words, who) => {
                let sides = self.sides_meant(line, by, Holder::Actor(who.0));
                out.push(told(number, Some(who), 0));
                let free = Some(FreeTag { sides, from: self.state.declared.number + 1 });
                out.push(Event::AspectFree { id, free, by: None });
            }
            _ => {}
        }
    }

    /// Gives the free tags that effects provide from the start (`free_tag "A" by allies`).
    fn give_free_tags(&self, out: &mut Events) {
        for (number, line) in self.roster.lines.at(Hook::Tag) {
            let EffectOperation::Tag { never: false, verb: TagVerb::FreeTag, aspect: words, by } = &line.does else { continue };
            let at = UnitEffectQuery::of(line.carrier.person().unwrap_or(ActorId(0)));
            if line.cue.is_some() || line.choice || line.as_action || !self.is_carried_now(line.carrier) || !self.is_so(line, &at) {
                continue;
            }
            let found = self
                .state
                .aspects
                .iter()
                .find(|(_, there)| there.present && there.free.is_none() && there.text == *words && self.bears(line, there.holder));
            let Some((id, there)) = found else { continue };
            let sides = self.sides_meant(line, by.as_ref(), there.holder);
            out.push(told(number, line.carrier.person(), 0));
            out.push(Event::AspectFree { id, free: Some(FreeTag { sides, from: self.state.declared.number }), by: None });
        }
    }

    /// Returns the sides that get a free tag from an effect: the sides named after `by`, otherwise the enemies of the unit with the aspect.
    fn sides_meant(&self, line: &TableEffect, by: Option<&CarrierSubject>, holder: Holder) -> u32 {
        let own = line.carrier.person().map(|own| self.side(own));
        let all = self.roster.sides.keys();
        match (by, holder) {
            (Some(by), _) => by.sides(own, all),
            (None, Holder::Actor(who) | Holder::Gear(who, _)) => CarrierSubject::Enemies.sides(Some(self.side(ActorId(who))), all),
            (None, _) => CarrierSubject::Everyone.sides(own, all),
        }
    }
}

/// True if an effect offers a choice that another module asks about: to act at once or out of turn, to remove a free tag, or to choose
/// zones for an aspect.
const fn is_asked(does: &EffectOperation) -> bool {
    matches!(
        does,
        EffectOperation::Permit { cannot: false, .. }
            | EffectOperation::Strip { .. }
            | EffectOperation::Place { .. }
            | EffectOperation::Reroll(_)
    )
}
