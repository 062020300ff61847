//! Executes triggered effects: aspects, tags, hits, boxes, hazards, points, acts.

use crate::choice::{Choice, Verb};
use crate::conflict::Refusal;
use crate::effects::{
    Act, AspectOccasion, Carrier, CarrierSubject, EffectHost, EffectOperation, Hook, RollFilter, TableEffect, TriggerEvent, marked,
};
use crate::event::{Counter, Event, Events, Phase, Step, TrackId, TriggeredEffect};
use crate::ids::{ActorId, AspectId, Id, TableKey};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::eval_context::PersonalEvalContext;
use crate::personal::quantities::acts;
use crate::personal::triggers::step_in;
use crate::tracks::TrackSet;
use ecow::EcoString;
use slip_dice::Dice;
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
use slip_pack::effect::{Event as Moment, TagVerb};

impl TriggeredEffect {
    /// Returns the queue entry for an effect that an actor uses of its own accord, without a trigger event.
    pub(super) fn of(line: u16, who: Option<ActorId>) -> TriggeredEffect {
        TriggeredEffect { line, who, amount: 0, actor: who, target: Id::None }
    }
}

impl Personal {
    /// Executes the current effect, or ends the queue.
    pub(super) fn run_fire(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(fires) = self.state.fires.last() else { return Ok(()) };
        let next = step_in(&fires.queue, fires.at + 1);
        let Some((firing, line)) = self.at_work() else {
            self.end_fires(out);
            return Ok(());
        };
        if self.act(firing, line, dice, out)? {
            Personal::go(out, next);
        }
        Ok(())
    }

    /// Ends the queue of effects and returns to the step that the trigger interrupted. If the effects took the current actor out, its turn
    /// ends.
    fn end_fires(&self, out: &mut Events) {
        let Some(fires) = self.state.fires.last() else { return };
        out.push(Event::Settled);
        let inactive = self.state.actor.is_some_and(|who| !self.state.actors[who].is_active());
        let own = matches!(
            fires.back.phase,
            Phase::Declare | Phase::Compel | Phase::Answer | Phase::Forced | Phase::FreeMove | Phase::Action | Phase::Steps | Phase::Border
        );
        if inactive && own {
            Personal::go(out, Step::of(Phase::End, self.state.actor.map_or(Id::None, Id::Actor)));
        }
    }

    /// Applies an effect to its subject. Returns `false` if the effect goes to another step first; the next effect must then wait.
    fn act(&self, firing: &TriggeredEffect, line: &TableEffect, dice: &mut Dice, out: &mut Events) -> Result<bool, Refusal> {
        let number = firing.line;
        let active = firing.who.filter(|&who| self.state.actors[who].is_active());
        match (&line.does, active) {
            (EffectOperation::Permit { cannot: false, .. }, _) => return Ok(!self.take_leave(firing, out)),
            (EffectOperation::Place { by, aspect, zones }, None) => self.place_anywhere(line, number, (aspect, *zones, by.as_ref()), out),
            // An aspect for an actor that has just been taken out is not placed anywhere else.
            (EffectOperation::Tag { never: false, .. }, None) if firing.who.is_some() && line.whom != CarrierSubject::Own => {}
            (EffectOperation::Tag { never: false, verb, aspect, by }, who) => {
                self.tag_by(firing, line, (*verb, aspect, by.as_ref()), who, out)
            }
            (EffectOperation::Loses(words), who) => self.lose(firing, line, words, who, out),
            (EffectOperation::Suffers(_, track), Some(who)) if firing.amount > 0 && self.has_or_shares(who, TrackId(*track)) => {
                let (track, _) = self.track_of(who, *track);
                out.push(acts(number, Some(who), firing.amount));
                self.strike(who, track, firing.amount, out);
                return Ok(false);
            }
            (EffectOperation::Faces { skill, track, .. }, Some(who)) if self.has_or_shares(who, TrackId(*track)) => {
                let (track, _) = self.track_of(who, *track);
                return self.face(firing, *skill, who, track, dice, out);
            }
            (EffectOperation::Boxes { erase, track, which }, Some(who)) => {
                let (track, there) = self.track_of(who, *track);
                let boxes = marked(there.bits(), there.length(), *erase, *which);
                if boxes != there.bits() {
                    out.push(acts(number, Some(who), 0));
                    out.push(Event::Boxes { who, track, boxes });
                }
            }
            (does, Some(who)) if does.stands() => {
                let amount = firing.amount;
                out.push(Event::Counter { who, what: Counter::Roused(number), change: amount, now: amount });
            }
            (EffectOperation::Pays(points), Some(who)) => {
                // An actor that has fewer points pays all its points.
                let points = (*points).min(self.state.actors[who].fate.points());
                if points > 0 {
                    out.push(acts(number, Some(who), 0));
                    self.pay(who, points, out);
                }
            }
            (EffectOperation::Drops(role), Some(who)) => {
                let at = PersonalEffectQuery::of(who);
                let seen = self.eye(line.carrier, &at);
                let target = firing.target.actor().or(seen.target);
                let role_zone = PersonalEvalContext { actor: firing.actor, target, ..seen }.zone_of(*role);
                let used = match line.carrier {
                    Carrier::Weapon(there, weapon, _) if there == who => Some(weapon),
                    _ => self.state.declared.using.filter(|_| self.state.actor == Some(who)).and_then(Choice::weapon),
                };
                if let Some(weapon) = used {
                    out.push(acts(number, Some(who), 0));
                    let zone = role_zone.unwrap_or(self.state.actors[who].zone);
                    out.push(Event::Counter { who, what: Counter::Dropped(weapon, zone), change: 1, now: 1 });
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// Deals the hit of an effect. The actor may take consequences against it, and effects on suffered stress apply.
    pub(super) fn strike(&self, who: ActorId, track: TrackId, shifts: i32, out: &mut Events) {
        let at = PersonalEffectQuery { track: Some(track.0), ..PersonalEffectQuery::rolling(who, Act::Defence, None) };
        let mut told = Vec::new();
        let shifts = self.reckon(Hook::Stress, &at, shifts, &mut |line, amount| told.push(acts(line, Some(who), amount)));
        out.extend(told);
        out.push(Event::Blow { who, track, besides: TrackSet::NONE, shifts });
        let at = self.state.step.n;
        Personal::go(out, Step::of(Phase::Hit, Id::Actor(who)).n(at));
    }

    /// Makes a hazard roll against an actor. The hazard has 4dF and a number, or the number as a fixed difficulty (R-N29). The actor has
    /// 4dF and a skill.
    fn face(
        &self,
        firing: &TriggeredEffect,
        skill: crate::ids::SkillId,
        who: ActorId,
        track: TrackId,
        dice: &mut Dice,
        out: &mut Events,
    ) -> Result<bool, Refusal> {
        let kind = self.roster.settings.dice;
        let danger = if self.roster.settings.hazard_fixed { None } else { Some(dice.roll(kind)?) };
        let faces = dice.roll(kind)?;
        let parts = self.plain_roll(who, Some(skill), Act::Check).parts;
        let shifts = danger.map_or(0, |danger| danger.total()) + firing.amount - faces.total() - parts.total();
        out.push(Event::Faces { line: firing.line, who, danger, strength: firing.amount, skill, faces, parts, shifts });
        if shifts <= 0 {
            return Ok(true);
        }
        self.strike(who, track, shifts, out);
        Ok(false)
    }

    /// True if an effect prevents an aspect with the text `words` on an actor.
    pub(super) fn never_has(&self, who: ActorId, words: &str) -> bool {
        self.never_of(TagVerb::HasAspect, who, words, None, None)
    }

    /// True if an effect prevents an aspect with the text `words` after an occasion.
    pub(super) fn never_has_after(&self, who: ActorId, words: &str, after: AspectOccasion) -> bool {
        self.never_of(TagVerb::HasAspect, who, words, None, Some(after))
    }

    /// True if an aspect on an actor or its gear cannot have a free tag. The cause may be an effect, the actor's sheet, or the way in which
    /// the actor now uses the weapon with this aspect.
    pub(super) fn never_free(&self, holder: Holder, who: ActorId, words: &str) -> bool {
        let sheet = &self.roster.actors[who];
        let named = |list: &[EcoString]| list.iter().any(|never| never == words);
        let by_weapon = || match holder {
            Holder::Gear(_, weapon) => {
                let using = Choice::of(Verb::Use).with(u16::from(weapon));
                self.manner(who, using).is_some_and(|manner| named(&manner.never_free))
            }
            _ => false,
        };
        named(&sheet.never_free) || by_weapon() || self.never_of(TagVerb::FreeTag, who, words, Some(holder), None)
    }

    fn never_of(&self, wanted: TagVerb, who: ActorId, words: &str, on: Option<Holder>, after: Option<AspectOccasion>) -> bool {
        // An aspect that one occasion may not bring can still come from another occasion.
        let is_after = |line: &TableEffect| match line.cue.as_ref().map(|cue| &cue.what) {
            Some(TriggerEvent::Event(Moment::ComposureAttack)) => after == Some(AspectOccasion::Words),
            Some(TriggerEvent::Roll(RollFilter { act: Some(Act::FirstAid), .. })) => after == Some(AspectOccasion::FirstAid),
            _ => true,
        };
        // An effect of a weapon on its own aspects does not apply to the aspects of other items.
        let is_about = |line: &TableEffect| match (line.carrier, &line.whom, on) {
            (Carrier::Weapon(there, weapon, _), CarrierSubject::Own, Some(on)) => on == Holder::Gear(there.0, weapon),
            _ => true,
        };
        let says = |line: &TableEffect| {
            is_after(line)
                && is_about(line)
                && matches!(&line.does, EffectOperation::Tag { never: true, verb, aspect, .. } if *verb == wanted && aspect == words)
                && self.is_carried_now(line.carrier)
                && self.is_meant_by(line.carrier, &line.whom, who)
                && self.is_so(line, &PersonalEffectQuery::of(who))
        };
        let lines = &self.roster.lines;
        let hook = if wanted == TagVerb::HasAspect { Hook::HasAspect } else { Hook::Tag };
        lines.at(hook).chain(lines.at(Hook::Moment)).any(|(_, line)| says(line))
    }

    /// Returns the sides of the actors that may use a free tag given by an effect.
    pub(super) fn sides_of(&self, carrier: Carrier, by: Option<&CarrierSubject>, holder: Holder) -> u32 {
        let of = |who: ActorId| 1_u32 << self.roster.side(who).0.min(31);
        let all = || self.roster.sides.keys().fold(0, |all, seat| all | 1_u32 << seat.0.min(31));
        let owner = match holder {
            Holder::Actor(who) | Holder::Gear(who, _) => Some(ActorId(who)),
            _ => None,
        };
        match (by, carrier.person()) {
            (None, _) => owner.or(carrier.person()).map_or_else(all, |who| self.roster.other_sides(self.roster.side(who))),
            (Some(CarrierSubject::Allies | CarrierSubject::Own | CarrierSubject::Allied(_)), Some(person)) => of(person),
            (Some(CarrierSubject::Enemies | CarrierSubject::Enemy(_)), Some(person)) => self.roster.other_sides(self.roster.side(person)),
            (Some(CarrierSubject::Actor), _) => self.state.actor.map_or_else(all, of),
            _ => all(),
        }
    }

    /// Places an aspect, or gives it a free tag.
    fn tag_by(
        &self,
        firing: &TriggeredEffect,
        line: &TableEffect,
        (verb, words, by): (TagVerb, &EcoString, Option<&CarrierSubject>),
        who: Option<ActorId>,
        out: &mut Events,
    ) {
        let holder = match (who, line.carrier) {
            // An aspect that an effect gives to the user of the weapon is placed on the weapon, like its printed aspects.
            (Some(who), Carrier::Weapon(there, weapon, _)) if there == who && line.whom == CarrierSubject::Own => {
                Holder::Gear(who.0, weapon)
            }
            (Some(who), _) => Holder::Actor(who.0),
            (None, Carrier::Zone(zone)) => Holder::Zone(zone.0),
            (None, _) => Holder::Scene,
        };
        let on = |there: Holder| match (who, holder) {
            // Only aspects of this weapon or of the actor count, not those of the actor's other weapons.
            (Some(who), Holder::Gear(..)) => there == holder || there == Holder::Actor(who.0),
            (Some(who), _) => matches!(there, Holder::Actor(person) | Holder::Gear(person, _) if person == who.0),
            (None, _) => there == holder,
        };
        let there = self.is_there(words, &on);
        match verb {
            TagVerb::HasAspect => {
                let kept_away = who.is_some_and(|who| self.never_has(who, words) || self.roster.actors[who].never_has.contains(words));
                if there.is_none() && !kept_away {
                    out.push(acts(firing.line, who, 0));
                    let aspect = Aspect { origin: AspectOrigin::Automatic, ..Aspect::printed(words.clone(), holder) };
                    out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len()), aspect });
                }
            }
            TagVerb::FreeTag => {
                let Some(id) = there.or_else(|| self.is_there(words, &|_| who.is_none())) else { return };
                let never = who.is_some_and(|who| self.never_free(self.state.aspects[id].holder, who, words));
                // An aspect never has two free tags at a time.
                if !never && self.state.aspects[id].free.is_none() {
                    out.push(acts(firing.line, who, 0));
                    let sides = self.sides_of(line.carrier, by, self.state.aspects[id].holder);
                    out.push(Event::AspectFree { id, free: Some(FreeTag { sides, from: self.state.declared.number + 1 }), by: None });
                }
            }
            TagVerb::Tag | TagVerb::Invoke | TagVerb::Compel => {}
        }
    }

    fn lose(&self, firing: &TriggeredEffect, line: &TableEffect, words: &str, who: Option<ActorId>, out: &mut Events) {
        let on = |there: Holder| match (who, there, line.carrier) {
            (Some(who), Holder::Actor(person) | Holder::Gear(person, _), _) => person == who.0,
            (None, Holder::Zone(there), Carrier::Zone(zone)) => there == zone.0,
            (None, Holder::Scene | Holder::System | Holder::Campaign, Carrier::Scene | Carrier::Rules) => true,
            _ => false,
        };
        if let Some(id) = self.is_there(words, &on) {
            out.push(acts(firing.line, who, 0));
            out.push(Event::AspectDrop { id });
        }
    }

    /// Returns the free tags that an effect may use up: tags on aspects that certain actors placed. The effect names these actors.
    pub(super) fn strippable(&self, firing: &TriggeredEffect) -> Vec<AspectId> {
        let Some(EffectOperation::Strip { of, .. }) = self.roster.lines.get(firing.line).map(|line| &line.does) else { return Vec::new() };
        let Some(line) = self.roster.lines.get(firing.line) else { return Vec::new() };
        let placed = |(id, aspect): (AspectId, &Aspect)| {
            let by = aspect.placer.map(ActorId).filter(|_| aspect.present && aspect.free.is_some())?;
            let side = firing.who.is_some_and(|who| match of {
                CarrierSubject::Enemies => self.roster.are_enemies(who, by),
                CarrierSubject::Allies => !self.roster.are_enemies(who, by),
                whom => self.is_meant_by(line.carrier, whom, by),
            });
            side.then_some(id)
        };
        self.state.aspects.iter().filter_map(placed).take(64).collect()
    }

    /// Uses up a free tag. If the effect says so, this happens in place of the result of the roll.
    pub(super) fn strip(&self, firing: &TriggeredEffect, choice: Choice, instead: bool, out: &mut Events) {
        if let Ok(id) = u16::try_from(choice.n) {
            out.push(acts(firing.line, firing.who, 0));
            out.push(Event::AspectFree { id: AspectId(id), free: None, by: firing.who });
        }
        if instead {
            out.push(Event::Settled);
            return Personal::go(out, Step::of(Phase::End, self.state.actor.map_or(Id::None, Id::Actor)));
        }
        let at = self.state.fires.last().map_or(0, |fires| fires.at);
        Personal::go(out, self.fire_step(at + 1));
    }

    /// Places the aspect of an effect on the zone that the asked actor has chosen. The question is repeated until all aspects of the effect
    /// are placed.
    pub(super) fn place_on(&self, firing: &TriggeredEffect, line: &TableEffect, it: Id, out: &mut Events) {
        let (EffectOperation::Place { aspect, zones, by }, Id::Zone(zone)) = (&line.does, it) else { return };
        out.push(acts(firing.line, firing.who, 0));
        let free = by
            .as_ref()
            .map(|by| FreeTag { sides: self.sides_of(line.carrier, Some(by), Holder::Zone(zone.0)), from: self.state.declared.number + 1 });
        let new = Aspect {
            origin: AspectOrigin::Automatic,
            placer: firing.who.map(|who| who.0),
            free,
            ..Aspect::printed(aspect.clone(), Holder::Zone(zone.0))
        };
        out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len()), aspect: new });
        let placed = self.state.step.m + 1;
        let at = self.state.fires.last().map_or(0, |fires| fires.at);
        let full = self.roster.map.zones.len() <= usize::from(placed);
        let next = if placed >= *zones || full { self.fire_step(at + 1) } else { Step { m: placed, ..self.state.step } };
        Personal::go(out, next);
    }

    /// Places the aspect of an effect that no actor decides about: on the zone that carries the effect, or on the first zones of the map.
    fn place_anywhere(
        &self,
        line: &TableEffect,
        number: u16,
        (words, zones, by): (&EcoString, u8, Option<&CarrierSubject>),
        out: &mut Events,
    ) {
        let all = self.roster.map.zones.keys();
        let chosen: Vec<_> = match line.carrier {
            Carrier::Zone(zone) => vec![zone],
            _ => all.take(usize::from(zones)).collect(),
        };
        for (place, zone) in chosen.into_iter().enumerate() {
            let free = by.map(|by| FreeTag {
                sides: self.sides_of(line.carrier, Some(by), Holder::Zone(zone.0)),
                from: self.state.declared.number + 1,
            });
            out.push(acts(number, None, 0));
            let new = Aspect { origin: AspectOrigin::Automatic, free, ..Aspect::printed(words.clone(), Holder::Zone(zone.0)) };
            out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len() + place), aspect: new });
        }
    }
}
