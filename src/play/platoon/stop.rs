//! At the end of a turn everybody may offer to stop (D-L15). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::{Events, Phase, Step};
use crate::play::ids::Id;
use crate::play::platoon::Platoons;

impl Platoons {
    /// The next who is asked; the next turn when nobody is left.
    pub(super) fn resume_stops(&self, out: &mut Events) {
        Platoons::go(out, Step::of(Phase::Round, Id::None));
    }

    /// Go on, or offer to stop.
    pub(super) fn legal_stop(&self, _out: &mut Options) {}

    /// It is said; when all agree, it is over.
    pub(super) fn decide_stop(&self, _choice: Choice, _out: &mut Events) {}
}
