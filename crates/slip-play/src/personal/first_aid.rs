//! First aid (R-P31), and picking weapons up from the ground.

use crate::choice::{Choice, Verb};
use crate::effects::{Act, AspectOccasion};
use crate::event::{Counter, Event, Events};
use crate::ids::{ActorId, AspectId, SkillId, TableKey, ZoneId};
use crate::personal::Personal;
use crate::personal::state::{HEALTH, SkillSet};
use crate::personal::targets::ActWays;
use slip_dice::fate::{Aspect, AspectDuration, AspectOrigin, Holder};

/// Words of the aspect that an actor gets by an attack on Composure without a weapon, or by giving first aid. Effects may prevent it.
const EXPOSED: &str = "Sitting duck";

impl Personal {
    /// Returns the ways of doing an act that needs one of these skills: the skills themselves if they are trained and not used up, and
    /// skills that replace them. Mooks need no skill.
    pub(super) fn ways_by(&self, who: ActorId, act: Act, skills: &[SkillId]) -> ActWays {
        let plain = Choice::of(Verb::Use);
        if self.roster.actors[who].mooks {
            return ActWays::from_iter([plain.n(-1)]);
        }
        let able = |&skill: &SkillId| act != Act::FirstAid || self.is_medic(who, skill);
        let mut ways = SkillSet::default();
        skills.iter().copied().filter(able).for_each(|skill| ways.add(skill));
        let stands_in = self.roster.actors[who].uses.iter().filter(|there| {
            // A substitution without a skill replaces any skill for its act (`may use charm for task`).
            let named = there.skill.map_or(there.act == Some(act), |skill| skills.contains(&skill));
            let act = there.act.is_none_or(|wanted| wanted == act);
            act && !there.must && there.thing.is_none() && named && self.stands(who, there)
        });
        stands_in.for_each(|there| ways.add(there.basis));
        ActWays::from_iter(self.payable_of(who, self.fresh_of(who, ways)).iter().map(|skill| plain.n(i16::from(skill.0))))
    }

    /// True if an actor is trained enough in a skill to treat wounds with it.
    pub(super) fn is_medic(&self, who: ActorId, skill: SkillId) -> bool {
        let settings = &self.roster.settings;
        skill == self.roster.parts.medic && self.roster.rank(who, skill) >= settings.first_aid_rank
    }

    pub(super) fn ways_to_treat(&self, who: ActorId) -> ActWays {
        if self.roster.actors[who].mooks {
            return ActWays::new();
        }
        self.ways_by(who, Act::FirstAid, &[self.roster.parts.medic])
    }

    /// Returns the actors that an actor may treat from one of these zones: allies there with marked Health. Actors cannot treat themselves,
    /// and mooks cannot be treated (R-XTD2).
    pub fn patients<'a>(&'a self, who: ActorId, footholds: &'a [ZoneId]) -> impl Iterator<Item = ActorId> + 'a {
        self.roster.actors.keys().filter(move |&other| other != who && footholds.iter().any(|&zone| self.is_patient(who, other, zone)))
    }

    /// True if `other` may be treated by an actor who is in the zone `from`.
    pub(super) fn is_patient(&self, who: ActorId, other: ActorId, from: ZoneId) -> bool {
        let there = &self.state.actors[other];
        let ally = !self.roster.are_enemies(who, other) && !self.roster.actors[other].mooks;
        ally && there.is_active() && there.zone == from && there.track(HEALTH).marked() > 0
    }

    /// Returns the difficulty of first aid: the number of the highest marked box.
    pub(super) fn wound(&self, patient: ActorId) -> i32 {
        self.state.actors[patient].track(HEALTH).boxes().max().map_or(0, i32::from)
    }

    /// Applies first aid: the box whose number is the shifts of the roll, and all boxes below it, are erased. The actor that gives first
    /// aid gets the aspect of an exposed actor.
    pub(super) fn settle_first_aid(&self, who: ActorId, shifts: i32, out: &mut Events) {
        if let (Some(patient), Ok(number @ 1..)) = (self.state.declared.it.actor(), u8::try_from(shifts.clamp(0, 255))) {
            let mut track = self.state.actors[patient].track(HEALTH);
            if track.erase(number) > 0 {
                let boxes = track.boxes().fold(0, |all, number| all | 1_u32 << (number - 1));
                out.push(Event::Boxes { who: patient, track: HEALTH, boxes });
            }
        }
        self.expose(who, AspectOccasion::FirstAid, &mut self.state.aspects.len(), out);
    }

    /// Places the aspect of an exposed actor on an actor until the end of its next turn. After a Composure attack the aspect has no free
    /// tag (R-P26); after first aid it has a free tag for the actor's enemies.
    pub(super) fn expose(&self, who: ActorId, after: AspectOccasion, next: &mut usize, out: &mut Events) {
        let never = |(when, words): &(AspectOccasion, ecow::EcoString)| *when == after && words == EXPOSED;
        let sheet = &self.roster.actors[who];
        let kept_away = sheet.never_has.iter().any(|words| words == EXPOSED) || sheet.never_after.iter().any(never);
        if kept_away || self.never_has_after(who, EXPOSED, after) {
            return;
        }
        let free = after == AspectOccasion::FirstAid && !self.never_free(Holder::Actor(who.0), who, EXPOSED);
        let free = free.then(|| self.free_for_enemies(who));
        // An aspect from the previous turn disappears at the end of this turn, so a new one is placed.
        let there = self.bears(who, EXPOSED).filter(|&id| !self.state.aspects[id].last_turn);
        match there {
            Some(id) if free.is_some() && self.state.aspects[id].free.is_none() => {
                out.push(Event::AspectFree { id, free, by: None });
            }
            Some(_) => {}
            None => {
                let aspect = Aspect {
                    origin: AspectOrigin::Automatic,
                    term: AspectDuration::Transient,
                    placer: Some(who.0),
                    free,
                    ..Aspect::printed(EXPOSED, Holder::Actor(who.0))
                };
                out.push(Event::AspectAdd { id: AspectId::of(*next), aspect });
                *next += 1;
            }
        }
    }

    /// Returns the dropped weapons of an actor that are in one of these zones. Only their owner can pick them up (R-XTD3).
    pub(super) fn lying<'a>(&'a self, who: ActorId, footholds: &'a [ZoneId]) -> impl Iterator<Item = u8> + 'a {
        let lies = self.state.actors[who].lies.iter();
        lies.filter(move |(_, zone)| footholds.contains(zone)).map(|&(weapon, _)| weapon)
    }

    pub(super) fn take_up(&self, who: ActorId, weapon: u8, out: &mut Events) {
        let zone = self.state.actors[who].zone;
        out.push(Event::Counter { who, what: Counter::Dropped(weapon, zone), change: -1, now: 0 });
    }

    /// True if the declared act has everything in a zone that it needs: a patient for first aid, a weapon on the ground to pick up, or a
    /// task to do. Always true for other acts.
    pub(super) fn is_at_hand(&self, who: ActorId, verb: Verb, zone: ZoneId) -> bool {
        let declared = &self.state.declared;
        match verb {
            Verb::FirstAid => declared.it.actor().is_some_and(|other| self.is_patient(who, other, zone)),
            Verb::PickUp => declared.thing.is_some_and(|weapon| self.lying(who, &[zone]).any(|there| u16::from(there) == weapon)),
            Verb::Task => declared.thing.is_some_and(|task| self.is_task_open(who, task, zone)),
            _ => true,
        }
    }
}
