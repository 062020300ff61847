//! Decides which effects apply on trips, in business and between fights.

use crate::effect::{
    Action, Basis, Effect, EffectSubject, Event, Measure, Occurrence, PackOperation, Permit, Quantity, Role, RollPattern, TagVerb, When,
};

impl Effect {
    /// True if the effect applies on a trip: limits, permissions, and the boxes and aspects that a slipknot or a hard burn brings to the
    /// ship.
    pub(super) fn runs_on_a_trip(&self) -> bool {
        if !matches!(self.who, None | Some(EffectSubject::Everyone)) || self.is_choice() {
            return false;
        }
        let left_behind = self.moment.as_ref().is_some_and(|moment| {
            let passed = match &moment.what {
                Occurrence::Roll(roll) => matches!(roll.action, Action::Slip | Action::Overburn),
                Occurrence::Event(event) => *event == Event::LongBurn,
            };
            moment.when == When::After && passed
        });
        if self.moment.is_some() {
            let leaves = match &self.op {
                PackOperation::Boxes(_) => true,
                PackOperation::Tag(tag) => !tag.never && matches!(tag.verb, TagVerb::HasAspect | TagVerb::FreeTag),
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
            PackOperation::Change(change) => change.per.is_none() && reckoned(&change.to),
            PackOperation::Set(set) => set.per.is_none() && matches!(set.what, Quantity::Measure(_)) && reckoned(&set.what),
            PackOperation::Permit(Permit { actions, object: None, .. }) => {
                super::all(actions, &[Action::Overburn, Action::Slip, Action::Land])
            }
            PackOperation::Use(used) => used.must && used.roll.action == Action::Land,
            PackOperation::Tag(tag) => tag.never && matches!(tag.verb, TagVerb::HasAspect | TagVerb::FreeTag),
            _ => false,
        }
    }

    /// True if the effect applies to people who spend hours in the open on a world (R-N29): dangers, and protection from them.
    pub(super) fn runs_between(&self) -> bool {
        match (&self.op, &self.moment) {
            (PackOperation::Faces(_), Some(moment)) => {
                let hourly = moment.when == When::Each && moment.what == Occurrence::Event(Event::Hour);
                hourly && self.who == Some(EffectSubject::Everyone) && !self.is_choice()
            }
            (PackOperation::Is(mark), None) => !mark.military && self.condition.is_none() && self.who.is_none(),
            _ => false,
        }
    }

    /// True if the effect applies to purchases, maintenance and repairs: bonuses to their rolls, permission to service ships at a place,
    /// military training, and prices as computed at building.
    pub(super) fn runs_in_business(&self) -> bool {
        if self.moment.is_some() || self.is_choice() {
            return false;
        }
        let about = matches!(self.who, None | Some(EffectSubject::Everyone));
        match &self.op {
            PackOperation::Change(change) => match &change.to {
                Quantity::Roll(roll) => is_rolled_in_business(roll) && about && change.per.is_none(),
                _ => self.built().is_some(),
            },
            PackOperation::Use(used) => {
                let plain = used.full_for.is_none() && used.within_range_of.is_none() && !used.harmless;
                is_rolled_in_business(&used.roll) && about && plain && is_known_in_business(&used.basis)
            }
            PackOperation::Blend(blend) => is_rolled_in_business(&blend.roll) && about && is_known_in_business(&blend.by),
            PackOperation::Set(_) => self.built().is_some(),
            PackOperation::Permit(permit) => {
                self.who == Some(EffectSubject::Everyone)
                    && permit.actions.iter().any(|act| matches!(act, Action::Maintain | Action::Repair))
            }
            PackOperation::Is(mark) => mark.military && self.condition.is_none() && self.who.is_none(),
            _ => false,
        }
    }
}

/// True if a campaign makes the roll.
fn is_rolled_in_business(roll: &RollPattern) -> bool {
    let rolled = match roll.action {
        Action::Maintain | Action::Repair | Action::Buy => true,
        Action::Rolls => !roll.with.is_empty(),
        _ => false,
    };
    rolled && roll.against.is_none()
}

/// True if a campaign knows the rank on which a roll is based. The rank may be that of the roller, of a carried thing or of the station.
fn is_known_in_business(basis: &Basis) -> bool {
    !basis.roll && matches!(basis.of, None | Some(Role::Own | Role::Bearer | Role::Carried | Role::Station))
}
