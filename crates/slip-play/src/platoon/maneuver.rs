//! Maneuvers, and the engineers' options after them (R-L16, R-L28, R-L46).
//!
//! A step of [`Phase::Engineer`] with `n` 0 asks if a successful maneuver places its aspect or removes a free tag instead. With `n` 1 it
//! asks if the unit maneuvers once more.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Event, Events, Phase, Step};
use crate::ids::{ActorId, AspectId, Id, SkillId, TableKey, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::roster::CoreSkill;
use ecow::EcoString;
use slip_dice::fate::{Aspect, AspectDuration, AspectOrigin, FreeTag};

/// Value of `n` of a [`Phase::Engineer`] step that asks if the unit maneuvers once more.
const ONCE_MORE: u8 = 1;

impl PlatoonFight {
    /// Settles a maneuver. After a success, an aspect is placed; an effect may allow the removal of a free tag instead. Another effect may
    /// then allow a second maneuver.
    pub(super) fn settle_maneuver(&self, me: ActorId, shifts: i32, out: &mut Events) {
        let Some(zone) = self.aimed_zone() else { return self.finish_action(out) };
        if shifts < 0 {
            let person = self.is_a_persons(me, self.state.declared.skill);
            return if person { self.finish_action(out) } else { self.maneuver_on(me, zone, out) };
        }
        self.flat_spin(me, shifts, out);
        if self.is_a_persons(me, self.state.declared.skill) {
            self.place(me, out);
            return self.finish_action(out);
        }
        match self.strippable(me, zone) {
            (Some(true), tags) if !tags.is_empty() => PlatoonFight::go(out, Step::of(Phase::Engineer, Id::Actor(me))),
            _ => {
                self.place(me, out);
                self.maneuver_on(me, zone, out);
            }
        }
    }

    /// Returns the aspects whose free tags an effect lets the unit remove after its maneuver. The flag is true if the removal replaces
    /// placing the unit's own aspect; it is `None` if no effect allows a removal.
    fn strippable(&self, me: ActorId, zone: ZoneId) -> (Option<bool>, Vec<AspectId>) {
        let Some((line, instead)) = self.strips(me, zone) else { return (None, Vec::new()) };
        let tags = self.state.aspects.iter().filter(|(_, aspect)| self.is_strippable(line, me, aspect));
        (Some(instead), tags.map(|(id, _)| id).collect())
    }

    /// Offers a second maneuver if an effect allows it and this was the first; otherwise ends the action.
    fn maneuver_on(&self, me: ActorId, zone: ZoneId, out: &mut Events) {
        let first = !self.state.repeated;
        if first && self.maneuvers_again(me, zone).is_some() {
            PlatoonFight::go(out, Step::of(Phase::Engineer, Id::Actor(me)).n(ONCE_MORE));
        } else {
            self.finish_action(out);
        }
    }

    /// Places the aspect of a maneuver on the zone. The side of the acting unit gets one free tag. Under the draft rules, attached people
    /// place the aspect on a unit.
    fn place(&self, me: ActorId, out: &mut Events) {
        let Some(holder) = self.placed_on() else { return };
        let declared = &self.state.declared;
        let text = self.state.words.clone().unwrap_or_else(|| phrase(declared.skill));
        let free = FreeTag { sides: 1_u32.checked_shl(u32::from(self.side(me).0)).unwrap_or(0), from: declared.number.saturating_add(1) };
        let term = if self.roster.settings.maneuver_always {
            AspectDuration::Permanent
        } else {
            declared.term.unwrap_or(AspectDuration::Permanent)
        };
        let aspect = Aspect { origin: AspectOrigin::Maneuver, term, placer: Some(me.0), free: Some(free), ..Aspect::printed(text, holder) };
        out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len()), aspect });
    }

    /// Lists the legal answers: place the aspect, or remove one of the free tags. If the question is about a second maneuver, the answers
    /// are no and once more.
    pub(super) fn legal_engineer(&self, out: &mut Options) {
        let step = self.state.step;
        if step.n == ONCE_MORE {
            out.push(Choice::of(Verb::No));
            out.push(Choice::of(Verb::Again));
            return;
        }
        let place = Choice::of(Verb::Maneuver);
        out.push(place);
        if let (Some(me), Some(zone)) = (step.who.actor(), self.aimed_zone()) {
            for id in self.strippable(me, zone).1 {
                out.push(Choice::of(Verb::Strip).with(id.0));
            }
        }
        out.sort_with_default(Some(place));
    }

    /// Applies the answer about the result of a maneuver.
    pub(super) fn decide_engineer(&self, choice: Choice, out: &mut Events) {
        let (Some(me), Some(zone)) = (self.state.step.who.actor(), self.aimed_zone()) else { return self.finish_action(out) };
        match choice.verb {
            Verb::Again => {
                let declared = &self.state.declared;
                out.push(Event::Declare {
                    me,
                    act: Some(Verb::Maneuver),
                    it: declared.it,
                    using: declared.skill.map(|skill| Choice::of(Verb::Use).n(i16::from(skill.0))),
                    track: None,
                    aspect: None,
                    thing: None,
                    term: declared.term,
                    access: None,
                    say: None,
                });
                PlatoonFight::go(out, Step::of(Phase::Throw, Id::None));
            }
            Verb::No => self.finish_action(out),
            Verb::Strip => {
                if let Some(id) = choice.aspect() {
                    out.push(Event::AspectFree { id, free: None, by: Some(me) });
                }
                self.maneuver_on(me, zone, out);
            }
            _ => {
                self.place(me, out);
                self.maneuver_on(me, zone, out);
            }
        }
    }
}

/// Returns the default text of an aspect, which depends on the skill of the maneuver.
fn phrase(skill: Option<SkillId>) -> EcoString {
    let text = match skill.and_then(CoreSkill::of) {
        Some(CoreSkill::AntiAir) => "Flak overhead",
        Some(CoreSkill::Armour) => "Hull-down positions",
        Some(CoreSkill::Camouflage) => "Prepared hides",
        Some(CoreSkill::Command) => "Everybody knows the plan",
        Some(CoreSkill::Signals) => "Lines laid",
        Some(CoreSkill::DirectFire) => "Covering fire",
        Some(CoreSkill::HandToHand) => "Cleared house by house",
        Some(CoreSkill::IndirectFire) => "Smoke and craters",
        Some(CoreSkill::Movement) => "Marked lanes",
        Some(CoreSkill::Observation) => "Ranged in",
        None => "Prepared ground",
    };
    text.into()
}
