//! Aspects that effects keep in place or remove permanently, updated when rounds and turns begin and end.

use crate::effects::{Carrier, CarrierSubject, EffectHost, EffectOperation, Hook, TableEffect};
use crate::event::{Event, Events};
use crate::ids::{ActorId, AspectId, TableKey};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::quantities::acts;
use ecow::EcoString;
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
use slip_pack::effect::TagVerb;

impl Personal {
    /// Adds the aspects that effects without a trigger give at present. Drops the aspects that other such effects take away.
    pub(super) fn keep_standing(&self, out: &mut Events) {
        let lines = &self.roster.lines;
        if !lines.any(Hook::HasAspect) && !lines.any(Hook::Loses) {
            return;
        }
        let mut next = self.state.aspects.len();
        for (number, line) in lines.at(Hook::HasAspect).chain(lines.at(Hook::Loses)) {
            if line.choice || line.as_action {
                continue;
            }
            match &line.does {
                EffectOperation::Tag { never: false, verb: TagVerb::HasAspect, aspect, .. } => {
                    self.keep(number, line, aspect, &mut next, out)
                }
                EffectOperation::Loses(words) => {
                    for who in self.those_meant(line) {
                        if let Some(id) = self.bears(who, words) {
                            out.push(acts(number, Some(who), 0));
                            out.push(Event::AspectDrop { id });
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Gives the free tags that effects grant from the start.
    pub(super) fn give_free_tags(&self, out: &mut Events) {
        for (number, line) in self.roster.lines.at(Hook::Tag) {
            let EffectOperation::Tag { never: false, verb: TagVerb::FreeTag, aspect: words, by } = &line.does else { continue };
            if line.choice || line.as_action || !self.is_carried_now(line.carrier) {
                continue;
            }
            let own = line.carrier.person();
            let found = self.state.aspects.iter().find(|(_, aspect)| {
                let on = match aspect.holder {
                    Holder::Actor(who) | Holder::Gear(who, _) => self.is_meant_by(line.carrier, &line.whom, ActorId(who)),
                    Holder::Zone(zone) => own.is_some() || line.carrier == Carrier::Zone(crate::ids::ZoneId(zone)),
                    Holder::Scene | Holder::System | Holder::Campaign => true,
                };
                aspect.present && aspect.free.is_none() && aspect.text == *words && on
            });
            let Some((id, aspect)) = found else { continue };
            if matches!(aspect.holder, Holder::Actor(who) | Holder::Gear(who, _) if self.never_free(aspect.holder, ActorId(who), words)) {
                continue;
            }
            let at = PersonalEffectQuery::of(own.unwrap_or(ActorId(0)));
            if self.is_so(line, &at) {
                let sides = self.sides_of(line.carrier, by.as_ref(), aspect.holder);
                out.push(acts(number, own, 0));
                out.push(Event::AspectFree { id, free: Some(FreeTag { sides, from: self.state.declared.number + 1 }), by: None });
            }
        }
    }

    fn those_meant(&self, line: &TableEffect) -> Vec<ActorId> {
        self.roster.actors.keys().filter(|&who| self.is_meant_now(line, who)).collect()
    }

    /// True if an active actor is a subject of an effect now, and the effect's condition is true.
    fn is_meant_now(&self, line: &TableEffect, who: ActorId) -> bool {
        let placeless = line.carrier.person().is_none() && line.whom == CarrierSubject::Own;
        self.state.actors[who].is_active()
            && !placeless
            && self.is_carried_now(line.carrier)
            && self.is_meant_by(line.carrier, &line.whom, who)
            && self.is_so(line, &PersonalEffectQuery::of(who))
    }

    /// Keeps one aspect on the actors that should have it, and drops it from other actors that have it by this effect.
    fn keep(&self, number: u16, line: &TableEffect, words: &EcoString, next: &mut usize, out: &mut Events) {
        let meant = self.those_meant(line);
        for who in self.roster.actors.keys().filter(|&who| self.state.actors[who].is_active()) {
            let there = self.bears(who, words);
            let kept_away = self.never_has(who, words) || self.roster.actors[who].never_has.contains(words);
            match (meant.contains(&who) && !kept_away, there) {
                (true, None) => {
                    out.push(acts(number, Some(who), 0));
                    let aspect = Aspect { origin: AspectOrigin::Automatic, ..Aspect::printed(words.clone(), Holder::Actor(who.0)) };
                    out.push(Event::AspectAdd { id: AspectId::of(*next), aspect });
                    *next += 1;
                }
                // An aspect that does not come from an effect is the actor's own and stays.
                (false, Some(id)) if self.state.aspects[id].origin == AspectOrigin::Automatic && self.could_have(line, who) => {
                    out.push(acts(number, Some(who), 0));
                    out.push(Event::AspectDrop { id });
                }
                _ => {}
            }
        }
        // An effect of a place that names no subject gives the aspect to the place itself.
        if line.carrier.person().is_none() && line.whom == CarrierSubject::Own && self.is_so(line, &PersonalEffectQuery::of(ActorId(0))) {
            let holder = match line.carrier {
                Carrier::Zone(zone) => Holder::Zone(zone.0),
                _ => Holder::Scene,
            };
            if self.is_there(words, &|there| there == holder).is_none() {
                out.push(acts(number, None, 0));
                let aspect = Aspect { origin: AspectOrigin::Automatic, ..Aspect::printed(words.clone(), holder) };
                out.push(Event::AspectAdd { id: AspectId::of(*next), aspect });
                *next += 1;
            }
        }
    }

    /// True if an effect could give an actor an aspect. The condition of the effect is not considered.
    fn could_have(&self, line: &TableEffect, who: ActorId) -> bool {
        let zone = match line.carrier {
            Carrier::Zone(_) => true,
            carrier => self.is_meant_by(carrier, &line.whom, who),
        };
        zone && !self.is_wanted_elsewhere(line, who)
    }

    /// True if another effect gives an actor the same aspect.
    fn is_wanted_elsewhere(&self, line: &TableEffect, who: ActorId) -> bool {
        let EffectOperation::Tag { aspect: words, .. } = &line.does else { return false };
        self.roster.lines.at(Hook::HasAspect).any(|(_, other)| {
            let same =
                matches!(&other.does, EffectOperation::Tag { never: false, verb: TagVerb::HasAspect, aspect, .. } if aspect == words);
            same && !std::ptr::eq(other, line) && !other.choice && self.is_meant_now(other, who)
        })
    }
}
