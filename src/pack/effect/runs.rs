//! Where this version runs a line, for `slipyard explain effect`. Floor 0.

use super::{Action, Effect, Event, Happening, Measure, Op, Permit, Play, Quantity, Reach, TagVerb, When, Who};

impl Effect {
    /// Whether this version applies the line in a kind of play: at building, in personal combat as far as it goes, on a trip.
    /// What is for people (`table`) is applied by nobody.
    pub fn runs_in(&self, play: Play) -> bool {
        match play {
            Play::Build => self.built().is_some() || matches!(self.op, Op::Grants(_)) && self.acts_in(play),
            Play::Personal => self.acts_in(play) && self.reach() == Reach::Runs,
            Play::Stakes => self.acts_in(play) && self.reach_in_stakes() == Reach::Runs,
            Play::Travel => self.acts_in(play) && self.runs_on_a_trip(),
            _ => false,
        }
    }

    /// Whether a trip asks for it: limits, permissions, and what passing a knot or burning hard leaves on the ship.
    fn runs_on_a_trip(&self) -> bool {
        if !matches!(self.who, None | Some(Who::Everyone)) || self.is_choice() {
            return false;
        }
        let left_behind = self.moment.as_ref().is_some_and(|moment| {
            let passed = match &moment.what {
                Happening::Roll(roll) => matches!(roll.action, Action::Slip | Action::Overburn),
                Happening::Event(event) => *event == Event::LongBurn,
            };
            moment.when == When::After && passed
        });
        if self.moment.is_some() {
            let leaves = match &self.op {
                Op::Boxes(_) => true,
                Op::Tag(tag) => !tag.never && matches!(tag.verb, TagVerb::HasAspect | TagVerb::FreeTag),
                _ => false,
            };
            return left_behind && leaves;
        }
        let reckoned = |quantity: &Quantity| match quantity {
            Quantity::Measure(measured) => matches!(measured.what, Measure::Endurance | Measure::LifeSupport | Measure::CruiseSpeed),
            Quantity::Roll(roll) => matches!(roll.action, Action::Rolls | Action::Slip | Action::Travel) && roll.against.is_none(),
            Quantity::Stat(_) => false,
        };
        match &self.op {
            Op::Change(change) => change.per.is_none() && reckoned(&change.to),
            Op::Set(set) => set.per.is_none() && matches!(set.what, Quantity::Measure(_)) && reckoned(&set.what),
            Op::Permit(Permit { actions, object: None, .. }) => {
                actions.iter().all(|action| matches!(action, Action::Overburn | Action::Slip | Action::Land))
            }
            Op::Use(used) => used.must && used.roll.action == Action::Land,
            Op::Tag(tag) => tag.never && matches!(tag.verb, TagVerb::HasAspect | TagVerb::FreeTag),
            _ => false,
        }
    }
}
