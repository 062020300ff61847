//! Effects triggered by events of a space fight: `after hit`, `after coast`, `each turn`.
//!
//! Results of triggered effects are added after the events of the step and do not trigger further effects.

use crate::aspects;
use crate::effects::{
    self, Act, CarrierSubject, EffectDuration, EffectHost, EffectOperation, EvalContext, Hook, TableEffect, TriggerCandidate,
};
use crate::event::{Counter, Event, Events, Grouping, Phase, SpacePhase, TrackId};
use crate::ids::{ActorId, AspectId, TableKey};
use crate::space::Space;
use crate::space::effects::{ShipEffectQuery, SpaceRoll};
use crate::space::eval_context::SpaceEvalContext;
use crate::space::state::SpaceRollSubject;
use crate::tracks::TrackSet;
use ecow::EcoString;
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
use slip_pack::effect::{Event as Word, TagVerb, When};

/// Trigger event of space combat.
type Moment = effects::TriggerMoment<SpaceRoll>;

impl Space {
    /// Triggers the effects that react to the events from index `before` on.
    pub(super) fn set_off_moments(&self, before: usize, out: &mut Events) {
        if !self.roster.lines.any(Hook::Moment) {
            return;
        }
        let mut moments = Vec::new();
        for event in out.get(before..).unwrap_or_default() {
            self.happened(event, &mut moments);
        }
        if self.state.step.phase == Phase::Result {
            self.rolls_settled(&mut moments);
        }
        let mut aspects = self.state.aspects.len() + out.iter().filter(|event| matches!(event, Event::AspectAdd { .. })).count();
        for moment in moments {
            self.fire(moment, &mut aspects, out);
        }
    }

    /// Adds the trigger events that correspond to an event of the log.
    fn happened(&self, event: &Event, moments: &mut Vec<Moment>) {
        let mut push =
            |what: TriggerCandidate<SpaceRoll>, actor: ActorId, target: Option<ActorId>| moments.push(Moment { what, actor, target });
        match event {
            Event::Stage(SpacePhase::Detection) => {
                for (who, sheet) in self.roster.ships.iter() {
                    push(TriggerCandidate::Event(Word::Setup), who, None);
                    push(TriggerCandidate::Event(Word::Start), who, None);
                    if sheet.slipped || sheet.overburnt {
                        push(TriggerCandidate::Event(Word::Arrival), who, None);
                    }
                }
            }
            Event::Round { order, .. } => order.iter().for_each(|&who| push(TriggerCandidate::Event(Word::Turn), who, None)),
            Event::Out { who, by, fate: None, .. } => push(TriggerCandidate::Event(Word::TakenOut), *who, *by),
            Event::Counter { who, what: Counter::Drives, now: 2, .. } => push(TriggerCandidate::Act(Act::Coast), *who, None),
            Event::Counter { who, what: Counter::Burn, change, .. } if *change > 0 => push(TriggerCandidate::Act(Act::Burn), *who, None),
            Event::Group { what, who, lead } => {
                let act = match what {
                    Grouping::Form => Act::Form,
                    Grouping::Tether => Act::Tether,
                    Grouping::Couple => Act::Couple,
                    Grouping::Launch => Act::Launch,
                    _ => return,
                };
                let actor = lead.or(who.first().copied());
                if let Some(actor) = actor {
                    push(TriggerCandidate::Act(act), actor, who.iter().copied().find(|&other| other != actor));
                }
            }
            _ => {}
        }
    }

    /// Adds the trigger events of the rolls that have just been settled.
    fn rolls_settled(&self, moments: &mut Vec<Moment>) {
        let Some(contest) = &self.state.contest else { return };
        let of_stage = SpaceRoll::of_stage(self.state.stage);
        let (attack, defence) = (of_stage.first().copied(), of_stage.get(1).copied());
        match (contest.matter, contest.rolls.as_slice()) {
            (SpaceRollSubject::Attack, [first, ..]) => {
                for (met, best) in self.defences(contest) {
                    let (one, other) = (first.who, met.who);
                    moments.extend(attack.map(|roll| Moment { what: TriggerCandidate::Roll(roll), actor: one, target: Some(other) }));
                    moments.extend(defence.map(|roll| Moment { what: TriggerCandidate::Roll(roll), actor: other, target: Some(one) }));
                    if first.total() > best.total() {
                        moments.push(Moment { what: TriggerCandidate::Event(Word::Hit), actor: one, target: Some(other) });
                    }
                }
            }
            (SpaceRollSubject::Maneuver, [first, ..]) => {
                let post = self.maneuvering().and_then(|(number, _)| self.maneuver(number)?.post);
                let target = self.state.declared.it.actor().filter(|&it| it != first.who);
                let what = post.map(|post| TriggerCandidate::Roll(SpaceRoll::Maneuver(post)));
                moments.extend(what.map(|what| Moment { what, actor: first.who, target }));
            }
            (SpaceRollSubject::Deny(_), _) => {}
            (_, rolls) => {
                let all = rolls.iter().map(|roll| roll.who);
                moments.extend(all.filter_map(|actor| Some(Moment { what: TriggerCandidate::Roll(attack?), actor, target: None })));
            }
        }
    }

    /// Executes the effects that wait for a trigger event, in order.
    fn fire(&self, moment: Moment, aspects: &mut usize, out: &mut Events) {
        for (number, line) in self.roster.lines.at(Hook::Moment) {
            let Some(at) = self.is_cued(line, moment) else { continue };
            line.look();
            let free = line.price == 0 && !line.as_action;
            if !free || !self.can_use(line, moment.actor) {
                continue;
            }
            let eye = |who: ActorId| SpaceEvalContext { affected: Some(who), ..self.eye(line.carrier, &at) };
            let mut subjects = self.subjects(line, moment);
            subjects.retain(|&who| line.condition.as_ref().is_none_or(|condition| eye(who).holds(condition)));
            if subjects.is_empty() {
                continue;
            }
            if line.choice {
                let uses = self.state.uses.get(usize::from(line.count)).copied().unwrap_or(0);
                let now = i32::try_from(uses).unwrap_or(i32::MAX).saturating_add(1);
                out.push(Event::Counter { who: moment.actor, what: Counter::Line(number), change: 1, now });
            }
            for who in subjects {
                self.act(number, line, (who, eye(who)), aspects, out);
            }
        }
    }

    /// If this trigger event triggers the effect, returns the query with which the effect is evaluated; otherwise `None`.
    fn is_cued(&self, line: &TableEffect, moment: Moment) -> Option<ShipEffectQuery> {
        let cue = line.cue.as_ref().filter(|cue| cue.when != When::Before)?;
        let at = match moment.what {
            TriggerCandidate::Roll(roll) => self.at(moment.actor, roll, moment.target),
            TriggerCandidate::Event(_) | TriggerCandidate::Act(_) => ShipEffectQuery { foe: moment.target, ..Space::about(moment.actor) },
        };
        let what = moment.is(cue, &|wanted| self.fits_roll(wanted, line.carrier, &at));
        let own = line.carrier.person().is_none();
        let who = match &cue.who {
            None if own => true,
            // These events concern a ship and everyone aboard; every other event concerns the person who rolled.
            None if matches!(
                moment.what,
                TriggerCandidate::Event(Word::Turn | Word::Setup | Word::Start | Word::Arrival | Word::TakenOut)
            ) =>
            {
                line.carrier.person().is_some_and(|own| self.roster.person(own).map_or(own, |person| person.ship) == moment.actor)
            }
            None => self.is_meant(line.carrier, &CarrierSubject::Own, moment.actor, at.person),
            Some(whom) => self.is_meant(line.carrier, whom, moment.actor, at.person),
        };
        let there = line.carrier.person().is_none_or(|carrier| self.is_about(carrier) || moment.actor == carrier);
        (what && who && there).then_some(at)
    }

    /// Returns the ships that an effect is about when it is triggered.
    fn subjects(&self, line: &TableEffect, moment: Moment) -> Vec<ActorId> {
        let home = line.carrier.person().map(|own| self.roster.person(own).map_or(own, |person| person.ship));
        match &line.whom {
            CarrierSubject::Own => vec![home.unwrap_or(moment.actor)],
            CarrierSubject::Actor => vec![moment.actor],
            CarrierSubject::Target => moment.target.into_iter().collect(),
            whom => {
                let own_event = matches!(moment.what, TriggerCandidate::Event(event) if line.is_at_own_event(event));
                let is_own = |who: ActorId| !own_event || who == moment.actor;
                let meant = |&who: &ActorId| is_own(who) && self.takes_part(who) && self.is_meant(line.carrier, whom, who, None);
                self.state.ships.keys().filter(meant).collect()
            }
        }
    }

    /// Applies an effect to a ship.
    fn act(&self, number: u16, line: &TableEffect, (who, eye): (ActorId, SpaceEvalContext<'_>), aspects: &mut usize, out: &mut Events) {
        let Some(ship) = self.state.ship(who) else { return };
        let tell = |amount: i32| Event::Effect { line: number, who: Some(who), amount, only: None };
        match &line.does {
            EffectOperation::Suffers(amount, track) => {
                let shifts = eye.number(amount);
                if shifts > 0 {
                    out.push(tell(shifts));
                    self.strike(who, self.diverted(who, TrackId(*track)), TrackSet::NONE, shifts, out);
                }
            }
            EffectOperation::Boxes { erase, track, which } => {
                let (id, now) = (TrackId(*track), ship.track(TrackId(*track)));
                let bits = now.bits();
                let boxes = effects::marked(bits, now.length(), *erase, *which);
                if boxes != bits {
                    out.push(tell(0));
                    out.push(Event::Boxes { who, track: id, boxes });
                }
            }
            EffectOperation::Tag { never: false, verb, aspect, by } => {
                let known = aspects::coming(&self.state.aspects, out.iter(), who, aspect);
                if let Some(event) = self.tag(line, (*verb, aspect, by.as_ref()), (who, known), aspects) {
                    out.push(tell(0));
                    out.push(event);
                }
            }
            EffectOperation::Loses(text) => {
                if let Some((id, _)) = aspects::coming(&self.state.aspects, out.iter(), who, text) {
                    out.push(tell(0));
                    out.push(Event::AspectDrop { id });
                }
            }
            EffectOperation::Pays(points) => {
                let Some(payer) = self.buyer(who, 1) else { return };
                let has = self.points(payer);
                let points = (*points).min(has);
                if points > 0 {
                    out.push(tell(i32::from(points)));
                    out.push(Event::Fate { who: payer, change: -i32::from(points), left: has - points, from: None });
                }
            }
            does if does.stands() => {
                let until = match line.lasts() {
                    EffectDuration::Fight => i32::MAX,
                    EffectDuration::Turn => i32::try_from(self.state.turn).unwrap_or(i32::MAX).saturating_add(1),
                    EffectDuration::Act => i32::try_from(self.state.turn).unwrap_or(i32::MAX),
                };
                out.push(tell(0));
                out.push(Event::Counter { who, what: Counter::Roused(number), change: 1, now: until });
            }
            _ => {}
        }
    }

    /// Adds an aspect to a ship, or a free tag to an aspect that it has. `known` is set if the ship already has the aspect; its flag is
    /// true if the aspect already has a free tag.
    fn tag(
        &self,
        line: &TableEffect,
        (verb, words, by): (TagVerb, &EcoString, Option<&CarrierSubject>),
        (who, known): (ActorId, Option<(AspectId, bool)>),
        aspects: &mut usize,
    ) -> Option<Event> {
        match (verb, known) {
            (TagVerb::HasAspect, None) => {
                let id = AspectId::of(*aspects);
                *aspects += 1;
                let new = Aspect { origin: AspectOrigin::Automatic, ..Aspect::printed(words.clone(), Holder::Actor(who.0)) };
                Some(Event::AspectAdd { id, aspect: new })
            }
            (TagVerb::FreeTag, Some((id, false))) => {
                let free = match by {
                    None | Some(CarrierSubject::Enemies) => self.free_for_enemies(who),
                    Some(by) => FreeTag { sides: self.sides_of(line, by), from: self.state.asked },
                };
                Some(Event::AspectFree { id, free: Some(free), by: None })
            }
            _ => None,
        }
    }

    /// Returns the sides, one bit for each, that the word after `by` means for the carrier of the effect.
    fn sides_of(&self, line: &TableEffect, whom: &CarrierSubject) -> u32 {
        whom.sides(line.carrier.person().map(|who| self.side(who)), self.roster.sides.keys())
    }
}
