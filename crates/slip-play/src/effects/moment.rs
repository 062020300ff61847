//! What has happened, as lines that wait for it are asked.

use super::{Act, Beat, Cue, Does, RollOf};
use crate::ids::ActorId;
use slip_pack::effect::{Event, TagVerb};

/// Something that has happened, in a fight with these rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Happened<Roll> {
    /// One of the events that lines have words for.
    Event(Event),
    /// A roll.
    Roll(Roll),
    /// Something for which nothing is rolled.
    Act(Act),
}

/// What happened, by whom, to whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<Roll> {
    /// What.
    pub(crate) what: Happened<Roll>,
    /// By whom.
    pub(crate) actor: ActorId,
    /// To whom.
    pub(crate) target: Option<ActorId>,
}

impl<Roll> Moment<Roll> {
    /// True if it is what a cue speaks of, whosever it is.
    pub(crate) fn is(&self, cue: &Cue, fits: &dyn Fn(&RollOf) -> bool) -> bool {
        match (&cue.what, &self.what) {
            (Beat::Event(word), Happened::Event(happened)) => word == happened,
            (Beat::Roll(wanted), Happened::Roll(_)) => fits(wanted),
            (Beat::Roll(wanted), Happened::Act(act)) => wanted.act == Some(*act),
            _ => false,
        }
    }
}

impl Does {
    /// Within one moment: what is so and aspects, then tags, then hits and boxes, then acts (effects.md 4, rule 5).
    pub(crate) const fn class(&self) -> u8 {
        match self {
            Does::Tag { verb: TagVerb::HasAspect, .. } | Does::Loses(_) | Does::Place { .. } => 0,
            Does::Tag { .. } | Does::Strip { .. } => 1,
            Does::Suffers(..) | Does::Boxes { .. } | Does::Faces { .. } | Does::Pays(_) => 2,
            _ if self.stands() => 0,
            _ => 3,
        }
    }
}
