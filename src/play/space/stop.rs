//! At the end of a turn everybody may offer to stop; when all who are left do, it is over (D-S19). Floor 5.

use crate::play::choice::Choice;
use crate::play::event::{Events, Phase, Step};
use crate::play::ids::Id;
use crate::play::space::Space;

impl Space {
    pub(super) fn open_stop(&self, out: &mut Events) {
        Space::go(out, Step::of(Phase::RoundEnd, Id::None));
    }

    pub(super) fn decide_stop(&self, _choice: Choice, out: &mut Events) {
        Space::go(out, Step::of(Phase::RoundEnd, Id::None));
    }
}
