//! Where this version runs a line, for `slipyard explain effect`. Floor 0.

use super::{Effect, Op, Play, Reach};

impl Effect {
    /// Whether this version applies the line in a kind of play: at building, or in personal combat as far as it goes. What is
    /// for people (`table`) is applied by nobody.
    pub fn runs_in(&self, play: Play) -> bool {
        match play {
            Play::Build => self.built().is_some() || matches!(self.op, Op::Grants(_)) && self.acts_in(play),
            Play::Personal => self.acts_in(play) && self.reach() == Reach::Runs,
            _ => false,
        }
    }
}
