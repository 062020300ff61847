//! The order of phases, and what stands at the head and at the end of each (space.md 5). Floor 5.

use crate::play::event::{Event, Events, Phase, Stage, Step};
use crate::play::ids::Id;
use crate::play::space::Space;

impl Space {
    /// Begins the phase that [`State::stage`](super::State::stage) names: compels first, but no boarding is compelled.
    pub(super) fn begin_stage(&self, out: &mut Events) {
        match self.state.stage {
            Stage::Boarding => self.after_compels(out),
            _ => self.open_compels(out),
        }
    }

    /// After the compels of a phase: what tethers want, but not before ships are placed.
    pub(super) fn after_compels(&self, out: &mut Events) {
        match self.state.stage {
            Stage::Detection => self.open_stage(out),
            _ => self.open_tethers(out),
        }
    }

    /// After compels and tethers: what lines people and ships use in this phase, then the phase itself.
    pub(super) fn open_stage(&self, out: &mut Events) {
        self.open_aid(out);
    }

    /// The phase itself.
    pub(super) fn open_body(&self, out: &mut Events) {
        match self.state.stage {
            Stage::Detection => self.open_detection(out),
            Stage::Position => self.open_position(out),
            Stage::Ew | Stage::Beams | Stage::Torpedoes => self.open_poll(out),
            Stage::Boarding => self.open_boarding(out),
            Stage::DamageControl => self.open_repairs(out),
        }
    }

    /// Nothing more happens in this phase.
    pub(super) fn close_stage(&self, out: &mut Events) {
        Space::go(out, Step::of(Phase::StageEnd, Id::None));
    }

    /// Ends a phase: the next one, or the end of the turn.
    pub(super) fn end_stage(&self, out: &mut Events) {
        match self.state.stage.next() {
            Some(next) => {
                out.push(Event::Stage(next));
                Space::go(out, Step::of(Phase::Stage, Id::None));
            }
            None if self.state.stage == Stage::Detection => Space::go(out, Step::of(Phase::Round, Id::None)),
            None => self.open_stop(out),
        }
    }

    /// A window nobody has a part in any more closes; when everybody is posted, detection begins.
    pub(super) fn pass_on(&self, out: &mut Events) {
        match self.state.step.phase {
            Phase::SetUp => self.begin_detection(out),
            _ => self.close_stage(out),
        }
    }
}
