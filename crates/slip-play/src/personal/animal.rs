//! Animals. At the first hit on an animal, the attacker may be asked if the animal can take consequences. The referee may describe the
//! animal's end.

use crate::choice::{Choice, Verb};
use crate::event::{Counter, Event, Events};
use crate::ids::ActorId;
use crate::personal::Personal;
use slip_dice::fate::{Grade, Slots};

/// Name of the kind of actor to which the rules for animals apply.
pub(super) const BEAST: &str = "animal";
/// Default outcome of an animal whose end the referee describes.
const FLED: &str = "fled";

/// The consequences that an animal may take if the players decide so.
pub(super) const ALL_GRADES: Slots = Slots::NONE.with(Grade::Mild).with(Grade::Moderate).with(Grade::Severe);

impl Personal {
    /// True if the attacker must still decide if an animal may take consequences. The animal was hit by an enemy for the first time, and
    /// its file has no consequence slots.
    pub(super) fn awaits_hunters(&self, who: ActorId) -> bool {
        let sheet = &self.roster.actors[who];
        let beast = sheet.is_a(BEAST) && sheet.slots == Slots::NONE && self.state.actors[who].quarry.is_none();
        let hunted = || self.state.actor.is_some_and(|by| self.roster.are_enemies(by, who));
        beast && self.state.blow.is_none() && hunted()
    }

    /// True if an actor is an animal; animals concede nothing and accept no terms.
    pub fn is_beast(&self, who: ActorId) -> bool {
        self.roster.actors[who].is_a(BEAST)
    }

    pub(super) fn decide_animal(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        let now = if choice.verb == Verb::Yes { 2 } else { 1 };
        out.push(Event::Counter { who, what: Counter::Quarry, change: now, now });
    }

    /// Returns the consequence slots that an actor had at the beginning of the fight.
    pub fn slots_at_first(&self, who: ActorId) -> Slots {
        if self.state.actors[who].quarry == Some(true) { ALL_GRADES } else { self.roster.actors[who].slots }
    }

    /// Returns the actor that describes the end of an actor taken out. Usually this is the attacker. Without an attacker, and for an animal
    /// that could take no consequences, it is the actor taken out. The seat of an animal then answers as the referee.
    pub(super) fn teller(&self, who: ActorId) -> ActorId {
        if self.state.actors[who].quarry == Some(false) {
            return who;
        }
        let by = match self.state.actors[who].status {
            super::state::ActorStatus::TakenOut { by, .. } => by,
            _ => None,
        };
        by.unwrap_or(who)
    }

    /// Returns the default outcome of an actor taken out, if there is one.
    pub(super) fn usual_end(&self, who: ActorId) -> Option<Choice> {
        let flees = self.state.actors[who].quarry == Some(false);
        let tag = self.roster.outcomes.iter().position(|word| flees && word == FLED)?;
        Some(Choice::of(Verb::Outcome).how(u8::try_from(tag).unwrap_or(0)))
    }
}
