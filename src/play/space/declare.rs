//! Open declarations: seats are polled, a round of holds and a final call close (space.md 5.1, R-S13, R-S14). Floor 5.

use crate::play::ask::Point;
use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    /// Opens the polling of a phase.
    pub(super) fn open_poll(&self, out: &mut Events) {
        self.close_stage(out);
    }

    pub(super) fn throw_attack(&self, _dice: &mut crate::dice::Dice, _out: &mut Events) -> Result<(), crate::play::conflict::Refusal> {
        Ok(())
    }

    pub(super) fn settle_attack(&self, _out: &mut Events) {}

    pub(super) fn settle_repair(&self, _track: crate::play::event::TrackId, _out: &mut Events) {}

    /// What is asked next of a declaration: the target, then the rating.
    pub(super) fn declare_point(&self) -> Point {
        Point::Whom
    }

    pub(super) fn legal_declare(&self, _point: Point, out: &mut Options) {
        out.push(Choice::of(Verb::Hold));
    }

    pub(super) fn decide_declare(&self, _point: Point, _answer: &Answer, _out: &mut Events) {}
}
