//! Before the first turn: where units begin, and what guns know by heart (D-L1). Floor 5.

use crate::play::choice::{Choice, Options};
use crate::play::event::{Events, Phase, Step};
use crate::play::ids::Id;
use crate::play::platoon::Platoons;

impl Platoons {
    /// Where one may begin: the file's value first.
    pub(super) fn legal_set_up(&self, _out: &mut Options) {}

    /// A unit begins here, or a zone is known by heart.
    pub(super) fn decide_set_up(&self, _choice: Choice, _out: &mut Events) {}

    /// The next place that somebody chooses; the first turn when all are chosen.
    pub(super) fn resume_set_up(&self, out: &mut Events) {
        Platoons::go(out, Step::of(Phase::Round, Id::None));
    }
}
