//! Defences that are chosen: electronic, against torpedoes, and for another of the tether (space.md 5.3, 5.5, R-S19, R-S38, R-S42). Floor 5.

use crate::dice::Dice;
use crate::play::ask::Point;
use crate::play::choice::{Choice, Options, Verb};
use crate::play::conflict::Refusal;
use crate::play::event::Events;
use crate::play::space::Space;

impl Space {
    /// Which defence is being chosen.
    pub(super) fn defence_point(&self) -> Point {
        Point::TorpedoDefence
    }

    pub(super) fn legal_defence(&self, _point: Point, out: &mut Options) {
        out.push(Choice::of(Verb::Nothing));
    }

    pub(super) fn decide_defence(&self, _choice: Choice, _out: &mut Events) {}

    pub(super) fn legal_overwatch(&self, out: &mut Options) {
        out.push(Choice::of(Verb::No));
    }

    pub(super) fn decide_overwatch(&self, _choice: Choice, _dice: &mut Dice, _out: &mut Events) -> Result<(), Refusal> {
        Ok(())
    }
}
