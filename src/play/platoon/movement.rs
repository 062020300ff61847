//! Free moves, movement, and who meets whom (platoon.md 5.1, D-L4, D-L5). Floor 5.

use crate::play::choice::{Answer, Options};
use crate::play::event::Events;
use crate::play::platoon::Platoons;

impl Platoons {
    /// Stay, or a neighbouring zone over a border without pass value.
    pub(super) fn legal_free_move(&self, _out: &mut Options) {}

    /// Goes there, or stays.
    pub(super) fn decide_free_move(&self, _answer: &Answer, _out: &mut Events) {}

    /// Where one may go with what is left.
    pub(super) fn legal_steps(&self, _out: &mut Options) {}

    /// Goes on, stops, or leaves the map.
    pub(super) fn decide_steps(&self, _answer: &Answer, _out: &mut Events) {}

    /// After a halt window: on, or the end of the movement (5.1.4).
    pub(super) fn resume_movement(&self, _out: &mut Events) {}
}
