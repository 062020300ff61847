//! Events of a fight in the form in which they are compared with triggers.

use super::{Act, CarrierSubject, EffectOperation, EffectTrigger, RollFilter, TableEffect, TriggerEvent};
use crate::ids::ActorId;
use slip_pack::effect::{Event, TagVerb};

/// Event, roll or act in a fight that can trigger effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TriggerCandidate<Roll> {
    /// An event that effects can name.
    Event(Event),
    /// A roll was made.
    Roll(Roll),
    /// An act was done that needs no roll.
    Act(Act),
}

/// Moment at which effects may be triggered: an event, roll or act in a fight, with its actor and target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TriggerMoment<Roll> {
    /// Roll or event that happened.
    pub(crate) what: TriggerCandidate<Roll>,
    /// Actor of the event.
    pub(crate) actor: ActorId,
    /// Target of the event.
    pub(crate) target: Option<ActorId>,
}

impl<Roll> TriggerMoment<Roll> {
    /// True if this roll, act or event is the one that a trigger names. The subject of the trigger is not compared.
    pub(crate) fn is(&self, cue: &EffectTrigger, fits: &dyn Fn(&RollFilter) -> bool) -> bool {
        match (&cue.what, &self.what) {
            (TriggerEvent::Event(word), TriggerCandidate::Event(happened)) => word == happened,
            (TriggerEvent::Roll(wanted), TriggerCandidate::Roll(_)) => fits(wanted),
            (TriggerEvent::Roll(wanted), TriggerCandidate::Act(act)) => wanted.act == Some(*act),
            _ => false,
        }
    }
}

impl TableEffect {
    /// True if an effect of a place or ruleset on everyone should apply only to the actor of an event. This is so for events that occur
    /// once for each actor, such as a turn. Otherwise every actor would be affected once for each actor.
    pub(crate) fn is_at_own_event(&self, event: Event) -> bool {
        let whose = self.cue.as_ref().is_some_and(|cue| matches!(cue.who, None | Some(CarrierSubject::Everyone)));
        let about = matches!(self.whom, CarrierSubject::Everyone | CarrierSubject::Allied(_) | CarrierSubject::Enemy(_));
        let comes_to_each = matches!(event, Event::Turn | Event::Setup | Event::Start | Event::Arrival);
        self.carrier.person().is_none() && whose && about && comes_to_each
    }
}

impl EffectOperation {
    /// Returns the class of an effect, which orders the effects that one event triggers. The order is: static values and aspects, then
    /// tags, then hits and boxes, then acts.
    pub(crate) const fn class(&self) -> u8 {
        match self {
            EffectOperation::Tag { verb: TagVerb::HasAspect, .. } | EffectOperation::Loses(_) | EffectOperation::Place { .. } => 0,
            EffectOperation::Tag { .. } | EffectOperation::Strip { .. } => 1,
            EffectOperation::Suffers(..) | EffectOperation::Boxes { .. } | EffectOperation::Faces { .. } | EffectOperation::Pays(_) => 2,
            _ if self.stands() => 0,
            _ => 3,
        }
    }
}
