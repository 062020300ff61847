//! Decides which effects platoon combat applies. The rules are exactly those of the engine, `slip_play::platoon`.

use super::all;
use crate::effect::{
    Action, Effect, EffectMoment, EffectSubject, Event, ExtraActionTime, Measure, MeasureObject, Occurrence, PackOperation, Permit, Place,
    Price, Quantity, RollPattern, TagVerb, When,
};

/// Actions that units roll for.
const ROLLED: &[Action] = &[
    Action::Rolls,
    Action::Attack,
    Action::Defence,
    Action::Move,
    Action::Maneuver,
    Action::March,
    Action::Interdict,
    Action::Rally,
    Action::Jam,
    Action::Unjam,
    Action::Spot,
    Action::Cover,
];

/// Actions that a unit may take only if an effect permits them.
const LET: &[Action] = &[Action::PassEnemies, Action::AttackUnspotted, Action::Stay, Action::Reuse];

/// Actions with a target, which may be a zone.
const DONE_TO: &[Action] = &[Action::Attack, Action::Jam, Action::Spot, Action::Interdict];

impl Effect {
    /// True if platoon combat applies the effect.
    pub(super) fn runs_among_platoons(&self) -> bool {
        if self.price == Some(Price::Action) || matches!(self.who, Some(EffectSubject::Crew | EffectSubject::Tethered)) {
            return false;
        }
        match &self.moment {
            Some(moment) => self.is_asked_there(moment) || (self.price.is_none() && is_awaited(moment) && self.is_set_off_there()),
            None => self.stands_there(),
        }
    }

    /// True if the player is asked at the trigger: to take an action, to remove a free tag, or to choose zones (R-L31, D-L1).
    fn is_asked_there(&self, moment: &EffectMoment) -> bool {
        let after_maneuver = moment.when == When::After
            && matches!(&moment.what, Occurrence::Roll(roll) if matches!(roll.action, Action::Maneuver | Action::Rolls) && roll.against.is_none());
        match &self.op {
            PackOperation::Permit(Permit { cannot: false, actions, pace: Some(ExtraActionTime::OutOfTurn), .. }) => {
                actions.contains(&Action::Attack) && moment.what == Occurrence::Event(Event::EnterMap) && moment.who.is_some()
            }
            PackOperation::Permit(Permit { cannot: false, actions, pace: Some(ExtraActionTime::AtOnce), .. }) => {
                actions.contains(&Action::Maneuver) && after_maneuver
            }
            PackOperation::Strip(_) => after_maneuver,
            PackOperation::Place(_) => moment.when != When::After && matches!(&moment.what, Occurrence::Event(Event::Setup | Event::Start)),
            _ => false,
        }
    }

    fn is_set_off_there(&self) -> bool {
        match &self.op {
            PackOperation::Suffers(_) | PackOperation::Boxes(_) | PackOperation::Loses(_) | PackOperation::Pays(_) => true,
            PackOperation::Tag(tag) => !tag.never && matches!(tag.verb, TagVerb::HasAspect | TagVerb::FreeTag),
            // These changes last from the trigger on. They must therefore also be allowed without a trigger.
            PackOperation::Permit(permit) => permit.cannot && self.stands_there(),
            PackOperation::Change(_) | PackOperation::Set(_) | PackOperation::Blend(_) | PackOperation::Is(_) => self.stands_there(),
            _ => false,
        }
    }

    fn stands_there(&self) -> bool {
        let offered = self.moment.is_none() && self.is_chosen();
        match &self.op {
            PackOperation::Change(change) => in_number(&change.to, offered),
            PackOperation::Set(set) => match &set.what {
                Quantity::Measure(measured) if measured.what == Measure::RollUp => true,
                what => in_number(what, false),
            },
            PackOperation::Use(used) => is_rolled(&used.roll) && (used.roll.action != Action::Rolls || !used.roll.with.is_empty()),
            PackOperation::Blend(blend) => is_rolled(&blend.roll),
            PackOperation::Area(area) => {
                area.place == Place::Zone && matches!(area.roll.action, Action::Attack | Action::Jam | Action::Rolls)
            }
            PackOperation::Permit(Permit { cannot: true, actions, object: None, .. }) => {
                actions.iter().all(|act| LET.contains(act) || (is_done(*act) || *act == Action::Rolls))
            }
            PackOperation::Permit(Permit { cannot: true, actions, object: Some(_), .. }) => all(actions, DONE_TO),
            PackOperation::Permit(Permit { cannot: false, actions, object: None, pace: None }) => all(actions, LET),
            PackOperation::Choose(_) => true,
            PackOperation::Reroll(roll) => is_rolled(roll),
            PackOperation::Needs(needs) => needs.roll.as_ref().is_none_or(|roll| roll.action == Action::Rolls || is_done(roll.action)),
            PackOperation::Tag(tag) => match (tag.never, tag.verb) {
                (true, _) => true,
                (false, TagVerb::HasAspect) => self.is_of_carrier_or_all() && self.condition.is_none() && tag.by.is_none() && !offered,
                (false, _) => !offered,
            },
            PackOperation::Is(mark) => !mark.military,
            PackOperation::Carries(_) => true,
            _ => false,
        }
    }
}

fn is_awaited(moment: &EffectMoment) -> bool {
    match &moment.what {
        // A defence is resolved together with its attack, so no effect can act before the defence.
        Occurrence::Roll(roll) => is_rolled(roll) && (moment.when != When::Before || roll.action != Action::Defence),
        Occurrence::Event(event) => matches!(
            event,
            Event::Setup
                | Event::Start
                | Event::Turn
                | Event::TakenOut
                | Event::Enter
                | Event::EnterMap
                | Event::Contact
                | Event::Hit
                | Event::AreaAttack
        ),
    }
}

fn is_rolled(roll: &RollPattern) -> bool {
    ROLLED.contains(&roll.action)
}

/// True if a unit takes this action itself and rolls for it; false for the general words `rolls` and `defence`.
fn is_done(act: Action) -> bool {
    ROLLED.contains(&act) && !matches!(act, Action::Rolls | Action::Defence)
}

/// True if platoon combat uses the quantity. If the effect is a choice (`offered`), the player makes the choice at a roll.
fn in_number(quantity: &Quantity, offered: bool) -> bool {
    match quantity {
        Quantity::Roll(roll) => is_rolled(roll),
        Quantity::Stat(_) => false,
        Quantity::Measure(measured) => match (measured.what, &measured.of) {
            (Measure::Stress, Some(MeasureObject::Roll(roll))) => matches!(roll.action, Action::Rolls | Action::Attack),
            (Measure::Spin, Some(MeasureObject::Roll(roll))) => {
                matches!(roll.action, Action::Rolls | Action::Attack | Action::Jam | Action::Spot)
            }
            (Measure::Stress | Measure::FreeRange | Measure::MaxMove | Measure::Interdiction, _) => true,
            (
                Measure::Invoke
                | Measure::Ammo
                | Measure::FreeMove
                | Measure::CommandRange
                | Measure::ContactSpotted
                | Measure::AttackSpotted,
                _,
            ) => !offered,
            _ => false,
        },
    }
}
