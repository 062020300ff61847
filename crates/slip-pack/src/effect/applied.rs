//! Lists the kinds of play in which this version of Slipyard applies an effect, for `slipyard explain effect`.
//!
//! It is as strict as the engine: an effect that no code applies in a kind of play is left to people there.

mod between_fights;
mod platoon;
mod space;

use super::{Action, Effect, Number, Op, Play, Reach};

impl Effect {
    /// True if this version of Slipyard applies the effect in a kind of play. Effects that only players read (`table`) are never applied.
    pub fn runs_in(&self, play: Play) -> bool {
        if !self.acts_in(play) || matches!(self.op, Op::Table(_)) {
            return false;
        }
        match play {
            Play::Build => self.runs_at_building(),
            Play::Personal => self.reach() == Reach::Runs,
            // In social combat every attack has one target.
            Play::Social => self.reach() == Reach::Runs && !matches!(self.op, Op::Area(_)),
            Play::Space => self.runs_in_space(),
            Play::Platoon => self.runs_among_platoons(),
            Play::Stakes => self.reach_in_stakes() == Reach::Runs,
            Play::Travel => self.runs_on_a_trip() || self.runs_between(),
            Play::Economy => self.runs_in_business(),
            Play::Story => self.runs_between(),
        }
    }

    /// True if the effect belongs to a conflict or to a business roll, and this version of Slipyard applies it nowhere, so people have to.
    /// False for `table`, which only players read anyway, and for an effect whose condition is never true.
    pub fn is_left_to_people(&self) -> bool {
        let fought = |play: &Play| matches!(play, Play::Personal | Play::Space | Play::Social | Play::Platoon | Play::Stakes);
        let silent = matches!(self.op, Op::Table(_)) || matches!(self.condition, Some(Number::Int(0)));
        !silent && (self.plays.iter().any(fought) || self.is_about_business()) && !self.plays.iter().any(|play| self.runs_in(*play))
    }

    /// True if building applies the effect: to compute a number, or because it adds equipment, passengers or training.
    fn runs_at_building(&self) -> bool {
        match &self.op {
            Op::Grants(_) | Op::Carries(_) => true,
            Op::Is(mark) => mark.military,
            _ => self.built().is_some(),
        }
    }
}

/// True if all actions are among the known ones.
fn all(acts: &[Action], known: &[Action]) -> bool {
    acts.iter().all(|act| known.contains(act))
}
