//! Decides what `range` measures in an effect.
//!
//! In an aura, `range` is the distance between the bearer and each affected actor. In an effect on a roll or an event, it is the distance
//! between the actor of the roll or event and its target. Other effects have no range, and the checker refuses the word there.

use super::{
    Action, Effect, EffectMoment, EffectSubject, Event, Measure, MeasureObject, Occurrence, PackOperation, Per, Play, Quantity, RollPattern,
};

impl Effect {
    /// True if the effect is an aura: it applies to others than the bearer, so its range is counted from the bearer to each of them.
    pub fn is_aura(&self) -> bool {
        match &self.who {
            None | Some(EffectSubject::Bearer | EffectSubject::Target) => false,
            // If the trigger is a roll, its actor has a target, and the range is counted from this target. The actor of `each enemies turn`
            // has no target.
            Some(EffectSubject::Actor) => self.moment.as_ref().is_some_and(|moment| moment.who.is_some() && !has_target(moment)),
            Some(_) => true,
        }
    }

    /// True if the effect multiplies a number by the zones of the range (`per zone`); false for `out_of_range`, which counts the zones
    /// outside the range.
    pub fn counts_zones(&self) -> bool {
        let (quantity, per) = match &self.op {
            PackOperation::Change(change) => (&change.to, &change.per),
            PackOperation::Set(set) => (&set.what, &set.per),
            _ => return false,
        };
        let outside = matches!(quantity, Quantity::Measure(measured) if measured.what == Measure::OutOfRange);
        matches!(per, Some(Per::Zone)) && !outside
    }

    /// True if a kind of play measures a range for the effect; `has_bearer` is false for effects of a place or a ruleset.
    pub fn has_range_in(&self, play: Play, has_bearer: bool) -> bool {
        if self.is_aura() && has_bearer {
            return true;
        }
        match &self.moment {
            Some(moment) => has_target(moment),
            None => is_about_target(&self.op, play),
        }
    }
}

/// True if the roll or event of a trigger has a target.
fn has_target(moment: &EffectMoment) -> bool {
    match &moment.what {
        Occurrence::Roll(roll) => is_aimed(roll),
        Occurrence::Event(event) => {
            matches!(event, Event::Hit | Event::AreaAttack | Event::ComposureAttack | Event::Contact | Event::TakenOut)
        }
    }
}

/// True if an action has a target, which may be at a distance; true also for `rolls`, which means any action. False for first aid, which
/// is given in the zone of the patient, and for cover and communication, which have no target.
fn is_aimed(roll: &RollPattern) -> bool {
    is_aimed_action(roll.action)
}

fn is_aimed_action(action: Action) -> bool {
    matches!(
        action,
        Action::Rolls
            | Action::Attack
            | Action::Defence
            | Action::Maneuver
            | Action::Obstruct
            | Action::MoveAnother
            | Action::Ew
            | Action::Beam
            | Action::Torpedo
            | Action::Board
            | Action::Jam
            | Action::Spot
            | Action::Interdict
            | Action::Rally
    )
}

/// True if an effect without a trigger applies to a roll with a target, or to a number of such a roll.
fn is_about_target(op: &PackOperation, play: Play) -> bool {
    match op {
        PackOperation::Change(change) => is_of_target(&change.to, play),
        PackOperation::Set(set) => is_of_target(&set.what, play),
        PackOperation::Use(used) => is_aimed(&used.roll),
        PackOperation::Blend(blend) => is_aimed(&blend.roll),
        PackOperation::Hits(hits) => is_aimed(&hits.roll),
        PackOperation::Area(area) => is_aimed(&area.roll),
        PackOperation::Reroll(roll) => is_aimed(roll),
        PackOperation::Needs(needs) => needs.roll.as_ref().is_some_and(is_aimed),
        PackOperation::Divert(_) | PackOperation::Table(_) => true,
        // In personal and social combat, only a ban on attacks can depend on a target. Other bans, and all permissions, cannot.
        PackOperation::Permit(permit) if matches!(play, Play::Personal | Play::Social) => {
            permit.cannot && permit.actions == [Action::Attack]
        }
        PackOperation::Permit(permit) => permit.actions.iter().all(|action| is_aimed_action(*action) || *action == Action::AttackUnspotted),
        _ => false,
    }
}

fn is_of_target(quantity: &Quantity, play: Play) -> bool {
    let measured = match quantity {
        Quantity::Roll(roll) => return is_aimed(roll),
        Quantity::Stat(_) => return false,
        Quantity::Measure(measured) => measured,
    };
    match (measured.what, &measured.of) {
        // A person's number of attacks is known before a target is chosen. A ship may have more attacks against some targets.
        (Measure::Attacks, _) => play == Play::Space,
        (_, Some(MeasureObject::Roll(roll))) => is_aimed(roll),
        (measure, _) => matches!(
            measure,
            Measure::Stress | Measure::RollUp | Measure::Invoke | Measure::Defense | Measure::OutOfRange | Measure::FreeRange
        ),
    }
}
