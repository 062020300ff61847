//! Events in the form in which triggers are compared with them.

use super::{Act, EffectOperation, EffectTrigger, RollFilter, TriggerEvent};
use crate::ids::ActorId;
use slip_pack::effect::{Event, TagVerb};

/// An event in a fight with these rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Happened<Roll> {
    /// One of the events that effects can name.
    Event(Event),
    /// A roll.
    Roll(Roll),
    /// An act without a roll.
    Act(Act),
}

/// An event with its actor and target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<Roll> {
    /// The event.
    pub(crate) what: Happened<Roll>,
    /// Its actor.
    pub(crate) actor: ActorId,
    /// Its target.
    pub(crate) target: Option<ActorId>,
}

impl<Roll> Moment<Roll> {
    /// True if it is the event of a trigger, apart from the trigger's subject.
    pub(crate) fn is(&self, cue: &EffectTrigger, fits: &dyn Fn(&RollFilter) -> bool) -> bool {
        match (&cue.what, &self.what) {
            (TriggerEvent::Event(word), Happened::Event(happened)) => word == happened,
            (TriggerEvent::Roll(wanted), Happened::Roll(_)) => fits(wanted),
            (TriggerEvent::Roll(wanted), Happened::Act(act)) => wanted.act == Some(*act),
            _ => false,
        }
    }
}

impl EffectOperation {
    /// Returns the class in the order of one event: static values and aspects, then tags, then hits and boxes, then acts.
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
