//! Decides if the raise-and-see conflict applies an effect, so that diagnostics can report effects that are not applied.
//!
//! The results agree with the engine, `slip_play::stakes`: there are no skills, no aspects and no fate points, and dice on the table keep
//! their faces.

use super::{
    Action, Effect, EffectMoment, Event, Measure, Occurrence, PackOperation, Permit, PersonalSupport, Play, Quantity, QuantityChange,
    QuantitySetting, RollPattern, SetValue, When,
};

use PersonalSupport::{Nothing, Runs};

/// Actions in a raise-and-see conflict.
const DONE: &[Action] = &[Action::Raise, Action::See, Action::Escalate, Action::BringIn, Action::Resist];

impl Effect {
    /// Checks if the raise-and-see conflict applies the effect.
    pub fn reach_in_stakes(&self) -> PersonalSupport {
        if !self.acts_in(Play::Stakes) {
            return Nothing("a raise-and-see conflict does not have these words");
        }
        if matches!(self.op, PackOperation::Table(_)) {
            return Runs;
        }
        if self.is_choice() {
            return Nothing("an effect cannot be optional in a raise-and-see conflict: leave out the price and the limit");
        }
        match &self.moment {
            Some(moment) => self.behind(moment),
            None => self.standing_in_stakes(),
        }
    }

    fn behind(&self, moment: &EffectMoment) -> PersonalSupport {
        let known = match &moment.what {
            Occurrence::Roll(roll) => is_done(roll),
            Occurrence::Event(event) => *event == Event::Fallout,
        };
        if !known {
            return Nothing("this never happens in a raise-and-see conflict");
        }
        if moment.when == When::Before {
            return Nothing("dice are put forward as soon as they are declared: write `after`");
        }
        match &self.op {
            PackOperation::Change(QuantityChange { to: Quantity::Measure(measured), per: None, .. }) if measured.what == Measure::Pool => {
                Runs
            }
            PackOperation::Boxes(_) | PackOperation::Suffers(_) => Runs,
            PackOperation::Change(_) | PackOperation::Set(_) | PackOperation::Permit(_) => {
                Nothing("this applies all the time: leave out the moment, and write a condition after `when`")
            }
            _ => Nothing("after a moment, an effect can only roll dice (`+1 to pool`) or mark, erase or suffer boxes"),
        }
    }

    fn standing_in_stakes(&self) -> PersonalSupport {
        match &self.op {
            PackOperation::Change(QuantityChange { per: Some(_), .. }) => Nothing("there is nothing to count here: leave out `per`"),
            PackOperation::Change(QuantityChange { to: Quantity::Roll(roll), .. }) if is_done(roll) => Runs,
            PackOperation::Change(QuantityChange { to: Quantity::Measure(measured), .. }) if is_number(measured.what) => Runs,
            PackOperation::Set(QuantitySetting { what: Quantity::Measure(measured), value: SetValue::Number(_), per: None, .. })
                if is_number(measured.what) =>
            {
                Runs
            }
            PackOperation::Set(QuantitySetting { what: Quantity::Roll(_), .. }) => {
                Nothing("the total of dice cannot be set: write what is added, such as `+1 to raise`")
            }
            PackOperation::Reroll(_) => Nothing("dice on the table are never rerolled"),
            PackOperation::Permit(Permit { cannot: true, actions, object: None, .. })
                if actions.iter().all(|action| DONE.contains(action)) =>
            {
                Runs
            }
            PackOperation::Permit(Permit { cannot: false, .. }) => Nothing("this is allowed anyway"),
            _ => Nothing("here, effects can only change raises, sees, dice, fallout and rows, forbid actions, or act at a moment"),
        }
    }
}

fn is_done(roll: &RollPattern) -> bool {
    DONE.contains(&roll.action) && roll.with.is_empty() && roll.against.is_none()
}

const fn is_number(measure: Measure) -> bool {
    matches!(measure, Measure::Pool | Measure::Fallout | Measure::Rows)
}
