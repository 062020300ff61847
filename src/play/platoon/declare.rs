//! What a unit does: action, target, skill (platoon.md 4.5, 5, D-L5). Floor 5.

use crate::play::ask::Point;
use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// Which question of the chain comes next.
    pub(super) fn declare_point(&self) -> Point {
        Point::Act
    }

    /// What is open to the unit at that question.
    pub(super) fn legal_declare(&self, _point: Point, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
    }

    /// It is declared; when all is said, compels open.
    pub(super) fn decide_declare(&self, _point: Point, _answer: &Answer, out: &mut Events) {
        self.finish_action(out);
    }
}
