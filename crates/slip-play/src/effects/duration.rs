//! Duration of triggered effects, and the operations that can have a duration.
//!
//! An operation that does something, such as a hit, happens once. Other operations last from the trigger on (R-XTE2): a changed number, a
//! track, a ban or a mark, as in `after hit target -1 to defence`. A bonus to a number outside of rolls, such as the steps of the free
//! move, lasts from its payment on (R-XTE3).

use super::{AreaLimits, ConditionVariable, EffectOperation, Hook, ModifiedQuantity, TableEffect, TriggerEvent};
use slip_pack::effect::{Event, HitKind, When};
use slip_pack::formula::Formula;

/// Duration of an effect after it was triggered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectDuration {
    /// Until the current act is over.
    Act,
    /// Until the next turn of the effect's carrier begins; without a carrier, until the round ends.
    Turn,
    /// Until the end of the fight.
    Fight,
}

impl EffectOperation {
    /// True if the operation hurts its subject.
    pub const fn harms(&self) -> bool {
        matches!(
            self,
            EffectOperation::Suffers(..)
                | EffectOperation::Faces { .. }
                | EffectOperation::Boxes { erase: false, .. }
                | EffectOperation::Pays(_)
                | EffectOperation::Drops(_)
        )
    }

    /// True if the operation changes a value, a track, a permission or a mark for some time after the trigger, rather than doing something
    /// once.
    pub const fn stands(&self) -> bool {
        matches!(
            self,
            EffectOperation::Change(..)
                | EffectOperation::Set(..)
                | EffectOperation::Blend { .. }
                | EffectOperation::Tracks { .. }
                | EffectOperation::Divert { .. }
                | EffectOperation::Permit { cannot: true, .. }
                | EffectOperation::Mark(_)
        )
    }
}

impl ModifiedQuantity {
    /// True if the quantity is not part of a roll but belongs to a turn, a round or the whole fight.
    pub const fn is_without_roll(&self) -> bool {
        matches!(
            self,
            ModifiedQuantity::Attacks(_)
                | ModifiedQuantity::Ammo
                | ModifiedQuantity::FreeMove
                | ModifiedQuantity::Order
                | ModifiedQuantity::Zones
        )
    }
}

impl TableEffect {
    /// True if the effect changes a quantity that is not part of a roll, and an actor chooses it during its turn.
    pub const fn is_had_in_turn(&self) -> bool {
        let numbers = matches!(&self.does, EffectOperation::Change(what, _) if what.is_without_roll());
        numbers && self.cue.is_none() && (self.choice || self.as_action)
    }

    /// True if the effect is offered to players as an option for a roll.
    pub const fn is_offered(&self) -> bool {
        self.cue.is_none() && (self.choice || self.as_action || matches!(self.does, EffectOperation::Choose(_)))
    }

    /// True if the operation is optional even if it has no price: an area that need not be used, a further track to choose from, or a
    /// choice that other effects test.
    pub(crate) const fn leaves_open(&self) -> bool {
        matches!(
            &self.does,
            EffectOperation::Area { area: AreaLimits { always: false, .. }, .. }
                | EffectOperation::Tracks { how: HitKind::May, .. }
                | EffectOperation::Choose(_)
        )
    }

    /// True if the condition of the effect tests the choice `word`.
    pub(crate) fn asks_for(&self, word: &str) -> bool {
        let mut asks = false;
        if let Some(condition) = &self.condition {
            condition.names(&mut |live| asks |= matches!(live, ConditionVariable::Chosen(chosen) if chosen == word));
        }
        asks
    }

    /// True if the effect applies only after it was triggered.
    pub const fn waits(&self) -> bool {
        self.cue.is_some() || (self.is_had_in_turn() && !self.as_action)
    }

    /// Returns the duration of the effect after it was triggered.
    pub const fn lasts(&self) -> EffectDuration {
        let Some(cue) = &self.cue else {
            // Extra ammunition is kept until the fight ends.
            return if matches!(&self.does, EffectOperation::Change(ModifiedQuantity::Ammo, _)) {
                EffectDuration::Fight
            } else {
                EffectDuration::Turn
            };
        };
        match (&cue.what, cue.when) {
            (TriggerEvent::Roll(_), When::Before | When::At | When::Each) | (TriggerEvent::Event(Event::Hit), When::Before) => {
                EffectDuration::Act
            }
            (TriggerEvent::Event(Event::Setup | Event::Start), _) => EffectDuration::Fight,
            _ => EffectDuration::Turn,
        }
    }

    /// Returns a second hook of a lasting effect. The effect has this hook after its trigger, in addition to the hook of the trigger
    /// itself.
    pub(super) fn hook_later(&self) -> Option<Hook> {
        (self.cue.is_some() && self.does.stands()).then(|| self.does.hook(false))
    }
}

/// True if a number can be computed only where it is used: it depends on the value before effects, or on the number of zones out of range.
pub fn is_reckoned_late(number: &Formula<ConditionVariable>) -> bool {
    let mut late = false;
    number.names(&mut |live| late |= matches!(live, ConditionVariable::Base | ConditionVariable::Outside));
    late
}
