//! Beasts: whether one that is hit for the first time may take consequences, and whose its end is to tell (personal.md 10.2,
//! P16).

use crate::choice::{Choice, Verb};
use crate::event::{Counter, Event, Events};
use crate::ids::ActorId;
use crate::personal::Personal;
use slip_dice::fate::{Grade, Slots};

/// The kind of beasts.
const BEAST: &str = "animal";
/// What becomes of a beast whose end the referee tells, if nobody says anything else.
const FLED: &str = "fled";

/// The consequences a beast may take if its hunters say so.
pub(super) const ALL_GRADES: Slots = Slots::NONE.with(Grade::Mild).with(Grade::Moderate).with(Grade::Severe);

impl Personal {
    /// True if those who have just hit somebody must still say what kind of hunt this is: a beast that the file gives no
    /// consequences, hit by an enemy's attack.
    pub(super) fn awaits_hunters(&self, who: ActorId) -> bool {
        let sheet = &self.roster.actors[who];
        let beast = sheet.is_a(BEAST) && sheet.slots == Slots::NONE && self.state.actors[who].quarry.is_none();
        let hunted = || self.state.actor.is_some_and(|by| self.roster.are_enemies(by, who));
        beast && self.state.blow.is_none() && hunted()
    }

    /// True if somebody is a beast, which concedes nothing and knows no terms.
    pub fn is_beast(&self, who: ActorId) -> bool {
        self.roster.actors[who].is_a(BEAST)
    }

    pub(super) fn decide_animal(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        let now = if choice.verb == Verb::Yes { 2 } else { 1 };
        out.push(Event::Counter { who, what: Counter::Quarry, change: now, now });
    }

    /// Slots of consequences somebody had before anything happened.
    pub fn slots_at_first(&self, who: ActorId) -> Slots {
        if self.state.actors[who].quarry == Some(true) { ALL_GRADES } else { self.roster.actors[who].slots }
    }

    /// Who says what became of somebody taken out: the scorer; the referee, who plays it, of a beast that could take no
    /// consequences; and nobody's victim speaks for themselves.
    pub(super) fn teller(&self, who: ActorId) -> ActorId {
        if self.state.actors[who].quarry == Some(false) {
            return who;
        }
        let by = match self.state.actors[who].status {
            super::state::Status::TakenOut { by, .. } => by,
            _ => None,
        };
        by.unwrap_or(who)
    }

    /// What becomes of somebody taken out if nobody says anything.
    pub(super) fn usual_end(&self, who: ActorId) -> Option<Choice> {
        let flees = self.state.actors[who].quarry == Some(false);
        let tag = self.roster.outcomes.iter().position(|word| flees && word == FLED)?;
        Some(Choice::of(Verb::Outcome).how(u8::try_from(tag).unwrap_or(0)))
    }
}
