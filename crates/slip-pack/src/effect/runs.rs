//! In which kinds of play this version applies a line, for `slipyard explain effect`.
//!
//! As strict as what plays: a line that nothing reads in a kind of play is for people there.

mod dealings;
mod platoon;
mod space;

use super::{Action, Effect, Number, Op, Play, Reach};

impl Effect {
    /// True if this version applies the line in a kind of play. What is for people (`table`) is applied by nobody.
    pub fn runs_in(&self, play: Play) -> bool {
        if !self.acts_in(play) || matches!(self.op, Op::Table(_)) {
            return false;
        }
        match play {
            Play::Build => self.runs_at_building(),
            Play::Personal => self.reach() == Reach::Runs,
            // Among words every attack is at one.
            Play::Social => self.reach() == Reach::Runs && !matches!(self.op, Op::Area(_)),
            Play::Space => self.runs_in_space(),
            Play::Platoon => self.runs_among_platoons(),
            Play::Stakes => self.reach_in_stakes() == Reach::Runs,
            Play::Travel => self.runs_on_a_trip() || self.runs_between(),
            Play::Economy => self.runs_in_business(),
            Play::Story => self.runs_between(),
        }
    }

    /// Whether it belongs to a conflict, or to a roll of business, and nothing applies it anywhere: people have to. `table` says so
    /// itself, and what is never so needs no saying.
    pub fn is_left_to_people(&self) -> bool {
        let fought = |play: &Play| matches!(play, Play::Personal | Play::Space | Play::Social | Play::Platoon | Play::Stakes);
        let silent = matches!(self.op, Op::Table(_)) || matches!(self.condition, Some(Number::Int(0)));
        !silent && (self.plays.iter().any(fought) || self.is_about_business()) && !self.plays.iter().any(|play| self.runs_in(*play))
    }

    /// Whether building asks for it: for the numbers, and for what comes along, rides along or was trained.
    fn runs_at_building(&self) -> bool {
        match &self.op {
            Op::Grants(_) | Op::Carries(_) => true,
            Op::Is(mark) => mark.military,
            _ => self.built().is_some(),
        }
    }
}

/// True if all of some acts are among these.
fn all(acts: &[Action], known: &[Action]) -> bool {
    acts.iter().all(|act| known.contains(act))
}
